//! The operations of the algebra: one row each, from which evaluation, help, completion and documentation
//! come.

mod algebra;
mod dialects;
mod mapping;
mod predicates;
mod structure;
mod swizzles;
mod tuples;

use layout_core::LayoutError;

use crate::Failure;
use crate::language::Value;

/// A row: what an operation is called, takes and gives.
#[derive(Clone, Copy, Debug)]
pub struct OperationRow {
    /// Its name in this library.
    pub name: &'static str,
    /// What others call it.
    pub aliases: &'static [&'static str],
    /// What it takes; optional ones come last.
    pub parameters: &'static [Parameter],
    /// One line: what it gives.
    pub help: &'static str,
    /// The operation itself; `None` where a value is not what its parameter takes.
    run: fn(&[Value]) -> Result<Value, NoValue>,
}

/// What an operation takes at one place.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is, in words.
    pub kind: &'static str,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether a value is that without being read as something else.
    is: fn(&Value) -> bool,
}

/// Why an operation has no value.
#[derive(Debug)]
pub enum NoValue {
    /// The argument of this number is not what the parameter takes.
    Mismatch(usize),
    /// The algebra refuses, one argument or the operation.
    Refused(LayoutError),
    /// Anything else.
    Failed(Failure),
}

impl From<LayoutError> for NoValue {
    fn from(error: LayoutError) -> Self {
        Self::Refused(error)
    }
}

impl From<Failure> for NoValue {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Operations that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// What they are about.
    pub title: &'static str,
    /// Their rows.
    pub operations: &'static [OperationRow],
}

/// All of them, family by family. Several rows of one name take different values.
pub const FAMILIES: &[Family] = &[
    algebra::COMPOSE,
    algebra::DIVIDE,
    algebra::INVERSE,
    mapping::MAPPING,
    predicates::PREDICATES,
    structure::STRUCTURE,
    structure::AXES,
    tuples::TUPLES,
    swizzles::SWIZZLES,
    dialects::DIALECTS,
];

/// All rows.
pub fn operations() -> impl Iterator<Item = &'static OperationRow> {
    FAMILIES.iter().flat_map(|family| family.operations)
}

/// The rows of this name, or of which it is an alias.
pub fn named(name: &str) -> Vec<&'static OperationRow> {
    operations().filter(|row| row.name == name || row.aliases.contains(&name)).collect()
}

impl OperationRow {
    /// How it is called: `complement(a, m?)`.
    pub fn signature(&self) -> String {
        let parameters = self.parameters.iter().map(|parameter| {
            format!("{}{}", parameter.name, if parameter.optional { "?" } else { "" })
        });
        format!("{}({})", self.name, parameters.collect::<Vec<_>>().join(", "))
    }

    /// Whether it takes so many values.
    pub fn takes(&self, count: usize) -> bool {
        let needed = self.parameters.iter().filter(|parameter| !parameter.optional).count();
        (needed..=self.parameters.len()).contains(&count)
    }

    /// Whether it takes these values without reading one as something else.
    pub fn is_made_for(&self, values: &[Value]) -> bool {
        self.takes(values.len())
            && self.parameters.iter().zip(values).all(|(parameter, value)| (parameter.is)(value))
    }

    /// Its value.
    pub fn run(&self, values: &[Value]) -> Result<Value, NoValue> {
        (self.run)(values)
    }
}

/// A family from rows `name [aliases] (parameter: Type, ..) "help" => value`; what may be refused ends in `?`.
macro_rules! family {
    ($(#[$about:meta])* $family:ident $title:literal {
        $($name:ident [$($alias:literal)*] ($($parameter:ident: $of:ty),*) $help:literal => $value:expr;)*
    }) => {
        $(#[$about])*
        pub(super) const $family: crate::language::operations::Family = crate::language::operations::Family {
            title: $title,
            operations: &[$(crate::language::operations::OperationRow {
                name: stringify!($name),
                aliases: &[$($alias),*],
                parameters: &[$(crate::language::operations::Parameter {
                    name: stringify!($parameter),
                    kind: <$of as crate::language::operand::FromValue>::KIND,
                    optional: <$of as crate::language::operand::FromValue>::OPTIONAL,
                    is: <$of as crate::language::operand::FromValue>::is,
                }),*],
                help: $help,
                run: |values| {
                    let mut _at = 0;
                    $(
                        let $parameter = <$of as crate::language::operand::FromValue>::read(values.get(_at))
                            .map_err(|refused| match refused {
                                Some(error) => crate::language::operations::NoValue::Refused(error),
                                None => crate::language::operations::NoValue::Mismatch(_at),
                            })?;
                        _at += 1;
                    )*
                    Ok(crate::language::Value::from($value))
                },
            }),*],
        };
    };
}
pub(crate) use family;

/// The same operation of a layout with or without a swizzle.
macro_rules! either {
    ($layout:ident => $value:expr) => {
        match $layout {
            crate::MaybeSwizzled::Plain($layout) => crate::language::Value::from($value),
            crate::MaybeSwizzled::Swizzled($layout) => crate::language::Value::from($value),
        }
    };
}
pub(crate) use either;
