//! Arguments that cannot be used are one line on stderr and exit code 2. Help is as expected, and the docs' options are
//! the program's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn rival(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rival")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn one_line_says_where_and_what() {
    for (arguments, expected) in [
        (&["measure", "--foo"][..], "--foo: found an unknown argument, expected one that --help lists"),
        (
            &["measure", "--thread", "1"],
            "--thread: found an unknown argument, expected one that --help lists, such as --threads",
        ),
        (&["players", "nosuch"], "nosuch: found an argument too many, expected rival players"),
        (&["play", "--help"], "play: found an unknown command, expected one that --help lists, such as page"),
        (&["tourney"], "tourney: found an unknown command, expected one that --help lists, such as tournament"),
        (&["selfplay", "-h"], "selfplay: found an unknown command, expected one that --help lists, such as match"),
        (&["trian", "--help"], "trian: found an unknown command, expected one that --help lists, such as train"),
        (&["match", "bp", "fs", "--games", "-5"], "--games <N>: found \"-5\", expected 0 or more"),
        (&["page", "--port", "-1"], "--port <N>: found \"-1\", expected a number from 1 to 65535"),
        (&["gtp", "master"], "master: found an argument too many, expected --player master"),
        (&["mesure"], "mesure: found an unknown command, expected one that --help lists, such as measure"),
        (&["agent"], "--output <FILE>, <PROFILE>: found nothing, expected it to be given"),
        (&["agent", "p.json", "-o"], "--output <FILE>: found no value, expected one"),
        (&["perft", "x"], "<N>: found \"x\", expected a whole number"),
        (&["rivals", "p", "--out", "x", "--count", "9"], "--count <N>: found \"9\", expected a number from 1 to 6"),
        (&["perft", "99999999999999999999999"], "<N>: found \"99999999999999999999999\", expected a smaller number"),
        (
            &["convert", "a", "b", "--to", "soup"],
            "--to <FORMAT>: found \"soup\", expected one of ggf, sgf, pgn, json, txt, wtb, obf",
        ),
        (&["train", "map", "--out", "x", "--mutation", "y"], "--mutation <P>: found \"y\", expected a number"),
        (
            &["measure", "a.ggf", "--add", "p.json", "-o", "q.json"],
            "--add <PROFILE>: found beside --output <PROFILE>, expected one of them",
        ),
        (
            &["train", "map", "--features", "discs"],
            "--features: found an unknown argument, expected one that --help lists",
        ),
        (&["analyze", "x", "--time", "y"], "--time <SECONDS>: found \"y\", expected a number of seconds above 0"),
        (
            &["analyze", "x", "--time", "1e99"],
            "--time <SECONDS>: found \"1e99\", expected a number of seconds below 1.8e19",
        ),
        (&["agent", "--seed", "1", "--seed", "2"], "--seed <N>: found twice, expected once"),
        (&["train", "mep"], "mep: found an unknown command, expected one that --help lists, such as map"),
        (&["measure", "a\nb", "--f\noo"], "--f oo: found an unknown argument, expected one that --help lists"),
    ] {
        let expected = format!("rival: {expected}\n");
        assert_eq!(rival(arguments), (Some(2), String::new(), expected), "{arguments:?}");
    }
}

/// An option without effect is refused, so that the user notices.
#[test]
fn no_option_is_taken_and_ignored() {
    const GAME: &str = "(;GM[Othello]PC[x]PB[Ann]PW[Bob]RE[?]TY[8]BO[8 \
        ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3]W[d3]B[c4]W[f4];)";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = path("a.ggf");
    let profile = path("p.json");
    let new = path("new");
    fs::write(&games, GAME).unwrap();
    assert_eq!(rival(&["measure", &games, "--player", "Ann", "-o", &profile]).0, Some(0));
    let run = ["train", "map", "--recipe", "map-response", "--generations", "1", "--threads", "1", "--out", &new];
    let run = [&run[..], &["--population", "10", "--response", "0", "--resume", "--date", "2026-01-02"]].concat();
    assert_eq!(rival(&run).0, Some(0), "{}", rival(&run).2);
    let other_date = [&run[..run.len() - 1], &["2026-01-03"]].concat();
    for (arguments, expected) in [
        (
            vec!["measure", &games, "--player", "Ann", "--opponent", "Bo=1500"],
            "--opponent: found \"Bo\", expected an opponent in the games".to_owned(),
        ),
        (
            vec!["train", "labels", "--shard", "1/2", "--parts", "a", "b", "--out", &new],
            "--shard <K/N>: found beside --parts <FOLDER>..., expected one of them".to_owned(),
        ),
        (
            vec!["train", "book", "--shard", "3/2", "--out", &new],
            "--shard <K/N>: found \"3/2\", expected a part and the number of parts like 3/8".to_owned(),
        ),
        (
            other_date,
            format!(
                "{new}/run.json: the folder holds another run: date: found \"2026-01-02\", expected \"2026-01-03\""
            ),
        ),
    ] {
        let (code, _, said) = rival(&arguments);
        assert!(code == Some(2) && said.lines().count() == 1, "{arguments:?}: {code:?} {said}");
        assert!(said.starts_with(&format!("rival: {expected}")), "{arguments:?}: {said}");
    }
}

