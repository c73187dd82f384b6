//! Conditions of a tournament that only its games show: the time that each engine spent, and a busy machine.

use super::busy::busy;
use super::folder::Folder;
use super::{Error, TournamentGame};
use crate::board::Color;

impl Folder {
    /// The measured conditions as names and texts.
    ///
    /// # Errors
    ///
    /// The games cannot be read.
    pub(crate) fn measured(&self) -> Result<Vec<(String, String)>, Error> {
        let title = self.identity.rules.clock.title().to_owned();
        let time = self.spent()?.map(|text| (title, text));
        let load = busy(self)?;
        let load = (!load.is_empty()).then(|| ("load".to_owned(), load.join("; ")));
        Ok(time.into_iter().chain(load).collect())
    }

    /// True if moves depend on time: an engine has a clock or a time for each move.
    #[must_use]
    pub(crate) fn is_timed(&self) -> bool {
        let mut limits = self.identity.engines.iter().map(|engine| engine.settings.limits);
        limits.any(|limits| limits.clock.is_some() || limits.per_move.is_some())
    }

    /// The mean time of a game that counts for each engine and, if there are two, their ratio: `a 2.50 s a game, b
    /// 2.00 s a game (1.250 : 1)`; `None` before a game.
    fn spent(&self) -> Result<Option<String>, Error> {
        let names: Vec<&str> = self.identity.names().collect();
        let mut totals = vec![EngineTime::default(); names.len()];
        for game in self.counted() {
            let game = game?;
            for (total, name) in totals.iter_mut().zip(&names) {
                total.add(&game, name);
            }
        }
        if totals.iter().any(|total| total.seconds <= 0.0) {
            return Ok(None);
        }
        let means: Vec<f64> = totals.iter().map(|total| total.seconds / f64::from(total.games)).collect();
        let texts: Vec<String> =
            names.iter().zip(&means).map(|(name, mean)| format!("{name} {mean:.2} s a game")).collect();
        let ratio =
            if let [first, second] = means[..] { format!(" ({:.3} : 1)", first / second) } else { String::new() };
        Ok(Some(texts.join(", ") + &ratio))
    }
}

/// The charged time of an engine and its number of games.
#[derive(Clone, Default)]
struct EngineTime {
    seconds: f64,
    games: u32,
}

impl EngineTime {
    fn add(&mut self, game: &TournamentGame, name: &str) {
        for color in [Color::Black, Color::White] {
            if game.engine(color) == name {
                self.seconds += game.times(color).sum::<f64>();
                self.games += 1;
            }
        }
    }
}
