// Lanes that read across the order in which they lie. A block computes a tile of lanes, some squares of 32 ×
// 32 side by side: it reads the elements that they need in the order of memory, along the rows, and stores in
// theirs, along the columns.
template <u32 squares, class Kernel> INLINE void map_transposed(const Kernel& kernel, failure* failed) {
    constexpr u32 edge = accel_abi::square, lines = 8, width = edge * squares;
    // Values one above the other lie in different banks.
    __shared__ typename Kernel::transposed_value values[edge][width + 1];
    const usize rows = kernel.count_of_rows(), columns = kernel.count_of_columns();
    const u32 tiles_across = (u32)((columns + width - 1) / width), tiles_down = (u32)((rows + edge - 1) / edge);
    const u32 next = block_number() / tiles_across, batch = next / tiles_down;
    const usize first_column = (usize)(block_number() % tiles_across) * width, first_row = (usize)(next % tiles_down) * edge;
    const u32 x = thread_number() % edge, y = thread_number() / edge;
    bool sound = !has_failed(failed);
    // The lines of a thread, which do not wait for each other.
    typename Kernel::transposed_value own[width / lines] = {};
    if (sound && first_row + edge <= rows && first_column + width <= columns) {
#pragma unroll
        for (u32 turn = 0; turn < width / lines; turn += 1) {
            if (!kernel.load_transposed(batch, first_row + x, first_column + y + turn * lines, own[turn], failed)) sound = false;
        }
    } else {
#pragma unroll
        for (u32 turn = 0; turn < width / lines; turn += 1) {
            const usize row = first_row + x, column = first_column + y + turn * lines;
            if (sound && row < rows && column < columns) sound = kernel.load_transposed(batch, row, column, own[turn], failed);
        }
    }
#pragma unroll
    for (u32 turn = 0; turn < width / lines; turn += 1) values[x][y + turn * lines] = own[turn];
    wait_for_block();
    for (u32 line = y; line < edge; line += lines) {
        for (u32 along = x; along < width; along += edge) {
            const usize row = first_row + line, column = first_column + along;
            if (sound && row < rows && column < columns) sound = kernel.give(kernel.number_of(batch, row, column), values[line][along], failed);
        }
    }
}
