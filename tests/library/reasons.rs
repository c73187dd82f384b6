//! Why moves lost, checked by other rules: every clause is read back from its words and looked for on a plain board of
//! 64 characters.

use rival::board::{Board, Color, Game, Move, Square};
use rival::people::Discs;
use rival::players::{Options, load};
use rival::record::file;
use rival::search::{Limits, Report, SilentObserver};
use rival::strength::reasons::{LinePair, Reason, Replies};

/// A board of 64 squares: 1 is black, -1 white.
#[derive(Clone)]
struct Plain {
    cells: [i8; 64],
    side: i8,
}

const WAYS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
const CORNERS: [usize; 4] = [0, 7, 56, 63];

impl Plain {
    fn new(board: &Board) -> Plain {
        let mut cells = [0; 64];
        for (color, value) in [(Color::Black, 1), (Color::White, -1)] {
            (0..64).filter(|&i| board.discs(color) >> i & 1 == 1).for_each(|i| cells[i] = value);
        }
        Plain { cells, side: value(board.to_move) }
    }

    fn ray(from: usize, way: (i32, i32)) -> Vec<usize> {
        let x = (from % 8) as i32;
        let y = (from / 8) as i32;
        let on = (1..8).map(|i| (x + i * way.0, y + i * way.1));
        on.take_while(|(x, y)| (0..8).contains(x) && (0..8).contains(y)).map(|(x, y)| (8 * y + x) as usize).collect()
    }

    fn turned(&self, at: usize, side: i8) -> Vec<usize> {
        let mut all = Vec::new();
        for way in WAYS.iter().filter(|_| self.cells[at] == 0) {
            let ray = Plain::ray(at, *way);
            let count = ray.iter().take_while(|&&i| self.cells[i] == -side).count();
            if ray.get(count).is_some_and(|&i| self.cells[i] == side) {
                all.extend(&ray[..count]);
            }
        }
        all
    }

    fn moves(&self, side: i8) -> Vec<usize> {
        (0..64).filter(|&at| !self.turned(at, side).is_empty()).collect()
    }

    fn play(&mut self, mv: Move) {
        if let Move::Place(square) = mv {
            let turned = self.turned(square.index(), self.side);
            assert!(!turned.is_empty(), "an illegal move in a line");
            turned.into_iter().chain([square.index()]).for_each(|i| self.cells[i] = self.side);
        } else {
            assert!(self.moves(self.side).is_empty());
        }
        self.side = -self.side;
    }

    fn is_over(&self) -> bool {
        self.moves(1).is_empty() && self.moves(-1).is_empty()
    }

    fn lead(&self, side: i8) -> i32 {
        let sum: i32 = self.cells.iter().map(|&cell| i32::from(cell * side)).sum();
        let empty = self.cells.iter().filter(|&&cell| cell == 0).count() as i32;
        sum + sum.signum() * empty
    }

    /// The corners that the other side can take after a side's move.
    fn given(&self, at: usize, side: i8) -> Vec<usize> {
        let mut next = self.clone();
        next.side = side;
        next.play(Move::Place(Square::new(at as u8).unwrap()));
        CORNERS.into_iter().filter(|&corner| !next.turned(corner, -side).is_empty()).collect()
    }

    /// True if the square is diagonally beside an empty corner.
    fn is_risky(&self, at: usize) -> bool {
        let mut diagonals = WAYS[4..].iter().filter_map(|&way| Plain::ray(at, way).first().copied());
        diagonals.any(|i| CORNERS.contains(&i) && self.cells[i] == 0)
    }

    /// Moves of a side after which no corner can be taken at once, and which are not diagonally beside an empty corner.
    fn safe(&self, side: i8) -> Vec<usize> {
        self.moves(side).into_iter().filter(|&at| self.given(at, side).is_empty() && !self.is_risky(at)).collect()
    }

    /// Moves of a side that are not risky, and give no corner but those that the other side could take anyway.
    fn sound(&self, side: i8) -> Vec<usize> {
        let is_new_corner = |corner: usize| self.turned(corner, -side).is_empty();
        let gives_one = |at: usize| self.given(at, side).into_iter().any(is_new_corner);
        self.moves(side).into_iter().filter(|&at| !self.is_risky(at) && !gives_one(at)).collect()
    }

    /// The sound moves of a side that were none on the board before.
    fn opened(&self, before: &Plain, side: i8) -> Vec<usize> {
        let known = before.sound(side);
        self.sound(side).into_iter().filter(|at| !known.contains(at)).collect()
    }

