//! The places that an experiment writes to: a folder, or with `--write` the project itself.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use rival::machine::files;

/// The output folder of an experiment.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Output {
    /// The output folder; default: target/lab/NAME.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Output {
    /// Creates the output folder if needed, and returns it.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub(crate) fn folder(&self, experiment: &str) -> anyhow::Result<PathBuf> {
        let folder = self.out.clone().unwrap_or_else(|| project().join("target/lab").join(experiment));
        fs::create_dir_all(&folder).with_context(|| format!("{}: the folder cannot be made", folder.display()))?;
        Ok(folder)
    }

    /// Creates an empty folder of this name in the output folder. An earlier one is removed.
    ///
    /// # Errors
    /// The folder cannot be removed or made.
    pub(crate) fn empty_folder(&self, experiment: &str, name: &str) -> anyhow::Result<PathBuf> {
        let folder = self.folder(experiment)?.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir(&folder)?;
        Ok(folder)
    }

    /// Prints a Markdown report and writes it to NAME.md in the folder.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn report(&self, experiment: &str, text: &str) -> anyhow::Result<()> {
        print!("{text}");
        let path = self.folder(experiment)?.join(experiment).with_extension("md");
        files::replace(&path, text).with_context(|| format!("{}: the report cannot be written", path.display()))
    }
}

/// The option to change files of the project.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub(crate) struct Shipping {
    /// Also update the project's own files with the result.
    #[arg(long)]
    pub write: bool,
}

impl Shipping {
    /// Writes a file of the project. The path is relative to the project.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn file(self, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = project().join(path);
        if self.write {
            files::replace(&path, bytes).with_context(|| format!("{}: it cannot be written", path.display()))?;
        }
        Ok(())
    }

    /// Ships the personality in a training folder under this name.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub(crate) fn engine(self, folder: &Path, name: &str) -> anyhow::Result<()> {
        let trained = folder.join("personality.json");
        let bytes = fs::read(&trained).with_context(|| format!("{}: it cannot be read", trained.display()))?;
        self.file(&format!("engines/{name}.json"), &bytes)
    }
}

/// The root folder of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}
