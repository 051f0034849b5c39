//! `layout solve`: finds the layout of a memory that costs its accesses least.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use layout_core::memory::{Access, Instruction, SharedMemory};
use layout_core::solve::{AccessUse, Map, Maps, Problem, Search, Solution, Space};
use layout_core::{BitLayout, certificate};

use crate::commands::Outcome;
use crate::commands::accesses::{Accesses, Machine};
use crate::memory::search::unswizzled;
use crate::{Failure, MaybeSwizzled};

/// Find the layout of a memory that costs its accesses the fewest wavefronts, with a proof that none costs less
///
/// The memory layout is the second argument. Its accesses are the first argument and `--and`; the answer is the first candidate of
/// least cost, in the order of padding, order of the modes, and size of the swizzle.
#[derive(Debug, clap::Args)]
pub struct SolveArguments {
    #[command(flatten)]
    accesses: Accesses,
    #[command(flatten)]
    machine: Machine,
    /// How often the first access happens
    #[arg(long, value_name = "N", default_value_t = 1)]
    times: i64,
    /// Another access: a thread-value layout, and perhaps `width 16`, `times 4`, `store`
    #[arg(long, value_name = "ACCESS")]
    and: Vec<String>,
    /// The most elements of padding after a mode
    #[arg(long, value_name = "N", default_value_t = 0)]
    padding: i64,
    /// Store the modes in any order
    #[arg(long)]
    orders: bool,
    /// The maps of offsets: identity, swizzles, tma or linear
    #[arg(long, value_name = "MAPS", default_value = "swizzles", value_parser = maps)]
    maps: Maps,
    /// The most bytes of the memory
    #[arg(long, value_name = "N")]
    most: Option<i64>,
    /// The most seconds of the search; after them the answer is the best so far, with its gap
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    seconds: f64,
    /// Write the proof to a file, which `layout check-certificate` checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn maps(text: &str) -> Result<Maps, String> {
    match text {
        "identity" => Ok(Maps::Identity),
        "swizzles" => Ok(Maps::Swizzles),
        "tma" => Ok(Maps::Tma),
        "linear" => Ok(Maps::Linear),
        _ => Err("the maps are identity, swizzles, tma and linear".into()),
    }
}

impl SolveArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (machine, access) =
            (self.machine.memory()?, self.machine.access(self.accesses.access()?));
        let threads = self.accesses.threads()?.composed()?;
        let mut uses = vec![AccessUse { threads, access, times: self.times }];
        for text in &self.and {
            uses.push(another(text, access)?);
        }
        let layout = unswizzled(&self.accesses.memories(None)?[0])?;
        let Self { padding, orders, maps, most: bytes, .. } = *self;
        let space = Space { padding, orders, maps, bytes };
        let problem = Problem::new(layout, &uses, &machine, space)?;
        let end =
            Instant::now() + Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::MAX / 4);
        let mut search = Search::new(&problem)?;
        while !search.advance(8) && Instant::now() < end {}
        let found = search.solution()?;
        if let Some(path) = &self.certificate {
            self.write(path, &problem, &found)?;
        }
        if self.json {
            let _ = writeln!(out, "{}", json(&found));
        } else {
            self.print(&found, &uses, &machine, out)?;
        }
        Ok(if found.is_exhausted() { Outcome::Done } else { Outcome::No })
    }

    /// The words of the space.
    fn space(&self) -> String {
        let mut words = match (self.padding, self.orders) {
            (0, false) => "the strides".to_owned(),
            (0, true) => "any order of the modes".to_owned(),
            (most, false) => {
                format!("padding up to {most} element{}", if most == 1 { "" } else { "s" })
            }
            (most, true) => {
                format!(
                    "any order of the modes, padding up to {most} element{}",
                    if most == 1 { "" } else { "s" }
                )
            }
        };
        words += match self.maps {
            Maps::Identity => "",
            Maps::Swizzles => ", swizzles",
            Maps::Tma => ", TMA's swizzles",
            _ => ", all linear maps",
        };
        if let Some(most) = self.most {
            words += &format!(", at most {most} bytes");
        }
        words
    }

    fn write(
        &self,
        path: &PathBuf,
        problem: &Problem<'_>,
        found: &Solution,
    ) -> Result<(), Failure> {
        if !found.is_exhausted() {
            let failure =
                Failure::new("the search ended before its space did, so there is no proof");
            return Err(failure.help("more --seconds, or a smaller space"));
        }
        let mut text = String::new();
        let written = certificate::write(problem, found, &mut text);
        written.map_err(|_| Failure::new("the certificate cannot be written"))?;
        std::fs::write(path, text)
            .map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))
    }

    fn print(
        &self,
        found: &Solution,
        uses: &[AccessUse],
        machine: &SharedMemory<'_>,
        out: &mut String,
    ) -> Result<(), Failure> {
        let (cost, bound, seen) = (found.cost(), found.bound(), found.seen());
        let _ = writeln!(out, "{}", words(found)?);
        let before = match found.before() {
            i64::MAX => "what cannot be accessed".to_owned(),
            before => before.to_string(),
        };
        let weighted = if uses.iter().any(|access| access.times != 1) { " weighted" } else { "" };
        let _ = writeln!(
            out,
            "{cost}{weighted} wavefront{} on {}, instead of {before}",
            if cost == 1 { "" } else { "s" },
            machine.name
        );
        let _ = writeln!(out, "space: {}", self.space());
        if !found.is_exhausted() {
            let _ = writeln!(
                out,
                "the best of {seen} candidates in {} seconds; none costs less than {bound}",
                self.seconds
            );
        } else if self.maps == Maps::Linear {
            let _ = writeln!(out, "no linear map costs less: {seen} classes of them seen");
        } else {
            let smaller = match found.place() {
                0 => "none is smaller".to_owned(),
                1 => "the smaller one costs more".to_owned(),
                count => format!("each of the {count} smaller ones costs more"),
            };
            let _ = writeln!(out, "no candidate costs less, and {smaller}: {seen} seen");
        }
        Ok(())
    }
}

/// The layout, or the matrix of a linear map.
fn words(found: &Solution) -> Result<String, Failure> {
    match found.map() {
        Map::Swizzle(swizzle) if swizzle.is_identity() => Ok(found.layout().to_string()),
        Map::Linear(matrix) => {
            let bits = BitLayout::of_layout(found.layout())?;
            let mapped =
                BitLayout::new(*bits.inputs(), *bits.outputs(), matrix.after(bits.matrix())?)?;
            Ok(mapped.to_layout().map_or_else(|_| mapped.to_string(), |layout| layout.to_string()))
        }
        _ => Ok(found.composed()?.to_string()),
    }
}

fn json(found: &Solution) -> serde_json::Value {
    let (swizzle, matrix) = match found.map() {
        Map::Swizzle(swizzle) => (Some(swizzle.to_string()), None),
        Map::Linear(matrix) => (None, Some(matrix.columns().to_vec())),
        _ => (None, None),
    };
    serde_json::json!({
        "layout": found.layout().to_string(),
        "swizzle": swizzle,
        "matrix": matrix,
        "before": Some(found.before()).filter(|before| *before < i64::MAX),
        "cost": found.cost(),
        "bound": found.bound(),
        "seen": found.seen(),
        "smaller": found.place(),
        "exhausted": found.is_exhausted(),
    })
}

/// Reads an access: a thread-value layout, then `width N`, `times N` and an instruction, in any order. What is not said is as in
/// the first access.
fn another(text: &str, first: Access) -> Result<AccessUse, Failure> {
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
