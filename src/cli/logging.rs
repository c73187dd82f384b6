//! The log on standard error, silent by default.

use std::env;

use env_logger::{Builder, Target};
use log::LevelFilter;

/// Starts the log that `RUST_LOG` requests. Unreadable parts of its value are reported and ignored.
pub(super) fn start() {
    let Ok(text) = env::var("RUST_LOG") else { return };
    let mut builder = Builder::new();
    builder.target(Target::Stderr).filter_level(LevelFilter::Off).parse_filters(&text);
    // A log may contain text of other programs, so control characters are escaped.
    builder.format(|out, record| {
        use std::io::Write;
        let line = format!("{:<5} {}: {}", record.level(), record.target(), record.args());
        writeln!(out, "{}", crate::record::text::printable(&line.replace('\n', " ")))
    });
    builder.init();
}
