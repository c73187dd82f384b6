//! All that is kept of a person as one zip file, and back.

use std::io::{self, Read as _, Write as _};

use flate2::Crc;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::Storage;
use crate::record::problem::Problem;

/// What belongs to the person: files, and folders that end in `/`. The rest belongs to the machine.
const OWN: [&str; 12] = [
    "settings.json",
    "current.json",
    "profile.json",
    "placement.json",
    "exercises.json",
    "exercises.own.json",
    "games/",
    "left/",
    "rivals/",
    "rivals.new/",
    "rivals.keep.json",
    "files/",
];
/// Largest number of files that are taken in.
const LARGEST_COUNT: usize = 10_000;
/// Largest sum of their sizes, in bytes, unpacked.
const LARGEST_SUM: u64 = 96 << 20;

const LOCAL: u32 = 0x0403_4b50;
const ENTRY: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// The version of the format that readers need.
const VERSION: u16 = 20;
/// Names are in UTF-8.
const FLAGS: u16 = 1 << 11;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// 1980-01-01, the first date that the format can say: files are the same whenever they are packed.
const DATE: u16 = 0x21;

/// Packs what belongs to the person.
///
/// # Errors
/// A file cannot be read.
pub(crate) fn pack(store: &dyn Storage) -> io::Result<Vec<u8>> {
    let (mut out, mut entries, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for name in names(store) {
        let bytes = store.read(&name)?;
        let mut packed = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(&bytes)?;
        let packed = packed.finish()?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        let too_large = |_| io::Error::from(io::ErrorKind::FileTooLarge);
        let size = |length: usize| u32::try_from(length).map_err(too_large);
        let at = size(out.len())?;
        let mut about = Vec::new();
        for number in [VERSION, FLAGS, DEFLATED, 0, DATE] {
            about.extend(number.to_le_bytes());
        }
        for number in [crc.sum(), size(packed.len())?, size(bytes.len())?] {
            about.extend(number.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).map_err(too_large)?.to_le_bytes());
        about.extend(0_u16.to_le_bytes());
        out.extend(LOCAL.to_le_bytes());
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(packed);
        entries.extend(ENTRY.to_le_bytes());
        entries.extend(VERSION.to_le_bytes());
        entries.extend(about);
        // No comment, on the first disk, no attributes.
        entries.extend([0; 10]);
        entries.extend(at.to_le_bytes());
        entries.extend(name.as_bytes());
        count = count.checked_add(1).ok_or(io::ErrorKind::FileTooLarge)?;
    }
    let [at, length] = [out.len(), entries.len()].map(|length| (length as u32).to_le_bytes());
    out.extend(entries);
    out.extend(END.to_le_bytes());
    out.extend([0; 4]);
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(length);
    out.extend(at);
    out.extend([0; 2]);
    Ok(out)
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
    // A lock belongs to a process of this machine.
    for name in store.list(folder).into_iter().filter(|name| name != "lock") {
        let name = format!("{folder}/{name}");
        if store.read(&name).is_ok() {
            names.push(name);
        } else {
            below(store, &name, names);
        }
    }
}

/// The files of such a zip file, also of one that another program has packed anew.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let no_zip = || Problem::at("", "no zip file", "one that the page has saved");
    let end = bytes.windows(4).rposition(|window| window == END.to_le_bytes()).ok_or_else(no_zip)?;
    let end = Fields(&bytes[end..]);
    let (count, at) = (end.short(10).ok_or_else(no_zip)?, end.long(16).ok_or_else(no_zip)?);
    end.short(20).ok_or_else(no_zip)?;
    if usize::from(count) > LARGEST_COUNT {
        return Err(Problem::at("", format!("{count} files"), format!("{LARGEST_COUNT} at most")));
    }
    let mut rest = bytes.get(at as usize..).ok_or_else(no_zip)?;
    let mut files = Vec::new();
    let mut room = LARGEST_SUM;
    for number in 1..=count {
        let damaged = || damaged(format!("file {number}"));
        let entry = Fields(rest);
        let long = |at| entry.long(at).ok_or_else(damaged);
        let short = |at| entry.short(at).ok_or_else(damaged);
        if long(0)? != ENTRY {
            return Err(damaged());
        }
        let (method, sum, packed, size) = (short(10)?, long(16)?, long(20)? as usize, long(24)?);
        let [name, extra, comment] = [short(28)?, short(30)?, short(32)?].map(usize::from);
        let local = Fields(bytes.get(long(42)? as usize..).ok_or_else(damaged)?);
        let name_bytes = rest.get(46..46 + name).ok_or_else(damaged)?;
        rest = rest.get(46 + name + extra + comment..).ok_or_else(damaged)?;
        let name = std::str::from_utf8(name_bytes).map_err(|_| damaged())?;
        if name.ends_with('/') {
            continue;
        }
        if !is_own(name) {
            return Err(Problem::at(name.escape_debug().to_string(), "another file", "one that the page keeps"));
        }
        let skipped = [local.short(26), local.short(28)].into_iter().flatten().map(usize::from).sum::<usize>();
        let start = 30 + skipped;
        let content = local.0.get(start..start.checked_add(packed).ok_or_else(damaged)?).ok_or_else(damaged)?;
        let mut whole = Vec::new();
        let read = match method {
            STORED => content.take(room + 1).read_to_end(&mut whole),
            DEFLATED => DeflateDecoder::new(content).take(room + 1).read_to_end(&mut whole),
            _ => return Err(Problem::at(name, format!("it packed by method {method}"), "0 or 8")),
        };
        let Some(left) = room.checked_sub(whole.len() as u64) else {
            return Err(Problem::at("", "more than it could have saved", format!("{} MiB at most", LARGEST_SUM >> 20)));
        };
        room = left;
        let mut crc = Crc::new();
        crc.update(&whole);
        if read.is_err() || whole.len() as u64 != u64::from(size) || crc.sum() != sum {
            return Err(self::damaged(name));
        }
        files.push((name.to_owned(), whole));
    }
    if files.iter().all(|(name, _)| name != "settings.json") {
        return Err(Problem::at("", "no settings.json", "a file that the page has saved"));
    }
    Ok(files)
}

