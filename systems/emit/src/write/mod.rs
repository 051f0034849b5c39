//! Functions as text. `c` writes the languages with expressions, `python` Triton's; `instructions` writes PTX and MLIR, and
//! `division` the functions of fast division.

mod c;
mod division;
mod instructions;
mod python;

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::functions::{IndexFunction, IndexFunctions};
use crate::reserved::is_reserved_in;
use crate::{EmitError, Language};

impl Language {
    /// All languages.
    pub const ALL: [Self; 12] = [
        Self::Wgsl,
        Self::Cuda,
        Self::Hip,
        Self::Sycl,
        Self::Ptx,
        Self::OpenCl,
        Self::Glsl,
        Self::Metal,
        Self::Triton,
        Self::Mlir,
        Self::C,
        Self::Rust,
    ];

    /// The name that the command takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::Cuda => "cuda",
            Self::Hip => "hip",
            Self::Sycl => "sycl",
            Self::Glsl => "glsl",
            Self::Triton => "triton",
            Self::Ptx => "ptx",
            Self::OpenCl => "opencl",
            Self::Metal => "metal",
            Self::Mlir => "mlir",
            Self::C => "c",
            Self::Rust => "rust",
        }
    }

    /// What a module begins with: the version and the target of PTX, the version of GLSL, headers, imports.
    pub const fn header(self) -> &'static str {
        match self {
            Self::Ptx => ".version 7.0\n.target sm_70\n.address_size 64\n\n",
            Self::C => "#include <stdbool.h>\n#include <stdint.h>\n\n",
            Self::Hip => "#include <hip/hip_runtime.h>\n\n",
            Self::Sycl => "#include <cstdint>\n#include <sycl/sycl.hpp>\n\n",
            Self::Glsl => "#version 450\n\n",
            Self::Triton => "import triton\nimport triton.language as tl\n\n",
            _ => "",
        }
    }

    /// What a comment begins with.
    pub const fn comment(self) -> &'static str {
        if matches!(self, Self::Triton) { "#" } else { "//" }
    }

    /// Whether its integers have 32 bits alone: WGSL and GLSL.
    pub const fn is_narrow(self) -> bool {
        matches!(self, Self::Wgsl | Self::Glsl)
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
        return Err(EmitError::new(format!("`{prefix}` is not an identifier")));
    }
    let is_own = |name: &str| {
        let own = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_'));
        !functions.divisors.is_empty()
            && own.is_some_and(|own| own == "divisor" || own == "quotient")
    };
    let mut parameters = functions.layout.parameters();
    let reserved = parameters.find(|name| is_reserved_in(language, name) || is_own(name));
    if let Some(name) = reserved {
        return Err(EmitError::new(format!("{name} is reserved in {language}: use another name")));
    }
    if is_reserved_in(language, &format!("{prefix}_index")) {
        return Err(EmitError::new(format!("{prefix}_index is reserved in {language}")));
    }
    if language.is_narrow() && functions.width() != 32 {
        return Err(EmitError::new(format!(
            "{} has integers of 32 bits, and {} may need more: bound its run-time leaves, or ask for 32 bits and check \
             the values",
            language.name().to_uppercase(),
            functions.layout
        )));
    }
    let is_fast = !functions.divisors.is_empty();
    if is_fast && language == Language::Wgsl {
        return Err(EmitError::new(
            "WGSL has no product of 64 bits, which fast division needs: divide without it",
        ));
    }
    let comment = language.comment();
    let mut out = format!("{comment} {}\n", functions.layout);
    for leaf in &functions.layout.parameters {
        let _ = writeln!(out, "{comment} {leaf}");
    }
    for fact in functions.layout.relation_texts() {
        let _ = writeln!(out, "{comment} {fact}");
    }
    if !functions.is_proved {
        let _ = writeln!(
            out,
            "{comment} The caller checks that sizes and offsets fit {} bits.",
            functions.width()
        );
    }
    let is_assembly = matches!(language, Language::Ptx | Language::Mlir);
    let names = functions.layout.names();
    for (k, divisor) in functions.divisors.iter().enumerate() {
        let _ = write!(out, "{comment} by{k} = {prefix}_divisor_of({})", divisor.write(&names));
        out.push_str(if is_assembly { ", a function of the text in C\n" } else { "\n" });
    }
    if is_fast && !is_assembly {
        out.push_str(&division::helpers(language, functions.width(), prefix));
    }
    for function in functions.all() {
        match language {
            Language::Ptx | Language::Mlir => {
                instructions::write(&mut out, function, language, prefix)
            }
            Language::Triton => python::write(&mut out, function, prefix),
            _ => c::write(&mut out, function, language, prefix),
        }
    }
    if let Err(error) = functions.inverse() {
        let _ = writeln!(out, "{comment} {error}");
    }
    Ok(out)
}

/// `prefix_suffix`.
fn name(prefix: &str, function: &IndexFunction) -> String {
    format!("{prefix}_{}", function.suffix)
}
