// Threads that compute one lane together: one alone, some of a warp, a warp, a block. All threads of a team
// run the statements of the lane, and have the same values; the elements of a row are dealt out to them, so
// that neighbours read neighbours, and the values that they reduce are combined.

struct alone {
    static constexpr u32 size = 1;
    INLINE bool postpones(usize, usize) { return false; }
    INLINE bool waits() { return false; }
    INLINE u32 number() { return 0; }
    INLINE usize first_has(usize value) { return value; }
    INLINE bool agree(bool sound) { return sound; }
    template <class Operator, class Value> INLINE void combine(const Operator&, Value&) {}
};

// So many neighbours in a warp, a power of two. The others of the warp may go other ways meanwhile.
template <u32 threads> struct part_of_warp {
    static constexpr u32 size = threads;
    INLINE bool postpones(usize, usize) { return false; }
    INLINE bool waits() { return false; }
    INLINE u32 number() { return thread_number() % size; }
    INLINE u32 first() { return thread_number() % 32 - number(); }
    INLINE u32 members() { return ~0u >> (32 - size) << first(); }
    template <class Value> INLINE Value from(const Value& own, u32 number) {
        return from_thread(members(), own, first() + number);
    }
    // Returns the value of the first thread.
    INLINE usize first_has(usize value) { return from(value, 0); }
    // Returns true if all threads are sound.
    INLINE bool agree(bool sound) { return votes_of(members(), !sound) == 0; }
    // The values of all threads: the upper half goes into the lower until one thread has all, from
    // which the others take it.
    template <class Operator, class Value> INLINE void combine(const Operator& operation, Value& own) {
        for (u32 half = size / 2; half > 0; half /= 2) operation(own, from(own, (number() + half) % size));
        own = from(own, 0);
    }
};

typedef part_of_warp<32> warp;

template <u32 threads> struct block {
    static constexpr u32 size = threads;
    INLINE bool postpones(usize, usize) { return false; }
    INLINE bool waits() { return false; }
    INLINE u32 number() { return thread_number(); }
    INLINE usize first_has(usize value) {
        __shared__ usize of_first;
        wait_for_block();
        if (number() == 0) of_first = value;
        wait_for_block();
        return of_first;
    }
    INLINE bool agree(bool sound) {
        __shared__ u32 unsound;
        wait_for_block();
        if (number() == 0) unsound = 0;
        wait_for_block();
        if (!sound) atomic_or(&unsound, 1u);
        wait_for_block();
        return unsound == 0;
    }
    template <class Operator, class Value> INLINE void combine(const Operator& operation, Value& own) {
        __shared__ Value totals[threads / 32];
        warp::combine(operation, own);
        // Threads that are still reading those of the row before have to have read them.
        wait_for_block();
        if (number() % 32 == 0) totals[number() / 32] = own;
        wait_for_block();
        own = totals[0];
        for (u32 at = 1; at < threads / 32; at += 1) operation(own, totals[at]);
    }
};

// One of several blocks that compute a lane with few and long rows. The lane is computed in phases, one
// launch each. In each phase one more row is reduced, the blocks leave their values in memory, and the lane
// waits for the next launch; the values of earlier phases are combined from there.
template <u32 threads> struct share {
    static constexpr u32 size = threads;
    // The number of blocks that compute the lane in this phase, and that of this one.
    u32 blocks, own;
    // The number of values of each reduction so far.
    u32 parts;
    u32 phase;
    // The values of the lane: so many bytes for each part.
    u8* room;
    u32 bytes;
    // The number of reductions that lie behind, and the offset at which their values begin.
    mutable u32 behind, offset;

    __device__ __forceinline__ u32 number() const { return own * threads + thread_number(); }
    INLINE bool postpones(usize, usize) { return false; }
    INLINE bool agree(bool sound) { return block<threads>::agree(sound); }
    // Returns the position at which a part of a row begins if parts lie behind each other.
    __device__ __forceinline__ usize first_of(usize count, u32 part) const {
        const usize longer = count % blocks;
        return count / blocks * part + (part < longer ? part : longer);
    }
    // Returns true if elements are computed here in this phase.
    __device__ __forceinline__ bool works() const { return behind == phase; }
    // Returns true if the lane waits for other blocks.
    __device__ __forceinline__ bool waits() const {
        behind += 1;
        return behind > phase;
    }
    template <class Operator, class Value>
    __device__ __forceinline__ void combine(const Operator& operation, Value& value) const {
        u8* const values = room + offset;
        offset += (sizeof(Value) + 15) / 16 * 16;
        if (!works()) {
            for (u32 at = thread_number(); at < parts; at += threads) operation(value, *(const Value*)(values + at * bytes));
        }
        block<threads>::combine(operation, value);
        if (works() && thread_number() == 0) *(Value*)(values + own * bytes) = value;
    }
};

