//! Helpers with which the hand-tuned rivals reach the machine's vector instructions on a default
//! build: a function compiled for several sets of them, the best one picked at run time.

/// Returns true if the machine has the AVX-512 instructions that the experts use.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn has_avx512() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512vl") && has!("avx512dq") && has!("avx512bw") && has_avx2()
}

/// Returns true if the machine has AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("popcnt")
}

/// The widest set of instructions that the machine has.
pub fn widest() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            return "AVX-512";
        }
        if has_avx2() {
            return "AVX2";
        }
    }
    "baseline"
}

/// A function that is compiled for AVX-512, for AVX2 with FMA, and for the baseline.
macro_rules! for_best_instructions {
    (
        $(#[$meta:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $t:ty),* $(,)?) $(-> $result:ty)? $body:block
    ) => {
        $(#[$meta])*
        $visibility fn $name($($argument: $t),*) $(-> $result)? {
            #[inline(always)]
            fn body($($argument: $t),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma,bmi1,bmi2,popcnt")]
                fn avx512($($argument: $t),*) $(-> $result)? { body($($argument),*) }
                #[target_feature(enable = "avx2,fma,bmi1,bmi2,popcnt")]
                fn avx2($($argument: $t),*) $(-> $result)? { body($($argument),*) }

                if $crate::instructions::has_avx512() {
                    // SAFETY: the machine has these instructions.
                    return unsafe { avx512($($argument),*) };
                }
                if $crate::instructions::has_avx2() {
                    // SAFETY: likewise.
                    return unsafe { avx2($($argument),*) };
                }
            }
            body($($argument),*)
        }
    };
}
