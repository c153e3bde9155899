use accel::accel;

accel! {
    pub struct Nothing;

    pub fn nothing() -> Nothing {
        Nothing
    }
}

fn main() {
    let _ = nothing();
}
