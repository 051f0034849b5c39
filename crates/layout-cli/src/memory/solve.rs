//! A search for a layout as texts: its accesses, its space, and its result. The command and the page share them.

use std::fmt::{self, Write};

use layout_core::memory::{Access, Instruction, SharedMemory};
use layout_core::solve::{AccessUse, Map, Maps, Problem, Solution, Space};
use layout_core::{BitLayout, ComposedLayout, Layout, certificate};

use crate::memory::search::unswizzled;
use crate::{Failure, MaybeSwizzled};

/// A problem of [`layout_core::solve`] that owns its parts.
///
/// ```
/// use layout_cli::MaybeSwizzled;
/// use layout_cli::memory::solve::{Question, access_use};
/// use layout_core::memory::{Access, NVIDIA};
/// use layout_core::solve::Space;
/// // Warps write rows of 32 by 32 floats, and read columns twice as often.
/// let (float, memory) = (Access::new(4, 4)?, MaybeSwizzled::read("(32,32):row")?);
/// let uses = vec![access_use("32:32", float)?, access_use("32:1 times 2", float)?];
/// let question = Question::new(&memory, uses, NVIDIA, Space::SWIZZLES)?;
/// let lines = question.describe(&question.problem()?.solve(1000)?, "")?;
/// assert!(lines.starts_with("Sw<5,0,5> o 0 o (32,32):(32,1)\n3 weighted wavefronts on nvidia, instead of 65\n"));
/// # Ok::<(), layout_cli::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    layout: Layout,
    uses: Vec<AccessUse>,
    machine: SharedMemory<'static>,
    space: Space,
}

impl Question {
    /// The search for a memory layout like `memory`.
    ///
    /// # Errors
    ///
    /// A memory layout with a swizzle.
    pub fn new(
        memory: &MaybeSwizzled,
        uses: Vec<AccessUse>,
        machine: SharedMemory<'static>,
        space: Space,
    ) -> Result<Self, Failure> {
        Ok(Self { layout: unswizzled(memory)?, uses, machine, space })
    }

    /// The problem for a search.
    ///
    /// # Errors
    ///
    /// The errors of [`Problem::new`].
    pub fn problem(&self) -> Result<Problem<'_>, Failure> {
        Ok(Problem::new(self.layout, &self.uses, &self.machine, self.space)?)
    }

    /// The lines about a result. `stopped` says when a search ended whose space was not exhausted: ` in 10 seconds`.
    ///
    /// # Errors
    ///
    /// The errors of [`mapped_layout`].
    pub fn describe(&self, found: &Solution, stopped: &str) -> Result<String, Failure> {
        let (cost, bound, seen) = (found.cost(), found.bound(), found.seen());
        let before = match found.before() {
            i64::MAX if self.space.bytes.is_some() => {
                "what cannot be accessed or is too large".to_owned()
            }
            i64::MAX => "what cannot be accessed".to_owned(),
            before => before.to_string(),
        };
        let is_weighted = self.uses.iter().any(|access| access.times != 1);
        let mut out = format!(
            "{}\n{cost}{} wavefront{} on {}, instead of {before}\nspace: {}\n",
            mapped_layout(found.layout(), found.map())?.1,
            if is_weighted { " weighted" } else { "" },
            if cost == 1 { "" } else { "s" },
            self.machine.name,
            self.describe_space()
        );
        let _ = if !found.is_exhausted() {
            writeln!(out, "the best of {seen} candidates{stopped}; none costs less than {bound}")
        } else if self.space.maps == Maps::Linear {
            writeln!(out, "no linear map costs less: {seen} classes of them seen")
        } else {
            let smaller = match found.place() {
                0 => "none is smaller".to_owned(),
                1 => "the smaller one costs more".to_owned(),
                count => format!("each of the {count} smaller ones costs more"),
            };
            writeln!(out, "no candidate costs less, and {smaller}: {seen} seen")
        };
        Ok(out)
    }

    fn describe_space(&self) -> String {
        let Space { padding, orders, maps, bytes } = self.space;
        let mut parts = Vec::new();
        if orders {
            parts.push("any order of the modes".to_owned());
        }
        if padding != 0 {
            let plural = if padding == 1 { "" } else { "s" };
            parts.push(format!("padding up to {padding} element{plural}"));
        }
        if parts.is_empty() {
            parts.push("the strides".to_owned());
        }
        parts.extend(match maps {
            Maps::Identity => None,
            Maps::Swizzles => Some("swizzles".to_owned()),
            Maps::Tma => Some("TMA's swizzles".to_owned()),
            _ => Some("all linear maps".to_owned()),
        });
        parts.extend(bytes.map(|most| format!("at most {most} bytes")));
        parts.join(", ")
    }
}

