//! Derives an upcast: groups of elements read as one.

use layout_core::Layout;

use super::notes::{FlatMode, FoundModes, Notes, leaves};

/// Derives `upcast(a, n)`: each group of `n` adjacent elements becomes one.
pub(super) fn upcast(a: &Layout, n: i64, notes: &mut Notes) -> FoundModes {
    if n < 1 {
        return Err(format!("{n} is not positive"));
    }
    let (mut out, mut reach) = (Vec::new(), 0_i128);
    for leaf in leaves(a) {
        let FlatMode { extent: s, stride: d } = leaf;
        let (said, grouped) = match () {
            () if s == 1 => ("has a single coordinate".to_owned(), FlatMode::ONE),
            () if d % n == 0 => {
                let grouped = FlatMode { extent: s, stride: d / n };
                (format!("each step is {d}/{n} groups"), grouped)
            }
            () if d < 0 => return Err(format!("the stride {d} is negative")),
            () if n % d != 0 => {
                notes.say(format!("{leaf}: steps of {d} end inside groups of {n}"));
                return Err(format!("the stride {d} is neither a multiple of {n} nor divides it"));
            }
            () => {
                let digits = n / d;
                reach += i128::from(s.min(digits) - 1) * i128::from(d);
                let extent = (s - 1) / digits + 1;
                let stride = i64::from(extent > 1);
                (
                    format!("each {n}/{d} = {digits} coordinates are in one group"),
                    FlatMode { extent, stride },
                )
            }
        };
        notes.find(format!("{leaf}: {said}"), grouped);
        out.push(grouped);
    }
    if reach >= i128::from(n) {
        return Err(format!("the modes below {n} reach {reach} together, past the end of a group"));
    }
    Ok(out)
}
