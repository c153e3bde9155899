// Lanes that read around their own place. A block computes a tile of lanes, some squares of 32 × 32 side by side:
// it reads the tile and as much around it as lanes reach once, along the rows, and lanes find their neighbours in
// shared memory.
template <u32 squares, class Kernel> INLINE void map_stencil(const Kernel& kernel, failure* failed) {
    constexpr u32 edge = accel_abi::square, lines = 8, threads = edge * lines, width = edge * squares;
    constexpr i32 reach_down = Kernel::reach_down, reach_across = Kernel::reach_across;
    constexpr u32 across = width + 2 * reach_across, down = edge + 2 * reach_down;
    __shared__ typename Kernel::window values[down * across];
    const usize rows = kernel.count_of_rows(), columns = kernel.count_of_columns();
    const u32 tiles_across = (u32)((columns + width - 1) / width), tiles_down = (u32)((rows + edge - 1) / edge);
    const u32 next = block_number() / tiles_across, batch = next / tiles_down;
    const usize first_column = (usize)(block_number() % tiles_across) * width, first_row = (usize)(next % tiles_down) * edge;
    bool sound = !has_failed(failed);
    const u32 x = thread_number() % edge, y = thread_number() / edge;
    // The elements that a thread reads, at some places along some lines; no read waits for another. Threads
    // that have none left read the last ones again; beyond the reach of lanes they read the elements of the
    // first one.
    constexpr u32 own_lines = (down + lines - 1) / lines, own_places = (across + edge - 1) / edge;
    typename Kernel::window own[own_lines][own_places] = {};
    const auto line_of = [&](u32 turn) { const u32 line = y + turn * lines; return line < down ? line : down - 1; };
    const auto place_of = [&](u32 turn) { const u32 place = x + turn * edge; return place < across ? place : across - 1; };
    if (sound) {
#pragma unroll
        for (u32 down_turn = 0; down_turn < own_lines; down_turn += 1) {
            const i32 by_rows = (i32)line_of(down_turn) - reach_down;
            const bool has_row = (isize)first_row + by_rows < (isize)rows + reach_down;
            const usize row = kernel.window_row(first_row, has_row ? by_rows : 0);
#pragma unroll
            for (u32 turn = 0; turn < own_places; turn += 1) {
                const i32 by_columns = (i32)place_of(turn) - reach_across;
                const bool has_column = (isize)first_column + by_columns < (isize)columns + reach_across;
                const usize column = kernel.window_column(first_column, has_column ? by_columns : 0);
                if (!kernel.load_window(batch, row, column, own[down_turn][turn], failed)) sound = false;
            }
        }
    }
#pragma unroll
    for (u32 down_turn = 0; down_turn < own_lines; down_turn += 1) {
#pragma unroll
        for (u32 turn = 0; turn < own_places; turn += 1) {
            const u32 line = y + down_turn * lines, place = x + turn * edge;
            if (line < down && place < across) values[line * across + place] = own[down_turn][turn];
        }
    }
    wait_for_block();
    for (u32 line = y; line < edge; line += lines) {
        for (u32 along = x; along < width; along += edge) {
            const usize row = first_row + line, column = first_column + along;
            const typename Kernel::window* center = &values[(line + reach_down) * across + along + reach_across];
            if (sound && row < rows && column < columns) sound = kernel.give(kernel.number_of(batch, row, column), center, failed);
        }
    }
}
