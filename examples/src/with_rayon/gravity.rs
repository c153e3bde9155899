//! Bodies that all attract each other.

use rayon::prelude::*;

use crate::gravity::Body;

const GRAVITY: f64 = 4.0 * std::f64::consts::PI * std::f64::consts::PI;

fn accelerations(bodies: &[Body], softening: f64) -> Vec<[f64; 3]> {
    let pull = |body: &Body| {
        let mut sum = [0.0; 3];
        for other in bodies {
            let x = other.location.0 - body.location.0;
            let y = other.location.1 - body.location.1;
            let z = other.location.2 - body.location.2;
            let square = x * x + y * y + z * z + softening * softening;
            if square > 0.0 {
                let strength = GRAVITY * other.mass / (square * square.sqrt());
                sum[0] += strength * x;
                sum[1] += strength * y;
                sum[2] += strength * z;
            }
        }
        sum
    };
    bodies.par_iter().map(pull).collect()
}

/// The bodies after so many steps of this length.
pub fn advance(bodies: &[Body], softening: f64, step: f64, steps: usize) -> Vec<Body> {
    let kick = |body: &mut Body, [x, y, z]: &[f64; 3]| {
        body.velocity.0 += 0.5 * step * x;
        body.velocity.1 += 0.5 * step * y;
        body.velocity.2 += 0.5 * step * z;
    };
    let mut bodies = bodies.to_vec();
    let mut pulls = accelerations(&bodies, softening);
    for _ in 0..steps {
        bodies.par_iter_mut().zip(&pulls).for_each(|(body, pull)| {
            kick(body, pull);
            body.location.0 += step * body.velocity.0;
            body.location.1 += step * body.velocity.1;
            body.location.2 += step * body.velocity.2;
        });
        pulls = accelerations(&bodies, softening);
        bodies.par_iter_mut().zip(&pulls).for_each(|(body, pull)| kick(body, pull));
    }
    bodies
}
