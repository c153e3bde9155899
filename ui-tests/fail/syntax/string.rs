use accel::accel;

accel! {
    pub fn is_yes(answer: i32) -> bool {
        answer == "yes"
    }
}

fn main() {
    println!("{}", is_yes(1));
}
