// Stable sorts by the digits of keys, from the last digit to the first. Each block has a part of the
// keys. For each digit one kernel counts how often its values occur in the parts, a second one sums
// the counts up, and a third one moves the keys, those of a part in their order.

// A digit of a key. The order of digits is that of the key's bits as an unsigned number when some have been
// flipped: of keys with the highest bit set, and of the others.
struct digit {
    u64 of_negative, of_others, shift;
};

constexpr u32 values_of_digit = accel_abi::digit_values;

template <class Bits> INLINE u32 value_of(const digit& digit, Bits key) {
    const bool negative = key >> (sizeof(Bits) * 8 - 1);
    const Bits flips = (Bits)(negative ? digit.of_negative : digit.of_others);
    return (u32)((Bits)(key ^ flips) >> (u32)digit.shift) % values_of_digit;
}

// The sum of the numbers of the threads below. The warps of the block exchange theirs.
template <u32 warps> INLINE u32 sum_below(u32 own, u32 (&sums)[warps]) {
    const u32 thread = thread_number(), warp = thread / 32;
    u32 sum = own;
    for (u32 distance = 1; distance < 32; distance *= 2) {
        const u32 below = word_from_below(sum, distance);
        if (thread % 32 >= distance) sum += below;
    }
    if (thread % 32 == 31) sums[warp] = sum;
    wait_for_block();
    sum -= own;
    for (u32 other = 0; other < warps; other += 1) {
        if (other < warp) sum += sums[other];
    }
    wait_for_block();
    return sum;
}

// Counts each value in each part: all counts of a part lie next to each other.
template <class Bits, int threads>
INLINE void count_values(const Bits* keys, usize count, usize keys_of_block, const digit& digit, u32* counts) {
    static_assert(threads == values_of_digit, "each thread has a value");
    __shared__ u32 own[values_of_digit];
    const u32 thread = thread_number();
    const usize start = (usize)block_number() * keys_of_block;
    const usize end = count - start < keys_of_block ? count : start + keys_of_block;
    own[thread] = 0;
    wait_for_block();
    // Several at once, so that a thread does not wait for each.
    constexpr u32 unroll = 8;
    usize at = start + thread;
    for (; at + (unroll - 1) * threads < end; at += unroll * threads) {
        Bits some[unroll];
#pragma unroll
        for (u32 turn = 0; turn < unroll; turn += 1) some[turn] = read(keys + at + turn * threads);
#pragma unroll
        for (u32 turn = 0; turn < unroll; turn += 1) atomic_add(&own[value_of(digit, some[turn])], 1u);
    }
    for (; at < end; at += threads) atomic_add(&own[value_of(digit, read(keys + at))], 1u);
    wait_for_block();
    counts[(usize)block_number() * values_of_digit + thread] = own[thread];
}

// Counts the keys with a value that are in the parts before each part, and in all. Each block has the values
// whose counts in a part are one sector; each of its threads one of them, in some of the parts.
template <int threads> INLINE void sum_counts(u32* counts, usize parts, u32* totals) {
    constexpr u32 values = accel_abi::digit_values_of_block, groups = threads / values;
    __shared__ u32 sums[groups][values];
    const u32 own_value = thread_number() % values, group = thread_number() / values;
    const u32 value = block_number() * values + own_value;
    const usize first = parts * group / groups, end = parts * (group + 1) / groups;
    u32 sum = 0;
    for (usize part = first; part < end; part += 1) sum += counts[part * values_of_digit + value];
    sums[group][own_value] = sum;
    wait_for_block();
    u32 before = 0;
    for (u32 other = 0; other < group; other += 1) before += sums[other][own_value];
    if (group == groups - 1) totals[value] = before + sum;
    for (usize part = first; part < end; part += 1) {
        u32& place = counts[part * values_of_digit + value];
        const u32 count = place;
        place = before;
        before += count;
    }
}

