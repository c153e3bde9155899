use accel::accel;

accel! {
    pub struct Tree {
        pub weight: f64,
        pub left: Tree,
    }

    pub fn weight(t: Tree) -> f64 {
        t.weight
    }
}

fn main() {
    let _ = |tree: Tree| weight(tree);
}
