//! Composition by enumeration. It finds a layout wherever one exists; the rules of `algebra::compose` miss some.
//!
//! # Algorithm
//! A leaf `s:r` of `B` is the table `g(x) = A(r * x)` for `x < s`. The table is a layout if it is a run, and then
//! repeats that run:
//!
//! ```text
//! fitted = (); count = s; step = r
//! while count > 1:
//!     d = g(1)                              # in units of step
//!     run = the length of the first arithmetic progression d, 2d, 3d, ..
//!     refuse unless run divides count
//!     refuse unless g(x) = g(x - x mod run) + (x mod run) * d  for all x < count
//!     fitted.append(run : d)
//!     count = count / run; step = step * run
//! ```
//!
//! The leaves together are then compared with `A(B(c))` for every coordinate: sums of leaves can carry.

use crate::algebra::notes::off;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{add, multiply, tri};
use crate::value::{Layout, Modes, Num, Profile, Tiler, TreePosition};

/// The greatest size of a right operand that is enumerated.
const MOST_ELEMENTS: i64 = 1 << 20;

/// The offset at the linear index `x` of coalesced modes, the last one without bound.
const fn offset(a: &Modes, x: i64) -> Result<i64, Rule> {
    let (mut offset, mut rest, mut k) = (0, x, 0);
    while k < a.len {
        // The last mode takes all that is left, as its extent bounds nothing.
        let digit = if k + 1 == a.len { rest } else { rest % a.extents[k] };
        offset = tri!(add(offset, tri!(multiply(digit, a.strides[k]))));
        rest = if k + 1 == a.len { 0 } else { rest / a.extents[k] };
        k += 1;
    }
    Ok(offset)
}

/// The modes of the table `g(x) = A(r * x)`, `x < s`.
///
/// # Errors
/// `NoFit` at the first index at which no layout has the offset.
const fn fit(a: &Modes, s: i64, r: i64) -> Result<Modes, Rule> {
    let (mut fitted, mut count, mut step) = (Modes::EMPTY, s, r);
    while count > 1 {
        // A leaf starts at 0, so its stride is the offset of its first step.
        let d = tri!(offset(a, step));
        // Two elements always form a progression; it continues while the next offset is a multiple of `d`.
        let mut run = 2;
        while run < count && tri!(offset(a, tri!(multiply(step, run)))) == tri!(multiply(d, run)) {
            run += 1;
        }
        if count % run != 0 {
            // The offsets of a layout leave a progression only at the end of a mode, which divides the size.
            let (expected, found) =
                (tri!(multiply(d, run)), tri!(offset(a, tri!(multiply(step, run)))));
            return Err(Rule::NoFit { index: run * (s / count), expected, found });
        }
        // Every block of `run` elements must equal the first one, shifted by its start.
        let mut x = run;
        while x < count {
            let start = tri!(offset(a, tri!(multiply(step, x - x % run))));
            let found = tri!(offset(a, tri!(multiply(step, x))));
            let expected = tri!(add(start, tri!(multiply(d, x % run))));
            if found != expected {
                return Err(Rule::NoFit { index: x * (s / count), expected, found });
            }
            x += 1;
        }
        tri!(fitted.push(Num::known(run), Num::known(d)));
        count /= run;
        // After the last run no step is taken, and the product could overflow for nothing.
        if count > 1 {
            step = tri!(multiply(step, run));
        }
    }
    Ok(fitted)
}

