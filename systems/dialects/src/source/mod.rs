//! Source text of other systems: layouts as programs write them, in C++, Python, Mojo, Julia and Rust.
//!
//! One reader of expressions serves all languages, and one evaluator their forms; each language has a table of names.
//! Integers that the text writes as names give a [`SymbolicLayout`].
//!
//! ```
//! use static_layout_dialects::source::{Language, Source};
//! let text = "make_layout(make_shape(_2{}, n), make_stride(_1{}, _2{}))";
//! let read = Source::read(Language::Cute, text)?;
//! assert_eq!(read.to_string(), "(2,n):(1,2)");
//! assert_eq!(read.write(Language::PyCute)?, "Layout((2, n), (1, 2))");
//!
//! let read = Source::read(Language::Mdspan, "std::layout_left_padded<8>::mapping<std::extents<int, 6, 4>>")?;
//! assert_eq!(read.to_string(), "(6,4):(1,8)");
//! assert_eq!(read.write(Language::Mojo)?, "Layout(IntTuple(6, 4), IntTuple(1, 8))");
//!
//! let error = Source::read(Language::Cute, "make_layout(make_shap(2, 4))").unwrap_err();
//! assert_eq!(error.message(), "`make_shap` is not a name of CuTe's C++ that is read");
//! assert_eq!(error.span(), 12..21);
//! # Ok::<(), static_layout_dialects::source::SourceError>(())
//! ```
//!
//! | language | read | not written |
//! |---|---|---|
//! | CuTe's C++ | values (`make_layout(..)`) and types (`Layout<Shape<..>>`), swizzles, tilers, the algebra | an offset without a swizzle |
//! | CuTe DSL | `cute.make_layout((2, 4), stride=(4, 1))`, .. | an offset without a swizzle |
//! | PyCute | `Layout((2, 4), (4, 1))`, `Swizzle`, `ComposedLayout` | the same, strides of coordinates |
//! | Mojo | `Layout(IntTuple(..), ..)`, `row_major[4, 8]()`, `TileTensor` | the same, the stride -1, an offset before a swizzle |
//! | MoYe | `@Layout (2, 4) (4, 1)`, `make_layout(..)`, types | the same, swizzles |
//! | FlyDSL | `!fly.layout<..>`, `fx.make_layout(..)` | an offset without a swizzle, facts |
//! | `std::mdspan` | `layout_stride::mapping<..>{..}`, padded layouts of C++26, `mdspan` | nested modes, swizzles, strides below 1, elements that share an offset |
//! | Rust | `layout!(..)`, `Layout!(..)`, `Layout<(U2, U4), (U4, U1)>` | an offset without a swizzle |
//! | NumPy | `as_strided(x, shape=.., strides=..)`, of `x[3:]` where `x` has one axis | nested modes, swizzles, strides of coordinates |

//!
//! The operations are those of this library, and so is the stride of an extent of 1 in their results. The compact layouts
//! are those of each language: CuTe has the stride 0 there, and PyCute, Mojo and `std::mdspan` the product before it. Two modes
//! of the same order are read in Mojo, which takes the leftmost first, and refused elsewhere.

mod algebra;
mod element;
mod evaluate;
mod leaf;
mod mdspan;
mod names;
mod parts;
mod strided;
mod tree;
mod value;
mod write;

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle, SymbolicLayout, Tiler};

/// A language whose source text is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// CuTe's C++: `make_layout(make_shape(_2{}, _4{}), make_stride(_4{}, _1{}))`.
    Cute,
    /// The CuTe DSL's Python: `cute.make_layout((2, 4), stride=(4, 1))`.
    CuteDsl,
    /// PyCute's Python: `Layout((2, 4), (4, 1))`.
    PyCute,
    /// Mojo: `Layout(IntTuple(2, 4), IntTuple(4, 1))`.
    Mojo,
    /// MoYe's Julia: `@Layout (2, 4) (4, 1)`.
    MoYe,
    /// FlyDSL's types and Python: `!fly.layout<(2,4):(4,1)>`.
    FlyDsl,
    /// C++'s `std::mdspan`: `std::layout_right::mapping<std::extents<std::size_t, 2, 4>>{}`.
    Mdspan,
    /// This library's Rust: `layout!((2, 4):(4, 1))`.
    Rust,
    /// NumPy's `as_strided(x, shape=(2, 4), strides=(4*x.itemsize, x.itemsize))`.
    NumPy,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 9] = [
        Self::Cute,
        Self::CuteDsl,
        Self::PyCute,
        Self::Mojo,
        Self::MoYe,
        Self::FlyDsl,
        Self::Mdspan,
        Self::Rust,
        Self::NumPy,
    ];

    /// The name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cute => "CuTe's C++",
            Self::CuteDsl => "the CuTe DSL's Python",
            Self::PyCute => "PyCute",
            Self::Mojo => "Mojo's source",
            Self::MoYe => "MoYe's source",
            Self::FlyDsl => "FlyDSL",
            Self::Mdspan => "std::mdspan",
            Self::Rust => "Rust",
            Self::NumPy => "NumPy's as_strided",
        }
    }

    /// Whether the text calls a name of the language, such as `make_shape(` or `Shape<`. Names that are also
    /// operations of this library do not count.
    ///
    /// ```
    /// use static_layout_dialects::source::Language;
    /// assert!(Language::Cute.claims("Layout<Shape<_2,_4>>{}"));
    /// assert!(!Language::Cute.claims("coalesce((2,4):(1,2))"));
    /// ```
    pub fn claims(self, text: &str) -> bool {
        names::claims(self, text)
    }
}

