// Functions of the mathematical library, which nvcc expands.
#include "device.h"

KERNEL of_float(float *out, const float *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    float x = in[i];
    float *r = out + i * 12;
    r[0] = expf(x);
    r[1] = sinf(x);
    r[2] = cosf(x);
    r[3] = logf(x);
    r[4] = powf(x, 1.7f);
    r[5] = sqrtf(x);
    r[6] = tanhf(x);
    r[7] = atan2f(x, 2.0f);
    r[8] = floorf(x) + roundf(x) + truncf(x);
    r[9] = fmodf(x, 1.3f);
    r[10] = erff(x);
    r[11] = x / 3.0f;
}

KERNEL of_double(double *out, const double *in, u32 n) {
    u32 i = BLOCK * THREADS + THREAD;
    if (i >= n) return;
    double x = in[i];
    double *r = out + i * 12;
    r[0] = exp(x);
    r[1] = sin(x);
    r[2] = cos(x);
    r[3] = log(x);
    r[4] = pow(x, 1.7);
    r[5] = sqrt(x);
    r[6] = tanh(x);
    r[7] = atan2(x, 2.0);
    r[8] = floor(x) + round(x) + trunc(x);
    r[9] = fmod(x, 1.3);
    r[10] = cbrt(x);
    r[11] = x / 3.0;
}
