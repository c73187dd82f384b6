//! Fuzz targets of the parsers and of the two protocols: damaged files and conversations cause no panic, and parsed
//! values survive writing and reading.
//!
//! `cargo test --test library fuzz::` is a short run; `scripts/fuzz` runs for an hour, or for a given time. The damaged
//! files are those of `tests/library/fuzz/corpus` and others of this repository.

mod corpus;

use std::io::Cursor;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};
use rival::board::{Board, Move, Objective, Position};
use rival::cli::parsers;
use rival::eval::patterns::{NetworkFile, WeightsFile};
use rival::players::StaticMap;
use rival::record::wthor::{NameKind, Names, WthorGames};
use rival::record::{FORMATS, GameRecord, file, obf, sgf};
use rival::serve::{Options, gtp, nboard};
use rival::train::{patterns, recipe};
use rival::{people, personality, wire};

use corpus::{Edit, conversations, damaged, files};

/// Inputs of a target, or of a round of it.
const RUNS: u32 = 400;

/// A test that gives damaged entries of a corpus to a target.
macro_rules! fuzz {
    ($name:ident, $corpus:expr, $target:expr) => {
        fuzz!($name, $corpus, RUNS, $target);
    };
    ($name:ident, $corpus:expr, $runs:expr, $target:expr) => {
        #[test]
        fn $name() {
            let corpus: Vec<Vec<u8>> = $corpus;
            let count = crate::fuzz::give(&corpus, $runs, &$target);
            println!("{}: {count} inputs", stringify!($name));
        }
    };
}

