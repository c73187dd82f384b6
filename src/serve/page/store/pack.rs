//! Packs all stored data of a person into one zip file, and unpacks it.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read as _, Write as _};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::Storage;
use crate::record::KeptError;
use crate::record::problem::Problem;
use crate::strength::person::Profile;

/// The person's part of the storage: files, and folders that end in `/`. Everything else belongs to the machine. They
/// are read in this order while work may write: the profile before its exercises, which are forgotten first, and the
/// rivals in the making before the rivals, whose place they take.
const OWN: [&str; 16] = [
    "settings.json",
    "current.json",
    "profile.json",
    "placement.json",
    "removed.json",
    "exercises.json",
    "exercises.own.json",
    "exercises.days.json",
    "exercises.themes.json",
    "themes.json",
    "games/",
    "left/",
    "rivals.new/",
    "rivals/",
    "rivals.keep.json",
    "files/",
];
/// The profile, and the one before it.
const PROFILE: &str = "profile.json";
const OLD_PROFILE: &str = "profile.json.old";
/// The largest number of files, for 50,000 games.
const LARGEST_COUNT: usize = 100_000;
/// The largest sum of unpacked sizes, in bytes.
const LARGEST_SUM: u64 = 256 << 20;

/// The folders of the person's part.
#[cfg(feature = "cli")]
pub(super) fn folders() -> impl Iterator<Item = &'static str> {
    OWN.into_iter().filter_map(|own| own.strip_suffix('/'))
}

fn check_count(count: usize) -> Result<(), Problem> {
    let is_much = count > LARGEST_COUNT;
    if is_much { Err(Problem::at("", format!("{count} files"), format!("{LARGEST_COUNT} at most"))) } else { Ok(()) }
}

/// The room that is left in a zip file for what it has unpacked.
#[derive(Debug)]
struct Room(u64);

impl Room {
    fn take(&mut self, size: usize) -> Result<(), Problem> {
        let left = self.0.checked_sub(size as u64);
        let message = format!("more than {} MiB: remove added files first", LARGEST_SUM >> 20);
        self.0 = left.ok_or_else(|| Problem::wrong("", message))?;
        Ok(())
    }
}

/// All files that belong to the person and have names that the page gives, read one after the other. Others are
/// temporary files or those of other programs.
#[derive(Debug)]
pub(crate) struct Snapshot {
    files: BTreeMap<String, Vec<u8>>,
    /// The profile before the present one.
    old_profile: Option<Vec<u8>>,
    room: Room,
    /// The errors of the files that cannot be read, and are missing.
    pub missing: Vec<KeptError>,
}

impl Snapshot {
    /// Reads the person's files.
    ///
    /// # Errors
    /// There is more than [`unpack`] accepts.
    pub(crate) fn take(store: &dyn Storage) -> Result<Snapshot, Problem> {
        let mut snapshot = Snapshot {
            files: BTreeMap::new(),
            old_profile: store.read(OLD_PROFILE).ok(),
            room: Room(LARGEST_SUM),
            missing: Vec::new(),
        };
        for own in OWN {
            match own.strip_suffix('/') {
                Some(folder) => snapshot.add_below(store, folder)?,
                None => {
                    snapshot.add(store, own.to_owned())?;
                    snapshot.add(store, aside(own))?;
                }
            }
        }
        Ok(snapshot)
    }

    fn add_below(&mut self, store: &dyn Storage, folder: &str) -> Result<(), Problem> {
        // Locks belong to a process of this machine, so they are left out.
        for name in store.list(folder).into_iter().filter(|name| name != "lock") {
            let name = format!("{folder}/{name}");
            if is_own(&name) {
                self.add(store, name)?;
            }
        }
        Ok(())
    }

    /// Adds a file, or the files of a folder.
    fn add(&mut self, store: &dyn Storage, name: String) -> Result<(), Problem> {
        match store.read(&name) {
            Ok(bytes) => {
                self.room.take(bytes.len())?;
                self.files.insert(name, bytes);
                check_count(self.files.len())?;
            }
            Err(_) if !store.list(&name).is_empty() => self.add_below(store, &name)?,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::IsADirectory) => {}
            Err(error) => self.missing.push(KeptError::io(Path::new(&name))(error)),
        }
        Ok(())
    }

    /// Packs the files. Damaged ones are packed as they are, and a damaged profile with the one before it.
    ///
    /// # Errors
    /// There is more than [`unpack`] accepts.
    pub(crate) fn pack(mut self) -> io::Result<Vec<u8>> {
        let profile = self.files.get(PROFILE);
        let is_intact = profile.is_some_and(|bytes| Profile::parse(Path::new(PROFILE), bytes).is_ok());
        if let Some(bytes) = self.old_profile.filter(|_| !is_intact) {
            self.room.take(bytes.len()).map_err(io::Error::other)?;
            self.files.insert(OLD_PROFILE.to_owned(), bytes);
        }
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        // The files have no date and no permissions, so that they do not depend on when they were packed.
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for (name, bytes) in self.files {
            writer.start_file(name, options)?;
            writer.write_all(&bytes)?;
        }
        Ok(writer.finish()?.into_inner())
    }
}

