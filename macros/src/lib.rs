//! accel