// A part of a lane, for a block: its number in the upper half of a word, and the number of parts in the lower
// half. The first part of a lane counts the parts that are done. All of it is a few large words, which take
// few registers.
struct part_of_lane {
    usize lane;
    u32 own_of_all;
    u32 done;
};
static_assert(sizeof(part_of_lane) == accel_abi::part_bytes, "the host makes room for them");

// The lanes whose rows are too long for the teams that find them, in parts. Lanes for which there is no room
// are counted all the same.
struct postponed_lanes {
    part_of_lane* parts;
    usize* count;
    usize room;
    // The length from which on a row is too long.
    usize limit;

    static constexpr usize length_of_part = accel_abi::length_of_part, most_parts = accel_abi::parts_of_lane;

    template <class Team> __device__ __forceinline__ void add(const Team& team, usize lane, usize length) const {
        usize needed = length / length_of_part;
        needed = needed < 1 ? 1 : needed > most_parts ? most_parts : needed;
        usize first = 0;
        if (team.number() == 0) first = atomic_add(count, needed);
        first = team.first_has(first);
        for (usize own = team.number(); own < needed && first + own < room; own += Team::size) {
            parts[first + own] = {lane, (u32)own << 16 | (u32)needed, 0};
        }
    }
};
static_assert(sizeof(postponed_lanes) == accel_abi::postponed_bytes, "the host fills it in");

// A team that leaves lanes with long rows to others.
template <class Team> struct postponing : Team {
    postponed_lanes postponed;

    // Returns true if others compute the lane, because of a row of this length.
    __device__ __forceinline__ bool postpones(usize lane, usize length) const {
        if (length < postponed.limit) return false;
        postponed.add(static_cast<const Team&>(*this), lane, length);
        return true;
    }
};

// Positions in a row are counted in 32 bits, which takes half of the instructions, from where a stretch of the
// row begins: none is longer than this.
static constexpr u32 length_of_stretch = 1u << 31;

// The empty load of elements, for a thread that computes one after the other.
struct nothing {
    __device__ __forceinline__ nothing operator()(usize) const { return {}; }
};

