// What nvcc brings along and clang, without NVIDIA's headers, does not: both compile what follows.

#if defined(__clang__) && !defined(__CUDACC_VER_MAJOR__)
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(threads) __attribute__((launch_bounds(threads)))
#define thread_number() __nvvm_read_ptx_sreg_tid_x()
#define threads_of_block() __nvvm_read_ptx_sreg_ntid_x()
#define block_number() __nvvm_read_ptx_sreg_ctaid_x()
#define blocks_of_grid() __nvvm_read_ptx_sreg_nctaid_x()
#define wait_for_block() __syncthreads()
#define library(name) __nv_##name
#define library_f32(name) __nv_##name##f
#define bits_as_f32(bits) __builtin_bit_cast(float, bits)
#define bits_as_f64(bits) __builtin_bit_cast(double, bits)
#define f32_as_bits(value) __builtin_bit_cast(unsigned, value)
#define f64_as_bits(value) __builtin_bit_cast(unsigned long long, value)
extern "C" {
#define ONE(name) __device__ double __nv_##name(double); __device__ float __nv_##name##f(float);
#define TWO(name) __device__ double __nv_##name(double, double); __device__ float __nv_##name##f(float, float);
ONE(sqrt) ONE(cbrt) ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log1p) ONE(log2) ONE(log10) ONE(sin)
ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh)
ONE(atanh) ONE(floor) ONE(ceil) ONE(round) ONE(rint) ONE(trunc) ONE(fabs)
TWO(atan2) TWO(pow) TWO(hypot) TWO(fmin) TWO(fmax) TWO(copysign) TWO(fmod)
__device__ double __nv_fma(double, double, double);
__device__ float __nv_fmaf(float, float, float);
#undef ONE
#undef TWO
}
#else
#define thread_number() threadIdx.x
#define threads_of_block() blockDim.x
#define block_number() blockIdx.x
#define blocks_of_grid() gridDim.x
#define wait_for_block() __syncthreads()
#define library(name) ::name
#define library_f32(name) ::name##f
#define bits_as_f32(bits) __uint_as_float(bits)
#define bits_as_f64(bits) __longlong_as_double(bits)
#define f32_as_bits(value) __float_as_uint(value)
#define f64_as_bits(value) ((unsigned long long)__double_as_longlong(value))
#endif
