//! The code behind a function takes its sizes on trust, so safe code gets there through the function only.
#![forbid(unsafe_code)]

use accel::accel;

accel! {
    <T: f32 | f64>
    pub fn below(n: usize) -> [usize; n] { 0..n }
    pub fn copies(x: T, n: usize) -> [T; n] { [x; n] }
}

fn main() {
    let Ok((_, numbers)) = below::on_cpu(4) else { return };
    println!("{}", numbers.at(1 << 40));
    let Ok((_, numbers)) = <f32 as copies::Instance>::on_cpu(1.0, 4) else { return };
    println!("{}", numbers.at(1 << 40));
    let _ = below::on_cpu(below::PROVEN, 4);
    let _ = below::on_cpu(accel::host::Proven(()), 4);
}
