// Scans. A block scans a tile of neighbouring lanes: it computes them side by side, so that neighbouring
// threads read neighbouring elements, combines them thread by thread, each thread some neighbours one after
// the other, and goes on with the lanes side by side.
template <class Kernel, int threads, int lanes_of_thread>
INLINE void scan(const Kernel& kernel, usize count, u8* room, partial<typename Kernel::value>* partials, failure* failed) {
    typedef typename Kernel::scan_state ScanState;
    constexpr u32 lanes = threads * lanes_of_thread;
    // Under way while a tile is claimed.
    bool sound = !has_failed(failed);
    __shared__ ScanState values[lanes];
    __shared__ ScanState warps[threads / 32];
    const chain<ScanState> chain = chain_in<ScanState>(room, blocks_of_grid());
    const u32 tile = claimed(chain.next), thread = thread_number(), warp = thread / 32;
    const usize start = (usize)tile * lanes;
    const u32 own = count - start < lanes ? (u32)(count - start) : lanes;
    if (Kernel::unroll_factor > 1 && own == lanes && sound) {
        // Side by side: no lane waits for the reads of others.
        ScanState own_values[lanes_of_thread] = {};
#pragma unroll
        for (u32 turn = 0; turn < lanes_of_thread; turn += 1) {
            if (!kernel.before(start + turn * threads + thread, own_values[turn], failed)) sound = false;
        }
#pragma unroll
        for (u32 turn = 0; turn < lanes_of_thread; turn += 1) values[turn * threads + thread] = own_values[turn];
    } else {
        for (u32 at = thread; at < own; at += threads) {
            ScanState value = {};
            if (sound) sound = kernel.before(start + at, value, failed);
            values[at] = value;
        }
    }
    wait_for_block();

    // The threads that have lanes are the first ones.
    const u32 first = thread * lanes_of_thread, working = (own + lanes_of_thread - 1) / lanes_of_thread;
    const bool works = thread < working;
    ScanState sum = {};
    for (u32 at = first; at < first + lanes_of_thread && at < own; at += 1) {
        sum = at == first ? values[at] : kernel.continued(sum, values[at]);
        values[at] = sum;
    }
    for (u32 distance = 1; distance < 32; distance *= 2) {
        const ScanState below = sum.from_below(distance);
        if (works && thread % 32 >= distance) sum = kernel.continued(below, sum);
    }
    if (works && (thread % 32 == 31 || thread + 1 == working)) warps[warp] = sum;
    const ScanState below = sum.from_below(1);
    wait_for_block();

    ScanState total = {};
    if (thread == 0) {
        total = warps[0];
        for (u32 at = 1; at * 32 < working; at += 1) total = kernel.continued(total, warps[at]);
    }
    const ScanState before = before_tile(kernel, chain, tile, total);
    if (works) {
        ScanState state = before;
        for (u32 at = 0; at < warp; at += 1) state = kernel.continued(state, warps[at]);
        if (thread % 32 > 0) state = kernel.continued(state, below);
        for (u32 at = first; at < first + lanes_of_thread && at < own; at += 1) {
            values[at] = kernel.continued(state, values[at]);
        }
    }
    wait_for_block();

    partial<typename Kernel::value> reduced = {};
    for (u32 row = 0; row < lanes; row += threads) {
        const u32 at = row + thread;
        partial<typename Kernel::value> given = {};
        if (sound && at < own) {
            sound = kernel.after(start + at, at == 0 ? before : values[at - 1], values[at], given.value, failed);
            given.some = sound;
        }
        if constexpr (Kernel::reduces) {
            if constexpr (!Kernel::commutative) given = combined_in_block<Kernel, threads>(kernel, given);
            combine_into(kernel, reduced, given);
        }
    }
    if constexpr (Kernel::reduces) {
        if constexpr (Kernel::commutative) reduced = combined_in_block<Kernel, threads>(kernel, reduced);
        if (thread == 0) partials[tile] = reduced;
    }
}
