//! The player of the kind `human`: each move is drawn from the model of people's choices.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::explain::{Explanation, MoveReason, liking};
use super::{AlphaBeta, Options, Player};
use crate::board::{Game, Move, Objective, Position, Square};
use crate::people::{
    Choice, Drawing, Facts, Judge, Lens, Openings, PeopleElo, Repertoire, Setting, USUAL, facts, set_traps, set_usual,
    sets_traps,
};
use crate::personality::{Habits, HumanSpec, Kind, OpeningRole, STRONGEST, load};
use crate::search::{Limits, Observer, Report, SilentObserver, Stop};
use crate::stats::derive;

/// A player that draws its moves.
///
/// Moves are drawn with the judge's values, to which the model of choices was fitted, and reported with them. Hints and
/// explanations have the values of the strongest player. The judge's weights may be older, because the model is not
/// refitted each time the weights change.
#[derive(Debug)]
pub struct Human {
    name: String,
    spec: HumanSpec,
    /// The judge's depth, and the number of empty squares from which it is exact.
    looks: (u32, u32),
    drawing: Drawing,
    /// The rating of the people whose openings the player follows.
    opens_as: Option<PeopleElo>,
    /// The weight of these people's openings, 0 to 1; the model has the rest.
    share: f64,
    /// The openings of a person, and its side in them.
    repertoire: Option<(OpeningRole, Repertoire)>,
    judge: Judge,
    /// The lens, which is made at its first use.
    lens: Option<Lens>,
    /// The strongest player. It is made at its first use, because a browser loads its network after the judge's
    /// weights.
    analyst: Option<AlphaBeta>,
    /// The threads and the hash table of the analyst.
    options: Options,
    seed: u64,
    choices: Vec<Choice>,
    /// The entropy of the last choice, in bits.
    doubt: f64,
}

/// Search depth of the values beside reasons. They take little time compared with the judge's search.
const GLIMPSE: u32 = 4;
/// The number of empty squares from which these values are exact.
const EXACT: u32 = 12;
/// The difference in discs from which a move is clearly better.
const CLEAR: f64 = 0.5;
/// The default depth of hints.
const HINTS: u32 = 8;

/// A legal move with its value in discs and its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Candidate {
    square: Square,
    value: f64,
    chance: f64,
    facts: Facts,
}

impl Human {
    /// A player of this specification.
    #[must_use]
    pub fn new(name: &str, spec: &HumanSpec) -> Human {
        Human::with(name, spec, &Options::default())
    }

    /// A player with this specification whose hints use the threads and the hash table of the options.
    #[must_use]
    pub fn with(name: &str, spec: &HumanSpec, options: &Options) -> Human {
        let today = spec.on_the_day(0);
        let setting = today.setting();
        Human {
            name: name.to_owned(),
            looks: (setting.depth, setting.exact_from),
            drawing: today.drawing(),
            opens_as: spec.strength.people(),
            // Players weaker than those of the archive draw partly at random, also in the opening.
            share: spec.setting().sharpness.min(1.0),
            repertoire: spec.repertoire.as_ref().map(|repertoire| (repertoire.role, repertoire.build())),
            spec: spec.clone(),
            judge: Judge::deeper(setting.depth, setting.exact_from),
            lens: None,
            analyst: None,
            options: *options,
            seed: 0,
            choices: Vec::new(),
            doubt: 0.0,
        }
    }

    /// The player's choices between several moves since the start of the game.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The move that the player chooses, without a value for display; `None` if it must pass.
    pub fn decide(&mut self, game: &Game, limits: &Limits) -> Option<Square> {
        let options = self.options(game, limits);
        let drawn = self.draw(game, &options)?;
        self.doubt =
            options.iter().map(|option| option.chance).map(|p| if p > 0.0 { -p * libm::log2(p) } else { 0.0 }).sum();
        if options.len() > 1 {
            self.choices.push(Choice {
                color: game.board().to_move,
                number: game.board().position.move_number(),
                options: options.iter().map(|option| option.facts).collect(),
                played: drawn,
                answer: None,
            });
        }
        Some(options[drawn].square)
    }

    /// The legal moves with their probabilities, lowest square first.
    fn options(&mut self, game: &Game, limits: &Limits) -> Vec<Candidate> {
        let position = &game.board().position;
        // Each likely move needs a search of its trap.
        let searches = if sets_traps(&self.drawing.weights) { position.moves().count_ones() } else { 0 };
        let limits = &limits.divided(position.empties(), 1 + searches);
        let values = self.judge.values_within(position, limits);
        let last = game.history().last().and_then(|(_, mv)| mv.square());
        let mut facts = facts(position, last, &values);
        if searches > 0 {
            set_traps(position, &mut facts, &self.drawing.plain, &mut self.judge, limits);
        }
        let number = position.move_number();
        let usual = self.usual_chances(position, &facts);
        set_usual(&mut facts, &usual);
        let plain = self.plain_chances(position, usual);
        let chances = self.drawing.chances_around(number, &facts, plain);
        let candidates = values.iter().zip(facts).zip(chances);
        candidates.map(|((&(square, value), facts), chance)| Candidate { square, value, chance, facts }).collect()
    }

