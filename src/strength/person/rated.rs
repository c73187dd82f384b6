//! Opponents with a rating of another scale: a server's, in its files, or one computed from an archive.

use super::places::Known;
use crate::people::PeopleElo;
use crate::record::ServerRating;

/// The difference of a server's ratings from people's, in Elo: an assumption, because no games tie the two scales. On
/// servers newcomers have about 1500 to 1720, and masters of tournaments 2200 to 2500; here masters have 1950 to 2150.
const ABOVE: f64 = 250.0;
/// The standard error of that difference in Elo, shared by all players of a server; and that of one player's rating,
/// which is larger for blitz games and for new players.
const SERVER: f64 = 150.0;
const ONE: f64 = 75.0;
/// The same for an archive's own ratings, whose average player is not exactly that of people's scale.
const ARCHIVE: f64 = 50.0;

impl Known {
    /// A player with this rating on a server; `None` if no server has such ratings.
    #[must_use]
    pub(crate) fn on_server(ServerRating(rating): ServerRating) -> Option<Known> {
        let is_one = (1.0..=4_000.0).contains(&rating);
        is_one.then(|| Known { scale: SERVER, ..Known::person(PeopleElo(rating - ABOVE), ONE) })
    }

    /// A player whose other games in an archive show this rating, in Elo above the archive's average player.
    #[must_use]
    pub fn in_archive(rating: PeopleElo, error: f64) -> Known {
        Known { scale: ARCHIVE, ..Known::person(rating, error) }
    }

    /// True if the rating is of another scale, so that a rating by the user is more certain.
    #[must_use]
    pub(crate) fn is_converted(&self) -> bool {
        self.scale > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_servers_rating_is_converted_and_never_taken_as_it_is() {
        let known = Known::on_server(ServerRating(1_850.0)).unwrap();
        assert_eq!((known.rating, known.steepness), (PeopleElo(1_600.0), 1.0));
        assert!(known.is_converted() && !Known::person(PeopleElo(1_600.0), 75.0).is_converted());
        assert_eq!([0.0, -3.0, f64::NAN, 1e9].map(|rating| Known::on_server(ServerRating(rating))), [None; 4]);
    }
}
