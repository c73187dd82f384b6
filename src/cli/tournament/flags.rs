//! The arguments of `rival tournament`.

use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::machine::regular::regular;
use crate::record::file::bytes;
use crate::record::problem;
use crate::tournament::config::{FORMAT, Options, file_objects};

/// A tournament's options: every flag overrides the field of the file.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Flags {
    /// The configuration; see docs/tournament.md.
    #[arg(value_name = "CONFIG.json")]
    config: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

impl Flags {
    /// True if these flags or their file name engines.
    pub(crate) fn name_engines(&self) -> bool {
        self.config.is_some() || !self.options.engines.is_empty()
    }

    /// These flags over other options.
    pub(crate) fn over(&self, other: &Options) -> anyhow::Result<Options> {
        Ok(self.options.over(other)?)
    }

    /// The options from flags and file, and their origin.
    pub(crate) fn options(&self) -> anyhow::Result<(Options, String)> {
        let Some(path) = &self.config else {
            if self.options.engines.is_empty() {
                bail!(
                    "nothing to play: give CONFIG.json, --engine for each engine, or --out with a tournament's folder"
                );
            }
            return Ok((self.options.clone(), "arguments".to_owned()));
        };
        let name = path.display().to_string();
        let text = regular(path).and_then(bytes).with_context(|| name.clone())?;
        let file: Options = problem::json_of_format(&text, FORMAT)
            .map_err(|problem| problem.among(file_objects))
            .with_context(|| name.clone())?;
        if self.options.engines.len() == 1 && !file.engines.is_empty() {
            bail!("--engine: found 1 engine, which replaces all {} of {name}, expected 2 or more", file.engines.len());
        }
        Ok((self.options.over(&file)?, name))
    }
}