// Moves keys, and the places that they were at first, to where they belong by a digit. At first a place is
// that of its key, if `places` is null; a key that has nowhere to go stays. The warps of a block have
// neighbouring keys, so a key comes behind those of the warps below, of the rounds before and of the threads
// below. A tile is put into this order in shared memory first: keys with the same value lie side by side
// then, and go where they belong together.
template <class Bits, int threads, int rounds>
INLINE void move_keys(const Bits* keys, const u32* places, usize count, usize keys_of_block, const digit& digit, const u32* counts, const u32* totals, Bits* keys_to, u32* places_to) {
    constexpr u32 warps = threads / 32, tile = threads * rounds;
    static_assert(tile < 1 << 16, "a value and a rank fit into a word");
    // One after the other.
    __shared__ union {
        u32 next[warps][values_of_digit];
        Bits keys[tile];
        u32 places[tile];
    } room;
    // For each value, the way from a place in the tile to the one where the key belongs.
    __shared__ u32 ways[values_of_digit];
    __shared__ u32 sums[warps];
    // The threads of a warp that have keys with a value; none between rounds.
    __shared__ u32 equals[warps][values_of_digit];
    const u32 thread = thread_number(), warp = thread / 32, below = (1u << thread % 32) - 1;
    const usize start = (usize)block_number() * keys_of_block;
    const usize end = count - start < keys_of_block ? count : start + keys_of_block;
    for (u32 other = 0; other < warps; other += 1) equals[other][thread] = 0;
    u32 next_of_block = sum_below(totals[thread], sums);
    next_of_block += counts[(usize)block_number() * values_of_digit + thread];
    const u32 own = warp * 32 * rounds + thread % 32;
    for (usize first = start; first < end; first += tile) {
        const u32 in_tile = end - first < tile ? (u32)(end - first) : tile;
        Bits own_keys[rounds];
        // All of them are under way before one is waited for. The keys behind the end are copies of another
        // key.
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            const usize at = first + own + round * 32;
            own_keys[round] = read(keys + (at < end ? at : start));
        }
        // For each key how many come before it, of its value in the warp, then in the tile. Above that
        // stands a value: its own, then that of the key which the thread takes out of shared memory.
        u32 ranks[rounds];
        for (u32 other = 0; other < warps; other += 1) room.next[other][thread] = 0;
        wait_for_block();
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            const u32 at = own + round * 32;
            const bool some = at < in_tile;
            const u32 value = value_of(digit, own_keys[round]);
            if (some) atomic_or(&equals[warp][value], 1u << thread % 32);
            wait_for_warp();
            const u32 equal = equals[warp][value];
            const u32 rank = room.next[warp][value] + ones_of(equal & below);
            ranks[round] = value << 16 | rank;
            wait_for_warp();
            if (some && (equal & below) == 0) {
                room.next[warp][value] = rank + ones_of(equal);
                equals[warp][value] = 0;
            }
            wait_for_warp();
        }
        wait_for_block();
        u32 keys_of_value = 0;
        for (u32 other = 0; other < warps; other += 1) keys_of_value += room.next[other][thread];
        u32 next_of_tile = sum_below(keys_of_value, sums);
        ways[thread] = next_of_block - next_of_tile;
        next_of_block += keys_of_value;
        for (u32 other = 0; other < warps; other += 1) {
            const u32 keys_of_warp = room.next[other][thread];
            room.next[other][thread] = next_of_tile;
            next_of_tile += keys_of_warp;
        }
        wait_for_block();
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            ranks[round] = room.next[warp][ranks[round] >> 16] + ranks[round] % (1 << 16);
        }
        wait_for_block();
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            if (own + round * 32 < in_tile) room.keys[ranks[round]] = own_keys[round];
        }
        wait_for_block();
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            const u32 at = round * threads + thread;
            if (at >= in_tile) continue;
            const Bits key = room.keys[at];
            const u32 value = value_of(digit, key);
            ranks[round] |= value << 16;
            if (keys_to) keys_to[at + ways[value]] = key;
        }
        wait_for_block();
        if (!places_to) continue;
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            const u32 at = own + round * 32;
            if (at < in_tile) room.places[ranks[round] % (1 << 16)] = places ? read(places + first + at) : (u32)first + at;
        }
        wait_for_block();
#pragma unroll
        for (u32 round = 0; round < rounds; round += 1) {
            const u32 at = round * threads + thread;
            if (at < in_tile) places_to[at + ways[ranks[round] >> 16]] = room.places[at];
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
        to[at] = read(rows + read(places + row) * width + (at - row * width));
    }
}