// The elements of a stretch from one on, of which each of so many threads takes one in turn. A thread takes
// several at once: it loads the elements that it reads for them, and then computes them. If some are left for
// most threads at the end, all take as many once more: those that do not exist are the last one again, and
// `element` is told. Returns true if all are sound.
template <u32 unroll, u32 team, class Load, class Element>
INLINE bool elements_of_stretch(usize start, u32 first, u32 threads, u32 thread, u32 length, const Load& load, const Element& element) {
    if constexpr (unroll > 1) {
        bool sound = true;
        decltype(load(start)) own[unroll];
        for (; first + unroll * threads <= length; first += unroll * threads) {
            const usize at = start + (first + thread);
#pragma unroll
            for (u32 turn = 0; turn < unroll; turn += 1) own[turn] = load(at + turn * threads);
#pragma unroll
            for (u32 turn = 0; turn < unroll; turn += 1) {
                if (!element(at + turn * threads, own[turn], true)) sound = false;
            }
            if (!sound) return false;
        }
        // Threads whose rows have other lengths each would go other ways.
        if (team == 1 || first + unroll / 2 * threads >= length) {
            return elements_of_stretch<team == 1 ? 1 : unroll / 2, team>(start, first, threads, thread, length, load, element);
        }
        if (first >= length) return true;
        const auto place = [&](u32 at) { return start + (at < length ? at : length - 1); };
        first += thread;
#pragma unroll
        for (u32 turn = 0; turn < unroll; turn += 1) own[turn] = load(place(first + turn * threads));
#pragma unroll
        for (u32 turn = 0; turn < unroll; turn += 1) {
            const u32 at = first + turn * threads;
            if (!element(place(at), own[turn], at < length)) sound = false;
        }
        return sound;
    } else {
        // Some rows are short: loops in one step cost less than those in four and a rest.
#pragma unroll 1
        for (u32 at = first + thread; at < length; at += threads) {
            if (!element(start + at, load(start + at), true)) return false;
        }
        return true;
    }
}

// Computes all stretches of a row in the same way.
template <u32 unroll, u32 team, class Load, class Element>
INLINE bool some_elements(u32 threads, u32 thread, usize count, const Load& load, const Element& element) {
    usize start = 0;
    do {
        const usize rest = count - start;
        const u32 length = rest < length_of_stretch ? (u32)rest : length_of_stretch;
        if (!elements_of_stretch<unroll, team>(start, 0, threads, thread, length, load, element)) return false;
        start += length_of_stretch;
    } while (start < count);
    return true;
}

// The elements of a row. The elements cannot fail.
template <u32 unroll, class Team, class Load, class Element>
INLINE void each(const Team& team, usize count, const Load& load, const Element& element) {
    const auto sound = [&](usize at, const auto& own, bool exists) { element(at, own, exists); return true; };
    some_elements<unroll, Team::size>(Team::size, team.number(), count, load, sound);
}

template <u32 unroll, u32 threads, class Load, class Element>
INLINE void each(const share<threads>& team, usize count, const Load& load, const Element& element) {
    const auto sound = [&](usize at, const auto& own, bool exists) { element(at, own, exists); return true; };
    if (team.works()) some_elements<unroll, threads>(team.blocks * threads, team.number(), count, load, sound);
}

// The elements of a row, each of which says whether it is sound. Returns true if all of them are.
template <u32 unroll, class Team, class Load, class Element>
INLINE bool each_sound(const Team& team, usize count, const Load& load, const Element& element) {
    return team.agree(some_elements<unroll, Team::size>(Team::size, team.number(), count, load, element));
}

template <u32 unroll, u32 threads, class Load, class Element>
INLINE bool each_sound(const share<threads>& team, usize count, const Load& load, const Element& element) {
    if (!team.works()) return true;
    return team.agree(some_elements<unroll, threads>(team.blocks * threads, team.number(), count, load, element));
}

// The number of elements of a row that a thread looks at before the team asks if one of them has decided the
// result of the row.
static constexpr u32 elements_between_questions = 8;

// The elements of a row, until some of them have decided all that it gives. The elements cannot fail.
template <u32 decisions, u32 unroll, class Team, class Load, class Element, class Decided>
INLINE void until_decided(const Team& team, usize first, usize step, usize count, const Load& load, const Element& element, const Decided& decided) {
    usize at = first + team.number() % Team::size;
    while (first < count) {
        for (u32 turn = 0; turn < elements_between_questions; turn += unroll) {
            decltype(load(at)) own[unroll];
            const auto place = [&](u32 which) { return at + which * step < count ? at + which * step : count - 1; };
            if (unroll > 1 || at < count) {
#pragma unroll
                for (u32 which = 0; which < unroll; which += 1) own[which] = load(place(which));
#pragma unroll
                for (u32 which = 0; which < unroll; which += 1) {
                    element(place(which), own[which], at + which * step < count);
                }
            }
            at += unroll * step;
        }
        first += step * elements_between_questions;
        bool open = false;
        for (u32 which = 0; which < decisions; which += 1) {
            if (team.agree(!decided(which))) open = true;
        }
        if (!open) return;
    }
}

