//! The program files about rows in rows, tested like those of `programs.rs`.

mod nested {
    include!(concat!(env!("OUT_DIR"), "/nested.rs"));
}
