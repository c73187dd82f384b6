//! Features of all commands: version, completions, manual, log, and Ctrl-C.

use std::process::{Command, Output, Stdio};

fn rival(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

#[test]
fn the_version_names_the_instruction_set_and_the_weights() {
    let output = done(&mut rival(&["--version"]));
    let digest = &rival::eval::patterns::shipped::sha256()[..12];
    let (head, tail) = text(&output.stdout).trim_end().split_once(" (").unwrap();
    assert_eq!(head, format!("rival {}", env!("CARGO_PKG_VERSION")));
    let expected = format!(", {}, weights {digest})", rival::board::kernel::NAME);
    assert!(tail.ends_with(&expected), "{tail}");
}

/// The program alone, belonging to no terminal, with these variables.
#[cfg(target_os = "linux")]
fn without_a_terminal(variables: &[(&str, &std::ffi::OsStr)]) -> Command {
    let mut command = Command::new("sh");
    // A browser is looked for in PATH: none must open.
    let script = "session=$(command -v setsid); PATH=/nowhere; exec \"$session\" \"$0\"";
    command.args(["-c", script, env!("CARGO_BIN_EXE_rival")]).env_remove("RUST_LOG").stdin(Stdio::null());
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("BROWSER");
    command.envs(variables.iter().copied());
    command
}

#[cfg(target_os = "linux")]
#[test]
fn without_arguments_the_page_opens_where_somebody_can_see_it() {
    let output = without_a_terminal(&[]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("Usage: rival <COMMAND>"), "{output:?}");
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().as_os_str();
    let variables = [("DISPLAY", ":nowhere".as_ref()), ("HOME", home), ("XDG_DATA_HOME", home)];
    let mut page = without_a_terminal(&variables).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut address = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(page.stdout.take().unwrap()), &mut address).unwrap();
    page.kill().unwrap();
    page.wait().unwrap();
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
}

#[test]
fn completions_have_commands_and_options() {
    for shell in ["bash", "elvish", "zsh", "fish", "powershell"] {
        let output = done(&mut rival(&["manual", "--completions", shell]));
        let script = text(&output.stdout);
        assert!(script.contains("tournament") && script.contains("openings"), "{shell}");
        assert!(script.contains("perft") && !script.contains("guard"), "{shell}");
    }
    // Blanks in names of files: `--out` and `--player` are completed as files, not as words.
    let output = done(&mut rival(&["manual", "--completions", "bash"]));
    let script = text(&output.stdout);
    for option in ["--out)", "--player)", "--data)"] {
        let (_, after) = script.split_once(option).unwrap();
        let (case, _) = after.split_once(";;").unwrap();
        assert!(case.contains("compopt -o filenames"), "{option} {case}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    done(rival(&["manual"]).arg(folder.path()));
    assert!(!folder.path().join("rival-guard.1").exists());
    let pages: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|page| page.unwrap().path()).collect();
    assert!(pages.len() > 25 && pages.contains(&folder.path().join("rival-train-patterns.1")), "{pages:?}");
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        assert!(text.starts_with(".ie") && text.contains(".SH SYNOPSIS"), "{page:?}: {text}");
        let has =
            |section: &str| text.contains(&format!(".SH \"{section}\"")) || text.contains(&format!(".SH {section}"));
        assert!(has("EXIT STATUS") && has("EXAMPLES"), "{page:?}: {text}");
    }
    let output = rival(&["manual"]).arg(folder.path().join("rival.1/below")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr).lines().count(), 1);
}

