// Compactions. A block computes the lanes of a tile, counts the values they keep, waits for the number of
// values that the tiles before it keep, and writes its own behind that.

// The numbers of values that lanes keep in each group, as the state that passes along a chain.
template <u32 groups> struct counting {
    static constexpr bool exact = true;
    struct scan_state {
        usize kept[groups];
        __device__ __forceinline__ scan_state from_below(const u32 distance) const {
            scan_state below = {};
            for (u32 group = 0; group < groups; group += 1) below.kept[group] = ::from_below(kept[group], distance);
            return below;
        }
    };
    __device__ __forceinline__ scan_state continued(const scan_state& left, const scan_state& right) const {
        scan_state both = left;
        for (u32 group = 0; group < groups; group += 1) both.kept[group] += right.kept[group];
        return both;
    }
    __device__ __forceinline__ scan_state initial() const { return {}; }
};

// No count has more than 62 bits.
template <> struct in_a_word<counting<1>::scan_state> {
    static constexpr bool fits = true;
    INLINE u64 of(const counting<1>::scan_state& value) { return value.kept[0]; }
    INLINE counting<1>::scan_state value(u64 word) { return {{word}}; }
};

// Turns counts into offsets, and gives the sum; for all threads of a warp.
template <u32 length> INLINE u32 offsets_of(u32* counts) {
    u32 sum = 0;
    const u32 thread = thread_number() % 32;
    for (u32 first = 0; first < length; first += 32) {
        const u32 at = first + thread;
        const u32 own = at < length ? counts[at] : 0;
        u32 with = own;
        for (u32 distance = 1; distance < 32; distance *= 2) {
            const u32 below = from_below(with, distance);
            if (thread >= distance) with += below;
        }
        if (at < length) counts[at] = sum + with - own;
        sum += word_from(with, 31);
    }
    return sum;
}

template <class Kernel, int threads, int lanes_of_thread>
INLINE void compact(const Kernel& kernel, usize count, u8* room, usize* counts, partial<typename Kernel::value>* partials, failure* failed) {
    typedef counting<Kernel::groups> Counting;
    typedef typename Counting::scan_state ScanState;
    constexpr u32 lanes = threads * lanes_of_thread, warps = threads / 32;
    // Under way while a tile is claimed.
    bool sound = !has_failed(failed);
    __shared__ u32 offsets[Kernel::groups][lanes / 32];
    __shared__ u32 sums[Kernel::groups];
    const chain<ScanState> chain = chain_in<ScanState>(room, blocks_of_grid());
    const u32 tile = claimed(chain.next), thread = thread_number(), warp = thread / 32;
    const usize start = (usize)tile * lanes;
    const u32 own = count - start < lanes ? (u32)(count - start) : lanes;
    typename Kernel::kept kept[lanes_of_thread];
    // The lanes of the thread that hold something: a bit for each turn.
    u32 held[Kernel::groups] = {};
    partial<typename Kernel::value> reduced = {};
    const auto counted = [&](int turn) {
#pragma unroll
        for (u32 group = 0; group < Kernel::groups; group += 1) {
            const bool own_holds = kept[turn].holds[group];
            const u32 holds = votes_of_warp(own_holds);
            held[group] |= (u32)own_holds << turn;
            if (thread % 32 == 0) offsets[group][turn * warps + warp] = ones_of(holds);
        }
    };
    if (Kernel::unroll_factor > 1 && !Kernel::reduces && own == lanes && sound) {
        // Side by side: no lane waits for the reads of others.
#pragma unroll
        for (int turn = 0; turn < lanes_of_thread; turn += 1) {
            partial<typename Kernel::value> given = {};
            kept[turn] = {};
            if (!kernel.lane(start + turn * threads + thread, kept[turn], given.value, failed)) sound = false;
        }
#pragma unroll
        for (int turn = 0; turn < lanes_of_thread; turn += 1) counted(turn);
    } else {
#pragma unroll
        for (int turn = 0; turn < lanes_of_thread; turn += 1) {
            const u32 at = turn * threads + thread;
            partial<typename Kernel::value> given = {};
            kept[turn] = {};
            if (sound && at < own) {
                sound = kernel.lane(start + at, kept[turn], given.value, failed);
                given.some = sound;
            }
            if constexpr (Kernel::reduces) {
                if constexpr (!Kernel::commutative) given = combined_in_block<Kernel, threads>(kernel, given);
                combine_into(kernel, reduced, given);
            }
            counted(turn);
        }
    }
    wait_for_block();
    for (u32 group = warp; group < Kernel::groups; group += warps) {
        const u32 sum = offsets_of<lanes / 32>(offsets[group]);
        if (thread % 32 == 0) sums[group] = sum;
    }
    wait_for_block();

    ScanState total = {};
    for (u32 group = 0; group < Kernel::groups; group += 1) total.kept[group] = sums[group];
    const Counting counting;
    const ScanState before = before_tile(counting, chain, tile, total);
#pragma unroll
    for (int turn = 0; turn < lanes_of_thread; turn += 1) {
#pragma unroll
        for (u32 group = 0; group < Kernel::groups; group += 1) {
            const bool holds = (held[group] >> turn & 1) != 0;
            const u32 below = votes_of_warp(holds) & ((1u << thread % 32) - 1);
            if (holds) kernel.keep(kept[turn], group, before.kept[group] + offsets[group][turn * warps + warp] + ones_of(below));
        }
    }
    if (thread == 0 && tile + 1 == blocks_of_grid()) {
        for (u32 group = 0; group < Kernel::groups; group += 1) counts[group] = before.kept[group] + total.kept[group];
    }
    if constexpr (Kernel::reduces) {
        if constexpr (Kernel::commutative) reduced = combined_in_block<Kernel, threads>(kernel, reduced);
        if (thread == 0) partials[tile] = reduced;
    }
}
