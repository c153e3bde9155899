// Lanes that read across the order in which they lie. A block computes a tile of 32 × 32 lanes: it reads
// what they need in the order of memory, along the rows, and stores in theirs, along the columns.
template <class Kernel> INLINE void map_turned(const Kernel& kernel, failure* failed) {
    constexpr u32 edge = 32, lines = 8;
    // Values one above the other lie in different banks.
    __shared__ typename Kernel::turned_value values[edge][edge + 1];
    const usize rows = kernel.count_of_rows(), columns = kernel.count_of_columns();
    const usize tiles_across = (columns + edge - 1) / edge, tiles_down = (rows + edge - 1) / edge;
    const usize first_column = block_number() % tiles_across * edge, next = block_number() / tiles_across;
    const usize first_row = next % tiles_down * edge, batch = next / tiles_down;
    const u32 x = thread_number() % edge, y = thread_number() / edge;
    bool sound = !has_failed(failed);
    for (u32 line = y; line < edge; line += lines) {
        typename Kernel::turned_value value = {};
        const usize row = first_row + x, column = first_column + line;
        if (sound && row < rows && column < columns) sound = kernel.load_turned(batch, row, column, value, failed);
        values[x][line] = value;
    }
    wait_for_block();
    for (u32 line = y; line < edge; line += lines) {
        const usize row = first_row + line, column = first_column + x;
        if (sound && row < rows && column < columns) sound = kernel.give(kernel.number_of(batch, row, column), values[line][x], failed);
    }
}
