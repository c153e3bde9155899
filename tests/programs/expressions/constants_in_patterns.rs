// Constants in patterns cover the same values as literals.
// gives: split(2) == 0 && split(3) == 1 && split(-3) == 0
// gives: flipped(true) == 0 && flipped(false) == 1
// gives: named(0) == 7 && named(1) == 8 && named(255) == 9
// gives: signs(-5) == 0 && signs(-4) == 1 && signs(3) == 1
// gives: recursive(24) == 0 && recursive(120) == 1 && RECURSIVE == 720

const LOW: i32 = 3;
const YES: bool = true;
const FIRST: u8 = 0;
const ALSO_FIRST: u8 = FIRST;
const LEAST: i64 = -4;

pub fn split(x: i32) -> u8 { match x { ..LOW => 0, LOW.. => 1 } }
pub fn flipped(x: bool) -> u8 { match x { YES => 0, false => 1 } }
pub fn named(x: u8) -> u8 { match x { ALSO_FIRST => 7, 1 => 8, 2.. => 9 } }
pub fn signs(x: i64) -> u8 { match x { LEAST..=0 => 1, 1.. => 1, ..LEAST => 0 } }
fn factorial(n: i64) -> i64 { if n <= 1 { 1 } else { n * factorial(n - 1) } }
const OF_FOUR: i64 = factorial(4);
pub const RECURSIVE: i64 = factorial(6);
/// A constant may be given by a function that calls itself.
pub fn recursive(x: i64) -> i64 { match x { OF_FOUR => 0, _ => 1 } }