/// What the text of a tensor says in addition to its layout.
///
/// ```
/// use static_layout_dialects::source::{Language, Source};
/// let text = "std::mdspan<double, std::extents<int, 2, 4>>";
/// let found = Source::tensor_type(Language::Mdspan, text)?.expect("a type");
/// assert_eq!((found.element, found.mlir), ("double", Some("f64")));
/// # Ok::<(), static_layout_dialects::source::SourceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TensorType<'a> {
    /// The type of the elements, as written. Empty where the text does not say it.
    pub element: &'a str,
    /// MLIR's name of that type. `None` of a parameter, and of a type that is not known.
    pub mlir: Option<&'static str>,
    /// The memory of the elements, as written.
    pub memory_space: Option<&'a str>,
    /// The alignment of the first element in bytes, as written.
    pub alignment: Option<&'a str>,
}

/// The value of a source text. `Display` writes this library's notation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Source {
    /// An integer, or a tuple of integers.
    Tuple(IntTuple),
    /// A layout, with the offset of its first element.
    Layout(Layout, i64),
    /// A layout with names in place of integers, with the offset of its first element.
    Symbolic(Box<SymbolicLayout>, i64),
    /// A tuple with integers that only run time knows, in notation: `(4,?{div=8})`.
    Unknowns(String),
    /// A tensor of coordinates: the first one in notation, `(?,0)`, and the layout.
    CoordTensor(String, Layout),
    /// A swizzled layout.
    Swizzled(ComposedLayout),
    /// A swizzle alone.
    Swizzle(Swizzle),
    /// A tiler by mode.
    Tiler(Tiler),
}

impl Source {
    /// Reads a text of a language. Names such as `n` in place of integers give a layout of names.
    ///
    /// # Errors
    /// A text that is not an expression, a name that is not read, arguments that do not fit it, and a layout that does
    /// not exist. A text has at most 16384 bytes and 24 levels of brackets.
    pub fn read(language: Language, text: &str) -> Result<Self, SourceError> {
        evaluate::read(language, text, None)
    }

    /// [`read`](Self::read), where strides of NumPy that are plain numbers count bytes of elements of `itemsize` bytes.
    ///
    /// # Errors
    /// As [`read`](Self::read), and when a stride is not a multiple of `itemsize`.
    pub fn read_with_itemsize(
        language: Language,
        text: &str,
        itemsize: i64,
    ) -> Result<Self, SourceError> {
        evaluate::read(language, text, Some(itemsize))
    }

    /// What the text of a tensor says in addition to its layout: `LayoutTensor[..]` of Mojo, `mdspan<..>` of C++,
    /// `make_tensor<float>(..)` of CuTe, `!fly.memref<..>` of FlyDSL.
    ///
    /// # Errors
    /// A text that is not an expression.
    pub fn tensor_type(
        language: Language,
        text: &str,
    ) -> Result<Option<TensorType<'_>>, SourceError> {
        evaluate::tensor_type(language, text)
    }

    /// The text of a language, which reads as the same value.
    ///
    /// # Errors
    /// What the language has no text for.
    pub fn write(&self, language: Language) -> Result<String, SourceError> {
        write::write(language, self)
    }
}

impl From<Layout> for Source {
    fn from(layout: Layout) -> Self {
        Self::Layout(layout, 0)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tuple(value) => value.fmt(f),
            Self::Layout(value, 0) => value.fmt(f),
            Self::Layout(value, offset) => write!(f, "{offset} + {value}"),
            Self::Symbolic(value, 0) => value.fmt(f),
            Self::Symbolic(value, offset) => write!(f, "{offset} + {value}"),
            Self::Unknowns(text) => f.write_str(text),
            Self::CoordTensor(origin, value) => write!(f, "{origin} + {value}"),
            Self::Swizzled(value) => value.fmt(f),
            Self::Swizzle(value) => value.fmt(f),
            Self::Tiler(value) => value.fmt(f),
        }
    }
}

/// Why a source text was refused, and where.
#[derive(Clone, PartialEq, Eq)]
pub struct SourceError {
    message: String,
    help: Option<String>,
    span: Range<usize>,
}

impl SourceError {
    fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), help: None, span }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The message, one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What is accepted instead, if anything is.
    pub fn help_line(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The bytes of the text that are refused. Empty for an error of writing.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

crate::debug_as_display!(SourceError);

impl core::error::Error for SourceError {}
