// Reductions and scans.
#include "device.h"

// The sum of each block by shuffles and shared memory, then an atomic addition.
KERNEL sum(int *result, const int *in, u32 n) {
    __shared__ int of_warp[32];
    int value = 0;
    for (u32 i = BLOCK * THREADS + THREAD; i < n; i += THREADS * BLOCKS) value += in[i];
    for (int by = 16; by > 0; by /= 2) value += SHUFFLE_DOWN(value, by);
    u32 lane = THREAD % 32, warp = THREAD / 32;
    if (lane == 0) of_warp[warp] = value;
    BARRIER();
    if (warp == 0) {
        value = lane < THREADS / 32 ? of_warp[lane] : 0;
        for (int by = 16; by > 0; by /= 2) value += SHUFFLE_DOWN(value, by);
        if (lane == 0) ATOMIC_ADD(result, value);
    }
}

// An inclusive scan in one pass: a block waits for the prefix of those before it. A state is a flag
// (1: the block's sum, 2: the sum up to the block) above 32 bits of value.
KERNEL scan(int *out, const int *in, volatile u64 *states, int *next_block, u32 n) {
    __shared__ u32 number;
    __shared__ int of_warp[32];
    __shared__ int before;
    if (THREAD == 0) number = ATOMIC_ADD(next_block, 1);
    BARRIER();
    u32 block = number;
    u32 i = block * THREADS + THREAD;
    int value = i < n ? in[i] : 0;
    u32 lane = THREAD % 32, warp = THREAD / 32;
    for (int by = 1; by < 32; by *= 2) {
        int other = SHUFFLE_UP(value, by);
        if (lane >= by) value += other;
    }
    if (lane == 31) of_warp[warp] = value;
    BARRIER();
    if (THREAD == 0) {
        int total = 0;
        for (u32 w = 0; w < THREADS / 32; w++) {
            int sum = of_warp[w];
            of_warp[w] = total;
            total += sum;
        }
        if (block > 0) states[block] = 1ull << 32 | (u32)total;
        int prefix = 0;
        for (u32 b = block; b > 0;) {
            u64 state;
            do state = states[b - 1];
            while (state >> 32 == 0);
            prefix += (int)(u32)state;
            if (state >> 32 == 2) break;
            b--;
        }
        before = prefix;
        states[block] = 2ull << 32 | (u32)(prefix + total);
    }
    BARRIER();
    if (i < n) out[i] = before + of_warp[warp] + value;
}

// Blocks leave partial sums behind a fence; the last one to finish adds them up.
KERNEL sum_by_last_block(int *result, int *partial, int *finished, const int *in) {
    __shared__ int total;
    __shared__ int is_last;
    if (THREAD == 0) total = 0;
    BARRIER();
    ATOMIC_ADD(&total, in[BLOCK * THREADS + THREAD]);
    BARRIER();
    if (THREAD == 0) {
        partial[BLOCK] = total;
        FENCE();
        is_last = ATOMIC_ADD(finished, 1) == (int)BLOCKS - 1;
    }
    BARRIER();
    if (is_last && THREAD == 0) {
        FENCE();
        int sum = 0;
        for (u32 b = 0; b < BLOCKS; b++) sum += partial[b];
        *result = sum;
    }
}

// Every block waits for all others: they must be resident together and take turns.
KERNEL meet(int *out, volatile int *arrived, int *partial) {
    if (THREAD == 0) {
        partial[BLOCK] = BLOCK + 1;
        FENCE();
        ATOMIC_ADD((int *)arrived, 1);
        while (*arrived < (int)BLOCKS) {
        }
        FENCE();
    }
    BARRIER();
    if (THREAD < BLOCKS) ATOMIC_ADD(&out[BLOCK], partial[THREAD]);
}
