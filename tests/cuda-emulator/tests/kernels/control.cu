// Control flow: loops of different lengths, switches, calls, local arrays, constants.
#include "device.h"

__constant__ u32 primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__device__ int calls = 40;

KERNEL collatz(u32 *steps, const u64 *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    u64 x = in[i];
    u32 count = 0;
    while (x != 1) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        count++;
    }
    steps[i] = count;
}

// Nested loops that lanes leave at different places, and meet again in a vote.
KERNEL nested(u32 *out, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    u32 found = 0;
    for (u32 a = 1; a <= i % 7; a++) {
        for (u32 b = a; b < 10; b++) {
            if ((a * b + i) % 5 == 0) break;
            if ((a + b) % 11 == i % 11) continue;
            found += a * b;
        }
    }
    out[i] = found * 64 + POPCOUNT(BALLOT(found % 2 == 0));
}

KERNEL choose(int *out, const int *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    int x = in[i], r;
    switch (x) {
    case 0: r = 10; break;
    case 1: r = x * 7 + 3; break;
    case 2: r = primes[i % 8]; break;
    case 3: r = x << 4; // falls through
    case 4: r = x - 100; break;
    case 5: r = -x; break;
    case 6: r = x * x * x; break;
    case 7: r = ~x; break;
    default: r = 1000;
    }
    out[i] = r;
}

__device__ __noinline__ u64 multiply_add(u32 a, u64 b, u32 c) {
    if (a == 0) return c;
    return a * b + c;
}

struct Pair {
    double first;
    int second;
};

__device__ __noinline__ Pair swapped(Pair p) {
    Pair r;
    r.first = p.second;
    r.second = (int)p.first;
    return r;
}

KERNEL functions(u64 *out, Pair *pairs, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    out[i] = multiply_add(i, i + 1, calls + 2) + multiply_add(i % 2, 5, 6);
    Pair p = {i + 0.5, (int)i * 3};
    pairs[i] = swapped(p);
}

// An array in local memory, indexed by data.
KERNEL local_array(u32 *out, const unsigned char *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    u32 counts[16];
    for (int k = 0; k < 16; k++) counts[k] = k;
    for (u32 k = 0; k < 64; k++) counts[in[(i + k) % n] % 16] += k;
    u32 sum = 0;
    for (int k = 0; k < 16; k++) sum = sum * 31 + counts[k];
    out[i] = sum;
}
