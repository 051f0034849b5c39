//! The names of each language, and the form that each one writes.

use layout_core::{Layout, LayoutError, Tiler};

use super::Language;

/// What a name makes of its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// Its only argument: `decltype(a)`, `static(4)`, `Coord(..)`.
    Same,
    /// A tuple of the arguments.
    Tuple,
    /// A tuple of tiles: integers, layouts, `_`.
    Tile,
    /// A static integer.
    Static,
    /// A run-time integer.
    Runtime,
    /// The type of a run-time integer.
    IntegerType,
    /// A basis vector, by its path.
    Basis,
    /// A basis vector, by its factor and its path.
    ScaledBasis,
    /// A mode that is kept, `_`.
    Keep,
    /// A layout by its shape and its stride or order, or by its modes.
    Layout,
    /// A compact layout by its shape and the order of its modes.
    Ordered,
    /// A compact layout by its shape, the leftmost leaf fastest.
    Left,
    /// A compact layout by its shape, the rightmost leaf fastest.
    Right,
    /// The layout that maps coordinates to themselves.
    Identity,
    /// A swizzle.
    Swizzle,
    /// A composition: of a swizzle, an offset and a layout, or of two layouts.
    Compose,
    /// Mojo's swizzled layout: the layout comes first.
    LayoutThenSwizzle,
    /// What CuTe writes in the place of an offset: a swizzle that acts on bytes, of elements of this many bits.
    ElementBits,
    /// A tensor: storage, and its layout. As a type, as [`TensorType`](Self::TensorType).
    Tensor,
    /// A type of a tensor: the layout is argument 1.
    TensorType,
    /// CuTe's tensor: a pointer, and a layout or a shape with its stride.
    MakeTensor,
    /// A tensor of registers: the layout, and the type of an element.
    Fragment,
    /// FlyDSL's type of a tensor.
    FlyMemRef,
    /// FlyDSL's tensor of coordinates: the first one, and the layout.
    CoordTensor,
    /// FlyDSL's type of a tiler.
    FlyTile,
    /// A complement, whose last extent is rounded up.
    Complement,
    /// An integer or a part of a layout.
    Measure(Measure),
    /// A tuple with the number of its elements: `IndexList[2](4, 8)`.
    Counted,
    /// An operation on a layout.
    Unary(fn(&Layout) -> Result<Layout, LayoutError>),
    /// An operation on a layout by a tiler.
    ByTiler(fn(&Layout, &Tiler) -> Result<Layout, LayoutError>),
    /// An operation on two layouts.
    ByLayout(fn(&Layout, &Layout) -> Result<Layout, LayoutError>),
    /// Extents of `std::mdspan`.
    Extents,
    /// Extents that are all known at run time: their number is the argument.
    Dextents,
    /// A layout of `std::mdspan`, which has a mapping.
    Mapping(Mapping),
    /// `std::mdspan` itself.
    Mdspan,
    /// NumPy's `as_strided`.
    AsStrided,
    /// This library's macro: notation.
    Notation,
}

/// What a function tells of a layout, or of a mode of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Size,
    Cosize,
    Rank,
    Depth,
    Shape,
    Stride,
    /// The mode itself.
    Mode,
}

/// A layout of `std::mdspan`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mapping {
    Left,
    Right,
    Stride,
    LeftPadded,
    RightPadded,
}

use Language::{Cute, CuteDsl, FlyDsl, Mdspan, MoYe, Mojo, NumPy, PyCute, Rust};

