//! Failures: the process is killed, the disk is full, the folder is read-only.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use super::client::Page;

#[test]
fn a_game_goes_on_after_kill_9_with_every_answered_move() {
    let folder = TempDir::new().unwrap();
    let mut page = Page::start(folder.path());
    let game = page.begin();
    let mut moves = String::new();
    // A kill right after the answer to each move: the opponent's move comes in any case.
    for _ in 0..6 {
        let before = page.until("play", |play| play["yourTurn"] == true || play["over"] == true);
        assert!(before["moves"].as_str().unwrap().starts_with(&moves), "{before} {moves}");
        assert!(page.play(game));
        moves = before["moves"].as_str().unwrap().to_owned();
        page.kill();
        page = Page::start(folder.path());
        let play = page.until("play", |play| play["yourTurn"] == true || play["over"] == true);
        assert!(play["moves"].as_str().unwrap().len() > moves.len() + 2, "{play} {moves}");
        assert_eq!(play["id"], game);
    }
    page.play_out(game);
    assert!(rival::record::ggf::parse(std::fs::read(folder.path().join("games/000001.ggf")).unwrap()).is_ok());
}

#[test]
fn an_import_that_was_killed_leaves_a_usable_profile_and_can_be_done_again() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let game = page.begin();
    page.play_out(game);
    let ggf = std::fs::read(folder.path().join("games/000001.ggf")).unwrap();
    page.until("me", |me| !me["estimate"].is_null());
    let opponent = rival::players::load("static-normal").unwrap().signature();
    let file = page.open("x.ggf", &ggf)["ok"]["file"].clone();
    page.ask(json!({ "do": "import", "file": file, "player": opponent }));
    page.kill();
    let page = Page::start(folder.path());
    let me = page.until("me", |me| !me["estimate"].is_null() && me["measuring"].is_null());
    assert_eq!(me["files"].as_array().map(Vec::len), Some(1), "{me}");
    let file = page.open("x.ggf", &ggf)["ok"]["file"].clone();
    page.ask(json!({ "do": "import", "file": file, "player": opponent }));
    page.until("me", |me| me["estimate"]["rests_on"]["words"].as_str().is_some_and(|text| text.contains("2 games")));
}

#[test]
fn rivals_that_were_half_made_go_on_after_kill_9_or_are_given_up() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let game = page.begin();
    page.play_out(game);
    page.until("me", |me| !me["estimate"].is_null());
    page.ask(json!({ "do": "make-rivals" }));
    let made = page.until("me", |me| me["making"]["done"].as_u64().is_some_and(|done| done > 0));
    assert!(made["making"]["of"].as_u64() > made["making"]["done"].as_u64(), "{made}");
    assert_eq!(page.answer(&json!({ "do": "make-rivals" }))["refused"]["error"], "busy");
    // A game can be played meanwhile.
    let game = page.begin();
    assert!(page.play(game));
    page.kill();
    let page = Page::start(folder.path());
    assert!(!page.until("me", |me| !me["making"].is_null())["making"].is_null());
    assert_eq!(page.shows("play")["id"], game);
    page.ask(json!({ "do": "stop-making" }));
    page.until("me", |me| me["making"].is_null() || me["making"]["stopping"] == true);
}

/// A user who owns nothing else, as systems have.
const NOBODY: u32 = 65534;

/// The command that starts a page as a user who may not write anywhere; `root` may.
fn as_nobody(folder: &Path) -> Command {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0\n"));
    let mut command = if is_root {
        let mut command = Command::new("setpriv");
        let user =
            [format!("--reuid={NOBODY}"), format!("--regid={NOBODY}"), "--clear-groups".to_owned(), "--".to_owned()];
        command.args(user).arg(binary(folder));
        command
    } else {
        Command::new(binary(folder))
    };
    command.args(["page", "--no-open", "--data"]).arg(folder);
    command
}

/// The binary where everybody can read it.
fn binary(folder: &Path) -> std::path::PathBuf {
    let copy = folder.parent().unwrap().join("rival");
    if !copy.exists() {
        // By another process: a file that this one has open for writing could not be run from its other threads.
        assert!(Command::new("cp").arg(env!("CARGO_BIN_EXE_rival")).arg(&copy).status().unwrap().success());
    }
    copy
}

#[test]
fn a_folder_that_takes_no_files_is_said_and_one_can_play() {
    let outer = TempDir::new().unwrap();
    std::fs::set_permissions(outer.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let folder = outer.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    // Any user but root keeps the folder, and starts the page.
    let _ = std::os::unix::fs::chown(&folder, Some(NOBODY), Some(NOBODY));
    let rights = |mode: u32| std::fs::set_permissions(&folder, PermissionsExt::from_mode(mode)).unwrap();
    // From the beginning: an error.
    rights(0o555);
    let refused = as_nobody(&folder).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), refused.stdout.len(), said.lines().count()), (Some(2), 0, 1), "{said}");
    assert!(said.starts_with("rival: --data") && said.to_lowercase().contains("permission denied"), "{said}");
    // The folder becomes read-only during a game.
    rights(0o755);
    let page = Page::run(&folder, &mut as_nobody(&folder));
    let game = page.begin();
    rights(0o555);
    assert!(page.play(game));
    let trouble = page.until("trouble", |trouble| trouble.is_string());
    assert!(trouble.as_str().unwrap().to_lowercase().contains("permission denied"), "{trouble}");
    page.until("play", |play| play["moves"].as_str().is_some_and(|moves| moves.len() == 4));
    // Once it takes files again, the game is kept.
    rights(0o755);
    assert!(page.play(game));
    page.until("trouble", serde_json::Value::is_null);
    assert!(folder.join("current.json").exists());
}

#[test]
fn a_full_disk_is_said_and_the_game_goes_on() {
    let folder = TempDir::new().unwrap();
    // In the usual folder (of this home) the page is served all the same. No file may become longer than nothing, and
    // the signal that says so is ignored: writing fails, as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" page --no-open";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_rival")]).env("XDG_DATA_HOME", folder.path());
    let page = Page::run(folder.path(), &mut command);
    assert!(
        page.until("trouble", |trouble| trouble.is_string()).as_str().unwrap().to_lowercase().contains("too large")
    );
    let game = page.begin();
    for _ in 0..3 {
        assert!(page.play(game));
    }
    page.until("play", |play| play["moves"].as_str().is_some_and(|moves| moves.len() == 12));
    // No half-written file is left behind.
    let left: Vec<_> =
        std::fs::read_dir(folder.path().join("rival")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| name == "lock" || name == "games"), "{left:?}");
}

#[test]
fn damaged_files_are_no_reason_not_to_start() {
    for name in ["settings.json", "current.json", "placement.json", "files/index.json"] {
        for text in ["", "{", "null", "[1,2", "\u{0}\u{0}"] {
            let folder = TempDir::new().unwrap();
            std::fs::create_dir(folder.path().join("files")).unwrap();
            std::fs::write(folder.path().join(name), text).unwrap();
            let page = Page::start(folder.path());
            let me = page.until("me", |me| me["known"] == true);
            assert!(me["damaged"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{name} {text} {me}");
            let game = page.begin();
            assert!(page.play(game), "{name} {text}");
            let copy = match name {
                "settings.json" => "settings.before.json",
                "current.json" => "current.before.json",
                _ => continue,
            };
            assert_eq!(std::fs::read_to_string(folder.path().join(copy)).unwrap(), text);
        }
    }
}
