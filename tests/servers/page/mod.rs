//! The page as whole runs of the binary: who is served, what is kept, what happens when something goes wrong.

mod client;
mod doors;
mod faults;
mod hostile;
mod serving;
