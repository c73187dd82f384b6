//! Opponents with a rating on another scale: a server's, found in its files, or one computed from an archive.

use super::places::Known;
use crate::people::PeopleElo;
use crate::record::ServerRating;

/// The difference between a server's ratings and people's, in Elo. It is an assumption, because no games connect the
/// scales. On servers newcomers have about 1500 to 1720, and masters of tournaments 2200 to 2500; here masters have
/// 1950 to 2150.
const ABOVE: f64 = 250.0;
/// The standard error of that difference in Elo, shared by all players of a server; and the standard error of one
/// player's rating, which is larger for blitz games and new players.
const SERVER: f64 = 150.0;
const ONE: f64 = 75.0;
/// The same two errors for ratings computed from an archive, whose average player may differ from that of people's
/// scale.
const ARCHIVE: f64 = 50.0;

impl Known {
    /// A player with this rating on a server; `None` if servers do not have such ratings.
    #[must_use]
    pub(crate) fn on_server(ServerRating(rating): ServerRating) -> Option<Known> {
        let is_one = (1.0..=4_000.0).contains(&rating);
        is_one.then(|| Known { scale: SERVER, ..Known::person(PeopleElo(rating - ABOVE), ONE) })
    }

    /// A player with this rating, estimated from other games in an archive, in Elo above the archive's average player.
    #[must_use]
    pub fn in_archive(rating: PeopleElo, error: f64) -> Known {
        Known { scale: ARCHIVE, ..Known::person(rating, error) }
    }

    /// True if the rating comes from another scale, so that a rating by the user is more certain.
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