    /// Safe moves of a side that open no safe move to the other one.
    fn quiet(&self, side: i8) -> Vec<usize> {
        let is_quiet = |at: usize| {
            let mut next = self.clone();
            next.side = side;
            next.play(Move::Place(Square::new(at as u8).unwrap()));
            next.opened(self, -side).is_empty()
        };
        self.safe(side).into_iter().filter(|&at| is_quiet(at)).collect()
    }

    /// The squares beside this one.
    fn around(at: usize) -> Vec<usize> {
        WAYS.iter().filter_map(|&way| Plain::ray(at, way).first().copied()).collect()
    }

    /// The region of empty squares around this one.
    fn region(&self, at: usize) -> Vec<usize> {
        let mut region = vec![at];
        let mut next = 0;
        while next < region.len() {
            let around = Plain::around(region[next]).into_iter();
            let new: Vec<usize> = around.filter(|i| self.cells[*i] == 0 && !region.contains(i)).collect();
            region.extend(new);
            next += 1;
        }
        region
    }
}

fn value(color: Color) -> i8 {
    if color == Color::Black { 1 } else { -1 }
}

/// The boards of a line: before it, and after each ply.
fn boards(board: &Board, line: &[Move]) -> Vec<Plain> {
    let mut all = vec![Plain::new(board)];
    for &mv in line {
        let mut next = all[all.len() - 1].clone();
        next.play(mv);
        all.push(next);
    }
    all
}

fn takes(line: &[Move], boards: &[Plain], side: i8, corner: usize) -> Option<usize> {
    let at = |(ply, mv): (usize, &Move)| {
        (boards[ply].side == side && mv.square().map(Square::index) == Some(corner)).then_some(ply + 1)
    };
    line.iter().enumerate().find_map(at)
}

/// A side must pass at its next turn.
fn passes(boards: &[Plain], side: i8) -> bool {
    boards.iter().skip(1).take(2).any(|b| b.side == side && b.moves(side).is_empty() && !b.is_over())
}

fn corner(word: &str) -> usize {
    word.parse::<Square>().unwrap().index()
}

fn side(word: &str) -> i8 {
    match word {
        "Black" => 1,
        "White" => -1,
        _ => panic!("{word}: no side"),
    }
}

fn number(word: &str) -> usize {
    if word == "no" { 0 } else { word.parse().unwrap() }
}

/// True if these words name this count, in a line: of moves at one of a side's next two turns.
fn is_count(what: &[&str], who: i8, line: &Line<'_>, many: usize) -> bool {
    let boards = &line.boards;
    let mut turns = turns(line, who).into_iter().map(|ply| &boards[ply]);
    match what {
        ["safe", "move" | "moves"] => turns.any(|board| board.safe(who).len() == many),
        ["move" | "moves"] => turns.any(|board| board.moves(who).len() == many),
        ["disc" | "discs"] => {
            let cells = boards[0].cells.iter().zip(&boards[1].cells);
            cells.filter(|(a, b)| **a == -who && **b == who).count() == many
        }
        _ => panic!("{what:?}: counted"),
    }
}

/// The plies after which a side is to move, among the first four: the mover's after the opponent's moves, and the
/// opponent's after the mover's.
fn turns(line: &Line<'_>, who: i8) -> Vec<usize> {
    let plies = if who == line.boards[0].side { [2, 4] } else { [1, 3] };
    plies.into_iter().filter(|&ply| ply < line.boards.len()).collect()
}

/// The words "after e8 d7" name all moves between the first one and this ply; without words there is none.
fn names_moves(words: &[&str], line: &Line<'_>, ply: usize) -> bool {
    let between: Vec<usize> = (1..ply).filter_map(|index| square_at(line, index)).collect();
    match words {
        [] => between.is_empty(),
        ["after", squares @ ..] => squares.iter().map(|square| corner(square)).eq(between),
        _ => false,
    }
}

/// The plies before the moves of a side on this square, among the first five.
fn placed(line: &Line<'_>, who: i8, at: usize) -> Option<usize> {
    (0..5.min(line.moves.len())).find(|&ply| line.boards[ply].side == who && square_at(line, ply) == Some(at))
}

struct Line<'a> {
    moves: &'a [Move],
    boards: Vec<Plain>,
    lead: i32,
}

/// The side that fills the region of empty squares around a square by a move there.
fn last_move(line: &Line<'_>, at: usize) -> Option<i8> {
    let first = &line.boards[0];
    let region = first.region(at);
    let last = line.moves.iter().rposition(|mv| mv.square().is_some_and(|square| region.contains(&square.index())))?;
    let is_full = region.iter().all(|&i| line.boards[line.boards.len() - 1].cells[i] != 0);
    let is_there = line.moves[last].square().map(Square::index) == Some(at);
    (is_full && is_there).then_some(line.boards[last].side)
}

