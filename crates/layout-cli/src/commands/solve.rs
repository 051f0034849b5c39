//! `layout solve`: finds the layout of a memory that costs its accesses least.

use std::fmt::Write;
use std::path::PathBuf;

use layout_core::solve::{AccessUse, Map, Maps, Search, Solution, Space};

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::accesses::{Accesses, Machine};
use crate::commands::seconds::Seconds;
use crate::memory::solve::{self, Question};

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
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    seconds: Seconds,
    /// Write the proof to a file, which `layout check-certificate` checks; `-` prints it after the answer
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn maps(text: &str) -> Result<Maps, String> {
    solve::maps(text).map_err(|failure| failure.message().to_owned())
}

impl SolveArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (machine, access) =
            (self.machine.memory()?, self.machine.access(self.accesses.access()?));
        let threads = self.accesses.threads()?.composed()?;
        let mut uses = vec![AccessUse { threads, access, times: self.times }];
        for text in &self.and {
            uses.push(solve::access_use(text, access)?);
        }
        let Self { padding, orders, maps, most: bytes, seconds, .. } = *self;
        let space = Space { padding, orders, maps, bytes };
        let memory = &self.accesses.memories(None)?[0];
        let question = Question::new(memory, uses, machine, space)?;
        let problem = question.problem()?;
        let mut search = Search::new(&problem)?;
        seconds.search(|| search.advance(8));
        let found = search.solution()?;
        if self.json {
            let _ = writeln!(out, "{}", json(&found));
        } else {
            *out += &question.describe(&found, &format!(" in {seconds} seconds"))?;
        }
        if let Some(path) = &self.certificate {
            let text = solve::certificate(&problem, &found, usize::MAX)?;
            if path.as_os_str() == "-" {
                *out += &text;
            } else {
                std::fs::write(path, text).map_err(|error| {
                    Failure::new(format!("cannot write {}: {error}", path.display()))
                })?;
            }
        }
        Ok(if found.is_exhausted() { Outcome::Done } else { Outcome::No })
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
