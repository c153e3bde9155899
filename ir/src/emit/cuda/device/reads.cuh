// Reads of arrays that a kernel does not change. No write of the kernel changes their results, so a thread
// has several of them under way, across its own writes. They are volatile, as compilers would take others out
// of branches and loops that see to it that there is something to read.
//
// `read_if` is for where nothing may be there because a check has failed: then it gives zero. The instruction
// is executed or not, without a branch, which reads behind it would wait for.

#define READ(type, word, constraint, suffix)                                                       \
    INLINE type read(const type* place) {                                                          \
        word value;                                                                                \
        asm volatile("ld.global.nc." suffix " %0, [%1];" : "=" constraint(value) : "l"(place));    \
        return (type)value;                                                                        \
    }                                                                                              \
    INLINE type read_if(bool sound, const type* place) {                                           \
        word value = 0;                                                                            \
        asm volatile("{ .reg .pred sound; setp.ne.u32 sound, %2, 0; "                              \
                     "@sound ld.global.nc." suffix " %0, [%1]; }"                                  \
                     : "+" constraint(value) : "l"(place), "r"((u32)sound));                       \
        return (type)value;                                                                        \
    }
READ(bool, u32, "r", "u8")
READ(u8, u32, "r", "u8")
READ(i8, i32, "r", "s8")
READ(u16, u16, "h", "u16")
READ(i16, i16, "h", "s16")
READ(u32, u32, "r", "u32")
READ(i32, i32, "r", "s32")
READ(u64, u64, "l", "u64")
READ(i64, i64, "l", "s64")
READ(f32, f32, "f", "f32")
READ(f64, f64, "d", "f64")
#undef READ

// Returns true if an array of this length has this index. The upper half of the length is the same for all
// threads, and for all elements, so that one comparison is left.
INLINE bool is_below(u32 index, usize length) { return length >> 32 != 0 || index < (u32)length; }
