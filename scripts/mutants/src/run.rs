//! Runs the tests once for each mutant.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::mutant::{Fate, Mutant};

/// A program may take so many times as long as without a mutant, and a few seconds: loops without an end are
/// found by it.
const TIMES: u32 = 10;
const SECONDS: Duration = Duration::from_secs(4);

/// A program of tests, and how long it may take.
struct Program {
    path: PathBuf,
    limit: Duration,
}

/// The programs of the tests, fastest first; they pass without a mutant.
fn programs(folder: &Path, home: &Path) -> Vec<Program> {
    let output = Command::new("cargo")
        .args(["+nightly", "test", "--tests", "--no-run", "--message-format=json"])
        .current_dir(folder)
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "the tests build");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let paths = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
    let timed = |path: PathBuf| {
        let program = Program { path, limit: Duration::from_secs(600) };
        let start = Instant::now();
        assert!(fate(&program, home, 0) == Fate::Survived, "{:?} fails as it is", program.path);
        Program { limit: start.elapsed() * TIMES + SECONDS, ..program }
    };
    let mut programs: Vec<Program> = paths.map(timed).collect();
    programs.sort_by_key(|program| program.limit);
    programs
}

fn fate(program: &Program, home: &Path, mutant: usize) -> Fate {
    let deadline = Instant::now() + program.limit;
    let mut child = Command::new(&program.path)
        .args(["-Zunstable-options", "--fail-fast", "--test-threads=1", "-q"])
        .current_dir(home)
        .env("MUTANT", mutant.to_string())
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("PROPTEST_RNG_SEED", "20260101")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a test runs");
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return if status.success() { Fate::Survived } else { Fate::Caught };
        }
        if Instant::now() > deadline {
            child.kill().expect("a child of our own");
            child.wait().expect("a child");
            return Fate::Timeout;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

pub fn all(folder: &Path, mutants: &mut [Mutant], workers: usize) {
    // Tests find their data beside their crate.
    let home = folder.join("layout-core");
    let programs = programs(folder, &home);
    let fate = |k: usize| {
        let fates = programs.iter().map(|program| fate(program, &home, k));
        fates.into_iter().find(|&fate| fate != Fate::Survived).unwrap_or(Fate::Survived)
    };
    let start = Instant::now();
    let waiting: Vec<usize> =
        (0..mutants.len()).filter(|&k| mutants[k].fate == Fate::Waiting).collect();
    let (next, done) = (Mutex::new(waiting.iter()), Mutex::new(0));
    let mutants = Mutex::new(mutants);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(&k) = next.lock().unwrap().next() else { return };
                    let found = fate(k + 1);
                    let mut mutants = mutants.lock().unwrap();
                    mutants[k].fate = found;
                    if found != Fate::Caught {
                        println!("{found:?} {}", mutants[k].name);
                    }
                    let mut done = done.lock().unwrap();
                    *done += 1;
                    if *done % 100 == 0 {
                        println!("{done} of {} in {:?}", waiting.len(), start.elapsed());
                    }
                }
            });
        }
    });
}

/// Counts by file, in `report.txt`, and the names of those that survived.
pub fn report(folder: &Path, mutants: &[Mutant]) {
    let count = |fate: Fate| mutants.iter().filter(|mutant| mutant.fate == fate).count();
    let [caught, timeout, survived] = [Fate::Caught, Fate::Timeout, Fate::Survived].map(count);
    let viable = caught + timeout + survived;
    let mut text = format!(
        "{} mutants: {viable} run, {caught} caught, {timeout} out of time, {survived} survived, {} do not \
         compile, {} not tried\ncaught: {:.2} %\n",
        mutants.len(),
        count(Fate::Unviable),
        count(Fate::NotTried),
        100.0 * (caught + timeout) as f64 / viable as f64,
    );
    for fate in [Fate::Survived, Fate::NotTried] {
        for mutant in mutants.iter().filter(|mutant| mutant.fate == fate) {
            writeln!(text, "{fate:?} {}", mutant.name).unwrap();
        }
    }
    std::fs::write(folder.join("report.txt"), &text).expect("written");
    print!("{}", text.lines().take(2).collect::<Vec<_>>().join("\n"));
}
