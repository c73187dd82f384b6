//! The page as whole runs of the binary: access, storage, failures.

mod client;
mod doors;
mod faults;
mod hostile;
mod serving;
mod values;
