//! The program files about control flow in lanes: branches, loops, recursion, what loops append and
//! replace. They are tested like those of `programs.rs`.

mod lanes {
    #[allow(unused_imports)]
    use accel_tests::program_tests::{close, forms_agree, message, planes, rows};
    include!(concat!(env!("OUT_DIR"), "/lanes.rs"));
}
