//! A layout, a tiler, a swizzled layout.

use crate::value::basis::Bases;
use crate::value::limit::MAX_LEAVES;
use crate::value::{Num, Profile};

/// A layout `shape:stride`, CuTe's `Layout`. Shape and stride have the same nesting.
///
/// It maps the coordinate `(c_0, c_1, ..)` to the offset `sum c_i * d_i`. It maps a linear index to the offset of the
/// colexicographic coordinate with that index: the leftmost digit is the fastest.
///
/// ```
/// use layout_core::Layout;
/// let a: Layout = "(2,(2,2)):(4,(1,2))".parse()?;
/// assert_eq!(a.index(&"(1,3)".parse()?)?, 7);
/// assert_eq!(a.index(&7.into())?, 7);
/// assert_eq!(a.flatten()?.to_string(), "(2,2,2):(4,1,2)");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Layout {
    pub(crate) profile: Profile,
    pub(crate) modes: Modes,
}

/// A list of modes `extent:stride`, without nesting.
#[derive(Clone, Copy)]
pub(crate) struct Modes {
    pub(crate) len: usize,
    pub(crate) extents: [i64; MAX_LEAVES],
    pub(crate) strides: [i64; MAX_LEAVES],
    /// The basis of each stride.
    pub(crate) bases: Bases,
    pub(crate) known_extents: u32,
    pub(crate) known_strides: u32,
}

/// The right operand of a division, a product or a composition, CuTe's tiler.
///
/// `4:1` is a layout: it indexes the whole domain by linear index. `<4:1,8:2,_>` is by mode: one layout for each
/// mode, and `_` keeps a mode unchanged.
///
/// ```
/// use layout_core::{Layout, Tiler};
/// let a: Layout = "(128,64):(1,128)".parse()?;
/// let tile: Tiler = "<16,8>".parse()?;
/// let tiled = a.zipped_divide(&tile)?;
/// assert_eq!(tiled.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tiler {
    /// The layout. Of a by-mode tiler, the tuple of the tiles, with `1:0` for a kept mode.
    pub(crate) layout: Layout,
    pub(crate) by_mode: bool,
    /// Bit `i` is set where mode `i` is kept.
    pub(crate) kept: u16,
}

/// `x ^ ((x & Y) >> S)`, CuTe's `Swizzle<B,M,S>`: the `B` bits `Y` of an offset are xored onto the `B` bits `Z`. `Z`
/// starts at bit `M`, and `Y` lies `S` bits above. With a negative `S`, `Y` starts at bit `M` and `Z` lies `|S|` bits
/// above. A swizzle is its own inverse.
///
/// ```text
/// Sw<2,1,3>   bit  .. 6 5 4 3 2 1 0
///                       Y Y   Z Z         B = 2 bits of Z, from bit M = 1 on, change with
///                       |_|_ _|_|         the B bits of Y that are S = 3 places above
/// ```
///
/// ```
/// use layout_core::Swizzle;
/// let sw: Swizzle = "Sw<2,0,3>".parse()?;
/// let row = |y: i64| [0, 1, 2, 3].map(|x| sw.apply(8 * y + x) - 8 * y);
/// assert_eq!([row(0), row(1)], [[0, 1, 2, 3], [1, 0, 3, 2]]);
/// assert_eq!([row(2), row(3)], [[2, 3, 0, 1], [3, 2, 1, 0]]);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Swizzle {
    pub(crate) bits: u32,
    pub(crate) base: u32,
    pub(crate) shift: i32,
}

/// A swizzled layout, CuTe's `ComposedLayout`: `R(c) = Sw(offset + L(c))`. The plain layout `L` determines
/// its coordinates, its size and its nesting.
///
/// ```text
/// Sw<2,0,2> o 0 o (4,4):(4,1)      0  1  2  3
///                                  5  4  7  6
///                                 10 11  8  9
///                                 15 14 13 12
/// ```
///
/// ```
/// use layout_core::ComposedLayout;
/// let a: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
/// assert_eq!(a.index(&"(2,1)".parse()?)?, 11);
/// let (row, offset) = a.slice(&"(2,_)".parse()?)?;
/// assert_eq!((row.to_string(), offset), ("Sw<2,0,2> o 8 o (4):(1)".to_string(), 0));
/// assert!(row.iter().eq([10, 11, 8, 9]));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct ComposedLayout {
    pub(crate) swizzle: Swizzle,
    pub(crate) offset: Num,
    pub(crate) layout: Layout,
}