/// An incomplete file is reported with its name and the place of its end, not in serde's words ("EOF while parsing a
/// value at line 1 column 0").
#[test]
fn a_file_that_breaks_off_is_named_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let whole = "{\n\"format\": \"rival-profile/2\",\n\"player\": \"Ann\",\n\"games\": [{\"game\": \"0";
    let file = path("file.json");
    let new = path("new");
    for command in [
        &["agent", &file, "-o", &new][..],
        &["rivals", &file, "--out", &new],
        &["tournament", &file, "--out", &new],
        &["train", "map", "--recipe", &file, "--out", &new],
        &["train", "labels", "--recipe", &file, "--out", &new],
        &["show", &file],
    ] {
        for length in [0, 1, 14, 45, whole.len()] {
            fs::write(&file, &whole[..length]).unwrap();
            let (code, _, said) = rival(command);
            let (line, column) =
                (whole[..length].lines().count().max(1), whole[..length].lines().last().map_or(1, str::len));
            assert!(code == Some(2) && said.lines().count() == 1, "{command:?}: {code:?} {said}");
            assert!(said.starts_with(&format!("rival: {file}: ")), "{command:?}: {said}");
            let place = format!("line {line}, column {}: found ", column.max(1));
            let is_placed = said.contains(&place) || said.contains(": found ") && length > 40;
            // The part that is there may have a field that such a file does not have.
            let is_unknown = said.contains(": unknown field: ");
            assert!(
                is_unknown || is_placed && said.contains(", expected ") && !said.contains("EOF"),
                "{command:?} {length}: {said}"
            );
        }
    }
    // A file that is not a profile is refused by its format.
    fs::write(&file, "{\"format\": \"rival/1\", \"name\": \"x\"}").unwrap();
    let expected = format!("rival: {file}: format: found \"rival/1\" (a personality), expected \"rival-profile/2\"\n");
    assert_eq!(rival(&["agent", &file, "-o", &new]), (Some(2), String::new(), expected));
}

#[test]
fn help_and_version_are_as_they_were() {
    for arguments in [&["--help"][..], &["measure", "-h"], &["help", "solve"]] {
        let (code, help, errors) = rival(arguments);
        assert_eq!((code, errors), (Some(0), String::new()));
        assert!(help.contains("Usage: rival") && help.lines().count() > 10, "{help}");
    }
    assert!((24..=40).contains(&rival(&["--help"]).1.lines().count()), "one screen");
    assert_eq!(rival(&["--version"]).0, Some(0));
}

/// Options of a tournament that are off without a value, or have their defaults in their form.
const WITHOUT_DEFAULT: [&str; 9] =
    ["engine", "look-in", "each", "resign", "draw", "sprt", "timeouts", "shard", "parts"];

#[test]
fn the_help_of_a_tournament_tells_defaults() {
    let help = rival(&["help", "tournament"]).1;
    let options: Vec<&str> = help.split("\n      --").skip(1).filter(|text| text.contains(" <")).collect();
    for text in &options {
        let name = text.split([' ', '[']).next().unwrap();
        assert!(WITHOUT_DEFAULT.contains(&name) || text.contains("default"), "{text}");
    }
    assert!(options.len() > 20, "{help}");
}

/// The options in a text.
fn options(text: &str) -> BTreeSet<&str> {
    let word = |c: char| c == '-' || c.is_ascii_alphanumeric();
    text.split(|c: char| !word(c)).filter(|word| word.len() > 2 && word.starts_with("--")).collect()
}

/// The help of each command, by the words of the command, such as `train map`.
fn helps() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    // A folder that does not exist yet.
    let folder = folder.path().join("a/man");
    assert_eq!(rival(&["manual", folder.to_str().unwrap()]), (Some(0), String::new(), String::new()));
    let pages = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found = BTreeMap::new();
    for name in pages.map(|page| page.file_stem().unwrap().to_str().unwrap().to_owned()) {
        let Some(mut command) = name.strip_prefix("rival-").map(str::to_owned) else { continue };
        for of in ["train-", "tournament-"] {
            if command.starts_with(of) {
                command = command.replacen(of, &of.replace('-', " "), 1);
            }
        }
        let words: Vec<&str> = ["help"].into_iter().chain(command.split(' ')).collect();
        let (code, help, _) = rival(&words);
        assert_eq!(code, Some(0), "{words:?}");
        found.insert(command, help);
    }
    assert!(options(&found["agent"]).contains("--learn"), "{:?}", found.keys());
    found
}

