//! Reads and writes the layouts of other systems.
//!
//! A text says more than a layout: [`Foreign`] has all of it. A system that has no word for a part of it refuses, or names
//! what its text [lost](Lost). The modules of the readers say what becomes of each key and field of a text.
//!
//! Of cuda.core's `StridedLayout` all four fields are read, `shape`, `strides`, `itemsize` and `_slice_offset`, in the order
//! in which it prints them; any other word is refused.

mod array_interface;
mod cute;
mod element;
mod foreign;
mod recognise;
pub(crate) mod source;
pub(crate) mod triton;
mod xla;

use std::str::FromStr;

use layout_core::{IntTuple, Layout, LayoutError, StridedLayout, SymbolicError, SymbolicLayout};
use static_layout_dialects::source::Language;
use static_layout_dialects::{MemRef, MoYe, Mojo};

pub(crate) use self::cute::in_elements;
pub use self::element::Element;
pub use self::foreign::{Aspect, Foreign, Lost, Other};
pub(crate) use self::recognise::recognised;
pub use self::triton::triton_bits;
#[cfg(feature = "command")]
pub(crate) use self::triton::{is_attribute, is_encoding};
use crate::Failure;
use crate::language::Value;

/// A system with its own text for layouts.
///
/// ```
/// use layout_cli::dialect::Dialect;
/// let said = Dialect::MoYe.read("(_2, (_2, _2)):(_4, (_1, _2))")?;
/// assert_eq!(Dialect::Mojo.write(&said)?, "((2, (2, 2)):(4, (1, 2)))");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "command", derive(clap::ValueEnum))]
pub enum Dialect {
    /// CuTe and this library: `(2,(2,2)):(4,(1,2))`
    Cute,
    /// The CuTe DSL: `!cute.layout<"(2,(2,2)):(4,(1,2))">`
    CuteDsl,
    /// Mojo: `((2, (2, 2)):(4, (1, 2)))`
    Mojo,
    /// MoYe.jl: `(_2, (_2, _2)):(_4, (_1, _2))`
    #[cfg_attr(feature = "command", value(name = "moye"))]
    MoYe,
    /// MLIR: `memref<4x8xf32, strided<[8, 1]>>`
    Mlir,
    /// XLA: `f32[4,8]{1,0:T(8,128)}`
    Xla,
    /// cuda.core: `StridedLayout(shape=(4, 8), strides=(8, 1), itemsize=4)`
    CudaCore,
    /// NumPy's __array_interface__: `{'shape': (4, 8), 'strides': (32, 4), 'typestr': '<f4', 'version': 3}`
    Numpy,
    /// CuTe's C++: `Layout<Shape<_2,_4>,Stride<_4,_1>>{}`, `make_layout(..)`
    CuteCpp,
    /// The CuTe DSL's Python: `cute.make_layout((2, 4), stride=(4, 1))`
    CutePython,
    /// PyCute: `Layout((2, 4), (4, 1))`
    #[cfg_attr(feature = "command", value(name = "pycute"))]
    PyCute,
    /// Mojo's programs: `Layout(IntTuple(2, 4), IntTuple(4, 1))`
    MojoSource,
    /// MoYe's programs: `@Layout (2, 4) (4, 1)`
    #[cfg_attr(feature = "command", value(name = "moye-source"))]
    MoYeSource,
    /// FlyDSL: `!fly.layout<(2,4):(4,1)>`
    #[cfg_attr(feature = "command", value(name = "flydsl"))]
    FlyDsl,
    /// C++'s std::mdspan: `std::layout_right::mapping<std::extents<std::size_t, 2, 4>>{}`
    Mdspan,
    /// This library's Rust: `layout!((2, 4):(4, 1))`
    Rust,
    /// NumPy's programs: `as_strided(x, shape=(2, 4), strides=(4*x.itemsize, x.itemsize))`
    AsStrided,
    /// Triton's encodings: `tensor<16x8xf32, #ttg.blocked<{sizePerThread = [1, 4], ..}>>`
    Triton,
    /// Gluon: `gl.BlockedLayout(size_per_thread=[1, 4], ..)`
    Gluon,
}

