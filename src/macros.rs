//! The macros. `layout-macros` expands notation; each macro gives it the path of this crate, `$crate`, so a dependency may
//! have another name, and another crate may export them.

/// A layout `shape:stride`, or operations on layouts.
///
/// | written | the layout |
/// |---|---|
/// | `layout!((2,(2,2)):(4,(1,2)))` | static: zero bytes, usable in `const` |
/// | `layout!((4, n):(1, 4))` | `n` is a variable: one `usize` is stored, 4, 1 and 4 stay types |
/// | `layout!((m, {n + 1}):(s, 1))` | an expression goes in braces |
/// | `layout!((BM, {const BN / 2}))` | constants are static: an identifier in capitals, or after `const` |
/// | `layout!((U16, {type R}))` | numerals of typenum: a name such as `U16`, any other type `R: Nat`; a value is written `{static r}` |
/// | `layout!((4,8))`, `layout!((4,8):col)` | compact, leftmost mode fastest: `(4,8):(1,4)` |
/// | `layout!((4,8):row)` | compact, rightmost mode fastest: `(4,8):(8,1)` |
/// | `layout!((4,8,2):order(2,0,1))` | compact, mode 1 fastest: `(4,8,2):(16,1,8)` |
/// | `layout!((20,40):NZ(16))` | 20 by 40 in a format of Ascend C, fractals of 16 by 16: `((16,2),(16,3)):((16,256),(1,512))` |
/// | `layout!((8, n):NZ(u16))` | `n` columns, with the `c0` of the element type: only leaves that depend on `n` are stored |
/// | `layout!(4:-1)`, `layout!(4:-s)` | a stride may be negative |
/// | `layout!((4,6):(1@1,1@0))`, `layout!((4,6):({n}@0,1@1))` | strides with basis vectors: it maps to the coordinate `(y, x)` |
/// | `layout!(a o b)` | composition `a(b(..))` of layouts in scope |
/// | `layout!(a / 4:1)`, `layout!(a * b)` | logical divide, logical product |
/// | `layout!(~a)` | complement: the gaps between the offsets |
/// | `layout!(Sw<3,4,3> o 0 o (8,64):(64,1))` | a swizzle after an offset after a layout |
/// | `layout!(Sw<3,4,3> o n o a)` | the offset is a variable, the layout is in scope |
///
/// In all macros, an identifier in capitals and digits is a constant or a const parameter. Any other constant goes in
/// `{const ..}`: a path, a call, or `+ - * / %` of const parameters. A const parameter `N` needs the bound
/// `Extent<N>: Static`. `{N}` stores the number at run time.
///
/// `~` binds tighter than `*` and `/`, and these tighter than `o`. All associate to the left. A name next to an
/// operator is a layout in scope, elsewhere an extent or a stride. `NZ` and its like are the names of `dynamic::Frame`,
/// followed in parentheses by `c0`, the number of elements in 32 bytes, or by the type of an element; the shape before
/// them is the shape of a matrix or of a batch of matrices. `col`, `row` and `order` after the colon, `o` between
/// operands, and `Sw<` are reserved: braces make them variables. A given stride for an extent of 1 remains; a compact
/// stride for it is 0.
///
/// ```
/// use static_layout::*;
/// const A: Layout!((2,(2,2)):(4,(1,2))) = layout!((2,(2,2)):(4,(1,2)));
/// assert_eq!(A.index((1, 3)), 7);
/// assert_eq!(size_of_val(&A), 0);
///
/// let n = 5;
/// let b = layout!((4, n):order(1,0));
/// assert_eq!(b.to_string(), "(4,5):(5,1)");
/// assert_eq!(layout!((4,8,2):order(2,0,1)).to_string(), "(4,8,2):(16,1,8)");
///
/// let c = layout!((4,8));
/// assert_eq!(layout!(c o 8:4).to_string(), "8:4");
///
/// const ROWS: usize = 16;
/// let d: Layout!((16, 8)) = layout!((ROWS, {const ROWS / 2}));
/// assert_eq!(size_of_val(&d), 0);
/// ```
///
/// # Compile errors
///
/// Each at its tokens:
/// * a stride that is not congruent with the shape, and an order that does not fit it;
/// * a negative extent, an integer above 2^63-1, and one with a suffix;
/// * more than 12 modes of one level, and more than 32 integers;
/// * strides, if some have a basis and others do not;
/// * a static layout whose size or cosize exceeds `isize::MAX`;
/// * `?`, which belongs to [`Layout!`].
///
/// ```compile_fail
/// use static_layout::*;
/// // stride (4,1) is not congruent with shape (2,(2,2))
/// let a = layout!((2,(2,2)):(4,1));
/// ```
///
/// # Panics
///
/// When run-time numbers give a layout whose size or cosize exceeds `isize::MAX`, or an operation refuses them. The macro panics
/// before a function that takes the layout, such as `View::new`, could return an error. `Layout::try_new` and the operations that
/// begin with `try_` return one instead.
///
/// ```should_panic
/// use static_layout::*;
/// let rows = usize::MAX / 2;
/// let _ = View::new(&[0; 8], layout!((rows, 4):row));
/// ```
///
/// [`Layout!`]: macro@crate::Layout
#[macro_export]
macro_rules! layout {
    ($($notation:tt)*) => { $crate::__private::macros::layout! { $crate $($notation)* } };
}
pub use layout;

