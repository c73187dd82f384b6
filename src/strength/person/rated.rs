//! Opponents with a rating on another scale: a server's, found in its files, or one computed from their other games.

use std::collections::{BTreeMap, BTreeSet};

use super::PersonGame;
use super::places::KnownStrength;
use crate::people::{AVERAGE, PeopleElo};
use crate::record::ServerRating;
use crate::record::archive::Archive;
use crate::record::text::spelling;
use crate::stats::{Bout, shrunk};

/// The difference between a server's ratings and people's, in Elo. It is an assumption, because no games connect the
/// scales. On servers newcomers have about 1500 to 1720, and masters of tournaments 2200 to 2500; here masters have
/// 1950 to 2150.
const ABOVE: f64 = 250.0;
/// The standard error of that difference in Elo, shared by all players of a server; and the standard error of one
/// player's rating, which is larger for blitz games and new players.
const SERVER: f64 = 150.0;
const ONE: f64 = 75.0;
/// The error of the scale of ratings computed from WTHOR's games of tournaments, whose average player may differ from
/// that of people's scale; and from other games, whose average player is an assumption.
const TOURNAMENTS: f64 = 50.0;
const ANYWHERE: f64 = 150.0;
/// The fewest games between others that rate players, unless they are of tournaments.
const FEWEST: usize = 300;

impl KnownStrength {
    /// A player with this rating on a server; `None` if servers do not have such ratings.
    #[must_use]
    pub(crate) fn on_server(ServerRating(rating): ServerRating) -> Option<KnownStrength> {
        let is_one = (1.0..=4_000.0).contains(&rating);
        is_one.then(|| KnownStrength { scale: SERVER, ..KnownStrength::person(PeopleElo(rating - ABOVE), ONE) })
    }

    /// True if the rating comes from another scale, so that a rating by the user is more certain.
    #[must_use]
    pub(crate) fn is_converted(&self) -> bool {
        self.scale > 0.0
    }
}

/// Whose games an archive has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// People in tournaments: WTHOR.
    Tournaments,
    /// People somewhere else.
    Anywhere,
}

/// True if an opponent's strength is unknown.
pub(crate) fn have_strangers(games: &[PersonGame]) -> bool {
    games.iter().any(|game| game.opponent.strength.is_none())
}

/// Rates opponents of unknown strength by their other games in an archive, with the model of Bradley and Terry. Games
/// of the player are left out. All spellings of a name are one player.
///
/// `rival measure` does so before it estimates a strength: without it only the moves count against such opponents.
pub fn by_others(archive: &Archive, field: Field, player: &str, games: &mut [PersonGame]) {
    let names: Vec<String> = archive.players.iter().map(|name| spelling(name)).collect();
    let player = spelling(player);
    let others: BTreeSet<&String> = names.iter().filter(|name| **name != player).collect();
    let numbers: BTreeMap<&String, usize> = others.into_iter().zip(0..).collect();
    let bouts = archive.games.iter().filter_map(|game| {
        let first = *numbers.get(&names[game.black])?;
        let second = *numbers.get(&names[game.white])?;
        (first != second).then_some(Bout { first, second, points: game.points(), games: 1.0 })
    });
    let bouts: Vec<Bout> = bouts.collect();
    let scale = match field {
        Field::Tournaments => TOURNAMENTS,
        Field::Anywhere if bouts.len() < FEWEST => return,
        Field::Anywhere => ANYWHERE,
    };
    let met: BTreeSet<usize> = bouts.iter().flat_map(|bout| [bout.first, bout.second]).collect();
    let shrunk_ratings = shrunk(numbers.len(), &bouts);
    for game in games.iter_mut().filter(|game| game.opponent.strength.is_none()) {
        let number = numbers.get(&spelling(&game.opponent.name)).filter(|number| met.contains(number));
        game.opponent.strength = number.map(|&number| {
            let rating = AVERAGE.plus(shrunk_ratings.ratings[number].0);
            KnownStrength { scale, ..KnownStrength::person(rating, shrunk_ratings.errors[number]) }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::Opponent;
    use super::*;
    use crate::board::{Color, Game};
    use crate::record::archive::ArchiveGame;

    #[test]
    fn a_servers_rating_is_converted_and_never_taken_as_it_is() {
        let known = KnownStrength::on_server(ServerRating(1_850.0)).unwrap();
        assert_eq!((known.rating, known.steepness), (PeopleElo(1_600.0), 1.0));
        assert!(known.is_converted() && !KnownStrength::person(PeopleElo(1_600.0), 75.0).is_converted());
        assert_eq!([0.0, -3.0, f64::NAN, 1e9].map(|rating| KnownStrength::on_server(ServerRating(rating))), [None; 4]);
    }

    /// Games between others than Ann, in which Bob loses three of four to Cid.
    fn archive(games: usize) -> Archive {
        let players = ["Ann", "Bob", "Cid"].map(str::to_owned).to_vec();
        let bobs = |number: usize| if number.is_multiple_of(4) { 10 } else { -10 };
        let games = (0..games).map(|number| ArchiveGame { black: 1, white: 2, discs: bobs(number), moves: Vec::new() });
        Archive { players, games: games.collect() }
    }

    /// The strengths of Bob, Cid and Dan in games of Ann.
    fn strengths(archive: &Archive, field: Field) -> [Option<KnownStrength>; 3] {
        let mut games = ["bob", "Cid ", "Dan"]
            .map(|name| PersonGame::against(&Game::default(), Color::Black, Opponent::stranger(name)));
        by_others(archive, field, "ann", &mut games);
        games.map(|game| game.opponent.strength)
    }

    #[test]
    fn many_games_between_others_rate_an_opponent_and_few_only_in_tournaments() {
        let [bob, cid, dan] = strengths(&archive(FEWEST), Field::Anywhere);
        let [bob, cid] = [bob, cid].map(Option::unwrap);
        assert!(cid.rating.above(AVERAGE) > 50.0 && bob.rating.above(AVERAGE) < -50.0, "{bob:?} {cid:?}");
        assert_eq!((bob.scale, cid.scale, dan), (ANYWHERE, ANYWHERE, None));
        assert_eq!(strengths(&archive(FEWEST - 1), Field::Anywhere), [None; 3]);
        let [bob, ..] = strengths(&archive(8), Field::Tournaments);
        assert_eq!(bob.unwrap().scale, TOURNAMENTS);
    }

    #[test]
    fn another_spelling_of_a_name_is_no_other_player() {
        let usual = archive(FEWEST);
        // Bob as "BOB" in every other game, and games of the player as "ANN".
        let mut spelled = usual.clone();
        spelled.players.extend(["BOB ", "ANN"].map(str::to_owned));
        spelled.games.iter_mut().skip(1).step_by(2).for_each(|game| game.black = 3);
        let own = ArchiveGame { black: 4, white: 2, discs: 64, moves: Vec::new() };
        spelled.games.extend(std::iter::repeat_n(own, FEWEST));
        assert_eq!(strengths(&spelled, Field::Anywhere), strengths(&usual, Field::Anywhere));
        spelled.games.drain(..FEWEST);
        assert_eq!(strengths(&spelled, Field::Anywhere), [None; 3]);
    }
}
