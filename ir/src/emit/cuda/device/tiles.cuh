// Nests of rows and columns whose results are reductions, of elements that are made from values of the row
// and values of the column: products of matrices. A block computes a tile of results, each thread side × side
// of them in registers. The values that the elements of a tile are made from come through shared memory,
// `depth` elements at a time, the next ones while the present ones are computed; so a value that is loaded
// serves a whole row or column of the tile.
//
// An accumulator takes in its elements in their order, whatever the tile: its bits are those of
// one thread.

template <class Kernel, int side, int depth>
INLINE void tiled(const Kernel& kernel, failure* failed) {
    typedef typename Kernel::from_row Row;
    typedef typename Kernel::from_column Column;
    // Threads along an edge of the tile, and how many values of each edge a thread loads.
    constexpr u32 across = accel_abi::threads_along_tile, tile = across * side, share = tile * depth / (across * across);
    // Values of neighbouring elements lie in different banks.
    constexpr u32 pad = 4;
    alignas(16) __shared__ Row of_rows[2][depth][tile + pad];
    alignas(16) __shared__ Column of_columns[2][depth][tile + pad];
    const usize rows = kernel.count_of_rows(), columns = kernel.count_of_columns(), length = kernel.count_of_elements();
    const usize tiles_across = (columns + tile - 1) / tile, tiles_down = (rows + tile - 1) / tile;
    const usize first_column = block_number() % tiles_across * tile, next = block_number() / tiles_across;
    const usize first_row = next % tiles_down * tile, batch = next / tiles_down;
    const u32 thread = thread_number(), x = thread % across, y = thread / across;
    bool sound = !has_failed(failed);

    // The values that this thread loads: neighbouring threads load neighbours in memory.
    Row own_rows[share];
    Column own_columns[share];
    const auto element_of = [&](u32 part, bool along_length) {
        const u32 number = part * across * across + thread;
        return along_length ? number % depth : number / tile;
    };
    const auto line_of = [&](u32 part, bool along_length) {
        const u32 number = part * across * across + thread;
        return along_length ? number / depth : number % tile;
    };
    const auto load = [&](usize first) {
#pragma unroll
        for (u32 part = 0; part < share; part += 1) {
            const usize at = first + element_of(part, Kernel::row_along_length);
            const usize row = first_row + line_of(part, Kernel::row_along_length);
            own_rows[part] = {};
            if (sound && at < length && row < rows) sound = kernel.load_row(batch, row, at, own_rows[part], failed);
        }
#pragma unroll
        for (u32 part = 0; part < share; part += 1) {
            const usize at = first + element_of(part, Kernel::column_along_length);
            const usize column = first_column + line_of(part, Kernel::column_along_length);
            own_columns[part] = {};
            if (sound && at < length && column < columns) sound = kernel.load_column(batch, column, at, own_columns[part], failed);
        }
    };
    const auto put = [&](u32 half) {
#pragma unroll
        for (u32 part = 0; part < share; part += 1) {
            of_rows[half][element_of(part, Kernel::row_along_length)][line_of(part, Kernel::row_along_length)] = own_rows[part];
            of_columns[half][element_of(part, Kernel::column_along_length)][line_of(part, Kernel::column_along_length)] = own_columns[part];
        }
    };

    typename Kernel::accumulated totals[side][side];
    // Results lie side by side along the row, for threads side by side.
    const auto each_result = [&](const auto& result) {
#pragma unroll
        for (u32 down = 0; down < side; down += 1) {
#pragma unroll
            for (u32 along = 0; along < side; along += 1) {
                const usize row = first_row + y * side + down, column = first_column + along * across + x;
                result(row, column, totals[down][along]);
            }
        }
    };
    each_result([&](usize row, usize column, typename Kernel::accumulated& total) {
        total = {};
        if (sound && row < rows && column < columns) sound = kernel.begin(kernel.number_of(batch, row, column), total, failed);
    });
    const auto take_in = [&](u32 half, u32 at, usize element) {
        Row left[side];
        Column right[side];
#pragma unroll
        for (u32 down = 0; down < side; down += 1) left[down] = of_rows[half][at][y * side + down];
#pragma unroll
        for (u32 along = 0; along < side; along += 1) right[along] = of_columns[half][at][along * across + x];
#pragma unroll
        for (u32 down = 0; down < side; down += 1) {
#pragma unroll
            for (u32 along = 0; along < side; along += 1) {
                const usize row = first_row + y * side + down, column = first_column + along * across + x;
                kernel.take_in(batch, row, column, element, left[down], right[along], totals[down][along]);
            }
        }
    };

    load(0);
    put(0);
    wait_for_block();
    u32 half = 0;
    for (usize first = 0; first < length; first += depth) {
        if (first + depth < length) load(first + depth);
        if (first + depth <= length) {
#pragma unroll
            for (u32 at = 0; at < depth; at += 1) take_in(half, at, first + at);
        } else {
            for (u32 at = 0; at < (u32)(length - first); at += 1) take_in(half, at, first + at);
        }
        half = 1 - half;
        if (first + depth < length) put(half);
        wait_for_block();
    }
    each_result([&](usize row, usize column, typename Kernel::accumulated& total) {
        if (sound && row < rows && column < columns) sound = kernel.give(kernel.number_of(batch, row, column), total, failed);
    });
}
