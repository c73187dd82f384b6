//! Whole runs of `rival convert`.

use std::fs;
use std::process::Output;

use rival::record::Format;
use tempfile::TempDir;

use crate::rival_fed;

const START: &str = "---------------------------O*------*O---------------------------";

/// Runs `rival convert` in a folder, this text on standard input.
fn convert(folder: &TempDir, args: &[&str], input: &str) -> Output {
    rival_fed(folder, &[&["convert"], args].concat(), input)
}

fn outcome(output: &Output) -> (Option<i32>, String, String) {
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap());
    (output.status.code(), stdout, stderr)
}

fn done(code: i32, stdout: &str, stderr: &str) -> (Option<i32>, String, String) {
    (Some(code), stdout.to_owned(), stderr.to_owned())
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

fn files(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_format_and_back() {
    let folder = TempDir::new().unwrap();
    let list = "f5d6c3d3c4f4c5b3c2e3\nf5f6e6f4\n";
    fs::write(folder.path().join("a.txt"), list).unwrap();
    let steps = [("a.txt", "b.ggf"), ("b.ggf", "c.sgf"), ("c.sgf", "d.ggf"), ("d.ggf", "f.SGF"), ("f.SGF", "g.txt")];
    for (from, to) in steps {
        let output = convert(&folder, &[from, to], "");
        assert_eq!(output.status.code(), Some(0), "{from} {to}: {:?}", outcome(&output));
        assert!(output.stdout.is_empty());
    }
    assert_eq!(read(&folder, "g.txt"), list);
    assert_eq!(read(&folder, "b.ggf"), read(&folder, "d.ggf"));
    assert_eq!(files(&folder), ["a.txt", "b.ggf", "c.sgf", "d.ggf", "f.SGF", "g.txt"]);
}

/// A table of WTHOR: a head, and names of this width.
fn table(width: usize, names: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    bytes[8] = names.len() as u8;
    for name in names {
        let end = bytes.len() + width;
        bytes.extend(*name);
        bytes.resize(end, 0);
    }
    bytes
}

#[test]
fn wthor_has_its_names_in_files_beside_it() {
    let folder = TempDir::new().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    put("b.wtb", rival::record::wthor::FORMAT.example);
    put("b.jou", &table(20, &[b"???", b"J\xe9r\xf4me", b"Bob"]));
    put("b.trn", &table(26, &[b"Cup"]));
    assert_eq!(outcome(&convert(&folder, &["b.wtb", "c.ggf"], "")), done(0, "", ""));
    let game =
        format!("(;GM[Othello]PC[Cup]DT[2000]PB[Jérôme]PW[Bob]RE[0]TY[8]BO[8 {START} *]B[F5]W[D6]B[C3]W[D3];)\n");
    assert_eq!(read(&folder, "c.ggf"), game);
    // Without the tables the games are still there, the names are numbers.
    fs::remove_file(folder.path().join("b.jou")).unwrap();
    let told = "rival: b.wtb: players are numbers, such as #1: their names are in WTH.JOU, expected beside it\n";
    assert_eq!(outcome(&convert(&folder, &["b.wtb", "d.ggf"], "")), done(0, "", told));
    assert!(read(&folder, "d.ggf").contains("PB[#1]PW[#2]"));
    // A folder's common tables serve every year.
    fs::rename(folder.path().join("b.trn"), folder.path().join("WTH.TRN")).unwrap();
    assert_eq!(convert(&folder, &["b.wtb", "e.ggf"], "").status.code(), Some(0));
    assert!(read(&folder, "e.ggf").contains("PC[Cup]"));
    put("WTH.TRN", b"short");
    let output = convert(&folder, &["b.wtb", "f.ggf"], "");
    assert_eq!(outcome(&output), done(2, "", "rival: b.wtb: ./WTH.TRN: found 5 bytes, expected a WTHOR head of 16\n"));
}

#[test]
fn a_file_that_holds_another_format_than_its_extension_says_is_one_line() {
    let folder = TempDir::new().unwrap();
    let game = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {START} *]B[F5];)\n");
    fs::write(folder.path().join("ggf.sgf"), game.repeat(12)).unwrap();
    let told = "rival: ggf.sgf: found GGF in a file of .sgf: rename it to .ggf, or add --from ggf\n";
    assert_eq!(outcome(&convert(&folder, &["ggf.sgf", "a.txt"], "")), done(2, "", told));
    assert_eq!(outcome(&convert(&folder, &["ggf.sgf", "-", "--from", "ggf", "--to", "txt"], "")).1, "f5\n".repeat(12));
}

