//! The statements of human-like players about their likings, checked by other rules: each is read back from its words
//! and looked for on the board before and after the move, or in the lens.

use rival::board::{Bitboard, Game, Move, Position, Square, squares};
use rival::people::{COUNT, Lens, PeopleElo};
use rival::personality::HumanSpec;
use rival::players::{Human, Player};
use rival::search::{Limits, SilentObserver, Stop};
use rival::stats::derive;
use rival::strength::rivals::{CHARACTERS, Character};

/// A move on its board.
struct Turn {
    before: Position,
    after: Position,
    square: Square,
    /// The square of the opponent's move before it.
    last: Option<Square>,
}

impl Turn {
    fn new(game: &Game, square: Square) -> Turn {
        let before = game.board().position;
        let last = game.history().last().and_then(|(_, mv)| mv.square());
        Turn { before, after: before.play(square), square, last }
    }

    fn flips(&self) -> impl Iterator<Item = Square> {
        // After the move the mover is the other side.
        squares(self.before.opp & self.after.opp)
    }

    /// The side's own moves after it, if the opponent passed.
    fn own_moves(&self) -> Bitboard {
        self.after.pass().moves()
    }

    fn is_beside_empty_corner(&self) -> bool {
        neighbours(self.square).any(|other| is_corner(other) && self.before.empty() & other.bit() != 0)
    }

    /// Empty squares beside the discs that it turns.
    fn open(&self) -> usize {
        let turned: Vec<Square> = self.flips().collect();
        let is_open = |empty: &Square| neighbours(*empty).any(|disc| turned.contains(&disc));
        squares(self.after.empty()).filter(is_open).count()
    }

    /// Discs that it turns along its row and its column.
    fn straight(&self) -> usize {
        self.flips().filter(|disc| disc.row() == self.square.row() || disc.column() == self.square.column()).count()
    }

    /// True if the empty squares around it, itself included, are odd in number.
    fn is_in_odd_region(&self) -> bool {
        let mut region = vec![self.square];
        let mut done = 0;
        while let Some(&square) = region.get(done) {
            done += 1;
            for other in neighbours(square) {
                if self.before.empty() & other.bit() != 0 && !region.contains(&other) {
                    region.push(other);
                }
            }
        }
        region.len() % 2 == 1
    }

    /// True if it answers a move on an edge by one on another edge.
    fn is_trade(&self) -> bool {
        self.last.is_some_and(|last| {
            let shared: Vec<u8> = edges(last).into_iter().filter(|edge| edges(self.square).contains(edge)).collect();
            !is_corner(last) && !is_corner(self.square) && is_edge(last) && is_edge(self.square) && shared.is_empty()
        })
    }
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    Square::all().filter(move |other| steps(square, *other) == 1)
}

fn steps(one: Square, other: Square) -> u8 {
    one.column().abs_diff(other.column()).max(one.row().abs_diff(other.row()))
}

/// The edges that a square is on: top, bottom, left, right.
fn edges(square: Square) -> Vec<u8> {
    let row = square.row();
    let column = square.column();
    let on = [row == 0, row == 7, column == 0, column == 7];
    (0..4).filter(|&edge| on[usize::from(edge)]).collect()
}

fn is_edge(square: Square) -> bool {
    !edges(square).is_empty()
}

fn is_corner(square: Square) -> bool {
    edges(square).len() == 2
}

fn has_corner(moves: Bitboard) -> bool {
    squares(moves).any(is_corner)
}

/// True if the number on the board is within bounds, and is the one in the words, if they have one.
fn is_number(real: usize, bounds: std::ops::RangeInclusive<usize>, number: Option<usize>) -> bool {
    bounds.contains(&real) && number.is_none_or(|number| number == real)
}

