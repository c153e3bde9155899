// Numbers with a sign in patterns: alone, as bounds of ranges, inside of tuples, at the ends of a type.
// gives: small(-1) == 5 && small(-4) == 1 && small(i32::MIN) == 7 && small(0) == 0
// gives: sign(-128) == -1 && sign(0) == 0 && sign(127) == 1
// gives: pairs(-1.0, -3) == 1 && pairs(1.0, i64::MIN) == 2 && pairs(1.0, -3) == 0
// gives: floats(-1.25) == 1 && floats(-2.0) == 2 && floats(2.0) == 0

pub fn small(x: i32) -> i32 { match x { -1 => 5, -5..=-3 => 1, i32::MIN..-5 => 7, _ => 0 } }
pub fn sign(x: i8) -> i8 { match x { -128..=-1 => -1, 0 => 0, 1..=127 => 1 } }
pub fn pairs(x: f32, y: i64) -> i8 { match (x, y) { (-1.0, -3) => 1, (_, -9223372036854775808) => 2, _ => 0 } }
pub fn floats(x: f32) -> i8 { match x { -1.5..=-1.0 => 1, -2f32 => 2, _ => 0 } }
