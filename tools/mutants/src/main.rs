//! Tests all mutants of a crate in one build: `mutants-in-one-build FOLDER [WORKERS [SAMPLE SEED]]`.
//!
//! FOLDER holds `list.json`, the output of `cargo mutants --list --json`, and a copy of the workspace. The program
//!
//! 1. rewrites the sources so that one build contains every mutant,
//! 2. removes the mutants that do not compile, and stores the others in `viable.txt`,
//! 3. runs the tests once for each of the others, or for SAMPLE of them.
//!
//! If `viable.txt` exists, the first two steps are skipped.

mod mutant;
mod rewrite;
mod run;
mod viable;

use std::path::Path;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder");
    let mut number = || arguments.next().map(|text| text.parse::<usize>().expect("a number"));
    let (workers, sample, seed) = (number().unwrap_or(1), number(), number().unwrap_or(0));
    let folder = Path::new(&folder);
    let mut mutants = mutant::read(&folder.join("list.json"));
    if !viable::recall(folder, &mut mutants) {
        let sources = rewrite::Sources::read(folder, &mutants);
        viable::remove_invalid(folder, &sources, &mut mutants);
        viable::keep(folder, &mutants);
    }
    run::all(folder, &mut mutants, workers, sample, seed as u64);
    run::report(folder, &mutants);
}
