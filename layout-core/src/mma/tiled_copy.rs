//! [`TiledCopy`]: a copy instruction over the threads and values of a tile.

use crate::MAX_RANK;
use crate::error::{LayoutError, MmaRule, Operand, Operation, Rule};
use crate::layout::tiler::Mode;
use crate::mma::atom::MmaOperand;
use crate::mma::copy_atom::CopyAtom;
use crate::mma::tiled::{TiledMma, extents};
use crate::number::tri;
use crate::value::{Coord, IntTuple, Layout, Tiler};

/// The tile of a product of a layout of threads and a layout of values, and its thread-value layout: `make_layout_tv` of CuTe's DSL.
///
/// ```text
/// tile = shape(raked_product(threads, values))        tv = right_inverse(raked_product) as (threads, values)
/// ```
///
/// ```
/// use layout_core::mma::make_layout_tv;
/// let (tile, tv) = make_layout_tv(&"(2,3):(3,1)".parse()?, &"(2,2):(2,1)".parse()?)?;
/// assert_eq!((tile.to_string(), tv.to_string()), ("(4,6)".into(), "((3,2),(2,2)):((8,2),(4,1))".into()));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`Layout::raked_product`], and of [`Layout::with_shape`] where threads or values are not compact.
pub const fn make_layout_tv(
    threads: &Layout,
    values: &Layout,
) -> Result<(IntTuple, Layout), LayoutError> {
    let tile = tri!(threads.raked_product(values));
    let counts =
        tri!(IntTuple::tuple(&[IntTuple::leaf(threads.size()), IntTuple::leaf(values.size())]));
    let tv = tri!(tri!(tile.right_inverse()).with_shape(&counts));
    Ok((tri!(tile.shape().product_each()), tv))
}

/// A copy instruction over a tile, CuTe's `TiledCopy`.
///
/// `tv` maps (thread, value) to the column-major index in the tile. The values of a thread go to instructions in their order.
///
/// ```
/// use layout_core::mma::{CopyAtom, MmaAtom, TiledMma, make_tiled_copy_b};
/// let atom = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN")?;
/// let mma = TiledMma::of(&atom, &"(1,1,1)".parse()?)?;
/// let copy = make_tiled_copy_b(&CopyAtom::LDMATRIX_X2, 16, &mma)?;
/// // Lane 8 k + r has the row r of matrix k, which is 8 elements along k.
/// assert_eq!(copy.layout_s_tv()?.to_string(), "((8,2,2),(8,1)):((1,64,0),(8,0))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TiledCopy {
    atom: CopyAtom,
    /// Source, destination, and the side that `tv` describes, in values.
    sides: [Layout; 3],
    tv: Layout,
    tile: IntTuple,
}

impl TiledCopy {
    /// The copy of values of `bits` bits, CuTe's `make_tiled_copy_impl`. `tile` has the extent of the tile in each mode.
    ///
    /// # Errors
    /// [`MmaRule::NestedTile`] for a nested tile, [`MmaRule::CopyThreads`] and [`MmaRule::CopyValues`] where the threads and values of the
    /// atom do not divide those of `tv`, and [`MmaRule::CopyBits`] for values that the atom does not move whole.
    pub const fn new(
        atom: &CopyAtom,
        bits: i64,
        tv: Layout,
        tile: IntTuple,
    ) -> Result<Self, LayoutError> {
        let [source, destination] = tri!(atom.sides(bits));
        let reference = if atom.is_store() { source } else { destination };
        let sides = [source, destination, reference];
        let (threads, values) = (tri!(tv.mode(0)).size(), tri!(tv.mode(1)).size());
        let needed = [tri!(reference.mode(0)).size(), tri!(reference.mode(1)).size()];
        if threads % needed[0] != 0 {
            let rule = MmaRule::CopyThreads { found: threads, needed: needed[0] };
            return Err(refused(&tv, rule));
        }
        if values % needed[1] != 0 {
            let rule = MmaRule::CopyValues { found: values, needed: needed[1] };
            return Err(refused(&tv, rule));
        }
        if tile.depth() > 1 {
            return Err(refused(&tv, MmaRule::NestedTile { depth: tile.depth() }));
        }
        Ok(Self { atom: *atom, sides, tv, tile })
    }

    /// The instruction.
    pub const fn atom(&self) -> &CopyAtom {
        &self.atom
    }

