//! Tables, pictures and pages.

#[cfg(unix)]
pub mod tournament;
