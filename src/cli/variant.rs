//! Programs for newer processors beside this one.
//!
//! A shipped `rival` runs on every x86-64 processor. Beside it, in `lib/` (or in `../lib/rival/` of an installation),
//! are the same program built for AVX2 and for AVX-512. The portable one finds the best of them for the processor and
//! hands over to it. The weights are there too, because those programs contain none. A build for the machine at hand
//! never hands over, because its instruction set is not the portable one.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::bail;

use crate::board::kernel;
use crate::eval::patterns::shipped;
use crate::machine::program::STARTED_AS;

/// The variable that selects an instruction set.
pub(super) const VARIABLE: &str = "RIVAL_INSTRUCTIONS";

/// An instruction set that a program is built for, and the test for it.
type Set = (&'static str, fn() -> bool);

/// All instruction sets, best first.
const SETS: [Set; 3] = [("avx512", has_avx512), ("avx2", has_avx2), (PORTABLE, || true)];

const PORTABLE: &str = "portable";

/// Replaces this program by the best one beside it. `None`: this one continues.
///
/// # Errors
///
/// [`VARIABLE`] names a set that does not exist, or that this processor does not have.
pub(super) fn hand_over() -> anyhow::Result<Option<ExitCode>> {
    if kernel::NAME != PORTABLE {
        return Ok(None);
    }
    let has: Vec<&str> = SETS.iter().filter(|(_, test)| test()).map(|(name, _)| *name).collect();
    let wanted = wanted(env::var(VARIABLE).ok().as_deref(), &has)?;
    let Ok(own) = env::current_exe() else { return Ok(None) };
    let Some(program) = beside(&own, &wanted) else { return Ok(None) };
    // If the program cannot be started, this one does the same work more slowly.
    Ok(run(&program, &own).ok())
}

/// The program that people start: this one, or the one that handed over to it.
pub(super) fn started() -> Option<PathBuf> {
    let this_program = env::current_exe().ok()?;
    Some(behind(&this_program).unwrap_or(this_program))
}

/// The program that hands over to this one by [`beside`].
fn behind(own: &Path) -> Option<PathBuf> {
    let set = own.file_stem()?.to_str()?.strip_prefix("rival-")?;
    let folder = own.parent()?;
    let file = format!("rival{}", env::consts::EXE_SUFFIX);
    let known = SETS.iter().any(|(name, _)| *name == set);
    ["..", "../../bin", "../../games"]
        .map(|place| folder.join(place).join(&file))
        .into_iter()
        .find(|file| known && file.is_file())
}

/// The program for the first of these sets that `own` has beside it.
fn beside(own: &Path, sets: &[&str]) -> Option<PathBuf> {
    let folder = own.parent()?;
    let places = [folder.join("lib"), folder.join("../lib/rival")];
    let mut files = sets.iter().flat_map(|set| places.iter().map(|place| place.join(file_name(set))));
    files.find(|file| file.is_file() && shipped::FILES.iter().all(|weights| file.with_file_name(weights).is_file()))
}

/// The file name of the program for a set.
fn file_name(set: &str) -> String {
    format!("rival-{set}{}", env::consts::EXE_SUFFIX)
}

/// The sets to try, best first: the selected one, or all that the processor has.
fn wanted<'a>(asked: Option<&str>, has: &[&'a str]) -> anyhow::Result<Vec<&'a str>> {
    match asked.filter(|asked| !asked.is_empty()) {
        Some(asked) => match has.iter().find(|name| **name == asked) {
            Some(name) => Ok(vec![name]),
            None => bail!("{VARIABLE}: found {asked:?}, expected one of {}", has.join(", ")),
        },
        None => Ok(has.to_vec()),
    }
}

/// Replaces this process: the program keeps its number, its streams and its parent.
#[cfg(unix)]
fn run(program: &Path, own: &Path) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(Command::new(program).args(env::args_os().skip(1)).env(STARTED_AS, own).exec())
}

/// Runs the program as a child process that ends with this one, and returns its exit code.
#[cfg(windows)]
fn run(program: &Path, own: &Path) -> io::Result<ExitCode> {
    let job = win32job::Job::create().map_err(io::Error::other)?;
    let mut limits = win32job::ExtendedLimitInfo::new();
    // Programs that the child starts, such as a browser, stay when it ends.
    limits.limit_kill_on_job_close().limit_silent_breakaway_ok();
    job.set_extended_limit_info(&limits).map_err(io::Error::other)?;
    let mut child = Command::new(program).args(env::args_os().skip(1)).env(STARTED_AS, own).spawn()?;
    let handle = std::os::windows::io::AsRawHandle::as_raw_handle(&child);
    // Without the job object the child would survive if this process is killed.
    let _ = job.assign_process(handle as isize);
    // Both processes get Ctrl-C; the child decides how to handle it.
    let _ = ctrlc::set_handler(|| {});
    let code = child.wait()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    // The instructions of x86-64-v3.
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("f16c") && has!("fma") && has!("lzcnt") && has!("movbe")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    use std::arch::is_x86_feature_detected as has;
    // The instructions of x86-64-v4 and the additions of Ice Lake and Zen 4, as in `scripts/release`.
    has_avx2()
        && has!("avx512f")
        && has!("avx512bw")
        && has!("avx512cd")
        && has!("avx512dq")
        && has!("avx512vl")
        && has!("avx512bitalg")
        && has!("avx512vbmi")
        && has!("avx512vbmi2")
        && has!("avx512vpopcntdq")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_set_of_the_processor_comes_first_and_another_may_be_asked_for() {
        let all = ["avx512", "avx2", "portable"];
        assert_eq!(wanted(None, &all).unwrap(), all);
        assert_eq!(wanted(Some(""), &all).unwrap(), all);
        assert_eq!(wanted(Some("avx2"), &all).unwrap(), ["avx2"]);
        let error = wanted(Some("avx2"), &["portable"]).unwrap_err().to_string();
        assert_eq!(error, "RIVAL_INSTRUCTIONS: found \"avx2\", expected one of portable");
    }

    #[test]
    fn programs_lie_in_lib_or_where_an_installation_has_them() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        let program = bin.join(format!("rival{}", env::consts::EXE_SUFFIX));
        assert_eq!(beside(&program, &["avx512", "avx2"]), None);
        std::fs::create_dir_all(folder.path().join("lib/rival")).unwrap();
        std::fs::create_dir_all(bin.join("lib")).unwrap();
        let installed = bin.join("../lib/rival").join(file_name("avx2"));
        std::fs::write(&installed, "").unwrap();
        assert_eq!(beside(&program, &["avx512", "avx2"]), None, "a program without its weights");
        for weights in shipped::FILES {
            std::fs::write(installed.with_file_name(weights), "").unwrap();
            std::fs::write(bin.join("lib").join(weights), "").unwrap();
        }
        assert_eq!(behind(&installed), None);
        std::fs::write(&program, "").unwrap();
        assert_eq!(beside(&program, &["avx512", "avx2"]), Some(installed.clone()));
        assert_eq!(behind(&installed).unwrap().canonicalize().unwrap(), program.canonicalize().unwrap());
        assert_eq!(behind(&program), None);
        let better = bin.join("lib").join(file_name("avx512"));
        std::fs::write(&better, "").unwrap();
        assert_eq!(beside(&program, &["avx512", "avx2"]), Some(better));
        assert_eq!(beside(&program, &["portable"]), None);
    }
}
