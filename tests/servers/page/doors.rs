//! Access to the page: connections, keys, sockets, files, and the end of the program.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Page;

/// Generous time for an answer on a busy machine.
const SOON: Duration = Duration::from_secs(8);

#[test]
fn half_open_connections_keep_nobody_out() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    // Some are silent, some begin a request or its body and do not end it, some keep the connection after an answer.
    let held: Vec<_> = (0..200)
        .map(|i| {
            let mut stream = page.connect();
            let whole = format!("GET / HTTP/1.1\r\n{}\r\n\r\n", page.host());
            let enter = format!("POST /api/enter HTTP/1.1\r\n{}\r\ncontent-length: 60\r\n\r\nabc", page.host());
            let begun = ["", "GET / HTTP/1.1\r\nhost: x\r\n", &whole, &enter, &enter][i % 5];
            stream.write_all(begun.as_bytes()).unwrap();
            stream
        })
        .collect();
    let begun = Instant::now();
    for path in ["/", "/app.js", "/texts.js", "/base.css", "/board.js", "/icon.svg"] {
        assert_eq!(page.request("GET", path, &[page.host()], b"").status, 200, "{path}");
    }
    page.ask(json!({ "do": "hello" }));
    page.shows("me");
    // Before the first of them has had its ten seconds.
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    drop(held);
}

/// The addresses at which a process listens, read from the system.
#[cfg(target_os = "linux")]
fn listening(process: u32) -> Vec<String> {
    let sockets: Vec<String> = std::fs::read_dir(format!("/proc/{process}/fd"))
        .unwrap()
        .filter_map(|entry| std::fs::read_link(entry.unwrap().path()).ok()?.to_str().map(str::to_owned))
        .filter_map(|link| Some(link.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned()))
        .collect();
    let tables = ["tcp", "tcp6"].map(|name| std::fs::read_to_string(format!("/proc/{process}/net/{name}")).unwrap());
    let rows = tables.iter().flat_map(|table| table.lines().skip(1));
    let rows = rows.map(|row| row.split_whitespace().collect::<Vec<_>>());
    // 0A: LISTEN.
    rows.filter(|row| row[3] == "0A" && sockets.iter().any(|socket| socket == row[9]))
        .map(|row| row[1].to_owned())
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_listens_beyond_this_machine() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    page.begin();
    // 127.0.0.1, as the system writes it.
    assert_eq!(listening(page.child.id()), [format!("0100007F:{:04X}", page.port)]);
}

/// A folder with a browser in it that writes down what it is told to open, and with which rights it makes files.
fn browser(folder: &Path) -> PathBuf {
    let told = folder.join("told");
    let script = format!("#!/bin/sh\n(echo \"$@\"; umask) > {0}.new && mv {0}.new {0}\n", told.display());
    std::fs::create_dir(folder.join("bin")).unwrap();
    let path = folder.join("bin/xdg-open");
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    told
}

/// A PATH with that browser first.
fn path_with(outer: &Path) -> String {
    format!("{}:{}", outer.join("bin").display(), std::env::var("PATH").unwrap())
}

/// `rival page` as a menu starts it: no terminal, and a browser.
fn from_menu(outer: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
    command.env("PATH", path_with(outer)).args(["page", "--data"]).arg(outer.join("data")).stderr(Stdio::null());
    command
}

/// The address that the browser opened, and its `umask`.
fn opened_address(file: &Path) -> (String, String) {
    let begun = Instant::now();
    while !file.exists() {
        assert!(begun.elapsed() < SOON, "no browser was opened");
        std::thread::sleep(Duration::from_millis(10));
    }
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::remove_file(file).unwrap();
    let (address, umask) = text.trim().split_once('\n').unwrap();
    (address.to_owned(), umask.to_owned())
}

#[test]
fn what_stands_in_the_process_list_lets_in_once() {
    let outer = TempDir::new().unwrap();
    let told_file = browser(outer.path());
    let page = Page::run(&outer.path().join("data"), &mut from_menu(outer.path()));
    let first = opened_address(&told_file).0;
    // A second click opens the page once more, and is not told the key either.
    let second = from_menu(outer.path()).stdin(Stdio::null()).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let second = opened_address(&told_file).0;
    assert_ne!(first, second);
    for address in [first, second] {
        assert!(!address.contains(&page.secret), "{address}");
        let (place, ticket) = address.split_once("/#").unwrap();
        assert_eq!(place, format!("http://127.0.0.1:{}", page.port));
        assert_eq!(page.enter(ticket).unwrap(), page.secret);
        assert_eq!(page.enter(ticket), None, "a ticket is good once");
    }
}

#[test]
fn nothing_that_a_browser_got_is_good_after_the_next_start() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    // The address that is printed lets in any number of browsers while the program runs.
    let old: Vec<_> = (0..2).map(|_| page.enter(&page.secret).unwrap()).collect();
    assert_eq!(old, [&*page.secret; 2]);
    let unused = page.request("POST", "/api/ticket", &[page.host(), page.secret()], b"").body;
    let unused = serde_json::from_str::<Value>(&unused).unwrap()["ok"].as_str().unwrap().to_owned();
    page.kill();
    let page = Page::start(folder.path());
    for key in [&old[0], &unused] {
        let with_old = page.request("POST", "/api", &[page.host(), format!("x-rival: {key}")], b"{\"do\":\"hello\"}");
        assert_eq!((with_old.status, page.enter(key)), (401, None));
    }
    for wrong in ["", "0", &"0".repeat(32), &"x".repeat(70_000)] {
        assert_eq!(page.enter(wrong), None);
    }
}

