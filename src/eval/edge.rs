//! Stable discs on the four edges, exactly: a disc on an edge can be flipped along the edge only, so its fate is decided by the eight squares of the edge.
//! It is stable if no order of moves of any colour on the empty squares of the edge flips it.

use std::sync::LazyLock;

use crate::board::Position;
use crate::board::square::CORNERS;

/// For each edge, its discs as two bytes: which own discs and which of the opponent's are stable, by own and the opponent's discs in base 3.
static DIFFERENCE: LazyLock<Vec<i8>> = LazyLock::new(|| {
    let mut known = vec![None; 6561];
    for own in 0..=255_u8 {
        for opp in (0..=255_u8).filter(|opp| opp & own == 0) {
            find(own, opp, &mut known);
        }
    }
    known.into_iter().flatten().map(|(own, opp): (u8, u8)| own.count_ones() as i8 - opp.count_ones() as i8).collect()
});

/// The byte's bits as digits of base 3.
static BASE3: [u16; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut bit, mut power) = (0, 1);
        while bit < 8 {
            table[set] += (set as u16 >> bit & 1) * power;
            bit += 1;
            power *= 3;
        }
        set += 1;
    }
    table
};

#[inline]
fn index(own: u8, opp: u8) -> usize {
    usize::from(BASE3[usize::from(own)] + 2 * BASE3[usize::from(opp)])
}

/// The stable discs of both sides on an edge: those that every placement leaves alone, now and ever after.
fn find(own: u8, opp: u8, known: &mut [Option<(u8, u8)>]) -> (u8, u8) {
    if let Some(found) = known[index(own, opp)] {
        return found;
    }
    let (mut own_stable, mut opp_stable) = (own, opp);
    for square in (0..8).filter(|square| (own | opp) >> square & 1 == 0) {
        let flipped = flips(own, opp, square);
        let (o, p) = find(own | flipped | 1 << square, opp & !flipped, known);
        own_stable &= o;
        opp_stable &= p & !flipped;
        let flipped = flips(opp, own, square);
        let (p, o) = find(opp | flipped | 1 << square, own & !flipped, known);
        own_stable &= o & !flipped;
        opp_stable &= p;
    }
    known[index(own, opp)] = Some((own_stable, opp_stable));
    (own_stable, opp_stable)
}

