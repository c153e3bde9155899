use accel::accel;

accel! {
    pub struct Image {
        pub width: usize,
        pub pixels: [f32],
    }

    pub fn width(image: Image) -> usize {
        image.width
    }
}

fn main() {
    println!("{}", width(Image { width: 3, pixels: vec![0.0] }));
}
