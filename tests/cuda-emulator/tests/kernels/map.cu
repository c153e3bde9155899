// Element-wise kernels.
#include "device.h"

KERNEL scale_add(float *out, const float *x, const float *y, float a, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i < n) out[i] = a * x[i] + y[i];
}

KERNEL grid_stride(u64 *out, const u32 *in, u64 n) {
    for (u64 i = BLOCK * THREADS + THREAD; i < n; i += (u64)THREADS * BLOCKS) {
        u64 x = in[i];
        out[i] = x * x + i;
    }
}

// Signed and unsigned division of 64 bits, which has no instruction.
KERNEL divide(i64 *quotients, i64 *remainders, u64 *unsigned_quotients, const i64 *a, const i64 *b,
              u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    quotients[i] = a[i] / b[i];
    remainders[i] = a[i] % b[i];
    unsigned_quotients[i] = (u64)a[i] / (u64)b[i];
}

struct __attribute__((aligned(16))) Four {
    float x, y, z, w;
};

KERNEL four_at_a_time(Four *out, const Four *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    Four v = in[i];
    Four r = {v.w, v.z * 2.0f, v.y + 1.0f, v.x};
    out[i] = r;
}

KERNEL bytes(signed char *out, const unsigned char *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i < n) out[i] = (signed char)(in[i] - 128) / 2;
}

KERNEL halves(float *out, unsigned short *stored, const float *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(in[i]));
    stored[i] = h;
    float back;
    asm("cvt.f32.f16 %0, %1;" : "=f"(back) : "h"(h));
    out[i] = back;
}