/// The type of a layout, with `?` for an integer known at run time.
///
/// `Layout!((4,?):(?,1))` has one runtime extent and one runtime stride (`usize` both); `-?` is a
/// negative runtime stride. `Layout!(Sw<3,4,3> o ? o (8,64):(64,1))` is swizzled after a runtime offset.
/// Compact strides are written as in [`layout!`]: `Layout!((4,?):row)`.
///
/// ```
/// use static_layout::*;
/// struct Rows {
///     layout: Layout!((?,64):(64,1)),
/// }
/// let m = 3;
/// let rows = Rows { layout: layout!((m,64):(64,1)) };
/// assert_eq!(rows.layout.size(), 192);
/// assert_eq!(size_of::<Rows>(), size_of::<usize>());
/// ```
///
/// # Compile errors
///
/// As for [`layout!`]; and variables and expressions, which are not types.
///
/// ```compile_fail
/// use static_layout::*;
/// // a type has no place for the value `n`: `?` marks a runtime leaf
/// type Rows = Layout!((n,64):(64,1));
/// ```
///
/// [`layout!`]: macro@crate::layout
#[macro_export]
macro_rules! Layout {
    ($($notation:tt)*) => { $crate::__private::macros::Layout! { $crate $($notation)* } };
}

/// A tuple of extents: `shape!(2,(2,2))`, `shape!(4, n)`.
///
/// One element without a comma is itself: `shape!(8)` is the integer, `shape!(8,)` and `shape!((8))`
/// have rank 1. Integers are types, variables and `{expr}` are `usize`. `_` is an extent that `reshape` infers.
///
/// ```
/// use static_layout::*;
/// let n = 3;
/// assert_eq!(Layout::col_major(shape!(2,(2,n))).to_string(), "(2,(2,3)):(1,(2,4))");
/// ```
///
/// # Compile errors
///
/// As for the shape of [`layout!`](macro@crate::layout).
///
/// ```compile_fail
/// use static_layout::*;
/// // extent -2 is negative: an extent is 0 or more
/// shape!(4, -2);
/// ```
#[macro_export]
macro_rules! shape {
    ($($notation:tt)*) => { $crate::__private::macros::shape! { $crate $($notation)* } };
}

/// The type of a tuple of extents, with `?` for `usize`: `Shape!(2,(2,?))`.
///
/// ```
/// use static_layout::*;
/// let n = 3;
/// let shape: Shape!(2,(2,?)) = shape!(2,(2,n));
/// assert_eq!(size_of_val(&shape), size_of::<usize>());
/// ```
///
/// # Compile errors
///
/// As for [`shape!`](macro@crate::shape); and variables and expressions, which are not types.
///
/// ```compile_fail
/// use static_layout::*;
/// // a type has no place for the value `n`: `?` marks a runtime leaf
/// type Tiles = Shape!(4, n);
/// ```
#[macro_export]
macro_rules! Shape {
    ($($notation:tt)*) => { $crate::__private::macros::Shape! { $crate $($notation)* } };
}

