//! Other clients get nothing, and hostile requests do no harm.

use std::io::{Read, Write};
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tempfile::TempDir;

use super::client::Page;

#[test]
fn only_this_machines_own_page_is_served() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    page.begin();
    let before = page.shows("play");
    let host = page.host();
    let secret = page.secret();
    let ask = json!({ "do": "resign", "game": 1 }).to_string();
    let line = |text: &str| text.to_owned();
    for (method, path, headers, status) in [
        ("GET", "/", vec![], 421),
        ("GET", "/", vec![line("host: rival.example")], 421),
        ("GET", "/", vec![line("host: 127.0.0.1")], 421),
        ("GET", "/", vec![host.clone(), line("origin: http://evil.example")], 403),
        ("POST", "/api", vec![host.clone()], 401),
        ("POST", "/api", vec![host.clone(), line("x-rival: 00000000000000000000000000000000")], 401),
        ("POST", "/api", vec![line("host: evil.example"), secret.clone()], 421),
        ("POST", "/api", vec![host.clone(), secret.clone(), line("origin: http://evil.example")], 403),
        ("POST", "/api", vec![host.clone(), secret.clone(), line("origin: null")], 403),
        ("POST", "/api", vec![host.clone(), secret.clone(), line("sec-fetch-site: cross-site")], 403),
        ("POST", "/api/file?name=x", vec![host.clone()], 401),
        ("GET", "/api/events", vec![host.clone()], 401),
        // GET changes no state, and there are no other paths.
        ("GET", "/api", vec![host.clone(), secret.clone()], 404),
        ("PUT", "/api", vec![host.clone(), secret.clone()], 405),
        ("DELETE", "/", vec![host.clone()], 405),
        ("OPTIONS", "/api", vec![host.clone(), secret.clone()], 405),
        ("GET", "/../../../../etc/passwd", vec![host.clone()], 404),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", vec![host.clone()], 404),
        ("GET", "//etc/passwd", vec![host.clone()], 404),
        ("POST", "/api/enter", vec![host.clone()], 401),
        ("POST", "/api/enter", vec![line("host: evil.example"), secret.clone()], 421),
        ("POST", "/api/enter", vec![host.clone(), line("origin: http://evil.example")], 403),
        ("POST", "/api/ticket", vec![host.clone()], 401),
        ("POST", "/api/end", vec![host.clone()], 401),
        ("GET", "/api/end", vec![host.clone(), secret.clone()], 404),
        ("GET", "/address", vec![host.clone()], 404),
    ] {
        let answer = page.request(method, path, &headers, ask.as_bytes());
        assert_eq!(answer.status, status, "{method} {path} {headers:?}: {answer:?}");
        assert!(!answer.body.contains(&page.secret) && !answer.head.contains("access-control-allow"), "{answer:?}");
    }
    assert_eq!(page.shows("play"), before);
    // Only at the loopback device.
    let outside = std::net::UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        Ok(socket.local_addr()?.ip())
    });
    if let Ok(ip) = outside
        && !ip.is_loopback()
    {
        assert!(std::net::TcpStream::connect_timeout(&(ip, page.port).into(), Duration::from_secs(2)).is_err());
    }
}

#[test]
fn every_answer_keeps_the_page_to_itself() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    for path in ["/", "/app.js", "/base.css", "/icon.svg", "/nothing", "/api"] {
        let answer = page.request("GET", path, &[page.host()], b"");
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
            "referrer-policy: same-origin",
            "frame-ancestors 'none'",
        ] {
            assert!(answer.head.contains(header), "{path}: {}", answer.head);
        }
        assert!(!answer.head.contains("unsafe-inline") && !answer.head.contains("server:"), "{}", answer.head);
    }
    let html = page.request("GET", "/", &[page.host()], b"").body;
    assert!(!html.contains("onclick") && !html.contains("style=") && !html.contains("<script>"), "{html}");
}

