//! The progress of work that several workers share.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The progress that the page shows. It never goes back, even if a share proves useless or the work continues from a
/// stored state.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OverallProgress {
    pub done: u64,
    pub of: u64,
}

impl OverallProgress {
    /// The progress in percent, rounded as on the page: half a percent rounds up.
    pub(super) fn percent(self) -> u64 {
        (200 * self.done + self.of) / (2 * self.of).max(1)
    }
}

/// The shares of a piece of work, named by `S`.
#[derive(Debug)]
pub(super) struct Shares<S> {
    progress: OverallProgress,
    done: BTreeMap<S, u64>,
    /// The shares in progress, each with its present stage.
    going: BTreeMap<S, String>,
}

impl<S: Ord + Copy> Shares<S> {
    /// An empty list of shares, continued from this reported progress.
    pub(super) fn after(progress: OverallProgress) -> Shares<S> {
        Shares { progress, done: BTreeMap::new(), going: BTreeMap::new() }
    }

    /// Starts a share; `false` if it has started already.
    pub(super) fn begin(&mut self, share: S) -> bool {
        let is_new = !self.going.contains_key(&share);
        self.going.entry(share).or_default();
        is_new
    }

    /// Notes the progress of a share.
    pub(super) fn tell(&mut self, share: S, done: u64, of: u64, what: String) {
        let known = self.done.entry(share).or_default();
        *known = done.max(*known);
        self.going.insert(share, what);
        let done = self.done.values().sum::<u64>().min(of);
        if u128::from(done) * u128::from(self.progress.of) >= u128::from(self.progress.done) * u128::from(of) {
            self.progress = OverallProgress { done, of };
        }
    }

    /// Ends a share. A useless one does not count.
    pub(super) fn end(&mut self, share: S, counts: bool) {
        self.going.remove(&share);
        if !counts {
            self.done.remove(&share);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.going.is_empty()
    }

    /// The total progress and the present activity. The text stays the same while the activity lasts.
    pub(super) fn progress(&self) -> (OverallProgress, &str) {
        (self.progress, self.going.values().find(|what| !what.is_empty()).map_or("", String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_per_cent_is_shown_as_one() {
        for (done, of, percent) in [
            (0, 0, 0),
            (0, 7, 0),
            (4, 1000, 0),
            (5, 1000, 1),
            (149, 10_000, 1),
            (150, 10_000, 2),
            (994, 1000, 99),
            (7, 7, 100),
        ] {
            assert_eq!(OverallProgress { done, of }.percent(), percent, "{done} of {of}");
        }
    }

    /// The number of finished steps, and the present activity.
    fn shown(shares: &Shares<u32>) -> (u64, &str) {
        let (progress, activity) = shares.progress();
        (progress.done, activity)
    }

    #[test]
    fn what_is_told_never_goes_back() {
        let mut shares = Shares::after(OverallProgress::default());
        assert!(shares.begin(1) && shares.begin(2) && !shares.begin(1));
        assert_eq!(shown(&shares), (0, ""));
        shares.tell(2, 30, 100, "two".to_owned());
        shares.tell(1, 20, 100, "one".to_owned());
        assert_eq!(shown(&shares), (50, "one"));
        // One share starts again in another worker, and one was useless.
        shares.tell(1, 0, 100, "one".to_owned());
        assert_eq!(shown(&shares), (50, "one"));
        shares.end(2, false);
        shares.tell(1, 40, 100, "one".to_owned());
        assert_eq!(shown(&shares), (50, "one"));
        shares.end(1, true);
        shares.tell(3, 20, 100, "three".to_owned());
        assert_eq!(shown(&shares), (60, "three"));
        shares.end(3, true);
        assert!(shares.is_over());
        // After a reload the total may be counted in other units.
        let mut shares = Shares::after(shares.progress().0);
        shares.tell(1, 10, 200, "one".to_owned());
        assert_eq!(shares.progress().0, OverallProgress { done: 60, of: 100 });
        shares.tell(1, 130, 200, "one".to_owned());
        assert_eq!(shares.progress().0, OverallProgress { done: 130, of: 200 });
    }
}