/// The type of a tiler: `Tile!(16, {const BN})`, with `?` for an extent known at run time.
///
/// ```
/// use static_layout::*;
/// const T: Tile!(16, _, 8:2) = tile!(16, _, 8:2);
/// assert_eq!(size_of_val(&T), 0);
/// ```
///
/// # Compile errors
///
/// As for [`tile!`](macro@crate::tile); and variables and expressions, which are not types.
#[macro_export]
macro_rules! Tile {
    ($($notation:tt)*) => { $crate::__private::macros::Tile! { $crate $($notation)* } };
}

/// A coordinate: `coord!(1,(0,i))`; `_` keeps a mode, for slicing: `coord!(1,_)`.
///
/// Zero-based. Integers are types, variables and `{expr}` are `usize`. One element without a comma
/// is itself: `coord!(7)` is a linear index.
///
/// ```
/// use static_layout::*;
/// let a = layout!((2,(2,2)):(4,(1,2)));
/// let i = 1;
/// assert_eq!(a.index(coord!(1,(i,0))), 5);
/// let (row, offset) = a.slice(coord!(1,_));
/// assert_eq!(row.to_string(), "((2,2)):((1,2))");
/// assert_eq!(offset, 4);
/// ```
///
/// # Compile errors
///
/// A negative coordinate, `?`, and integers as for [`layout!`](macro@crate::layout). Whether the coordinate fits a shape is
/// checked where it is used.
///
/// ```compile_fail
/// use static_layout::*;
/// // coordinate -1 is negative: a coordinate is 0 or more
/// coord!(1, -1);
/// ```
#[macro_export]
macro_rules! coord {
    ($($notation:tt)*) => { $crate::__private::macros::coord! { $crate $($notation)* } };
}

/// A tiler, mode by mode: `tile!(16, 8)`, `tile!(4:2, _, (2,4):(1,8))`.
///
/// `16` is the layout `16:1`, `_` leaves a mode as it is, `BM` and `{const N}` are constants, a variable is a tile
/// extent known at run time. `tile!(8)` tiles mode 0; to tile a layout as a whole, use a layout.
///
/// ```
/// use static_layout::*;
/// let tiled = layout!((128,64):(1,128)).zipped_divide(tile!(16, 8));
/// assert_eq!(tiled.to_string(), "((16,8),(8,8)):((1,128),(16,1024))");
/// ```
///
/// # Compile errors
///
/// As for [`layout!`](macro@crate::layout), and more than 12 modes.
///
/// ```compile_fail
/// use static_layout::*;
/// // `?` marks a runtime leaf of a type, as in `Layout!(?:1)`: a value needs a variable or `{expression}` here
/// tile!(4:1, ?);
/// ```
#[macro_export]
macro_rules! tile {
    ($($notation:tt)*) => { $crate::__private::macros::tile! { $crate $($notation)* } };
}

/// The numbers of modes, as a type: `modes!(0, 2)`. They take one operand's part of a tiler and a coordinate for several:
/// [`View::tile_of`](crate::View::tile_of), [`Tile::select`](crate::Tile::select). CuTe's `Step<_1,X,_1>`.
///
/// ```
/// use static_layout::*;
/// let mnk = tile!(128, 64, 16);
/// let (mk, nk, mn) = (modes!(0, 2), modes!(1, 2), modes!(0, 1));
/// assert_eq!((mnk.select(mk), mnk.select(nk)), (tile!(128, 16), tile!(64, 16)));
/// assert_eq!(mnk.select(mn), tile!(128, 64));
/// assert_eq!(size_of_val(&mk), 0);
/// ```
///
/// # Compile errors
///
/// What is not a literal.
#[macro_export]
macro_rules! modes {
    ($($mode:literal),+ $(,)?) => { $crate::coord!($($mode,)+) };
}

