use accel::accel;

accel! {
    pub fn counted(n: usize) -> usize {
        let mut i = 0;
        while i < n {
            i++;
        }
        i
    }
}

fn main() {
    println!("{}", counted(3));
}
