//! Programs that must compile, and give what they say.
fn main() {}