/// The files of such a zip file. Another program may have repacked it.
///
/// # Errors
/// The fault of the file.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let archive = ZipArchive::new(Cursor::new(bytes));
    let mut archive = archive.map_err(|_| Problem::wrong("", "not a zip file: choose one that the page has saved"))?;
    check_count(archive.len())?;
    let mut room = Room(LARGEST_SUM);
    let mut files = Vec::new();
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
        file.take(room.0 + 1).read_to_end(&mut content).map_err(|_| damaged(&name))?;
        room.take(content.len())?;
        files.push((name, content));
    }
    if files.is_empty() {
        return Err(Problem::wrong("", "no file inside: the page has not saved this file"));
    }
    Ok(files)
}

fn damaged(place: impl Into<String>) -> Problem {
    Problem::wrong(place, "damaged")
}

/// The name of the copy of a file that was damaged when the page overwrote it.
fn aside(name: &str) -> String {
    name.replace(".json", ".before.json")
}

/// True for a name that the page could have given.
fn is_own(name: &str) -> bool {
    let is_own = |own: &&str| name == *own || name == aside(own) || (own.ends_with('/') && name.starts_with(*own));
    (name == OLD_PROFILE || OWN.iter().any(is_own))
        && name.split('/').all(|part| {
            !part.is_empty()
                && !part.starts_with('.')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || ".-_ ".contains(c))
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::serve::page::store::{Files, WatchedFiles};

    fn pack(store: &dyn Storage) -> Vec<u8> {
        Snapshot::take(store).unwrap().pack().unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_packed_is_unpacked_whatever_else_lies_there(
            files in prop::collection::btree_map(
                "(|games/|left/|rivals/|rivals[.]new/run/|files/|x/)[a-z.é~_ -]{1,5}",
                ".{0,9}",
                0..9,
            ),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let store: &dyn Storage = &Files::new(folder.path());
            let mut written = BTreeMap::from([("settings.json".to_owned(), b"{}".to_vec())]);
            for (name, text) in files.into_iter().chain([(".DS_Store".to_owned(), String::new())]) {
                let path = folder.path().join(&name);
                // A name can be that of a folder, and a folder that of a file: such a file is not written.
                let folder_made = std::fs::create_dir_all(path.parent().unwrap());
                if folder_made.and_then(|()| std::fs::write(path, &text)).is_ok() {
                    written.insert(name, text.into_bytes());
                }
            }
            store.write("settings.json", b"{}").unwrap();
            written.retain(|name, _| is_own(name) && !name.ends_with("/lock"));
            let unpacked: BTreeMap<_, _> = unpack(&pack(store)).unwrap().into_iter().collect();
            prop_assert_eq!(unpacked, written);
        }
    }

    #[test]
    fn rivals_that_are_replaced_meanwhile_are_packed_in_their_old_or_their_new_place() {
        for changed_at in ["rivals/a.json", "rivals.new/b.json", "rivals.new/run/settings.json"] {
            let folder = tempfile::tempdir().unwrap();
            let files = Files::new(folder.path());
            for name in ["rivals/a.json", "rivals.new/b.json", "rivals.new/run/settings.json"] {
                files.write(name, b"{}").unwrap();
            }
            let watched = WatchedFiles::new(folder.path(), move |name| {
                if name == changed_at && files.read("rivals.new/b.json").is_ok() {
                    files.put_in_place("rivals.new", "rivals").unwrap();
                }
            });
            let names: Vec<String> = unpack(&pack(&watched)).unwrap().into_iter().map(|(name, _)| name).collect();
            let is_packed = |name: &str| names.iter().any(|packed| packed == name);
            let in_the_making = is_packed("rivals.new/b.json") && is_packed("rivals.new/run/settings.json");
            assert!(in_the_making || is_packed("rivals/b.json"), "{changed_at}: {names:?}");
        }
    }

    #[test]
    fn any_file_of_the_page_is_enough() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        assert!(unpack(&pack(store)).unwrap_err().to_string().contains("no file inside"));
        store.write("profile.json", b"{}").unwrap();
        let files = unpack(&pack(store)).unwrap();
        assert_eq!(files, [("profile.json".to_owned(), b"{}".to_vec())]);
    }

    #[test]
    fn temporary_files_and_those_of_other_programs_are_left_out_and_many_games_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        store.write("settings.json", b"{}").unwrap();
        store.write("games/000001.ggf", b"").unwrap();
        let names = ["games/.DS_Store", "games/.rival-Ab12Cd.tmp", "games/000001.ggf~", "games/Partie d'été.ggf"];
        for name in names.map(str::to_owned).into_iter().chain((0..12_000).map(|number| format!("games/{number}.json")))
        {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(unpack(&pack(store)).unwrap().len(), 12_002);
    }

    #[test]
    fn damaged_files_are_packed_as_they_are_with_their_copies_and_unreadable_ones_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let old = Profile::new("Ann").to_json();
        store.write("profile.json.old", old.as_bytes()).unwrap();
        let names = || unpack(&pack(store)).unwrap().into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        store.write("settings.json", b"{}").unwrap();
        store.write("profile.json", old.as_bytes()).unwrap();
        assert_eq!(names(), ["profile.json", "settings.json"]);
        for name in ["profile.json", "settings.before.json", "exercises.own.before.json", "games/000001.json"] {
            store.write(name, b"{").unwrap();
        }
        let damaged = [
            "exercises.own.before.json",
            "games/000001.json",
            "profile.json",
            "profile.json.old",
            "settings.before.json",
            "settings.json",
        ];
        assert_eq!(names(), damaged);
        // A file that is too large for this program stands for one that cannot be read.
        std::fs::File::create(folder.path().join("games/000002.ggf")).unwrap().set_len(65 << 20).unwrap();
        std::fs::create_dir(folder.path().join("games/empty")).unwrap();
        let snapshot = Snapshot::take(store).unwrap();
        let [missing] = &snapshot.missing[..] else { panic!("{snapshot:?}") };
        assert!(missing.to_string().starts_with("games/000002.ggf: "), "{missing}");
        assert_eq!(names(), damaged);
    }

    #[test]
    fn a_small_zip_of_much_and_one_of_many_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        store.write("settings.json", b"{}").unwrap();
        let mut much = ZipWriter::new(Cursor::new(Vec::new()));
        std::fs::create_dir(folder.path().join("files")).unwrap();
        for number in 0..4 {
            let name = format!("files/{number}.ggf");
            std::fs::File::create(folder.path().join(&name)).unwrap().set_len(LARGEST_SUM / 4).unwrap();
            much.start_file(&name, SimpleFileOptions::default()).unwrap();
            much.write_all(&store.read(&name).unwrap()).unwrap();
        }
        much.start_file("settings.json", SimpleFileOptions::default()).unwrap();
        much.write_all(b"{}").unwrap();
        let much = much.finish().unwrap().into_inner();
        assert!(much.len() < 1 << 20, "{}", much.len());
        let message = "more than 256 MiB: remove added files first";
        assert_eq!(unpack(&much).unwrap_err().to_string(), message);
        assert_eq!(Snapshot::take(store).unwrap_err().to_string(), message);
        let mut many = ZipWriter::new(Cursor::new(Vec::new()));
        for number in 0..=LARGEST_COUNT {
            many.start_file(format!("files/{number}.ggf"), SimpleFileOptions::default()).unwrap();
        }
        let error = unpack(&many.finish().unwrap().into_inner()).unwrap_err().to_string();
        assert!(error.contains("found 100001 files, expected 100000 at most"), "{error}");
    }

    #[test]
    fn what_is_packed_comes_out_again_and_nothing_else_comes_in() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let packed_names = [
            "exercises.themes.json",
            "files/001-a.ggf",
            "games/000001.ggf",
            "rivals.new/run/settings.json",
            "settings.json",
            "themes.json",
        ];
        for name in packed_names.into_iter().chain(["lock", "address", "rivals.old/x.json"]) {
            store.write(name, name.repeat(100).as_bytes()).unwrap();
        }
        let packed = pack(store);
        let unpacked = unpack(&packed).unwrap();
        assert_eq!(unpacked.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), packed_names);
        assert!(unpacked.iter().all(|(name, bytes)| *bytes == name.repeat(100).into_bytes()));
        assert_eq!(packed, pack(store));
        for place in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x41;
            // A file that is not unpacked may be damaged.
            match unpack(&damaged) {
                Ok(unpacked) => assert!(unpacked.len() <= packed_names.len()),
                Err(why) => assert!(!why.to_string().contains('\n'), "{why}"),
            }
            assert!(unpack(&packed[..place]).is_err());
        }
        assert!(!["../x", "games/../x", "/etc/passwd", "address", "games//x", "games/.x", "a"].into_iter().any(is_own));
    }
}
