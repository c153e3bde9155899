//! The method of Barnes and Hut with a tree of boxes, into which bodies are inserted in turn.

use rayon::prelude::*;

use crate::quadtree::Body;

const GRAVITY: f64 = 4.0 * std::f64::consts::PI * std::f64::consts::PI;

/// The number of times that the square around all bodies is cut into four.
const DEPTH: u32 = 24;

/// A square of the tree.
#[derive(Default)]
struct Cell {
    mass: f64,
    /// The sum of the locations, weighted by mass; then the centre of mass.
    centre: (f64, f64),
    width: f64,
    /// The bodies, where they have not been handed down.
    bodies: Vec<usize>,
    children: [Option<Box<Cell>>; 4],
}

impl Cell {
    fn insert(&mut self, bodies: &[Body], places: &[(u64, u64)], body: usize, depth: u32) {
        let Body { mass, location: (x, y), .. } = bodies[body];
        let first = self.mass == 0.0;
        self.mass += mass;
        self.centre = (self.centre.0 + mass * x, self.centre.1 + mass * y);
        self.bodies.push(body);
        if first || depth == DEPTH {
            return;
        }
        for body in std::mem::take(&mut self.bodies) {
            let shift = DEPTH - depth - 1;
            let (x, y) = places[body];
            let child = &mut self.children[((x >> shift & 1) + 2 * (y >> shift & 1)) as usize];
            let width = 0.5 * self.width;
            let child = child.get_or_insert_with(|| Box::new(Cell { width, ..Cell::default() }));
            child.insert(bodies, places, body, depth + 1);
        }
    }

    fn finish(&mut self) {
        self.centre = (self.centre.0 / self.mass, self.centre.1 / self.mass);
        self.children.iter_mut().flatten().for_each(|child| child.finish());
    }

    fn pull(&self, location: (f64, f64), opening: f64, softening: f64) -> (f64, f64) {
        let (x, y) = (self.centre.0 - location.0, self.centre.1 - location.1);
        let square = x * x + y * y;
        if !self.bodies.is_empty() || self.width * self.width < opening * opening * square {
            let soft = square + softening * softening;
            let strength =
                if soft > 0.0 { GRAVITY * self.mass / (soft * soft.sqrt()) } else { 0.0 };
            return (strength * x, strength * y);
        }
        let pulls =
            self.children.iter().flatten().map(|child| child.pull(location, opening, softening));
        pulls.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
    }
}

/// The acceleration of each body.
pub fn accelerations(bodies: &[Body], opening: f64, softening: f64) -> Vec<(f64, f64)> {
    let most = |of: fn(&Body) -> f64| bodies.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, low) = (-most(|body| -body.location.0), -most(|body| -body.location.1));
    let (right, high) = (most(|body| body.location.0), most(|body| body.location.1));
    let width = f64::max(right - left, high - low) * 1.000001 + 1e-300;
    let scale = f64::from(1 << DEPTH) / width;
    let place = |body: &Body| {
        (((body.location.0 - left) * scale) as u64, ((body.location.1 - low) * scale) as u64)
    };
    let places: Vec<_> = bodies.iter().map(place).collect();
    let mut tree = Cell { width, ..Cell::default() };
    for body in 0..bodies.len() {
        tree.insert(bodies, &places, body, 0);
    }
    tree.finish();
    bodies.par_iter().map(|body| tree.pull(body.location, opening, softening)).collect()
}

/// The acceleration of one body, by all others in turn: exact, and slow for many bodies.
pub fn exact(bodies: &[Body], body: usize, softening: f64) -> (f64, f64) {
    let here = bodies[body].location;
    bodies.iter().fold((0.0, 0.0), |sum, other| {
        let (x, y) = (other.location.0 - here.0, other.location.1 - here.1);
        let soft = x * x + y * y + softening * softening;
        let strength = if soft > 0.0 { GRAVITY * other.mass / (soft * soft.sqrt()) } else { 0.0 };
        (sum.0 + strength * x, sum.1 + strength * y)
    })
}
