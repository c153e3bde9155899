// Kernels with the mistakes that the emulator is to find.
#include "device.h"

KERNEL past_the_end(int *out, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    out[i] = i;
}

KERNEL misaligned(char *out) {
    *(int *)(out + 2 * THREAD) = 1;
}

KERNEL copy(int *out, const int *in) {
    u32 i = BLOCK * THREADS + THREAD;
    out[i] = in[i];
}

KERNEL unwritten_shared(int *out) {
    __shared__ int tile[64];
    if (THREAD % 2 == 0) tile[THREAD] = THREAD;
    BARRIER();
    out[THREAD] = tile[THREAD];
}

KERNEL unwritten_local(int *out, const int *in) {
    int array[8];
    for (u32 k = 0; k < in[0]; k++) array[in[k] & 7] = k;
    out[THREAD] = array[in[1] & 7];
}

KERNEL race_of_warps(int *out) {
    __shared__ int tile[64];
    tile[THREAD] = 0;
    BARRIER();
    tile[THREAD] = THREAD + 1;
    out[THREAD] = tile[63 - THREAD];
}

KERNEL race_in_warp(int *out, u32 with_barrier) {
    __shared__ int tile[32];
    tile[THREAD] = THREAD;
    if (with_barrier) WARP_BARRIER();
    out[THREAD] = tile[31 - THREAD];
}

KERNEL race_of_blocks(int *out) {
    if (THREAD == 0) out[0] = BLOCK;
}

KERNEL read_of_other_block(int *out) {
    if (THREAD == 0) out[BLOCK] = BLOCK + 1;
    if (BLOCK > 0 && THREAD == 0) out[100 + BLOCK] = out[BLOCK - 1];
}

KERNEL barrier_for_some(int *out) {
    if (THREAD < 32) BARRIER();
    out[THREAD] = 1;
}

KERNEL barrier_after_return(int *out) {
    if (THREAD >= 40) return;
    BARRIER();
    out[THREAD] = 1;
}

KERNEL shuffle_after_return(int *out) {
    if (THREAD >= 20) return;
    out[THREAD] = SHUFFLE_DOWN(THREAD, 1);
}

KERNEL trap_if(const int *in) {
    if (in[THREAD] == 3) TRAP();
}