/// The safe moves of a side after the first ply that were illegal or unsafe before.
fn new_moves(line: &Line<'_>, who: i8) -> Vec<usize> {
    let opened = line.boards[1].opened(&line.boards[0], who);
    line.boards[1].safe(who).into_iter().filter(|at| opened.contains(at)).collect()
}

/// The opponent can play on this square after the first ply, or at its next turn in the line.
fn is_open(line: &Line<'_>, who: i8, at: usize) -> bool {
    let mut turns = [1, 3].into_iter().filter_map(|ply| line.boards.get(ply)).filter(|board| board.side == who);
    turns.any(|board| board.moves(who).contains(&at))
}

/// The square of a move of the line.
fn square_at(line: &Line<'_>, index: usize) -> Option<usize> {
    line.moves.get(index).and_then(|mv| mv.square()).map(Square::index)
}

/// The squares in words like "(c3 d4)" or "(c3 d4 e5 ...)".
fn named(words: &[&str]) -> Vec<usize> {
    words
        .iter()
        .filter(|word| !word.starts_with("..."))
        .map(|word| corner(word.trim_start_matches('(').trim_end_matches(')')))
        .collect()
}

/// The safe moves of a side after the first ply of one line that it had before, that are illegal in the other line, and
/// not soon played there.
fn denied(line: &Line<'_>, other: &Line<'_>, who: i8) -> Vec<usize> {
    let before = line.boards[0].moves(who);
    let kept = line.boards[1].safe(who).into_iter().filter(|at| before.contains(at));
    kept.filter(|at| !is_open(other, who, *at) && placed(other, who, *at).is_none()).collect()
}

/// The squares in words like "c3, d4 and e5".
fn listed(words: &[&str]) -> Vec<usize> {
    let names = words.iter().filter(|word| **word != "and");
    names.map(|word| corner(word.trim_end_matches(','))).collect()
}

/// A side has this many quiet moves on a board, these and perhaps more.
fn has_quiet_moves(board: &Plain, who: i8, many: usize, squares: &[usize]) -> bool {
    let quiet = board.quiet(who);
    quiet.len() == many && squares.iter().all(|at| quiet.contains(at))
}

/// The discs on the edges of this square that a move there turns.
fn turned_along_edge(board: &Plain, at: usize, side: i8) -> usize {
    board.turned(at, side).into_iter().filter(|&i| share_edge(i, at)).count()
}

/// True if both squares are on one edge.
fn share_edge(one: usize, other: usize) -> bool {
    let share_row = one / 8 == other / 8 && [0, 7].contains(&(one / 8));
    let share_column = one % 8 == other % 8 && [0, 7].contains(&(one % 8));
    share_row || share_column
}

/// The boards before and after an answer to the first move, if it is legal.
fn around_answer(answered: &Plain, mover: i8, square: usize) -> Option<(Plain, Plain)> {
    let mut before = answered.clone();
    before.side = -mover;
    let is_legal = before.moves(-mover).contains(&square);
    let mut after = before.clone();
    is_legal.then(|| after.play(Move::Place(Square::new(square as u8).unwrap())))?;
    Some((before, after))
}

/// The board on which moves of a side are counted: at one of its turns of this line, after the moves that are named, or
/// after the first move and the other line's answer.
fn counted_board(own: &Line<'_>, other: &Line<'_>, who: i8, after: &[&str]) -> Option<Plain> {
    if let Some(ply) = turns(own, who).into_iter().find(|&ply| names_moves(after, own, ply)) {
        return Some(own.boards[ply].clone());
    }
    match after {
        ["after", square] if square_at(other, 1) == Some(corner(square)) => {
            around_answer(&own.boards[1], own.boards[0].side, corner(square)).map(|boards| boards.1)
        }
        _ => None,
    }
}

/// True if the opponent can answer on this square, and the answer does what these words say.
fn does_as_answer(answered: &Plain, mover: i8, square: usize, does: &[&str]) -> bool {
    let Some((board, next)) = around_answer(answered, mover, square) else { return false };
    match does {
        ["takes", squares @ .., "away", "from", _] => {
            let taken = listed(squares);
            assert!(!taken.is_empty());
            taken.iter().all(|at| board.safe(mover).contains(at) && !next.moves(mover).contains(at))
        }
        ["gives", _, "no", "new", "safe", "move"] => next.opened(&board, mover).is_empty(),
        ["opens", squares @ .., "to", _] => {
            let opened = listed(squares);
            assert!(!opened.is_empty());
            opened.iter().all(|at| !board.moves(-mover).contains(at) && next.safe(-mover).contains(at))
        }
        _ => panic!("{does:?}: an effect"),
    }
}

