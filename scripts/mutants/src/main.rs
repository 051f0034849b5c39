//! `mutants-in-one-build FOLDER [REPORT]`: FOLDER holds `list.json`, what `cargo mutants --list --json` said, and
//! a copy of the workspace that it was said of. Rewrites the sources there so that one build holds every
//! mutant, leaves out those that do not compile, and runs the tests once for each of the others.

mod mutant;
mod rewrite;
mod run;
mod viable;

use std::path::Path;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("a folder");
    let workers = arguments.next().map_or(1, |n| n.parse().expect("a number of workers"));
    let folder = Path::new(&folder);
    let mut mutants = mutant::read(&folder.join("list.json"));
    let sources = rewrite::Sources::read(folder, &mutants);
    viable::settle(folder, &sources, &mut mutants);
    run::all(folder, &mut mutants, workers);
    run::report(folder, &mutants);
}
