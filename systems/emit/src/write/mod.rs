//! Functions as text. `c` writes the languages with expressions; `instructions` writes PTX and MLIR.

mod c;
mod instructions;

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::functions::{IndexFunction, IndexFunctions};
use crate::{EmitError, Language};

impl Language {
    /// All languages.
    pub const ALL: [Self; 8] = [
        Self::Wgsl,
        Self::Cuda,
        Self::Ptx,
        Self::OpenCl,
        Self::Metal,
        Self::Mlir,
        Self::C,
        Self::Rust,
    ];

    /// The name that the command takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::Cuda => "cuda",
            Self::Ptx => "ptx",
            Self::OpenCl => "opencl",
            Self::Metal => "metal",
            Self::Mlir => "mlir",
            Self::C => "c",
            Self::Rust => "rust",
        }
    }

    /// What a module begins with: the version and the target of PTX, the headers of C, nothing for the others.
    pub const fn header(self) -> &'static str {
        match self {
            Self::Ptx => ".version 7.0\n.target sm_70\n.address_size 64\n\n",
            Self::C => "#include <stdbool.h>\n#include <stdint.h>\n\n",
            _ => "",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = EmitError;

    fn from_str(name: &str) -> Result<Self, EmitError> {
        Self::ALL.into_iter().find(|language| language.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            EmitError::new(format!("no language `{name}`: there are {names}"))
        })
    }
}

/// All functions, below a line that names the layout.
pub(crate) fn text(
    functions: &IndexFunctions,
    language: Language,
    prefix: &str,
) -> Result<String, EmitError> {
    let is_identifier = prefix.starts_with(|c: char| c.is_ascii_alphabetic())
        && prefix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_identifier {
        return Err(EmitError::new(format!("`{prefix}` is no identifier")));
    }
    if language == Language::Wgsl && functions.width() != 32 {
        return Err(EmitError::new(format!(
            "WGSL has integers of 32 bits, and {} may need more: bound its run-time leaves, or ask for 32 bits and check \
             the values",
            functions.layout
        )));
    }
    let mut out = format!("// {}\n", functions.layout);
    for leaf in &functions.layout.parameters {
        let _ = writeln!(out, "// {leaf}");
    }
    for fact in functions.layout.relation_texts() {
        let _ = writeln!(out, "// {fact}");
    }
    if !functions.is_proved {
        let _ = writeln!(
            out,
            "// The caller checks that sizes and offsets fit {} bits.",
            functions.width()
        );
    }
    for function in functions.all() {
        match language {
            Language::Ptx | Language::Mlir => {
                instructions::write(&mut out, function, language, prefix)
            }
            _ => c::write(&mut out, function, language, prefix),
        }
    }
    if let Err(error) = functions.inverse() {
        let _ = writeln!(out, "// {error}");
    }
    Ok(out)
}

/// `prefix_suffix`.
fn name(prefix: &str, function: &IndexFunction) -> String {
    format!("{prefix}_{}", function.suffix)
}