/// True if it likes what its words say: the words alone decide.
fn is_true(words: &str, turn: &Turn, people: &mut dyn FnMut() -> f64) -> bool {
    let (words, number) = words.split_once(": here ").unwrap_or((words, ""));
    let number: Option<usize> = number.parse().ok();
    let is_at_corner = is_corner(turn.square);
    let replies = turn.after.moves().count_ones() as usize;
    let own_moves = turn.own_moves().count_ones() as usize;
    let turned = turn.flips().count();
    match words {
        // A probability is rounded on its way.
        "what people usually play" => people() >= 0.249,
        "what people seldom play" => people() <= 0.051,
        "a corner" => is_at_corner,
        "to leave corners for later" => !is_at_corner && has_corner(turn.before.moves()),
        "to play beside an empty corner" => turn.is_beside_empty_corner(),
        "to stay away from empty corners" => !turn.is_beside_empty_corner() && !is_at_corner,
        "to let a corner go" => has_corner(turn.after.moves()),
        "to give no corner away" => !has_corner(turn.after.moves()),
        "the edge" => is_edge(turn.square),
        "to stay off the edge" => !is_edge(turn.square),
        "to leave many moves" => is_number(replies, 8..=60, number),
        "to leave few moves" => is_number(replies, 0..=5, number),
        "to keep many moves for later" => is_number(own_moves, 8..=60, number),
        "to keep few moves" => is_number(own_moves, 0..=5, number),
        "to turn discs that lie open" => turn.open() >= 4,
        "to turn discs that lie closed in" => turn.open() <= 2,
        "to turn many discs" => is_number(turned, 4..=60, number),
        "to turn few discs" => is_number(turned, 1..=2, number),
        "to play far from the last disc" => turn.last.is_some_and(|last| steps(last, turn.square) >= 4),
        "to play near the last disc" => turn.last.is_some_and(|last| steps(last, turn.square) <= 2),
        "to leave no move" => replies == 0,
        "to leave a move" => replies > 0,
        "to play where the empty squares are odd in number" => turn.is_in_odd_region(),
        "to play where the empty squares are even in number" => !turn.is_in_odd_region(),
        "to attack a corner" => squares(turn.own_moves() & !turn.before.moves()).any(is_corner),
        "to leave the corners alone" => !has_corner(turn.own_moves()) && !is_at_corner,
        "to turn discs along rows and columns" => is_number(turn.straight(), 2..=60, number),
        "to turn few discs along rows and columns" => is_number(turn.straight(), 0..=1, number),
        "to turn discs along diagonals" => is_number(turned - turn.straight(), 2..=60, number),
        "to turn few discs along diagonals" => is_number(turned - turn.straight(), 0..=1, number),
        "to answer an edge by another edge" => turn.is_trade(),
        "not to answer an edge by another edge" => !turn.is_trade(),
        // These are estimates of what people lose by their answers.
        "to set traps: people often err after this" | "to keep things simple" => true,
        _ => panic!("{words}: no such words"),
    }
}

/// A rival of people of a rating, whatever its character costs.
fn rival(character: &Character, rating: PeopleElo) -> HumanSpec {
    let plain = HumanSpec::like(rating);
    HumanSpec { style: character.style(&[0.0; COUNT], 1.5 / plain.setting().sharpness), ..plain }
}

/// What a rival says of its likings in games against itself: how many statements, and those that are false.
fn statements(character: &Character, rating: PeopleElo, games: u64) -> (usize, Vec<String>) {
    let mut lens = Lens::default();
    let mut count = 0;
    let mut wrong = Vec::new();
    let mut player = Human::new(character.name, &rival(character, rating));
    for seed in 0..games {
        player.new_game(derive(seed, 1));
        let mut game = Game::default();
        while !game.is_over() {
            let report = player.choose(&game, &Limits::default(), &mut SilentObserver);
            let mv = report.lines.first().map_or(Move::Pass, |line| line.pv[0]);
            // A liking is told only beside a better move.
            let better = Some(Move::Pass);
            let told = player.explain(&game, &report, mv, &Stop::default()).map(|why| why.comment(better).to_string());
            let likes = told.as_ref().and_then(|told| told.split_once(" it likes "));
            if let (Some((_, words)), Move::Place(square)) = (likes, mv) {
                let mut people = || {
                    let chances = lens.chances(&game, [rating]);
                    chances.iter().find(|(other, _)| *other == square).map_or(0.0, |(_, [chance])| *chance)
                };
                count += 1;
                if !is_true(words, &Turn::new(&game, square), &mut people) {
                    wrong.push(format!("{} at {}: {square} {words}", character.name, game.history().len()));
                }
            }
            game.play(mv).unwrap();
        }
    }
    (count, wrong)
}

#[test]
fn what_rivals_say_of_their_moves_is_true_on_the_board_and_by_the_lens() {
    for name in ["theorist", "guard"] {
        let character = CHARACTERS.iter().find(|one| one.name == name).unwrap();
        let (count, wrong) = statements(character, PeopleElo(1_200.0), 1);
        assert!(count >= 10 && wrong.is_empty(), "{name}: {count} {wrong:?}");
    }
}

#[test]
#[ignore = "more than a thousand statements: minutes of processor time"]
fn none_of_a_thousand_statements_is_false() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for character in &CHARACTERS {
        let (statements, false_ones) = statements(character, PeopleElo(1_300.0), 3);
        count += statements;
        wrong.extend(false_ones);
    }
    println!("{count} statements, {} false", wrong.len());
    assert!(count >= 1_000 && wrong.is_empty(), "{count}: {wrong:?}");
}