    /// The probability of each move without a style. A person's repertoire changes the usual probabilities.
    fn plain_chances(&self, position: &Position, usual: Vec<f64>) -> Vec<f64> {
        let chances = match &self.repertoire {
            Some((OpeningRole::Own, repertoire)) => repertoire.chances(position, &usual, USUAL),
            Some((OpeningRole::Meet, repertoire)) => repertoire.meeting_chances(position, &usual),
            None => None,
        };
        chances.unwrap_or(usual)
    }

    /// The probability of each move among people of the player's strength. Known openings have their frequencies, and
    /// other positions the model's probabilities.
    fn usual_chances(&self, position: &Position, options: &[Facts]) -> Vec<f64> {
        let plain = self.drawing.plain_chances(position.move_number(), options);
        match self.opens_as.and_then(|rating| Openings::shipped().chances(position, rating, &plain)) {
            Some(known) => known.iter().zip(&plain).map(|(k, p)| self.share * k + (1.0 - self.share) * p).collect(),
            None => plain,
        }
    }

    /// Sets the frequency of each move among people of the player's strength, for explanations. The page's lens shows
    /// the same numbers.
    fn look_through_lens(&mut self, game: &Game, options: &mut [Candidate]) {
        let Some(rating) = self.spec.as_strong_as().filter(|_| self.drawing.heeds_usual()) else { return };
        let chances = self.lens.get_or_insert_default().chances(game, [rating]);
        for (option, (_, [chance])) in options.iter_mut().zip(chances) {
            set_usual(std::slice::from_mut(&mut option.facts), &[chance]);
        }
    }

    /// Draws the move.
    fn draw(&self, game: &Game, options: &[Candidate]) -> Option<usize> {
        // Each move has its own generator, so that the choice does not depend on earlier requests.
        let mut rng = ChaCha8Rng::seed_from_u64(derive(self.seed, game.history().len() as u64));
        let Some(Habits { seed, .. }) = self.spec.habits.filter(|habits| rng.random::<f64>() < habits.share) else {
            return drawn(options, rng.random());
        };
        let drawn_anew = drawn(options, rng.random())?;
        // Moves that people hardly ever play are no habits; otherwise some players would repeat them in every game.
        // They are drawn anew, and the usual move is one of the others. So each move is as likely as without habits.
        if self.drawing.is_bounded(&options[drawn_anew].facts) {
            return Some(drawn_anew);
        }
        let position = game.board().position;
        let point: f64 = ChaCha8Rng::seed_from_u64(derive(derive(seed, position.own), position.opp)).random();
        let mut others = options.to_vec();
        others
            .iter_mut()
            .filter(|option| self.drawing.is_bounded(&option.facts))
            .for_each(|option| option.chance = 0.0);
        let total: f64 = others.iter().map(|option| option.chance).sum();
        drawn(&others, point * total)
    }

    /// The strongest shipped player.
    fn analyst(&mut self) -> &mut AlphaBeta {
        self.analyst.get_or_insert_with(|| {
            let strongest = load(STRONGEST).expect("it is shipped");
            let Kind::AlphaBeta(search) = &strongest.kind else { panic!("the strongest personality searches") };
            AlphaBeta::new(&self.name, Objective::Normal, search, &self.options)
        })
    }

    /// Values of the legal moves by a shallow search of the strongest player, the best first.
    fn glimpse(&mut self, game: &Game, stop: &Stop) -> Report {
        // Hints are exact from twice their depth in empty squares on.
        let depth = if game.board().position.empties() <= EXACT { EXACT / 2 } else { GLIMPSE };
        let limits = Limits { depth: Some(depth), stop: stop.clone(), ..Limits::default() };
        self.analyst().rank(game, 64, &limits, &mut SilentObserver)
    }
}

/// The move at this point, 0 to 1, when the probabilities are laid side by side.
fn drawn(options: &[Candidate], mut point: f64) -> Option<usize> {
    let drawn = options.iter().position(|option| {
        point -= option.chance;
        point < 0.0
    });
    // Rounding may leave a small rest, which belongs to the last possible move.
    drawn.or_else(|| options.iter().rposition(|option| option.chance > 0.0)).or(options.len().checked_sub(1))
}

impl Player for Human {
    fn name(&self) -> &str {
        &self.name
    }

