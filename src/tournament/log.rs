//! The logs of traffic, a file for each engine.

use std::fs::{File, create_dir_all};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::Error;
use super::config::Config;
use crate::machine::regular::append;

/// The size in bytes at which an engine's log stops.
const MOST: u64 = 256 << 20;

/// The logs of all engines. A game is written in one step, so that concurrent games do not mix.
#[derive(Debug)]
pub(super) struct Logs {
    engines: Vec<Option<Log>>,
}

#[derive(Debug)]
struct Log {
    path: PathBuf,
    errors: PathBuf,
    file: Mutex<(File, u64)>,
}

impl Log {
    fn open(folder: &Path, name: &str) -> Result<Log, Error> {
        create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        let path = folder.join(format!("{name}.log"));
        let opened = append(&path).and_then(|file| Ok((file.metadata()?.len(), file)));
        let (size, file) = opened.map_err(|error| Error::file(&path, error))?;
        let errors = folder.join(format!("{name}.stderr"));
        Ok(Log { path, errors, file: Mutex::new((file, size)) })
    }
}

impl Logs {
    /// Opens `NAME.log` for each engine with a log. The folder is created if needed.
    ///
    /// # Errors
    ///
    /// A file or the folder cannot be written.
    pub(super) fn open(folder: &Path, config: &Config) -> Result<Logs, Error> {
        let mut engines = Vec::new();
        for engine in &config.engines {
            let is_wanted = config.log && engine.log;
            engines.push(if is_wanted { Some(Log::open(folder, &engine.name)?) } else { None });
        }
        Ok(Logs { engines })
    }

    /// Logs that write nothing.
    #[must_use]
    pub(super) fn none(config: &Config) -> Logs {
        Logs { engines: config.engines.iter().map(|_| None).collect() }
    }

    #[must_use]
    pub(super) fn wanted(&self, engine: usize) -> bool {
        self.engines[engine].is_some()
    }

    /// The file for the engine's standard error.
    #[must_use]
    pub(super) fn errors(&self, engine: usize) -> Option<PathBuf> {
        self.engines[engine].as_ref().map(|log| log.errors.clone())
    }

    /// Appends the traffic of one game.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn add(&self, engine: usize, title: &str, traffic: &str) -> io::Result<()> {
        let Some(log) = &self.engines[engine] else { return Ok(()) };
        let mut guard = log.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (file, size) = &mut *guard;
        if *size < MOST && !traffic.is_empty() {
            let text = format!("== {title}\n{traffic}");
            *size += text.len() as u64;
            file.write_all(text.as_bytes())
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", log.path.display())))?;
        }
        Ok(())
    }
}
