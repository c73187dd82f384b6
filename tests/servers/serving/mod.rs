//! The servers while a search goes on: a scripted player searches for as long as the test wants.

mod session;
mod values;

use std::io::Write;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use rival::search::{Clock, Limits};
use session::{Protocol, Session, Slow, Takes};

const START: &str = "---------------------------O*------*O---------------------------";

fn set_game(extra: &str, moves: &str) -> String {
    format!("set game (;GM[Othello]PB[a]PW[b]{extra}TY[8]BO[8 {START} *]{moves};)")
}

fn nboard_session() -> (Session, Receiver<Limits>) {
    let (player, limits) = Slow::new();
    let mut session = Session::start(Protocol::NBoard, player);
    session.send("set depth 60");
    session.send(&set_game("", "B[F5]"));
    (session, limits)
}

/// A ping ends the present work; the output after the pong belongs to later requests.
fn ping_ends(request: &str, sign: &str) -> Vec<String> {
    let (mut session, _limits) = nboard_session();
    session.send("set depth 100000");
    session.send(request);
    session.until(sign);
    session.send("ping 5");
    let before = session.until("pong");
    session.send("ping 6");
    assert_eq!(session.line(), "pong 6");
    assert_eq!(session.end(), "");
    before
}

#[test]
fn a_ping_ends_a_hint() {
    let before = ping_ends("hint 2", "search");
    assert!(before[..before.len() - 1].iter().all(|line| !line.starts_with("status")), "{before:?}");
}

#[test]
fn a_hint_with_a_ping_right_behind_it_shows_its_first_depth() {
    let (mut session, _limits) = nboard_session();
    session.send("hint 1\nping 5");
    assert_eq!(session.until("search").len(), 1);
    session.until("pong 5");
    session.end();
}

#[test]
fn a_ping_ends_go_and_no_move_is_given() {
    let before = ping_ends("go", "status Thinking");
    assert_eq!(before, ["status", "pong 5"]);
}

#[test]
fn a_ping_ends_an_analysis() {
    let before = ping_ends("analyze", "status Analyzing");
    assert_eq!(before, ["status", "pong 5"]);
}

#[test]
fn a_move_in_the_middle_of_a_search_ends_it_before_the_ping() {
    for change in ["move D6", "move F6//1.0", "set depth 7", "set contempt 100"] {
        let (mut session, _limits) = nboard_session();
        session.send("set depth 100000");
        session.send("hint 1");
        session.until("search F6");
        session.send(change);
        session.send("ping 2");
        session.until("pong 2");
        session.send("ping 3");
        assert_eq!(session.line(), "pong 3", "{change}");
        session.end();
    }
}

#[test]
fn hints_after_a_change_are_for_the_new_position() {
    let (mut session, _limits) = nboard_session();
    session.send("hint 1");
    session.until("search F6");
    session.send("move F6");
    session.send("set depth 1");
    session.send("ping 2");
    session.until("pong 2");
    session.send("hint 64");
    let hints: Vec<String> = session.until("nodestats").into_iter().filter(|line| line.starts_with("search")).collect();
    assert_eq!(hints, ["search F7 26.50 0 1", "search E6 22.00 0 1", "search C4 13.00 0 1", "search D3 9.50 0 1"]);
}

#[test]
fn a_line_that_changes_nothing_does_not_end_a_search() {
    let (mut session, _limits) = nboard_session();
    session.send("set depth 300");
    session.send("go");
    session.until("status Thinking");
    for line in ["bogus", "move A1", "set game (;", "hint 0", "set depth x", ""] {
        session.send(line);
    }
    let said = session.until("===");
    assert_eq!(said.iter().filter(|line| line.starts_with("status Error")).count(), 5, "{said:?}");
    session.end();
}

#[test]
fn every_iteration_has_one_depth_and_every_move_once() {
    let (mut session, _limits) = nboard_session();
    session.send("set depth 5");
    session.send("hint 64");
    let said = session.until("search F4 14.50 0 5");
    let searches = said.iter().filter(|line| line.starts_with("search"));
    let expected =
        (1..=5).flat_map(|depth| ["F6 22.50", "D6 21.50", "F4 14.50"].map(|hint| format!("search {hint} 0 {depth}")));
    assert!(searches.eq(expected.collect::<Vec<_>>().iter()), "{said:?}");
    assert_eq!(session.until("nodestats").len(), 1);
    assert_eq!(session.end(), "");
}

#[test]
fn go_reports_the_value_and_the_time() {
    let (mut session, _limits) = nboard_session();
    session.send("set depth 30");
    session.send("go");
    let said = session.until("===");
    let fields: Vec<&str> = said[said.len() - 1].split('/').collect();
    assert_eq!(fields[..2], ["=== F6", "22.50"]);
    let seconds: f64 = fields[2].parse().unwrap();
    assert!(seconds >= 0.03, "30 iterations of a millisecond: {seconds}");
    session.end();
}

