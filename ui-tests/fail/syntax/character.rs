use accel::accel;

accel! {
    pub fn spaces(text: &[u8]) -> usize {
        text.count(|c| c == ' ')
    }
}

fn main() {
    println!("{}", spaces(b"a b c"));
}