impl Dialect {
    /// All systems.
    pub const ALL: [Self; 19] = [
        Self::Cute,
        Self::CuteDsl,
        Self::Mojo,
        Self::MoYe,
        Self::Mlir,
        Self::Xla,
        Self::CudaCore,
        Self::Numpy,
        Self::CuteCpp,
        Self::CutePython,
        Self::PyCute,
        Self::MojoSource,
        Self::MoYeSource,
        Self::FlyDsl,
        Self::Mdspan,
        Self::Rust,
        Self::AsStrided,
        Self::Triton,
        Self::Gluon,
    ];

    /// The name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cute => "CuTe",
            Self::CuteDsl => "the CuTe DSL",
            Self::Mojo => "Mojo",
            Self::MoYe => "MoYe",
            Self::Mlir => "MLIR",
            Self::Xla => "XLA",
            Self::CudaCore => "cuda.core",
            Self::Numpy => "NumPy",
            Self::CuteCpp => Language::Cute.name(),
            Self::CutePython => Language::CuteDsl.name(),
            Self::PyCute => Language::PyCute.name(),
            Self::MojoSource => Language::Mojo.name(),
            Self::MoYeSource => Language::MoYe.name(),
            Self::FlyDsl => Language::FlyDsl.name(),
            Self::Mdspan => Language::Mdspan.name(),
            Self::Rust => Language::Rust.name(),
            Self::AsStrided => Language::NumPy.name(),
            Self::Triton => "Triton",
            Self::Gluon => "Gluon",
        }
    }

    /// The language of source text, if the system's text is one.
    pub const fn language(self) -> Option<Language> {
        match self {
            Self::CuteCpp => Some(Language::Cute),
            Self::CutePython => Some(Language::CuteDsl),
            Self::PyCute => Some(Language::PyCute),
            Self::MojoSource => Some(Language::Mojo),
            Self::MoYeSource => Some(Language::MoYe),
            Self::FlyDsl => Some(Language::FlyDsl),
            Self::Mdspan => Some(Language::Mdspan),
            Self::Rust => Some(Language::Rust),
            Self::AsStrided => Some(Language::NumPy),
            _ => None,
        }
    }

    /// The system whose text is source text of a language.
    fn of(language: Language) -> Self {
        let is_of = |dialect: &Self| dialect.language() == Some(language);
        Self::ALL.into_iter().find(is_of).unwrap_or(Self::Rust)
    }

    /// The language that programs of this system are written in.
    const fn program(self) -> Option<Language> {
        match self {
            Self::Cute => Some(Language::Cute),
            Self::CuteDsl => Some(Language::CuteDsl),
            Self::Mojo => Some(Language::Mojo),
            Self::MoYe => Some(Language::MoYe),
            Self::Numpy => Some(Language::NumPy),
            other => other.language(),
        }
    }

    /// Reads a text of the system: what it prints, or what its programs say.
    ///
    /// # Errors
    ///
    /// Text that does not parse, or whose integers that are known only at run time (`?`) have no layout of names.
    pub fn read(self, text: &str) -> Result<Foreign, Failure> {
        self.read_of(text, None)
    }

    /// [`read`](Self::read), where strides that count bytes are of elements of this type.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_of(self, text: &str, element: Option<&Element>) -> Result<Foreign, Failure> {
        match self.program() {
            Some(language) if self.language().is_some() || language.claims(text) => {
                source::read(language, text, element)
            }
            _ => self.read_printed(text),
        }
    }

    fn read_printed(self, text: &str) -> Result<Foreign, Failure> {
        match self {
            Self::Cute => cute::read(text),
            Self::CuteDsl => cute::read_dsl(text),
            Self::Mojo => read_mojo(text).map(Foreign::from),
            Self::MoYe => match text.parse::<MoYe<Layout>>() {
                Ok(layout) => Ok(Value::from(layout.0).into()),
                Err(error) => match text.parse::<MoYe<IntTuple>>() {
                    Ok(tuple) => Ok(Value::from(tuple.0).into()),
                    Err(_) => Err(Failure::found(&error, text)),
                },
            },
            Self::Mlir => read_memref(text),
            Self::Xla => xla::read(text),
            Self::CudaCore => {
                let read: StridedLayout = parsed(text)?;
                let said = Foreign::from(Value::from(read.layout()?));
                let said = said.with_offset(IntTuple::leaf(read.offset()));
                Ok(said.with_element(Element::of_bits(8 * read.item_size())))
            }
            Self::Numpy => array_interface::read(text),
            Self::Triton => triton::read(text),
            Self::Gluon => triton::read_gluon(text),
            other => Err(Failure::new(format!("{} has source text alone", other.name()))),
        }
    }

    /// Writes all that a text of another system, or a value, says. What is written reads back as equal, apart
    /// from what arrays do not tell: `8:1` from `(8):(1)`, and the strides of extents of 1.
    ///
    /// # Errors
    ///
    /// A part for which the system has no word: the first of [`lost`](Self::lost).
    pub fn write(self, said: &Foreign) -> Result<String, Failure> {
        match self.lost(said).first() {
            Some(lost) => Err(lost.into()),
            None => self.written(said),
        }
    }

    /// Writes what the system has words for, and says what is lost.
    ///
    /// # Errors
    ///
    /// A loss that makes the text one of another array, such as a swizzle or an offset.
    pub fn write_part(self, said: &Foreign) -> Result<(String, Vec<Lost>), Failure> {
        let lost = self.lost(said);
        match lost.iter().find(|lost| lost.is_essential) {
            Some(lost) => Err(lost.into()),
            None => Ok((self.written(said)?, lost)),
        }
    }

    /// Writes a value of which the system has words for each essential part.
    fn written(self, said: &Foreign) -> Result<String, Failure> {
        if let Some(language) = self.language() {
            return source::write(language, said);
        }
        match self {
            Self::Triton => return triton::write(said),
            Self::Gluon => return triton::write_gluon(said),
            _ => {}
        }
        match (self, &said.layout) {
            (Self::Cute, _) => return Ok(cute::write(said)),
            (Self::CuteDsl, _) => return cute::write_dsl(said),
            (Self::Mojo, Value::Tuple(tuple)) => return Ok(Mojo(*tuple).to_string()),
            (Self::Mojo, Value::Swizzle(swizzle)) => return Ok(Mojo(*swizzle).to_string()),
            (Self::Mojo, Value::Symbolic(layout)) => return Ok(Mojo(**layout).to_string()),
            (Self::MoYe, Value::Tuple(tuple)) => return Ok(MoYe(*tuple).to_string()),
            (Self::Mlir, Value::Symbolic(layout)) => {
                let memref = MemRef::of_symbolic(layout, "")?;
                return write_memref(memref, said, &said.offset);
            }
            _ => {}
        }
        let Some((layout, offset)) = said.plain() else {
            let message = format!("{} has no word for {}", self.name(), said.layout.kind());
            return Err(Failure::new(message));
        };
        // Strides of arrays are numbers of elements, whatever their size.
        let array = |bytes: i64| StridedLayout::new(&layout.set_known(), bytes);
        Ok(match self {
            Self::MoYe => MoYe(layout).to_string(),
            Self::Mojo => {
                let stride = layout.stride();
                if (0..stride.leaf_count()).any(|k| stride.value(k) == -1) {
                    return Err(Failure::new("Mojo has no word for the stride -1")
                        .help("-1 is Mojo's UNKNOWN_VALUE, an integer that only run time knows"));
                }
                Mojo(layout).to_string()
            }
            Self::Mlir => write_memref(MemRef::of(&array(1)?, ""), said, &offset)?,
            Self::Xla => xla::write(said, &layout)?,
            Self::CudaCore => {
                let bytes = self.element(said)?.bytes().unwrap_or(1);
                array(bytes)?.with_offset(offset.value(0))?.to_string()
            }
            Self::Numpy => array_interface::write(said, &array(1)?, offset.value(0))?,
            // The others have written above.
            _ => layout.to_string(),
        })
    }

    /// The type of elements, which the text must name.
    fn element(self, said: &Foreign) -> Result<&Element, Failure> {
        said.element.as_ref().ok_or_else(|| {
            Failure::new(format!("a text of {} names the type of its elements", self.name()))
                .help("--element f32")
        })
    }
}

