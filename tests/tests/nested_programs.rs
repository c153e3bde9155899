//! The program files about rows in rows, tested like those of `programs.rs`.

mod nested {
    #[allow(unused_imports)]
    use accel_tests::program_tests::{close, forms_agree, message, planes, rows};
    include!(concat!(env!("OUT_DIR"), "/nested.rs"));
}
