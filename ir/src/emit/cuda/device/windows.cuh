// Lanes that read around their own place. A block computes a tile of 32 × 32 lanes: it reads the tile and
// as much around it as lanes reach once, along the rows, and lanes find their neighbours in shared memory.
template <class Kernel> INLINE void map_with_windows(const Kernel& kernel, failure* failed) {
    constexpr u32 edge = 32, lines = 8, threads = edge * lines;
    constexpr i32 reach_down = Kernel::reach_down, reach_across = Kernel::reach_across;
    constexpr u32 across = edge + 2 * reach_across, down = edge + 2 * reach_down;
    __shared__ typename Kernel::window values[down * across];
    const usize rows = kernel.count_of_rows(), columns = kernel.count_of_columns();
    const usize tiles_across = (columns + edge - 1) / edge, tiles_down = (rows + edge - 1) / edge;
    const usize first_column = block_number() % tiles_across * edge, next = block_number() / tiles_across;
    const usize first_row = next % tiles_down * edge, batch = next / tiles_down;
    bool sound = !has_failed(failed);
    for (u32 place = thread_number(); place < down * across; place += threads) {
        const i32 by_rows = (i32)(place / across) - reach_down, by_columns = (i32)(place % across) - reach_across;
        const bool needed = (isize)first_row + by_rows < (isize)rows + reach_down
            && (isize)first_column + by_columns < (isize)columns + reach_across;
        typename Kernel::window value = {};
        if (sound && needed) {
            const usize row = kernel.window_row(first_row, by_rows), column = kernel.window_column(first_column, by_columns);
            sound = kernel.load_window(batch, row, column, value, failed);
        }
        values[place] = value;
    }
    wait_for_block();
    const u32 x = thread_number() % edge, y = thread_number() / edge;
    for (u32 line = y; line < edge; line += lines) {
        const usize row = first_row + line, column = first_column + x;
        const typename Kernel::window* center = &values[(line + reach_down) * across + x + reach_across];
        if (sound && row < rows && column < columns) sound = kernel.give(kernel.number_of(batch, row, column), center, failed);
    }
}