/// Every clause is true of its own line and does not hold of the other one.
fn check(text: &str, mover: i8, played: &Line<'_>, better: &Line<'_>) {
    let (text, is_close) = match text.strip_suffix("; the winner stays the same") {
        Some(text) => (text, true),
        None => (text, false),
    };
    // The price of the better move is told behind it.
    let (text, corner_given) = match text.rsplit_once("; ") {
        Some((text, last)) if last.ends_with(" away and is still better") => (text, last.split(' ').nth(2)),
        _ => (text, None),
    };
    let new_corners = CORNERS.into_iter().filter(|at| !better.boards[0].moves(-mover).contains(at));
    let mut given = new_corners.filter(|at| !better.boards[1].turned(*at, -mover).is_empty());
    let is_named = text.contains(" would have ");
    assert_eq!(corner_given.map(corner), given.next().filter(|_| is_named), "{text}");
    let has_close_results = played.lead.signum() == better.lead.signum() && better.lead - played.lead <= 4;
    assert!(!is_close || has_close_results, "{text}");
    let clauses: Vec<&str> = text.split("; ").collect();
    assert!(clauses.len() <= 2, "{text}");
    let mut taken = Vec::new();
    let mut counted: Option<(Vec<&str>, i8, usize)> = None;
    let mut opened = None;
    for clause in clauses {
        let words: Vec<&str> = clause.split(' ').collect();
        let hypothetical = words[1] == "would";
        let (own, other) = if hypothetical { (better, played) } else { (played, better) };
        assert_eq!(words[0], own.moves[0].to_string(), "{text}");
        let words = &words[if hypothetical { 3 } else { 1 }..];
        match words {
            ["lets", who, "take", square, rest @ ..] => {
                let who = side(who);
                let square = corner(square);
                let ply = takes(own.moves, &own.boards, who, square).unwrap_or_else(|| panic!("{text}"));
                assert!([2, 4].contains(&ply) && names_moves(rest, own, ply - 1), "{text}");
                assert!(who == -mover && takes(other.moves, &other.boards, who, square).is_none(), "{text}");
                assert!(!is_open(other, who, square), "{text}");
            }
            ["come", "first,", "as", who, "can", "play", "there,", "too"] => {
                let square = square_at(own, 0).unwrap();
                let is_safe = |board: &Plain| board.safe(-mover).contains(&square);
                assert!(side(who) == -mover && (is_safe(&own.boards[0]) || is_safe(&other.boards[1])), "{text}");
            }
            ["come", "first"] => {
                assert_eq!(own.moves[0].square().map(Square::index), opened, "{text}");
            }
            ["taken", "the", "corner"] => {
                let square = own.moves[0].square().unwrap().index();
                assert!(CORNERS.contains(&square), "{text}");
                assert!(takes(other.moves, &other.boards, mover, square).is_none(), "{text}");
            }
            ["won", square, rest @ ..] => {
                let ply = takes(own.moves, &own.boards, mover, corner(square)).unwrap_or_else(|| panic!("{text}"));
                assert!(ply > 1 && names_moves(rest, own, ply - 1), "{text}");
                assert!(takes(other.moves, &other.boards, mover, corner(square)).is_none(), "{text}");
                // The move itself threatens it, and the opponent cannot take it.
                assert!(own.boards[1].moves(mover).contains(&corner(square)), "{text}");
                assert!(!own.boards[1].moves(-mover).contains(&corner(square)), "{text}");
            }
            ["kept", who, "out", "of", square, "for", "now"] => {
                let who = side(who);
                let square = corner(square);
                let was_open = other.boards[1].moves(who).contains(&square);
                assert!(!is_open(own, who, square), "{text}");
                if opened == Some(square) || !CORNERS.contains(&square) {
                    assert!(was_open && !own.boards[1].moves(who).contains(&square), "{text}");
                } else {
                    assert!(CORNERS.contains(&square) && !own.boards[1].moves(who).contains(&square), "{text}");
                    assert!(takes(own.moves, &own.boards, who, square).is_none(), "{text}");
                    assert!(takes(other.moves, &other.boards, who, square).is_some(), "{text}");
                }
            }
            ["leaves" | "left", who, "without", "a", "move", rest @ ..] => {
                assert!(names_moves(rest, own, if side(who) == mover { 2 } else { 1 }), "{text}");
                assert!(passes(&own.boards, side(who)) && !passes(&other.boards, side(who)), "{text}");
            }
            ["still", "wins,", how @ ..] | ["loses", "as", "the", "better", "move", "does,", how @ ..] => {
                let lead = if how[1] == "ahead" { number(how[0]) as i32 } else { -(number(how[0]) as i32) };
                assert!(lead == own.lead && own.lead.signum() == better.lead.signum(), "{text}");
            }
            ["lets", who, "make", "the", "last", "move", "of", "a", "region,", square] => {
                let who = side(who);
                assert!(who == -mover && last_move(own, corner(square)) == Some(who), "{text}");
            }
            ["kept", "the", "last", "move,", square] => {
                assert_eq!(last_move(own, corner(square)), Some(mover), "{text}");
            }
            ["begins", "an", kind, "region", "of", squares, "where", answer, "follows"] => {
                let squares = number(squares.trim_end_matches(','));
                let region = own.boards[0].region(square_at(own, 0).unwrap());
                assert!(*kind == "even" && squares.is_multiple_of(2) && region.len() == squares, "{text}");
                assert!([1, 3].iter().any(|&ply| square_at(own, ply) == Some(corner(answer))), "{text}");
                assert!(region.contains(&corner(answer)), "{text}");
            }
            ["begun", "an", "odd", "one", "of", squares] => {
                let region = own.boards[0].region(square_at(own, 0).unwrap());
                assert!(!number(squares).is_multiple_of(2) && region.len() == number(squares), "{text}");
            }
            ["lets", who, "into", "the", "edge", "at", square] => {
                let square = corner(square);
                assert!(side(who) == -mover && square_at(own, 1) == Some(square), "{text}");
                let around = Plain::around(square).into_iter();
                let beside: Vec<usize> = around.filter(|&i| share_edge(i, square)).collect();
                assert!(beside.len() == 2 && beside.iter().all(|&i| own.boards[2].cells[i] == mover), "{text}");
                opened = Some(square);
            }
            ["lets", who, "break", "the", "edge", "with", square, "turning", many, "disc" | "discs", "along", "it"] => {
                let square = corner(square.trim_end_matches(','));
                assert!(side(who) == -mover && square_at(own, 1) == Some(square), "{text}");
                assert_eq!(turned_along_edge(&own.boards[1], square, -mover), number(many), "{text}");
                opened = Some(square);
            }
            ["spoils", square, "which", rest @ ..] => {
                let square = corner(square.trim_end_matches(','));
                assert!(own.boards[0].safe(mover).contains(&square), "{text}");
                let is_legal = own.boards[1].moves(mover).contains(&square);
                match rest {
                    ["is", "illegal", "now"] => assert!(!is_legal, "{text}"),
                    ["now", "gives", gift, "away"] => {
                        assert!(own.boards[1].given(square, mover).contains(&corner(gift)), "{text}");
                    }
                    _ => panic!("{text}"),
                }
            }
            ["kept", square, "for", "later"] => {
                let square = corner(square);
                assert!(own.boards[1].moves(mover).contains(&square), "{text}");
                assert!(own.boards[2].safe(mover).contains(&square), "{text}");
                assert!(!CORNERS.contains(&square) || !own.boards[1].moves(-mover).contains(&square), "{text}");
                assert!(!other.boards[2].safe(mover).contains(&square), "{text}");
            }
            ["is", "beside", "the", "empty", "corner", at] => {
                let at = corner(at);
                assert!(CORNERS.contains(&at) && own.boards[0].cells[at] == 0, "{text}");
                assert!(Plain::around(at).contains(&square_at(own, 0).unwrap()), "{text}");
            }
            ["could", "have", "waited,", ..] => {
                let square = square_at(own, 0).unwrap();
                assert!(!own.boards[0].moves(-mover).contains(&square), "{text}");
                assert!((1..3).all(|i| !other.boards[i].moves(-mover).contains(&square)), "{text}");
                assert!(!is_open(other, -mover, square) && other.boards[2].moves(mover).contains(&square), "{text}");
                opened = square_at(own, 1);
            }
            ["come", "before", answer, "which", "takes", "it", "away"] => {
                let square = square_at(own, 0).unwrap();
                assert_eq!(square_at(other, 1), Some(corner(answer.trim_end_matches(','))), "{text}");
                assert!(!other.boards[2].moves(mover).contains(&square), "{text}");
            }
            ["lets", who, "play", square, _, "discs", "better", "than", "any", "other", "answer"] => {
                let square = corner(square.trim_end_matches(','));
                assert!(side(who) == -mover && square_at(own, 1) == Some(square), "{text}");
                assert!([1, 3].iter().all(|&ply| square_at(other, ply) != Some(square)), "{text}");
                opened = Some(square);
            }
            ["makes", squares @ .., "illegal", "for", who] => {
                taken = listed(squares);
                assert!(side(who) == mover && taken.len() >= 2, "{text}");
                let is_lost = |at: &usize| [1, 2].iter().all(|&i| !own.boards[i].moves(mover).contains(at));
                assert!(taken.iter().all(|at| is_lost(at) && own.boards[0].safe(mover).contains(at)), "{text}");
            }
            ["been", "a", "quiet", "move"] => {
                assert!(own.boards[0].safe(mover).contains(&square_at(own, 0).unwrap()), "{text}");
                assert!(own.boards[1].opened(&own.boards[0], -mover).is_empty(), "{text}");
            }
            ["leaves" | "left", who, many, "quiet", "move" | "moves", rest @ ..] => {
                let who = side(who);
                let at = rest.iter().position(|word| *word == "after").unwrap_or(rest.len());
                let (squares, rest) = rest.split_at(at);
                let board = counted_board(own, other, who, rest).unwrap_or_else(|| panic!("{text}"));
                assert!(has_quiet_moves(&board, who, number(many), &named(squares)), "{text}");
                let can_take = |at: &usize| [1, -1].iter().any(|&side| board.moves(side).contains(at));
                assert!(!CORNERS.iter().any(can_take), "{text}");
                counted = Some((vec!["quiet"], who, number(many)));
            }
            ["lets", who, "play", square, rest @ ..] if rest.contains(&"which") => {
                let square = corner(square.trim_end_matches(','));
                let ["which", does @ ..] = rest else { panic!("{text}") };
                assert!(side(who) == -mover && does_as_answer(&own.boards[1], mover, square, does), "{text}");
                assert!(!does_as_answer(&other.boards[1], mover, square, does), "{text}");
                if let ["takes", squares @ .., "away", "from", _] = does {
                    taken = listed(squares);
                }
                opened = Some(square);
            }
            ["made", square, "open", squares @ .., "to", who] => {
                let square = corner(square);
                assert!(side(who) == mover && opened == Some(square), "{text}");
                let (before, after) = around_answer(&own.boards[1], mover, square).unwrap();
                let squares = listed(squares);
                assert!(!squares.is_empty(), "{text}");
                let new = after.opened(&before, mover);
                assert!(squares.iter().all(|at| new.contains(at)), "{text}");
            }
            ["kept", "them"] => {
                assert!(!taken.is_empty(), "{text}");
                let is_kept =
                    |at: &usize| own.boards[1].safe(mover).contains(at) && own.boards[2].moves(mover).contains(at);
                assert!(taken.iter().all(is_kept), "{text}");
            }
            ["lets", who, "play", square] => {
                assert_eq!(square_at(better, 0), Some(corner(square)), "{text}");
                assert!(side(who) == -mover && placed(own, -mover, corner(square)).is_some(), "{text}");
                assert!(own.boards[1].moves(-mover).contains(&corner(square)), "{text}");
            }
            ["lets", who, "keep", many, "of", "its", "safe", "moves", rest @ ..] => {
                let who = side(who);
                let lost: Vec<usize> = denied(played, better, who);
                assert!(lost.len() == number(many) && named(rest).iter().all(|at| lost.contains(at)), "{text}");
                counted = Some((vec!["denied"], who, number(many)));
                opened = lost.first().copied().filter(|_| lost.len() == 1);
            }
            ["taken", "them", "away"] => {
                let (what, who, before) = counted.as_ref().unwrap();
                assert_eq!(*what, ["denied"], "{text}");
                assert!(*before > denied(better, played, *who).len(), "{text}");
            }
            ["opens", many, "safe", "move" | "moves", "to", who, rest @ ..] => {
                let who = side(who);
                let new = new_moves(own, who);
                assert!(who == -mover && new.len() == number(many), "{text}");
                assert!(!rest.is_empty() && named(rest).iter().all(|at| new.contains(at)), "{text}");
                counted = Some((vec!["new"], who, number(many)));
            }
            ["opened", square, "to", who] => {
                let square = corner(square);
                assert_eq!(side(who), mover, "{text}");
                assert!(!own.boards[0].moves(mover).contains(&square), "{text}");
                assert!(!other.boards[2].moves(mover).contains(&square), "{text}");
                assert!(own.boards[1].moves(mover).contains(&square), "{text}");
                assert!(own.boards[2].safe(mover).contains(&square), "{text}");
            }
            ["opened", many] => {
                let (_, who, before) = counted.as_ref().unwrap();
                let many = number(many);
                assert!(new_moves(own, *who).len() == many && many < *before, "{text}");
            }
            ["gives", "up", square, "which", "is", "gone", "after", answer] => {
                let square = corner(square.trim_end_matches(','));
                assert!([0, 2].iter().any(|&ply| square_at(better, ply) == Some(square)), "{text}");
                assert_eq!(own.moves[1].square().map(Square::index), Some(corner(answer)), "{text}");
                assert!(own.boards[1].moves(mover).contains(&square), "{text}");
                assert!(!own.boards[2].moves(mover).contains(&square), "{text}");
            }
            ["ends" | "ended", how @ ..] => {
                let found = match how {
                    ["even"] => 0,
                    [by, "ahead"] => number(by) as i32,
                    [by, "behind"] => -(number(by) as i32),
                    _ => panic!("{text}"),
                };
                assert!(found == own.lead && played.lead < better.lead, "{text}");
            }
            ["opens", square, "to", who, does @ ..] => {
                let who = side(who.trim_end_matches(','));
                let square = corner(square);
                assert!(!own.boards[0].moves(who).contains(&square), "{text}");
                assert!(own.boards[1].moves(who).contains(&square), "{text}");
                let is_answer = own.moves[1].square().map(Square::index) == Some(square);
                let is_closed = !other.boards[1].moves(who).contains(&square);
                let is_seen = is_answer || is_closed || new_moves(own, who) == [square];
                assert!(who == -mover && is_seen, "{text}");
                if let ["which", does @ ..] = does {
                    assert!(does_as_answer(&own.boards[1], mover, square, does), "{text}");
                }
                opened = Some(square);
            }
            ["turns", many, what] => {
                assert!(is_count(&[*what], mover, own, number(many)), "{text}");
                counted = Some((vec![*what], -mover, number(many)));
            }
            ["turned", many] => {
                let before = counted.as_ref().unwrap().2;
                assert!(is_count(&["discs"], mover, own, number(many)) && number(many) < before, "{text}");
            }
            ["leaves", who, many, "safe", what @ ("move" | "moves"), rest @ ..] => {
                let who = side(who);
                let at = rest.iter().position(|word| *word == "after").unwrap_or(rest.len());
                let (squares, rest) = rest.split_at(at);
                let is_there = |ply: &usize| {
                    let safe = own.boards[*ply].safe(who);
                    let has_them = named(squares).iter().all(|at| safe.contains(at));
                    has_them && safe.len() == number(many) && names_moves(rest, own, *ply)
                };
                assert!(turns(own, who).iter().any(is_there), "{text}");
                counted = Some((vec!["safe", *what], who, number(many)));
            }
            ["leaves", who, what @ ..] => {
                let who = side(who);
                let many = number(what[0]);
                let at = what.iter().position(|word| *word == "after").unwrap_or(what.len());
                let (what, rest) = what.split_at(at);
                assert!(is_count(&what[1..], who, own, many), "{text}");
                assert!(turns(own, who).iter().any(|&ply| names_moves(rest, own, ply)), "{text}");
                counted = Some((what[1..].to_vec(), who, many));
            }
            ["left", many, rest @ ..] if counted.as_ref().is_some_and(|(what, ..)| *what == ["quiet"]) => {
                let (_, who, before) = counted.as_ref().unwrap();
                let at = rest.iter().position(|word| *word == "after").unwrap_or(rest.len());
                let (squares, rest) = rest.split_at(at);
                let board = counted_board(own, other, *who, rest).unwrap_or_else(|| panic!("{text}"));
                assert!(has_quiet_moves(&board, *who, number(many), &named(squares)), "{text}");
                assert!((number(many) > *before) == (*who == mover) && number(many) != *before, "{text}");
            }
            ["left", many, rest @ ..] => {
                let (what, who, before) = counted.as_ref().unwrap();
                let at = rest.iter().position(|word| *word == "after").unwrap_or(rest.len());
                let (squares, rest) = rest.split_at(at);
                if what[0] == "safe" || what[0].starts_with("move") {
                    let board = counted_board(own, other, *who, rest).unwrap_or_else(|| panic!("{text}"));
                    let there = if what[0] == "safe" { board.safe(*who) } else { board.moves(*who) };
                    let has_them = squares.is_empty() || named(squares) == there;
                    assert!(has_them && there.len() == number(many), "{text}");
                } else {
                    assert!(turns(own, *who).iter().any(|&ply| names_moves(rest, own, ply)), "{text}");
                    assert!(is_count(what, *who, own, number(many)), "{text}");
                }
                // Fewer for the opponent, or more for oneself.
                assert!((number(many) > *before) == (*who == mover) && number(many) != *before, "{text}");
            }
            _ => panic!("{text}"),
        }
    }
}

