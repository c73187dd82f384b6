//! Streams, links and devices in place of files, and output without a reader.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const RIVAL: &str = env!("CARGO_BIN_EXE_rival");

fn start(folder: &tempfile::TempDir, arguments: &[&str]) -> Child {
    let mut command = Command::new(RIVAL);
    command.args(arguments).current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The output of a command that must not wait for anything. One that does is ended.
fn output(mut child: Child, input: &str) -> Output {
    // A command that refuses its arguments has gone before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let deadline = Instant::now() + Duration::from_secs(30);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("it waits");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn a_dash_is_standard_input_for_every_command_that_reads_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let game = "f5d6c3d3c4f4f6g5e6f7".to_owned();
    let profile = output(start(&folder, &["measure", "-", "--player", "black", "-o", "me.json"]), &game);
    assert_eq!(profile.status.code(), Some(0), "{profile:?}");
    let profile = fs::read_to_string(folder.path().join("me.json")).unwrap();
    let personality = read("engines/map-normal.json");
    let tournament = r#"{"engines": ["rival", {"use": "rival", "name": "other"}], "games": 2}"#.to_owned();
    let problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18".to_owned();
    for (arguments, input, said) in [
        (&["analyze", "-", "--depth", "1"][..], &game, "f5"),
        (&["convert", "-", "-", "--to", "ggf"], &game, "(;GM[Othello]"),
        (&["solve", "-"], &problem, "g8"),
        (&["measure", "-"], &profile, "black"),
        (&["agent", "-", "-o", "agent.json"], &profile, "agent.json"),
        (&["show", "-"], &personality, "map-normal"),
        (&["match", "-", "random", "--games", "2"], &personality, "2 games"),
        (&["tournament", "check", "-"], &tournament, "other"),
    ] {
        let output = output(start(&folder, arguments), input);
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains(said), "{arguments:?}: {text}");
    }
}

/// Notepad and PowerShell may write UTF-16, which is neither JSON nor any format of games.
#[test]
fn a_text_in_utf_16_is_refused_by_every_command_that_reads_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[Event \"one\"]\n\n1. f5 d6\n";
    for (name, mark) in [("little.pgn", b"\xff\xfe"), ("big.pgn", b"\xfe\xff")] {
        let units = text.encode_utf16();
        let units = units.flat_map(|unit| if mark[0] == 0xff { unit.to_le_bytes() } else { unit.to_be_bytes() });
        fs::write(folder.path().join(name), mark.iter().copied().chain(units).collect::<Vec<u8>>()).unwrap();
    }
    fs::copy(folder.path().join("little.pgn"), folder.path().join("a.json")).unwrap();
    for arguments in [
        &["analyze", "little.pgn"][..],
        &["analyze", "big.pgn"],
        &["convert", "little.pgn", "b.ggf"],
        &["solve", "little.pgn"],
        &["measure", "little.pgn", "--player", "black"],
        &["show", "a.json"],
        &["match", "a.json", "random", "--games", "2"],
        &["tournament", "check", "a.json"],
        &["tournament", "a.json"],
        &["train", "map", "--recipe", "a.json", "--out", "run"],
        &["train", "patterns", "--recipe", "a.json", "--out", "run"],
        &["train", "patterns", "--games", "little.pgn", "--out", "run"],
    ] {
        let output = output(start(&folder, arguments), "");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{arguments:?}: {text}");
        assert!(text.contains(": found a text in UTF-16, expected UTF-8: save the file as UTF-8"), "{text}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

/// Players that follow a person need its file later, and a result goes to a file.
#[test]
fn a_dash_is_refused_where_it_can_be_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let game = "f5d6c3d3c4f4f6g5e6f7";
    for (arguments, input, expected) in [
        (&["rivals", "-", "--out", "rivals"][..], "", "-: found standard input, expected a file, as players"),
        (&["agent", "-", "--learn", "-o", "a.json"], "", "-: found standard input, expected a file, as players that"),
        (&["measure", "-", "--player", "black", "-o", "-"], game, "-: found standard output, expected a file to write"),
        (&["measure", "-", "--player", "black", "--html", "-"], game, "-: found standard output, expected a file"),
        (&["gtp", "--player", "random", "--log", "-"], "quit\n", "-: found standard output, expected a file to write"),
    ] {
        let output = output(start(&folder, arguments), input);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{arguments:?}: {said}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments:?}");
    }
}

#[test]
fn a_named_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pipe.sgf", "pipe.json", "pipe.obf", "pipe.csv", "pipe.jsonl", "config.json"] {
        assert!(Command::new("mkfifo").arg(folder.path().join(name)).status().unwrap().success());
    }
    for arguments in [
        &["convert", "pipe.sgf", "a.ggf"][..],
        &["analyze", "pipe.sgf"],
        &["show", "pipe.json"],
        &["solve", "pipe.obf"],
        &["gtp", "--player", "pipe.json"],
        &["match", "pipe.json", "random", "--games", "2"],
        &["show", "pipe.csv"],
        &["measure", "pipe.jsonl", "--player", "x"],
        &["agent", "pipe.json", "-o", "x.json"],
        &["train", "map", "--recipe", "pipe.json", "--out", "run"],
        &["train", "patterns", "--recipe", "pipe.json", "--out", "run"],
        &["tournament", "pipe.json"],
        &["tournament", "--out", ".", "--engine", "name=a proto=gtp cmd=true", "--engine", "name=b proto=gtp cmd=true"],
        &["train", "labels", "--recipe", "pipe.json", "--out", "run"],
    ] {
        let output = output(start(&folder, arguments), "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("found a named pipe, expected a regular file"), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let output = output(start(&folder, &["gtp", "--player", "random"]), "loadsgf pipe.sgf\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "? cannot load file\n\n");
}

