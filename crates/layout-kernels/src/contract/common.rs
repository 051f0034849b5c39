//! The common loops of A, B and C over one group of indices.

use super::plan::{BATCH, COLUMNS, DEPTH, Matrices, ROWS};
use crate::list::List;
use crate::nest::Loop;
use layout_core::MAX_LEAVES;

/// Loops with the strides of A, B and C, the innermost one first.
pub type Common = List<Loop<3>, { 2 * MAX_LEAVES }>;

/// The loops of each group of indices. `None` if a mode of one tensor ends within a mode of another without dividing it.
pub fn common(matrices: &Matrices) -> Option<[Common; 4]> {
    let [m, n, k, l] = matrices.sizes.map(|size| [(size, 0)]);
    let side = |matrix, mode| matrices.mode(matrix, mode);
    let mut groups = [Common::new(); 4];
    groups[ROWS] = of_sides([side(0, 0), &m, side(2, 0)])?;
    groups[COLUMNS] = of_sides([&n, side(1, 1), side(2, 1)])?;
    groups[DEPTH] = of_sides([side(0, 1), side(1, 0), &k])?;
    groups[BATCH] = of_sides([side(0, 2), side(1, 2), side(2, 2)])?;
    debug_assert!(matrices.sizes[BATCH] == l[0].0);
    Some(groups)
}

/// The coarsest loops of three lists of loops over one number of coordinates, which is not 0.
fn of_sides(sides: [&[(usize, isize)]; 3]) -> Option<Common> {
    let mut found = Common::new();
    // The rest of the current loop of each side, and the loops after it.
    let mut rests = sides.map(|side| (1, 0_isize, side));
    loop {
        for (extent, stride, side) in &mut rests {
            while *extent == 1
                && let [(next, step), after @ ..] = *side
            {
                (*extent, *stride, *side) = (*next, *step, after);
            }
        }
        let least = rests.iter().map(|rest| rest.0).filter(|&extent| extent > 1).min();
        let Some(extent) = least else { return Some(found) };
        if rests.iter().any(|rest| rest.0 % extent != 0) || found.is_full() {
            return None;
        }
        let strides = rests.map(|rest| rest.1);
        found.push(Loop { extent, strides });
        for (rest, stride, _) in &mut rests {
            (*rest, *stride) = (*rest / extent, stride.wrapping_mul(extent as isize));
        }
    }
}

/// The steps of nested loops: calls `f` with the offsets of A, B and C of each coordinate, and with its number.
#[inline(always)]
pub fn each(loops: &[Loop<3>], at: [isize; 3], mut f: impl FnMut(usize, [isize; 3])) {
    let count: usize = loops.iter().map(|each| each.extent).product();
    for number in 0..count {
        let (mut rest, mut here) = (number, at);
        for each in loops {
            let digit = (rest % each.extent) as isize;
            rest /= each.extent;
            for (here, stride) in here.iter_mut().zip(each.strides) {
                *here = here.wrapping_add(digit.wrapping_mul(stride));
            }
        }
        f(number, here);
    }
}