/// The number of plies over which both lines are compared.
fn plies_of(played: &[Move], better: &[Move]) -> usize {
    played.len().min(better.len()).min(8)
}

/// The line of a report that begins with this move.
fn line_of_move(report: &Report, mv: Move) -> &[Move] {
    &report.lines.iter().find(|line| line.pv[0] == mv).expect("every move has a line").pv
}

#[test]
fn every_reason_is_a_fact_on_the_board() {
    let games = file::open_known(std::path::Path::new("tests/data/WTH_1977.wtb"), None).unwrap();
    let mut master = load("master").unwrap().player(&Options { hash_mb: 16, ..Options::default() });
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let shallow_limits = Limits { depth: Some(3), ..Limits::default() };
    let mut told = 0;
    let mut confirmed_corners = 0;
    let mut alone = 0;
    let mut silent = 0;
    for record in games.into_iter().take(6).filter_map(|entry| entry.game.ok()) {
        let mut game = Game::new(*record.game().start());
        for mv in record.game().moves() {
            let board = *game.board();
            let report = master.rank(&game, 64, &limits, &mut SilentObserver);
            let shallow = master.rank(&game, 64, &shallow_limits, &mut SilentObserver);
            let best = &report.lines[0];
            for line in report.lines.iter().filter(|line| best.value.discs() - line.value.discs() >= 0.5) {
                let results = line.value.score().zip(best.value.score());
                let pair = LinePair { played: &line.pv, better: &best.pv };
                let loss = Discs(best.value.discs() - line.value.discs());
                let mut after = game.clone();
                after.play(line.pv[0]).unwrap();
                let next = [4, 2].map(|depth| {
                    master.rank(&after, 64, &Limits { depth: Some(depth), ..Limits::default() }, &mut SilentObserver)
                });
                let replies = Replies { deeper: &next[0].lines, shallower: &next[1].lines };
                let Some(reason) = Reason::find(&board, pair, None, !0, replies, results, loss) else {
                    silent += 1;
                    continue;
                };
                // The best reply's line is the one that a reason is about.
                let expected = [&line.pv[..1], next[0].lines.first().map_or(&[][..], |reply| &reply.pv)].concat();
                let plies = plies_of(&expected, &best.pv);
                let [played, better] = [(&expected, line), (&best.pv, best)].map(|(moves, line)| Line {
                    moves: &moves[..plies],
                    boards: boards(&board, &moves[..plies]),
                    lead: line.value.discs().round() as i32,
                });
                let mover = value(board.to_move);
                let text = reason.to_string();
                check(&text, mover, &played, &better);
                told += 1;
                if let Some((before, _)) = text.split_once(" better than any other answer") {
                    let discs = before.rsplit(' ').nth(1).unwrap().parse::<f64>().unwrap();
                    let values: Vec<f64> = next[0].lines.iter().map(|line| line.value.discs()).collect();
                    assert!(values[1..].iter().all(|value| values[0] - value >= discs), "{text}: {values:?}");
                    alone += 1;
                }
                // The corner of a confirmed reason is in a line of another search, too.
                let [before_played, before_better] = [line, best].map(|deep| line_of_move(&shallow, deep.pv[0]));
                let before = LinePair { played: before_played, better: before_better };
                if let Some(confirmed) = Reason::find(&board, pair, Some(before), !0, replies, results, loss) {
                    let text = confirmed.to_string();
                    check(&text, mover, &played, &better);
                    let words: Vec<&str> = text.split(' ').collect();
                    if let [_, "lets", who, "take", square, ..] = words.as_slice() {
                        let square = corner(square.trim_end_matches(';'));
                        let after_replies = next.iter().flat_map(|report| &report.lines);
                        let other_lines = after_replies.map(|reply| [&line.pv[..1], &reply.pv].concat());
                        let takes_it =
                            |moves: &[Move]| takes(moves, &boards(&board, moves), side(who), square).is_some();
                        assert!(
                            takes_it(before.played) || other_lines.into_iter().any(|moves| takes_it(&moves)),
                            "{text}"
                        );
                        confirmed_corners += 1;
                    }
                }
            }
            game.play(mv).unwrap();
        }
        // Results are given for lines that end with a full board or without a move for either side.
        assert!(Plain::new(game.board()).is_over() == game.is_over());
        assert_eq!(Plain::new(game.board()).lead(1), game.board().score(Color::Black, rival::board::Objective::Normal));
    }
    println!("{told} reasons, {silent} moves without one");
    assert!(told >= 1_000, "{told} reasons, {silent} moves without one");
    assert!(confirmed_corners >= 50, "{confirmed_corners}");
    assert!(alone > 0, "no answer stood alone");
}
