//! Archives of games between people: the games that count, and their players.

use rival::board::{Board, Color, Objective};
use rival::players::{Options, duel, load};
use rival::record::archive::Archive;
use rival::record::{GameRecord, MoveNote, ggf};

/// A game of random movers from the normal start.
fn record(black: &str, white: &str, seed: u64) -> GameRecord {
    record_from(Board::START, black, white, seed)
}

fn record_from(start: Board, black: &str, white: &str, seed: u64) -> GameRecord {
    let mover = load("random").unwrap();
    let mut players = [mover.player(&Options::default()), mover.player(&Options::default())];
    players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(2 * seed + side));
    let mut record = GameRecord::new(start);
    record.black.name = black.to_owned();
    record.white.name = white.to_owned();
    for mv in duel::play(start, Color::Black, &mut players).moves() {
        record.play(mv, MoveNote::default()).unwrap();
    }
    record
}

#[test]
fn programs_strangers_and_unusable_games_are_left_out() {
    let mut unfinished = record("Ann", "Bob", 5);
    unfinished.undo();
    let mut for_fewest = record("Ann", "Bob", 6);
    for_fewest.objective = Objective::Anti;
    let start = "---------------------------OX------OX--------------------------- X".parse().unwrap();
    let records = [
        record("Ann", "Bob", 1),
        record("Bob", "Ann", 2),
        record("Ann", "Bob", 1),
        record("Ann", "Edax (delorme)", 3),
        record("???", "Bob", 4),
        unfinished,
        for_fewest,
        record_from(start, "Ann", "Bob", 7),
        record("Ann", "Ann", 8),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    let text: String = records.iter().map(|record| ggf::write(record) + "\n").collect();
    std::fs::write(&path, text).unwrap();
    let (archive, exclusions) = Archive::read(&[path.clone(), folder.path().join("absent.ggf")]);
    assert_eq!(archive.players, ["Ann", "Bob"]);
    assert_eq!(archive.games.iter().map(|game| (game.black, game.white)).collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    assert_eq!((exclusions.strangers, exclusions.unusable, exclusions.problems.len()), (2, 5, 1));
    assert!(exclusions.problems[0].contains("absent.ggf: "), "{:?}", exclusions.problems);
    for (game, record) in archive.games.iter().zip(&records) {
        assert_eq!(game.game().moves().collect::<Vec<_>>(), record.game().moves().collect::<Vec<_>>());
        assert_eq!(Some(game.margin(Color::Black)), record.final_score());
        assert_eq!(game.margin(Color::White), -game.margin(Color::Black));
        assert_eq!(game.points(), f64::from(game.discs.signum() + 1) / 2.0);
        assert_eq!(game.placed(0) + game.placed(1), game.moves.len());
    }
    // Other games, or the same of others, have another digest.
    let mut other = archive.clone();
    other.players[0] = "Anne".to_owned();
    assert_ne!(other.digest(), archive.digest());
    let fewer = Archive { games: archive.games[1..].to_vec(), ..archive.clone() };
    assert_ne!(fewer.digest(), archive.digest());
}