#[test]
fn what_is_too_large_or_no_request_is_refused() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let headers = [page.host(), page.secret()];
    assert_eq!(page.request("POST", "/api", &headers, &vec![b' '; 70 << 10]).status, 413);
    let promise =
        format!("POST /api HTTP/1.1\r\n{}\r\n{}\r\ncontent-length: 99999999999\r\n\r\n", headers[0], headers[1]);
    assert!(page.raw(promise.as_bytes()).starts_with("HTTP/1.1 413"));
    assert_eq!(page.request("POST", "/api/file?name=x", &headers, &vec![0; (32 << 20) + 1]).status, 413);
    for body in [&b"{"[..], b"[]", b"{\"do\":\"nothing\"}", b"\xff\xfe", b"", b"{\"do\":\"move\",\"game\":-1}"] {
        assert_eq!(page.request("POST", "/api", &headers, body).status, 400, "{body:?}");
    }
    assert_eq!(page.request("POST", "/api/file", &headers, b"x").status, 400);
    assert_eq!(page.request("POST", "/api/file?name=%zz", &headers, b"x").status, 400);
    let long = format!("GET /{} HTTP/1.1\r\n{}\r\n\r\n", "x".repeat(1 << 20), headers[0]);
    assert!(!page.raw(long.as_bytes()).contains("200 OK"));
    for nonsense in [&b"\x16\x03\x01\x02"[..], b"GET\r\n\r\n", b"\r\n\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", &[0; 5000]] {
        assert!(!page.cut_off(nonsense).contains("200 OK"));
    }
    assert!(page.request("GET", "/", &headers, b"").status == 200);
}

#[test]
fn there_are_64_places_and_they_are_given_back() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let host = page.host();
    let secret = page.secret();
    let held: Vec<_> = (0..64)
        .map(|_| {
            let mut stream = page.connect();
            // An answer that does not end, so that the place is taken for sure.
            write!(stream, "GET /api/events HTTP/1.1\r\n{host}\r\n{secret}\r\n\r\n").unwrap();
            let mut first = [0; 12];
            stream.read_exact(&mut first).unwrap();
            assert_eq!(&first, b"HTTP/1.1 200");
            stream
        })
        .collect();
    assert_eq!(page.request("GET", "/", &[page.host()], b"").status, 503);
    drop(held);
    // The server notices that they have gone when it next looks.
    let again = || page.request("GET", "/", &[page.host()], b"").status == 200;
    assert!((0..200).any(|_| again() || {
        std::thread::sleep(Duration::from_millis(20));
        false
    }));
}

/// A request as the page sends it, damaged.
fn mutate(rng: &mut ChaCha8Rng, line: &str) -> Vec<u8> {
    let mut line = line.as_bytes().to_vec();
    for _ in 0..rng.random_range(1..5) {
        let at = rng.random_range(0..=line.len());
        match rng.random_range(0..6) {
            0 => line.truncate(at),
            1 => line.insert(at, rng.random()),
            2 if at < line.len() => line[at] = rng.random_range(32..127),
            3 if at < line.len() => drop(line.remove(at)),
            4 => line.extend_from_within(at..),
            5 => line.splice(at..at, b"[[[[{{{{\"\"99999999999999999999".iter().copied()).for_each(drop),
            _ => {}
        }
    }
    line
}

