// What the kernels need of CUDA, for nvcc and for clang without a toolkit.
#pragma once

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define THREAD_Y __nvvm_read_ptx_sreg_tid_y()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
#define BLOCK_Y __nvvm_read_ptx_sreg_ctaid_y()
#define THREADS __nvvm_read_ptx_sreg_ntid_x()
#define BLOCKS __nvvm_read_ptx_sreg_nctaid_x()
#define BARRIER() __syncthreads()
#define WARP_BARRIER() __nvvm_bar_warp_sync(0xffffffffu)
#define SHUFFLE_DOWN(x, by) __nvvm_shfl_sync_down_i32(0xffffffffu, x, by, 31)
#define SHUFFLE_UP(x, by) __nvvm_shfl_sync_up_i32(0xffffffffu, x, by, 0)
#define BALLOT(x) __nvvm_vote_ballot_sync(0xffffffffu, x)
#define FENCE() __nvvm_membar_gl()
#define ATOMIC_ADD(p, x) __nvvm_atom_add_gen_i((int *)(p), x)
#define ATOMIC_CAS64(p, old, x) __nvvm_atom_cas_gen_ll((i64 *)(p), old, x)
#define ATOMIC_ADD_FLOAT(p, x) __nvvm_atom_add_gen_f(p, x)
#define POPCOUNT(x) __builtin_popcount(x)
#define TRAP() __builtin_trap()
#else
#define THREAD threadIdx.x
#define THREAD_Y threadIdx.y
#define BLOCK blockIdx.x
#define BLOCK_Y blockIdx.y
#define THREADS blockDim.x
#define BLOCKS gridDim.x
#define BARRIER() __syncthreads()
#define WARP_BARRIER() __syncwarp()
#define SHUFFLE_DOWN(x, by) __shfl_down_sync(0xffffffffu, x, by)
#define SHUFFLE_UP(x, by) __shfl_up_sync(0xffffffffu, x, by)
#define BALLOT(x) __ballot_sync(0xffffffffu, x)
#define FENCE() __threadfence()
#define ATOMIC_ADD(p, x) atomicAdd((int *)(p), x)
#define ATOMIC_CAS64(p, old, x) (i64) atomicCAS((u64 *)(p), (u64)(old), (u64)(x))
#define ATOMIC_ADD_FLOAT(p, x) atomicAdd(p, x)
#define POPCOUNT(x) __popc(x)
#define TRAP() __trap()
#endif

#define KERNEL extern "C" __global__ void