#[test]
fn a_result_that_the_final_board_contradicts_is_kept_and_told_once() {
    let folder = TempDir::new().unwrap();
    let moves = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    let game = |result: &str| format!("(;GM[Othello]PB[a]PW[b]RE[{result}]TY[8]BO[8 {START} *]{moves};)\n");
    // The board has 13 black discs and 51 empty squares, which some programs leave out.
    let input = game("+64") + &game("+20") + &game("-8.00") + &game("-8.00:t") + &game("+13");
    let output = convert(&folder, &["-", "a.pgn", "--from", "ggf"], &input);
    let told = "rival: -: game 2, line 2: found the result +20, but the board ends at +64: the written result is kept, \
                in 2 games\n";
    assert_eq!(outcome(&output), done(0, "", told));
    assert!(read(&folder, "a.pgn").contains("[Score \"+20\"]"));
}

#[test]
fn the_content_of_a_stream_tells_its_format() {
    let folder = TempDir::new().unwrap();
    let sgf = "(;GM[2]FF[4]CA[UTF-8]AP[rival]SZ[8];B[fe];W[df])\n";
    assert_eq!(outcome(&convert(&folder, &["-", "-", "--from", "txt", "--to", "sgf"], "F5 D6\n")), done(0, sgf, ""));
    assert_eq!(outcome(&convert(&folder, &["-", "-", "--to", "sgf"], "F5 D6\n")), done(0, sgf, ""));
    assert_eq!(outcome(&convert(&folder, &["-", "-", "--to", "txt"], sgf)), done(0, "f5d6\n", ""));
    let message =
        "rival: -: game 1, line 1: column 1: found 'hello', expected a square from a1 to h8 or a pass: --, pa, ps\n";
    assert_eq!(outcome(&convert(&folder, &["-", "-", "--to", "sgf"], "hello\n")), done(2, "", message));
    let known = Format::extensions(None);
    let message = format!("rival: -: found no extension, expected {known}, or --to FORMAT\n");
    assert_eq!(outcome(&convert(&folder, &["-", "-"], "f5")), done(2, "", &message));
    let message = "rival: -: WTHOR can be read only, expected another format\n";
    assert_eq!(outcome(&convert(&folder, &["-", "-", "--from", "txt", "--to", "wtb"], "f5")), done(2, "", message));
    assert_eq!(files(&folder), Vec::<String>::new());
}

#[test]
fn a_bad_game_does_not_stop_the_others() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.txt"), "f5d6\n\nf5f5\nf5f6\nxyz\n").unwrap();
    let errors = "rival: a.txt: game 2, line 3: column 3: move 2: found f5 for white, expected a legal move of white: f4 d6 f6\n\
                  rival: a.txt: game 4, line 5: column 1: found 'xyz', expected a square from a1 to h8 or a pass: --, pa, ps\n";
    assert_eq!(outcome(&convert(&folder, &["a.txt", "b.txt"], "")), done(1, "", errors));
    assert_eq!(read(&folder, "b.txt"), "f5d6\nf5f6\n");
}

#[test]
fn when_every_game_is_bad_an_old_file_stays() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.txt"), "a1\n").unwrap();
    fs::write(folder.path().join("b.txt"), "f5\n").unwrap();
    assert_eq!(convert(&folder, &["a.txt", "b.txt"], "").status.code(), Some(2));
    assert_eq!(read(&folder, "b.txt"), "f5\n");
}