    /// The thread-value layout that the registers have: CuTe's `TiledLayout_TV`.
    pub const fn layout_tv(&self) -> &Layout {
        &self.tv
    }

    /// The extents of the tile: CuTe's `Tiler_MN`.
    pub const fn tile(&self) -> &IntTuple {
        &self.tile
    }

    /// The layout of the source: (thread, value) to the column-major index in the tile, CuTe's `get_layoutS_TV`.
    ///
    /// # Errors
    /// As [`tidfrg_s`](Self::tidfrg_s).
    #[doc(alias = "get_layoutS_TV")]
    pub const fn layout_s_tv(&self) -> Result<Layout, LayoutError> {
        self.layout_of(0)
    }

    /// The layout of the destination: (thread, value) to the column-major index in the tile, CuTe's `get_layoutD_TV`.
    ///
    /// # Errors
    /// As [`tidfrg_s`](Self::tidfrg_s).
    #[doc(alias = "get_layoutD_TV")]
    pub const fn layout_d_tv(&self) -> Result<Layout, LayoutError> {
        self.layout_of(1)
    }

    const fn layout_of(&self, side: usize) -> Result<Layout, LayoutError> {
        let held = tri!(self.thread_values(side));
        let tile = tri!(Layout::col_major(self.tile));
        tile.compose(&Tiler::whole(held))
    }

    /// A tensor as the threads of the source have it: CuTe's `tidfrg_S`.
    ///
    /// ```text
    /// (M,N,..) -> (Thr,(FrgV,FrgX),(RestM,RestN,..))
    /// ```
    ///
    /// # Errors
    /// The errors of [`Layout::zipped_divide`] where the tile does not divide the tensor.
    #[doc(alias = "tidfrg_S")]
    pub const fn tidfrg_s(&self, tensor: &Layout) -> Result<Layout, LayoutError> {
        self.tidfrg(tensor, 0)
    }

    /// A tensor as the threads of the destination have it: CuTe's `tidfrg_D`.
    ///
    /// # Errors
    /// As [`tidfrg_s`](Self::tidfrg_s).
    #[doc(alias = "tidfrg_D")]
    pub const fn tidfrg_d(&self, tensor: &Layout) -> Result<Layout, LayoutError> {
        self.tidfrg(tensor, 1)
    }

    /// A tensor as the threads of the memory's side have it.
    pub(crate) const fn tidfrg_memory(&self, tensor: &Layout) -> Result<Layout, LayoutError> {
        self.tidfrg(tensor, self.atom.is_store() as usize)
    }

    const fn tidfrg(&self, tensor: &Layout, side: usize) -> Result<Layout, LayoutError> {
        let tiles = tri!(tensor.zipped_divide(&tri!(tiler(&self.tile))));
        let held = tri!(self.thread_values(side));
        let held = tri!(tri!(tiles.mode(0)).compose(&Tiler::whole(held)));
        held.append(&tri!(tiles.mode(1)))
    }

    /// (thread, (FrgV,FrgX)) of a side to the column-major index in the tile.
    const fn thread_values(&self, side: usize) -> Result<Layout, LayoutError> {
        let reference = &self.sides[2];
        let counts = tri!(extents(tri!(reference.mode(0)).size(), tri!(reference.mode(1)).size()));
        // ((thread,value) of the atom,(thread,value) of the rest)
        let atoms = tri!(self.tv.zipped_divide(&counts));
        let side = tri!(tri!(reference.right_inverse()).compose(&Tiler::whole(self.sides[side])));
        let held = tri!(tri!(atoms.mode(0)).compose(&Tiler::whole(side)));
        let held = tri!(tri!(held.concat(&tri!(atoms.mode(1)))).zip());
        held.coalesce_by(&tri!(IntTuple::parse("(1,(1,1))")))
    }

    /// What one thread has of the source, and its offset: CuTe's `partition_S` of a thread's slice.
    ///
    /// ```text
    /// (M,N,..) -> ((FrgV,FrgX),RestM,RestN,..)
    /// ```
    ///
    /// # Errors
    /// [`MmaRule::NoThread`], and the errors of [`tidfrg_s`](Self::tidfrg_s).
    #[doc(alias = "partition_S")]
    pub const fn partition_s(
        &self,
        thread: i64,
        tensor: &Layout,
    ) -> Result<(Layout, i64), LayoutError> {
        self.partition(thread, &tri!(self.tidfrg_s(tensor)))
    }