/// Reads an access: a thread-value layout, then `width N`, `times N` and an instruction, in any order. What is missing is as in
/// the first access; `times` is 1.
///
/// # Errors
///
/// A text that is not a layout, a word that is not a number, and the errors of [`Access::new`].
pub fn access_use(text: &str, first: Access) -> Result<AccessUse, Failure> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let (mut width, mut times, mut instruction) = (first.width(), 1, first.instruction());
    while let [rest @ .., last] = &words[..] {
        let named = Instruction::ALL.into_iter().find(|other| other.name() == *last);
        let kept = match (named, rest) {
            (Some(found), _) => {
                instruction = found;
                rest.len()
            }
            (None, [rest @ .., name @ ("width" | "times")]) => {
                let value = last.parse().map_err(|_| {
                    Failure::new(format!("a number is expected after {name}, not {last}"))
                })?;
                *(if *name == "width" { &mut width } else { &mut times }) = value;
                rest.len()
            }
            _ => break,
        };
        words.truncate(kept);
    }
    let threads = MaybeSwizzled::read(&words.join(" "))?.composed()?;
    let access = Access::new(first.element(), width)?.with(instruction);
    Ok(AccessUse { threads, access, times })
}

/// The maps of a space by name: `identity`, `swizzles`, `tma` or `linear`.
///
/// # Errors
///
/// Another name.
pub fn maps(text: &str) -> Result<Maps, Failure> {
    match text {
        "identity" => Ok(Maps::Identity),
        "swizzles" => Ok(Maps::Swizzles),
        "tma" => Ok(Maps::Tma),
        "linear" => Ok(Maps::Linear),
        _ => Err(Failure::new("the maps are identity, swizzles, tma and linear")),
    }
}

/// A layout after a map of its offsets, and its text. A linear map that no layout in `S:D` has is a text of a matrix alone.
///
/// # Errors
///
/// The errors of [`BitLayout::of_layout`].
pub fn mapped_layout(
    layout: &Layout,
    map: Map,
) -> Result<(Option<MaybeSwizzled>, String), Failure> {
    let found: MaybeSwizzled = match map {
        Map::Linear(matrix) => {
            let bits = BitLayout::of_layout(layout)?;
            let mapped =
                BitLayout::new(*bits.inputs(), *bits.outputs(), matrix.after(bits.matrix())?)?;
            match mapped.to_layout() {
                Ok(layout) => layout.into(),
                Err(_) => return Ok((None, mapped.to_string())),
            }
        }
        Map::Swizzle(swizzle) if !swizzle.is_identity() => {
            ComposedLayout::new(swizzle, 0, *layout)?.into()
        }
        _ => (*layout).into(),
    };
    Ok((Some(found), found.to_string()))
}

/// The certificate of a result, of at most `most` bytes.
///
/// # Errors
///
/// A search that ended before its space, and a longer certificate.
pub fn certificate(
    problem: &Problem<'_>,
    found: &Solution,
    most: usize,
) -> Result<String, Failure> {
    if !found.is_exhausted() {
        let failure = Failure::new("the search ended before its space did, so there is no proof");
        return Err(failure.help("more --seconds, or a smaller space"));
    }
    let mut out = Bounded { text: String::new(), most };
    let written = certificate::write(problem, found, &mut out);
    written.map_err(|_| Failure::new(format!("the certificate is longer than {most} bytes")))?;
    Ok(out.text)
}

/// Refuses text past `most` bytes.
struct Bounded {
    text: String,
    most: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if text.len() > self.most - self.text.len() {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}
