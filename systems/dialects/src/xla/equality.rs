//! [`ShapeEquality`], equality of shapes and layouts that ignores some of their fields.

use crate::xla::order::XlaLayout;
use crate::xla::shape::XlaShape;

/// Which fields of two shapes must be equal: XLA's `Shape::Equal` and `Layout::Equal`. All, until some are ignored.
///
/// ```
/// use static_layout_dialects::xla::{ShapeEquality, XlaShape};
/// let (a, b): (XlaShape, XlaShape) = ("f32[2,3]{1,0:T(2,2)}".parse()?, "bf16[2,3]{1,0}".parse()?);
/// assert!(a != b && !ShapeEquality::ALL.ignoring_tiles().shapes(&a, &b));
/// assert!(ShapeEquality::ALL.ignoring_tiles().ignoring_float_precision().shapes(&a, &b));
/// assert!(ShapeEquality::COMPATIBLE.ignoring_element_type().shapes(&a, &"s8[2,<=3]{0,1}".parse()?));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeEquality {
    ignored: u16,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)*) => {
        impl ShapeEquality {
            $(
                $(#[$doc])*
                pub const fn $name(self) -> Self {
                    Self { ignored: self.ignored | 1 << $bit }
                }
            )*
        }
    };
}
fields! {
    /// Ignores the element type.
    ignoring_element_type = 0;
    /// Ignores which of two floating-point types an element has.
    ignoring_float_precision = 1;
    /// Ignores which sizes are known at run time only.
    ignoring_dynamic_dimensions = 2;
    /// Ignores the part in braces.
    ignoring_layout = 3;
    /// Ignores the tiles.
    ignoring_tiles = 4;
    /// Ignores the number whose multiple the elements are rounded up to.
    ignoring_tail_alignment = 5;
    /// Ignores the distance of adjacent elements in bits.
    ignoring_element_size = 6;
    /// Ignores the memory space.
    ignoring_memory_space = 7;
    /// Ignores the types of indices and pointers.
    ignoring_index_types = 8;
    /// Ignores how dimensions are split between memories.
    ignoring_splits = 9;
    /// Ignores the bytes of metadata before the elements.
    ignoring_metadata = 10;
}

impl ShapeEquality {
    /// Every field counts, as in `==`.
    pub const ALL: Self = Self { ignored: 0 };

    /// XLA's `Compatible`: neither the layout nor run-time sizes count.
    pub const COMPATIBLE: Self = Self::ALL.ignoring_layout().ignoring_dynamic_dimensions();

    /// Compares only the order of the dimensions of layouts: XLA's `MinorToMajorOnly`.
    pub const ORDER: Self = Self::ALL
        .ignoring_tiles()
        .ignoring_tail_alignment()
        .ignoring_element_size()
        .ignoring_memory_space()
        .ignoring_index_types()
        .ignoring_splits()
        .ignoring_metadata();

    const fn counts(self, bit: u16) -> bool {
        self.ignored >> bit & 1 == 0
    }

    /// Whether the shapes are equal in every field that counts.
    pub fn shapes(self, a: &XlaShape, b: &XlaShape) -> bool {
        let floats = |a: &XlaShape| a.element_type().is_float();
        let elements = !self.counts(0)
            || a.element_type() == b.element_type()
            || !self.counts(1) && floats(a) && floats(b);
        let dynamic = (a.dynamic, a.unbounded) == (b.dynamic, b.unbounded);
        elements
            && a.dimensions() == b.dimensions()
            && (!self.counts(2) || dynamic)
            && (!self.counts(3) || self.layouts(a.layout(), b.layout()))
    }

    /// Whether the layouts are equal in every field that counts.
    pub fn layouts(self, a: &XlaLayout, b: &XlaLayout) -> bool {
        a.order == b.order
            && (!self.counts(4) || a.tiles == b.tiles)
            && (!self.counts(5) || a.tail_alignment == b.tail_alignment)
            && (!self.counts(6) || a.element_bits == b.element_bits)
            && (!self.counts(7) || a.memory_space == b.memory_space)
            && (!self.counts(8) || (a.index_type, a.pointer_type) == (b.index_type, b.pointer_type))
            && (!self.counts(9) || a.splits == b.splits)
            && (!self.counts(10) || a.metadata_bytes == b.metadata_bytes)
    }
}
