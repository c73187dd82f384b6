//! Stable discs on the edges, exactly. An edge disc can only be flipped along the edge, so the eight squares of the
//! edge determine its stability: it is stable if no order of moves of either colour on the edge's empty squares flips
//! it.

use std::sync::LazyLock;

/// The bits of a byte read as digits of base 3, the lowest bit first.
static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut bit = 0;
        let mut power = 1;
        while bit < 8 {
            table[set] += (set as u16 >> bit & 1) * power;
            bit += 1;
            power *= 3;
        }
        set += 1;
    }
    table
};

/// The states of an edge: each of its squares is empty, own or the opponent's.
pub const STATES: usize = 6561;

/// The number of an edge's state, below [`STATES`]. No square may be in both sets.
#[must_use]
#[inline]
pub fn state(own: u8, opp: u8) -> usize {
    usize::from(TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(opp)])
}

/// The stable own discs for every state of an edge.
#[derive(Debug)]
pub struct StableEdges([u8; STATES]);

static STABLE: LazyLock<StableEdges> = LazyLock::new(StableEdges::compute);

impl StableEdges {
    /// The table, computed once.
    #[must_use]
    pub fn get() -> &'static StableEdges {
        &STABLE
    }

    /// The own discs of an edge that are stable.
    #[must_use]
    #[inline]
    pub fn discs(&self, own: u8, opp: u8) -> u8 {
        self.0[state(own, opp)]
    }

    fn compute() -> StableEdges {
        let mut stable_edges = StableEdges([0; STATES]);
        let mut all: Vec<(u8, u8)> = states().collect();
        // The fullest edges come first: a disc is stable if it survives every move of either side and is stable
        // afterwards.
        all.sort_by_key(|(own, opp)| (own | opp).count_zeros());
        for (own, opp) in all {
            let mut stable = own;
            for place in (0..8).filter(|place| (own | opp) >> place & 1 == 0) {
                let bit = 1 << place;
                let flips = edge_flips(place, own, opp);
                stable &= stable_edges.discs(own | bit | flips, opp & !flips);
                let flips = edge_flips(place, opp, own);
                stable &= stable_edges.discs(own & !flips, opp | bit | flips);
            }
            stable_edges.0[state(own, opp)] = stable;
        }
        stable_edges
    }
}

/// Every state of an edge: own discs and the opponent's.
pub fn states() -> impl Iterator<Item = (u8, u8)> {
    (0..=255_u8).flat_map(|own| (0..=255_u8).filter(move |opp| opp & own == 0).map(move |opp| (own, opp)))
}

/// The discs on the edge that a move of the first side on this square flips.
fn edge_flips(place: i32, own: u8, opp: u8) -> u8 {
    [-1, 1].into_iter().fold(0, |flipped, step| {
        let mut run = 0;
        let mut at = place + step;
        while (0..8).contains(&at) && opp >> at & 1 != 0 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 != 0 { flipped | run } else { flipped }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if some order of moves on the edge flips the square, by plain recursion.
    fn can_flip(own: u8, opp: u8, square: i32) -> bool {
        (0..8).filter(|empty| (own | opp) >> empty & 1 == 0).any(|empty| {
            let flipped = edge_flips(empty, opp, own);
            let mine = edge_flips(empty, own, opp);
            flipped >> square & 1 != 0
                || can_flip(own & !flipped, opp | flipped | 1 << empty, square)
                || can_flip(own | mine | 1 << empty, opp & !mine, square)
        })
    }

    #[test]
    fn every_state_has_its_own_number() {
        let mut numbers: Vec<usize> = states().map(|(own, opp)| state(own, opp)).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..STATES));
    }

    #[test]
    fn stable_on_an_edge_means_that_no_order_of_moves_flips_it() {
        for (own, opp) in states().filter(|(own, opp)| (own | opp).count_ones() >= 4) {
            let stable = StableEdges::get().discs(own, opp);
            assert_eq!(stable & !own, 0);
            for square in (0..8).filter(|square| own >> square & 1 != 0) {
                let is_stable = stable >> square & 1 != 0;
                assert_ne!(is_stable, can_flip(own, opp, square), "{own:08b} {opp:08b} {square}");
            }
        }
    }
}
