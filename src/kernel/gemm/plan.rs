//! Which vectors and which tile suit the extents that are static.

/// How often to halve the vectors of `lanes` lanes and `bytes` bytes for a C of `rows` rows.
///
/// Vectors of up to 32 bytes count one, longer ones two: so Zen 4 runs them. The cheapest number of
/// vectors that hold the rows wins; of equal ones the fewest vectors, then the shortest.
pub const fn halvings(rows: Option<usize>, lanes: usize, bytes: usize) -> u32 {
    let Some(rows) = rows else { return 0 };
    let (mut best, mut best_cost, mut best_count) = (0, usize::MAX, usize::MAX);
    let mut halvings = 0;
    while halvings < 3 && bytes >> halvings >= 16 && lanes >> halvings >= 2 {
        let count = rows.div_ceil(lanes >> halvings);
        let cost = if bytes >> halvings > 32 { 2 * count } else { count };
        if cost < best_cost || cost == best_cost && count <= best_count {
            (best, best_cost, best_count) = (halvings, cost, count);
        }
        halvings += 1;
    }
    best
}

/// The tile for a C of these extents, in atoms along the rows and the columns: of atoms of `tall` rows,
/// on a machine with `registers` registers, of which four are left to A and B.
pub const fn repeats(
    [rows, columns]: [Option<usize>; 2],
    tall: usize,
    registers: usize,
) -> [usize; 2] {
    let rows = match rows {
        None => 2,
        // Up to three atoms, and panels of about the same number of them.
        Some(rows) => share(rows.div_ceil(tall), 3),
    };
    let most = (registers - 4) / rows;
    let most = if most < 24 { most } else { 24 };
    let columns = match columns {
        None => most,
        Some(columns) => {
            // Tiles of one width, if they are not much narrower.
            let mut even = most;
            while even > most / 2 && columns % even != 0 {
                even -= 1;
            }
            if columns > most && even > most / 2 { even } else { share(columns, most) }
        }
    };
    [rows, columns]
}

/// The largest part when `n` is cut into as few parts as possible of at most `most`, all about equal.
const fn share(n: usize, most: usize) -> usize {
    if n == 0 { 1 } else { n.div_ceil(n.div_ceil(most)) }
}