    /// What one thread has of the destination, and its offset: CuTe's `partition_D` of a thread's slice.
    ///
    /// # Errors
    /// As [`partition_s`](Self::partition_s).
    #[doc(alias = "partition_D")]
    pub const fn partition_d(
        &self,
        thread: i64,
        tensor: &Layout,
    ) -> Result<(Layout, i64), LayoutError> {
        self.partition(thread, &tri!(self.tidfrg_d(tensor)))
    }

    const fn partition(&self, thread: i64, held: &Layout) -> Result<(Layout, i64), LayoutError> {
        let threads = tri!(held.mode(0)).size();
        if thread < 0 || thread >= threads {
            return Err(refused(&self.tv, MmaRule::NoThread { thread, threads }));
        }
        let all = Coord::keeping(IntTuple::leaf(0), 1);
        let rank = tri!(held.mode(2)).rank();
        let rests = tri!(Coord::tuple(([all; MAX_RANK]).split_at(rank).0));
        held.slice(&tri!(Coord::tuple(&[Coord::leaf(thread), all, rests])))
    }

    /// A fragment of another partition of the same tile, in the order of this copy's values: CuTe's `retile_S`.
    ///
    /// ```text
    /// (V,RestM,RestN,..) -> ((FrgV,FrgX),RestM,RestN,..)
    /// ```
    ///
    /// ```
    /// use layout_core::mma::{CopyAtom, MmaAtom, TiledMma, make_tiled_copy_a};
    /// let atom = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN")?;
    /// let mma = TiledMma::of(&atom, &"(1,1,1)".parse()?)?;
    /// let copy = make_tiled_copy_a(&CopyAtom::LDMATRIX_X2, 16, &mma)?;
    /// // Eight values of an instruction are two of the copy.
    /// assert_eq!(copy.retile_d(&"(8,4,4)".parse()?)?.to_string(), "((4,2),4,4):((1,4),8,32)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Layout::upcast`] and [`Layout::zipped_divide`] for a fragment of another tile.
    #[doc(alias = "retile_S")]
    pub const fn retile_s(&self, fragment: &Layout) -> Result<Layout, LayoutError> {
        self.retile(fragment)
    }

    /// A fragment of another partition of the same tile, in the order of this copy's values: CuTe's `retile_D`.
    ///
    /// # Errors
    /// As [`retile_s`](Self::retile_s).
    #[doc(alias = "retile_D")]
    pub const fn retile_d(&self, fragment: &Layout) -> Result<Layout, LayoutError> {
        self.retile(fragment)
    }

    const fn retile(&self, fragment: &Layout) -> Result<Layout, LayoutError> {
        let values = tri!(fragment.mode(0)).size();
        let threads = tri!(self.tv.mode(0)).size();
        // (M,N) to the fragment of the tile that has the element.
        let inverse = tri!(tri!(self.tv.right_inverse()).with_shape(&self.tile));
        let fragments = tri!(inverse.upcast(threads * values));
        // (values of an instruction, instructions) to (v,m,n)
        let first = tri!(Layout::col_major(IntTuple::leaf(values)));
        let all = tri!(first.logical_product(&Tiler::whole(tri!(fragments.right_inverse()))));
        let count = tri!(self.sides[2].mode(1)).size();
        let count = tri!(Layout::col_major(IntTuple::leaf(count)));
        let all = tri!(all.zipped_divide(&Tiler::whole(count)));
        let shape = tri!(fragments.shape().product_each());
        let tiles = tri!(tri!(shape.prepend(&IntTuple::leaf(values))).product_each());
        let divided = tri!(fragment.zipped_divide(&tri!(tiler(&tiles))));
        let held = tri!(tri!(divided.mode(0)).compose(&Tiler::whole(all)));
        // Mode 0 of the rest counts the values again, which the tile has all.
        let (rest, mut out, mut k) = (tri!(divided.mode(1)), tri!(wrapped(&held)), 1);
        while k < rest.rank() {
            out = tri!(out.append(&tri!(rest.mode(k))));
            k += 1;
        }
        Ok(out)
    }
}

/// A layout of one mode, which is `layout`.
const fn wrapped(layout: &Layout) -> Result<Layout, LayoutError> {
    Layout::from_modes(core::slice::from_ref(layout))
}

