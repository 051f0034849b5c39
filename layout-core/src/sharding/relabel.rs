//! [`relabel`]: new numbers for devices, with which as many elements as possible stay.

use alloc::vec;
use alloc::vec::Vec;

use super::array::{Sharding, at_most};
use super::held::Held;
use super::plan::{Spent, plan};
use crate::error::{LayoutError, Operation};

/// The greatest number of devices that are named anew. What each keeps under each name takes 8 bytes: 0.5 GB.
const MOST_DEVICES: i64 = 1 << 13;

/// The greatest number of steps of the assignment: the cube of `2^11`, so 2,048 devices are never refused. On a busy core of a
/// Zen 5, 1,024 devices took 2 to 10 s, 2,048 took 11 to 81 s, and 4,096 were refused after 306 s.
const MOST_STEPS: i64 = 1 << 33;

/// The sharding `to` with its devices permuted such that as many elements of `from` as possible stay where they are: the exact
/// solution of an assignment problem. Returns `to` itself if every device has its part already. Otherwise the assignment takes 8 bytes
/// for each pair of devices, and at most as many steps as the cube of the number of devices.
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
/// As [`plan`], and [`ShardRule::TooMany`](crate::ShardRule::TooMany) for more than `2^13` devices, `2^24` intervals that
/// devices keep, or `2^33` steps of the assignment, which more than `2^11` devices may need.
pub fn relabel(from: &Sharding, to: &Sharding) -> Result<Sharding, LayoutError> {
    let plan = plan(from, to)?;
    let count = to.mesh.device_count();
    let mut spent = Spent::default();
    let mut moves = false;
    for (k, device) in to.mesh.devices().enumerate() {
        let held = to.held(&to.place_at(k));
        let needs: i64 = held.iter().take(to.rank()).map(Held::count).product();
        moves = plan.kept(k, device, &mut spent)? < needs;
        if moves {
            break;
        }
    }
    if !moves {
        return Ok(to.clone());
    }
    let what = "devices to name anew";
    at_most(Operation::Redistribute, count as i64, what, MOST_DEVICES, GROUPS)?;
    let devices: Vec<usize> = to.mesh.devices().collect();
    let kept: Vec<Vec<i64>> = (0..count)
        .map(|k| devices.iter().map(|&device| plan.kept(k, device, &mut spent)).collect())
        .collect::<Result<_, _>>()?;
    let columns = assignment(&kept, MOST_STEPS)?;
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

const GROUPS: &str = "name groups of devices anew, each as one device of a smaller mesh";

/// The column of each row of a square matrix such that the columns differ and the sum is greatest.
///
/// The Hungarian algorithm: rows enter one by one. `row` and `column` are the potentials of the dual problem, under
/// which no entry is above the sum of its two, and assigned ones are equal to it. A row enters along a shortest path of
/// slacks to a free column, found as Dijkstra's algorithm finds it, and the assignments along the path move by one.
///
/// # Errors
/// [`ShardRule::TooMany`](crate::ShardRule::TooMany) for more than `most` steps.
fn assignment(gain: &[Vec<i64>], most: i64) -> Result<Vec<usize>, LayoutError> {
    let (n, mut steps) = (gain.len(), 0);
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
            steps += n as i64;
            let what = "or more steps to name devices anew";
            at_most(Operation::Redistribute, steps, what, most, GROUPS)?;
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
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assignment_of_many_steps_is_refused() {
        let gain: Vec<Vec<i64>> = (0..9).map(|row| (0..9).map(|k| row * k).collect()).collect();
        let columns: Vec<usize> = (0..9).collect();
        assert_eq!(assignment(&gain, 9 * 9 * 9).unwrap(), columns);
        assert_eq!(
            alloc::string::ToString::to_string(&assignment(&gain, 80).unwrap_err()),
            "cannot redistribute: 81 or more steps to name devices anew are more than 80: name groups of devices anew, each as one \
             device of a smaller mesh"
        );
    }
}
