//! Legal moves and flips, one file an instruction set with the same function names.
//!
//! The set is chosen at compile time from the target's features, so calls have no overhead, and `cargo build --release`
//! on a machine gives its fastest code. [`portable`] is always there: it runs on any CPU and is the oracle of the
//! others.
//!
//! `unsafe` is allowed here, in `machine/pages.rs` and in `machine/memory.rs` (`tests/library/architecture` checks
//! this).

pub mod lanes;
pub mod lanes_portable;
mod last;
pub mod portable;
mod prefetch;
mod rows;
mod sum;

pub use last::{LastFlips, last_flips, last_flips_portable};
pub use prefetch::prefetch;
pub use rows::{
    BITS, OTHERS, PackedRow, RowSums, WIDTH, add_rows, add_rows_portable, weigh_squares, weigh_squares_portable,
};
pub use sum::{GROUP, LANES, sum, sum_portable};

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
pub mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub mod lanes_avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bitalg"))]
pub mod lanes_avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod rays;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod vector;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512cd", target_feature = "avx512vl"))
))]
pub use avx2::{flips, moves};
#[cfg(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl"))]
pub use avx512::{flips, moves};
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use portable::{flips, moves};

/// The instruction set that this build uses: `avx512`, `avx2` or `portable`.
pub const NAME: &str = if cfg!(all(target_arch = "x86_64", target_feature = "avx512cd", target_feature = "avx512vl")) {
    "avx512"
} else if cfg!(all(target_arch = "x86_64", target_feature = "avx2")) {
    "avx2"
} else {
    "portable"
};

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(all(target_feature = "avx512f", target_feature = "avx512bitalg"))
))]
pub use lanes_avx2::step;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512bitalg"))]
pub use lanes_avx512::step;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub use lanes_portable::step;
