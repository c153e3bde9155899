// Stable sorts by the digits of keys, from the last digit to the first. Each block has a part of the
// keys. For each digit one kernel counts how often its values occur in the parts, a second one sums
// the counts up, and a third one moves the keys, those of a part in their order.

// A digit of a key. Its order is that of the key's bits as an unsigned number when some have been
// flipped: of keys with the highest bit set, and of the others.
struct digit {
    u64 of_negative, of_others, shift;
};

constexpr u32 values_of_digit = 256;

template <class Bits> INLINE u32 value_of(const digit& digit, Bits key) {
    const bool negative = key >> (sizeof(Bits) * 8 - 1);
    const u64 flips = negative ? digit.of_negative : digit.of_others;
    return (u32)(((u64)key ^ flips) >> digit.shift) % values_of_digit;
}

// The sum of the numbers of the threads below; `total` becomes that of all threads of the block.
template <int threads> INLINE u32 sum_below(u32 own, u32& total) {
    __shared__ u32 warps[threads / 32];
    const u32 thread = thread_number();
    u32 sum = own;
    for (u32 distance = 1; distance < 32; distance *= 2) {
        const u32 below = word_from_below(sum, distance);
        if (thread % 32 >= distance) sum += below;
    }
    if (thread % 32 == 31) warps[thread / 32] = sum;
    wait_for_block();
    sum -= own;
    total = 0;
    for (u32 warp = 0; warp < threads / 32; warp += 1) {
        if (warp == thread / 32) sum += total;
        total += warps[warp];
    }
    wait_for_block();
    return sum;
}

// How often each value occurs in each part: all parts' counts of a value lie next to each other.
template <class Bits, int threads>
INLINE void count_values(const Bits* keys, usize count, usize keys_of_block, const digit& digit, u32* counts) {
    static_assert(threads == values_of_digit, "each thread has a value");
    __shared__ u32 own[values_of_digit];
    const u32 thread = thread_number();
    const usize start = (usize)block_number() * keys_of_block;
    const usize end = count - start < keys_of_block ? count : start + keys_of_block;
    own[thread] = 0;
    wait_for_block();
    for (usize at = start + thread; at < end; at += threads) atomic_add(&own[value_of(digit, keys[at])], 1u);
    wait_for_block();
    counts[(usize)thread * blocks_of_grid() + block_number()] = own[thread];
}

// How many keys with a value are in the parts before each part, and in all. Each block has a value.
template <int threads> INLINE void sum_counts(u32* counts, usize parts, u32* totals) {
    u32* const own = counts + block_number() * parts;
    u32 before = 0;
    for (usize first = 0; first < parts; first += threads) {
        const usize part = first + thread_number();
        u32 total;
        const u32 below = sum_below<threads>(part < parts ? own[part] : 0, total);
        if (part < parts) own[part] = before + below;
        before += total;
    }
    if (thread_number() == 0) totals[block_number()] = before;
}

// Moves keys, and the places that they were at first, to where they belong by a digit. At first a
// place is that of its key, where `places` is null; what has nowhere to go stays. The warps of a
// block have neighbouring keys, so a key comes behind those of the warps below, of the rounds before
// and of the threads below.
template <class Bits, int threads, int rounds>
INLINE void move_keys(const Bits* keys, const u32* places, usize count, usize keys_of_block, const digit& digit, const u32* counts, const u32* totals, Bits* keys_to, u32* places_to) {
    constexpr u32 warps = threads / 32;
    __shared__ u32 next[warps][values_of_digit];
    const u32 thread = thread_number(), warp = thread / 32, below = (1u << thread % 32) - 1;
    const usize start = (usize)block_number() * keys_of_block;
    const usize end = count - start < keys_of_block ? count : start + keys_of_block;
    u32 total;
    u32 next_of_block = sum_below<threads>(totals[thread], total);
    next_of_block += counts[(usize)thread * blocks_of_grid() + block_number()];
    for (usize tile = start; tile < end; tile += threads * rounds) {
        const usize first = tile + warp * 32 * rounds + thread % 32;
        Bits own[rounds];
        u32 values[rounds], ranks[rounds];
        for (u32 other = 0; other < warps; other += 1) next[other][thread] = 0;
        wait_for_block();
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            const usize at = first + round * 32;
            const bool some = at < end;
            own[round] = some ? keys[at] : (Bits)0;
            const u32 value = value_of(digit, own[round]);
            u32 equal = votes_of_warp(some);
#pragma unroll
            for (u32 bit = 1; bit < values_of_digit; bit *= 2) {
                const u32 votes = votes_of_warp((value & bit) != 0);
                equal &= value & bit ? votes : ~votes;
            }
            values[round] = value;
            ranks[round] = next[warp][value] + ones_of(equal & below);
            wait_for_warp();
            if (some && (equal & below) == 0) next[warp][value] = ranks[round] + ones_of(equal);
            wait_for_warp();
        }
        wait_for_block();
        for (u32 other = 0; other < warps; other += 1) {
            const u32 keys_of_warp = next[other][thread];
            next[other][thread] = next_of_block;
            next_of_block += keys_of_warp;
        }
        wait_for_block();
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            const usize at = first + round * 32;
            if (at < end) {
                const u32 to = next[warp][values[round]] + ranks[round];
                if (keys_to) keys_to[to] = own[round];
                if (places_to) places_to[to] = places ? places[at] : (u32)at;
            }
        }
        wait_for_block();
    }
}

// Rows of some elements in the order of these places.
template <class Bits>
INLINE void permute_rows(const Bits* rows, const u32* places, usize count, usize width, Bits* to) {
    const usize step = (usize)blocks_of_grid() * threads_of_block();
    for (usize at = (usize)block_number() * threads_of_block() + thread_number(); at < count * width; at += step) {
        const usize row = width == 1 ? at : at / width;
        to[at] = rows[places[row] * width + (at - row * width)];
    }
}