    fn objective(&self) -> Objective {
        Objective::Normal
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        let today = self.spec.on_the_day(seed);
        let Setting { depth, exact_from, .. } = today.setting();
        if (depth, exact_from) != self.looks {
            self.looks = (depth, exact_from);
            self.judge = Judge::deeper(depth, exact_from);
        }
        self.drawing = today.drawing();
        self.choices.clear();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let position = &game.board().position;
        // One search chooses the move, another one gives its line.
        let limits = limits.divided(position.empties(), 2);
        let drawn = self.decide(game, &limits);
        let limits = Limits { moves: drawn.map(Square::bit), ..limits };
        let report = self.judge.report(position, &limits, 1);
        observer.iteration(&report);
        report
    }

    /// The player draws moves and does not rank them, so the hints are those of the strongest shipped player.
    fn rank(&mut self, game: &Game, count: usize, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let is_bounded = limits.nodes.is_some() || limits.time.is_some() || limits.clock.is_some();
        let depth = limits.depth.or((!is_bounded).then_some(HINTS));
        self.analyst().rank(game, count, &Limits { depth, ..limits.clone() }, observer)
    }

    fn explain(&mut self, game: &Game, report: &Report, mv: Move, stop: &Stop) -> Option<Explanation> {
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let mut options = self.options(game, &limits);
        self.look_through_lens(game, &mut options);
        for line in self.glimpse(game, stop).lines {
            let shown = options.iter_mut().find(|option| line.pv[0] == option.square.into());
            shown.into_iter().for_each(|option| option.value = line.value.discs());
        }
        let choice = report.lines.first()?.pv[0];
        let why = match (candidate(&options, mv), candidate(&options, choice)) {
            _ if options.len() < 2 => MoveReason::Only,
            (Some(own), Some(other)) if choice != mv => MoveReason::Another { choice, equal: other.value == own.value },
            (Some(own), _) => {
                let best =
                    options.iter().fold(own, |best, option| if option.value > best.value { option } else { best });
                // The move is compared with the best one. The best move is compared with the likeliest other one.
                let others = options.iter().filter(|option| option.square != own.square);
                let likeliest = others.max_by(|a, b| a.chance.total_cmp(&b.chance)).unwrap_or(own);
                let other = if best.square == own.square { likeliest } else { best };
                let number = game.board().position.move_number();
                // The judge's losses decide, because they decided the draw.
                let seen = options
                    .iter()
                    .filter(|option| f64::from(own.facts.loss - option.facts.loss) >= CLEAR)
                    .fold(0, |set, option| set | option.square.bit());
                MoveReason::Human {
                    seen,
                    chance: own.chance,
                    liked: liking(&self.drawing.weights, number, &own.facts, &other.facts),
                }
            }
            _ => return None,
        };
        Some(Explanation::new(mv, why))
    }

    fn evaluates(&self) -> bool {
        true
    }

    fn doubt(&self) -> Option<f64> {
        Some(self.doubt)
    }
}

