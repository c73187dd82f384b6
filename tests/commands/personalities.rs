//! Personality files: what is refused and how, what the shipped ones do, and the commands that show and match them.

use std::path::PathBuf;

use rival::board::{Color, Game};
use rival::people::{Ladder, LadderElo, Setting, Theta, Tie};
use rival::personality::{Kind, Personality, parse, shipped};
use rival::players::{Options, chosen};
use rival::search::{Limits, SilentObserver};

use crate::rival;

fn stdout(arguments: &[&str]) -> String {
    let output = rival(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

const STATIC: &str = r#"{"format": "rival/1", "name": "m", "kind": "static-map", "rule": "normal", "summary": "s",
 "priorities": PRIORITIES}"#;
const LINEAR: &str = r#"{"format": "rival/1", "name": "l", "kind": "linear", "rule": "normal", "summary": "s",
 "features": [FEATURE], "search": SEARCH}"#;
const DISCS: &str = r#"{"feature": "discs", "weight": 1}"#;

fn static_map(priorities: &str) -> String {
    STATIC.replace("PRIORITIES", priorities)
}

fn map_mixture(maps: &str) -> String {
    static_map(maps).replace("static-map", "map-mixture").replace("priorities", "maps")
}

fn linear(feature: &str, search: &str) -> String {
    LINEAR.replace("FEATURE", feature).replace("SEARCH", search)
}

fn zeros(count: usize) -> String {
    format!("[{}]", vec!["0"; count].join(","))
}

