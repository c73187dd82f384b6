//! Every kind of misbehaviour of engines that was seen or is imaginable: its name, the loser, and that nothing remains
//! of it.

use std::fs;

use crate::run::{Bench, complaint, games};

use ExpectedResult::{Fault, Fine, Refused, Resigned};

/// The expected result of an engine's habit.
#[derive(Clone, Copy)]
enum ExpectedResult {
    /// It loses its games: the kind of fault, and a part of the description.
    Fault(&'static str, &'static str),
    /// It is refused before the first game: a part of the message.
    Refused(&'static str),
    Resigned,
    /// It has no effect, and is not a fault.
    Fine,
}

const BOTH: &str = "gtp nboard";

/// The habit, its protocols, more fields of the engine, and the expected result.
const KINDS: &[(&str, &str, &str, ExpectedResult)] = &[
    // The process.
    ("crash", BOTH, "", Fault("crash", "ended with exit code 42")),
    ("last-error", BOTH, "log=false", Fault("crash", "exit code 42; its stderr: ?[31mno such book: xxx")),
    ("leave", BOTH, "", Fault("crash", "ended with exit code 0")),
    ("last-word", BOTH, "", Fault("crash", "ended with exit code 0")),
    ("abort", BOTH, "", Fault("crash", "ended by signal 6")),
    ("segfault", BOTH, "", Fault("crash", "ended by signal 11")),
    ("kill", BOTH, "", Fault("crash", "ended by signal 9")),
    ("terminate", BOTH, "", Fault("crash", "ended by signal 15")),
    ("hungry", BOTH, "memory_mb=200", Fault("crash", "ended by signal 6")),
    ("close", BOTH, "", Fault("crash", "closed its output and still runs")),
    ("close-input", BOTH, "", Fault("crash", "closed its input and still runs")),
    ("orphan", BOTH, "", Fine),
    ("clingy-orphan", BOTH, "", Fine),
    ("ignore-quit", BOTH, "", Fine),
    ("stderr", BOTH, "", Fine),
    ("close-stderr", BOTH, "", Fine),
    // The start.
    ("no-start", BOTH, "", Refused("ended with exit code 3; its stderr: the licence has expired")),
    ("mute-start", "gtp", "", Refused("no answer in 3 s; is its protocol gtp? Or give it longer: --timeouts start=N")),
    ("mute-start", "nboard", "", Refused("hang: no answer in 3 s; is its protocol nboard? Or give it longer: ")),
    ("close-start", BOTH, "", Refused("crash: closed its output and still runs")),
    ("flood-start", BOTH, "", Refused("16 MiB of output without an answer")),
    ("no-pong", "nboard", "", Refused("hang: no answer in 3 s")),
    ("wrong-pong", "nboard", "", Refused("hang: no answer in 3 s")),
    ("banner", BOTH, "", Fine),
    ("slow-start", BOTH, "", Fine),
    // Silence and noise.
    ("hang", BOTH, "st=0.1", Fault("hang", "no answer in 0.55 s")),
    ("stop", BOTH, "st=0.1", Fault("hang", "no answer in 0.55 s")),
    ("trickle", BOTH, "st=0.1", Fault("hang", "no answer in 0.55 s")),
    ("open", "gtp", "st=0.1", Fault("hang", "no answer in 0.55 s")),
    ("no-mark", "gtp", "st=0.1", Fault("hang", "no answer in 0.55 s; its last line that is no message: '")),
    ("no-space", "nboard", "st=0.1", Fault("hang", "no answer in 0.55 s; its last line that is no message: '===")),
    ("flood", BOTH, "", Fault("protocol", "16 MiB of output without an answer")),
    ("endless-line", BOTH, "", Fault("protocol", "16 MiB of output without an answer")),
    ("noise", BOTH, "", Fine),
    ("drip", BOTH, "", Fine),
    ("crlf", BOTH, "", Fine),
    ("bad-hints", "nboard", "", Fine),
    // Answers that are none.
    ("garbage", BOTH, "", Fault("protocol", "found '")),
    ("empty", BOTH, "", Fault("protocol", "found '")),
    ("off-board", BOTH, "", Fault("protocol", "J9")),
    ("two-moves", BOTH, "", Fault("protocol", "F5F6")),
    ("number", BOTH, "", Fault("protocol", "37")),
    ("control", BOTH, "", Fault("protocol", "F?5")),
    ("bidi", BOTH, "", Fault("protocol", "?5F")),
    ("long", BOTH, "", Fault("protocol", "AAAA")),
    ("resign", "nboard", "", Fault("protocol", "resign")),
    ("resign", "gtp", "", Resigned),
    ("twice", "nboard", "", Fault("protocol", "a second === for one go")),
    ("twice", "gtp", "", Fault("protocol", "")),
    ("unasked", "nboard", "", Fault("protocol", "a second === for one go")),
    ("error", "gtp", "", Fault("protocol", "': out of cheese")),
    ("error", "nboard", "st=0.1", Fault("hang", "no answer in 0.55 s")),
    ("refuse", "gtp", "", Fault("protocol", "refuses 'play")),
    ("no-clear", "gtp", "", Fault("protocol", "refuses 'clear_board': cannot clear")),
    // Moves that the rules forbid.
    ("illegal", BOTH, "", Fault("illegal", "at move ")),
    ("far", BOTH, "", Fault("illegal", "at move ")),
    ("pass", BOTH, "", Fault("illegal", "at move ")),
    // Moves with something about them.
    ("lower", BOTH, "", Fine),
    ("stray-id", "gtp", "", Fine),
    ("no-list", "gtp", "", Fine),
    ("no-pass", "gtp", "", Fine),
    ("no-clock", "gtp", "tc=60", Fine),
    ("spaces", "nboard", "", Fine),
    ("bare", "nboard", "", Fine),
    ("backwards", "nboard", "", Fine),
    ("nan", "nboard", "", Fine),
    ("dashes", "nboard", "", Fine),
    ("percent", "nboard", "", Fine),
    ("huge", "nboard", "", Fine),
    ("words", "nboard", "", Fine),
    ("fields", "nboard", "", Fine),
    ("odd-pong", "nboard", "", Fine),
];

/// Annotations whose unreadable part must be in the record.
const UNREADABLE: [&str; 6] = ["nan", "dashes", "percent", "huge", "words", "fields"];

/// A test for each kind and protocol.
pub fn trials() -> impl Iterator<Item = (String, impl FnOnce())> {
    KINDS.iter().flat_map(|&(habit, protocols, fields, expected)| {
        protocols.split(' ').map(move |protocol| {
            (format!("hostile::{protocol}::{habit}"), move || one(habit, protocol, fields, expected))
        })
    })
}

fn one(habit: &str, protocol: &str, fields: &str, expected: ExpectedResult) {
    let bench = Bench::new();
    let bad = format!("{} {fields}", bench.mock("bad", protocol, &format!("{habit}=1000")));
    let good = bench.mock("good", protocol, "seed=2");
    let timeouts = bench.path("timeouts.json");
    fs::write(&timeouts, r#"{"timeouts": {"start": 3, "reply": 60, "late": 0.4, "quit": 0.2}}"#).unwrap();
    let output = bench.command("out", &[bad, good], "--games 2").arg(timeouts).output().unwrap();
    let said = complaint(&output);
    assert!(said.chars().all(|c| c == '\n' || rival::record::text::is_printable(c)), "{said:?}");
    assert_eq!(bench.survivors(), Vec::<String>::new(), "{said}");
    if let Refused(why) = expected {
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("rival: bad: it did not start: ") && said.contains(why), "{said}");
        assert!(!bench.path("out").exists(), "nothing is written for a tournament that cannot begin");
        return;
    }
    let played = games(&bench.path("out"));
    assert_eq!(played.len(), 2, "{said}");
    for game in played {
        let lost = if game["black"] == "bad" { 0.0 } else { 1.0 };
        match expected {
            Fault(kind, detail) => {
                assert_eq!(output.status.code(), Some(1), "{said}");
                assert_eq!(game["fault"]["engine"], "bad", "{game}");
                assert_eq!(game["fault"]["kind"], kind, "{game}");
                let found = game["fault"]["detail"].as_str().unwrap();
                assert!(found.contains(detail) && found.len() < 300, "{game}");
                assert!(found.chars().all(rival::record::text::is_printable), "{found:?}");
                assert_eq!(game["points"], lost, "{game}");
                // The wait for a move that never came was the engine's time.
                let waited = game["fault"]["spent"].as_f64().is_some_and(|seconds| seconds > 0.5);
                assert_eq!(waited, kind == "hang", "{game}");
                let table = fs::read_to_string(bench.path("out").join("table.md")).unwrap();
                assert!(table.contains(&format!("{kind} 2")), "{table}");
            }
            Resigned => {
                assert_eq!(output.status.code(), Some(0), "{said}");
                assert_eq!((&game["termination"], &game["points"]), (&"resigned".into(), &lost.into()), "{game}");
            }
            _ => {
                assert_eq!(output.status.code(), Some(0), "{said} {game}");
                assert_eq!(game["termination"], "normal", "{game}");
                let of_bad = |ply: &serde_json::Value| ply["unreadable"].is_string();
                let unreadable = game["plies"].as_array().unwrap().iter().filter(|ply| of_bad(ply)).count();
                assert_eq!(unreadable > 10, UNREADABLE.contains(&habit), "{game}");
            }
        }
    }
}
