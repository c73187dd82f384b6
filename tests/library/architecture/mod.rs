//! Imports point down only: the layers are listed once, in `src/lib.rs`, and every `crate::` path in `src/` must follow
//! the list. Inside a layer modules do not import each other in circles. `unsafe` lives in one folder and
//! two files.

mod circles;

use std::fs;
use std::path::{Path, PathBuf};

const SRC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// The folder and the files in which unsafe code may live.
const UNSAFE: [&str; 3] = ["board/kernel/", "machine/memory.rs", "machine/pages.rs"];

/// The layers from the `layers` block of `src/lib.rs`: each line a rank, lowest first, its members siblings.
fn layers() -> Vec<Vec<String>> {
    let lib = fs::read_to_string(format!("{SRC}/lib.rs")).unwrap();
    lib.lines()
        .map(|line| line.trim_start_matches("//!").trim())
        .skip_while(|line| *line != "```layers")
        .skip(1)
        .take_while(|line| *line != "```")
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect()
}

fn rank(layers: &[Vec<String>], name: &str) -> Option<usize> {
    layers.iter().position(|siblings| siblings.iter().any(|sibling| sibling == name))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Each source file as its path below `src/` and its text without comments.
fn files() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    sources(Path::new(SRC), &mut paths);
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
            (path.strip_prefix(SRC).unwrap().to_string_lossy().replace('\\', "/"), code.join("\n"))
        })
        .collect()
}

/// The `crate::` paths of a file's code, with `super::` paths that climb to the root written as such.
fn rooted(path: &str, code: &str) -> String {
    let depth = path.trim_end_matches("/mod.rs").split('/').count();
    code.replace(&"super::".repeat(depth), "crate::")
}

/// The layers that a piece of code names by `crate::`.
fn imports(code: &str) -> Vec<String> {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            // `use crate::{board::Game, eval};`: the first word of each item at the top level of the braces.
            Some(group) => {
                let mut depth = 0;
                let mut item = String::new();
                for c in group.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => found.push(name(std::mem::take(&mut item).trim())),
                        c if depth == 0 => item.push(c),
                        _ => {}
                    }
                }
                found.push(name(item.trim()));
            }
            None => found.push(name(rest)),
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

#[test]
fn imports_point_down() {
    let layers = layers();
    assert!(layers.len() >= 10, "the list of layers in src/lib.rs was not found: {layers:?}");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (path, code) in files() {
        let Some((layer, _)) = path.split_once('/') else { continue };
        let Some(own) = rank(&layers, layer) else {
            wrong.push(format!("src/{path}: '{layer}' is not in the list of layers"));
            continue;
        };
        for import in imports(&rooted(&path, &code)) {
            seen += 1;
            match rank(&layers, &import) {
                _ if import == layer => {}
                Some(other) if other < own => {}
                Some(_) => wrong.push(format!("src/{path}: {layer} imports {import}, which is not below it")),
                None => wrong.push(format!("src/{path}: imports '{import}', which is not a layer")),
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(seen > 10, "only {seen} imports were read: does the test still find them?");
}

#[test]
fn no_modules_import_each_other_in_circles() {
    let files = files();
    let sources: Vec<(&str, &str)> = files.iter().map(|(path, code)| (path.as_str(), code.as_str())).collect();
    let found = circles::circles(&sources);
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn the_lists_of_layers_agree() {
    let written: Vec<String> = layers().concat();
    let docs = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/architecture.md")).unwrap();
    let rows: Vec<&str> = docs.lines().filter(|line| line.starts_with("| `")).collect();
    let documented: Vec<String> = rows
        .iter()
        .flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2).map(str::to_owned))
        .collect();
    assert_eq!(documented, written, "docs/architecture.md and src/lib.rs list other layers, or another order");
}

#[test]
fn unsafe_code_lives_in_its_places() {
    let lib = fs::read_to_string(format!("{SRC}/lib.rs")).unwrap();
    assert!(lib.contains("#![deny(unsafe_code)]"));
    let mut seen = 0;
    for (path, code) in files() {
        if UNSAFE.iter().any(|place| path.starts_with(place)) {
            seen += 1;
        } else {
            assert!(
                !["allow(unsafe_code", "expect(unsafe_code"].iter().any(|words| code.contains(words)),
                "src/{path} allows unsafe code"
            );
        }
    }
    assert!(seen > 1);
}

/// `eprintln!` panics if standard error is closed, and prints control characters of files to the terminal.
#[test]
fn standard_error_is_written_by_one_function() {
    for (path, code) in files() {
        assert!(!code.contains("eprint!(") && !code.contains("eprintln!("), "src/{path}: expected complain!(...)");
    }
}

/// Files are opened only by the modules that check for links, pipes and devices.
#[test]
fn files_are_opened_and_written_in_one_layer() {
    // Modules that open devices, `/proc`, a lock of their own, and files that the user names.
    const OTHERS: [&str; 4] =
        ["cli/output.rs", "cli/page/mod.rs", "serve/page/store/lock.rs", "tournament/process/guard.rs"];
    const CALLS: [&str; 8] = [
        "File::open(",
        "File::create(",
        "File::options(",
        "OpenOptions::new(",
        "fs::read(",
        "fs::read_to_string(",
        "fs::write(",
        "fs::copy(",
    ];
    let mut found = Vec::new();
    for (path, code) in files() {
        let code = code.split("#[cfg(test)]").next().unwrap();
        if CALLS.iter().any(|call| code.contains(call)) && !path.starts_with("machine/") {
            found.push(path);
        }
    }
    found.sort();
    assert_eq!(found, OTHERS, "expected src/machine/regular.rs and files.rs to be used, and this list to be true");
}

#[test]
fn an_import_that_points_up_is_seen() {
    assert_eq!(imports("use crate::board::Game;"), ["board"]);
    assert_eq!(imports("let x = crate::cli::run();"), ["cli"]);
    assert_eq!(imports(&rooted("search/clock.rs", "use super::super::serve::Server;")), ["serve"]);
    assert_eq!(imports(&rooted("search/mod.rs", "use super::serve::Server;")), ["serve"]);
    assert_eq!(imports("use crate::{board::{Game, Move}, eval, search::Limits};"), ["board", "eval", "search"]);
}
