//! When memory runs out, the program ends with one line. The standard library would abort, and a panic that needs
//! memory for its backtrace may never end.
#![allow(unsafe_code, reason = "an allocator promises what the compiler cannot check")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Arguments;
use std::io::{self, Write};

thread_local! {
    /// True while this thread asks for memory that it can do without.
    static IS_ATTEMPT: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function that copes with a failed allocation.
pub(crate) fn attempt<T>(ask: impl FnOnce() -> T) -> T {
    IS_ATTEMPT.set(true);
    let result = ask();
    IS_ATTEMPT.set(false);
    result
}

/// Ends the program with exit code 1 and this line on standard error. It allocates nothing.
pub(crate) fn end(why: Arguments<'_>) -> ! {
    let mut line = [0; 256];
    let mut rest = &mut line[..];
    // A longer line is cut off.
    let _ = writeln!(rest, "rival: {why}");
    let unused = rest.len();
    let _ = io::stderr().write_all(&line[..line.len() - unused]);
    std::process::exit(1);
}

/// The system's allocator. A failed allocation ends the program.
#[derive(Debug, Clone, Copy)]
pub struct Allocator;

// SAFETY: every call and its result are passed on unchanged to and from the system's allocator.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the system's allocator requires what the caller guarantees.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the system's allocator requires what the caller guarantees.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, given: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the system's allocator requires what the caller guarantees.
        checked(unsafe { System.realloc(given, layout, size) }, size)
    }

    unsafe fn dealloc(&self, given: *mut u8, layout: Layout) {
        // SAFETY: the system's allocator requires what the caller guarantees.
        unsafe { System.dealloc(given, layout) }
    }
}

#[inline]
fn checked(given: *mut u8, size: usize) -> *mut u8 {
    if given.is_null() && !IS_ATTEMPT.get() {
        refuse(size);
    }
    given
}

#[cold]
fn refuse(size: usize) -> ! {
    end(format_args!("memory: no room for {size} more bytes: use fewer threads or a smaller hash table"))
}