#[test]
fn at_localhost_one_is_led_to_the_page() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let host = format!("host: localhost:{}", page.port);
    let answer = page.request("GET", "/", std::slice::from_ref(&host), b"");
    assert_eq!(answer.status, 307);
    assert!(answer.head.contains(&format!("location: http://127.0.0.1:{}/\r\n", page.port)), "{}", answer.head);
    assert_eq!(page.request("POST", "/api", &[host, page.secret()], b"{\"do\":\"hello\"}").status, 421);
}

/// All files in a folder and below.
fn all(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { [all(&path), vec![path]].concat() } else { vec![path] }).collect()
}

#[test]
fn what_is_kept_is_private_also_in_a_folder_that_was_there() {
    let outer = TempDir::new().unwrap();
    let told_file = browser(outer.path());
    let folder = outer.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", "umask 022; exec \"$0\" page --data \"$1\"", env!("CARGO_BIN_EXE_rival")]);
    let page = Page::run(&folder, command.arg(&folder).env("PATH", path_with(outer.path())));
    let game = page.begin();
    page.play_out(game);
    page.until("me", |me| !me["estimate"].is_null());
    let kept = all(&folder);
    for name in ["games/000001.ggf", "profile.json", "settings.json", "address", "lock"] {
        assert!(kept.contains(&folder.join(name)), "{name}: {kept:?}");
    }
    for path in kept {
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
    // The browser makes files as it always does.
    assert_eq!(opened_address(&told_file).1, "0022");
}

#[test]
fn of_six_that_start_at_once_one_serves_and_each_names_its_address() {
    let folder = TempDir::new().unwrap();
    six_at_once(folder.path());
    // Now the folder has the address of an earlier page that no longer runs.
    six_at_once(folder.path());
}

fn six_at_once(folder: &Path) {
    let mut six: Vec<_> = (0..6)
        .map(|_| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
            command.args(["page", "--no-open", "--data"]).arg(folder);
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let begun = Instant::now();
    while six.iter_mut().filter_map(|child| child.try_wait().unwrap()).count() < 5 {
        assert!(begun.elapsed() < Duration::from_secs(60), "more than one serves");
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut said = Vec::new();
    for mut child in six {
        let serves = child.try_wait().unwrap().is_none();
        let _ = child.kill();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let at = text.find("http://").unwrap_or_else(|| panic!("no address: {text}"));
        let address: String = text[at..].chars().take_while(|c| !c.is_whitespace() && *c != ',').collect();
        said.push(address.clone());
        assert!(serves || output.status.code() == Some(2), "{text}");
    }
    assert!(said.iter().all(|address| *address == said[0]), "{said:?}");
}

#[test]
fn a_data_folder_that_is_none_is_an_error() {
    let outer = TempDir::new().unwrap();
    let file = outer.path().join("file");
    std::fs::write(&file, "x").unwrap();
    for folder in [&file, &file.join("below"), Path::new("/proc/none")] {
        let started = Command::new(env!("CARGO_BIN_EXE_rival"))
            .args(["page", "--no-open", "--data"])
            .arg(folder)
            .output()
            .unwrap();
        let said = String::from_utf8(started.stderr).unwrap();
        assert_eq!((started.status.code(), started.stdout.len(), said.lines().count()), (Some(2), 0, 1), "{said}");
        let expected = format!("rival: --data {}: ", folder.display());
        assert!(said.starts_with(&expected) && said.contains("name a folder"), "{said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "x");
}

/// Waits for the end of a page.
fn ends(page: &mut Page) -> Option<i32> {
    let begun = Instant::now();
    loop {
        if let Some(status) = page.child.try_wait().unwrap() {
            return status.code();
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn it_is_ended_from_the_page() {
    let folder = TempDir::new().unwrap();
    let mut page = Page::start(folder.path());
    let game = page.begin();
    assert!(page.play(game));
    assert_eq!(page.request("POST", "/api/end", &[page.host()], b"").status, 401);
    assert_eq!(page.request("POST", "/api/end", &[page.host(), page.secret()], b"").status, 200);
    assert_eq!(ends(&mut page), Some(0));
    let page = Page::start(folder.path());
    assert!(page.shows("play")["moves"].as_str().unwrap().len() >= 2);
}

#[test]
fn it_ends_some_time_after_its_last_tab_was_closed() {
    let folder = TempDir::new().unwrap();
    let start = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rival"));
        Page::run(folder.path(), command.args(["page", "--no-open", "--data"]).arg(folder.path()).args(more))
    };
    let mut page = start(&["--end-after", "1"]);
    let tab = page.connect();
    let host = page.host();
    let secret = page.secret();
    write!(&tab, "GET /api/events HTTP/1.1\r\n{host}\r\n{secret}\r\n\r\n").unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(page.child.try_wait().unwrap(), None, "a tab is open");
    drop(tab);
    assert_eq!(ends(&mut page), Some(0));
    // A page that was started in a terminal without a browser does not end by itself.
    let mut page = start(&[]);
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(page.child.try_wait().unwrap(), None);
}
