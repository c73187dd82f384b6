//! The log on standard error, silent by default.

use std::env;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use env_logger::{Builder, Target};
use log::LevelFilter;

/// What every command takes.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Args {
    /// Log events and their reasons to stderr (RUST_LOG sets it by module).
    #[arg(long, value_name = "LEVEL", value_parser = level(), ignore_case = true, global = true, help_heading = "Log")]
    log_level: Option<LevelFilter>,
}

fn level() -> impl TypedValueParser<Value = LevelFilter> {
    let words = ["off", "error", "warn", "info", "debug", "trace"];
    PossibleValuesParser::new(words).map(|word| word.parse().expect("it is one of the words"))
}

/// Starts the log. `--log-level` takes precedence over `RUST_LOG`; unreadable parts of `RUST_LOG` are named and
/// ignored.
pub(super) fn start(args: &Args) {
    let mut builder = Builder::new();
    builder.target(Target::Stderr).filter_level(LevelFilter::Off);
    match (args.log_level, env::var("RUST_LOG")) {
        // Libraries log from `debug` on.
        (Some(level), _) => {
            builder.filter_level(level.min(LevelFilter::Warn)).filter_module("rival", level);
        }
        (None, Ok(text)) => {
            builder.parse_filters(&text);
        }
        (None, Err(_)) => return,
    }
    // A log may contain foreign text: no line of it controls a terminal.
    builder.format(|out, record| {
        use std::io::Write;
        let line = format!("{:<5} {}: {}", record.level(), record.target(), record.args());
        writeln!(out, "{}", crate::record::text::printable(&line.replace('\n', " ")))
    });
    builder.init();
}
