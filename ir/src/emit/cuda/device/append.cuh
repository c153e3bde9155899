// Rows of unknown lengths. A scan over the lengths of all lanes says where rows begin; then the lanes
// write them there.

template <class Kernel> struct lengths_of : counting<Kernel::groups> {
    typedef typename counting<Kernel::groups>::scan_state scan_state;
    static constexpr bool reduces = false;
    static constexpr u32 unroll_factor = 1;
    struct value {};
    const Kernel& kernel;
    __device__ __forceinline__ lengths_of(const Kernel& kernel) : kernel(kernel) {}
    __device__ __forceinline__ bool before(const usize at, scan_state& own, failure* failed) const {
        return kernel.lengths(at, own.kept, failed);
    }
    __device__ __forceinline__ bool after(const usize at, const scan_state& before, const scan_state& with, value&, failure*) const {
        for (u32 group = 0; group < Kernel::groups; group += 1) {
            if (at == 0) kernel.offsets(group)[0] = 0;
            kernel.offsets(group)[at + 1] = with.kept[group];
        }
        return true;
    }
};
