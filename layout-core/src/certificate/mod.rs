//! A solution as a text that a checker accepts or refuses on its own: [`write()`] and [`check`].
//!
//! # The text
//! ```text
//! layout certificate 1
//! layout (8,64):(64,1)
//! space padding 0 orders false maps swizzles bytes 0
//! machine nvidia lanes 32 word 4
//! access (8,8):(1,8) element 2 width 16 times 1 banks 32 phases ff,ff00,ff0000,ff000000
//! answer (8,64):(64,1) swizzle Sw<3,3,3>
//! cost 1 place 100
//! refuse 0 0 0 0,1
//! ..
//! end 8f1c2c0d3b7a9e54
//! ```
//!
//! `bytes 0` is any number. After the phases, `joins 1,2` has the [`joins`](crate::memory::Served::joins) of the memory. A machine
//! of [`SHARED`](crate::memory::SHARED) has the banks and the phases of its rows there; another name proves nothing about banks.
//! A line for each candidate before the answer proves that it costs more, and, unless the cost is one wavefront for each phase, a
//! line for each candidate after it that it costs no less:
//!
//! | line | proof |
//! |---|---|
//! | `here` | the candidate is the answer |
//! | `refuse U V B T,T,..` | the instruction of value `V` in access `U` has `k` threads `T` of a phase with `k` words in bank `B` |
//! | `broken U` | the strides do not serve access `U` |
//! | `large` | the candidate needs more bytes |
//! | `rows R,R,..` | every linear map whose first bank rows are these, hexadecimal masks of address bits |
//!
//! Groups of threads of one candidate follow each other after `;`. The lines of a space of linear maps are the leaves of a walk
//! through rows in echelon form, a group of rows for each number of banks.
//!
//! # The rules
//! * A phase takes a wavefront at least, and `k` if `k` of its words are in one bank.
//! * `n` words whose differences the bank rows so far map to `2^r` values are in `2^(r + m)` banks at most after `m` more rows,
//!   because a row adds one bit. So one of the banks has `n / 2^(r + m)` of them, rounded up.
//!
//! The last line has a checksum (FNV-1a) of the text before it, so that a slip of a copy is told from a wrong proof.

mod check;
mod read;
mod write;

pub use check::{Claim, check};
pub use read::Unproven;
pub use write::write;

/// FNV-1a of 64 bits.
const fn checksum(text: &str, mut sum: u64) -> u64 {
    let (bytes, mut k) = (text.as_bytes(), 0);
    while k < bytes.len() {
        sum = (sum ^ bytes[k] as u64).wrapping_mul(0x0100_0000_01b3);
        k += 1;
    }
    sum
}

/// The checksum of nothing.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;
