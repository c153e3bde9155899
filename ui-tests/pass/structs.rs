//! Structs cross as Rust structs; arrays of them are stored component by component.

use accel::{Array, accel};

accel! {
    /// A body in the plane.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Body {
        /// Its place.
        pub place: Point,
        pub mass: f64,
    }

    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    pub fn center(bodies: &[Body]) -> Point {
        let mass = bodies.map(|body| body.mass).sum();
        let x = bodies.map(|Body { place, mass }| place.x * mass).sum();
        let y = bodies.map(|body| body.place.y * body.mass).sum();
        Point { x: x / mass, y: y / mass }
    }

    pub fn moved(bodies: &[Body], by: Point) -> [Body] {
        bodies.map(|body| {
            let Point { x, y } = body.place;
            Body { place: Point { x: x + by.x, y: y + by.y }, ..body }
        })
    }

    pub fn heaviest(bodies: &[Body]) -> Body {
        bodies.max_by_key(|body| body.mass)
    }
}

pub fn main() {
    let bodies = [
        Body { place: Point { x: 0.0, y: 0.0 }, mass: 1.0 },
        Body { place: Point { x: 4.0, y: 8.0 }, mass: 3.0 },
    ];
    assert_eq!(center(&bodies), Point { x: 3.0, y: 6.0 });
    let there: Array<Body, 1> = moved(&bodies, Point { x: 1.0, y: -1.0 });
    assert_eq!(there.get(1).map(|body| body.place), Some(Point { x: 5.0, y: 7.0 }));
    assert_eq!(heaviest(&bodies), bodies[1]);
}
