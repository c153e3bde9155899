fn main() {
    accel_build::precompile();
}
