//! The table of operations. Each row is used by evaluation, help, completion and documentation.

mod algebra;
mod dialects;
mod mapping;
mod predicates;
mod structure;
mod swizzles;
mod tuples;

use std::collections::HashMap;
use std::sync::LazyLock;

use layout_core::LayoutError;

use crate::Failure;
use crate::language::Value;

/// A row of the table: the name, parameters and result of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationRow {
    /// The name in this library.
    pub name: &'static str,
    /// Other names, such as those of CuTe.
    pub aliases: &'static [&'static str],
    /// The parameters; optional ones come last.
    pub parameters: &'static [Parameter],
    /// The result in one line.
    pub help: &'static str,
    /// Applies the operation to its arguments.
    run: fn(&[Value]) -> Result<Value, NoValue>,
}

/// A parameter of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The type in words.
    pub kind: &'static str,
    /// Whether the argument is optional.
    pub optional: bool,
    /// Whether a value has the type without a conversion.
    is: fn(&Value) -> bool,
}

/// Why an operation has no value.
#[derive(Debug)]
pub enum NoValue {
    /// The argument of this number does not have the type of its parameter.
    Mismatch(usize),
    /// The algebra rejects an argument or the operation.
    Refused(LayoutError),
    /// Another error, such as that of a text of another system.
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

/// A group of operations in the documentation.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The heading.
    pub title: &'static str,
    /// The rows.
    pub operations: &'static [OperationRow],
}

/// All families. Rows of the same name have parameters of different types. A static, because each crate that uses a constant
/// compiles its functions anew.
pub static FAMILIES: &[Family] = &[
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

/// The rows with this name or alias.
pub fn named(name: &str) -> &'static [&'static OperationRow] {
    static ROWS: LazyLock<HashMap<&str, Vec<&OperationRow>>> = LazyLock::new(|| {
        let mut rows = HashMap::<_, Vec<_>>::new();
        for row in operations() {
            for &name in core::iter::once(&row.name).chain(row.aliases) {
                rows.entry(name).or_default().push(row);
            }
        }
        rows
    });
    ROWS.get(name).map_or(&[], Vec::as_slice)
}

impl OperationRow {
    /// The signature: `complement(a, m?)`.
    pub fn signature(&self) -> String {
        let parameters = self.parameters.iter().map(|parameter| {
            format!("{}{}", parameter.name, if parameter.optional { "?" } else { "" })
        });
        format!("{}({})", self.name, parameters.collect::<Vec<_>>().join(", "))
    }

    /// Whether `count` arguments are enough and not too many.
    pub fn takes(&self, count: usize) -> bool {
        let needed = self.parameters.iter().filter(|parameter| !parameter.optional).count();
        (needed..=self.parameters.len()).contains(&count)
    }

    /// Whether all values have the types of the parameters without a conversion.
    pub fn is_made_for(&self, values: &[Value]) -> bool {
        self.takes(values.len())
            && self.parameters.iter().zip(values).all(|(parameter, value)| (parameter.is)(value))
    }

    /// Applies the operation.
    ///
    /// # Errors
    ///
    /// A value of another type, or operands that the operation rejects.
    pub fn run(&self, values: &[Value]) -> Result<Value, NoValue> {
        (self.run)(values)
    }
}

/// Builds a family from rows `name [aliases] (parameter: Type, ..) "help" => value`. A value that may be rejected ends
/// in `?`.
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

/// Evaluates an expression for a layout with or without a swizzle.
macro_rules! either {
    ($layout:ident => $value:expr) => {
        match $layout {
            crate::MaybeSwizzled::Plain($layout) => crate::language::Value::from($value),
            crate::MaybeSwizzled::Swizzled($layout) => crate::language::Value::from($value),
        }
    };
}
pub(crate) use either;
