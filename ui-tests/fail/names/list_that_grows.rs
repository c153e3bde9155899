use accel::accel;

accel! {
    pub fn counted(n: usize) -> [usize] {
        let mut list = Vec::new();
        for i in 0..n {
            list.push(i);
        }
        list
    }
}

fn main() {
    println!("{:?}", counted(3));
}
