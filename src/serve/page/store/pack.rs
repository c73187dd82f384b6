//! Packs all stored data of a person into one zip file, and unpacks it.

use std::io::{self, Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::Storage;
use crate::record::problem::Problem;

/// The person's part of the storage: files, and folders that end in `/`. Everything else belongs to the machine.
const OWN: [&str; 15] = [
    "settings.json",
    "current.json",
    "profile.json",
    "placement.json",
    "exercises.json",
    "exercises.own.json",
    "exercises.days.json",
    "exercises.themes.json",
    "themes.json",
    "games/",
    "left/",
    "rivals/",
    "rivals.new/",
    "rivals.keep.json",
    "files/",
];
/// The largest accepted number of files.
const LARGEST_COUNT: usize = 10_000;
/// The largest accepted sum of unpacked sizes, in bytes.
const LARGEST_SUM: u64 = 96 << 20;

/// Packs the person's files.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn pack(store: &dyn Storage) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    // The files have no date and no permissions, so that they do not depend on when they were packed.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for name in names(store) {
        writer.start_file(&name, options)?;
        writer.write_all(&store.read(&name)?)?;
    }
    Ok(writer.finish()?.into_inner())
}

/// The names of all files that belong to the person.
fn names(store: &dyn Storage) -> Vec<String> {
    let mut names = Vec::new();
    for own in OWN {
        match own.strip_suffix('/') {
            Some(folder) => below(store, folder, &mut names),
            None if store.read(own).is_ok() => names.push(own.to_owned()),
            None => {}
        }
    }
    names.sort();
    names
}

fn below(store: &dyn Storage, folder: &str, names: &mut Vec<String>) {
    // Locks belong to a process of this machine, so they are left out.
    for name in store.list(folder).into_iter().filter(|name| name != "lock") {
        let name = format!("{folder}/{name}");
        if store.read(&name).is_ok() {
            names.push(name);
        } else {
            below(store, &name, names);
        }
    }
}

/// The files of such a zip file. Another program may have repacked it.
///
/// # Errors
/// The fault of the file.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let archive = ZipArchive::new(Cursor::new(bytes));
    let mut archive = archive.map_err(|_| Problem::wrong("", "not a zip file: choose one that the page has saved"))?;
    if archive.len() > LARGEST_COUNT {
        return Err(Problem::at("", format!("{} files", archive.len()), format!("{LARGEST_COUNT} at most")));
    }
    let mut files = Vec::new();
    let mut room = LARGEST_SUM;
    for number in 0..archive.len() {
        let place = format!("file {}", number + 1);
        let file = archive.by_index(number).map_err(|_| damaged(&place))?;
        if file.is_dir() {
            continue;
        }
        let name = file.name().to_owned();
        if !is_own(&name) {
            return Err(Problem::wrong(name.escape_debug().to_string(), "the page does not store such a file"));
        }
        let mut content = Vec::new();
        file.take(room + 1).read_to_end(&mut content).map_err(|_| damaged(&name))?;
        let Some(left) = room.checked_sub(content.len() as u64) else {
            return Err(Problem::wrong(
                "",
                format!("more than {} MiB: the page never saves so much", LARGEST_SUM >> 20),
            ));
        };
        room = left;
        files.push((name, content));
    }
    if files.iter().all(|(name, _)| name != "settings.json") {
        return Err(Problem::wrong("", "no settings.json inside: the page has not saved this file"));
    }
    Ok(files)
}

fn damaged(place: impl Into<String>) -> Problem {
    Problem::wrong(place, "damaged")
}

/// True for a name that the page could have given.
fn is_own(name: &str) -> bool {
    OWN.iter().any(|own| name == *own || (own.ends_with('/') && name.starts_with(own)))
        && name.split('/').all(|part| {
            !part.is_empty()
                && !part.starts_with('.')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || ".-_ ".contains(c))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::page::store::Files;

    #[test]
    fn a_small_zip_of_much_and_one_of_many_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        store.write("settings.json", b"{}").unwrap();
        for number in 0..4 {
            store.write(&format!("files/{number}.ggf"), &vec![b' '; LARGEST_SUM as usize / 4]).unwrap();
        }
        let packed = pack(store).unwrap();
        assert!(packed.len() < 1 << 20, "{}", packed.len());
        let error = unpack(&packed).unwrap_err().to_string();
        assert!(error.contains("more than 96 MiB"), "{error}");
        let mut many = ZipWriter::new(Cursor::new(Vec::new()));
        for number in 0..=LARGEST_COUNT {
            many.start_file(format!("files/{number}.ggf"), SimpleFileOptions::default()).unwrap();
        }
        let error = unpack(&many.finish().unwrap().into_inner()).unwrap_err().to_string();
        assert!(error.contains("found 10001 files, expected 10000 at most"), "{error}");
    }

    #[test]
    fn what_is_packed_comes_out_again_and_nothing_else_comes_in() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let own = [
            "exercises.themes.json",
            "files/001-a.ggf",
            "games/000001.ggf",
            "rivals.new/run/settings.json",
            "settings.json",
            "themes.json",
        ];
        for name in own.into_iter().chain(["lock", "address", "rivals.old/x.json"]) {
            store.write(name, name.repeat(100).as_bytes()).unwrap();
        }
        let packed = pack(store).unwrap();
        let found = unpack(&packed).unwrap();
        assert_eq!(found.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), own);
        assert!(found.iter().all(|(name, bytes)| *bytes == name.repeat(100).into_bytes()));
        assert_eq!(packed, pack(store).unwrap());
        for place in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x41;
            // A file that is not unpacked may be damaged.
            match unpack(&damaged) {
                Ok(found) => assert!(found.len() <= own.len()),
                Err(why) => assert!(!why.to_string().contains('\n'), "{why}"),
            }
            assert!(unpack(&packed[..place]).is_err());
        }
        assert!(!["../x", "games/../x", "/etc/passwd", "address", "games//x", "games/.x", "a"].into_iter().any(is_own));
    }
}
