//! Circles of imports between modules of one folder, at every level of `src/`.
//!
//! The rule: the files and folders that lie in one folder are siblings, a file and the folder of its name being one. A
//! sibling imports another if any file of it names a path into the other. Following these imports must never lead back.
//!
//! - `mod.rs` is not a sibling: it may import from the folder's files, and they may import items that `mod.rs` defines.
//!   An item that `mod.rs` only re-exports (`pub use child::Name`) belongs to the child, so a circle cannot hide there.
//! - Unit tests do not count: they may look at anything.

use std::collections::{BTreeMap, BTreeSet};

type Path = Vec<String>;

/// A module without its tests: its imports, and its re-exports by name.
#[derive(Debug, Default)]
struct Module {
    imports: Vec<Path>,
    passes_on: BTreeMap<String, Path>,
}

/// Every circle among siblings, a line each. Sources are paths below `src/`, and code without comments.
pub fn circles(sources: &[(&str, &str)]) -> Vec<String> {
    let names: BTreeSet<Path> = sources.iter().map(|(path, _)| module(path)).collect();
    let modules: BTreeMap<Path, Module> =
        sources.iter().map(|(path, code)| (module(path), read(&module(path), code, &names))).collect();
    // For each folder its siblings, with the siblings that they import.
    let mut folders: BTreeMap<Path, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (from, read) in &modules {
        for import in &read.imports {
            let Some(to) = resolve(from, import, &modules, 0) else { continue };
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            // An import from or to `mod.rs` is not one between siblings.
            if let (Some(a), Some(b)) = (from.get(common), to.get(common)) {
                let folder = folders.entry(from[..common].to_vec()).or_default();
                folder.entry(a.clone()).or_default().insert(b.clone());
            }
        }
    }
    let circles = folders.iter().flat_map(|(folder, siblings)| {
        circles_of(siblings).into_iter().map(move |circle| format!("src/{}: {}", folder.join("/"), circle.join(" -> ")))
    });
    circles.collect()
}

/// The module of a file.
fn module(path: &str) -> Path {
    let path = path.trim_end_matches(".rs");
    let parts = path.split('/').filter(|part| !["mod", "lib", "main"].contains(part));
    parts.map(str::to_owned).collect()
}

/// One circle through each sibling that lies on one, the shortest, and each circle once.
fn circles_of(siblings: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for start in siblings.keys() {
        let mut open: Vec<Vec<String>> = vec![vec![start.clone()]];
        let mut seen = BTreeSet::new();
        let circle = 'search: loop {
            let mut longer = Vec::new();
            for path in &open {
                for next in siblings.get(&path[path.len() - 1]).into_iter().flatten() {
                    if next == start {
                        break 'search Some(path.clone());
                    }
                    if seen.insert(next.clone()) {
                        longer.push([&path[..], std::slice::from_ref(next)].concat());
                    }
                }
            }
            if longer.is_empty() {
                break None;
            }
            open = longer;
        };
        if let Some(mut circle) = circle {
            // The same circle from every start: written from its first name on.
            let first = (0..circle.len()).min_by_key(|&i| &circle[i]).unwrap_or(0);
            circle.rotate_left(first);
            circle.push(circle[0].clone());
            found.insert(circle);
        }
    }
    found
}

/// The module that a path of another module leads to: as far as it names modules, through what `mod.rs` passes on.
fn resolve(from: &Path, import: &Path, modules: &BTreeMap<Path, Module>, passed: u32) -> Option<Path> {
    let mut at = from.clone();
    let mut rest = &import[..];
    match rest.first()?.as_str() {
        "crate" => (at, rest) = (Path::new(), &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                at.pop();
                rest = &rest[1..];
            }
        }
        first => {
            let child = modules.contains_key(&[&at[..], &[first.to_owned()]].concat());
            if !child && !modules[&at].passes_on.contains_key(first) {
                return None;
            }
        }
    }
    while let Some(part) = rest.first() {
        let child = [&at[..], std::slice::from_ref(part)].concat();
        if modules.contains_key(&child) {
            at = child;
        } else {
            let passed_on = modules.get(&at)?.passes_on.get(part).filter(|_| passed < 8);
            return passed_on.and_then(|path| resolve(&at, path, modules, passed + 1)).or(Some(at));
        }
        rest = &rest[1..];
    }
    Some(at)
}