/// The texts between backticks, and the lines of blocks of commands.
fn code(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, part) in text.split("```").enumerate() {
        if number % 2 == 1 {
            found.extend(part.replace("\\\n", " ").lines().map(str::to_owned));
            continue;
        }
        let (blocks, prose): (Vec<&str>, Vec<&str>) = part.lines().partition(|line| line.starts_with("    "));
        found.extend(blocks.into_iter().map(str::to_owned));
        found.extend(prose.join(" ").split('`').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

/// Every script with its path.
fn scripts(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            scripts(&path, found);
        } else if let Ok(text) = fs::read_to_string(&path) {
            found.push((path, text));
        }
    }
}

#[test]
fn options_that_the_docs_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs = Vec::new();
    for folder in ["scripts", ".ci", "lab/src"] {
        scripts(&root.join(folder), &mut programs);
    }
    let helps = helps();
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "lab", "lab/docs"] {
        let files = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    let mut named = 0;
    let mut wrong = Vec::new();
    for page in pages {
        for code in code(&fs::read_to_string(&page).unwrap()) {
            // Commands of engines are in quotes, and remarks follow `# `.
            let code = code.split("# ").next().unwrap();
            let bare: String = code.split('\'').step_by(2).collect();
            let bare: String = bare.split('"').step_by(2).collect();
            for command in bare.split("&&").flat_map(|command| command.split(" | ")) {
                // The words after `--` are for another program.
                let command = command.split(" -- ").next().unwrap();
                let words = command.split_whitespace().map(|word| word.split('\\').next().unwrap());
                let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                let at = words.iter().position(|word| ["rival", "./rival"].contains(word)).map_or(0, |at| at + 1);
                let help = |count: usize| words.get(at..at + count).and_then(|words| helps.get(&words.join(" ")));
                let help = help(3).or_else(|| help(2)).or_else(|| help(1));
                let is_cargo = ["cargo", "lab"].map(Some).contains(&words.first().copied());
                let program =
                    |word: &&str| programs.iter().find(|(path, _)| path.ends_with(word)).map(|(_, text)| text);
                let script = words.iter().filter(|_| !is_cargo).find_map(program);
                let is_alone = command.trim_start_matches(['[', ' ']).starts_with("--");
                for option in options(command).into_iter().filter(|option| !["--help", "--version"].contains(option)) {
                    let is_there = match (help, script) {
                        (Some(help), _) => options(help).contains(option),
                        (None, Some(script)) => script.contains(option),
                        // An option of another harness, in a comparison.
                        (None, None) if option == "--compliance" => continue,
                        (None, None) if is_alone => {
                            let mut all = helps.values().chain(programs.iter().map(|(_, text)| text));
                            all.any(|text| options(text).contains(option))
                        }
                        // Cargo's, and those of other programs.
                        (None, None) => continue,
                    };
                    named += 1;
                    if !is_there {
                        wrong.push(format!("{}: {option} in `{code}`", page.display()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(named > 200, "{named}");
}

/// The commands that `cli` replaces by a refusal where there are no process groups.
#[test]
fn the_documents_name_the_commands_that_do_not_run_on_windows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let cli = read("src/cli/mod.rs");
    let refused = cli.split("elsewhere as ").skip(1).map(|rest| rest.split([',', ';', '}', '\n']).next().unwrap());
    // Only the program itself calls this one.
    let refused: BTreeSet<&str> = refused.filter(|name| *name != "guard").collect();
    let document = read("docs/commands.md");
    let sentence = document.split("Not there:").nth(1).unwrap().split("\n\n").next().unwrap();
    let named: BTreeSet<&str> = sentence.split('`').skip(1).step_by(2).collect();
    // Reading the files of a tournament is refused too.
    let refusal = "games of tournaments are read on Linux and macOS only";
    assert!(named.contains(".jsonl") && read("src/cli/games.rs").contains(refusal), "{named:?}");
    let commands: BTreeSet<&str> =
        named.into_iter().filter(|name| !name.contains(' ') && !name.starts_with('.')).collect();
    assert!(commands == refused && refused.len() > 2, "{commands:?}: expected {refused:?}");
}
