//! Storage in a folder of this machine. Each file is written in one step.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Storage;
use crate::machine::files::replace;
use crate::machine::regular::read_up_to;
use crate::record::profile_file::{KeptError, update};
use crate::strength::person::Profile;

/// The largest file that this program writes. Larger ones are refused.
const LARGEST: u64 = 64 << 20;

/// Storage in a folder.
#[derive(Debug, Clone)]
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    pub(crate) fn new(folder: &Path) -> Files {
        Files { folder: folder.to_owned() }
    }

    /// The path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Creates the folder if needed, for this user alone, because anyone who can read the key can play in the user's
    /// name.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn make(&self) -> io::Result<()> {
        if self.folder.is_dir() {
            return Ok(());
        }
        if let Some(parent) = self.folder.parent() {
            fs::create_dir_all(parent)?;
        }
        #[cfg_attr(not(unix), expect(unused_mut))]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)
    }

    /// Moves a file or folder. A folder's files are moved into the folder that is there already.
    ///
    /// # Errors
    /// A file cannot be moved. Others may be in their new places.
    pub(crate) fn merge(&self, from: &str, to: &str) -> io::Result<()> {
        let moved = fs::rename(self.path(from), self.path(to));
        if moved.is_ok() || !self.path(from).is_dir() || !self.path(to).is_dir() {
            return moved;
        }
        self.list(from).iter().try_for_each(|name| self.merge(&format!("{from}/{name}"), &format!("{to}/{name}")))
    }

    /// Restores a folder that a killed process was replacing.
    pub(crate) fn repair(&self, name: &str) {
        if !self.path(name).exists() {
            let _ = fs::rename(self.path(&format!("{name}.old")), self.path(name));
        }
    }

    /// Writes a file that only the user may read.
    ///
    /// # Errors
    /// See [`Storage::write`].
    pub(crate) fn write_private(&self, name: &str, text: &str) -> io::Result<()> {
        self.write(name, text.as_bytes())?;
        #[cfg(unix)]
        fs::set_permissions(self.path(name), std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        Ok(())
    }
}

impl Storage for Files {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = self.path(name);
        let bytes = read_up_to(&path, LARGEST + 1)?;
        if bytes.len() as u64 > LARGEST { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name);
        self.make()?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        replace(&path, bytes)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        let path = self.path(name);
        let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten();
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
    }

    fn change_profile(&self, name: &str, change: &mut dyn FnMut(Option<Profile>) -> Profile) -> Result<(), KeptError> {
        update(&self.path(name), |profile| Ok(change(profile))).map(drop)
    }

    /// Replaces a folder. The old one stays until then; [`Files::repair`] restores it if the process is killed between
    /// the two steps.
    fn put_in_place(&self, from: &str, to: &str) -> io::Result<()> {
        let [from, old, to] = [from, &format!("{to}.old"), to].map(|name| self.path(name));
        let _ = fs::remove_dir_all(&old);
        if to.exists() {
            fs::rename(&to, &old)?;
        }
        fs::rename(&from, &to)?;
        let _ = fs::remove_dir_all(&old);
        Ok(())
    }

    fn place(&self) -> String {
        self.path("").display().to_string()
    }
}