#[test]
fn what_was_probably_meant_is_said() {
    let output = rival(&["show", "mastre"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("(did you mean \"master\"?)"), "{}", text(&output.stderr));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.json");
    let personality = r#"{"format": "rival/1", "name": "p", "kind": "linear", "rule": "normal", "summary": "s",
        "features": [{"feature": "mobilty", "weight": 1}], "search": {"depth": 1}}"#;
    std::fs::write(&file, personality).unwrap();
    let output = rival(&["show"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("(did you mean \"mobility\"?)"), "{}", text(&output.stderr));
}

#[test]
fn the_log_is_silent_unless_it_is_asked_for() {
    let game = ["match", "random", "map-normal", "--games", "2"];
    assert_eq!(text(&done(&mut rival(&game)).stderr), "");
    let logged = |command: &mut Command| text(&done(command).stderr).to_owned();
    let asked = logged(rival(&game).env("RUST_LOG", "info"));
    assert!(asked.contains("INFO  rival::cli::duel: random against map-normal: 2 of 2 games"), "{asked}");
    let asked = logged(rival(&game).env("RUST_LOG", "rival::cli=info"));
    assert!(asked.contains("random against map-normal"), "{asked}");
    assert_eq!(logged(rival(&game).env("RUST_LOG", "off")), "");
    let mut served = rival(&["gtp", "--player", "map-normal", "--seed", "7"]);
    let mut child = served
        .env("RUST_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"genmove b\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let log = text(&output.stderr);
    assert!(log.contains("map-normal for normal, seed 7") && log.contains("map-normal answers"), "{log}");
    assert!(text(&output.stdout).starts_with("= "), "the log does not reach the protocol");
}

/// Ctrl-C does not wait for the end of a game: one of `master` lasts a minute.
#[cfg(unix)]
#[test]
fn a_match_is_stopped_in_the_middle_of_a_move() {
    let mut command = rival(&["match", "master", "master", "--games", "2", "--threads", "1"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("stopped before a game was over"), "{}", text(&output.stderr));
}

/// What Ctrl-C leaves of a command that reads standard input: its output and its last line.
#[cfg(unix)]
fn stopped(args: &[&str], input: &str, milliseconds: u64) -> (String, String) {
    let mut child = rival(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[cfg(unix)]
#[test]
fn what_is_judged_or_solved_before_a_stop_is_shown() {
    let (table, said) = stopped(&["analyze", "-", "--time", "0.2"], "f5d6c3d3c4f4f6g5e6f7", 1500);
    assert!(table.contains(" f5 ") && table.contains("mean loss"), "{table}{said}");
    assert!(said.contains("rival: stopped: -: game 1") && said.contains(" of 10 moves are judged"), "{said}");
    let easy = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-- X";
    let endless = "---------------------------OX------XO--------------------------- X";
    let (lines, said) = stopped(&["solve", "-", "--hash", "1"], &format!("{easy}\n{endless}\n"), 1500);
    assert!(lines.contains("1 solved, 0 differ"), "{lines}{said}");
    assert!(said.ends_with("rival: stopped: 1 of 2 positions are solved\n"), "{said}");
}

/// A file at its size limit is reported in a line, like a full disk.
#[cfg(unix)]
#[test]
fn a_limit_of_file_sizes_is_an_error_and_not_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.txt");
    std::fs::write(&games, "f5d6c3d3c4\n".repeat(2000)).unwrap();
    let words = format!("ulimit -f 1; exec {} convert games.txt games.ggf", env!("CARGO_BIN_EXE_rival"));
    let output = Command::new("sh").args(["-c", &words]).current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).contains("games.ggf: "), "{output:?}");
    assert_eq!(text(&output.stderr).lines().count(), 1, "{output:?}");
    assert!(!folder.path().join("games.ggf").exists());
}

/// Ctrl-C ends a match with the pairs that are over, which count as in a shorter match.
#[cfg(unix)]
#[test]
fn a_match_that_is_stopped_says_what_it_has() {
    let games = 10_000_000;
    let mut command = rival(&["match", "map-normal", "static-normal", "--openings", "random:8", "--threads", "2"]);
    command.args(["--games", &games.to_string(), "--json"]).env("RUST_LOG", "info");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Long enough for a game, not for ten million.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let played = result["games"].as_u64().unwrap();
    assert!(played > 0 && played < games && played.is_multiple_of(2), "{played}");
    let said = format!("rival: stopped: the figures are from {played} of {games} games");
    assert!(text(&output.stderr).contains(&said), "{}", text(&output.stderr));
}

/// Little memory, in steps from less than the program starts with: the line comes wherever the memory ends, and the end
/// comes also where a backtrace would need memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_had_is_one_line() {
    let mut lines = Vec::new();
    for megabytes in (50..150).step_by(10) {
        let limited =
            format!("ulimit -v {}; exec timeout -s KILL 3 \"$0\" gtp --player master --hash 1", megabytes << 10);
        let mut command = Command::new("sh");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_rival")]).env("RUST_BACKTRACE", "1").stdin(Stdio::null());
        let output = command.output().unwrap();
        let said = text(&output.stderr);
        match output.status.code() {
            // Threads need memory, too.
            Some(1)
                if ["rival: memory: no room for ", "rival: the system cannot start another thread"]
                    .iter()
                    .any(|start| said.starts_with(start)) =>
            {
                lines.push(said.lines().count());
            }
            // The system could not start the program.
            Some(127) => {}
            // It was enough.
            Some(0) | None => {
                assert_eq!(said, "");
                break;
            }
            other => panic!("{megabytes} MB: {other:?}: {said}"),
        }
    }
    assert!(!lines.is_empty() && lines.iter().all(|&count| count == 1), "{lines:?}");
}
