// The parts of CUDA's headers that kernels use, for nvcc without any of them: it reads those for longer than
// it compiles most kernels. The build compiles so first, and with the headers if this does not do.

#if defined(ACCEL_WITHOUT_CUDA_RUNTIME)
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// Types, variables and functions that nvcc itself knows.
#define __device_builtin__ __attribute__((device_builtin))
struct __device_builtin__ uint3 { unsigned x, y, z; };
struct __device_builtin__ dim3 { unsigned x, y, z; };
extern const __device__ __device_builtin__ uint3 threadIdx, blockIdx;
extern const __device__ __device_builtin__ dim3 blockDim, gridDim;
#define BUILTIN extern "C" __device__ __device_builtin__
#define ATOMIC(name, type, builtin)                                                                 \
    BUILTIN type builtin(type*, type);                                                              \
    static __device__ __forceinline__ type name(type* place, type by) { return builtin(place, by); }
ATOMIC(atomicAdd, unsigned, __uAtomicAdd) ATOMIC(atomicAdd, unsigned long long, __ullAtomicAdd)
ATOMIC(atomicMin, int, __iAtomicMin) ATOMIC(atomicMin, long long, __illAtomicMin)
ATOMIC(atomicMin, unsigned, __uAtomicMin) ATOMIC(atomicMin, unsigned long long, __ullAtomicMin)
ATOMIC(atomicMax, int, __iAtomicMax) ATOMIC(atomicMax, long long, __illAtomicMax)
ATOMIC(atomicMax, unsigned, __uAtomicMax) ATOMIC(atomicMax, unsigned long long, __ullAtomicMax)
ATOMIC(atomicAnd, unsigned, __uAtomicAnd) ATOMIC(atomicAnd, unsigned long long, __ullAtomicAnd)
ATOMIC(atomicOr, unsigned, __uAtomicOr) ATOMIC(atomicOr, unsigned long long, __ullAtomicOr)
ATOMIC(atomicXor, unsigned, __uAtomicXor) ATOMIC(atomicXor, unsigned long long, __ullAtomicXor)
#undef ATOMIC
#define ATOMIC_CAS(type, builtin)                                                                   \
    BUILTIN type builtin(type*, type, type);                                                        \
    static __device__ __forceinline__ type atomicCAS(type* place, type seen, type wanted) {         \
        return builtin(place, seen, wanted);                                                        \
    }
ATOMIC_CAS(unsigned, __uAtomicCAS) ATOMIC_CAS(unsigned long long, __ullAtomicCAS)
#undef ATOMIC_CAS
BUILTIN void __syncthreads();
BUILTIN void __threadfence();
BUILTIN void __nvvm_bar_warp_sync(unsigned);
BUILTIN unsigned __nvvm_vote_ballot_sync(unsigned, int);
BUILTIN unsigned __nvvm_shfl_up_sync(unsigned, unsigned, unsigned, unsigned);
BUILTIN unsigned __nvvm_shfl_idx_sync(unsigned, unsigned, unsigned, unsigned);
BUILTIN int __popc(unsigned);
BUILTIN int __ffs(int);
BUILTIN float __uint_as_float(unsigned);
BUILTIN unsigned __float_as_uint(float);
BUILTIN double __longlong_as_double(long long);
BUILTIN long long __double_as_longlong(double);
#define __syncwarp() __nvvm_bar_warp_sync(~0u)
#define __ballot_sync(members, vote) __nvvm_vote_ballot_sync(members, vote)
#define __shfl_up_sync(members, word, distance) __nvvm_shfl_up_sync(members, word, distance, 0)
#define __shfl_sync(members, word, thread) __nvvm_shfl_idx_sync(members, word, thread, 31)
#define ONE(name) BUILTIN double name(double); BUILTIN float name##f(float);
#define TWO(name) BUILTIN double name(double, double); BUILTIN float name##f(float, float);
ONE(cbrt) ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log1p) ONE(log2) ONE(log10) ONE(sin)
ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh)
ONE(atanh) ONE(round) TWO(atan2) TWO(pow) TWO(hypot) TWO(fmod)
ONE(floor) ONE(ceil) ONE(rint) ONE(trunc) ONE(fabs) TWO(fmin) TWO(fmax) TWO(copysign) ONE(sqrt)
#undef ONE
#undef TWO
BUILTIN double fma(double, double, double);
BUILTIN float fmaf(float, float, float);
#undef BUILTIN
#endif