/// Slices of the axes of an array: `slices!(3, 1..-1, ..; -2)`, NumPy's `[3, 1:-1, ::-2]`.
///
/// | written | taken |
/// |---|---|
/// | `3`, `-1`, `i` | one index, from the end when negative: the axis is removed |
/// | `_`, `..` | the whole axis |
/// | `1..4`, `1..`, `..-1`, `i..n` | from the first index up to, but not including, the second |
/// | `..; 2`, `4..1; -1`, `..; -1` | every second index; downwards |
///
/// Integers are types, variables and `{expr}` are `usize`. A bound past the end of its axis is cut off there.
///
/// ```
/// use static_layout::*;
/// let a = layout!((5, 4, 6):row);
/// let (part, offset) = a.slice_axes(slices!(-1, 1..3, ..; -2));
/// assert_eq!((part.to_string(), offset), ("(2,3):(6,-2)".into(), 107));
/// assert_eq!(size_of_val(&slices!(-1, 1..3, ..; -2)), 0);
/// ```
///
/// # Compile errors
///
/// A step without a range, parentheses, `?`, and integers as for [`layout!`](macro@crate::layout).
///
/// ```compile_fail
/// use static_layout::*;
/// // a step follows a range: `..; 2`, `1..; -1`
/// slices!(3; 2);
/// ```
#[macro_export]
macro_rules! slices {
    ($($notation:tt)*) => { $crate::__private::macros::slices! { $crate $($notation)* } };
}

/// Runs one body on a padded tile, whole or cut: [`View::whole_or_clip`](crate::View::whole_or_clip). The body is compiled
/// twice, for the static layout of a whole tile, and for the run-time extents of a tile that an edge cuts.
///
/// ```
/// use static_layout::*;
/// fn mark<L: AnyLayout>(tile: &mut ViewMut<'_, u8, L>) {
///     let [m, n] = tile.sizes();
///     tile.fill(10 * m as u8 + n as u8);
/// }
/// let (m, n) = (3, 5);
/// let mut matrix = Boxed::filled(layout!((m, n):row), 0);
/// for mut tile in matrix.tiles_padded_mut(tile!(2, 4)) {
///     whole_or_clip!(tile, |mut tile| mark(&mut tile));
/// }
/// assert_eq!(matrix.to_string(), "24 24 24 24 21\n24 24 24 24 21\n14 14 14 14 11");
/// let sums = matrix.tiles_padded(tile!(2, 4)).map(|tile| whole_or_clip!(tile, |tile| tile.size()));
/// assert!(sums.eq([8, 4, 2, 1]));
/// ```
///
/// The body is not a closure: `return`, `break` and `?` leave the function around it.
///
/// # Panics
/// When the edge cuts a tile, and the coordinates inside are not a box: a tile whose mode has several leaves.
#[macro_export]
macro_rules! whole_or_clip {
    ($padded:expr, |$tile:pat_param| $body:expr) => {
        match $padded.whole_or_clip() {
            $crate::WholeOrClipped::Whole($tile) => $body,
            $crate::WholeOrClipped::Clipped($tile) => $body,
        }
    };
}

/// Stops the compiler and shows the layout of an expression: its notation, profile, rank, depth, size and cosize, and
/// for rank 2 the table of its offsets. Leaves known at run time are `?`; for a swizzled layout, the layout inside is
/// shown.
///
/// ```compile_fail,E0080
/// use static_layout::*;
/// let a = layout!((4, 6):(1, 4)).zipped_divide(tile!(2, 3));
/// // layout_dbg!: ((2,3),(2,2)):((1,4),(2,12))
/// layout_dbg!(a);
/// ```
#[macro_export]
macro_rules! layout_dbg {
    ($layout:expr $(,)?) => {
        $crate::__private::show(&$layout)
    };
}

