//! Write access to a folder.

use std::io;
use std::path::Path;

/// The users who may write to a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writers {
    /// Only this user, or the folder does not exist yet.
    User,
    /// This user and a group.
    Group,
    /// All users.
    Everybody,
    /// The folder is another user's.
    Stranger,
}

/// The users who may write in a folder. On systems without owners and modes it is this user alone.
///
/// # Errors
/// The folder exists, but the system does not provide its owner.
pub fn writers(folder: &Path) -> io::Result<Writers> {
    match std::fs::metadata(folder) {
        Ok(metadata) => Ok(writers_by(&metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Writers::User),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn writers_by(metadata: &std::fs::Metadata) -> Writers {
    use std::os::unix::fs::MetadataExt;
    const GROUP: u32 = 0o020;
    const OTHERS: u32 = 0o002;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        Writers::Stranger
    } else if metadata.mode() & OTHERS != 0 {
        Writers::Everybody
    } else if metadata.mode() & GROUP != 0 {
        Writers::Group
    } else {
        Writers::User
    }
}

#[cfg(not(unix))]
fn writers_by(_: &std::fs::Metadata) -> Writers {
    Writers::User
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn modes_say_who_may_write() {
        let folder = tempfile::tempdir().unwrap();
        for (mode, expected) in
            [(0o700, Writers::User), (0o755, Writers::User), (0o770, Writers::Group), (0o777, Writers::Everybody)]
        {
            set_permissions(folder.path(), Permissions::from_mode(mode)).unwrap();
            assert_eq!(writers(folder.path()).unwrap(), expected, "{mode:o}");
        }
        assert_eq!(writers(&folder.path().join("none")).unwrap(), Writers::User);
    }
}
