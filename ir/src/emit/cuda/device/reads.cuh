// Reads of arrays that a kernel does not change. Nothing that the kernel writes changes what they give,
// so a thread has several of them under way, whatever it writes between them. They are volatile, as compilers
// would take others out of branches and loops that see to it that there is something to read.

#define READ(type, word, constraint, suffix)                                                        \
    INLINE type read(const type* place) {                                                           \
        word value;                                                                                 \
        asm volatile("ld.global.nc." suffix " %0, [%1];" : constraint(value) : "l"(place));                  \
        return (type)value;                                                                         \
    }
READ(bool, u32, "=r", "u8")
READ(u8, u32, "=r", "u8")
READ(i8, i32, "=r", "s8")
READ(u16, u16, "=h", "u16")
READ(i16, i16, "=h", "s16")
READ(u32, u32, "=r", "u32")
READ(i32, i32, "=r", "s32")
READ(u64, u64, "=l", "u64")
READ(i64, i64, "=l", "s64")
READ(f32, f32, "=f", "f32")
READ(f64, f64, "=d", "f64")
#undef READ

// The same where nothing may be there because a check has failed: then it gives anything. Without a branch,
// which reads behind it would wait for.
template <class T> INLINE T read_if(bool sound, const T* place, const failure* failed) {
    return read(sound ? place : (const T*)failed);
}

