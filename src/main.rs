//! The `rival` binary: see [`rival::cli`].

fn main() -> std::process::ExitCode {
    rival::cli::run()
}