#[test]
fn unusable_files_leave_nothing_behind() {
    let folder = TempDir::new().unwrap();
    let extension = format!("expected {}", Format::extensions(None));
    fs::write(folder.path().join("a.dat"), "no game\n").unwrap();
    fs::write(folder.path().join("a.txt"), "f5\n").unwrap();
    fs::write(folder.path().join("a.ggf"), "no game\n").unwrap();
    fs::write(folder.path().join("a.wtb"), "0123456789abcdefg").unwrap();
    let before = files(&folder);
    for (args, message) in [
        (["a.dat", "b.txt"], format!("rival: a.dat: found no known extension, {extension}, or --from FORMAT\n")),
        (["a.txt", "b.dat"], format!("rival: b.dat: found the extension .dat, {extension}, or --to FORMAT\n")),
        (["a.ggf", "b.txt"], "rival: a.ggf: found 'no game', expected a GGF game: (;GM[Othello]...;)\n".to_owned()),
        (
            ["a.wtb", "b.txt"],
            "rival: a.wtb: found 17 bytes, expected 62988362208: a head of 16 and 926299444 times 68\n".to_owned(),
        ),
    ] {
        let output = convert(&folder, &args, "");
        let (code, stdout, stderr) = outcome(&output);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{args:?}");
        assert_eq!(stderr, message);
    }
    for args in [["none.txt", "b.txt"], ["a.txt", "no/such/folder/b.txt"]] {
        let (code, stdout, stderr) = outcome(&convert(&folder, &args, ""));
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (Some(2), "", 1), "{stderr}");
    }
    assert_eq!(files(&folder), before);
}

#[test]
fn what_is_lost_is_said() {
    let folder = TempDir::new().unwrap();
    let game = format!("(;GM[Othello]PB[a]RE[2]TI[5:00]TY[8]BO[8 {START} *]B[F5/1/2];)\n");
    let lost = "rival: -: .txt does not keep evaluations; names, places and dates; results; times\n";
    assert_eq!(outcome(&convert(&folder, &["-", "-", "--from", "ggf", "--to", "txt"], &game)), done(0, "f5\n", lost));
    let obf = format!("{} O;\n", "---------------------------OX------XXX--------------------------");
    let output = convert(&folder, &["-", "-", "--from", "txt", "--to", "obf"], "f5");
    assert_eq!(outcome(&output), done(0, &obf, "rival: -: .obf does not keep the moves (the last position is kept)\n"));
}

/// SGF has one main time for both sides, and none of the rest.
#[test]
fn clocks_that_sgf_cannot_hold_are_told() {
    let folder = TempDir::new().unwrap();
    let extra = "times of moves and extra time";
    let unequal = "main times that differ";
    for (clocks, lost) in [
        ("TI[5:00]", String::new()),
        ("TB[5:00/1]TW[5:00]", extra.to_owned()),
        ("TB[5:00]TW[6:00]", unequal.to_owned()),
        ("TB[5:00]", unequal.to_owned()),
        ("TB[5:00//2:00]TW[6:00]", format!("{unequal}; {extra}")),
    ] {
        let game = format!("(;GM[Othello]PB[a]{clocks}TY[8]BO[8 {START} *]B[F5];)\n");
        let (code, text, told) = outcome(&convert(&folder, &["-", "-", "--to", "sgf"], &game));
        let expected = if lost.is_empty() { lost.clone() } else { format!("rival: -: .sgf does not keep {lost}\n") };
        assert_eq!((code, told), (Some(0), expected), "{clocks}");
        assert_eq!(text.contains("TM[300]"), !lost.contains(unequal), "{text}");
    }
}

#[test]
fn a_game_without_moves_is_no_empty_line() {
    let folder = TempDir::new().unwrap();
    let game = |moves: &str| format!("(;GM[Othello]TY[8]BO[8 {START} *]{moves};)\n");
    let error = "rival: -: game 1, line 1: a transcript cannot hold a game without moves\n";
    let games = game("") + &game("B[F5]");
    assert_eq!(outcome(&convert(&folder, &["-", "-", "--to", "txt"], &games)), done(1, "f5\n", error));
}

