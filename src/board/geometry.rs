//! The geometry of the board as operations on whole sets: neighbours, columns, lines without an empty square.

use super::square::Bitboard;

/// All squares except column a: the targets of a step to the right.
pub const NOT_A: Bitboard = 0xfefe_fefe_fefe_fefe;
/// All squares except column h: the targets of a step to the left.
pub const NOT_H: Bitboard = 0x7f7f_7f7f_7f7f_7f7f;

/// The column a.
pub const COLUMN_A: Bitboard = !NOT_A;

/// The set with the squares next to it, in all eight directions.
///
/// ```
/// use rival::board::geometry::grow;
/// assert_eq!(grow(1), 0x0303);
/// assert_eq!(grow(0x0800_0000), 0x001c_1c1c_0000);
/// ```
#[must_use]
#[inline]
pub const fn grow(set: Bitboard) -> Bitboard {
    let row = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    row | row << 8 | row >> 8
}

/// A column (0 is a) as a byte, with row 1 in the lowest bit.
#[must_use]
#[inline]
pub const fn column(set: Bitboard, number: u32) -> u8 {
    ((set >> number & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte as squares of the column a, with the lowest bit in row 1: the inverse of [`column()`].
#[must_use]
#[inline]
pub const fn in_column_a(byte: u8) -> Bitboard {
    let bits = byte as Bitboard;
    ((bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & COLUMN_A) | (bits & 0x80) << 49
}

/// The squares on lines that have no empty square, by direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FullLines {
    /// The squares of full rows.
    pub rows: Bitboard,
    /// The squares of full columns.
    pub columns: Bitboard,
    /// Diagonals with steps of 9: a1 to h8 and its parallels.
    pub falling: Bitboard,
    /// Diagonals with steps of 7: h1 to a8 and its parallels.
    pub rising: Bitboard,
}

impl FullLines {
    /// The full lines of a board with these squares empty.
    #[must_use]
    #[inline]
    pub const fn new(empty: Bitboard) -> FullLines {
        let occupied = !empty;
        let mut rows = occupied & occupied >> 1;
        rows &= rows >> 2;
        rows &= rows >> 4;
        let mut columns = occupied & occupied.rotate_right(8);
        columns &= columns.rotate_right(16);
        columns &= columns.rotate_right(32);
        FullLines {
            rows: (rows & COLUMN_A).wrapping_mul(0xff),
            columns,
            falling: !diagonals::<9>(empty, NOT_A, NOT_H),
            rising: !diagonals::<7>(empty, NOT_H, NOT_A),
        }
    }
}

/// The set with all squares on its diagonals of step `SHIFT`, by doubling; `up` and `down` are the squares that a step
/// can enter without wrapping round the border.
#[inline(always)]
const fn diagonals<const SHIFT: u32>(set: Bitboard, up: Bitboard, down: Bitboard) -> Bitboard {
    let mut left = set | up & set << SHIFT;
    let mut enter = up & up << SHIFT;
    left |= enter & left << (2 * SHIFT);
    enter &= enter << (2 * SHIFT);
    left |= enter & left << (4 * SHIFT);
    let mut right = set | down & set >> SHIFT;
    let mut enter = down & down >> SHIFT;
    right |= enter & right >> (2 * SHIFT);
    enter &= enter >> (2 * SHIFT);
    right |= enter & right >> (4 * SHIFT);
    left | right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any sets, the full and the empty one among them.
    fn sets() -> impl Iterator<Item = Bitboard> {
        let mixed = (1..4_000_u64).map(spread);
        mixed
            .clone()
            .chain(mixed.clone().map(|set| set | set << 7 | set >> 9))
            .chain(mixed.map(|s| !(s & s << 3)))
            .chain([0, !0])
    }

    fn spread(n: u64) -> u64 {
        let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn at(index: i32, (dx, dy): (i32, i32)) -> Option<i32> {
        let x = index % 8 + dx;
        let y = index / 8 + dy;
        ((0..8).contains(&x) && (0..8).contains(&y)).then_some(y * 8 + x)
    }

    fn is_in_or_beside(set: Bitboard, square: i32) -> bool {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        steps.filter_map(|step| at(square, step)).any(|neighbour| set >> neighbour & 1 != 0)
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for set in sets() {
            let near = (0..64).filter(|&square| is_in_or_beside(set, square));
            assert_eq!(grow(set), near.fold(0, |all, s| all | 1 << s), "{set:016x}");
        }
    }

    #[test]
    fn columns_are_bytes_and_back() {
        for set in sets() {
            for number in 0..8 {
                let byte = (0..8).fold(0, |byte, row| byte | ((set >> (8 * row + number) & 1) as u8) << row);
                assert_eq!(column(set, number as u32), byte);
                assert_eq!(in_column_a(byte) << number, set & COLUMN_A << number);
            }
        }
    }

    /// The squares from this one to the border, itself included.
    fn walk(square: i32, step: (i32, i32)) -> impl Iterator<Item = i32> {
        std::iter::successors(Some(square), move |&square| at(square, step))
    }

    fn full_lines(empty: Bitboard, (dx, dy): (i32, i32)) -> Bitboard {
        let on_full_lines = (0..64).filter(|&square| {
            let mut line = walk(square, (dx, dy)).chain(walk(square, (-dx, -dy)));
            line.all(|square| empty >> square & 1 == 0)
        });
        on_full_lines.fold(0, |all, square| all | 1 << square)
    }

    #[test]
    fn full_lines_have_no_empty_square() {
        for empty in sets() {
            let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
            let [rows, columns, falling, rising] = directions.map(|direction| full_lines(empty, direction));
            assert_eq!(FullLines::new(empty), FullLines { rows, columns, falling, rising }, "{empty:016x}");
        }
    }
}