/// A tile of each extent of a tuple without nested ones, which has at most [`MAX_RANK`] integers.
const fn tiler(tile: &IntTuple) -> Result<Tiler, LayoutError> {
    let (mut modes, mut k) = ([Mode::Keep; MAX_RANK], 0);
    while k < tile.leaf_count() {
        modes[k] = Mode::Layout(tri!(Layout::col_major(IntTuple::leaf(tile.value(k)))));
        k += 1;
    }
    Tiler::by_mode(modes.split_at(tile.leaf_count()).0)
}

const fn refused(tv: &Layout, rule: MmaRule) -> LayoutError {
    LayoutError::unary(Operation::TiledCopy, Operand::Layout(*tv), Rule::Mma(rule))
}

/// The copy of a layout of threads and a layout of values, CuTe's `make_tiled_copy`.
///
/// # Errors
/// As [`make_layout_tv`] and [`TiledCopy::new`].
pub const fn make_tiled_copy(
    atom: &CopyAtom,
    bits: i64,
    threads: &Layout,
    values: &Layout,
) -> Result<TiledCopy, LayoutError> {
    let (tile, tv) = tri!(make_layout_tv(threads, values));
    TiledCopy::new(atom, bits, tv, tile)
}

/// The copy that moves what the threads of an instruction hold of an operand, in values of `bits` bits.
///
/// # Errors
/// As [`TiledMma::layout_tv`] and [`TiledCopy::new`].
pub const fn make_tiled_copy_of(
    atom: &CopyAtom,
    bits: i64,
    mma: &TiledMma,
    operand: MmaOperand,
) -> Result<TiledCopy, LayoutError> {
    let ([i, j], sizes) = (operand.modes(), mma.extents());
    let tile = tri!(IntTuple::tuple(&[IntTuple::leaf(sizes[i]), IntTuple::leaf(sizes[j])]));
    TiledCopy::new(atom, bits, tri!(mma.layout_tv(operand)), tile)
}

/// [`make_tiled_copy_of`] A.
///
/// # Errors
/// As [`make_tiled_copy_of`].
#[doc(alias = "make_tiled_copy_A")]
pub const fn make_tiled_copy_a(
    atom: &CopyAtom,
    bits: i64,
    mma: &TiledMma,
) -> Result<TiledCopy, LayoutError> {
    make_tiled_copy_of(atom, bits, mma, MmaOperand::A)
}

/// [`make_tiled_copy_of`] B.
///
/// # Errors
/// As [`make_tiled_copy_of`].
#[doc(alias = "make_tiled_copy_B")]
pub const fn make_tiled_copy_b(
    atom: &CopyAtom,
    bits: i64,
    mma: &TiledMma,
) -> Result<TiledCopy, LayoutError> {
    make_tiled_copy_of(atom, bits, mma, MmaOperand::B)
}

/// [`make_tiled_copy_of`] C.
///
/// # Errors
/// As [`make_tiled_copy_of`].
#[doc(alias = "make_tiled_copy_C")]
pub const fn make_tiled_copy_c(
    atom: &CopyAtom,
    bits: i64,
    mma: &TiledMma,
) -> Result<TiledCopy, LayoutError> {
    make_tiled_copy_of(atom, bits, mma, MmaOperand::C)
}

/// The copy by another instruction whose registers are the source of `copy`.
///
/// # Errors
/// As [`TiledCopy::layout_s_tv`] and [`TiledCopy::new`].
#[doc(alias = "make_tiled_copy_S")]
pub const fn make_tiled_copy_s(
    atom: &CopyAtom,
    bits: i64,
    copy: &TiledCopy,
) -> Result<TiledCopy, LayoutError> {
    TiledCopy::new(atom, bits, tri!(copy.layout_s_tv()), copy.tile)
}

/// The copy by another instruction whose registers are the destination of `copy`.
///
/// # Errors
/// As [`TiledCopy::layout_d_tv`] and [`TiledCopy::new`].
#[doc(alias = "make_tiled_copy_D")]
pub const fn make_tiled_copy_d(
    atom: &CopyAtom,
    bits: i64,
    copy: &TiledCopy,
) -> Result<TiledCopy, LayoutError> {
    TiledCopy::new(atom, bits, tri!(copy.layout_d_tv()), copy.tile)
}
