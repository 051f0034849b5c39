//! Reads and writes the layouts of other systems.

mod array_interface;

use std::fmt::Display;
use std::str::FromStr;

use layout_core::{IntTuple, Layout, LayoutError, StridedLayout, SymbolicError};
use static_layout_dialects::xla::{ElementType, XlaShape};
use static_layout_dialects::{CuteLayout, MemRef, MoYe, Mojo};

use crate::Failure;
use crate::language::Value;

/// A system with its own text for layouts.
///
/// ```
/// use layout_cli::dialect::Dialect;
/// let layout = Dialect::MoYe.read("(_2, (_2, _2)):(_4, (_1, _2))")?;
/// assert_eq!(Dialect::Mojo.write(&layout, "f32")?, "((2, (2, 2)):(4, (1, 2)))");
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
}

impl Dialect {
    /// All systems.
    pub const ALL: [Self; 8] = [
        Self::Cute,
        Self::CuteDsl,
        Self::Mojo,
        Self::MoYe,
        Self::Mlir,
        Self::Xla,
        Self::CudaCore,
        Self::Numpy,
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
        }
    }

    /// Reads a text of the system. A layout that does not begin at offset 0 is a record of the layout and the offset.
    ///
    /// # Errors
    ///
    /// Text that does not parse, or whose integers that are known only at run time (`?`) have no layout of names.
    pub fn read(self, text: &str) -> Result<Value, Failure> {
        match self {
            Self::Cute => crate::language::evaluate(text),
            Self::CuteDsl => {
                let read: CuteLayout = parsed(text)?;
                if read.unknown_count() > 0 {
                    return read.symbolic().map(Value::from).map_err(named);
                }
                let layout = read.fill(&[]).map_err(|_| unknown(text))?;
                Ok(layout.set_known().into())
            }
            Self::Mojo => match text.parse::<Mojo<IntTuple>>() {
                Ok(tuple) => Ok(tuple.0.into()),
                Err(_) => parsed::<Mojo<Layout>>(text).map(|layout| layout.0.into()),
            },
            Self::MoYe => match text.parse::<MoYe<Layout>>() {
                Ok(layout) => Ok(layout.0.set_known().into()),
                Err(error) => match text.parse::<MoYe<IntTuple>>() {
                    Ok(tuple) => Ok(known(&tuple.0).into()),
                    Err(_) => Err(Failure::of(&error, text)),
                },
            },
            Self::Mlir => {
                let read = MemRef::parse(text).map_err(|error| Failure::of(&error, text))?;
                let is_first = read.layout().is_none_or(|layout| layout.offset() == Some(0));
                match read.fill(&[]) {
                    Ok((layout, offset)) => Ok(placed(layout.set_known(), offset)),
                    Err(_) if is_first => read.symbolic().map(Value::from).map_err(named),
                    Err(_) => Err(unknown(text)),
                }
            }
            Self::Xla => {
                let read: XlaShape = parsed(text)?;
                Ok(read.to_layout()?.into())
            }
            Self::CudaCore => {
                let read: StridedLayout = parsed(text)?;
                let layout = read.layout()?;
                Ok(placed(layout, read.offset()))
            }
            Self::Numpy => Ok(array_interface::read(text)?.layout()?.into()),
        }
    }

    /// Writes a value as text of the system. `element` is the element type, such as `f32`, for systems whose text names
    /// one.
    ///
    /// # Errors
    ///
    /// A value for which the system has no text, or an unknown element type.
    pub fn write(self, value: &Value, element: &str) -> Result<String, Failure> {
        match (self, value) {
            (Self::Cute, _) => return Ok(value.to_string()),
            (Self::Mojo, Value::Tuple(tuple)) => return Ok(Mojo(*tuple).to_string()),
            (Self::Mojo, Value::Swizzle(swizzle)) => return Ok(Mojo(*swizzle).to_string()),
            (Self::MoYe, Value::Tuple(tuple)) => return Ok(MoYe(*tuple).to_string()),
            (Self::CuteDsl, Value::Symbolic(layout)) => {
                return Ok(CuteLayout::from(**layout).to_string());
            }
            (Self::Mlir, Value::Symbolic(layout)) => {
                return Ok(MemRef::of_symbolic(layout, element)?.to_string());
            }
            _ => {}
        }
        let Some(layout) = value.as_layout() else {
            let message = format!("{} has no text for {}", self.name(), value.kind());
            return Err(Failure::new(message));
        };
        Ok(match self {
            Self::Cute => layout.to_string(),
            Self::CuteDsl => CuteLayout::from(layout).to_string(),
            Self::Mojo => Mojo(layout).to_string(),
            Self::MoYe => MoYe(layout).to_string(),
            Self::Mlir => {
                MemRef::of(&StridedLayout::new(&layout, bytes(element)?)?, element).to_string()
            }
            Self::Xla => XlaShape::of(&layout, type_of(element)?)?.to_string(),
            Self::CudaCore => StridedLayout::new(&layout, bytes(element)?)?.to_string(),
            Self::Numpy => {
                array_interface::write(&StridedLayout::new(&layout, bytes(element)?)?, element)?
            }
        })
    }
}

fn parsed<T: FromStr<Err = LayoutError>>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error| Failure::of(&error, text))
}

fn named(error: SymbolicError) -> Failure {
    Failure::new(error.to_string())
}

fn unknown(text: &str) -> Failure {
    let failure = Failure::new("the integers written `?` are not known here")
        .help("write numbers in their places");
    match text.find('?') {
        Some(at) => failure.at(text, at..at + 1),
        None => failure,
    }
}

/// Marks all integers of the tuple as known, so that results may depend on them.
fn known(tuple: &IntTuple) -> IntTuple {
    IntTuple::parse(&tuple.to_string()).unwrap_or(*tuple)
}

fn placed(layout: Layout, offset: i64) -> Value {
    match offset {
        0 => layout.into(),
        offset => (layout, offset).into(),
    }
}

fn type_of(element: &str) -> Result<ElementType, Failure> {
    ElementType::of(element).ok_or_else(|| no_type(&element))
}

fn bytes(element: &str) -> Result<i64, Failure> {
    let type_ = type_of(element)?;
    if type_.bits() % 8 != 0 {
        let message = format!("an element of {} bits is not a whole number of bytes", type_.bits());
        return Err(Failure::new(message));
    }
    Ok(type_.bytes())
}

fn no_type(element: &dyn Display) -> Failure {
    Failure::new(format!("unknown element type `{element}`"))
        .help("types are named as in XLA: f32, bf16, s8, u32, pred, ..")
}
