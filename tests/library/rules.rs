//! The rules against independent witnesses: published perft numbers, and code that walks the board square by square.

use proptest::prelude::*;
use rival::board::{Board, Color, Game, Move, Objective, Passes, Position, Square, kernel, perft, squares};

/// The deepest count that a test can afford; the bench counts depth 11.
const DEPTH: u32 = 10;

#[test]
fn perft_numbers_are_the_published_ones() {
    let mut checked = 0;
    for line in include_str!("../data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let [depth, ply, free] = numbers[..] else { panic!("three numbers a line: {line}") };
        if depth as u32 > DEPTH {
            continue;
        }
        assert_eq!(perft(&Position::START, depth as u32, Passes::Ply), ply, "depth {depth}, a pass is a ply");
        assert_eq!(perft(&Position::START, depth as u32, Passes::Free), free, "depth {depth}, a pass is free");
        checked += 1;
    }
    assert_eq!(checked, DEPTH);
}

/// Perft by the checked game, one move at a time: an oracle for positions in which sides pass and games end early.
fn count(game: &mut Game, depth: u32, passes: Passes) -> u64 {
    if depth == 0 || game.is_over() {
        return 1;
    }
    if game.play(Move::Pass).is_ok() {
        let leaves = count(game, if passes == Passes::Ply { depth - 1 } else { depth }, passes);
        game.undo();
        return leaves;
    }
    let mut leaves = 0;
    for square in Square::all() {
        if game.play(square.into()).is_ok() {
            leaves += count(game, depth - 1, passes);
            game.undo();
        }
    }
    leaves
}

/// The discs flipped by a move, by walking from the square in each of the eight directions.
fn walk(square: Square, own: u64, opp: u64) -> u64 {
    let mut flips = 0;
    for (columns, rows) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut run = 0;
        for step in 1..8 {
            let column = square.column() as i8 + step * columns;
            let row = square.row() as i8 + step * rows;
            let Some(next) = u8::try_from(column).ok().zip(u8::try_from(row).ok()).and_then(|(c, r)| Square::at(c, r))
            else {
                break;
            };
            if opp & next.bit() != 0 {
                run |= next.bit();
            } else {
                if own & next.bit() != 0 {
                    flips |= run;
                }
                break;
            }
        }
    }
    flips
}

fn walked_moves(position: &Position) -> u64 {
    squares(position.empty())
        .filter(|&square| walk(square, position.own, position.opp) != 0)
        .fold(0, |moves, square| moves | square.bit())
}

/// Any discs on any squares, dense and sparse, reachable or not.
fn any_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..4u8).prop_map(|(discs, more, colors, density)| {
        let discs = match density {
            0 => discs & more,
            1 => discs,
            2 => discs | more,
            _ => discs | more | colors.rotate_left(17),
        };
        Position { own: discs & colors, opp: discs & !colors }
    })
}

/// A position some random moves into a game from the start.
fn played_game() -> impl Strategy<Value = Game> {
    proptest::collection::vec(any::<u8>(), 0..64).prop_map(|choices| {
        let mut game = Game::default();
        for choice in choices {
            let moves: Vec<Square> = squares(game.board().position.moves()).collect();
            match moves.len() {
                0 if game.is_over() => break,
                0 => game.play(Move::Pass).unwrap(),
                count => game.play(moves[usize::from(choice) % count].into()).unwrap(),
            }
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn moves_and_flips_are_what_a_walk_over_the_board_finds(position in any_position()) {
        let Position { own, opp } = position;
        let moves = walked_moves(&position);
        prop_assert_eq!(kernel::portable::moves(own, opp), moves);
        prop_assert_eq!(position.moves(), moves);
        for square in squares(position.empty()) {
            let flips = walk(square, own, opp);
            prop_assert_eq!(kernel::portable::flips(square, own, opp), flips, "portable, {}", square);
            prop_assert_eq!(position.flips(square), flips, "{}, {}", kernel::NAME, square);
            #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
            prop_assert_eq!(kernel::avx2::flips(square, own, opp), flips, "avx2, {}", square);
        }
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        prop_assert_eq!(kernel::avx2::moves(own, opp), moves);
    }

    #[test]
    fn undo_takes_back_every_move_and_keeps_the_discs_apart(mut game in played_game()) {
        let played = game.history().to_vec();
        for (before, mv) in played.into_iter().rev() {
            prop_assert_eq!(game.board().position.own & game.board().position.opp, 0);
            prop_assert_eq!(game.undo(), Some(mv));
            prop_assert_eq!(*game.board(), before);
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(game.board(), &Board::START);
    }

    #[test]
    fn an_illegal_move_changes_nothing(mut game in played_game()) {
        let before = game.clone();
        let moves = game.board().position.moves();
        for square in squares(!moves) {
            prop_assert!(game.play(square.into()).is_err());
        }
        if moves != 0 || game.is_over() {
            prop_assert!(game.play(Move::Pass).is_err());
            prop_assert!(game.play_as(game.board().to_move.other(), Move::Pass).is_err());
        }
        prop_assert_eq!(game, before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn perft_agrees_with_the_checked_game_where_sides_pass(position in any_position(), depth in 1..4u32) {
        // Sparse and one-sided positions: most of their lines hold passes and early ends.
        let board = Board { position, to_move: Color::Black };
        for passes in [Passes::Ply, Passes::Free] {
            prop_assert_eq!(perft(&position, depth, passes), count(&mut Game::new(board), depth, passes));
        }
    }
}

#[test]
fn a_forced_pass_can_be_implied_or_said() {
    // White (to move) has no move; Black can play h1.
    let black = 0b0000_0001;
    let white = 0b0111_1110;
    let start = Board::new(black, white, Color::White).unwrap();
    let h1: Move = "h1".parse().unwrap();

    let mut implied = Game::new(start);
    implied.play_as(Color::Black, h1).unwrap();
    let mut said = Game::new(start);
    said.play(Move::Pass).unwrap();
    said.play(h1).unwrap();
    assert_eq!(implied, said);
    assert_eq!(said.moves().collect::<Vec<_>>(), [Move::Pass, h1]);

    // A refused move leaves no pass behind.
    let mut refused = Game::new(start);
    assert!(refused.play_as(Color::Black, "a8".parse().unwrap()).is_err());
    assert_eq!(refused, Game::new(start));
}

#[test]
fn empty_squares_go_to_the_winner_under_both_objectives() {
    let wiped_out = Board::new(0b111, 0, Color::White).unwrap();
    assert!(wiped_out.is_over());
    assert_eq!(wiped_out.score(Color::Black, Objective::Normal), 64);
    assert_eq!(wiped_out.score(Color::White, Objective::Normal), -64);
    assert_eq!(wiped_out.score(Color::White, Objective::Anti), 64);
    let drawn = Board::new(0b1, 1 << 63, Color::Black).unwrap();
    assert_eq!(drawn.score(Color::Black, Objective::Normal), 0);
    assert_eq!(drawn.score(Color::Black, Objective::Anti), 0);
    for own in 0..=64 {
        for opponents in 0..=64 - own {
            let score = Objective::Normal.score(own, opponents);
            assert_eq!(score, -Objective::Normal.score(opponents, own));
            assert_eq!(score, -Objective::Anti.score(own, opponents));
            assert_eq!(score.signum(), (own as i32 - opponents as i32).signum());
        }
    }
}

#[test]
fn squares_are_written_and_read_alike() {
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
    }
    for wrong in ["", "a", "i1", "a9", "a0", "a1 ", "1a", "aa", "é1", "f55"] {
        assert!(wrong.parse::<Square>().is_err(), "{wrong:?}");
    }
}
