use accel::accel;

struct Signal {
    samples: Vec<f64>,
}

impl Signal {
    accel! {
        pub fn total(xs: &[f64]) -> f64 {
            xs.sum()
        }
    }

    fn mean(&self) -> f64 {
        self.samples.iter().sum::<f64>() / self.samples.len() as f64
    }
}

trait Energy {
    accel! {
        pub fn energy(xs: &[f64]) -> f64 {
            xs.map(|x| x * x).sum()
        }
    }
}

fn main() {
    println!("{}", Signal { samples: vec![1.0] }.mean());
}
