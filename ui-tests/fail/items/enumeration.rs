use accel::accel;

accel! {
    pub enum Shade {
        Dark,
        Light,
    }

    pub fn level(shade: Shade) -> f32 {
        match shade {
            Shade::Dark => 0.2,
            Shade::Light => 0.8,
        }
    }
}

fn main() {
    println!("{}", level(Shade::Dark));
}
