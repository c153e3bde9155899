// Threads that compute one lane together: one alone, a warp, a block. All threads of a team run
// the statements of the lane, and have the same values; the elements of a row are dealt out to
// them, so that neighbours read neighbours, and what they reduce is combined.

// The value of another thread of the warp, word by word.
template <class Value> INLINE Value from_thread(const Value& value, u32 thread) {
    constexpr u32 count = (sizeof(Value) + 3) / 4;
    u32 words[count] = {};
    __builtin_memcpy(words, &value, sizeof(Value));
    for (u32 at = 0; at < count; at += 1) words[at] = word_from(words[at], thread);
    Value other;
    __builtin_memcpy(&other, words, sizeof(Value));
    return other;
}

struct alone {
    static constexpr u32 size = 1;
    INLINE u32 number() { return 0; }
    INLINE bool agree(bool sound) { return sound; }
    template <class Operator, class Value> INLINE void combine(const Operator&, Value&) {}
};

struct warp {
    static constexpr u32 size = 32;
    INLINE u32 number() { return thread_number() % 32; }
    // Whether all threads are sound.
    INLINE bool agree(bool sound) { return votes_of_warp(!sound) == 0; }
    // The values of all threads: the upper half goes into the lower until one thread has all, from
    // which the others take it.
    template <class Operator, class Value> INLINE void combine(const Operator& operation, Value& own) {
        for (u32 half = 16; half > 0; half /= 2) operation(own, from_thread(own, (number() + half) % 32));
        own = from_thread(own, 0);
    }
};

template <u32 threads> struct block {
    static constexpr u32 size = threads;
    INLINE u32 number() { return thread_number(); }
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
        // Whoever is still reading those of the row before has to have read them.
        wait_for_block();
        if (number() % 32 == 0) totals[number() / 32] = own;
        wait_for_block();
        own = totals[0];
        for (u32 at = 1; at < threads / 32; at += 1) operation(own, totals[at]);
    }
};

// The elements of a row. Nothing can go wrong with them.
template <class Team, class Element> INLINE void each(const Team& team, usize count, const Element& element) {
    for (usize at = team.number(); at < count; at += Team::size) element(at);
}

// The elements of a row, each of which says whether it is sound. Whether all of them are.
template <class Team, class Element> INLINE bool each_sound(const Team& team, usize count, const Element& element) {
    bool sound = true;
    for (usize at = team.number(); sound && at < count; at += Team::size) sound = element(at);
    return team.agree(sound);
}

// Every lane by a team.
template <class Team, class Kernel> INLINE void map_by_teams(const Kernel& kernel, usize count, failure* failed) {
    const Team team = {};
    if (!team.agree(!has_failed(failed))) return;
    const usize thread = (usize)block_number() * threads_of_block() + thread_number();
    const usize teams = (usize)blocks_of_grid() * threads_of_block() / Team::size;
    for (usize at = thread / Team::size; at < count; at += teams) {
        if (!kernel.lane(team, at, failed)) return;
    }
}
