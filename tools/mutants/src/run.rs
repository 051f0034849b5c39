//! Runs the tests once for each mutant, with limits on their CPU time.

use std::fmt::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::mutant::{Fate, Mutant};

/// The limit of CPU time as a multiple of the time without a mutant. It stops endless loops independently of other
/// load.
const TIMES: u32 = 3;
const SECONDS: u64 = 2;

const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;

/// A test binary and its limit of CPU time.
struct Program {
    path: PathBuf,
    /// The limit in seconds of CPU time.
    seconds: u64,
    alone: Duration,
}

/// The test binaries, fastest first. They pass without a mutant.
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
    let mut programs: Vec<Program> = paths.map(|path| timed(path, home)).collect();
    programs.sort_by_key(|program| program.alone);
    programs
}

/// Measures the CPU time of a test binary without a mutant.
fn timed(path: PathBuf, home: &Path) -> Program {
    let output = Command::new("sh")
        .args(["-c", "\"$@\" > /dev/null 2>&1 && times", "sh"])
        .arg(&path)
        .args(["--test-threads=1", "-q"])
        .current_dir(home)
        .env("PROPTEST_RNG_SEED", "20260101")
        .output()
        .expect("a test runs");
    assert!(output.status.success(), "{path:?} fails as it is");
    // The second line of `times`, such as `0m1.250s 0m0.040s`, is the time of the children.
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let times = text.lines().nth(1).expect("times of children").split_whitespace();
    let seconds = |time: &str| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').expect("a time");
        60.0 * minutes.parse::<f64>().expect("minutes") + seconds.parse::<f64>().expect("seconds")
    };
    let alone = Duration::from_secs_f64(times.map(seconds).sum());
    println!("{alone:?} for {:?}", path.file_name().expect("a name"));
    Program { path, seconds: (alone * TIMES).as_secs() + SECONDS, alone }
}

fn fate(program: &Program, home: &Path, mutant: usize) -> Fate {
    // The limit of wall time is longer, for tests that wait.
    let deadline = Instant::now() + Duration::from_secs(20 * program.seconds);
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -t $0; exec \"$@\"", &program.seconds.to_string()])
        .arg(&program.path)
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
            return match (status.success(), status.signal()) {
                (true, _) => Fate::Survived,
                (false, Some(SIGKILL | SIGXCPU)) => Fate::Timeout,
                _ => Fate::Caught,
            };
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

/// Shuffles the numbers of mutants (SplitMix64).
fn shuffle(numbers: &mut [usize], seed: u64) {
    let mut state = seed;
    for k in (1..numbers.len()).rev() {
        state = state.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        numbers.swap(k, ((z ^ (z >> 31)) % (k as u64 + 1)) as usize);
    }
}

pub fn all(
    folder: &Path,
    mutants: &mut [Mutant],
    workers: usize,
    sample: Option<usize>,
    seed: u64,
) {
    // Tests read data relative to their crate.
    let home = folder.join("layout-core");
    let programs = programs(folder, &home);
    let fate = |k: usize| {
        let fates = programs.iter().map(|program| fate(program, &home, k));
        fates.into_iter().find(|&fate| fate != Fate::Survived).unwrap_or(Fate::Survived)
    };
    let start = Instant::now();
    let mut waiting: Vec<usize> =
        (0..mutants.len()).filter(|&k| mutants[k].fate == Fate::Waiting).collect();
    if let Some(sample) = sample {
        shuffle(&mut waiting, seed);
        waiting.truncate(sample);
    }
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
                        println!("{found:?} {} {}", k + 1, mutants[k].name);
                    }
                    let mut done = done.lock().unwrap();
                    *done += 1;
                    if *done % 25 == 0 {
                        println!("{done} of {} in {:?}", waiting.len(), start.elapsed());
                    }
                }
            });
        }
    });
}

/// Writes `report.txt`: the counts, and the names of the survivors.
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