#[test]
fn standard_input_is_read_by_its_names() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["-", "/dev/stdin"] {
        let output = output(start(&folder, &["convert", name, "-", "--from", "txt", "--to", "txt"]), "F5D6\n");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"f5d6\n"[..]), "{name}: {said}");
    }
}

/// A server that waits for its client must notice that its output was closed.
#[test]
fn an_idle_server_leaves_when_its_output_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("= rival {}\n\n", rival::players::load("random").unwrap().signature());
    for (server, greeting, answer) in [("gtp", "name\n", &name[..]), ("nboard", "ping 1\n", "pong 1\n")] {
        let mut child = start(&folder, &[server, "--player", "random"]);
        let mut input = child.stdin.take().unwrap();
        input.write_all(greeting.as_bytes()).unwrap();
        let mut said = vec![0; answer.len()];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut said).unwrap();
        assert_eq!(said, answer.as_bytes());
        drop(stdout);
        let deadline = Instant::now() + Duration::from_secs(30);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "{server} stays");
            std::thread::sleep(Duration::from_millis(2));
        }
        assert_eq!(child.wait().unwrap().code(), Some(0), "{server}");
        drop(input);
    }
}

/// A link in the place of a file of ours could lead to any file of the user's.
#[test]
fn files_of_a_folder_are_not_written_through_links() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("precious"), "x").unwrap();
    fs::create_dir(path("manual")).unwrap();
    let book = ["train", "book", "--player", "small-engine", "--depth", "1", "--positions", "2", "--out", "book"];
    let book = [&book[..], &["--date", "2000-01-01", "--resume"]].concat();
    let whole = |arguments: &[&str]| {
        let output = output(start(&folder, arguments), "");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(whole(&book).0, Some(0));
    let expected = [
        (path("manual/rival-train.1"), &["manual", "manual"][..]),
        (path("book/opening.book"), &book),
        (path("book/personality.json"), &book),
    ];
    for (file, arguments) in expected {
        let before = fs::read(&file).ok();
        let _ = fs::remove_file(&file);
        std::os::unix::fs::symlink(path("precious"), &file).unwrap();
        let (code, said) = whole(arguments);
        assert!(code == Some(1) || code == Some(2), "{}: {said}", file.display());
        assert!(said.contains("found a symbolic link, expected a regular file"), "{}: {said}", file.display());
        assert_eq!(fs::read_to_string(path("precious")).unwrap(), "x", "{}", file.display());
        fs::remove_file(&file).unwrap();
        before.into_iter().for_each(|bytes| fs::write(&file, bytes).unwrap());
    }
}

/// Whatever a file or an argument contains, an error is one short line without control characters.
#[test]
fn foreign_texts_are_shown_short_and_steer_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(100_000);
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let personality = |kind: &str, summary: &str| {
        format!(r#"{{"format": "rival/1", "name": "p", "kind": "{kind}", "rule": "normal", "summary": "{summary}"}}"#)
    };
    write("kind.json", personality(&long, "s"));
    write("games.txt", long.clone());
    write("games.obf", long.clone());
    write("tournament.json", format!(r#"{{"{long}": 1}}"#));
    for arguments in [
        &["show", "kind.json"][..],
        &["show", &long],
        &["convert", "games.txt", "x.ggf"],
        &["solve", "games.obf"],
        &["tournament", "tournament.json"],
        &["train", "map", "--recipe", "kind.json", "--out", "run"],
        &["agent", "kind.json", "-o", "x.json"],
        &["measure", "games.txt", "--player", &long],
        &[&long],
        &["perft", &long],
        &["match", "random", "random", "--openings", &long],
    ] {
        let output = output(start(&folder, arguments), "");
        let said = String::from_utf8(output.stderr).unwrap();
        let command = arguments[0].get(..10).unwrap_or(arguments[0]);
        assert_ne!(output.status.code(), Some(0), "{command}");
        assert!(said.starts_with("rival: ") && !said.is_empty(), "{command}: {said}");
        assert!(said.lines().all(|line| line.chars().count() <= 400), "{command}: {}", said.len());
    }
    let steering = "\u{202e}\u{200b}evil";
    write("evil.json", personality("random", steering));
    for arguments in [&["show", "evil.json"][..], &["show", "evil.json", "--json"]] {
        let output = output(start(&folder, arguments), "");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("evil"), "{arguments:?}: {said}");
        let shown = |c: char| c == '\n' || rival::record::text::is_printable(c);
        assert!(said.chars().all(shown), "{arguments:?}: {said:?}");
        if arguments.last() == Some(&"json") {
            let file: serde_json::Value = serde_json::from_str(&said).unwrap();
            assert_eq!(file["summary"], steering);
        }
    }
}

/// A log that is a link could lead to any file of the user's.
#[test]
fn a_log_is_not_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("precious"), "x").unwrap();
    std::os::unix::fs::symlink("precious", folder.path().join("log")).unwrap();
    for server in ["gtp", "nboard"] {
        let output = output(start(&folder, &[server, "--player", "random", "--log", "log"]), "name\n");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said, "rival: --log log: found a symbolic link, expected a regular file\n");
    }
    assert_eq!(fs::read_to_string(folder.path().join("precious")).unwrap(), "x");
}

