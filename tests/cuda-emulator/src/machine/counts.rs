//! The costs of a launch on hardware, in numbers that do not depend on the machine.

/// Counts of one launch, or of all.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Launches.
    pub launches: u64,
    /// Instructions, counted once per active lane.
    pub lane_instructions: u64,
    /// Instructions, counted once per warp.
    pub warp_instructions: u64,
    /// 32-byte sectors of global memory that warps touched, summed over their accesses.
    pub global_transactions: u64,
    /// The number of these that were touched by stores and atomic operations.
    pub global_transactions_written: u64,
    /// Bytes of global memory that lanes read and wrote.
    pub global_bytes: u64,
    /// Times that an access to shared memory had to be repeated because lanes shared a bank.
    pub shared_bank_conflicts: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.launches += other.launches;
        self.lane_instructions += other.lane_instructions;
        self.warp_instructions += other.warp_instructions;
        self.global_transactions += other.global_transactions;
        self.global_transactions_written += other.global_transactions_written;
        self.global_bytes += other.global_bytes;
        self.shared_bank_conflicts += other.shared_bank_conflicts;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { launches, lane_instructions, warp_instructions, .. } = self;
        let Self { global_transactions, global_transactions_written, .. } = self;
        let Self { global_bytes, shared_bank_conflicts, .. } = self;
        write!(
            f,
            "{launches} launches, {lane_instructions} lane instructions, {warp_instructions} warp \
             instructions, {global_transactions} global transactions \
             ({global_transactions_written} written), {global_bytes} global bytes, \
             {shared_bank_conflicts} shared bank conflicts"
        )
    }
}
