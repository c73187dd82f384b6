//! A served page as a process, and a browser's side of it that can also misbehave.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The time after which a test gives up on a silent server.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `rival page`.
pub struct Page {
    pub child: Child,
    pub port: u16,
    pub secret: String,
    pub address: String,
    /// The data folder, which no answer may name.
    folder: String,
}

/// An answer, whole.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Page {
    /// Starts a page on this data folder.
    pub fn start(folder: &Path) -> Page {
        Page::run(folder, Command::new(env!("CARGO_BIN_EXE_rival")).args(["page", "--no-open", "--data"]).arg(folder))
    }

    /// Starts a page by another command, which prints the address.
    pub fn run(folder: &Path, command: &mut Command) -> Page {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        let (place, secret) = address.strip_prefix("http://127.0.0.1:").unwrap().split_once("/#").unwrap();
        let port = place.parse().unwrap();
        let secret = secret.to_owned();
        Page { child, port, secret, address, folder: folder.display().to_string() }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], self.port))).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes. Returns the answer, which may be empty.
    pub fn raw(&self, bytes: &[u8]) -> String {
        self.said(bytes, false)
    }

    /// The answer to bytes after which the input ends.
    pub fn cut_off(&self, bytes: &[u8]) -> String {
        self.said(bytes, true)
    }

    fn said(&self, bytes: &[u8], is_all: bool) -> String {
        let mut stream = self.connect();
        // The server may have closed before it has read everything.
        let _ = stream.write_all(bytes);
        if is_all {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut said = Vec::new();
        let _ = stream.read_to_end(&mut said);
        self.checked(String::from_utf8_lossy(&said).into_owned())
    }

    /// A request with headers, lines without their ends.
    pub fn request(&self, method: &str, path: &str, headers: &[String], body: &[u8]) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\ncontent-length: {}\r\nconnection: close\r\n", body.len());
        headers.iter().for_each(|header| text += &format!("{header}\r\n"));
        let said = self.raw(&[text.as_bytes(), b"\r\n", body].concat());
        let (head, body) = said.split_once("\r\n\r\n").unwrap_or((&said, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn host(&self) -> String {
        format!("host: 127.0.0.1:{}", self.port)
    }

    pub fn secret(&self) -> String {
        format!("x-rival: {}", self.secret)
    }

    /// The answer to a request of the page.
    pub fn answer(&self, what: &Value) -> Value {
        let answer = self.request("POST", "/api", &[self.host(), self.secret()], what.to_string().as_bytes());
        assert_eq!(answer.status, 200, "{answer:?}");
        serde_json::from_str(&answer.body).unwrap()
    }

    /// The answer to a request of the page that must not be refused.
    pub fn ask(&self, what: Value) -> Value {
        let answer = self.answer(&what);
        answer.get("ok").unwrap_or_else(|| panic!("{what}: {answer}")).clone()
    }

    /// The key, for a browser that hands in what stands behind the `#` of an address; `None` if it is refused.
    pub fn enter(&self, given: &str) -> Option<String> {
        let answer = self.request("POST", "/api/enter", &[self.host()], given.as_bytes());
        assert!([200, 401, 413].contains(&answer.status), "{answer:?}");
        (answer.status == 200)
            .then(|| serde_json::from_str::<Value>(&answer.body).unwrap()["ok"].as_str().unwrap().to_owned())
    }

    /// Opens a file, as if it was dropped on the page.
    pub fn open(&self, name: &str, bytes: &[u8]) -> Value {
        let path = format!("/api/file?name={name}");
        let answer = self.request("POST", &path, &[self.host(), self.secret()], bytes);
        assert_eq!(answer.status, 200, "{answer:?}");
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Waits until the page's state of a topic fulfils a condition, and returns it.
    pub fn until(&self, topic: &str, is: impl Fn(&Value) -> bool) -> Value {
        let mut stream = self.connect();
        let host = self.host();
        let secret = self.secret();
        write!(stream, "GET /api/events HTTP/1.1\r\n{host}\r\n{secret}\r\n\r\n").unwrap();
        let (mut now, begun, mut last) = (String::new(), Instant::now(), Value::Null);
        for line in BufReader::new(stream).lines() {
            let line = self.checked(line.unwrap());
            if let Some(name) = line.strip_prefix("event: ") {
                now = name.to_owned();
            } else if let Some(data) = line.strip_prefix("data: ").filter(|_| now == topic) {
                last = serde_json::from_str(data).unwrap();
                if is(&last) {
                    return last;
                }
            }
            assert!(begun.elapsed() < PATIENCE, "{topic}: {last}");
        }
        panic!("the server has gone; {topic}: {last}");
    }

    /// The page's present state of a topic.
    pub fn shows(&self, topic: &str) -> Value {
        self.until(topic, |_| true)
    }

    /// Begins a game as Black, against a player that answers at once.
    pub fn begin(&self) -> u64 {
        let who = json!({ "kind": "shipped", "name": "static-normal" });
        let game = self.ask(json!({
            "do": "new-game", "who": who, "color": "black", "rule": "most", "pace": "at-once", "clock": null
        }));
        game.as_u64().unwrap()
    }

    /// Plays the first legal move of the person in the game, or passes; false if it is over.
    pub fn play(&self, game: u64) -> bool {
        let play = self.until("play", |play| play["over"] == true || play["yourTurn"] == true);
        if play["over"] == true {
            return false;
        }
        let moves = play["moves"].as_str().unwrap();
        let mut position = rival::board::Game::default();
        for at in (0..moves.len()).step_by(2) {
            position.play(moves[at..at + 2].parse().unwrap()).unwrap();
        }
        let square = rival::board::squares(position.board().position.moves()).next();
        let square = square.map_or_else(|| "pass".to_owned(), |square| square.to_string());
        self.ask(json!({ "do": "move", "game": game, "ply": moves.len() / 2, "square": square }));
        true
    }

    /// Plays a game to its end.
    pub fn play_out(&self, game: u64) {
        while self.play(game) {}
    }

    /// kill -9
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Memory in use, in megabytes.
    pub fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
    }

    /// Checks that no answer contains a path of the machine.
    fn checked(&self, said: String) -> String {
        assert!(!said.contains(&self.folder) && !said.contains("/home/") && !said.contains("/tmp/"), "{said}");
        said
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
