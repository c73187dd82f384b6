//! The `rival` binary: see [`rival::cli`].

/// When memory runs out, this allocator ends the program with a line.
#[global_allocator]
static ALLOCATOR: rival::machine::memory::Allocator = rival::machine::memory::Allocator;

fn main() -> std::process::ExitCode {
    rival::cli::run()
}
