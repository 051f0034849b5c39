//! `mutants-in-one-build FOLDER [WORKERS [SAMPLE SEED]]`: FOLDER holds `list.json`, what `cargo mutants --list --json`
//! said, and a copy of the workspace that it was said of. Rewrites the sources there so that one build holds every
//! mutant, leaves out those that do not compile, and runs the tests once for each of the others, or for SAMPLE of
//! them. `viable.txt` keeps which compile: where it is, the sources are taken as they are.

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
        viable::settle(folder, &sources, &mut mutants);
        viable::keep(folder, &mutants);
    }
    run::all(folder, &mut mutants, workers, sample, seed as u64);
    run::report(folder, &mutants);
}
