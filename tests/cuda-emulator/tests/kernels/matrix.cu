// Tiles of matrices in shared memory.
#include "device.h"

#define TILE 16

KERNEL transpose(float *out, const float *in, u32 rows, u32 columns) {
    __shared__ float tile[32][33];
    u32 x = BLOCK * 32 + THREAD, y = BLOCK_Y * 32 + THREAD_Y;
    for (u32 j = 0; j < 32; j += 8)
        if (x < columns && y + j < rows) tile[THREAD_Y + j][THREAD] = in[(y + j) * columns + x];
    BARRIER();
    x = BLOCK_Y * 32 + THREAD;
    y = BLOCK * 32 + THREAD_Y;
    for (u32 j = 0; j < 32; j += 8)
        if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[THREAD][THREAD_Y + j];
}

KERNEL multiply(float *c, const float *a, const float *b, u32 n) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    u32 row = BLOCK_Y * TILE + THREAD_Y, column = BLOCK * TILE + THREAD;
    float sum = 0;
    for (u32 t = 0; t < n; t += TILE) {
        left[THREAD_Y][THREAD] = row < n && t + THREAD < n ? a[row * n + t + THREAD] : 0;
        right[THREAD_Y][THREAD] = t + THREAD_Y < n && column < n ? b[(t + THREAD_Y) * n + column] : 0;
        BARRIER();
        for (u32 k = 0; k < TILE; k++) sum += left[THREAD_Y][k] * right[k][THREAD];
        BARRIER();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
