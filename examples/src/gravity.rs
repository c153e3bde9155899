//! Gravity: bodies that all attract each other, moved by the leapfrog method.
//!
//! Units are astronomical units, years and masses of the Sun, in which the constant of gravity
//! is 4π².

use accel::accel;

accel! {
    type Vector = (f64, f64, f64);

    /// A body that attracts and is attracted.
    pub struct Body {
        /// Its mass, in masses of the Sun.
        pub mass: f64,
        /// Its place, in astronomical units.
        pub location: Vector,
        /// Its speed and direction, in astronomical units per year.
        pub velocity: Vector,
    }

    const GRAVITY: f64 = 4.0 * f64::consts::PI * f64::consts::PI;

    fn add(a: Vector, b: Vector) -> Vector { (a.0 + b.0, a.1 + b.1, a.2 + b.2) }
    fn between(a: Vector, b: Vector) -> Vector { (b.0 - a.0, b.1 - a.1, b.2 - a.2) }
    fn scale(factor: f64, a: Vector) -> Vector { (factor * a.0, factor * a.1, factor * a.2) }
    fn dot(a: Vector, b: Vector) -> f64 { a.0 * b.0 + a.1 * b.1 + a.2 * b.2 }

    /// The acceleration of each body by all others.
    ///
    /// `softening` is a length below which attraction grows no further, so that bodies that meet
    /// do not fling each other away; and a body does not attract itself, being at distance 0.
    fn accelerations(bodies: &[Body; n], softening: f64) -> [Vector; n] {
        bodies.map(|body| {
            let pulls = bodies.map(|other| {
                let towards = between(body.location, other.location);
                let square = dot(towards, towards) + softening * softening;
                let strength = if square > 0.0 { other.mass / (square * square.sqrt()) } else { 0.0 };
                scale(GRAVITY * strength, towards)
            });
            pulls.reduce((0.0, 0.0, 0.0), add)
        })
    }

    /// The bodies after so many steps of this length in years.
    pub fn advance(bodies: &[Body; n], softening: f64, step: f64, steps: usize) -> [Body; n] {
        let mut moving = bodies.clone();
        let mut pulls = accelerations(moving, softening);
        for _ in 0..steps {
            let drifted = zip(moving, pulls).map(|(body, pull)| {
                let velocity = add(body.velocity, scale(0.5 * step, pull));
                Body { location: add(body.location, scale(step, velocity)), velocity, ..body }
            });
            pulls = accelerations(drifted, softening);
            moving = zip(drifted, pulls).map(|(body, pull)| {
                Body { velocity: add(body.velocity, scale(0.5 * step, pull)), ..body }
            });
        }
        moving
    }

    /// The energy of motion and of attraction together, which a good method keeps.
    pub fn energy(bodies: &[Body; n], softening: f64) -> f64 {
        bodies.map(|body| {
            let kinetic = 0.5 * body.mass * dot(body.velocity, body.velocity);
            let potential = bodies.map(|other| {
                let apart = between(body.location, other.location);
                let square = dot(apart, apart) + softening * softening;
                if square > softening * softening { other.mass / square.sqrt() } else { 0.0 }
            }).sum();
            kinetic - 0.5 * GRAVITY * body.mass * potential
        }).sum()
    }

    /// A disc of so many light bodies that circle a heavy one, like the seeds of a sunflower.
    pub fn galaxy(n: usize) -> [Body; n] {
        let golden = f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        generate(n, |i| {
            if i == 0 {
                Body { mass: 1.0, location: (0.0, 0.0, 0.0), velocity: (0.0, 0.0, 0.0) }
            } else {
                let distance = 0.2 + (i as f64 / n as f64).sqrt();
                let (sin, cos) = (golden * i as f64).sin_cos();
                let speed = (GRAVITY / distance).sqrt();
                Body {
                    mass: 0.1 / n as f64,
                    location: (distance * cos, distance * sin, 0.02 * (7.0 * i as f64).sin()),
                    velocity: (-speed * sin, speed * cos, 0.0),
                }
            }
        })
    }
}
