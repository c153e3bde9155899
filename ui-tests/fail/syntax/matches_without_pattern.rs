use accel::accel;

accel! {
    pub fn is_vowel(letter: u8) -> bool {
        matches!(letter)
    }

    pub fn is_digit(letter: u8) -> bool {
        matches!(letter, b'0'..=b'9' => true)
    }

    pub fn is_point(letter: u8) -> bool {
        matches!(letter, 46.0)
    }
}

fn main() {
    println!("{:?}", (is_vowel(b'a'), is_digit(b'1'), is_point(b'.')));
}
