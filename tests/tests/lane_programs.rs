//! The program files about control flow in lanes: branches, loops, recursion, rows that loops append
//! and replace. They are tested like those of `programs.rs`.

mod lanes {
    include!(concat!(env!("OUT_DIR"), "/lanes.rs"));
}
