//! Finds programs by name.

use std::env;
use std::path::{Path, PathBuf};

use crate::machine::program::started_file;
use crate::tournament::programs::{self, GAMES, from_home, runs};

/// Finds the program's file by a path, or by a bare name in PATH. The engine's folder comes first. A bare `rival` is
/// the running program. The error has the found and the expected value.
pub(super) fn find(name: &str, folder: Option<&Path>) -> Result<PathBuf, (String, String)> {
    let cannot = |error: std::io::Error| (error.to_string(), "a program".to_owned());
    if name == "rival" {
        return started_file().map_err(cannot);
    }
    let path = from_home(name);
    let beside = folder.map(std::path::absolute).transpose().map_err(cannot)?;
    let mut said: Vec<String> = beside.iter().map(|folder| format!("'{}'", folder.display())).collect();
    let mut folders = Vec::from_iter(beside);
    if !name.contains('/') {
        folders.extend(programs::folders());
        said.extend(["PATH".to_owned(), GAMES.to_owned()]);
    } else if path.is_relative() {
        let here = env::current_dir().map_err(cannot)?;
        said.push(format!("'{}'", here.display()));
        folders.push(here);
    } else {
        folders = vec![PathBuf::new()];
        said = vec!["that place".to_owned()];
    }
    let places: Vec<PathBuf> = folders.iter().map(|folder| folder.join(&path)).collect();
    if let Some(program) = places.iter().find(|path| runs(path)) {
        return Ok(program.clone());
    }
    Err(match places.iter().find(|path| path.is_file()) {
        Some(file) => (format!("'{}', which is not executable", file.display()), "a program (chmod +x)".to_owned()),
        None => (format!("no program '{}'", path.display()), format!("one in {}", said.join(", "))),
    })
}