/// Games of another format are not left out without a message.
#[test]
fn text_between_games_is_named() {
    let folder = TempDir::new().unwrap();
    let game = format!("(;GM[Othello]TY[8]BO[8 {START} *]B[F5];)\n");
    fs::write(folder.path().join("a.ggf"), format!("{game}\n[White \"a\"]\n\n1. d3 c5\n\n{game}")).unwrap();
    let error = "rival: a.ggf: game 2, line 3: found '[White \"a\"]??1. d3 c5', \
                 expected a GGF game: (;GM[Othello]...;)\n";
    assert_eq!(outcome(&convert(&folder, &["a.ggf", "b.txt"], "")), done(1, "", error));
    assert_eq!(read(&folder, "b.txt"), "f5\nf5\n");
}

#[cfg(unix)]
#[test]
fn permissions_are_kept_and_respected() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "f5\n").unwrap();
    for (mode, new) in [(0o600, "f5d6\n"), (0o444, "f5f6\n")] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        // The superuser may write to every file.
        let is_writable = fs::OpenOptions::new().append(true).open(&path).is_ok();
        let (code, _, error) = outcome(&convert(&folder, &["-", "a.txt", "--from", "txt"], new));
        assert_eq!(code, Some(if is_writable { 0 } else { 2 }), "{error}");
        assert_eq!(read(&folder, "a.txt") == new, is_writable);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode);
    }
}

#[cfg(unix)]
#[test]
fn a_script_names_the_first_game_that_is_not_read() {
    let folder = TempDir::new().unwrap();
    let programs = TempDir::new().unwrap();
    fs::create_dir(programs.path().join("release")).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rival"), programs.path().join("release/rival")).unwrap();
    fs::write(folder.path().join("é.txt"), "f5d6\n\nf5x9\n").unwrap();
    fs::write(folder.path().join("b.pgn"), "[White \"a\"]\n\n1. f5 {+1.00/5} d6 *\n").unwrap();
    let mut script = std::process::Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/read-games"));
    script.arg(folder.path()).env("CARGO_TARGET_DIR", programs.path());
    let expected = "b.pgn: 1 read, 0 refused\né.txt: 1 read, 1 refused; game 2, line 3: column 3: found 'x9', \
                    expected a square from a1 to h8 or a pass: --, pa, ps\n";
    assert_eq!(outcome(&script.output().unwrap()), done(0, expected, ""));
}

/// A game of Othello Quest, saved under any name.
#[test]
fn times_go_into_the_formats_that_hold_them() {
    let folder = TempDir::new().unwrap();
    let quest = "{\"players\":[{\"id\":\"ann\",\"oldR\":1500.5},{\"id\":\"ben\",\"oldR\":1600}],\
                  \"position\":{\"startPos\":\"\",\"moves\":[{\"m\":\"f5\",\"t\":812},{\"m\":\"d6\",\"t\":2034}]}}";
    for name in ["a.json", "a.txt", "a"] {
        fs::write(folder.path().join(name), quest).unwrap();
        assert_eq!(outcome(&convert(&folder, &[name, "b.ggf"], "")), done(0, "", ""), "{name}");
        assert!(read(&folder, "b.ggf").contains("PB[ann]PW[ben]RE[?]RB[1500.5]RW[1600]"), "{}", read(&folder, "b.ggf"));
        assert!(read(&folder, "b.ggf").ends_with("B[F5//0.812]W[D6//2.034];)\n"), "{}", read(&folder, "b.ggf"));
    }
    let lost = "rival: e.sgf: .sgf does not keep times of moves and extra time\n";
    assert_eq!(outcome(&convert(&folder, &["b.ggf", "e.sgf"], "")), done(0, "", lost));
    let message = "rival: f.json: Othello Quest can be read only, expected another format\n";
    assert_eq!(outcome(&convert(&folder, &["b.ggf", "f.json"], "")), done(2, "", message));
}