/// What a disc of the first side on this square flips on the edge.
fn flips(own: u8, opp: u8, square: i32) -> u8 {
    [-1, 1].into_iter().fold(0, |flipped, step| {
        let (mut run, mut at) = (0, square + step);
        while (0..8).contains(&at) && opp >> at & 1 != 0 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 != 0 { flipped | run } else { flipped }
    })
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// A column as a byte; the order of its squares is turned round for one column, as it is for the others.
#[inline]
pub(super) const fn column(set: u64, number: u32) -> u8 {
    ((set >> number & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Own stable discs on the edges less the opponent's; a corner counts once.
#[must_use]
#[inline]
pub fn edge_stable(position: &Position) -> i32 {
    let table = &**DIFFERENCE;
    let Position { own, opp } = *position;
    let edges = [
        (own as u8, opp as u8),
        ((own >> 56) as u8, (opp >> 56) as u8),
        (column(own, 0), column(opp, 0)),
        (column(own, 7), column(opp, 7)),
    ];
    let sum: i32 = edges.into_iter().map(|(own, opp)| i32::from(table[index(own, opp)])).sum();
    // A disc in a corner is always stable, and both its edges have counted it.
    sum - (own & CORNERS).count_ones() as i32 + (opp & CORNERS).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::oracle::{DIRECTIONS, positions, ray, sign};
    use crate::eval::stable::stable_sets;

    /// Every disc on the border by the rule of the stable discs, kept to the line of the edge: a lower bound of what is stable.
    fn by_runs(position: &Position, side: i32) -> u64 {
        let mut found = 0;
        for index in (0..64).filter(|&i| crate::board::square::EDGES >> i & 1 != 0 && sign(position, i) == side) {
            let on_edge = |line: &[(i32, i32)]| {
                let squares: Vec<usize> = line.iter().flat_map(|&direction| ray(index, direction)).collect();
                squares.iter().all(|s| crate::board::square::EDGES >> s & 1 != 0).then_some(squares)
            };
            let safe = DIRECTIONS[..4].chunks(2).filter_map(|line| on_edge(line).map(|squares| (line, squares))).all(
                |(line, squares)| {
                    let full = squares.iter().all(|&s| sign(position, s) != 0);
                    full || line
                        .iter()
                        .any(|&direction| ray(index, direction).iter().all(|&s| sign(position, s) == side))
                },
            );
            found |= u64::from(safe) << index;
        }
        found
    }

    /// Can any order of moves on the edge flip the square? Played out, without a memory.
    fn can_flip(own: u8, opp: u8, square: i32) -> bool {
        (0..8).filter(|empty| (own | opp) >> empty & 1 == 0).any(|empty| {
            let flipped = flips(opp, own, empty);
            let mine = flips(own, opp, empty);
            flipped >> square & 1 != 0
                || can_flip(own & !flipped, opp | flipped | 1 << empty, square)
                || can_flip(own | mine | 1 << empty, opp & !mine, square)
        })
    }

    #[test]
    fn stable_on_an_edge_means_that_no_order_of_moves_flips_it() {
        let mut known = vec![None; 6561];
        for own in 0..=255_u8 {
            for opp in (0..=255_u8).filter(|opp| opp & own == 0 && (own | opp).count_ones() >= 4) {
                let (own_stable, opp_stable) = find(own, opp, &mut known);
                for square in 0..8 {
                    if own >> square & 1 != 0 {
                        assert_eq!(
                            own_stable >> square & 1 == 0,
                            can_flip(own, opp, square),
                            "{own:08b} {opp:08b} {square}"
                        );
                    }
                    if opp >> square & 1 != 0 {
                        assert_eq!(
                            opp_stable >> square & 1 == 0,
                            can_flip(opp, own, square),
                            "{own:08b} {opp:08b} {square}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn counts_each_disc_once_and_all_that_full_edges_and_runs_from_corners_hold() {
        for position in positions(3_000) {
            let runs = [1, -1].map(|side| by_runs(&position, side));
            let sets = edge_stable_sets(&position);
            for (run, set) in runs.into_iter().zip(sets) {
                assert_eq!(run & !set, 0, "{position:?}");
            }
            assert_eq!(edge_stable(&position), sets[0].count_ones() as i32 - sets[1].count_ones() as i32);
            // What is stable on the whole board is stable on its edge.
            for (stable, set) in stable_sets(&position).into_iter().zip(sets) {
                assert_eq!(stable & crate::board::square::EDGES & !set, 0, "{position:?}");
            }
        }
    }

    /// The stable edge discs of both sides as sets, square by square.
    fn edge_stable_sets(position: &Position) -> [u64; 2] {
        let edges: [[usize; 8]; 4] = [
            std::array::from_fn(|i| i),
            std::array::from_fn(|i| 56 + i),
            std::array::from_fn(|i| 8 * i),
            std::array::from_fn(|i| 8 * i + 7),
        ];
        let mut known = vec![None; 6561];
        let mut sets = [0; 2];
        for edge in edges {
            let gather =
                |side| edge.iter().enumerate().fold(0, |b, (i, &s)| b | u8::from(sign(position, s) == side) << i);
            let (own, opp) = find(gather(1), gather(-1), &mut known);
            for (set, stable) in sets.iter_mut().zip([own, opp]) {
                *set |= (0..8).filter(|i| stable >> i & 1 != 0).fold(0, |s, i| s | 1_u64 << edge[i]);
            }
        }
        sets
    }
}
