// The constructs that kernels of accel consist of. These commands make the PTX beside this file of it:
//
//     nvcc -ptx -arch=compute_75 -O3 --std=c++17 --fmad=false kernels.cu -o nvcc-75.ptx  # 80, 90
//     clang-19 -x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_75 \
//         -Xclang -target-feature -Xclang +ptx64 -S -O3 -std=c++17 kernels.cu -o clang-75.ptx  # 80
#if defined(__clang__)
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
#define BLOCK_SIZE __nvvm_read_ptx_sreg_ntid_x()
#define SHUFFLE_DOWN(value, by) __nvvm_shfl_sync_down_i32(~0u, value, by, 31)
#define BALLOT(value) __nvvm_vote_ballot_sync(~0u, value)
#else
#define THREAD threadIdx.x
#define BLOCK blockIdx.x
#define BLOCK_SIZE blockDim.x
#define SHUFFLE_DOWN(value, by) __shfl_down_sync(~0u, value, by)
#define BALLOT(value) __ballot_sync(~0u, value)
#endif

struct alignas(16) Four {
    float a, b, c, d;
};

extern "C" __global__ void saxpy(float a, const float* xs, float* __restrict__ ys, long n) {
    long i = (long)BLOCK * BLOCK_SIZE + THREAD;
    if (i < n) ys[i] = a * xs[i] + ys[i];
}

__device__ int warp_sum(int value) {
    for (int by = 16; by > 0; by /= 2) value += SHUFFLE_DOWN(value, by);
    return value;
}

extern "C" __global__ void sum(const int* xs, int* out, int n) {
    __shared__ int warps[32];
    int value = 0;
    for (int i = BLOCK * BLOCK_SIZE + THREAD; i < n; i += BLOCK_SIZE) value += xs[i];
    value = warp_sum(value);
    if (THREAD % 32 == 0) warps[THREAD / 32] = value;
    __syncthreads();
    if (THREAD < 32) {
        value = warp_sum(warps[THREAD]);
#if __CUDA_ARCH__ >= 800
        unsigned smallest;
        asm("redux.sync.min.u32 %0, %1, 0xffffffff;" : "=r"(smallest) : "r"(value));
        value += smallest;
#endif
        if (THREAD == 0) *out = value;
    }
}

extern "C" __global__ void look_back(unsigned long long* flags, double* sums, unsigned* kept) {
    unsigned long long flag;
    do {
        asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(flag) : "l"(flags) : "memory");
    } while (flag == 0);
    asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" ::"l"(sums), "d"(1.5) : "memory");
    asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(flags + 1), "l"(flag) : "memory");
    kept[THREAD] = BALLOT(flag > THREAD);
#if !defined(__clang__)
    atomicCAS(&kept[1], 2u, 3u);
    atomicMax(&kept[2], kept[3]);
    __nanosleep(20);
    kept[4] = __match_any_sync(~0u, kept[5]) + __activemask() + __popc(kept[6]) + clock();
#endif
}

extern "C" __global__ void divide(long long* xs, unsigned char* bytes, float* fs, short* shorts) {
    xs[0] = xs[1] / xs[2] + xs[3] % xs[4];
    bytes[0] = bytes[1] / bytes[2];
    fs[0] = fs[1] / fs[2] + __builtin_sqrtf(fs[3]);
    fs[4] = (float)xs[5] + (float)bytes[6];
    xs[6] = (long long)fs[7];
    shorts[1] = shorts[2] < shorts[3] ? shorts[4] : shorts[5] >> 3;
}

#if __CUDA_ARCH__ >= 800
extern "C" __global__ void copy(const Four* from, Four* to) {
    __shared__ Four tile[128];
    unsigned address;
    asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(address) : "l"(&tile[THREAD]));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from + THREAD));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    to[THREAD] = tile[127 - THREAD];
}
#endif

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void leaders(unsigned* out) {
    unsigned rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    out[THREAD] = rank;
}
#endif
