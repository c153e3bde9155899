//! Gravity in the plane by the method of Barnes and Hut: a far group of bodies counts as one.

use accel::accel;

accel! {
    type Vector = (f64, f64);

    /// In astronomical units, years and masses of the Sun.
    const GRAVITY: f64 = 4.0 * f64::consts::PI * f64::consts::PI;

    /// A body that attracts and is attracted.
    pub struct Body {
        /// Its mass.
        pub mass: f64,
        /// Its place.
        pub location: Vector,
        /// Its speed and direction.
        pub velocity: Vector,
    }

    /// A square of the tree with the bodies in it; the squares are stored in the order of a
    /// walk that goes down first.
    #[allow(dead_code, reason = "rustc does not see its use")]
    struct Cell {
        mass: f64,
        centre: Vector,
        width: f64,
        /// True if no square is below.
        leaf: bool,
        /// The square after all that are below this one.
        next: usize,
    }

    /// The number of times that the square around all bodies is cut into four.
    const DEPTH: u32 = 24;

    /// A number with its bits spread, so that the code of a place can have those of y between those
    /// of x: places in the order of their codes are in the order of a walk through the tree.
    fn spread(bits: u64) -> u64 {
        let mut x = bits;
        x = (x | x << 16) & 0x0000ffff0000ffff;
        x = (x | x << 8) & 0x00ff00ff00ff00ff;
        x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
        x = (x | x << 2) & 0x3333333333333333;
        (x | x << 1) & 0x5555555555555555
    }

    /// The smallest square around all bodies: its lower left corner and its width.
    fn bounds(bodies: &[Body]) -> (Vector, f64) {
        let (xs, ys) = (bodies.map(|b| b.location.0), bodies.map(|b| b.location.1));
        let (left, right, low, high) = (xs.min(), xs.max(), ys.min(), ys.max());
        ((left, low), (right - left).max(high - low) * 1.000001 + 1e-300)
    }

    /// On which of `DEPTH` levels of squares two codes are last in the same square.
    fn common(a: u64, b: u64) -> u32 {
        if a == b { DEPTH } else { DEPTH - (65 - (a ^ b).leading_zeros()) / 2 }
    }

    /// The tree of squares over bodies that are sorted by their codes.
    fn tree(bodies: &[Body; n], codes: &[u64; n], width: f64) -> [Cell] {
        let sums = bodies.map(|b| (b.mass, b.mass * b.location.0, b.mass * b.location.1))
            .scan((0.0, 0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
        // A body begins the squares that the body before it is not in, down to the one that it has
        // for itself.
        let levels = (0..n).map(|i| {
            let before = if i == 0 { 0 } else { common(codes[i - 1], codes[i]) + 1 };
            let after = if i + 1 == n { 0 } else { common(codes[i], codes[i + 1]) + 1 };
            (before, before.max(after).min(DEPTH) + 1)
        });
        let offsets = levels.map(|(from, to)| to.max(from) - from).scan(0, |a, b| a + b);
        (0..n).flat_map(|i| {
            let (from, to) = levels[i];
            (from..to).map(|level| {
                // The end of the square, by bisection.
                let mut inside = i;
                let mut outside = n;
                while inside + 1 < outside {
                    let middle = (inside + outside) / 2;
                    if common(codes[i], codes[middle]) >= level {
                        inside = middle;
                    } else {
                        outside = middle;
                    }
                }
                let (mass, x, y) = if i == 0 {
                    sums[inside]
                } else {
                    let (all, but) = (sums[inside], sums[i - 1]);
                    (all.0 - but.0, all.1 - but.1, all.2 - but.2)
                };
                Cell {
                    mass,
                    centre: (x / mass, y / mass),
                    width: width / (1 << level) as f64,
                    leaf: level + 1 == to,
                    next: offsets[inside] as usize,
                }
            })
        })
    }

    /// The pull of all bodies on one: squares that look smaller than `opening` count as one body.
    fn pull(tree: &[Cell], location: Vector, opening: f64, softening: f64) -> Vector {
        let mut place = 0;
        let mut sum = (0.0, 0.0);
        while place < tree.len() {
            let cell = tree[place];
            let x = cell.centre.0 - location.0;
            let y = cell.centre.1 - location.1;
            let square = x * x + y * y;
            if cell.leaf || cell.width * cell.width < opening * opening * square {
                let soft = square + softening * softening;
                // A body does not attract itself.
                let strength = if soft > 0.0 { cell.mass / (soft * soft.sqrt()) } else { 0.0 };
                sum = (sum.0 + GRAVITY * strength * x, sum.1 + GRAVITY * strength * y);
                place = cell.next;
            } else {
                place += 1;
            }
        }
        sum
    }

    /// The acceleration of each body.
    pub fn accelerations(bodies: &[Body; n], opening: f64, softening: f64) -> [Vector; n] {
        let (corner, width) = bounds(bodies);
        let scale = (1 << DEPTH) as f64 / width;
        let codes = bodies.map(|b| {
            let x = ((b.location.0 - corner.0) * scale) as u64;
            let y = ((b.location.1 - corner.1) * scale) as u64;
            spread(x) | spread(y) << 1
        });
        let order = codes.argsort();
        let tree = tree(bodies.gather(order), codes.gather(order), width);
        bodies.map(|b| pull(tree, b.location, opening, softening))
    }

    /// The bodies after so many steps of this length in years, by the leapfrog method.
    pub fn advance(
        bodies: &[Body; n],
        opening: f64,
        softening: f64,
        step: f64,
        steps: usize,
    ) -> [Body; n] {
        let mut moving = bodies.clone();
        let mut pulls = accelerations(moving, opening, softening);
        for _ in 0..steps {
            let drifted = zip(moving, pulls).map(|(body, pull)| {
                let kicked = kick(body, pull, step);
                let ((x, y), (vx, vy)) = (kicked.location, kicked.velocity);
                Body { location: (x + step * vx, y + step * vy), ..kicked }
            });
            pulls = accelerations(drifted, opening, softening);
            moving = zip(drifted, pulls).map(|(body, pull)| kick(body, pull, step));
        }
        moving
    }

    fn kick(body: Body, pull: Vector, step: f64) -> Body {
        let (x, y) = body.velocity;
        Body { velocity: (x + 0.5 * step * pull.0, y + 0.5 * step * pull.1), ..body }
    }

    /// Two discs of light bodies that circle heavy ones and are about to collide.
    pub fn collision(n: usize) -> [Body; n] {
        let golden = f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        generate(n, |i| {
            let side = if i % 2 == 0 { 1.0 } else { -1.0 };
            let place = (i / 2) as f64;
            let distance = if i < 2 { 0.0 } else { 0.2 + (2.0 * place / n as f64).sqrt() };
            let speed = if i < 2 { 0.0 } else { (GRAVITY / distance).sqrt() };
            let (sin, cos) = (golden * place).sin_cos();
            Body {
                mass: if i < 2 { 1.0 } else { 0.1 / n as f64 },
                location: (1.6 * side + distance * cos, 0.6 * side + distance * sin),
                velocity: (-2.0 * side - speed * sin, speed * cos),
            }
        })
    }

    /// The number of bodies at each pixel of a square picture whose half side is `reach`.
    pub fn density(bodies: &[Body], reach: f64, size: usize) -> [[f32; size]; size] {
        let scale = size as f64 / (2.0 * reach);
        let pixels = bodies.map(|body| {
            let x = (body.location.0 + reach) * scale;
            let y = (reach - body.location.1) * scale;
            let outside = x < 0.0 || y < 0.0 || x >= size as f64 || y >= size as f64;
            if outside { SKIP } else { y as usize * size + x as usize }
        });
        let counts = [0.0; size * size].scatter_with(|a, b| a + b, pixels, bodies.map(|_| 1.0));
        counts.reshape((size, size))
    }
}