fn read(module: &Path, code: &str, names: &BTreeSet<Path>) -> Module {
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut read = Module::default();
    let mut rest = String::new();
    let mut text = code;
    while let Some(at) = find_use(text) {
        let (before, after) = text.split_at(at);
        let (statement, behind) = after.split_once(';').unwrap_or((after, ""));
        rest.push_str(before);
        text = behind;
        let is_public = before.trim_end().ends_with("pub") || before.trim_end().ends_with(')');
        for (path, name) in expand(statement.trim_start_matches("use").trim()) {
            if is_public {
                read.passes_on.insert(name, path);
            } else {
                read.imports.push(path);
            }
        }
    }
    rest.push_str(text);
    let children = names.iter().filter(|name| name.len() == module.len() + 1 && name.starts_with(module));
    let starts: Vec<&str> = ["crate", "super", "self"].into_iter().chain(children.map(|c| &*c[c.len() - 1])).collect();
    read.imports.extend(paths(&rest, &starts));
    read
}

/// The place of the next `use` statement.
fn find_use(text: &str) -> Option<usize> {
    text.match_indices("use ").map(|(at, _)| at).find(|&at| {
        let before = text[..at].trim_end_matches(' ');
        before.is_empty() || before.ends_with(['\n', ';', '{', '}', ')']) || before.ends_with("pub")
    })
}

/// The paths of a `use` statement, each with the name that it gets.
fn expand(tree: &str) -> Vec<(Path, String)> {
    let Some((prefix, group)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path: Path = path.split("::").map(|part| part.trim().to_owned()).filter(|part| part != "self").collect();
        let name = if name.is_empty() { path.last().cloned().unwrap_or_default() } else { name.trim().to_owned() };
        // `self` in front is a path of its own kind.
        let path = if tree.starts_with("self::") { [vec!["self".to_owned()], path].concat() } else { path };
        return vec![(path, name)];
    };
    let mut items = vec![String::new()];
    let mut depth = 0;
    for c in group.trim_end().trim_end_matches('}').chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => items.push(String::new()),
            c => items.last_mut().expect("there is one").push(c),
        }
    }
    // The closing brace of an inner group at the end was cut off with that of this one.
    let items = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty());
    items.flat_map(|item| expand(&format!("{prefix}{item}"))).collect()
}

/// The paths in code that begin with one of these names.
fn paths(code: &str, starts: &[&str]) -> Vec<Path> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for start in starts {
        for (at, _) in code.match_indices(&format!("{start}::")) {
            if code[..at].ends_with(|c: char| is_word(c) || c == ':') {
                continue;
            }
            let text: String = code[at..].chars().take_while(|&c| is_word(c) || c == ':').collect();
            found.push(text.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect());
        }
    }
    found
}

#[test]
fn circles_in_invented_sources_are_seen() {
    let straight = [("a/mod.rs", "mod x;\nmod y;"), ("a/x.rs", "use super::y::Y;"), ("a/y.rs", "pub struct Y;")];
    assert_eq!(circles(&straight), Vec::<String>::new());
    let two =
        [("a/mod.rs", "mod x;\nmod y;"), ("a/x.rs", "use super::y::Y;"), ("a/y.rs", "fn f() { crate::a::x::g() }")];
    assert_eq!(circles(&two), ["src/a: x -> y -> x"]);
    let three = [
        ("a/mod.rs", ""),
        ("a/x.rs", "use crate::{b::B, a::{y::Y, self}};"),
        ("a/y.rs", "pub(super) use super::{w, z::{Z as Other, V}};\nfn f() { self::Other::g() }"),
        ("a/z.rs", "fn f(x: super::x::X) {}"),
        ("a/w.rs", ""),
        ("b.rs", ""),
    ];
    assert_eq!(circles(&three), ["src/a: x -> y -> z -> x"]);
}

#[test]
fn a_circle_cannot_hide_behind_what_is_passed_on() {
    let sources = [
        ("a/mod.rs", "mod x;\nmod y;\npub use x::X;\npub use y::{Y as Why};"),
        ("a/x.rs", "use super::Why;\npub struct X;"),
        ("a/y.rs", "use crate::a::X;\npub struct Y;"),
    ];
    assert_eq!(circles(&sources), ["src/a: x -> y -> x"]);
}

#[test]
fn folders_count_with_all_that_is_in_them() {
    let sources = [
        ("a/mod.rs", ""),
        ("a/x/mod.rs", "mod deep;"),
        ("a/x/deep.rs", "use super::super::y::Y;"),
        ("a/y.rs", "mod z;"),
        ("a/y/z.rs", "use crate::a::x::deep::Deep;"),
    ];
    assert_eq!(circles(&sources), ["src/a: x -> y -> x"]);
}

#[test]
fn the_face_of_a_folder_and_tests_count_for_nothing() {
    let sources = [
        ("a/mod.rs", "mod x;\nmod y;\npub struct Own;\nfn f() { x::g(); y::h() }"),
        ("a/x.rs", "use super::{Own, y::Y};"),
        ("a/y.rs", "use super::Own;\n#[cfg(test)]\nmod tests {\n    use crate::a::x::X;\n}"),
    ];
    assert_eq!(circles(&sources), Vec::<String>::new());
}
