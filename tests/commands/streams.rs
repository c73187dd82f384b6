//! What is given in place of a file, and output that nobody reads.

use std::fs;
use std::io::{Read, Write};
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
fn a_named_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pipe.sgf", "pipe.json", "pipe.obf", "pipe.csv"] {
        assert!(Command::new("mkfifo").arg(folder.path().join(name)).status().unwrap().success());
    }
    for arguments in [
        &["convert", "pipe.sgf", "a.ggf"][..],
        &["analyze", "pipe.sgf"],
        &["show", "pipe.json"],
        &["solve", "pipe.obf"],
        &["gtp", "--player", "pipe.json"],
        &["match", "pipe.json", "random", "--games", "2"],
        &["import-map", "pipe.csv", "--name", "x", "--rule", "normal"],
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

/// A server that waits for its client must see that nobody reads its answers any more.
#[test]
fn an_idle_server_leaves_when_its_output_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    for (server, greeting, answer) in [("gtp", "name\n", "= rival random\n\n"), ("nboard", "ping 1\n", "pong 1\n")] {
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

/// A log that is a link could be led into any file of the user's.
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

/// A command whose standard error nobody reads ends as it would with a reader.
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
        (&["measure", "bad.txt", "--as", "nobody"], 2),
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
        &["measure", "bad.ggf", "bad.sgf", "bad.txt", "--as", &name],
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
