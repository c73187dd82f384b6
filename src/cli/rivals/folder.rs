//! The folder of a run: what is done stays done, and a run with other settings is refused.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::cli::output::replace;
use crate::personality::{Learn, parse};
use crate::players::Personality;
use crate::strength::adaptive::{reference, taught};
use crate::strength::{Profile, profile};

pub struct Folder {
    path: PathBuf,
    /// How the rivals learn.
    learn: Option<Learn>,
}

/// The profile that rivals learn in.
const PROFILE: &str = "profile";
/// The subfolder of what only a run needs: beside the rivals it would be in the way.
const RUN: &str = "run";

impl Folder {
    /// The folder of a run with these settings, made if it is not there.
    pub fn open(path: &Path, settings: &Value) -> anyhow::Result<Folder> {
        let run = path.join(RUN);
        std::fs::create_dir_all(&run).with_context(|| format!("{}: cannot be made", run.display()))?;
        let folder = Folder { path: path.to_owned(), learn: None };
        match folder.value("settings")? {
            Some(found) if found != *settings => bail!(
                "{}: found a run with other settings, expected the same ones or an empty folder",
                folder.file("settings").display()
            ),
            Some(_) => {}
            None => folder.keep_value("settings", settings)?,
        }
        Ok(folder)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(RUN).join(format!("{name}.json"))
    }

    /// Where a rival of this name is, or the profile.
    pub fn made(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.json"))
    }

    fn read(&self, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let file = self.file(name);
        if !file.exists() {
            return Ok(None);
        }
        std::fs::read(&file).map(Some).with_context(|| file.display().to_string())
    }

    /// From now on rivals are written such that they learn in a profile in this folder. One that is there stays: it has lessons in it.
    pub fn teach(&mut self, profile: &Profile, at_end: bool) -> anyhow::Result<()> {
        let file = self.made(PROFILE);
        if profile::find(&file)?.is_none() {
            profile::save(profile, &file)?;
        }
        self.learn = Some(Learn { file: format!("{PROFILE}.json"), at_end, reference: reference(profile) });
        Ok(())
    }

    /// What is kept under this name.
    pub fn value(&self, name: &str) -> anyhow::Result<Option<Value>> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        let value = serde_json::from_slice(&bytes);
        value.map(Some).with_context(|| format!("{}: expected JSON of an earlier run", self.file(name).display()))
    }

    pub fn keep_value(&self, name: &str, value: &Value) -> anyhow::Result<()> {
        replace(&self.file(name), serde_json::to_string_pretty(value)? + "\n")
    }

    /// The personality that is kept under this name.
    pub fn personality(&self, name: &str) -> anyhow::Result<Option<Personality>> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        Ok(Some(parse(&self.file(name).display().to_string(), &bytes)?))
    }

    pub fn keep(&self, name: &str, personality: &Personality) -> anyhow::Result<()> {
        replace(&self.file(name), personality.to_json())
    }

    /// A rival, under its name.
    pub fn keep_rival(&self, rival: &Personality) -> anyhow::Result<()> {
        let taught = self.learn.as_ref().map(|learn| taught(rival, learn));
        replace(&self.made(&rival.name), taught.as_ref().unwrap_or(rival).to_json())
    }
}
