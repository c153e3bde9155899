//! The spread of heat in a plate that is hot in the middle: `heated-plate [side] [steps]`.

use accel::{Device, accel};

accel! {
    /// A plate that is hot in the middle.
    pub fn plate(side: usize) -> [[f32; side]; side] {
        let middle = side as f32 / 2.0;
        generate((side, side), |(y, x)| {
            let (dy, dx) = (y as f32 - middle, x as f32 - middle);
            if dy * dy + dx * dx < middle * middle / 4.0 { 100.0 } else { 20.0 }
        })
    }

    /// Every place takes on the mean of its neighbours' temperatures, so many times.
    pub fn spread(plate: &[[f32; w]; h], steps: usize) -> [[f32; w]; h] {
        let mut now = plate.clone();
        for _ in 0..steps {
            now = now.stencil(Clamp, |at| (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) / 4.0);
        }
        now
    }

    /// The coldest and the hottest place, and how many places are hotter than this.
    pub fn summary(plate: &[[f32; w]; h], hot: f32) -> (f32, f32, usize) {
        (plate.flatten().min(), plate.flatten().max(), plate.flatten().count(|t| t > hot))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse::<usize>());
    let (side, steps) = (number(128)?, number(50)?);
    let device = Device::current()?;
    let (coldest, hottest, hot) = summary(&try_spread(&try_plate(side)?, steps)?, 60.0);
    println!("after {steps} steps: {coldest} to {hottest}, {hot} places are hotter than 60");
    println!("on {device}, {} kernels launched", Device::launches());
    Ok(())
}
