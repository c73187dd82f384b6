//! Large pages of memory for large tables.
#![allow(unsafe_code, reason = "the system call takes an address")]

/// Asks for large pages under this slice, where the system has them: a random look-up then seldom waits for the
/// address to be translated.
pub(crate) fn prefer_large<T>(slice: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let inner = &slice[slice.as_ptr().align_offset(PAGE).min(slice.len())..];
        let bytes = size_of_val(inner) / PAGE * PAGE;
        // SAFETY: this advice changes how the memory is mapped, never what is read from it.
        let _ = unsafe { madvise(inner.as_ptr().cast_mut().cast(), bytes, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slice;
}

/// The smallest page of any machine, in bytes; a refusal on one with larger pages changes nothing.
#[cfg(target_os = "linux")]
const PAGE: usize = 1 << 12;