fn parsed<T: FromStr<Err = LayoutError>>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error| Failure::found(&error, text))
}

/// A failure about the whole text, unless it is about a part.
fn at_whole(failure: Failure, text: &str) -> Failure {
    if failure.span().is_some() { failure } else { failure.at(text, 0..text.len()) }
}

fn named(error: SymbolicError) -> Failure {
    Failure::new(error.to_string())
}

/// Reads a layout, a tuple or a swizzle of Mojo. In a layout -1 is `UNKNOWN_VALUE`. A swizzle is a tuple without blanks.
fn read_mojo(text: &str) -> Result<Value, Failure> {
    if let Ok(swizzle) = text.parse::<Mojo<layout_core::Swizzle>>()
        && swizzle.to_string() == text.trim()
    {
        return Ok(swizzle.0.into());
    }
    if let Ok(tuple) = text.parse::<Mojo<IntTuple>>() {
        return Ok(tuple.0.into());
    }
    let (shape, stride) = Mojo::parts(text).map_err(|error| Failure::found(&error, text))?;
    let is_known = |tuple: &IntTuple| (0..tuple.leaf_count()).all(|k| tuple.is_known(k));
    if is_known(&shape) && is_known(&stride) {
        return parsed::<Mojo<Layout>>(text).map(|layout| layout.0.into());
    }
    SymbolicLayout::of_facts(shape, stride, []).map(Value::from).map_err(named)
}