/// `PAGE_REQUESTS=10000 cargo test --test servers page::hostile::mutated` sends so many.
#[test]
fn mutated_requests_change_nothing_and_cost_no_memory() {
    let count: u32 = std::env::var("PAGE_REQUESTS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let game = page.begin();
    for _ in 0..3 {
        page.play(game);
    }
    let before = page.until("play", |play| play["yourTurn"] == true);
    let new_game = |kind: &str, name: &str| {
        let who = json!({ "kind": kind, "name": name });
        json!({ "do": "new-game", "who": who, "color": "black", "rule": "most", "pace": "human", "clock": null })
    };
    // About another game than the one in hand: whatever comes of it by chance must not touch that one.
    let corpus = [
        json!({ "do": "hello" }),
        json!({ "do": "move", "game": 77, "ply": 6, "square": "f5" }),
        json!({ "do": "undo", "game": 77 }),
        json!({ "do": "resign", "game": 77 }),
        json!({ "do": "close", "game": 77 }),
        json!({ "do": "review", "of": { "in": "mine", "id": 7 } }),
        json!({ "do": "why", "of": { "in": "file", "file": 1, "number": 3 }, "ply": 8 }),
        json!({ "do": "study", "start": null, "moves": "f5d6c3d3c4", "rule": "most" }),
        json!({ "do": "games", "of": { "in": "mine" }, "from": 0, "count": 25, "find": "x", "names": [], "openings": [],
                "ended": null }),
        json!({ "do": "share", "of": { "in": "mine", "id": 1 }, "format": "ggf" }),
        json!({ "do": "import", "file": 1, "player": "Ann" }),
        json!({ "do": "settings", "name": "Ann", "markers": true, "hints": false }),
        new_game("shipped", "../../etc/passwd"),
        new_game("rival", "/etc/passwd"),
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let send = |rng: &mut ChaCha8Rng| {
        let request = corpus.choose(rng).unwrap().to_string();
        let body = mutate(rng, &request);
        match rng.random_range(0..4) {
            // A damaged head.
            0 => {
                let head = format!(
                    "POST /api HTTP/1.1\r\n{}\r\n{}\r\ncontent-length: {}",
                    page.host(),
                    page.secret(),
                    body.len()
                );
                let mut bytes = mutate(rng, &head);
                bytes.extend_from_slice(b"\r\n\r\n");
                bytes.extend_from_slice(&body);
                // Ended from this side: a head that promises more than comes is waited for.
                let mut stream = page.connect();
                let _ = stream.write_all(&bytes);
                let _ = stream.shutdown(std::net::Shutdown::Write);
                let _ = stream.read_to_end(&mut Vec::new());
            }
            1 => {
                let answer = page.request("POST", "/api/file?name=x.ggf", &[page.host(), page.secret()], &body);
                assert!([200, 400].contains(&answer.status), "{answer:?}");
            }
            _ => {
                let answer = page.request("POST", "/api", &[page.host(), page.secret()], &body);
                assert!([200, 400].contains(&answer.status), "{answer:?}");
            }
        }
    };
    let stop = || {
        let key = page.shows("study")["key"].clone();
        page.ask(json!({ "do": "stop-study", "key": key.as_str().unwrap_or_default() }));
    };
    (0..count / 3).for_each(|_| send(&mut rng));
    stop();
    let early = page.memory();
    (0..count - count / 3).for_each(|_| send(&mut rng));
    stop();
    let after = page.until("play", |play| play["yourTurn"] == true);
    assert_eq!((&after["moves"], &after["id"], &after["over"]), (&before["moves"], &before["id"], &before["over"]));
    let grown = page.memory() - early;
    // The table of the judge fills while positions are looked at: 32 MB.
    assert!(grown < 60.0, "{early:.0} MB, and {grown:.0} MB more");
}

#[test]
fn streams_that_nobody_reads_cost_nothing() {
    let folder = TempDir::new().unwrap();
    let page = Page::start(folder.path());
    let game = page.begin();
    let held: Vec<_> = (0..50)
        .map(|_| {
            let mut stream = page.connect();
            let host = page.host();
            let secret = page.secret();
            write!(stream, "GET /api/events HTTP/1.1\r\n{host}\r\n{secret}\r\n\r\n").unwrap();
            stream
        })
        .collect();
    page.play(game);
    // The players of the ladder, and the weights among them, are read once, when the placement is looked at.
    page.until("me", |me| me["known"] == true);
    let early = page.memory();
    page.play_out(game);
    // The table of the judge fills meanwhile: 32 MB.
    assert!(page.memory() - early < 40.0, "{early} MB before, {} MB after", page.memory());
    assert_eq!(page.shows("play")["over"], true);
    drop(held);
}
