// Running combinations of the elements of a row, by the threads of a team. `early` gives the value of an
// element that is combined, `late` gets the combination before it and with it; both say whether all is well.
// Combinations are always made in the same order, whatever is combined.

// Combines the value of a thread of a warp, or of a part of it, with the values of the threads below it.
template <class Team, class ScanState, class Continued> INLINE ScanState up_to_thread(ScanState own, const Continued& continued) {
    const u32 thread = Team::number();
    for (u32 distance = 1; distance < Team::size; distance *= 2) {
        const ScanState other = Team::from(own, (thread - distance) % Team::size);
        if (thread >= distance) own = continued(other, own);
    }
    return own;
}

// The elements of a part of a row. The carried value is that of the last element then.
template <class ScanState, class Early, class Continued, class Late>
INLINE bool scan_part(const alone&, usize first, usize end, ScanState& carried, const Early& early, const Continued& continued, const Late& late) {
    for (usize at = first; at < end; at += 1) {
        ScanState own = {};
        if (!early(at, own)) return false;
        own = continued(carried, own);
        if (!late(at, carried, own)) return false;
        carried = own;
    }
    return true;
}

template <u32 threads, class ScanState, class Early, class Continued, class Late>
INLINE bool scan_part(const part_of_warp<threads>& team, usize first, usize end, ScanState& carried, const Early& early, const Continued& continued, const Late& late) {
    const u32 thread = team.number();
    bool sound = true;
    for (usize start = first; start < end; start += threads) {
        const usize at = start + thread;
        ScanState own = {};
        if (at < end) sound = early(at, own) && sound;
        own = continued(carried, up_to_thread<part_of_warp<threads>>(own, continued));
        ScanState before = team.from(own, (thread - 1) % threads);
        if (thread == 0) before = carried;
        if (at < end && sound) sound = late(at, before, own);
        carried = team.from(own, end - start < threads ? (u32)(end - start) - 1 : threads - 1);
    }
    return sound;
}

template <u32 threads, class ScanState, class Early, class Continued, class Late>
INLINE bool scan_part(const block<threads>&, usize first, usize end, ScanState& carried, const Early& early, const Continued& continued, const Late& late) {
    __shared__ ScanState totals[threads / 32];
    const u32 thread = warp::number(), own_warp = thread_number() / 32;
    bool sound = true;
    for (usize start = first; start < end; start += threads) {
        const u32 count = end - start < threads ? (u32)(end - start) : threads;
        const usize at = start + thread_number();
        ScanState own = {};
        if (at < end) sound = early(at, own) && sound;
        own = up_to_thread<warp>(own, continued);
        ScanState before = warp::from(own, (thread - 1) % 32);
        // Threads that are still reading the totals before have to have read them.
        wait_for_block();
        if (at < end && (thread == 31 || thread_number() == count - 1)) totals[own_warp] = own;
        wait_for_block();
        ScanState of_warp = carried;
        for (u32 other = 0; other * 32 < count; other += 1) {
            if (other == own_warp) of_warp = carried;
            carried = continued(carried, totals[other]);
        }
        own = continued(of_warp, own);
        before = thread == 0 ? of_warp : continued(of_warp, before);
        if (at < end && sound) sound = late(at, before, own);
    }
    return sound;
}

// Sums up the row before the elements of a block, if several blocks compute the row.
template <class Team, class ScanState, class Early, class Continued>
INLINE bool sum_up(const Team&, usize, const ScanState&, const Early&, const Continued&) { return true; }

template <u32 threads, class ScanState, class Early, class Continued>
INLINE bool sum_up(const share<threads>& team, usize count, const ScanState&, const Early& early, const Continued& continued) {
    if (!team.works() || team.own >= count) return true;
    const usize first = team.first_of(count, team.own), end = team.first_of(count, team.own + 1);
    ScanState total = {};
    bool sound = early(first, total);
    const auto nothing = [](usize, const ScanState&, const ScanState&) { return true; };
    sound = scan_part(block<threads>(), first + 1, end, total, early, continued, nothing) && sound;
    if (thread_number() == 0) *(ScanState*)(team.room + team.offset + team.own * team.bytes) = total;
    return team.agree(sound);
}

// The elements of a row. Returns true if all is well.
template <class Team, class ScanState, class Early, class Continued, class Late>
INLINE bool scan_row(const Team& team, usize count, ScanState& carried, const Early& early, const Continued& continued, const Late& late) {
    return team.agree(scan_part(team, 0, count, carried, early, continued, late));
}

template <u32 threads, class ScanState, class Early, class Continued, class Late>
INLINE bool scan_row(const share<threads>& team, usize count, ScanState& carried, const Early& early, const Continued& continued, const Late& late) {
    const u8* const totals = team.room + team.offset;
    team.offset += (sizeof(ScanState) + 15) / 16 * 16;
    if (!team.works()) return true;
    for (u32 part = 0; part < team.own && part < count; part += 1) {
        carried = continued(carried, *(const ScanState*)(totals + part * team.bytes));
    }
    const usize first = team.first_of(count, team.own), end = team.first_of(count, team.own + 1);
    return team.agree(scan_part(block<threads>(), first, end, carried, early, continued, late));
}
