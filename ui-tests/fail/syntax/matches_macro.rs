use accel::accel;

accel! {
    pub fn is_vowel(letter: u8) -> bool {
        matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u')
    }
}

fn main() {
    println!("{:?}", is_vowel(b'a'));
}