fn read_memref(text: &str) -> Result<Foreign, Failure> {
    let read = MemRef::parse(text).map_err(|error| Failure::found(&error, text))?;
    let offset = read.layout().map_or(Some(0), |layout| layout.offset());
    let value = match read.with_offset(Some(0)).fill(&[]) {
        Ok((layout, _)) => Value::from(layout),
        Err(error) if read.is_known() => return Err(at_whole(Failure::found(&error, text), text)),
        Err(_) => match read.symbolic() {
            Ok(layout) => layout.into(),
            Err(error) => return Err(at_whole(named(error), text)),
        },
    };
    let said = Foreign::from(value).with_element(Element::mlir(read.element()));
    let said = said.with_offset(offset.map_or(IntTuple::unknown(0), IntTuple::leaf));
    // Of run-time extents, strides that are not written say more than `?`.
    let said = match read.layout() {
        None if !read.is_known() => said.with_other(Dialect::Mlir, foreign::SHAPE, "row-major"),
        _ => said,
    };
    Ok(match read.memory_space() {
        Some(space) => said.with_other(Dialect::Mlir, "memory space", space),
        None => said,
    })
}

fn write_memref(memref: MemRef<'_>, said: &Foreign, offset: &IntTuple) -> Result<String, Failure> {
    let element = Dialect::Mlir.element(said)?.name_in(Dialect::Mlir).unwrap_or_default();
    let offset = offset.is_known(0).then(|| offset.value(0));
    let space = said.other(Dialect::Mlir, "memory space");
    let memref = match said.other(Dialect::Mlir, foreign::SHAPE) {
        Some(_) if offset == Some(0) => memref.with_layout(None),
        _ => memref,
    };
    Ok(memref.with_offset(offset).with_element(&element).with_memory_space(space).to_string())
}
