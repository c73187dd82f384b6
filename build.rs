//! Says which commit a release is built from: `RIVAL_COMMIT` if the environment has it, or what Cargo has written into
//! a package, or else what Git knows.
//!
//! Development builds leave it out, so that a commit does not build everything again.

use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RIVAL_COMMIT");
    let commit = env::var("RIVAL_COMMIT").ok().or_else(|| {
        let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
        // A package may be unpacked inside of somebody else's repository: Git is not asked there.
        match fs::read_to_string(".cargo_vcs_info.json") {
            Ok(package) => packaged(&package),
            Err(_) => is_release.then(checked_out).flatten(),
        }
    });
    println!("cargo::rustc-env=RIVAL_COMMIT={}", commit.unwrap_or_default());
}

/// The commit that a package was made from. Cargo notes it as `"sha1": "0123..."`, and `"dirty": true` if files differed.
fn packaged(package: &str) -> Option<String> {
    let (_, rest) = package.split_once("\"sha1\": \"")?;
    let commit = rest.get(..12)?;
    Some(if package.contains("\"dirty\": true") { format!("{commit}+") } else { commit.to_owned() })
}

/// The commit that is checked out, with a `+` if files of the program differ from it.
fn checked_out() -> Option<String> {
    const SOURCES: [&str; 5] = ["build.rs", "Cargo.toml", "Cargo.lock", "src", "engines"];
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    for path in SOURCES.iter().copied().chain([log.as_str()]) {
        println!("cargo::rerun-if-changed={path}");
    }
    let changes = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
