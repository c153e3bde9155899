// Combinations into the places of an array, by any number of lanes in any order: the operators
// commute, and rounding has no part in them.

// The operations that the machine has instructions for.
#define NATIVE(name, type, as) \
    INLINE void name##_at(type* place, type value) { atomic_##name((as*)place, (as)value); }
#define NATIVE_OF_ALL(name) \
    NATIVE(name, i32, i32) NATIVE(name, u32, u32) NATIVE(name, i64, i64) NATIVE(name, u64, u64)
#define NATIVE_OF_BITS(name) \
    NATIVE(name, i32, u32) NATIVE(name, u32, u32) NATIVE(name, i64, u64) NATIVE(name, u64, u64)
NATIVE_OF_BITS(add)
NATIVE_OF_ALL(min)
NATIVE_OF_ALL(max)
NATIVE_OF_BITS(and)
NATIVE_OF_BITS(or)
NATIVE_OF_BITS(xor)
#undef NATIVE_OF_BITS
#undef NATIVE_OF_ALL
#undef NATIVE

INLINE u64 bits_of(f64 value) { return f64_as_bits(value); }
INLINE u32 bits_of(f32 value) { return f32_as_bits(value); }
INLINE u8 bits_of(bool value) { return value; }
template <class T> INLINE unsigned_of<T> bits_of(T value) { return (unsigned_of<T>)value; }
INLINE void set_bits(f64& value, u64 bits) { value = bits_as_f64(bits); }
INLINE void set_bits(f32& value, u32 bits) { value = bits_as_f32(bits); }
template <class T, class Bits> INLINE void set_bits(T& value, Bits bits) { value = (T)bits; }

// Replaces the value at a place by the result of an operator on it, as if at once.
template <class T, class Operator> INLINE void combine_at(T* place, const Operator& combined) {
    T value;
    if constexpr (sizeof(T) >= 4) {
        typedef decltype(bits_of(T())) Word;
        Word* const word = (Word*)place;
        Word seen = *(volatile Word*)word;
        while (true) {
            set_bits(value, seen);
            const Word found = atomic_cas(word, seen, bits_of(combined(value)));
            if (found == seen) return;
            seen = found;
        }
    } else {
        // As a part of the word that it lies in.
        u32* const word = (u32*)((u64)place & ~3ull);
        const u32 shift = ((u64)place & 3) * 8, mask = ((1u << sizeof(T) * 8) - 1) << shift;
        u32 seen = *(volatile u32*)word;
        while (true) {
            set_bits(value, (decltype(bits_of(T())))((seen & mask) >> shift));
            const u32 wanted = (seen & ~mask) | (u32)bits_of(combined(value)) << shift;
            const u32 found = atomic_cas(word, seen, wanted);
            if (found == seen) return;
            seen = found;
        }
    }
}

// Every lane, if there are few places: a block combines into bins of its own, in shared memory, and in the
// end the bins into the places.
template <class Kernel> INLINE void combine_in_bins(const Kernel& kernel, usize count, usize length, failure* failed) {
    extern __shared__ u64 bins[];
    const Kernel own = kernel.with_bins((u8*)bins, length);
    const u32 thread = thread_number(), threads = threads_of_block();
    for (usize at = thread; at < length; at += threads) own.clear_bin(at);
    wait_for_block();
    bool sound = !has_failed(failed);
    const usize step = (usize)blocks_of_grid() * threads;
    for (usize at = (usize)block_number() * threads + thread; sound && at < count; at += step) sound = own.lane(at, failed);
    wait_for_block();
    for (usize at = thread; at < length; at += threads) kernel.take_bin(own, at);
}
