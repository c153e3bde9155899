// Chains of tiles: the values of the lanes of a tile, combined, are combined with those of the tiles before
// it, in one pass over the memory (Merrill and Garland, "Single-pass parallel prefix scan with decoupled
// look-back"). A tile publishes its own total; it then looks back to the nearest tile whose end is known,
// that is the combination of all lanes up to there, and goes on from that.
//
// Blocks claim tiles in order, so that whoever waits waits for a tile that is being worked on. The values
// before a tile are always combined from left to right, however far the look goes back: the end of a tile is
// the end of the one before, combined with its total. So floats have the same bits in every run. An exact
// combination has the same bits in any order, so that a warp does it together.

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

// The states of a tile: nothing, its total or its end is known.
enum : u32 { nothing_known, total_known, end_known };

// A value in one word, together with the state of its tile: in 62 bits, if it has so few.
template <class ScanState> struct in_a_word {
    static constexpr bool fits = sizeof(ScanState) <= 4;
    INLINE u64 of(const ScanState& value) {
        u32 bits = 0;
        __builtin_memcpy(&bits, &value, fits ? sizeof(ScanState) : 0);
        return bits;
    }
    INLINE ScanState value(u64 word) {
        const u32 bits = (u32)word;
        ScanState value;
        __builtin_memcpy(&value, &bits, fits ? sizeof(ScanState) : 0);
        return value;
    }
};

// The messages of tiles to each other: in a word each, or in a word and two values.
template <class ScanState> struct chain {
    typedef in_a_word<ScanState> word;
    // The next tile that nobody has claimed.
    u32* next;
    volatile u32* known;
    ScanState* totals;
    ScanState* ends;

    __device__ __forceinline__ void publish(u32 tile, const ScanState& value, u32 what) const {
        if constexpr (word::fits) {
            ((volatile u64*)known)[tile] = (u64)what << 62 | word::of(value);
        } else {
            (what == end_known ? ends : totals)[tile] = value;
            fence_of_device();
            known[tile] = what;
        }
    }

    // The whole warp waits until something is known of the tile of each thread, if it has one.
    __device__ __forceinline__ u32 look(bool has, u32 tile, ScanState& value) const {
        u32 what;
        if constexpr (word::fits) {
            u64 found;
            do {
                found = has ? ((volatile u64*)known)[tile] : (u64)end_known << 62;
                what = (u32)(found >> 62);
            } while (votes_of_warp(what == nothing_known) != 0);
            if (has) value = word::value(found & ~((u64)3 << 62));
        } else {
            do {
                what = has ? known[tile] : end_known;
            } while (votes_of_warp(what == nothing_known) != 0);
            fence_of_device();
            if (has) value = (what == end_known ? ends : totals)[tile];
        }
        return what;
    }
};

// A chain in memory that is zero to begin with: a count, a word and two values for each tile. The host makes room
// for as much (`chain_bytes` of the crate `accel-abi`).
template <class ScanState> INLINE chain<ScanState> chain_in(u8* room, u32 tiles) {
    const usize values = (8 + 4 * (usize)tiles + 7) / 8 * 8;
    ScanState* totals = (ScanState*)(room + values);
    return {(u32*)room, (volatile u32*)(room + 8), totals, totals + tiles};
}

// The tile that this block works on.
INLINE u32 claimed(u32* next) {
    __shared__ u32 tile;
    if (thread_number() == 0) tile = atomic_add(next, 1u);
    wait_for_block();
    return tile;
}

// Combines the values of all lanes before a tile, for the first warp; the nearest tiles combined first.
template <class Kernel> INLINE typename Kernel::scan_state exact_before(const Kernel& kernel, const chain<typename Kernel::scan_state>& chain, u32 tile) {
    typedef typename Kernel::scan_state ScanState;
    const u32 thread = thread_number();
    ScanState before = {};
    for (u32 first = 0;; first += 32) {
        const u32 back = first + thread;
        // Before the first tile stands the initial value of the chain.
        ScanState own = kernel.initial();
        const u32 ends = votes_of_warp(chain.look(back < tile, tile - 1 - back, own) == end_known);
        const u32 last = ends != 0 ? lowest_one(ends) : 31;
        for (u32 distance = 1; distance < 32; distance *= 2) {
            const ScanState other = from_thread(~0u, own, (thread + distance) % 32);
            if (thread + distance <= last) own = kernel.continued(other, own);
        }
        before = first == 0 ? own : kernel.continued(own, before);
        if (ends != 0) return before;
    }
}

// The same, always combined from left to right, for thread 0.
template <class Kernel> INLINE typename Kernel::scan_state ordered_before(const Kernel& kernel, const chain<typename Kernel::scan_state>& chain, u32 tile) {
    typedef typename Kernel::scan_state ScanState;
    // The number of tiles that a look goes back.
    constexpr u32 most = sizeof(ScanState) <= 16 ? 256 : 128;
    __shared__ ScanState seen[most];
    const u32 thread = thread_number();
    for (u32 first = 0;; first = first + 32 < most ? first + 32 : 0) {
        const u32 back = first + thread;
        ScanState own = kernel.initial();
        const u32 ends = votes_of_warp(chain.look(back < tile, tile - 1 - back, own) == end_known);
        if (ends == 0 || thread <= lowest_one(ends)) seen[back] = own;
        if (ends == 0) continue;
        wait_for_warp();
        u32 nearest = first + lowest_one(ends);
        ScanState before = seen[nearest];
        while (nearest > 0) before = kernel.continued(before, seen[nearest -= 1]);
        return before;
    }
}

// Combines the values of all lanes before a tile. Thread 0 has the total of the lanes of the tile.
template <class Kernel> INLINE typename Kernel::scan_state before_tile(const Kernel& kernel, const chain<typename Kernel::scan_state>& chain, u32 tile, const typename Kernel::scan_state& total) {
    typedef typename Kernel::scan_state ScanState;
    __shared__ ScanState result;
    if (thread_number() < 32) {
        if (thread_number() == 0 && tile > 0) chain.publish(tile, total, total_known);
        ScanState before = {};
        if constexpr (Kernel::exact) {
            before = exact_before(kernel, chain, tile);
        } else {
            before = ordered_before(kernel, chain, tile);
        }
        if (thread_number() == 0) {
            result = before;
            chain.publish(tile, kernel.continued(before, total), end_known);
        }
    }
    wait_for_block();
    return result;
}
