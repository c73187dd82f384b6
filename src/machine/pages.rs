//! Large pages of memory for large tables.
#![allow(unsafe_code, reason = "the system call takes an address")]

/// Requests large pages for this slice if the system has them, so that random look-ups seldom wait for address
/// translation.
pub(crate) fn prefer_large<T>(slice: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let inner = &slice[slice.as_ptr().align_offset(PAGE).min(slice.len())..];
        let bytes = size_of_val(inner) / PAGE * PAGE;
        // SAFETY: this advice changes how the memory is mapped, but not its contents.
        let _ = unsafe { madvise(inner.as_ptr().cast_mut().cast(), bytes, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slice;
}

/// The smallest page size of any machine, in bytes. On machines with larger pages the system may refuse, which changes
/// nothing.
#[cfg(target_os = "linux")]
const PAGE: usize = 1 << 12;
