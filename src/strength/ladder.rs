//! The ladder: reference players from a random mover upward, with their Elo differences and mean losses as
//! `scripts/make-ladder` measured them. It says a mean loss in words.

use std::sync::LazyLock;

use super::Profile;
use super::person::place;
use super::profile::is_same_tester;
use crate::players;

/// A reference player.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// A shipped personality.
    pub player: String,
    /// Above the random mover.
    pub elo: f64,
    /// Points a move, by the shipped tester, moves 1 to 40.
    pub loss: f64,
}

/// The rungs, the weakest first; losses fall from one to the next.
pub static RUNGS: LazyLock<Vec<Rung>> =
    LazyLock::new(|| serde_json::from_str(include_str!("ladder.json")).expect("the tests read the ladder"));

/// The place of a mean loss on the ladder, in Elo above the random mover, between the losses of two rungs in
/// proportion; the ends are the ends of what can be said.
#[must_use]
pub fn elo(loss: f64) -> f64 {
    let rungs = &*RUNGS;
    let above = rungs.partition_point(|rung| rung.loss > loss);
    match (above.checked_sub(1).and_then(|below| rungs.get(below)), rungs.get(above)) {
        (Some(a), Some(b)) => a.elo + (b.elo - a.elo) * (a.loss - loss) / (a.loss - b.loss),
        (Some(only), None) | (None, Some(only)) => only.elo,
        (None, None) => 0.0,
    }
}

/// A profile's strength in words; `None` if nothing was measured, by another tester than the ladder's, or so little
/// that nothing can be said.
#[must_use]
pub fn words(profile: &Profile) -> Option<String> {
    let tester = players::load("tester").ok()?;
    let loss = profile.loss()?;
    if !is_same_tester(&tester, &profile.tester) || profile.plies != 40 {
        return None;
    }
    // Without any difference between a few losses there is no interval to speak of.
    if profile.is_thin() && !loss.error.is_some_and(|error| error > 0.0) {
        return None;
    }
    let rungs = &*RUNGS;
    let nearest = |elo: f64| rungs.iter().min_by(|a, b| (a.elo - elo).abs().total_cmp(&(b.elo - elo).abs()));
    // Where the rung stands among people.
    let rated = |rung: &Rung| Some(10.0 * (place(&rung.player)?.rating / 10.0).round());
    let own = nearest(elo(loss.mean))?;
    let mut text = format!("about as strong as {} (rated {:.0})", own.player, rated(own)?);
    if let Some((low, high)) = loss.interval {
        let (weak, strong) = (nearest(elo(high))?, nearest(elo(low))?);
        if weak == strong {
            text += ", sure to a rung of the ladder";
        } else {
            text += &format!(
                ", between {} and {} (rated {:.0} and {:.0})",
                weak.player,
                strong.player,
                rated(weak)?,
                rated(strong)?
            );
        }
    }
    if loss.mean > rungs.first()?.loss {
        text += "; weaker players than the first are not told apart";
    } else if loss.mean < rungs.last()?.loss {
        text += "; stronger players than the last are not told apart";
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::{GameLosses, Losses};

    #[test]
    fn the_ladder_rises_and_its_rungs_are_shipped() {
        let rungs = &*RUNGS;
        assert!(rungs.len() >= 10);
        assert!(rungs.windows(2).all(|pair| pair[0].elo < pair[1].elo && pair[0].loss > pair[1].loss), "{rungs:?}");
        assert!(rungs.iter().all(|rung| players::load(&rung.player).is_ok() && place(&rung.player).is_some()));
        assert_eq!(rungs[0].player, "random");
    }

    #[test]
    fn a_rungs_loss_is_its_place() {
        let rungs = &*RUNGS;
        assert!(rungs.iter().all(|rung| (elo(rung.loss) - rung.elo).abs() < 1e-9));
        assert_eq!(elo(1e9), rungs[0].elo);
        assert_eq!(elo(0.0), rungs[rungs.len() - 1].elo);
        let between = elo((rungs[3].loss + rungs[4].loss) / 2.0);
        assert!((between - (rungs[3].elo + rungs[4].elo) / 2.0).abs() < 1e-9);
    }

    #[test]
    fn words_name_the_nearest_rung_and_the_range() {
        let loss = RUNGS[4].loss;
        let game =
            |loss: f64| GameLosses([Losses { moves: 5, loss: 5.0 * loss, squares: 5.0 * loss * loss, ranks: 9 }; 4]);
        let mut profile = Profile::new("x", players::load("tester").unwrap(), 40);
        profile.games = vec![game(loss * 0.8), game(loss * 1.2)];
        let said = words(&profile).unwrap();
        assert!(
            said.starts_with(&format!("about as strong as {} (rated ", RUNGS[4].player)) && said.contains(", between "),
            "{said}"
        );
        profile.tester = players::load("beginner").unwrap();
        assert_eq!(words(&profile), None);
    }
}