template <u32 decisions, u32 unroll, class Team, class Load, class Element, class Decided>
INLINE void each_until(const Team& team, usize count, const Load& load, const Element& element, const Decided& decided) {
    until_decided<decisions, unroll>(team, 0, Team::size, count, load, element, decided);
}

template <u32 decisions, u32 unroll, u32 threads, class Load, class Element, class Decided>
INLINE void each_until(const share<threads>& team, usize count, const Load& load, const Element& element, const Decided& decided) {
    if (!team.works()) return;
    until_decided<decisions, unroll>(team, (usize)team.own * threads, (usize)team.blocks * threads, count, load, element, decided);
}

// The rows of lanes that a kernel computes ahead.
template <class Kernel> struct rows_of {
    const Kernel& kernel;
    template <class Team> __device__ __forceinline__ bool lane(const Team& team, const usize at, failure* failed) const {
        return kernel.rows(team, at, failed);
    }
};

// Every lane by a team like this one.
template <class Team, class Kernel> INLINE void map_by_teams(const Team& team, const Kernel& kernel, usize count, failure* failed) {
    if (!team.agree(!has_failed(failed))) return;
    const usize thread = (usize)block_number() * threads_of_block() + thread_number();
    const usize teams = (usize)blocks_of_grid() * threads_of_block() / Team::size;
    for (usize at = thread / Team::size; at < count; at += teams) {
        if (!kernel.lane(team, at, failed)) return;
    }
}

// Every lane by several blocks, in one phase. A value of each part takes so many bytes.
template <class Kernel, u32 threads, u32 bytes>
INLINE void map_by_shares(const Kernel& kernel, u32 blocks, u32 parts, u32 phase, u8* room, failure* failed) {
    const usize at = block_number() / blocks;
    const share<threads> team = {blocks, block_number() % blocks, parts, phase, room + at * parts * bytes, bytes, 0, 0};
    if (!team.agree(!has_failed(failed))) return;
    kernel.lane(team, at, failed);
}

// Returns true if a block has done the last part of a lane. Then it can read the values that the blocks of
// the others have written.
template <u32 threads> INLINE bool has_done_last(part_of_lane* parts, u32 count) {
    usize before = 0;
    if (thread_number() == 0) {
        fence_of_device();
        before = atomic_add(&parts->done, 1u);
        fence_of_device();
    }
    return block<threads>::first_has(before) + 1 == count;
}

// The lanes that teams have postponed, in one phase: each part by a block. If there was no room for all of
// them, each lane by a block. If one phase is followed by the end of a lane alone, the block that has done
// its last part goes on with that.
template <class Kernel, u32 threads, u32 bytes, bool ends>
INLINE void map_postponed(const Kernel& kernel, usize count, const postponed_lanes& postponed, u32 phase, u8* room, failure* failed) {
    const usize parts = *postponed.count;
    if (parts == 0) return;
    if (parts > postponed.room) {
        if (phase == 0) map_by_teams(block<threads>(), kernel, count, failed);
        return;
    }
    if (!block<threads>::agree(!has_failed(failed))) return;
    for (usize at = block_number(); at < parts; at += blocks_of_grid()) {
        const part_of_lane part = postponed.parts[at];
        const u32 own = part.own_of_all >> 16, all = part.own_of_all & 0xffff;
        const usize first = at - own;
        bool is_last = false;
        do {
            const share<threads> team = {all, is_last ? 0 : own, all, is_last ? phase + 1 : phase, room + first * bytes, bytes, 0, 0};
            if (!kernel.lane(team, part.lane, failed)) return;
            is_last = ends && !is_last && has_done_last<threads>(postponed.parts + first, all);
        } while (is_last);
    }
}