/// Asserts that a layout equals the layout written after it, in the notation of [`layout!`](macro@crate::layout):
/// equal nesting, extents and strides.
///
/// If both are static and differ, the compiler stops, in code that is built; otherwise the code panics. Both messages
/// name the two layouts, and the first coordinate at which they differ. Operands must not be swizzled: assert the
/// layout inside.
///
/// ```
/// use static_layout::*;
/// let a = layout!((4, 6):(1, 4)).zipped_divide(tile!(2, 3));
/// assert_layout!(a, ((2,3),(2,2)):((1,4),(2,12)));
/// let n = 6;
/// assert_layout!(layout!((4, n)), (4, 6):(1, 4));
/// ```
/// ```compile_fail,E0080
/// use static_layout::*;
/// // assert_layout!: the layout is (4,6):(1,4) and not (4,6):(6,1)
/// assert_layout!(layout!((4, 6)), (4, 6):(6, 1));
/// ```
///
/// # Panics
/// When the layouts are not equal, and one of them has run-time integers.
///
/// ```should_panic
/// use static_layout::*;
/// let n = 6;
/// assert_layout!(layout!((4, n)), (4, 6):(6, 1));
/// ```
#[macro_export]
macro_rules! assert_layout {
    ($layout:expr, $($expected:tt)+) => {
        $crate::__private::must_equal(&$layout, &$crate::layout!($($expected)+))
    };
}

/// Asserts that the threads of a layout access a memory without a bank conflict.
///
/// `assert_conflict_free!(threads, memory, access, machine)`: the thread-value layout maps (thread, value) to linear coordinates of
/// the memory layout, and both are static; the access and the machine are constants of [`dynamic::memory`](crate::dynamic::memory).
/// The compiler stops in code that is built, and names two threads that collide, and a swizzle without a conflict where one is
/// near.
///
/// ```
/// use static_layout::dynamic::memory::{Access, NVIDIA};
/// use static_layout::*;
/// // Eight threads read 16 bytes of a column each.
/// let memory = layout!(Sw<3, 3, 3> o 0 o (8, 64):(64, 1));
/// assert_conflict_free!(layout!((8, 8):(1, 8)), memory, Access::of(2, 16), NVIDIA);
/// ```
/// ```compile_fail,E0080
/// use static_layout::dynamic::memory::{Access, NVIDIA};
/// use static_layout::*;
/// // assert_conflict_free!: (8,8):(1,8) accesses (8,64):(64,1) with a conflict: 8 wavefronts instead of 1
/// assert_conflict_free!(layout!((8, 8):(1, 8)), layout!((8, 64):(64, 1)), Access::of(2, 16), NVIDIA);
/// ```
#[macro_export]
macro_rules! assert_conflict_free {
    ($threads:expr, $memory:expr, $access:expr, $machine:expr $(,)?) => {{
        struct Accessed;
        impl $crate::__private::AccessOf<$crate::dynamic::memory::SharedMemory<'static>> for Accessed {
            const ACCESS: $crate::dynamic::memory::Access = $access;
            const MEMORY: $crate::dynamic::memory::SharedMemory<'static> = $machine;
        }
        $crate::__private::must_be_conflict_free::<Accessed, _, _>(&$threads, &$memory)
    }};
}

/// Asserts that the requests of a layout's threads move no more sectors of global memory than their bytes need.
///
/// The operands are those of [`assert_conflict_free!`](macro@crate::assert_conflict_free), with a
/// [`GlobalMemory`](crate::dynamic::memory::GlobalMemory).
///
/// ```
/// use static_layout::dynamic::memory::{Access, NVIDIA_GLOBAL};
/// use static_layout::*;
/// assert_coalesced!(layout!(32:32), layout!((32, 32):(32, 1)), Access::of(4, 4), NVIDIA_GLOBAL);
/// ```
/// ```compile_fail,E0080
/// use static_layout::dynamic::memory::{Access, NVIDIA_GLOBAL};
/// use static_layout::*;
/// // assert_coalesced!: 32:1 accesses (32,32):(32,1) in 32 sectors of 32 bytes instead of 4
/// assert_coalesced!(layout!(32:1), layout!((32, 32):(32, 1)), Access::of(4, 4), NVIDIA_GLOBAL);
/// ```
#[macro_export]
macro_rules! assert_coalesced {
    ($threads:expr, $memory:expr, $access:expr, $machine:expr $(,)?) => {{
        struct Accessed;
        impl $crate::__private::AccessOf<$crate::dynamic::memory::GlobalMemory<'static>> for Accessed {
            const ACCESS: $crate::dynamic::memory::Access = $access;
            const MEMORY: $crate::dynamic::memory::GlobalMemory<'static> = $machine;
        }
        $crate::__private::must_be_coalesced::<Accessed, _, _>(&$threads, &$memory)
    }};
}

