// How the lanes of a kernel work together. A kernel is a struct with what a lane needs: `lane`
// computes the lane with a number and says whether it succeeded.

// Whether a kernel has failed. Later ones do nothing then; the host looks when it waits for the
// device anyway, and has the CPU find out what was wrong. Beside it the heap of the kernel's lanes,
// whose end they reach first if it is too small. The runtime lays all of this out the same way.
struct failure {
    u32 word;
    u32 unused;
    usize heap_used;
    usize heap_size;
    u8* heap;
};
static constexpr u32 check_failed = 1, heap_too_small = 2;

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

// Every lane by itself.
template <class Kernel> INLINE void map(const Kernel& kernel, usize count, failure* failed) {
    if (has_failed(failed)) return;
    const usize step = (usize)blocks_of_grid() * threads_of_block();
    for (usize at = (usize)block_number() * threads_of_block() + thread_number(); at < count; at += step) {
        if (!kernel.lane(at, failed)) return;
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

// The values of all threads of a block, combined in the order of the threads; thread 0 has the
// result.
template <class Kernel, int threads>
INLINE partial<typename Kernel::value> combined_in_block(const Kernel& kernel, partial<typename Kernel::value> own) {
    __shared__ partial<typename Kernel::value> shared[threads];
    const int thread = thread_number();
    // What lies between the components is read with them, in wider loads.
    for (unsigned byte = 0; byte < sizeof(shared[0]); byte += 1) ((u8*)&shared[thread])[byte] = 0;
    shared[thread] = own;
    wait_for_block();
    for (int distance = 1; distance < threads; distance *= 2) {
        if (thread % (2 * distance) == 0) combine_into(kernel, shared[thread], shared[thread + distance]);
        wait_for_block();
    }
    own = shared[0];
    wait_for_block();
    return own;
}

// How many lanes a thread reduces before it asks whether some value has decided what all give.
static constexpr u32 lanes_between_questions = 16;

// A reduction: each block reduces lanes that follow each other, as many as the size alone says, and
// writes what they give to `partials`. `reduce_partials` combines those, and writes the values to
// where the host looks for them. If values decide what all give, the flags behind those of the blocks
// say for which of them there is one.
template <class Kernel, int threads>
INLINE void reduce(const Kernel& kernel, usize count, usize lanes_of_block, partial<typename Kernel::value>* partials, failure* failed) {
    typedef partial<typename Kernel::value> Partial;
    const usize start = (usize)block_number() * lanes_of_block;
    const usize end = count - start < lanes_of_block ? count : start + lanes_of_block;
    Partial total = {};
    bool sound = !has_failed(failed);
    if (Kernel::commutative) {
        volatile typename Kernel::value* const found = &partials[blocks_of_grid()].value;
        // Others may have decided before: the first lane asks, too.
        u32 lanes = lanes_between_questions - 1;
        for (usize at = start + thread_number(); sound && at < end; at += threads) {
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
    if (thread_number() == 0) partials[block_number()] = total;
}

template <class Kernel, int threads>
INLINE void reduce_partials(const Kernel& kernel, usize count, const partial<typename Kernel::value>* partials, const typename Kernel::results& results) {
    typedef partial<typename Kernel::value> Partial;
    Partial total = {};
    for (usize first = 0; first < count; first += threads) {
        const usize at = first + thread_number();
        Partial own = {};
        if (at < count) own = partials[at];
        combine_into(kernel, total, combined_in_block<Kernel, threads>(kernel, own));
    }
    if (thread_number() == 0 && total.some) results.store(total.value);
}
