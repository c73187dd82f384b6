//! Standard input that ends together with standard output: a client that no longer reads answers has left, even if it
//! keeps the input open.

use std::io::Read;

/// Unbuffered standard input for [`super::gtp::serve`] and [`super::nboard::serve`], which write to standard output.
///
/// # Errors
///
/// Standard input is not usable.
#[cfg(unix)]
pub fn standard_input() -> std::io::Result<impl Read + Send + 'static> {
    use std::os::fd::AsFd;
    let input = std::fs::File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let output = std::fs::File::from(std::io::stdout().as_fd().try_clone_to_owned()?);
    Ok(unix::Client { input, output })
}

/// Standard input. On this system a missing reader of standard output is noticed only at a write.
///
/// # Errors
///
/// None.
#[cfg(not(unix))]
pub fn standard_input() -> std::io::Result<impl Read + Send + 'static> {
    Ok(std::io::stdin())
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::{self, Read};

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    pub(super) struct Client {
        pub(super) input: File,
        pub(super) output: File,
    }

    impl Client {
        /// Waits for input; false if the reader of the output has left.
        fn is_there(&self) -> bool {
            loop {
                let mut fds = [PollFd::new(&self.input, PollFlags::IN), PollFd::new(&self.output, PollFlags::empty())];
                match poll(&mut fds, None) {
                    Err(Errno::INTR) => {}
                    // The system cannot wait for this kind of input, so the read itself waits.
                    Err(_) => return true,
                    Ok(_) if !fds[0].revents().is_empty() => return true,
                    Ok(_) => return !fds[1].revents().intersects(PollFlags::ERR | PollFlags::HUP),
                }
            }
        }
    }

    impl Read for Client {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.is_there() { self.input.read(buffer) } else { Ok(0) }
        }
    }
}
