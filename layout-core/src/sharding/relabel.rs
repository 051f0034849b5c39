//! [`relabel`]: devices named anew, so that most elements stay.

use alloc::vec;
use alloc::vec::Vec;

use super::array::{Sharding, at_most};
use super::plan::{Budget, plan};
use crate::error::{LayoutError, Operation};

/// The greatest number of devices that are named anew.
const MOST_DEVICES: i64 = 1 << 11;

/// The sharding `to` with its devices permuted, so that the most elements of `from` stay where they are: the solution of an
/// assignment problem, exact. The steps are the cube of the number of devices, which is `2^11` at most.
///
/// ```
/// use layout_core::sharding::{Mesh, Sharding, Split, plan, relabel};
/// let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
/// let whole = Sharding::replicated(&mesh, &[8])?;
/// let from = whole.clone().split(0, &["x", "y"], Split::Block)?;
/// let to = whole.split(0, &["y", "x"], Split::Block)?;
/// assert_eq!(plan(&from, &to)?.totals()?.moved, 4);
/// let better = relabel(&from, &to)?;
/// assert_eq!(better.to_string(), "(8/(y,x)) on [x=2,y=2]{0,2,1,3}");
/// assert_eq!(plan(&from, &better)?.totals()?.moved, 0);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
///
/// # Errors
/// As [`plan`], [`ShardRule::TooMany`](crate::ShardRule::TooMany) for more devices, and
/// [`ShardRule::ManyShared`](crate::ShardRule::ManyShared) for more than `2^24` intervals.
pub fn relabel(from: &Sharding, to: &Sharding) -> Result<Sharding, LayoutError> {
    let plan = plan(from, to)?;
    let count = to.mesh.device_count();
    at_most(Operation::Redistribute, "devices to name anew", count as i64, MOST_DEVICES)?;
    let devices: Vec<usize> = to.mesh.devices().collect();
    let mut budget = Budget::new();
    let kept: Vec<Vec<i64>> = (0..count)
        .map(|k| devices.iter().map(|&device| plan.kept(k, device, &mut budget)).collect())
        .collect::<Result<_, _>>()?;
    let columns = assignment(&kept);
    let total = |columns: &mut dyn Iterator<Item = usize>| -> i128 {
        kept.iter().zip(columns).map(|(row, column)| i128::from(row[column])).sum()
    };
    // Where nothing is saved the devices keep their names.
    if total(&mut columns.iter().copied()) == total(&mut (0..devices.len())) {
        return Ok(to.clone());
    }
    let named: Vec<usize> = columns.into_iter().map(|column| devices[column]).collect();
    to.with_mesh(&to.mesh.clone().relabelled(&named)?)
}

/// The column of each row of a square matrix such that the columns differ and the sum is greatest.
///
/// The Hungarian algorithm: rows enter one by one. `row` and `column` are the potentials of the dual problem, under
/// which no entry is above the sum of its two, and assigned ones are equal to it. A row enters along a shortest path of
/// slacks to a free column, found as Dijkstra's algorithm finds it, and the assignments along the path move by one.
fn assignment(gain: &[Vec<i64>]) -> Vec<usize> {
    let n = gain.len();
    // Column `n` is where a row enters.
    let (mut row, mut column) = (vec![0_i128; n], vec![0_i128; n + 1]);
    let mut row_of: Vec<Option<usize>> = vec![None; n + 1];
    for entering in 0..n {
        row_of[n] = Some(entering);
        let mut at = n;
        let (mut slack, mut before) = (vec![i128::MAX; n], vec![n; n]);
        let mut seen = vec![false; n + 1];
        while let Some(r) = row_of[at] {
            seen[at] = true;
            let (mut least, mut next) = (i128::MAX, n);
            for c in (0..n).filter(|&c| !seen[c]) {
                let cost = row[r] + column[c] - i128::from(gain[r][c]);
                if cost < slack[c] {
                    (slack[c], before[c]) = (cost, at);
                }
                if slack[c] < least {
                    (least, next) = (slack[c], c);
                }
            }
            for c in 0..=n {
                match row_of[c] {
                    Some(r) if seen[c] => {
                        row[r] -= least;
                        column[c] += least;
                    }
                    _ if c < n && !seen[c] => slack[c] -= least,
                    _ => {}
                }
            }
            at = next;
        }
        while at != n {
            row_of[at] = row_of[before[at]];
            at = before[at];
        }
    }
    let mut columns = vec![0; n];
    for (c, r) in row_of[..n].iter().enumerate() {
        if let Some(r) = *r {
            columns[r] = c;
        }
    }
    columns
}