fn candidate(options: &[Candidate], mv: Move) -> Option<&Candidate> {
    options.iter().find(|option| mv == option.square.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::people::{Theta, place};
    use crate::personality::Strength;
    use crate::players::duel::{opening_board, play};

    fn human(theta: f64, sharpness: f64, style: &[(usize, f64)]) -> Human {
        let setting = Setting { theta: Theta(theta), sharpness, depth: 2, exact_from: 4 };
        let mut spec = HumanSpec::new(Strength::Setting(setting));
        style.iter().for_each(|&(feature, offset)| spec.style[feature] = offset);
        Human::new("p", &spec)
    }

    fn played(seed: u64, first: Human, second: Human) -> Game {
        let mut players: [Box<dyn Player>; 2] = [Box::new(first), Box::new(second)];
        players.iter_mut().zip(0..).for_each(|(player, side)| player.new_game(derive(seed, side)));
        play(opening_board(seed, 6), Color::Black, &mut players)
    }

    #[test]
    fn the_same_seed_gives_the_same_game_and_another_one_another() {
        let [game, same_seed, other_seed] =
            [3, 3, 4].map(|seed| played(seed, human(0.0, 1.0, &[]), human(0.0, 1.0, &[])));
        assert_eq!(game, same_seed);
        assert_ne!(game, other_seed);
        // Earlier requests do not change the choice.
        let mut asked = human(0.0, 1.0, &[]);
        asked.new_game(8);
        let start = Game::new(opening_board(1, 20));
        let expected = asked.choose(&start, &Limits::default(), &mut SilentObserver);
        asked.rank(&Game::default(), 64, &Limits::default(), &mut SilentObserver);
        assert_eq!(asked.choose(&start, &Limits::default(), &mut SilentObserver).lines, expected.lines);
    }

    /// The searches for traps are within the limits of the move, so the first search gets its part only.
    #[test]
    fn traps_are_set_within_the_limits_of_one_move() {
        let game = Game::new(opening_board(1, 20));
        let position = game.board().position;
        let values = |nodes: u64| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            Judge::deeper(6, 4).values_within(&position, &limits)
        };
        const NODES: u64 = 3_000;
        let part = NODES / u64::from(1 + position.moves().count_ones());
        assert_ne!(values(NODES), values(part));
        let setting = Setting { theta: Theta(0.0), sharpness: 1.0, depth: 6, exact_from: 4 };
        let mut spec = HumanSpec::new(Strength::Setting(setting));
        spec.style[place("trap").unwrap()] = 1.0;
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let options = Human::new("p", &spec).options(&game, &limits);
        let found: Vec<(Square, f64)> = options.iter().map(|option| (option.square, option.value)).collect();
        assert_eq!(found, values(part));
    }

    #[test]
    fn moves_are_drawn_as_often_as_the_model_says_with_habits_too() {
        // A weak player, and a position in which a fifth of the moves or more may not become habits.
        let mut player = human(-1.0, 0.3, &[]);
        let game = (0..).map(|seed| Game::new(opening_board(seed, 40))).find(|game| {
            let options = player.options(game, &Limits::default());
            let bounded = options.iter().filter(|option| player.drawing.is_bounded(&option.facts));
            options.len() > 4 && bounded.map(|option| option.chance).sum::<f64>() > 0.2
        });
        let game = game.unwrap();
        let options = player.options(&game, &Limits::default());
        const DRAWS: u64 = 4_000;
        for share in [None, Some(0.75), Some(1.0)] {
            let mut counts = vec![0.0; options.len()];
            for seed in 0..DRAWS {
                player.spec.habits = share.map(|share| Habits { share, seed });
                player.new_game(derive(seed, 1));
                counts[player.draw(&game, &options).unwrap()] += 1.0;
            }
            for (option, count) in options.iter().zip(counts) {
                let expected = option.chance * DRAWS as f64;
                // The tolerance is five standard errors of a count.
                assert!((count - expected).abs() < 5.0 * (expected + 1.0).sqrt(), "{share:?} {option:?}: {count}");
            }
        }
    }

    #[test]
    fn a_habit_repeats_a_move_in_all_games() {
        let mut player = human(-1.0, 1.0, &[]);
        let game = (0..).map(|seed| Game::new(opening_board(seed, 8))).find(|game| {
            let options = player.options(game, &Limits::default());
            options.len() > 4 && !options.iter().any(|option| player.drawing.is_bounded(&option.facts))
        });
        let game = game.unwrap();
        let options = player.options(&game, &Limits::default());
        for seed in 0..5 {
            player.spec.habits = Some(Habits { share: 1.0, seed });
            let moves = (0..50).map(|game_seed| {
                player.new_game(game_seed);
                player.draw(&game, &options)
            });
            let different: std::collections::BTreeSet<_> = moves.collect();
            assert_eq!(different.len(), 1);
        }
    }

    #[test]
    fn sharpness_is_strength_and_style_shows() {
        let mut sharp_wins = 0;
        let mut dull_wins = 0;
        for seed in 0..24 {
            sharp_wins += u32::from(first_wins(seed, human(1.0, 3.0, &[]), human(-4.0, 0.0, &[])));
            dull_wins += u32::from(first_wins(seed, human(-4.0, 0.0, &[]), human(1.0, 3.0, &[])));
        }
        assert!(sharp_wins >= 22 && dull_wins <= 2, "{sharp_wins} {dull_wins}");
        assert!(f64::from(turned_discs(4.0)) > 1.25 * f64::from(turned_discs(0.0)));
        assert!(f64::from(turned_discs(-4.0)) < 0.9 * f64::from(turned_discs(0.0)));
    }

    fn first_wins(seed: u64, first: Human, second: Human) -> bool {
        played(seed, first, second).board().score(Color::Black, Objective::Normal) > 0
    }

    /// The discs that a player with this offset on flipped discs flips in 40 positions.
    fn turned_discs(offset: f64) -> u32 {
        let style = ["flips-1-20", "flips-21-40", "flips-41-60"].map(|name| (place(name).unwrap(), offset));
        let mut player = human(0.0, 1.0, &style);
        let mut discs = 0;
        for seed in 0..40 {
            let game = Game::new(opening_board(seed, 24));
            player.new_game(seed);
            let mv = player.choose(&game, &Limits::default(), &mut SilentObserver).lines[0].pv[0];
            discs += mv.square().map_or(0, |square| game.board().position.flips(square).count_ones());
        }
        discs
    }
}
