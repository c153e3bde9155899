// Chains of tiles: what the lanes of a tile give together is combined with what those before it
// give, in one pass over the memory (Merrill and Garland, "Single-pass parallel prefix scan with
// decoupled look-back"). A tile publishes its own total; it then looks back to the nearest tile
// whose end is known, that is what all lanes up to there give, and goes on from that.
//
// Blocks claim tiles in order, so that whoever waits waits for a tile that is being worked on. What
// comes before a tile is always combined from left to right, however far the look goes back: the
// end of a tile is the end of the one before, combined with its total. So floats have the same bits
// in every run.

// The value of the thread so far below in the warp.
template <class T> INLINE T from_below(T value, u32 distance) { return (T)word_from_below(value, distance); }
INLINE u64 from_below(u64 value, u32 distance) {
    const u32 low = word_from_below((u32)value, distance), high = word_from_below((u32)(value >> 32), distance);
    return (u64)high << 32 | low;
}
INLINE i64 from_below(i64 value, u32 distance) { return (i64)from_below((u64)value, distance); }
INLINE f32 from_below(f32 value, u32 distance) {
    return bits_as_f32(word_from_below(f32_as_bits(value), distance));
}
INLINE f64 from_below(f64 value, u32 distance) {
    return bits_as_f64(from_below((u64)f64_as_bits(value), distance));
}

// What is known of a tile.
enum : u32 { nothing_known, total_known, end_known };

template <class Running> struct chain {
    // The next tile that nobody has claimed.
    u32* next;
    volatile u32* known;
    Running* totals;
    Running* ends;
};

// A chain in memory that is zero to begin with: a count, a word and two values for each tile.
template <class Running> INLINE chain<Running> chain_in(u8* room, u32 tiles) {
    const usize values = (8 + 4 * (usize)tiles + 7) / 8 * 8;
    Running* totals = (Running*)(room + values);
    return {(u32*)room, (volatile u32*)(room + 8), totals, totals + tiles};
}

// The tile that this block works on.
INLINE u32 claimed(u32* next) {
    __shared__ u32 tile;
    if (thread_number() == 0) tile = atomic_add(next, 1u);
    wait_for_block();
    return tile;
}

template <class Running> INLINE void publish(Running* place, const Running& value, volatile u32* known, u32 what) {
    *place = value;
    fence_of_device();
    *known = what;
}

// What all lanes before a tile give. Thread 0 knows what those of the tile give.
template <class Kernel> INLINE typename Kernel::running before_tile(const Kernel& kernel, const chain<typename Kernel::running>& chain, u32 tile, const typename Kernel::running& total) {
    typedef typename Kernel::running Running;
    // How far back a look goes.
    constexpr u32 most = sizeof(Running) <= 16 ? 256 : 128;
    __shared__ Running seen[most];
    __shared__ Running result;
    const u32 thread = thread_number();
    if (thread < 32) {
        if (thread == 0 && tile > 0) publish(chain.totals + tile, total, chain.known + tile, total_known);
        u32 first = 0, ends = 0;
        while (true) {
            // The tile so far back; before the first one there is what the chain begins with.
            const u32 back = first + thread;
            u32 known;
            do {
                known = back < tile ? chain.known[tile - 1 - back] : end_known;
            } while (votes_of_warp(known == nothing_known) != 0);
            fence_of_device();
            ends = votes_of_warp(known == end_known);
            if (ends == 0 || thread <= lowest_one(ends)) {
                seen[back] = back >= tile ? kernel.initial() : known == end_known ? chain.ends[tile - 1 - back] : chain.totals[tile - 1 - back];
            }
            if (ends != 0) break;
            first = first + 32 < most ? first + 32 : 0;
        }
        wait_for_warp();
        if (thread == 0) {
            u32 back = first + lowest_one(ends);
            Running before = seen[back];
            while (back > 0) before = kernel.continued(before, seen[back -= 1]);
            result = before;
            publish(chain.ends + tile, kernel.continued(before, total), chain.known + tile, end_known);
        }
    }
    wait_for_block();
    return result;
}
