//! For each square, the squares that lie on its eight rays: a row of the table is one cache line.

/// The rays of one square. `up` holds those towards higher indices (east, south, south-west, south-east), `down` their
/// opposites.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Rays {
    pub up: [u64; 4],
    pub down: [u64; 4],
}

/// Column and row steps of the four `up` rays, in the order of their shifts: 1, 8, 7, 9.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

const fn ray(square: usize, (columns, rows): (i8, i8)) -> u64 {
    let mut column = (square % 8) as i8 + columns;
    let mut row = (square / 8) as i8 + rows;
    let mut ray = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    ray
}

pub(super) static RAYS: [Rays; 64] = {
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            let (columns, rows) = STEPS[lane];
            table[square].up[lane] = ray(square, (columns, rows));
            table[square].down[lane] = ray(square, (-columns, -rows));
            lane += 1;
        }
        square += 1;
    }
    table
};
