// The drivers of the lanes of a kernel. A kernel is a struct with the values that a lane needs: `lane`
// computes the lane with a number and says whether it succeeded.

// The word that says if a kernel has failed. Later kernels do nothing then; the host looks when it waits for
// the device anyway, and has the CPU find out the reason. Beside it the heap of the kernel's lanes, whose end
// they reach first if it is too small. The runtime lays all of this out the same way.
struct failure {
    u32 word;
    u32 unused;
    usize heap_used;
    usize heap_size;
    u8* heap;
};
static_assert(sizeof(failure) == accel_abi::failure_bytes, "the host has the same words");
static constexpr u32 check_failed = accel_abi::check_failed, heap_too_small = accel_abi::heap_too_small;

INLINE bool fail(failure* failed) {
    *(volatile u32*)&failed->word = check_failed;
    return false;
}

INLINE bool has_failed(const failure* failed) { return *(const volatile u32*)&failed->word != 0; }

// Memory of a lane's own for so many values, until the kernel ends; none if the heap is too small.
template <class Value> INLINE Value* from_heap(usize count, failure* failed) {
    const usize limit = (usize)1 << 48;
    const usize bytes = count < limit / sizeof(Value) ? (count * sizeof(Value) + 7) / 8 * 8 : limit;
    const usize start = atomic_add(&failed->heap_used, bytes);
    if (start + bytes <= failed->heap_size) return (Value*)(failed->heap + start);
    *(volatile u32*)&failed->word = heap_too_small;
    return nullptr;
}

// More memory with the first values of some of a lane's own.
template <class Value> INLINE Value* grown(const Value* array, usize count, usize capacity, failure* failed) {
    Value* to = from_heap<Value>(capacity, failed);
    for (usize i = 0; to != nullptr && i < count; i += 1) to[i] = array[i];
    return to;
}

// Loads the elements that a lane reads, and then computes the lane.
template <class Kernel> INLINE bool lane_of(const Kernel& kernel, usize at, failure* failed) {
    if constexpr (Kernel::loads) {
        typename Kernel::loaded own;
        kernel.load(at, own, failed);
        return kernel.lane(at, own, failed);
    } else {
        return kernel.lane(at, failed);
    }
}

// Every lane by itself. If there are more lanes than threads, a thread computes some at once: it has read all that
// they need before it waits for any of it.
template <u32 unroll, class Kernel> INLINE void map(const Kernel& kernel, usize count, failure* failed) {
    if (has_failed(failed)) return;
    const u32 threads = threads_of_block();
    const usize all = (usize)blocks_of_grid() * threads;
    usize first = (usize)block_number() * threads;
    if (unroll > 1 && count > all) {
        for (first *= unroll; first + unroll * threads <= count; first += unroll * all) {
            bool sound = true;
            if constexpr (Kernel::loads) {
                typename Kernel::loaded own[unroll];
                const usize at = first + thread_number();
#pragma unroll
                for (u32 turn = 0; turn < unroll; turn += 1) kernel.load(at + turn * threads, own[turn], failed);
#pragma unroll
                for (u32 turn = 0; turn < unroll; turn += 1) {
                    if (!kernel.lane(at + turn * threads, own[turn], failed)) sound = false;
                }
            }
            if (!sound) return;
        }
        // The block that has the lanes that are left, which no other one has.
        if (first >= count) return;
        for (usize at = first + thread_number(); at < count; at += threads) {
            if (!lane_of(kernel, at, failed)) return;
        }
        return;
    }
    for (usize at = first + thread_number(); at < count; at += all) {
        if (!lane_of(kernel, at, failed)) return;
    }
}

// A value, if there is one.
template <class Value> struct partial {
    Value value;
    bool some;
};

template <class Kernel>
INLINE void combine_into(const Kernel& kernel, partial<typename Kernel::value>& left, const partial<typename Kernel::value>& right) {
    if (!right.some) return;
    left.value = left.some ? kernel.combine(left.value, right.value) : right.value;
    left.some = true;
}

// The value of another thread of the warp, word by word.
template <class Value> INLINE Value from_thread(u32 members, const Value& value, u32 thread) {
    constexpr u32 count = (sizeof(Value) + 3) / 4;
    u32 words[count] = {};
    __builtin_memcpy(words, &value, sizeof(Value));
    for (u32 at = 0; at < count; at += 1) words[at] = word_of(members, words[at], thread);
    Value other;
    __builtin_memcpy(&other, words, sizeof(Value));
    return other;
}