/// Every kind of unusable file: its text, and the message after the file's name.
fn unusable() -> Vec<(String, &'static str)> {
    let random =
        |rest: &str| format!(r#"{{"format": "rival/1", "kind": "random", "rule": "normal", "summary": "s"{rest}}}"#);
    let depth = r#"{"depth": 1}"#;
    vec![
        // Not JSON, or not an object.
        (String::new(), "line 1, column 1: found the end of the file, expected the rest of a JSON object"),
        ("{\n".to_owned(), "line 2, column 1: found the end of the file, expected the rest of a JSON object"),
        ("rival".to_owned(), "line 1, column 1: found text that is not JSON, expected value"),
        ("[]".to_owned(), "line 1, column 2: found an array, expected a JSON object"),
        ("3".to_owned(), "line 1, column 1: found integer `3`, expected a JSON object"),
        (
            random(r#", "name": "x""#) + "{}",
            "line 1, column 87: found more text, expected nothing after the closing brace",
        ),
        (
            random(r#", "name": "x"#),
            "name: line 1, column 85: found the end of the file, expected the rest of a JSON object",
        ),
        // Fields of every kind.
        (random(""), "line 1, column 73: found no field `name`, expected the field `name`"),
        (random(r#", "name": null"#), "name: line 1, column 86: found null, expected a string"),
        (
            random(r#", "name": "a b""#),
            r#"name: found "a b", expected 1 to 40 printable ASCII characters without spaces and slashes"#,
        ),
        (
            random(r#", "name": "é""#),
            r#"name: found "é", expected 1 to 40 printable ASCII characters without spaces and slashes"#,
        ),
        (
            random(r#", "name": """#),
            r#"name: found "", expected 1 to 40 printable ASCII characters without spaces and slashes"#,
        ),
        (
            random(r#", "name": "x", "depth": 3"#),
            "depth: line 1, column 94: unknown field: expected \"format\", \"name\", \"kind\", \"rule\", \"summary\", \
             \"source\", \"notes\" or \"provenance\"",
        ),
        (
            random(r#", "name": "x", "format": "rival/2""#),
            "line 1, column 95: found the field `format` twice, expected it once",
        ),
        (
            random(r#", "name": "x", "provenance": {"seed": 1, "seed": 2}"#),
            "provenance: line 1, column 119: found the field `seed` twice, expected it once",
        ),
        (random(r#", "name": "x", "provenance": ["c"]"#), "provenance: found an array, expected a JSON object"),
        (random(r#", "name": "x", "source": null"#), "source: line 1, column 101: found null, expected a string"),
        (
            random(r#", "name": "x", "notes": ["a\nb"]"#),
            r"notes[0]: found the control character \n, expected one line of text",
        ),
        (
            random(r#", "name": "x", "priorities": []"#),
            r#"priorities: a field of "static-map"; the fields of "random" are none of its own"#,
        ),
        (random(r#", "name": "x""#).replace("rival/1", "rival/9"), r#"format: found "rival/9", expected "rival/1""#),
        (
            random(r#", "name": "x""#).replace("random", "clever"),
            r#"kind: found "clever", expected one of "random", "static-map", ..."#,
        ),
        (
            random(r#", "name": "x""#).replace("normal", "misere"),
            r#"rule: found "misere", expected "normal" or "anti""#,
        ),
        // Static maps.
        (static_map(&zeros(63)), "priorities: found 63 numbers, expected 64 numbers"),
        (static_map(&zeros(65)), "priorities: found 65 numbers, expected 64 numbers"),
        (
            static_map(&zeros(64).replacen('0', "NaN", 1)),
            "priorities[0]: line 2, column 17: found text that is not JSON, expected value",
        ),
        (
            static_map(&zeros(64).replacen('0', "1e999", 1)),
            "priorities[0]: line 2, column 21: found number out of range, expected JSON",
        ),
        (
            static_map(&zeros(64).replacen('0', "1e9", 1)),
            "priorities[0]: found 1000000000, expected a number from -1000000 to 1000000",
        ),
        (
            static_map(&zeros(64).replacen('0', "\"0\"", 1)),
            "priorities[0]: line 2, column 19: found string \"0\", expected a number",
        ),
        (static_map("{}"), "priorities: line 2, column 15: found an object, expected an array"),
        (
            static_map("[]").replace("priorities", "values"),
            "values: line 2, column 9: unknown field: expected \"priorities\", \"format\", \"name\", \"kind\", \
             \"rule\", \"summary\", \"source\", \"notes\" or \"provenance\"",
        ),
        (static_map("[]").replace(",\n \"priorities\": []", ""), "priorities: found nothing, expected 64 numbers"),
        // Mixtures of maps.
        (map_mixture("[]"), "maps: found 0 maps, expected 1 to 1000 maps"),
        (map_mixture(&format!("[{}, {}]", zeros(64), zeros(63))), "maps[1]: found 63 numbers, expected 64 numbers"),
        (
            static_map(&zeros(64)).replace("static-map", "map-mixture"),
            r#"priorities: a field of "static-map"; the fields of "map-mixture" are "maps""#,
        ),
        // Linear personalities.
        (linear("", depth), "features: found no feature, expected at least one"),
        (
            linear(DISCS, depth).replace("\"features\"", "\"points_per_disc\": 0, \"features\""),
            "points_per_disc: found 0, expected a number above 0, 1000000 at most",
        ),
        (
            linear(&format!("{DISCS}, {DISCS}"), depth),
            r#"features[1].feature: found "discs" as in features[0], expected each feature once"#,
        ),
        (linear(r#"["discs", 1]"#, depth), "features[0]: found an array, expected a JSON object"),
        (
            linear(r#"{"feature": "luck", "weight": 1}"#, depth),
            r#"features[0].feature: no feature is called "luck", expected one that docs/personalities.md lists, ..."#,
        ),
        (
            linear(r#"{"feature": "discs"}"#, depth),
            "features[0]: line 2, column 34: found no field `weight`, expected the field `weight`",
        ),
        (
            linear(r#"{"feature": "discs", "weight": "1"}"#, depth),
            "features[0].weight: line 2, column 48: found string \"1\", expected a number",
        ),
        (
            linear(r#"{"feature": "discs", "weight": -2e6}"#, depth),
            "features[0].weight: found -2000000, expected a number from -1000000 to 1000000",
        ),
        (
            linear(r#"{"feature": "discs", "weight": 1, "noise": -1}"#, depth),
            "features[0].noise: found -1, expected a number from 0 to 1000000",
        ),
        (
            linear(r#"{"feature": "discs", "weight": 1, "values": []}"#, depth),
            r#"features[0].values: the feature "discs" does not use this field: remove it"#,
        ),
        (
            linear(r#"{"feature": "mobility", "weight": 1}"#, depth),
            r#"features[0].count: found nothing, expected "both", "replies" or "around-move""#,
        ),
        (
            linear(r#"{"feature": "mobility", "weight": 1, "count": 2}"#, depth),
            r#"features[0].count: line 2, column 61: found integer `2`, expected "both", "replies" or "around-move""#,
        ),
        (
            linear(r#"{"feature": "disc-squares", "weight": 1}"#, depth),
            "features[0].values: found nothing, expected 64 numbers",
        ),
        (
            linear(r#"{"feature": "symmetric-board", "weight": 1, "values": [1]}"#, depth),
            "features[0].values: found 1 numbers, expected 10 numbers",
        ),
        (linear(DISCS, "{}"), r#"search: found neither "depth" nor "time_ms", expected one of them"#),
        (
            linear(DISCS, r#"{"depth": 1, "time_ms": 1}"#),
            r#"search: found "depth" and "time_ms", expected one of them"#,
        ),
        (linear(DISCS, r#"{"depth": 0}"#), "search.depth: found 0, expected a depth from 1 to 60"),
        (
            linear(DISCS, r#"{"depth": 2.5}"#),
            "search.depth: line 2, column 73: found floating point `2.5`, expected a whole number, 0 or more",
        ),
        (
            linear(DISCS, r#"{"depth": -1}"#),
            "search.depth: line 2, column 72: found integer `-1`, expected a whole number, 0 or more",
        ),
        (
            linear(DISCS, r#"{"depth": 1, "first_depth": 1}"#),
            r#"search.first_depth: only beside "time_ms", not beside "depth""#,
        ),
        (linear(DISCS, r#"{"time_ms": 0}"#), "search.time_ms: found 0, expected milliseconds from 1 to 3600000"),
        (
            linear(DISCS, r#"{"depth": 1, "solve_from": 61}"#),
            "search.solve_from: found 61, expected empty squares from 0 to 60",
        ),
        (
            linear(DISCS, r#"{"depth": 1, "ties": "coin"}"#),
            r#"search.ties: found "coin", expected "first" or "random""#,
        ),
        (
            r#"{"format": "rival/1", "name": "r", "kind": "rival", "rule": "normal", "summary": "s",
                "network": {"file": "a.network", "sha256": "00"}}"#
                .to_owned(),
            r#"network: only beside the "weights" that it is over"#,
        ),
        (
            linear(DISCS, r#"{"depth": 1}, "choice": {"method": "k-best"}"#),
            r#"choice: a field of "rival"; the fields of "linear" are "features", "points_per_disc", "search" and "book""#,
        ),
    ]
}

#[test]
fn every_unusable_file_gets_one_line_that_says_where_and_why() {
    let mut wrong = Vec::new();
    for (text, expected) in unusable() {
        let error = parse("x.json", text.as_bytes()).expect_err(&text).to_string();
        // A list is long, and grows with each feature: its beginning is enough.
        let is_said = match expected.strip_suffix("...") {
            Some(beginning) => error.starts_with(&format!("x.json: {beginning}")),
            None => error == format!("x.json: {expected}"),
        };
        if !is_said {
            wrong.push(format!("{text}\n  says     {error}\n  expected x.json: {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The complete files of `docs/personalities.md`, by their kinds.
fn documented() -> Vec<(String, String)> {
    let document = include_str!("../../docs/personalities.md");
    let kind = |text: &str| text.split("\"kind\": \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let blocks = document.split("```json").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|text| (kind(text), text.to_owned())).collect()
}

#[test]
fn every_kind_has_a_file_in_the_documents_that_plays() {
    let document = include_str!("../../docs/personalities.md");
    let headings = document.lines().filter_map(|line| line.strip_prefix("## `")?.strip_suffix('`'));
    let files = documented();
    assert_eq!(files.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(), headings.collect::<Vec<_>>());
    for (kind, text) in files {
        let personality = parse("x.json", text.as_bytes()).unwrap();
        assert_eq!(personality.kind.name(), kind);
        let mut player = personality.player(&Options::default());
        player.new_game(1);
        let mut game = Game::default();
        while !game.is_over() {
            let report = player.choose(&game, &Limits::default(), &mut SilentObserver);
            game.play(chosen(&report).unwrap()).unwrap();
        }
        assert!(game.moves().len() > 8, "{kind}");
    }
}

/// Mistakes in the files of the documents: the kind, a text, the text that replaces it, and the error.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    ("random", "\"rule\"", "\"rulle\"", "rulle: unknown field: did you mean \"rule\"?"),
    ("random", "normal", "nomral", "rule: found \"nomral\", expected \"normal\" or \"anti\""),
    ("random", "\"random\"", "\"randon\"", "kind: found \"randon\" (did you mean \"random\"?)"),
    ("random", "rival/1", "rival/2", "format: found \"rival/2\", expected \"rival/1\""),
    ("random", "any-move", "any move", "name: found \"any move\", expected 1 to 40 printable"),
    ("static-map", "priorities", "priority", "priority: unknown field: did you mean \"priorities\"?"),
    ("static-map", "priorities", "values", "values: unknown field: expected "),
    ("static-map", "64,  1", "64", "priorities: found 63 numbers, expected 64 numbers"),
    (
        "static-map",
        "static-map",
        "map-mixture",
        "priorities: a field of \"static-map\"; the fields of \"map-mixture\" are \"maps\"",
    ),
    ("map-mixture", "\"maps\"", "\"map\"", "map: unknown field: did you mean \"maps\"?"),
    ("linear", "\"search\": {", "\"serach\": {", "serach: unknown field: did you mean \"search\"?"),
    ("linear", "\"depth\": 4", "\"detph\": 4", "search.detph: unknown field: did you mean \"depth\"?"),
    ("linear", "\"search\": {", "\"depth\": 4, \"search\": {", "depth: unknown field: it belongs in \"search\""),
    ("linear", "\"depth\"", "\"weight\"", "search.weight: unknown field: it belongs in an object of \"features\""),
    (
        "linear",
        "\"feature\": \"mob",
        "\"features\": \"mob",
        "features[1].features: unknown field: did you mean \"feature\"?",
    ),
    (
        "linear",
        "\"both\"",
        "\"all\"",
        "features[1].count: found \"all\", expected \"both\", \"replies\" or \"around-move\"",
    ),
    (
        "linear",
        "\"mobility\"",
        "\"mobilty\"",
        "features[1].feature: no feature is called \"mobilty\" (did you mean \"mobility\"?)",
    ),
    ("linear", "\"ties\": \"random\"", "\"tie\": \"random\"", "search.tie: unknown field: did you mean \"ties\"?"),
    ("linear", "\"random\"", "\"coin\"", "search.ties: found \"coin\", expected \"first\" or \"random\""),
    ("linear", "\"depth\": 4", "\"depth\": 61", "search.depth: found 61, expected a depth from 1 to 60"),
    ("linear", "\"both\"", "null", "features[1].count: found null, expected \"both\", \"replies\" or \"around-move\""),
    (
        "linear",
        "\"feature\": \"mob",
        "\"name\": \"mob",
        "features[1].name: unknown field: expected \"feature\", \"weight\", \"noise\", \"count\" or \"values\"",
    ),
    ("linear", "\"random\"", "null", "search.ties: found null, expected \"first\" or \"random\""),
    ("linear", "\"noise\": 0.5", "\"noise\"", "features[1]: found text that is not JSON, expected `:`"),
    ("patterns", "32b3", "32b4", "weights.sha256: the shipped file has 32b3069f"),
    ("patterns", "rival/1", "rival-recipe/1", "format: found \"rival-recipe/1\" (a recipe), expected \"rival/1\""),
    ("patterns", "\"sha256\"", "\"sha\"", "weights.sha: unknown field: expected \"file\" or \"sha256\""),
    ("patterns", "\"selectivity\"", "\"probcut\"", "search.probcut: unknown field: expected "),
    ("human", "\"people\"", "\"theta\"", "theta: unknown field: it belongs in \"setting\""),
    ("human", "\"people\"", "\"rating\"", "rating: unknown field: expected "),
    ("human", "\"edge\"", "\"edges\"", "style: no feature is called \"edges\" (did you mean \"edge\"?)"),
    ("human", "1300,", "13000,", "people: found 13000, expected a rating from 0 to 4000"),
    ("placement", "\"profile\"", "\"profil\"", "profil: unknown field: did you mean \"profile\"?"),
    (
        "rival",
        "\"choice\": { \"method\": \"target-loss\",",
        "\"method\": \"target-loss\", \"choice\": {",
        "method: unknown field: it belongs in \"choice\"",
    ),
    ("rival", "\"target\": 3", "\"gain\": 3", "choice.gain: unknown field: it belongs in \"choice.correction\""),
    (
        "rival",
        "\"target\": 3",
        "\"learn\": \"p.json\"",
        "choice.learn: unknown field: it belongs at the top of the file",
    ),
    ("rival", "target-loss", "k-best", "choice.target: the method \"k-best\" does not use this field: remove it"),
    ("rival", "\"tolerance\"", "\"tolerence\"", "choice.tolerence: unknown field: did you mean \"tolerance\"?"),
    (
        "mcts",
        "\"playouts\": {",
        "\"playouts\": { \"depth\": 3,",
        "playouts.depth: unknown field: expected \"count\", \"time_ms\" or \"exploration\"",
    ),
    ("mcts", "\"playouts\": { \"count\": 100 }", "\"count\": 100", "count: unknown field: it belongs in \"playouts\""),
];

#[test]
fn every_mistake_is_answered_with_its_place_and_the_right_word() {
    let files = documented();
    let mut wrong = Vec::new();
    for &(kind, right, mistake, expected) in MISTAKES {
        let (_, text) = files.iter().find(|(name, _)| name == kind).unwrap();
        assert!(text.contains(right), "{kind}: {right}");
        let text = text.trim_start().replacen(right, mistake, 1);
        let error = parse("x.json", text.as_bytes()).unwrap_err().to_string();
        let (place, rest) = error.split_once(": line ").unwrap_or((&error, ""));
        let without_line =
            if rest.is_empty() { error.clone() } else { format!("{place}: {}", rest.splitn(2, ": ").last().unwrap()) };
        // Longer lines are cut in their middle.
        if !without_line.starts_with(&format!("x.json: {expected}")) || error.len() > 190 {
            wrong.push(format!("{kind}, {mistake}\n  says     {error}\n  expected x.json: {expected}"));
        }
    }
    assert!(wrong.is_empty() && MISTAKES.len() >= 30, "{}", wrong.join("\n\n"));
}

#[test]
fn huge_and_binary_files_are_refused_on_one_short_line() {
    let long = format!("{{\"format\": \"{}\"}}", "x\\n".repeat(300_000));
    for bytes in [vec![b' '; 3 << 20], vec![0xff; 100], b"\0\0\0".to_vec(), b"[".repeat(500_000), long.into_bytes()] {
        let error = parse("x.json", &bytes).unwrap_err().to_string();
        assert!(error.len() < 400 && !error.contains('\n'), "{error}");
    }
}

#[test]
fn the_binary_refuses_what_it_cannot_use_with_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.json");
    std::fs::write(&bad, static_map(&zeros(63))).unwrap();
    let bad = bad.to_str().unwrap();
    // Its first lesson could not be measured, so servers and matches refuse it alike.
    let unserved = folder.path().join("unserved.json");
    let reference = r#"{"losses": [1, 1, 1, 1], "tester": "mine", "depth": 3, "plies": 40}"#;
    let (_, rival_file) = documented().into_iter().find(|(kind, _)| kind == "rival").unwrap();
    let choice = format!(r#""learn": "none.json", "choice": {{ "reference": {reference},"#);
    std::fs::write(&unserved, rival_file.replacen("\"choice\": {", &choice, 1)).unwrap();
    let unserved = unserved.to_str().unwrap();
    let no_tester = "none.json: found no file, expected a profile by mine at depth 3";
    let deep = format!("{}no-such.json", "folder/".repeat(20));
    let cases: [(&[&str], &str); 14] = [
        (&["show", &deep], "folder/no-such.json: there is no such file"),
        (&["match", "-", "/dev/stdin", "--games", "2"], "standard input can be read only once"),
        (&["show", bad], "priorities: found 63 numbers, expected 64 numbers"),
        (&["match", "bp", bad, "--games", "2"], "priorities: found 63 numbers"),
        (&["show", "no-such"], "expected a file or a name that `rival players` lists"),
        (&["show", "no-such.json"], "no-such.json: there is no such file"),
        (&["match", "bp", "fs", "--games", "3"], "--games: found 3, expected an even number"),
        (&["match", "bp", "static-anti", "--games", "2"], "give --rule normal or --rule anti"),
        (&["match", "bp", "fs", "--games", "2", "--openings", "random:99"], "0 to 40 plies"),
        (&["match", "bp", "fs", "--games", "2", "--openings", "randm:8"], "(did you mean \"random\"?)"),
        (&["match", unserved, "fs", "--games", "2"], no_tester),
        (&["gtp", "--player", unserved], no_tester),
        (&["gtp", "--player", "-"], "standard input has the commands of the protocol"),
        (&["nboard", "--player", "-"], "standard input has the commands of the protocol"),
    ];
    for (arguments, message) in cases {
        let output = rival(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(message), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn every_shipped_personality_plays_whole_games_with_both_colours() {
    for personality in shipped().map(shortened) {
        let opponent = shipped().find(|p| p.name == "random").unwrap();
        for color in [Color::Black, Color::White] {
            let mut players = [&personality, &opponent].map(|p| p.player(&Options::default()));
            players.iter_mut().for_each(|player| player.new_game(5));
            let mut game = Game::default();
            while !game.is_over() {
                let player = &mut players[usize::from(game.board().to_move != color)];
                let report = player.choose(&game, &Limits::default(), &mut SilentObserver);
                game.play(chosen(&report).unwrap()).unwrap();
            }
            assert!(game.moves().len() > 8, "{}", personality.name);
        }
    }
}

/// The personality with a short limit, if its limit is a time. The search's own tests test time limits; here they would
/// only be slow.
fn shortened(personality: Personality) -> Personality {
    let mut json: serde_json::Value = serde_json::from_str(&personality.to_json()).unwrap();
    match json.pointer_mut("/search/time_ms") {
        Some(time) => *time = 5.into(),
        None => return personality,
    }
    parse("shortened.json", json.to_string().as_bytes()).unwrap()
}

#[test]
fn a_move_depends_on_game_seed_and_number_not_on_what_was_asked_before() {
    let noisy = linear(r#"{"feature": "discs", "weight": 1, "noise": 40}"#, r#"{"depth": 2, "ties": "random"}"#);
    let personality = parse("noisy.json", noisy.as_bytes()).unwrap();
    let first = |seed: u64, asked: usize| {
        let mut player = personality.player(&Options::default());
        player.new_game(seed);
        let game = Game::default();
        (0..asked).for_each(|_| drop(player.rank(&game, 64, &Limits::default(), &mut SilentObserver)));
        chosen(&player.choose(&game, &Limits::default(), &mut SilentObserver)).unwrap().to_string()
    };
    assert!((0..20).all(|seed| first(seed, 0) == first(seed, 3)));
    let kinds: std::collections::BTreeSet<String> = (0..40).map(|seed| first(seed, 0)).collect();
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

/// The fields of a match that its arguments decide.
fn decided(arguments: &[&str]) -> serde_json::Value {
    let mut json: serde_json::Value = serde_json::from_str(&stdout(arguments)).unwrap();
    let fields = json.as_object_mut().unwrap();
    assert!(fields.remove("seconds").is_some() && fields.remove("games_per_second").is_some());
    json
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let line = |threads| {
        let fixed = ["match", "intermediate", "bp", "--games", "24", "--openings", "random:6", "--seed", "9", "--json"];
        decided(&[&fixed[..], &["--threads", threads]].concat())
    };
    let one = line("1");
    assert_eq!([line("2"), line("3")], [one.clone(), one.clone()]);
    assert_eq!(one["games"], 24);
    let sum = |field: &str| one["first"][field].as_u64().unwrap() + one["second"][field].as_u64().unwrap();
    assert!(["wins", "losses", "draws"].iter().all(|field| one[field] == sum(field)));
    assert_eq!(one["wins"].as_u64().unwrap() + one["losses"].as_u64().unwrap() + one["draws"].as_u64().unwrap(), 24);
}

#[test]
fn natural_moves_are_those_of_the_game_for_the_most_discs() {
    let natural = linear(DISCS, r#"{"depth": 2, "natural": true}"#);
    assert!(parse("x.json", natural.as_bytes()).is_ok());
    let error = parse("x.json", natural.replace("normal", "anti").as_bytes()).unwrap_err().to_string();
    let expected = r#"search.natural: found true, expected false with the rule "anti", in which corners are no gain"#;
    assert!(error.ends_with(expected), "{error}");
}

#[test]
fn strong_rows_of_table_1_and_their_seats() {
    let json = decided(&["match", "bp1-fs3", "random", "--games", "1000", "--json"]);
    for seat in ["first", "second"] {
        // The paper: 982 and 981 of 1000. 96 % is more than three standard errors below.
        assert!(json[seat]["wins"].as_u64().unwrap() > 480, "{json}");
    }
    // A random score would be 0.5, with a standard error of 0.035.
    let anti = decided(&["match", "static-anti", "random", "--games", "200", "--json"]);
    assert_eq!(anti["rule"], "anti");
    assert!(anti["score"].as_f64().unwrap() > 0.6, "{anti}");
}

#[test]
fn lists_and_descriptions() {
    let list = stdout(&["players"]);
    let names = |list: &str| -> Vec<String> {
        list.lines().skip(1).map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&list), shipped().map(|p| p.name).collect::<Vec<_>>());
    assert!(shipped().all(|p| list.lines().any(|line| line.starts_with(&p.name) && line.contains(&p.summary))));
    let row = |name: &str| list.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
    let known = rival::strength::person::place("beginner").unwrap();
    let rounded = format!(" {:.0} ", 10.0 * (known.rating.0 / 10.0).round());
    assert!(row("beginner").contains(&rounded), "{list}");
    assert!(row("people-0600").contains(" 600 ") && row("people-2200").contains(" 2200 "), "{list}");
    // These have no rating: the strength of one depends on the machine, and the other plays for fewest discs.
    let rating_column = list.lines().next().unwrap().find("RATING").unwrap();
    for name in ["master", "static-anti"] {
        assert!(row(name)[rating_column..].starts_with("      "), "{}", row(name));
    }
    let shown = stdout(&["show", "static-normal"]);
    assert!(shown.contains("\n1  54  12  32  20  16  42   9  47\n"), "{shown}");
    let expert = stdout(&["show", "expert"]);
    assert!(expert.contains("6 plies, exact from 9 empties, equal moves at random"), "{expert}");
    assert!(stdout(&["match", "static-normal", "random", "--games", "20"]).contains("95 % interval"));
}

#[test]
fn a_map_survives_the_article_s_form() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    for (name, ending) in [("static-normal", "csv"), ("static-anti", "CSV")] {
        let original = shipped().find(|p| p.name == name).unwrap();
        let Kind::StaticMap(priorities) = &original.kind else { panic!("{name} is a map") };
        let rows = priorities.chunks(8).map(|row| row.iter().map(f64::to_string).collect::<Vec<String>>().join(","));
        let csv = rows.collect::<Vec<String>>().join("\n");
        let file = path(&format!("my {name}.{ending}"));
        std::fs::write(&file, csv).unwrap();
        let file = file.to_str().unwrap();
        let json = stdout(&["show", file, "--json"]);
        let map = parse("standard output", json.as_bytes()).unwrap();
        assert_eq!((map.kind, map.rule, map.name), (original.kind, original.rule, format!("my-{name}")));
        let results = [file, name].map(|player| -> serde_json::Value {
            serde_json::from_str(&stdout(&["match", player, "random", "--games", "20", "--json"])).unwrap()
        });
        assert_eq!(results[0]["wins"], results[1]["wins"]);
    }
    let numbers = "1,2,3,4,5,6,7,8\n";
    for (text, message) in [
        ("", "line 1, column 1: found the end of the text after 0 numbers, expected 64 numbers"),
        (&numbers.repeat(7), "line 8, column 1: found the end of the text after 56 numbers, expected 64 numbers"),
        (&numbers.repeat(9), "line 9, column 1: found \"1\", expected the end of the text after 64 numbers"),
        (
            &"1, -20, 3,4,5,6,7,x\n".repeat(8),
            "line 1, column 19: found \"x\", expected a number from -1000000 to 1000000",
        ),
        (&"9000000,".repeat(8), "line 1, column 1: found \"9000000\", expected a number from -1000000 to 1000000"),
        ("1,2\n3,nan\n", "line 2, column 3: found \"nan\", expected a number from -1000000 to 1000000"),
    ] {
        std::fs::write(path("bad.csv"), text).unwrap();
        let file = path("bad.csv");
        let output = rival(&["gtp", "--player", file.to_str().unwrap()]);
        let expected = format!("rival: {}: {message}\n", file.display());
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(2), expected));
    }
    let absent = rival(&["show", "absent.csv"]);
    let expected = "rival: absent.csv: there is no such file\n";
    assert_eq!((absent.status.code(), String::from_utf8(absent.stderr).unwrap().as_str()), (Some(2), expected));
}

#[test]
fn a_rival_is_shown_as_strong_as_its_person_and_not_by_what_its_style_costs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rook.json");
    let shown = |learn: &str, levelled: f64| {
        let rival = format!(
            r#"{{"format": "rival/1", "name": "rook", "kind": "human", "rule": "normal", "summary": "likes rows",
            "strength": {}, {learn} "levelled": {levelled}}}"#,
            1200.0 + levelled
        );
        std::fs::write(&file, rival).unwrap();
        stdout(&["show", file.to_str().unwrap()])
    };
    let like = Tie::shipped().people(LadderElo(1200.0)).0.round();
    let follows = r#""learn": "ann.json","#;
    for (learn, levelled) in [(follows, 84.0), (follows, -130.0), ("", 84.0)] {
        let text = shown(learn, levelled);
        let sum = 1200.0 + levelled;
        assert!(text.contains(&format!("for people rated {like}: ")), "{text}");
        assert!(text.contains(&format!("({sum} on the ladder, {levelled:+} for its style)")), "{text}");
    }
    assert!(shown(follows, 0.0).contains(&format!("1200 on the ladder, as strong as people rated {like}: ")));
}

#[test]
fn a_description_is_of_what_plays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    let shown = |fields: &str| {
        let text = format!(
            r#"{{"format": "rival/1", "name": "a", "kind": "human", "rule": "normal", "summary": "s", {fields}}}"#
        );
        std::fs::write(&file, text).unwrap();
        stdout(&["show", file.to_str().unwrap()])
    };
    let (low, high) = Ladder::shipped().people();
    let (lowest, highest) = Ladder::shipped().range();
    for (fields, expected) in [
        ("\"people\": 4000", format!("as people rated {high:.0}, the end of the ladder: ")),
        ("\"people\": 0", format!("as people rated {low:.0}, the end of the ladder: ")),
        ("\"people\": 1500", "as people rated 1500: ".to_owned()),
        ("\"strength\": 4000", format!("{highest:.0}, the end of the ladder, as strong as people rated {high:.0}: ")),
        ("\"strength\": 0", format!("{lowest:.0}, the end of the ladder, as strong as people rated {low:.0}: ")),
        // A positive offset makes the player lose less.
        (
            "\"people\": 1500, \"style\": {\"loss-1-10\": 0.5}",
            "+0.5 care about the discs that the move loses (loss-1-10)".to_owned(),
        ),
        (
            "\"people\": 1500, \"learn\": \"p.json\", \"repertoire\": {\"role\": \"own\", \"black\": [\"f5d6\"]}",
            "as a person in 1 games, until its profile has games".to_owned(),
        ),
    ] {
        let text = shown(fields);
        assert!(text.contains(&expected), "{fields}: {text}");
    }
    let small = linear(DISCS, r#"{"depth": 1}, "points_per_disc": 0.0004"#);
    std::fs::write(&file, small).unwrap();
    let text = stdout(&["show", file.to_str().unwrap()]);
    assert!(text.lines().any(|line| line.starts_with("points per disc") && line.ends_with(" 4e-4")), "{text}");
    let without = linear(DISCS, r#"{"depth": 1}, "provenance": {"date": "today\nrule            anti"}"#);
    std::fs::write(&file, without).unwrap();
    let text = stdout(&["show", file.to_str().unwrap()]);
    assert!(text.lines().any(|line| line.starts_with("points per disc") && line.ends_with(", assumed")), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("rule ")).count(), 1, "{text}");
}

#[test]
fn the_largest_mixture_of_maps_comes_back() {
    let map = vec!["-12345.678901234567"; 64].join(",");
    let maps = vec![format!("[{map}]"); 1_000].join(",");
    let mixture = parse("maps.json", map_mixture(&format!("[{maps}]")).as_bytes()).unwrap();
    assert_eq!(parse("maps.json", mixture.to_json().as_bytes()).unwrap().kind, mixture.kind);
}

#[test]
fn a_personality_that_plays_like_people_is_checked_and_comes_back() {
    let file = |fields: &str| {
        let text = format!(
            "{{\"format\": \"rival/1\", \"name\": \"h\", \"kind\": \"human\", \"rule\": \"normal\", \
             \"summary\": \"s\", {fields}}}"
        );
        parse("h.json", text.as_bytes())
    };
    for fields in ["\"strength\": 1200", "\"strength\": 900.5, \"style\": {\"edge\": 1.5, \"distance\": -2.0}"] {
        let personality = file(fields).unwrap();
        assert_eq!(parse("again.json", personality.to_json().as_bytes()).unwrap(), personality);
    }
    let setting = "\"setting\": {\"theta\": -1.0, \"sharpness\": 0.5, \"depth\": 3, \"exact_from\": 8}";
    let Kind::Human(spec) = file(setting).unwrap().kind else { panic!("of this kind") };
    assert_eq!(spec.setting(), Setting { theta: Theta(-1.0), sharpness: 0.5, depth: 3, exact_from: 8 });
    for (fields, expected) in [
        ("\"style\": {}", "people: found nothing, expected a rating (the average player has 1500), or \"strength\" or"),
        ("\"strength\": 9000", "strength: found 9000, expected a rating from 0 to 4000"),
        (
            "\"strength\": 1500, \"style\": {\"edges\": 1}",
            "style: no feature is called \"edges\" (did you mean \"edge\"?)",
        ),
        ("\"strength\": 1500, \"style\": {\"edge\": 190}", "style.edge: found 190, expected a number from -100 to 100"),
        (
            "\"setting\": {\"theta\": 0, \"sharpness\": 1, \"depth\": 0, \"exact_from\": 8}",
            "setting.depth: found 0, expected a number from 1 to 12",
        ),
    ] {
        let error = file(fields).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{error}");
    }
    let anti = file("\"strength\": 1500").unwrap().to_json().replace("\"normal\"", "\"anti\"");
    assert!(
        parse("a.json", anti.as_bytes())
            .unwrap_err()
            .to_string()
            .contains("expected \"normal\", the only rule of this kind")
    );
}