impl Layout {
    /// The layout `R` with `R(c) = A(B(c))` for every coordinate `c` of `B`, found by enumeration.
    ///
    /// [`Layout::compose`] applies the rules of static layouts instead. They refuse a leaf whose steps carry from several
    /// modes at once, even if the offsets are equally far apart nevertheless. This function also finds these results.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2,2):(1,3,5)".parse()?;
    /// assert!(a.compose(&"3:3".parse()?).is_err());
    /// assert_eq!(a.compose_exact(&"3:3".parse()?)?.to_string(), "3:4");
    /// let a: Layout = "(2,2):(1,4)".parse()?;
    /// let refused = a.compose_exact(&"3:1".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "no layout is (2,2):(1,4) after 3:1: at the coordinate 2 the offset is 4, not 2"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::NoFit`] exactly where no layout exists, with the first coordinate of `B` whose offset no layout has.
    /// [`Rule::TooLarge`] for more than `2^20` elements of `B`, [`Rule::NegativeStride`] of `B`, [`Rule::Empty`],
    /// [`Rule::Unit`] where a stride has a basis, and [`Rule::TooManyModes`] of a tiler.
    pub const fn compose_exact(&self, b: &Tiler) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        let built = match self.numbers(b) {
            Err(rule) => Err(rule),
            Ok(()) if b.by_mode => self.compose_modes(b, true, &mut out, off!()),
            Ok(()) => self.fit_part(Profile::ROOT, &b.layout, Profile::ROOT, &mut out),
        };
        let result = match built {
            Ok(()) => out.checked(),
            Err(rule) => Err(rule),
        };
        self.binary(Operation::ComposeExact, b.operand(), result)
    }

    /// Checks that both operands map to offsets.
    const fn numbers(&self, b: &Tiler) -> Result<(), Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(self.modes.integral(0, self.modes.len));
        b.layout.modes.integral(0, b.layout.modes.len)
    }

    /// Fits each leaf by itself, then compares the sum of all leaves with `A(B(c))` at every coordinate.
    pub(crate) const fn fit_part(
        &self,
        at: TreePosition,
        b: &Self,
        tile: TreePosition,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let (b, known) = (b.part(tile), self.set_known());
        let size = tri!(b.modes.size(0, b.modes.len)).value;
        tri!(b.modes.nonempty(0, b.modes.len));
        // Each element is visited, so the number of elements is bounded.
        if size > MOST_ELEMENTS {
            return Err(Rule::TooLarge { size, most: MOST_ELEMENTS });
        }
        let a = tri!(known.modes.coalesced(at.leaf, self.profile.after(at).leaf));
        let mut fitted = Builder::EMPTY;
        let (mut node, mut leaf, mut before) = (0, 0, 1);
        while node < b.profile.nodes() {
            if b.profile.is_leaf(node) {
                let (s, r) = (b.modes.extents[leaf], b.modes.strides[leaf]);
                if r < 0 && s > 1 {
                    return Err(Rule::NegativeStride { stride: r });
                }
                match fit(&a, s, r) {
                    Ok(modes) => fitted.modes(&modes),
                    // The index of the leaf, as a linear index of `B`: the leaves before it are faster.
                    Err(Rule::NoFit { index, expected, found }) => {
                        return Err(Rule::NoFit { index: index * before, expected, found });
                    }
                    Err(rule) => return Err(rule),
                }
                before *= s;
                leaf += 1;
            } else {
                fitted.open(b.profile.rank(node));
            }
            node += 1;
        }
        let fitted = tri!(fitted.checked());
        // Each leaf alone is right; the sum of two leaves may still pass the end of a mode.
        let mut index = 0;
        while index < size {
            let found = tri!(offset(&a, tri!(b.linear_offset(0, b.modes.len, index))));
            let expected = tri!(fitted.linear_offset(0, fitted.modes.len, index));
            if found != expected {
                return Err(Rule::NoFit { index, expected, found });
            }
            index += 1;
        }
        out.whole(&fitted);
        Ok(())
    }

    /// Whether [`Layout::compose_exact`] finds a layout, for at most 256 elements. `false` for more.
    pub(crate) const fn fits_quickly(&self, b: &Tiler) -> bool {
        match b.layout.modes.size(0, b.layout.modes.len) {
            Ok(size) if size.value <= 256 => self.compose_exact(b).is_ok(),
            _ => false,
        }
    }
}

/// Whether a layout exists for the operands of a refused composition.
pub(crate) const fn exists(left: &Operand, right: &Operand) -> bool {
    let Operand::Layout(a) = left else { return false };
    match right {
        Operand::Layout(b) => a.fits_quickly(&Tiler::whole(*b)),
        Operand::Tiler(b) => a.fits_quickly(b),
        _ => false,
    }
}