#[test]
fn an_analysis_has_every_position_from_the_last_to_the_first_for_black() {
    let (mut session, _limits) = nboard_session();
    session.send("set depth 2");
    session.send("move F6");
    session.send("analyze");
    let said = session.until("analysis 0");
    assert_eq!(said, ["status Analyzing", "analysis 2 26.50", "analysis 1 -22.50", "analysis 0 22.00"]);
    assert_eq!(session.line(), "status");
    session.end();
}

#[test]
fn an_analysis_of_a_finished_game_begins_with_its_score() {
    let (mut session, _limits) = nboard_session();
    session.send("set depth 1");
    session.send(&set_game("", "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]"));
    session.send("analyze");
    assert_eq!(session.until("analysis").pop().unwrap(), "analysis 9 64.00");
    assert_eq!(session.until("analysis 0").len(), 9);
    session.end();
}

#[test]
fn go_keeps_the_clock_and_a_hint_does_not() {
    let (mut session, limits) = nboard_session();
    session.send(&set_game("TB[1:00/2]TW[5:00]", "B[F5//10]W[D6//9.5]B[C3//8]W[D3]"));
    session.send("go");
    let asked = limits.recv().unwrap();
    let clock =
        Clock { left: Duration::from_secs(46), increment: Duration::from_secs(2), stones: None, overtime: None };
    assert_eq!((asked.depth, asked.clock), (Some(60), Some(clock)));
    session.send("hint 1");
    let asked = limits.recv().unwrap();
    assert_eq!((asked.depth, asked.clock), (Some(60), None));
    session.end();
}

#[test]
fn an_empty_clock_is_answered_at_once() {
    let (mut session, limits) = nboard_session();
    session.send("set depth 100000");
    session.send(&set_game("TI[10]", "B[F5//3]W[D6]B[C3//8]W[D3]"));
    session.send("go");
    let asked = limits.recv().unwrap();
    assert_eq!((asked.depth, asked.clock.map(|clock| clock.left)), (Some(1), Some(Duration::ZERO)));
    session.until("===");
    session.end();
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    for (request, sign) in [
        ("hint 1", "search"),
        ("go", "status Thinking"),
        ("analyze", "status Analyzing"),
        ("go\nquit", "status Thinking"),
    ] {
        let (mut session, _limits) = nboard_session();
        session.send("set depth 100000");
        session.send(request);
        session.until(sign);
        session.end();
    }
}

#[test]
fn a_search_that_does_not_stop_does_not_keep_the_server() {
    for (protocol, request) in [(Protocol::NBoard, "go"), (Protocol::NBoard, "analyze"), (Protocol::Gtp, "genmove b")] {
        let (player, limits) = Slow::new();
        let mut session = Session::start(protocol, Slow { obeys: false, ..player });
        session.send("set depth 100000");
        session.send(request);
        limits.recv().unwrap();
        session.end();
    }
}

#[test]
fn a_closed_output_ends_a_server_quietly() {
    for protocol in [Protocol::NBoard, Protocol::Gtp] {
        let Session { mut input, output, server } = Session::start(protocol, Slow::new().0);
        drop(output);
        input.write_all(b"nboard 2\nname\n").unwrap();
        server.join().unwrap().unwrap();
    }
}

#[test]
fn new_input_never_aborts_a_gtp_search() {
    let (player, limits) = Slow::new();
    let mut session = Session::start(Protocol::Gtp, Slow { depth: 200, ..player });
    session.send("1 genmove b");
    limits.recv().unwrap();
    session.send("2 name\n# a comment\n3 bogus\n\n4 undo\n5 genmove b\n6 quit");
    let answers: Vec<String> = (0..6).map(|_| session.answer()).collect();
    assert_eq!(answers, ["=1 E6", "=2 rival slow", "?3 unknown command", "=4 ", "=5 E6", "=6 "]);
    session.end();
}

#[test]
fn an_interrupt_ends_a_gtp_search() {
    let (player, limits) = Slow::new();
    let mut session = Session::start(Protocol::Gtp, player);
    for command in ["genmove b", "reg_genmove w"] {
        session.send(command);
        limits.recv().unwrap();
        session.send("# interrupt");
        session.until("=");
        session.until("");
    }
    session.end();
}

#[test]
fn the_end_of_the_input_ends_a_gtp_search_and_everything_is_answered() {
    let (player, limits) = Slow::new();
    let mut session = Session::start(Protocol::Gtp, player);
    session.send("1 genmove b");
    limits.recv().unwrap();
    session.send("2 genmove w\n3 name");
    assert_eq!(session.end(), "=1 E6\n\n=2 F6\n\n=3 rival slow\n\n");
}