type Row = (&'static [Language], &'static [&'static str], Form);

const PYTHON: &[Language] = &[CuteDsl, FlyDsl, PyCute];
const ALGEBRA: &[Language] = &[Cute, CuteDsl, FlyDsl, PyCute, MoYe];

/// The names, by language.
const ROWS: &[Row] = &[
    (&[Cute, CuteDsl, PyCute, Mojo, MoYe, FlyDsl, Rust], &["make_layout", "Layout"], Form::Layout),
    (&[Cute], &["make_shape", "make_stride", "make_coord", "make_tuple", "make_step"], Form::Tuple),
    (&[Cute], &["Shape", "Stride", "Coord", "Step", "tuple", "Tuple", "IntTuple"], Form::Tuple),
    (&[Cute], &["make_tile"], Form::Tile),
    (&[Cute], &["Tile"], Form::Tile),
    (&[Cute], &["Int", "C", "constant", "integral_constant"], Form::Static),
    (
        &[Cute, Mdspan],
        &["int", "unsigned", "int32_t", "int64_t", "uint32_t", "uint64_t", "size_t", "long"],
        Form::IntegerType,
    ),
    (&[Cute], &["E"], Form::Basis),
    (&[CuteDsl], &["E"], Form::Basis),
    (&[Cute], &["ScaledBasis"], Form::ScaledBasis),
    (&[CuteDsl], &["ScaledBasis"], Form::ScaledBasis),
    (&[Cute], &["_", "Underscore", "X"], Form::Keep),
    (&[Cute], &["LayoutLeft", "GenColMajor"], Form::Left),
    (&[Cute], &["LayoutRight", "GenRowMajor"], Form::Right),
    (&[MoYe], &["GenColMajor"], Form::Left),
    (&[MoYe], &["GenRowMajor"], Form::Right),
    (&[Mojo], &["col_major"], Form::Left),
    (&[Mojo], &["row_major"], Form::Right),
    (&[Cute, CuteDsl, MoYe, Mojo, FlyDsl], &["make_ordered_layout"], Form::Ordered),
    (&[CuteDsl, FlyDsl], &["make_identity_layout"], Form::Identity),
    (&[Cute], &["make_identity_layout"], Form::Identity),
    (&[Cute, CuteDsl], &["make_identity_tensor"], Form::Identity),
    (&[Cute, CuteDsl], &["make_tensor"], Form::MakeTensor),
    (&[FlyDsl], &["make_view"], Form::MakeTensor),
    (&[CuteDsl], &["make_rmem_tensor", "make_fragment"], Form::Fragment),
    (&[Cute, PyCute, Mojo, CuteDsl], &["Swizzle"], Form::Swizzle),
    (&[CuteDsl, FlyDsl], &["make_swizzle"], Form::Swizzle),
    (&[FlyDsl, Rust], &["S", "Sw"], Form::Swizzle),
    (&[FlyDsl, Rust], &["layout"], Form::Layout),
    (&[FlyDsl], &["memref"], Form::FlyMemRef),
    (&[FlyDsl], &["coord_tensor"], Form::CoordTensor),
    (&[FlyDsl], &["tile"], Form::FlyTile),
    (&[FlyDsl], &["make_tile"], Form::Tile),
    (&[FlyDsl], &["*"], Form::Keep),
    (&[FlyDsl], &["swizzle", "composed_layout", "int_tuple"], Form::Same),
    (&[Cute, CuteDsl, PyCute, Mojo, MoYe, FlyDsl], &["composition"], Form::Compose),
    (&[Cute, PyCute], &["ComposedLayout"], Form::Compose),
    (&[Cute, CuteDsl, FlyDsl], &["make_composed_layout"], Form::Compose),
    (&[Mojo], &["ComposedLayout"], Form::LayoutThenSwizzle),
    (&[Cute], &["smem_ptr_flag_bits", "smem_ptr_flag"], Form::ElementBits),
    (&[Cute], &["decltype"], Form::Same),
    (&[FlyDsl], &["make_shape", "make_stride", "make_coord", "make_int_tuple"], Form::Tuple),
    (&[Mojo], &["IntTuple", "Coord", "coord"], Form::Tuple),
    (&[Mojo], &["IndexList"], Form::Counted),
    (&[Mojo], &["type_of"], Form::Same),
    (&[Mojo], &["Idx", "ComptimeInt"], Form::Static),
    (&[Mojo], &["RuntimeInt", "Scalar"], Form::Runtime),
    (&[CuteDsl], &["Int32", "Int64"], Form::Runtime),
    (&[Mojo], &["UNKNOWN_VALUE"], Form::IntegerType),
    (&[Mojo], &["TileTensor"], Form::Tensor),
    (&[Mojo], &["LayoutTensor"], Form::TensorType),
    (&[MoYe], &["static"], Form::Same),
    (&[MoYe], &["StaticInt"], Form::Static),
    (&[MoYe], &["Tuple", "tuple", "make_tuple"], Form::Tuple),
    (&[MoYe], &["Int64", "Int32", "Int"], Form::IntegerType),
    (PYTHON, &["coalesce"], Form::Unary(|a| a.coalesce())),
    (&[Cute, MoYe, Mojo], &["coalesce"], Form::Unary(|a| a.coalesce())),
    (&[Cute, CuteDsl, PyCute], &["filter"], Form::Unary(|a| a.filter())),
    (&[Cute, CuteDsl, PyCute, FlyDsl], &["complement"], Form::Complement),
    (&[Cute, CuteDsl, PyCute, FlyDsl], &["size"], Form::Measure(Measure::Size)),
    (&[Cute, CuteDsl, PyCute, FlyDsl], &["cosize"], Form::Measure(Measure::Cosize)),
    (&[Cute, CuteDsl, FlyDsl], &["rank"], Form::Measure(Measure::Rank)),
    (&[Cute, CuteDsl, FlyDsl], &["depth"], Form::Measure(Measure::Depth)),
    (&[Cute], &["shape"], Form::Measure(Measure::Shape)),
    (&[Cute], &["stride"], Form::Measure(Measure::Stride)),
    (&[Cute], &["get", "layout"], Form::Measure(Measure::Mode)),
    (&[CuteDsl], &["get"], Form::Measure(Measure::Mode)),
    (&[Cute, MoYe], &["flatten"], Form::Unary(|a| a.flatten())),
    (ALGEBRA, &["right_inverse"], Form::Unary(|a| a.right_inverse())),
    // PyCute's is another function outside the layout's offsets.
    (&[Cute, CuteDsl, FlyDsl, MoYe], &["left_inverse"], Form::Unary(|a| a.left_inverse())),
    (ALGEBRA, &["logical_divide"], Form::ByTiler(|a, b| a.logical_divide(b))),
    (ALGEBRA, &["zipped_divide"], Form::ByTiler(|a, b| a.zipped_divide(b))),
    (ALGEBRA, &["tiled_divide"], Form::ByTiler(|a, b| a.tiled_divide(b))),
    (&[Cute, CuteDsl, FlyDsl], &["flat_divide"], Form::ByTiler(|a, b| a.flat_divide(b))),
    (ALGEBRA, &["logical_product"], Form::ByTiler(|a, b| a.logical_product(b))),
    (
        &[Cute, CuteDsl, FlyDsl, MoYe],
        &["zipped_product"],
        Form::ByTiler(|a, b| a.zipped_product(b)),
    ),
    (&[Cute, CuteDsl, FlyDsl, MoYe], &["tiled_product"], Form::ByTiler(|a, b| a.tiled_product(b))),
    (&[Cute, CuteDsl, MoYe], &["blocked_product"], Form::ByLayout(|a, b| a.blocked_product(b))),
    (&[Cute, CuteDsl, FlyDsl, MoYe], &["raked_product"], Form::ByLayout(|a, b| a.raked_product(b))),
    (&[Mdspan], &["extents"], Form::Extents),
    (&[Mdspan], &["dextents", "dims"], Form::Dextents),
    (&[Mdspan], &["array"], Form::Tuple),
    (&[Mdspan], &["mdspan"], Form::Mdspan),
    (&[Mdspan], &["layout_left"], Form::Mapping(Mapping::Left)),
    (&[Mdspan], &["layout_right"], Form::Mapping(Mapping::Right)),
    (&[Mdspan], &["layout_stride"], Form::Mapping(Mapping::Stride)),
    (&[Mdspan], &["layout_left_padded"], Form::Mapping(Mapping::LeftPadded)),
    (&[Mdspan], &["layout_right_padded"], Form::Mapping(Mapping::RightPadded)),
    (&[NumPy], &["as_strided"], Form::AsStrided),
];

/// Names before a name that say where it is defined.
const SPACES: &[(&[Language], &[&str])] = &[
    (&[Cute], &["cute", "cutlass", "std", "cuda"]),
    (&[CuteDsl], &["cutlass", "cute"]),
    (&[PyCute], &["pycute"]),
    (&[FlyDsl], &["fx", "flydsl", "fly", "expr"]),
    (&[Mojo], &["layout", "Layout", "tile_layout"]),
    (&[MoYe], &["MoYe", "Static"]),
    (&[Mdspan], &["std", "experimental", "Kokkos", "Experimental", "cuda"]),
    (&[NumPy], &["np", "numpy", "lib", "stride_tricks"]),
    (&[Rust], &["static_layout"]),
];

/// The form of a name.
pub(super) fn form(language: Language, name: &str) -> Option<Form> {
    let is_number = name.starts_with('_') && number(&name[1..]).is_some();
    if is_number && matches!(language, Cute | MoYe) {
        return Some(Form::Static);
    }
    let row = ROWS.iter().find(|(of, names, _)| of.contains(&language) && names.contains(&name));
    match row {
        Some((.., Form::Layout)) if language == Rust => Some(Form::Notation),
        Some((.., form)) => Some(*form),
        None => None,
    }
}

/// The integer of `_4` and `_m4`.
pub(super) fn number(digits: &str) -> Option<i64> {
    let (negative, digits) = match digits.strip_prefix('m') {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value: i64 = digits.parse().ok().filter(|_| is_plain)?;
    Some(if negative { -value } else { value })
}

/// Whether a name says where another one is defined.
pub(super) fn is_space(language: Language, name: &str) -> bool {
    SPACES.iter().any(|(of, names)| of.contains(&language) && names.contains(&name))
}

/// The names of a language, for messages.
pub(super) fn accepted(language: Language) -> impl Iterator<Item = &'static str> {
    ROWS.iter()
        .filter(move |(of, ..)| of.contains(&language))
        .flat_map(|(_, names, _)| names.iter().copied())
        .filter(move |&name| name != "*" && (language != Rust || name != "make_layout"))
}

/// Whether the text calls a name that only source text has.
pub(super) fn claims(language: Language, text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    while let Some(start) = rest.find(is_name) {
        let word = &rest[start..];
        let end = word.find(|c| !is_name(c)).unwrap_or(word.len());
        let (name, after) = word.split_at(end);
        let is_called = after.trim_start().starts_with(['(', '<', '[', '{', '!', ':'])
            || rest[..start].ends_with('@');
        let telling = !matches!(
            form(language, name),
            None | Some(
                Form::Unary(_)
                    | Form::ByTiler(_)
                    | Form::ByLayout(_)
                    | Form::Complement
                    | Form::Measure(_)
                    | Form::IntegerType
                    | Form::Keep
                    | Form::Static
            )
        );
        if is_called && telling && name.len() > 3 && name != "composition" {
            return true;
        }
        rest = after;
    }
    false
}