/// Gives a round of damaged entries to a target, and further rounds until the seconds of FUZZ_SECONDS are over: the
/// number of inputs. A failure prints the smallest damage that causes it.
fn give(corpus: &[Vec<u8>], runs: u32, target: &dyn Fn(&[u8])) -> u64 {
    let seconds = std::env::var("FUZZ_SECONDS").map_or(0, |text| text.parse().expect("a number of seconds"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let damage = (any::<usize>(), vec(any::<Edit>(), 0..5));
    let mut runner = TestRunner::new(Config { cases: runs, failure_persistence: None, ..Config::default() });
    let mut count = 0;
    loop {
        let result = runner.run(&damage, |(entry, edits)| {
            target(&damaged(&corpus[entry % corpus.len()], &edits));
            Ok(())
        });
        result.unwrap_or_else(|failure| panic!("{failure}"));
        count += u64::from(runs);
        if Instant::now() >= end {
            return count;
        }
    }
}

mod kept;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fuzz!(boards, files("tests/library/fuzz/corpus/board", "txt"), |bytes| {
    if let Ok(found) = text(bytes).parse::<Board>() {
        assert_eq!(found.to_string().parse(), Ok(found));
    }
});

/// The examples of all formats, and files of them.
fn games() -> Vec<Vec<u8>> {
    let examples = FORMATS.map(|format| format.example.to_vec()).to_vec();
    [
        examples,
        files("tests/library/fuzz/corpus/transcript", "txt"),
        files("tests/library/fuzz/corpus/ggf", "ggf"),
        files("tests/library/fuzz/corpus/sgf", "sgf"),
        files("tests/data", "obf"),
        files("tests/data", "wtb"),
    ]
    .concat()
}

// Whatever a format reads, it reads again from what it writes: the start and the discs placed. Each is also given the
// files of the others, and looks at them.
fuzz!(games_of_every_format, games(), 4 * RUNS, |bytes| {
    let placed = |record: &GameRecord| record.game().moves().filter_map(Move::square).collect::<Vec<_>>();
    for format in FORMATS {
        let _ = (format.is_like)(bytes);
        for record in file::read(bytes, format).into_iter().flatten().filter_map(|entry| entry.game.ok()) {
            let Some(write) = format.write else { continue };
            let written = write(&record).expect("it was read from this format");
            let again = file::read(written.as_bytes(), format).unwrap().remove(0).game.unwrap();
            assert_eq!((again.game().start(), placed(&again)), (record.game().start(), placed(&record)));
        }
    }
});

fuzz!(sgf_before_a_move, files("tests/library/fuzz/corpus/sgf", "sgf"), |bytes| {
    let _ = sgf::parse_before(bytes, 3);
});

fuzz!(obf_positions, files("tests/data", "obf"), |bytes| {
    for (_, problem) in obf::parse_all(bytes) {
        if let Ok(problem) = problem {
            let again = obf::parse(&obf::write(&problem)).unwrap().expect("a line");
            assert_eq!((again.board, again.score()), (problem.board, problem.score()));
        }
    }
});

fuzz!(wthor_games, files("tests/data", "wtb"), |bytes| {
    let _ = WthorGames::parse(bytes);
    for kind in [NameKind::Player, NameKind::Tournament] {
        let _ = Names::parse(kind, bytes);
    }
});

fuzz!(personalities, files("engines", "json"), |bytes| {
    if let Ok(found) = personality::parse("p.json", bytes) {
        assert_eq!(personality::parse("p.json", found.to_json().as_bytes()).unwrap(), found);
    }
});

// The head of a file of weights or of a network; the body is guarded by a digest.
fuzz!(
    weights,
    [files("engines", "weights"), files("engines", "network")]
        .concat()
        .into_iter()
        .map(|mut bytes| {
            bytes.truncate(4096);
            bytes
        })
        .collect(),
    |bytes| {
        let _ = WeightsFile::parse(bytes);
        let _ = NetworkFile::parse(bytes);
    }
);

fuzz!(recipes, files("src/train/recipes", "json"), |bytes| {
    let _ = recipe::parse("r.json", bytes);
    let _ = patterns::recipe::parse("r.json", bytes);
});

fuzz!(
    tables_and_tournaments,
    [files("src/people", "json"), files("tests/library/fuzz/corpus/tournament", "json")].concat(),
    |bytes| {
        let _ = people::Figures::parse(&text(bytes));
        #[cfg(unix)]
        let _ = parsers::tournament(bytes);
    }
);

/// Counts of the first two moves of some games.
fn openings() -> Vec<Vec<u8>> {
    let mut counter = people::Counter::default();
    for (mv, rating) in (0..20).flat_map(|times| [("f4", 1_100.0 + 40.0 * f64::from(times)), ("d6", 1_500.0)]) {
        counter.add(&Position::START, "f5".parse().unwrap(), people::PeopleElo(rating));
        let after = Position::START.play("f5".parse().unwrap());
        counter.add(&after, mv.parse().unwrap(), people::PeopleElo(rating));
    }
    vec![counter.openings("test").to_bytes()]
}

fuzz!(counts_of_openings, openings(), |bytes| {
    if let Ok(found) = people::Openings::parse(bytes) {
        assert_eq!(people::Openings::parse(&found.to_bytes()), Ok(found));
    }
});

fuzz!(lines_of_gtp, conversations("gtp"), |bytes| {
    for line in bytes.split(|&byte| byte == b'\n') {
        if let Some(request) = wire::gtp::Request::parse(line)
            && request.command.is_ok()
        {
            let written = request.to_string();
            let again = wire::gtp::Request::parse(written.as_bytes()).expect("a request");
            assert_eq!(again.to_string(), written);
        }
        let _ = wire::gtp::Response::parse(&text(line), Some(1));
    }
});

fuzz!(lines_of_nboard, conversations("nboard"), |bytes| {
    for line in bytes.split(|&byte| byte == b'\n') {
        let _ = wire::nboard::Command::parse(line);
        let _ = wire::nboard::Reply::parse(line);
    }
});

/// Conversations never name a file: those commands are for the transcripts of `tests/protocol`.
fn tame(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split(|&byte| byte == b'\n').take(60);
    let harmless = |line: &&[u8]| !text(line).to_lowercase().contains("loadsgf");
    lines.filter(harmless).collect::<Vec<_>>().join(&b'\n')
}

fn options() -> Options {
    Options { seed: 1, ..Options::default() }
}

/// Prefers the squares in order.
fn player() -> Box<StaticMap> {
    Box::new(StaticMap::new("map", Objective::Normal, std::array::from_fn(|square| -(square as f64))))
}

fuzz!(a_gtp_server, conversations("gtp"), |bytes| {
    let mut output = Vec::new();
    gtp::serve(player(), Cursor::new(tame(bytes)), &mut output, options()).expect("the output takes everything");
    // An answer to each command, of which each ends with an empty line.
    assert!(output.is_empty() || output.ends_with(b"\n\n"), "{}", text(&output));
});

fuzz!(an_nboard_server, conversations("nboard"), |bytes| {
    let mut output = Vec::new();
    nboard::serve(player(), Cursor::new(tame(bytes)), &mut output, options()).expect("the output takes everything");
    assert!(output.is_empty() || output.ends_with(b"\n"), "{}", text(&output));
});
