//! The module that a worker of the page loads: four functions for the worker, three that it brings.
//!
//! Texts and bytes lie in the module's memory. The worker asks for room with `room`, writes there, and hands it in with
//! `hear`; `post` tells it where to read.

use std::time::Duration;

use rival::machine::clock;
use rival::serve::browser;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since 1970.
    fn now() -> f64;
    fn random(to: *mut u8, length: usize);
    /// Sends a message of the desk, with the bytes beside it.
    fn post(text: *const u8, length: usize, bytes: *const u8, count: usize);
    /// Reports an error before the module ends.
    fn fail(text: *const u8, length: usize);
}

/// The worker starts the module by calling [`begin`].
fn main() {}

/// Starts the desk. It is called once.
#[unsafe(no_mangle)]
extern "C" fn begin() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the text lives until the function returns.
        unsafe { fail(text.as_ptr(), text.len()) };
    }));
    // SAFETY: it only reads a clock.
    clock::set(|| Duration::from_secs_f64(unsafe { now() } / 1000.0));
    browser::begin(|text, bytes| {
        // SAFETY: both texts live until the function returns.
        unsafe { post(text.as_ptr(), text.len(), bytes.as_ptr(), bytes.len()) };
    });
}

/// Allocates this many bytes, which are passed back to [`hear`].
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Handles a message in two pieces of [`room`]. Returns the milliseconds until the next turn, or -1.
#[unsafe(no_mangle)]
extern "C" fn hear(text: *mut u8, length: usize, bytes: *mut u8, count: usize) -> f64 {
    let take = |from: *mut u8, length: usize| {
        // SAFETY: the worker passes back a pointer from `room` once, with its length.
        unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(from, length)) }.into_vec()
    };
    let (text, bytes) = (take(text, length), take(bytes, count));
    let text = String::from_utf8(text).expect("the worker encodes texts");
    browser::hear(&text, bytes).unwrap_or_else(|error| panic!("{error}: {text}")).unwrap_or(-1.0)
}

/// The source of random numbers. getrandom calls it by this name.
#[unsafe(no_mangle)]
extern "Rust" fn __getrandom_v03_custom(to: *mut u8, length: usize) -> Result<(), getrandom::Error> {
    // SAFETY: getrandom provides room for this many bytes.
    unsafe { random(to, length) };
    Ok(())
}