#[test]
fn positions_become_games_without_moves() {
    let folder = TempDir::new().unwrap();
    let obf = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % first\n";
    fs::write(folder.path().join("a.obf"), obf).unwrap();
    assert_eq!(convert(&folder, &["a.obf", "b.sgf"], "").status.code(), Some(0));
    assert_eq!(convert(&folder, &["b.sgf", "c.obf"], "").status.code(), Some(0));
    assert_eq!(read(&folder, "c.obf"), format!("{}X;\n", &obf[..65]));
    let error =
        "rival: a.obf: game 1, line 1: a transcript cannot hold a game from another start than the normal one\n";
    assert_eq!(outcome(&convert(&folder, &["a.obf", "d.txt"], "")), done(2, "", error));
    assert!(!folder.path().join("d.txt").exists());
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("old.txt"), "f5\n").unwrap();
    std::os::unix::fs::symlink("old.txt", folder.path().join("link.txt")).unwrap();
    assert_eq!(outcome(&convert(&folder, &["-", "link.txt", "--from", "txt"], "f5d6")), done(0, "", ""));
    assert!(folder.path().join("link.txt").is_symlink());
    assert_eq!(read(&folder, "old.txt"), "f5d6\n");
}

#[test]
fn a_file_is_not_written_over_itself() {
    let folder = tempfile::tempdir().unwrap();
    let games = "f5d6c3\nf5a1\nd3c5\n";
    fs::write(folder.path().join("games.txt"), games).unwrap();
    let expected = "rival: OUT: ./games.txt is the input: name another file\n";
    assert_eq!(outcome(&convert(&folder, &["games.txt", "./games.txt"], "")), done(2, "", expected));
    assert_eq!(read(&folder, "games.txt"), games);
}

#[test]
#[cfg(unix)]
fn a_device_without_an_end_is_not_read_for_ever() {
    let folder = TempDir::new().unwrap();
    let expected = "rival: /dev/zero: found a device, expected a regular file\n";
    assert_eq!(outcome(&convert(&folder, &["/dev/zero", "a.sgf", "--from", "ggf"], "")), done(2, "", expected));
    let output = rival_fed(&folder, &["solve", "/dev/zero"], "");
    let (code, _, message) = outcome(&output);
    assert_eq!((code, message.lines().count()), (Some(2), 1), "{message}");
    assert!(message.contains("found a device, expected a regular file"), "{message}");
}

/// SGF has no discs for a game that ended early, and no agreements.
#[test]
fn a_result_that_sgf_cannot_hold_is_told() {
    let folder = TempDir::new().unwrap();
    for (result, back, is_lost) in
        [("-20:t", "-64:t", true), ("64:r", "64:r", false), ("0:r", "0", true), ("2:s", "2", true), ("-2", "-2", false)]
    {
        let game = format!(
            "(;GM[Othello]PC[x]PB[a]PW[b]RE[{result}]TY[8]BO[8 {} *]B[f5]W[d6];)\n",
            "-".repeat(27) + "O*------*O" + &"-".repeat(27)
        );
        fs::write(folder.path().join("a.ggf"), game).unwrap();
        let (code, _, told) = outcome(&convert(&folder, &["a.ggf", "b.sgf"], ""));
        assert_eq!(
            (code, told.contains("the discs of games that ended early")),
            (Some(0), is_lost),
            "{result}: {told}"
        );
        let (_, text, _) = outcome(&convert(&folder, &["b.sgf", "-", "--to", "ggf"], ""));
        assert!(text.contains(&format!("RE[{back}]")), "{result}: {text}");
        fs::remove_file(folder.path().join("b.sgf")).unwrap();
    }
}

/// GGF knows resignations and agreements, but neither faults nor referees nor unknown endings.
#[test]
fn a_fault_that_ggf_cannot_hold_is_told() {
    let folder = TempDir::new().unwrap();
    let endings = [("rules infraction", true), ("adjudication", true), ("unterminated", true), ("resigned", false)];
    for (termination, is_lost) in endings {
        let game = format!(
            "[White \"w\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Termination \"{termination}\"]\n\n1. f5 d6 1-0\n"
        );
        let (code, _, told) = outcome(&convert(&folder, &["-", "a.ggf"], &game));
        assert_eq!(
            (code, told.contains("that a referee decided, a side failed, or the ending is unknown")),
            (Some(0), is_lost),
            "{told}"
        );
    }
}
