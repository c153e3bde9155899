use accel::accel;

accel! {
    pub struct Pair { pub first: i16, _: i16 }

    pub fn firsts(pairs: &[Pair]) -> [i16] {
        pairs.map(|pair| pair.first)
    }
}

fn main() {}
