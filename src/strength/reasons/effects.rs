//! The effects of two moves that make a reason together, and the loss that they explain.

use super::fact::Fact;
use crate::people::Discs;

/// The largest difference between two final results with the same winner that is small.
const CLOSE: i32 = 4;
/// The share of a loss that its reason must explain.
const SHARE: f64 = 0.4;

/// The facts of the played move and of the better one that are a reason together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effects {
    pub(super) played: Option<Fact>,
    pub(super) better: Option<Fact>,
    /// The largest loss that these facts usually bring.
    worth: Discs,
    pub(super) grade: Grade,
}

/// The dependence of an explanation on the chosen lines, as far as can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    /// They do not depend on the choice of the lines.
    Firm,
    /// The same, but they count for little: a move is lost where many are left, or comes back.
    Light,
    /// They need more moves first, or name no square.
    Late,
    /// They depend on the choice of the lines.
    Weak,
}

impl Effects {
    pub(super) fn new(played: Option<Fact>, better: Option<Fact>, worth: f64) -> Effects {
        Effects { played, better, worth: Discs(worth), grade: Grade::Firm }
    }

    pub(super) fn both(played: Fact, better: Fact, worth: f64) -> Effects {
        Effects::new(Some(played), Some(better), worth)
    }

    /// The same facts with another grade unless this is true.
    pub(super) fn firm_if(self, is_firm: bool, otherwise: Grade) -> Effects {
        if is_firm { self } else { self.at_most(otherwise) }
    }

    /// The same facts with this grade, or their own if it is lower.
    pub(super) fn at_most(self, grade: Grade) -> Effects {
        Effects { grade: self.grade.max(grade), ..self }
    }

    /// True if the facts are no excuse: they explain a good part of the loss.
    pub(super) fn explain(self, loss: Discs) -> bool {
        self.worth.0 >= SHARE * loss.0
    }

    /// True unless the opponent's corner is missing in these effects of another line.
    pub(super) fn has_corner_of(self, others: &[Effects]) -> bool {
        let corner = self.played.filter(|fact| matches!(fact, Fact::Takes { .. }));
        corner.is_none_or(|corner| others.iter().any(|other| agrees(corner, other.played)))
    }

    /// The facts that lines of another depth show, too; `None` if they show none of them.
    pub(super) fn confirmed_by(self, evidence: &Evidence<'_>) -> Option<Effects> {
        if self.played.is_some_and(Fact::is_certain) {
            return Some(self);
        }
        let played = self.played.filter(|fact| evidence.confirming(*fact).any(|other| agrees(*fact, other.played)));
        let better = self.better.filter(|fact| match played {
            Some(_) if fact.is_certain() => true,
            None if !fact.stands_alone() => false,
            _ => evidence.confirming(*fact).any(|other| agrees(*fact, other.better)),
        });
        (played.is_some() || better.is_some()).then_some(Effects { played, better, ..self })
    }
}

/// The effects in other lines that confirm facts.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    /// Those in the lines of the shallower search, and in those of the good replies in a shallower search.
    pub(super) shallower: &'a [Effects],
    /// Those in other lines of the deeper searches.
    pub(super) deeper: &'a [Effects],
}

impl Evidence<'_> {
    /// The effects that can confirm this fact. Corners and edges are seen at both depths, or they are uncertain; the
    /// deeper lines begin with the only good answer anyway.
    fn confirming(&self, fact: Fact) -> impl Iterator<Item = &Effects> {
        let deeper = if fact.is_of_edge() || matches!(fact, Fact::Alone { .. }) { &[] } else { self.deeper };
        self.shallower.iter().chain(deeper)
    }
}

fn agrees(fact: Fact, other: Option<Fact>) -> bool {
    other.is_some_and(|other| fact.agrees(other))
}

/// The mover's leads at the end of the game after both moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Results {
    pub(super) played: i32,
    pub(super) better: i32,
}

impl Results {
    fn have_same_winner(self) -> bool {
        self.played.signum() == self.better.signum()
    }

    /// True if the winner stays the same and little is lost.
    pub(super) fn are_close(self) -> bool {
        self.have_same_winner() && self.better - self.played <= CLOSE
    }

    /// The results as a reason, if they are close.
    pub(super) fn close(self) -> Option<Effects> {
        self.effects().filter(|_| self.are_close())
    }

    /// The results as a reason, if the winner changes.
    pub(super) fn thrown(self) -> Option<Effects> {
        self.effects().filter(|_| !self.have_same_winner())
    }

    fn effects(self) -> Option<Effects> {
        let same = self.have_same_winner();
        let played = Fact::Ends { lead: self.played, same };
        let better = Fact::Ends { lead: self.better, same };
        (self.played < self.better).then_some(Effects::both(played, better, f64::MAX))
    }
}