fn damaged(place: impl Into<String>) -> Problem {
    Problem::at(place, "it damaged", "it whole")
}

/// True for a name that the page itself would give.
fn is_own(name: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || ".-_ ".contains(c))
    };
    OWN.iter().any(|own| name == *own || (own.ends_with('/') && name.starts_with(own))) && name.split('/').all(is_plain)
}

/// Numbers in bytes, the low byte first.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn short(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(self.0.get(at..at + 2)?.try_into().ok()?))
    }

    fn long(&self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.0.get(at..at + 4)?.try_into().ok()?))
    }
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
        assert!(error.contains("expected 96 MiB at most"), "{error}");
        let mut many = packed;
        let end = many.len() - 22;
        many[end + 10..end + 12].copy_from_slice(&60_000_u16.to_le_bytes());
        let error = unpack(&many).unwrap_err().to_string();
        assert!(error.contains("found 60000 files, expected 10000 at most"), "{error}");
    }

    #[test]
    fn what_is_packed_comes_out_again_and_nothing_else_comes_in() {
        let folder = tempfile::tempdir().unwrap();
        let store: &dyn Storage = &Files::new(folder.path());
        let own = ["files/001-a.ggf", "games/000001.ggf", "rivals.new/run/settings.json", "settings.json"];
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
            // What nobody reads may be damaged.
            match unpack(&damaged) {
                Ok(found) => assert!(found.len() <= own.len()),
                Err(why) => assert!(!why.to_string().contains('\n'), "{why}"),
            }
            assert!(unpack(&packed[..place]).is_err());
        }
        assert!(!["../x", "games/../x", "/etc/passwd", "address", "games//x", "games/.x", "a"].into_iter().any(is_own));
    }
}
