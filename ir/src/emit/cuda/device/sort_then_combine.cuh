// Combinations into the places of an array in the order of the lanes, where another order could change
// a bit, or no instruction takes a value as a whole. The lanes are sorted by their places first, so that
// the values for a place stand next to each other. Each thread combines those of a part; the first and
// the last run of a part may go on in its neighbours: the next launch has parts made of these ends.

// The place of values that are combined nowhere.
constexpr u32 nowhere = accel_abi::nowhere;

// The place of every lane.
template <class Kernel> INLINE void name_places(const Kernel& kernel, usize count, u32* places, failure* failed) {
    bool sound = !has_failed(failed);
    const usize step = (usize)blocks_of_grid() * threads_of_block();
    for (usize at = (usize)block_number() * threads_of_block() + thread_number(); at < count; at += step) {
        u32 to = nowhere;
        sound = sound && kernel.place(at, to, failed);
        places[at] = sound ? to : nowhere;
    }
}

// The values of lanes, in this order.
template <class Kernel> struct lane_values {
    const Kernel& kernel;
    const u32* order;
    failure* failed;
    // A lane that combines nowhere may fail all the same.
    __device__ __forceinline__ bool give(usize at, u32, typename Kernel::value& to) const { return kernel.lane(order[at], to, failed); }
};

// The values that the parts before have left.
template <class Value> struct end_values {
    const Value* values;
    __device__ __forceinline__ bool give(usize at, u32 place, Value& to) const {
        if (place != nowhere) to = values[at];
        return true;
    }
};

// Combines the values of each run of equal places, and leaves the first and the last one of each part
// to `places_to` and `values_to`, unless there is one part only.
template <class Kernel, class Values>
INLINE void combine_runs(const Kernel& kernel, usize count, usize part, const u32* places, const Values& values, bool sound, u32* places_to, typename Kernel::value* values_to) {
    typedef typename Kernel::value Value;
    const usize parts = (count + part - 1) / part, step = (usize)blocks_of_grid() * threads_of_block();
    for (usize own = (usize)block_number() * threads_of_block() + thread_number(); own < parts; own += step) {
        const usize start = own * part, end = count - start < part ? count : start + part;
        u32 run = nowhere;
        Value total, next;
        bool first = parts > 1;
        if (first) places_to[2 * own] = nowhere;
        for (usize at = start; sound && at < end; at += 1) {
            const u32 place = places[at];
            sound = values.give(at, place, next);
            if (!sound || place == nowhere) continue;
            if (place == run) {
                total = kernel.combine(total, next);
                continue;
            }
            if (run != nowhere && first) {
                places_to[2 * own] = run;
                values_to[2 * own] = total;
                first = false;
            } else if (run != nowhere) {
                kernel.take(run, total);
            }
            run = place;
            total = next;
        }
        if (parts > 1) {
            places_to[2 * own + 1] = run;
            if (run != nowhere) values_to[2 * own + 1] = total;
        } else if (sound && run != nowhere) {
            kernel.take(run, total);
        }
    }
}

template <class Kernel>
INLINE void combine_in_order(const Kernel& kernel, usize count, usize part, const u32* places, const u32* order, u32* places_to, typename Kernel::value* values_to, failure* failed) {
    const lane_values<Kernel> values = {kernel, order, failed};
    combine_runs(kernel, count, part, places, values, !has_failed(failed), places_to, values_to);
}

template <class Kernel>
INLINE void combine_ends(const Kernel& kernel, usize count, usize part, const u32* places, const typename Kernel::value* ends, u32* places_to, typename Kernel::value* values_to, const failure* failed) {
    const end_values<typename Kernel::value> values = {ends};
    combine_runs(kernel, count, part, places, values, !has_failed(failed), places_to, values_to);
}
