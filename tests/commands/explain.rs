//! Explanations: every kind of player has reasons, and a rival's game can be reproduced from
//! its seed.

use rival::board::{Game, Move};
use rival::personality::parse;
use rival::players::explain::{MoveReason, VisibleEffects};
use rival::players::naturalness::natural;
use rival::players::{Options, Personality, chosen, load};
use rival::search::{Limits, SilentObserver, Stop};

/// The beginner's evaluation with some other fields.
fn changed(fields: &serde_json::Value) -> Personality {
    let mut json: serde_json::Value = serde_json::from_str(&load("beginner").unwrap().to_json()).unwrap();
    for (name, value) in fields.as_object().unwrap() {
        json[name] = value.clone();
    }
    parse("changed.json", json.to_string().as_bytes()).unwrap()
}

fn rival() -> Personality {
    changed(&serde_json::json!({
        "kind": "rival",
        "search": { "depth": 2, "ties": "random", "natural": true },
        "choice": { "method": "target-loss", "target": 5, "tolerance": 1 },
    }))
}

/// The game of a personality against itself, each move with its reasons.
fn explained(personality: &Personality, seed: u64, see: &mut dyn FnMut(&Game, Move, &MoveReason, &str)) -> Game {
    let mut player = personality.player(&Options::default());
    player.new_game(seed);
    let mut game = Game::default();
    while !game.is_over() {
        let report = player.choose(&game, &Limits::default(), &mut SilentObserver);
        let mv = chosen(&report).unwrap();
        if mv != Move::Pass {
            let mut reasons = player.explain(&game, &report, mv, &Stop::default()).unwrap();
            reasons.visible_effects = VisibleEffects::new(&game.board().position, mv);
            // The comment during the game has only the visible effects, as far as NBoard's window shows it.
            let plain = reasons.effects();
            let told = reasons.comment(None).to_string();
            // A move without a visible effect is named alone.
            let is_named = plain == mv.to_string() || plain.starts_with(&format!("{mv} "));
            assert!(is_named && plain.len() <= 30 && plain.is_ascii(), "{plain}");
            let spoils = ["points", "worth", "better", "best", "prefers", "seed", "worse"];
            assert!(spoils.iter().all(|word| !plain.contains(word)), "{plain}");
            // The comment after the game has at most two clauses, and no seed.
            assert!(told.is_ascii() && !told.contains("seed") && told.matches("; ").count() <= 1, "{told}");
            see(&game, mv, &reasons.why, &told);
        }
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn every_kind_has_reasons_for_its_moves_in_one_line_of_ascii() {
    let quick = changed(&serde_json::json!({ "search": { "time_ms": 1 } }));
    let shipped = ["random", "static-normal", "beginner", "bp", "rung-05", "uct-100", "board-hand", "people-1200"]
        .map(|n| load(n).unwrap());
    for personality in shipped.into_iter().chain([quick, rival()]) {
        let mut moves = 0;
        explained(&personality, 3, &mut |game, mv, why, text| {
            assert!(text.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{mv}: {text}");
            assert!(!matches!(why, MoveReason::Another { .. }), "{}: {text}", personality.name);
            assert_eq!(matches!(why, MoveReason::Only), game.board().position.moves().count_ones() == 1, "{text}");
            moves += 1;
        });
        assert!(moves > 20, "{}", personality.name);
    }
}

#[test]
fn a_better_move_that_is_left_out_is_named() {
    let filtered = changed(&serde_json::json!({
        "features": [{ "feature": "discs", "weight": 1 }],
        "search": { "depth": 1, "natural": true, "ties": "random" },
    }));
    let mut named = 0;
    for seed in 0..8 {
        explained(&filtered, seed, &mut |game, mv, why, _| {
            if let MoveReason::Natural { left_out, .. } = why {
                let kept = natural(&game.board().position);
                assert!(kept & mv.square().unwrap().bit() != 0 && kept & left_out.square().unwrap().bit() == 0);
                named += 1;
            }
        });
    }
    assert!(named > 0);
}

#[test]
fn a_rival_says_what_it_gives_away_on_purpose() {
    let mut on_purpose = 0;
    let mut kept = 0;
    explained(&rival(), 5, &mut |_, _, why, text| {
        if let MoveReason::Aimed { better, .. } = why {
            let says =
                better.is_some_and(|better| text.starts_with(&format!("It takes {better} for better, and loses")));
            assert!(says != text.starts_with("It takes this for the best move: "), "{text}");
            assert!(text.contains(" points so far, ") && text.ends_with(" intended"), "{text}");
            on_purpose += u32::from(says);
            kept += u32::from(!says);
        }
    });
    assert!(on_purpose > 5 && kept > 0, "{on_purpose} {kept}");
}

#[test]
fn a_game_can_be_reproduced_from_its_seed_and_not_from_another() {
    for personality in [rival(), load("people-1300").unwrap()] {
        let game = explained(&personality, 7, &mut |_, _, _, _| {});
        let [others, others_by_another_seed] = [7, 8].map(|seed| {
            let mut player = personality.player(&Options::default());
            player.new_game(seed);
            let mut replay = Game::default();
            let mut others = 0;
            for mv in game.moves() {
                let report = player.choose(&replay, &Limits::default(), &mut SilentObserver);
                let explanation = player.explain(&replay, &report, mv, &Stop::default());
                others += usize::from(explanation.is_some_and(|found| matches!(found.why, MoveReason::Another { .. })));
                replay.play(mv).unwrap();
            }
            others
        });
        assert_eq!(others, 0, "{}", personality.name);
        assert!(others_by_another_seed > 0, "{}", personality.name);
    }
}
