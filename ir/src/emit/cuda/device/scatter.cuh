// Lanes that write anywhere. If several lanes write to one place, one value wins, whole: of several columns,
// the values of the last lane, which has claimed the place before anyone writes.

// Writes a value where other lanes may write, too.
template <class T> INLINE void put(T* place, T value) { *(volatile T*)place = value; }

INLINE void claim_place(u64* claims, usize index, usize at) { atomic_max(claims + index, (u64)at + 1); }

INLINE bool has_claimed(const u64* claims, usize index, usize at) { return claims[index] == at + 1; }

// Every lane claims the places that it will write to.
template <class Kernel> INLINE void claim(const Kernel& kernel, usize count, failure* failed) {
    if (has_failed(failed)) return;
    const usize step = (usize)blocks_of_grid() * threads_of_block();
    for (usize at = (usize)block_number() * threads_of_block() + thread_number(); at < count; at += step) {
        if (!kernel.claim(at, failed)) return;
    }
}