// The values of all threads of a block, combined in the order of the threads; thread 0 has the
// result. Each warp combines its own, and then the first thread those of the warps.
template <class Kernel, int threads>
INLINE partial<typename Kernel::value> combined_in_block(const Kernel& kernel, partial<typename Kernel::value> own) {
    typedef partial<typename Kernel::value> Partial;
    __shared__ Partial shared[threads / 32];
    const u32 thread = thread_number();
    for (u32 distance = 1; distance < 32; distance *= 2) {
        const Partial other = from_thread(~0u, own, (thread + distance) % 32);
        if (thread % (2 * distance) == 0) combine_into(kernel, own, other);
    }
    if (thread % 32 == 0) {
        // The gaps between the components are read with them, in wider loads.
        for (u32 byte = 0; byte < sizeof(Partial); byte += 1) ((u8*)&shared[thread / 32])[byte] = 0;
        shared[thread / 32] = own;
    }
    wait_for_block();
    if (thread == 0) {
        for (u32 warp = 1; warp < threads / 32; warp += 1) combine_into(kernel, own, shared[warp]);
    }
    wait_for_block();
    return own;
}

// The number of lanes that a thread reduces before it asks if some value has decided the result of all.
static constexpr u32 lanes_between_questions = 16;

// A reduction: each block reduces lanes that follow each other, as many as the size alone says, and writes
// the value to `partials`. `reduce_partials` combines those, and writes the values to where the host looks
// for them. If values decide the result of all lanes, the flags behind those of the blocks say for which of
// them there is one.
template <class Kernel, int threads>
INLINE void reduce(const Kernel& kernel, usize count, usize lanes_of_block, partial<typename Kernel::value>* partials, failure* failed) {
    typedef partial<typename Kernel::value> Partial;
    const usize start = (usize)block_number() * lanes_of_block;
    const usize end = count - start < lanes_of_block ? count : start + lanes_of_block;
    Partial total = {};
    const bool begins = !has_failed(failed);
    bool sound = begins;
    if (Kernel::commutative) {
        volatile typename Kernel::value* const found = &partials[blocks_of_grid()].value;
        // Others may have decided before: the first lane asks, too.
        u32 lanes = lanes_between_questions - 1;
        usize at = start + thread_number();
        constexpr u32 unroll = Kernel::unroll_factor;
        for (; unroll > 1 && !Kernel::can_be_decided && sound && at + (unroll - 1) * threads < end; at += unroll * threads) {
            Partial own[unroll] = {};
#pragma unroll
            for (u32 turn = 0; turn < unroll; turn += 1) {
                own[turn].some = true;
                if (!kernel.lane(at + turn * threads, own[turn].value, failed)) sound = false;
            }
#pragma unroll
            for (u32 half = unroll / 2; half > 0; half /= 2) {
#pragma unroll
                for (u32 turn = 0; turn < half; turn += 1) combine_into(kernel, own[turn], own[turn + half]);
            }
            combine_into(kernel, total, own[0]);
        }
        for (; sound && at < end; at += threads) {
            Partial own = {};
            sound = kernel.lane(at, own.value, failed);
            own.some = sound;
            combine_into(kernel, total, own);
            if (!Kernel::can_be_decided) continue;
            lanes += 1;
            if (lanes % lanes_between_questions != 0) continue;
            if (kernel.is_decided(total.value, found)) break;
        }
        total = combined_in_block<Kernel, threads>(kernel, total);
    } else {
        for (usize first = start; first < end; first += threads) {
            const usize at = first + thread_number();
            Partial own = {};
            if (sound && at < end) {
                sound = kernel.lane(at, own.value, failed);
                own.some = sound;
            }
            combine_into(kernel, total, combined_in_block<Kernel, threads>(kernel, own));
        }
    }
    if (Kernel::defers && begins && !sound) fail(failed);
    if (thread_number() == 0) partials[block_number()] = total;
}

template <class Kernel, int threads>
INLINE void reduce_partials(const Kernel& kernel, usize count, const partial<typename Kernel::value>* partials, const typename Kernel::results& results) {
    typedef partial<typename Kernel::value> Partial;
    // Each thread has some that follow each other, so that all are combined in their order.
    const usize own = (count + threads - 1) / threads, first = own * thread_number();
    Partial total = {};
    for (usize at = first; at < first + own && at < count; at += 1) combine_into(kernel, total, partials[at]);
    total = combined_in_block<Kernel, threads>(kernel, total);
    if (thread_number() == 0 && total.some) results.store(total.value);
}
