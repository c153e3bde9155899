// What kernels use of CUDA's headers, for nvcc without them: it reads those for longer than it compiles
// most kernels. The build compiles so first, and with the headers if this does not do.

#if defined(ACCEL_WITHOUT_CUDA_RUNTIME)
#include "crt/host_defines.h"
#include "device_launch_parameters.h"
#include "device_atomic_functions.h"
#include "sm_32_atomic_functions.h"
// Functions that nvcc itself knows.
#define BUILTIN extern "C" __device__ __device_builtin__
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
