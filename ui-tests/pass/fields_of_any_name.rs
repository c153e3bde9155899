//! Fields may have the names that the generated code could have taken for itself.

use accel::accel;

accel! {
    pub struct Body {
        pub position: (f64, f64),
        pub views: f32,
        pub shape: i32,
        pub items: bool,
        pub column_0: u8,
    }

    pub fn heavy(bodies: &[Body]) -> [Body] {
        bodies.filter(|b| b.items && b.position.0 < b.views as f64)
    }

    pub fn moved(body: Body) -> Body {
        Body { position: (body.position.1, body.position.0), ..body }
    }
}

pub fn main() {
    let body = Body { position: (1.0, 2.0), views: 3.0, shape: 4, items: true, column_0: 5 };
    let kept = heavy(&[body, moved(body), Body { items: false, ..body }]);
    assert_eq!(kept.to_vec(), [body, moved(body)]);
    assert_eq!(kept.components().2, [4, 4]);
}
