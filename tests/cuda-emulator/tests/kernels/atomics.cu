// Histograms and compare-and-swap.
#include "device.h"

// Bins in dynamic shared memory, added to the result at the end.
KERNEL histogram(int *result, const unsigned char *in, u32 bins, u32 n) {
    extern __shared__ int counts[];
    for (u32 b = THREAD; b < bins; b += THREADS) counts[b] = 0;
    BARRIER();
    for (u32 i = BLOCK * THREADS + THREAD; i < n; i += THREADS * BLOCKS) {
        ATOMIC_ADD(&counts[in[i] % bins], 1);
    }
    BARRIER();
    for (u32 b = THREAD; b < bins; b += THREADS) {
        if (counts[b] != 0) ATOMIC_ADD(&result[b], counts[b]);
    }
}

// The smallest value and its place, as one struct of 64 bits.
struct Smallest {
    int value;
    u32 place;
};

KERNEL smallest(Smallest *result, const int *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    union {
        Smallest s;
        i64 bits;
    } mine, old;
    mine.s.value = in[i];
    mine.s.place = i;
    old.bits = *(volatile i64 *)result;
    while (mine.s.value < old.s.value || (mine.s.value == old.s.value && i < old.s.place)) {
        i64 found = ATOMIC_CAS64(result, old.bits, mine.bits);
        if (found == old.bits) break;
        old.bits = found;
    }
}

KERNEL add_floats(float *result, const float *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i < n) ATOMIC_ADD_FLOAT(result, in[i]);
}