#[test]
fn a_log_is_not_added_to_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let player = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/map-normal.json")).unwrap();
    fs::write(folder.path().join("p.json"), &player).unwrap();
    let refused = output(start(&folder, &["gtp", "--player", "p.json", "--log", "p.json"]), "name\n");
    let expected = "rival: --log p.json: found a file that is not a log, expected a new file or an earlier log\n";
    assert_eq!((refused.status.code(), String::from_utf8(refused.stderr).unwrap().as_str()), (Some(2), expected));
    assert_eq!(fs::read_to_string(folder.path().join("p.json")).unwrap(), player);
    for lines in [3, 6] {
        let added = output(start(&folder, &["gtp", "--player", "p.json", "--log", "log"]), "protocol_version\n");
        assert_eq!(added.status.code(), Some(0), "{added:?}");
        assert_eq!(fs::read_to_string(folder.path().join("log")).unwrap().lines().count(), lines);
    }
}

/// A command whose standard error was closed ends as it does with a reader.
#[test]
fn errors_that_nobody_reads_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.obf"), "nonsense\nmore nonsense\n").unwrap();
    fs::write(folder.path().join("bad.txt"), "f5f5\nf5d6\n").unwrap();
    for (arguments, code) in [
        (&["show", "no-such-player"][..], 2),
        (&["perft", "x"], 2),
        (&["solve", "bad.obf"], 2),
        (&["convert", "bad.txt", "out.sgf"], 1),
        (&["analyze", "bad.txt", "--player", "bp"], 1),
        (&["measure", "bad.txt", "--player", "nobody"], 2),
        (&["tournament"], 2),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(RIVAL);
        command.args(arguments).current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(writer);
        assert_eq!(command.status().unwrap().code(), Some(code), "{arguments:?}");
    }
}

/// Escape sequences of a file, and characters that turn the direction of a text, are quoted but not obeyed.
#[test]
fn what_was_found_does_not_control_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "\u{1b}]0;evil\u{7}\u{202e}\u{9b}31m";
    let name = format!("x{evil}");
    for (file, text) in [
        ("bad.obf", format!("{evil}{}\n", "-".repeat(60))),
        ("bad.txt", format!("f5{evil}\nf5f6{evil}\n")),
        ("bad.ggf", format!("(;GM[Othello]PB[{evil}]PW[b]BO[8 {evil}];)\n(;GM[{evil}])\n{evil}")),
        ("bad.sgf", format!("(;GM[2]PB[{evil}];B[{evil}])(;{evil}[1])")),
        ("bad.json", format!("{{\"format\": \"{evil}\", \"kind\": 1}}")),
        ("more.json", format!("{{\"format\": \"rival/1\", \"name\": \"a\", \"kind\": \"random\", \"{evil}\": 1}}")),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    for arguments in [
        &["solve", "bad.obf"][..],
        &["convert", "bad.ggf", "out.sgf"],
        &["convert", "bad.sgf", "out.ggf"],
        &["convert", "bad.txt", "out.ggf"],
        &["measure", "bad.ggf", "bad.sgf", "bad.txt", "--player", &name],
        &["analyze", "bad.ggf"],
        &["analyze", "bad.sgf"],
        &["analyze", "bad.txt"],
        &["analyze", &name],
        &["show", &name],
        &["show", "bad.json"],
        &["show", "more.json"],
        &["gtp", "--player", &name],
        &["gtp", "--log", &format!("no-folder/{name}")],
        &["tournament", &name],
        &["tournament", "--engine", &name],
        &[
            "tournament",
            "--openings",
            &name,
            "--engine",
            "name=a cmd=cat proto=gtp",
            "--engine",
            "name=b cmd=cat proto=gtp",
        ],
        &["perft", &name],
        &[&name],
    ] {
        let output = output(start(&folder, arguments), "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(1 | 2)) && !said.is_empty(), "{arguments:?}: {said:?}");
        for text in [said, String::from_utf8(output.stdout).unwrap()] {
            let wrong = |c: &char| *c != '\n' && !rival::record::text::is_printable(*c);
            assert_eq!(text.chars().filter(wrong).collect::<Vec<_>>(), [], "{arguments:?}: {text:?}");
        }
    }
}
