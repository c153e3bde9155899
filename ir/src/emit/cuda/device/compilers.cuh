// The declarations that nvcc brings along and clang, without NVIDIA's headers, does not: both compile the
// code below.

#if defined(__clang__) && !defined(__CUDACC_VER_MAJOR__)
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define thread_number() __nvvm_read_ptx_sreg_tid_x()
#define threads_of_block() __nvvm_read_ptx_sreg_ntid_x()
#define block_number() __nvvm_read_ptx_sreg_ctaid_x()
#define blocks_of_grid() __nvvm_read_ptx_sreg_nctaid_x()
// Clang 14 believes that barriers cannot change shared memory whose address stays in the function, and reads
// it before them.
static __device__ __forceinline__ void anything_may_change() { __asm__ volatile("" ::: "memory"); }
#define wait_for_block() (anything_may_change(), __syncthreads(), anything_may_change())
#define wait_for_warp() (anything_may_change(), __nvvm_bar_warp_sync(~0u), anything_may_change())
#define fence_of_device() __nvvm_membar_gl()
#define votes_of(members, vote) ((unsigned)__nvvm_vote_ballot_sync(members, vote))
#define word_from_below(word, distance) ((unsigned)__nvvm_shfl_sync_up_i32(~0u, (int)(word), (int)(distance), 0))
#define word_of(members, word, thread) ((unsigned)__nvvm_shfl_sync_idx_i32(members, (int)(word), thread, 31))
#define ones_of(word) __builtin_popcount(word)
#define lowest_one(word) __builtin_ctz(word)
#define ATOMIC(name, type, as, instruction) \
    static __device__ __forceinline__ type atomic_##name(type* place, type by) { \
        return (type)__nvvm_atom_##instruction((as*)place, (as)by); \
    }
#define ATOMIC_CAS(type, as, instruction) \
    static __device__ __forceinline__ type atomic_cas(type* place, type seen, type wanted) { \
        return (type)__nvvm_atom_cas_gen_##instruction((as*)place, (as)seen, (as)wanted); \
    }
ATOMIC(add, unsigned, int, add_gen_i) ATOMIC(add, unsigned long long, long long, add_gen_ll)
ATOMIC(min, int, int, min_gen_i) ATOMIC(min, unsigned, unsigned, min_gen_ui)
ATOMIC(min, long long, long long, min_gen_ll) ATOMIC(min, unsigned long long, unsigned long long, min_gen_ull)
ATOMIC(max, int, int, max_gen_i) ATOMIC(max, unsigned, unsigned, max_gen_ui)
ATOMIC(max, long long, long long, max_gen_ll) ATOMIC(max, unsigned long long, unsigned long long, max_gen_ull)
ATOMIC(and, unsigned, int, and_gen_i) ATOMIC(and, unsigned long long, long long, and_gen_ll)
ATOMIC(or, unsigned, int, or_gen_i) ATOMIC(or, unsigned long long, long long, or_gen_ll)
ATOMIC(xor, unsigned, int, xor_gen_i) ATOMIC(xor, unsigned long long, long long, xor_gen_ll)
ATOMIC_CAS(unsigned, int, i) ATOMIC_CAS(unsigned long long, long long, ll)
#undef ATOMIC
#undef ATOMIC_CAS
// Functions that the machine has instructions for need no library.
#define library(name) device_##name
#define library_f32(name) device_##name##f
#define OWN(name) static __device__ __forceinline__ double device_##name
#define OWN_F32(name) static __device__ __forceinline__ float device_##name##f
#define bits_as_f32(bits) __builtin_bit_cast(float, bits)
#define bits_as_f64(bits) __builtin_bit_cast(double, bits)
#define f32_as_bits(value) __builtin_bit_cast(unsigned, value)
#define f64_as_bits(value) __builtin_bit_cast(unsigned long long, value)
extern "C" {
#define ONE(name) __device__ double __nv_##name(double); __device__ float __nv_##name##f(float);
#define TWO(name) __device__ double __nv_##name(double, double); __device__ float __nv_##name##f(float, float);
ONE(cbrt) ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log1p) ONE(log2) ONE(log10) ONE(sin)
ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh)
ONE(atanh) ONE(round) TWO(atan2) TWO(pow) TWO(hypot) TWO(fmod)
}
#undef ONE
#undef TWO
#define ONE(name) OWN(name)(double x) { return __nv_##name(x); } OWN_F32(name)(float x) { return __nv_##name##f(x); }
#define TWO(name) \
    OWN(name)(double x, double y) { return __nv_##name(x, y); } \
    OWN_F32(name)(float x, float y) { return __nv_##name##f(x, y); }
ONE(cbrt) ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log1p) ONE(log2) ONE(log10) ONE(sin) ONE(cos)
ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
ONE(round) TWO(atan2) TWO(pow) TWO(hypot) TWO(fmod)
#undef ONE
#undef TWO
#define ONE(name) \
    OWN(name)(double x) { return __builtin_##name(x); } \
    OWN_F32(name)(float x) { return __builtin_##name##f(x); }
#define TWO(name) \
    OWN(name)(double x, double y) { return __builtin_##name(x, y); } \
    OWN_F32(name)(float x, float y) { return __builtin_##name##f(x, y); }
ONE(floor) ONE(ceil) ONE(rint) ONE(trunc) ONE(fabs) TWO(fmin) TWO(fmax) TWO(copysign)
#undef ONE
#undef TWO
OWN(sqrt)(double x) { return __nvvm_sqrt_rn_d(x); }
OWN_F32(sqrt)(float x) { return __nvvm_sqrt_rn_f(x); }
OWN(fma)(double x, double y, double z) { return __builtin_fma(x, y, z); }
OWN_F32(fma)(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
#else
#define thread_number() threadIdx.x
#define threads_of_block() blockDim.x
#define block_number() blockIdx.x
#define blocks_of_grid() gridDim.x
#define wait_for_block() __syncthreads()
#define wait_for_warp() __syncwarp()
#define fence_of_device() __threadfence()
#define votes_of(members, vote) __ballot_sync(members, vote)
#define word_from_below(word, distance) __shfl_up_sync(~0u, (unsigned)(word), distance)
#define word_of(members, word, thread) __shfl_sync(members, (unsigned)(word), thread)
#define ones_of(word) __popc(word)
#define lowest_one(word) (__ffs((int)(word)) - 1)
#define atomic_add(place, by) atomicAdd(place, by)
#define atomic_min(place, by) atomicMin(place, by)
#define atomic_max(place, by) atomicMax(place, by)
#define atomic_and(place, by) atomicAnd(place, by)
#define atomic_or(place, by) atomicOr(place, by)
#define atomic_xor(place, by) atomicXor(place, by)
#define atomic_cas(place, seen, wanted) atomicCAS(place, seen, wanted)
#define library(name) ::name
#define library_f32(name) ::name##f
#define bits_as_f32(bits) __uint_as_float(bits)
#define bits_as_f64(bits) __longlong_as_double(bits)
#define f32_as_bits(value) __float_as_uint(value)
#define f64_as_bits(value) ((unsigned long long)__double_as_longlong(value))
#endif
#define votes_of_warp(vote) votes_of(~0u, vote)
#define word_from(word, thread) word_of(~0u, word, thread)
