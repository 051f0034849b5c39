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
use crate::language::{Value, symbolic};

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
    /// No row takes this number of arguments.
    Count,
    /// The argument of this number does not have the type of its parameter.
    Mismatch(usize),
    /// The algebra rejects an argument or the operation. The error is larger than any value.
    Refused(Box<LayoutError>),
    /// Another error, such as that of a text of another system.
    Failed(Failure),
}

impl From<LayoutError> for NoValue {
    fn from(error: LayoutError) -> Self {
        Self::Refused(Box::new(error))
    }
}

impl From<Failure> for NoValue {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl NoValue {
    /// The message for `name` and `values`. `row` is the row that was applied, if one takes this number of values.
    pub fn failure(self, name: &str, row: Option<&OperationRow>, values: &[Value]) -> Failure {
        match (self, row) {
            (Self::Refused(error), _) => Failure::refused(&error),
            (Self::Failed(failure), _) => failure,
            (Self::Mismatch(at), Some(row)) if at < values.len() => {
                let parameter = &row.parameters[at];
                Failure::new(format!(
                    "`{}` of {} is {}, found {} {}",
                    parameter.name,
                    row.signature(),
                    parameter.kind,
                    values[at].kind(),
                    shortened(&values[at])
                ))
            }
            (Self::Count | Self::Mismatch(_), _) => named(name).iter().fold(
                Failure::new(match values.len() {
                    1 => format!("`{name}` does not take 1 value"),
                    count => format!("`{name}` does not take {count} values"),
                }),
                |failure, row| failure.help(format!("{}: {}", row.signature(), row.help)),
            ),
        }
    }
}

/// The text of a value for a message, if it is short and has one line.
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    let line = text.lines().next().unwrap_or_default();
    if line.len() == text.len() && line.chars().count() <= 60 {
        format!("`{line}`")
    } else {
        String::new()
    }
}

/// Applies one of `rows`, which have one name, and returns the row. Rows whose parameter types match exactly come first,
/// then rows that convert their arguments. A mismatch has the row that accepts the most arguments from the left.
///
/// ```
/// use layout_cli::language::{evaluate, operations::{apply, named}};
/// let values = [evaluate("(6,4):row")?, evaluate("2:1")?];
/// let (value, row) = apply(named("composition"), &values);
/// assert_eq!((value.unwrap().to_string(), row.unwrap().name), ("2:4".into(), "compose"));
/// # Ok::<(), layout_cli::Failure>(())
/// ```
///
/// # Errors
///
/// A wrong number of values, values of other types, and operands that the operation rejects.
pub fn apply(
    rows: &[&'static OperationRow],
    values: &[Value],
) -> (Result<Value, NoValue>, Option<&'static OperationRow>) {
    if let Some(row) = rows.first()
        && values.iter().any(|value| matches!(value, Value::Symbolic(_)))
    {
        return (symbolic::apply(row.name, values).map_err(NoValue::Failed), None);
    }
    let counted = || rows.iter().copied().filter(|row| row.takes(values.len()));
    let made_for = counted().filter(|row| row.is_made_for(values));
    let mut mismatch = (Err(NoValue::Count), None);
    for row in made_for.chain(counted()) {
        match row.run(values) {
            Err(NoValue::Mismatch(at)) => {
                if !matches!(mismatch.0, Err(NoValue::Mismatch(most)) if most >= at) {
                    mismatch = (Err(NoValue::Mismatch(at)), Some(row));
                }
            }
            answer => return (answer, Some(row)),
        }
    }
    mismatch
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

impl Parameter {
    /// Whether a value has the type of the parameter without a conversion.
    pub fn takes(&self, value: &Value) -> bool {
        (self.is)(value)
    }
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