/// Asserts that two static layouts have vectors of `n` elements in common: `n` divides
/// [`max_common_vector`](crate::Layout::max_common_vector).
///
/// ```
/// use static_layout::*;
/// assert_vector!(8, layout!((8, 16):(1, 8)), layout!((8, 16):(1, 24)));
/// ```
/// ```compile_fail,E0080
/// use static_layout::*;
/// // assert_vector!: (8,16):(1,8) and (8,16):(16,1) have a common vector of 1, not of 4 elements
/// assert_vector!(4, layout!((8, 16):(1, 8)), layout!((8, 16):(16, 1)));
/// ```
#[macro_export]
macro_rules! assert_vector {
    ($n:expr, $a:expr, $b:expr $(,)?) => {
        $crate::__private::must_have_vector::<{ $n }, _, _>(&$a, &$b)
    };
}

/// The smallest swizzle with which threads access a memory without bank conflicts, found by the compiler:
/// `solve!(memory, [threads, ..], access, machine)`. Layouts are expressions of constants.
///
/// The search is that of [`dynamic::solve`](crate::dynamic::solve). A large one takes the compiler long.
///
/// ```
/// use static_layout::dynamic::Swizzle;
/// use static_layout::dynamic::memory::{Access, NVIDIA};
/// use static_layout::*;
/// const FOUND: Swizzle = solve!(layout!((8, 64):(64, 1)), [layout!((8, 8):(1, 8))], Access::of(2, 16), NVIDIA);
/// assert_eq!(FOUND.to_string(), "Sw<3,3,3>");
/// ```
///
/// # Panics
/// In the compiler: where every swizzle leaves a conflict, and for layouts that the search refuses.
#[macro_export]
macro_rules! solve {
    ($memory:expr, [$($threads:expr),+ $(,)?], $access:expr, $machine:expr $(,)?) => {
        const {
            match $crate::__private::solved(
                $crate::__private::constant(&$memory),
                [$($crate::__private::constant(&$threads)),+],
                $access,
                &$machine,
            ) {
                Ok(swizzle) => swizzle,
                Err(text) => $crate::__private::stop(text.as_str()),
            }
        }
    };
}

/// Asserts that two layouts are the same function: the same size, and the same offset at each linear
/// index, in whatever modes. See [`same_function`](crate::Layout::same_function).
///
/// If both are static and differ, the compiler stops, in code that is built; otherwise the code panics. Both messages
/// name the two layouts, and the first coordinate at which they differ. Operands must not be swizzled: compare the
/// swizzles and the layouts inside.
///
/// ```
/// use static_layout::*;
/// assert_same_function!(layout!((2,(1,6)):(1,(6,2))), layout!((3,4):(1,3)));
/// let n = 3;
/// assert_same_function!(layout!((n,4)), layout!(12:1));
/// ```
/// ```compile_fail,E0080
/// use static_layout::*;
/// // assert_same_function!: (4,8):(1,4) and (4,8):(8,1) are not the same function: at (1,0) they are 1 and 8
/// assert_same_function!(layout!((4, 8)), layout!((4, 8):row));
/// ```
///
/// # Panics
/// When the layouts are not the same function, and one of them has run-time integers.
///
/// ```should_panic
/// use static_layout::*;
/// let n = 3;
/// assert_same_function!(layout!((n, 4)), layout!(8:1));
/// ```
#[macro_export]
macro_rules! assert_same_function {
    ($left:expr, $right:expr $(,)?) => {
        $crate::__private::must_be_same_function(&$left, &$right)
    };
}