#[test]
fn gtp_clocks_reach_the_player() {
    let (player, limits) = Slow::new();
    let mut session = Session::start(Protocol::Gtp, Slow { depth: 20, ..player });
    let mut clock = |commands: &str, count: usize| {
        session.send(commands);
        (0..count).for_each(|_| drop(session.answer()));
        limits.recv().unwrap().clock
    };
    let seconds = Duration::from_secs;
    assert_eq!(clock("reg_genmove b", 1), None);
    assert_eq!(clock("time_settings 0 1 0\ntime_left b 0 0\nreg_genmove b", 3), None);
    let overtime = Some((seconds(30), 5));
    let main = Clock { left: seconds(300), increment: Duration::ZERO, stones: None, overtime };
    assert_eq!(clock("time_settings 300 30 5\ngenmove b", 2), Some(main));
    assert_eq!(clock("genmove w", 1), Some(main));
    // Black's clock was not set since, so the time of the first move is charged here.
    let left = clock("genmove b", 1).unwrap().left;
    // Nineteen sleeps of a millisecond lie between the twenty depths.
    assert!(left <= seconds(300) - Duration::from_millis(19), "{left:?}");
    let told = Clock { left: seconds(20), increment: Duration::ZERO, stones: Some(3), overtime };
    assert_eq!(clock("time_left w 20 3\ngenmove w", 2), Some(told));
    assert_eq!(clock("clear_board\ngenmove b", 2), Some(main));
    session.end();
}

/// A game that is over, with the player's name, so that there is a lesson to learn.
fn over() -> String {
    let names = "PB[Ann]PW[slow]";
    format!("set game (;GM[Othello]{names}TY[8]BO[8 {START} *]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)")
}

/// A player that has given a move and explains it for ever.
fn explaining() -> Session {
    let (player, _limits) = Slow::new();
    let mut session = Session::start(Protocol::NBoard, Slow { takes: Takes::Forever, ..player });
    session.send("set depth 1");
    session.send(&set_game("", "B[F5]"));
    session.send("go");
    session.until("===");
    session
}

#[test]
fn whatever_comes_during_an_explanation_is_answered() {
    for (request, sign) in [
        ("ping 3", "pong 3"),
        ("go", "status Thinking"),
        ("hint 1", "search"),
        ("analyze", "status Analyzing"),
        ("learn", "learned"),
        ("move A1", "status Error"),
        ("bogus", "status Error"),
        ("move F6\nping 4", "pong 4"),
        ("set depth 7\nping 4", "pong 4"),
        ("set contempt 100\nping 4", "pong 4"),
    ] {
        let mut session = explaining();
        session.send(request);
        assert_eq!(session.until(sign).len(), 1, "{request}");
        session.end();
    }
    let mut session = explaining();
    session.send(&set_game("", ""));
    session.send("ping 9");
    assert_eq!(session.line(), "pong 9");
    // Nothing of the old explanation comes after the pong.
    session.send("ping 10");
    assert_eq!(session.line(), "pong 10");
    assert_eq!(session.end(), "");
    explaining().end();
    let mut session = explaining();
    session.send("quit");
    assert_eq!(session.end(), "");
}

#[test]
fn an_explanation_that_is_soon_done_is_told_before_the_next_answer() {
    let (player, _limits) = Slow::new();
    let mut session = Session::start(Protocol::NBoard, player);
    session.send("set depth 1");
    session.send(&set_game("", "B[F5]"));
    for change in ["ping 3", "move F6\nping 3"] {
        session.send("go");
        session.until("===");
        session.send(change);
        let said = session.until("pong 3");
        assert!(said[0].starts_with("status f6"), "{said:?}");
    }
    session.end();
}

#[test]
fn a_lesson_goes_on_beside_everything_else() {
    let (player, _limits) = Slow::new();
    let mut session = Session::start(Protocol::NBoard, Slow { takes: Takes::Forever, depth: 1, ..player });
    session.send(&over());
    session.send("learn\nping 3");
    assert_eq!(session.line(), "pong 3");
    session.send("analyze\nping 4");
    session.until("pong 4");
    session.send(&set_game("", "B[F5]"));
    session.send("set depth 1\nping 5");
    assert_eq!(session.line(), "pong 5");
    session.send("hint 1");
    session.until("search F6");
    session.send("go");
    session.until("===");
    session.send("ping 6");
    assert_eq!(session.line(), "pong 6");
    session.send("quit");
    assert_eq!(session.end(), "learned\nstatus Nothing learned: the lesson was stopped\n");
}

#[test]
fn lessons_are_learned_in_order() {
    let (player, _limits) = Slow::new();
    let mut session = Session::start(Protocol::NBoard, player);
    session.send(&over());
    session.send("learn\nlearn\nping 3");
    let learned = ["learned", "status Ann"];
    assert_eq!(session.until("pong"), [&learned[..], &learned[..], &["pong 3"][..]].concat());
    // A lesson requested right before the end is still learned.
    session.send("learn");
    assert_eq!(session.end(), format!("{}\n{}\n", learned[0], learned[1]));
}

#[test]
fn a_gtp_explanation_can_be_interrupted_and_keeps_nobody_at_the_end() {
    let explaining = || {
        let (player, _limits) = Slow::new();
        let mut session = Session::start(Protocol::Gtp, Slow { takes: Takes::Forever, depth: 1, ..player });
        session.send("genmove b");
        assert_eq!(session.answer(), "= E6");
        session.send("rival-explain");
        session
    };
    let mut session = explaining();
    session.send("name\n# interrupt");
    assert_eq!([session.answer(), session.answer()], ["? interrupted", "= rival slow"]);
    session.end();
    assert_eq!(explaining().end(), "? interrupted\n\n");
}
