//! Compares the kernels of `static-layout` with kernels of other libraries, and checks all operations on small
//! universes.
//!
//! ```text
//! cargo run --release -p static-layout-bench -- gemm|contract|copy|convolve|elements|growth|index|loops|threads|tutorial [FILTER] [--seconds S] [--clock wall|thread] [--calls CONTENDER COUNT] [--alone CONTENDER]
//! cargo run --release -p static-layout-bench -- shardings [FILTER]
//! cargo run --release -p static-layout-bench -- soundness [FILTER] [--fresh] [--state FILE]
//! ```
//!
//! `README.md` explains the output, the method and the compilation of the peers.

mod buffer;
mod clock;
mod contract;
mod convolve;
mod copy;
mod elements;
mod engine;
mod gemm;
mod growth;
mod index;
mod loops;
mod measure;
#[cfg_attr(not(feature = "peers"), allow(unused_macros, unused_imports, reason = "for peers"))]
mod native;
mod peak;
mod shardings;
mod soundness;
mod threads;
mod tutorial;

use std::process::ExitCode;
use std::time::Duration;

use clock::Clock;
use measure::Bench;

fn main() -> ExitCode {
    let mut words = Vec::new();
    let mut seconds: f64 = 0.3;
    let mut clock = Clock::Wall;
    let (mut calls, mut alone) = (None, None);
    let (mut fresh, mut state) = (false, "target/soundness.tsv".to_string());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next();
        let understood = match argument.as_str() {
            "--seconds" => {
                let given = value().and_then(|value| value.parse().ok());
                given.filter(|given| (0.0..1e6).contains(given)).map(|given| seconds = given)
            }
            "--fresh" => {
                fresh = true;
                Some(())
            }
            "--state" => value().map(|path| state = path),
            "--calls" => value().zip(value()).and_then(|(name, count)| {
                calls = Some((name, count.parse().ok()?));
                Some(())
            }),
            "--alone" => value().map(|name| alone = Some(name)),
            "--clock" => value().and_then(|name| Clock::named(&name)).map(|named| clock = named),
            _ => {
                words.push(argument);
                Some(())
            }
        };
        if understood.is_none() {
            return usage();
        }
    }
    let (area, filter) = match &words[..] {
        [area] => (area, ""),
        [area, filter] => (area, filter.as_str()),
        _ => return usage(),
    };
    if area == "soundness" {
        return soundness::run(filter, fresh, &state);
    }
    if area == "shardings" {
        println!("# processor: {}", processor());
        shardings::run(filter, clock);
        return ExitCode::SUCCESS;
    }
    let absent = env!("LAYOUT_BENCH_ABSENT");
    println!("# processor: {}", processor());
    println!("# machine token: {}, and narrower ones in gemm", native::widest());
    let absent = if cfg!(feature = "peers") {
        absent.into()
    } else if cfg!(feature = "array-peers") {
        format!("{absent} and those of products in Rust")
    } else {
        format!("{absent} and all in Rust")
    };
    println!(
        "# peers that were missing at build time: {}",
        if absent.is_empty() { "none" } else { &absent }
    );
    #[cfg(blis)]
    println!("# BLIS runs its kernels for: {}", gemm::blis_kernels());
    println!("# case, machine, ours, peer, theirs, least, median and largest ratio of a turn");
    let time = Duration::from_secs_f64(seconds);
    let bench = Bench { filter: filter.into(), time, clock, calls, alone };
    match area.as_str() {
        "gemm" => gemm::run(&bench),
        "contract" => contract::run(&bench),
        "convolve" => convolve::run(&bench),
        "copy" => copy::run(&bench),
        "elements" => elements::run(&bench),
        "growth" => growth::run(&bench),
        "index" => index::run(&bench),
        "loops" => loops::run(&bench),
        "threads" => threads::run(&bench),
        "tutorial" => tutorial::run(&bench),
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

/// The name of the processor, if Linux gives it.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.into())
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: static-layout-bench gemm|copy|convolve|elements|growth|index|loops|threads|tutorial [FILTER] [--seconds S] [--clock wall|thread] [--calls CONTENDER COUNT] [--alone CONTENDER]"
    );
    eprintln!("       static-layout-bench shardings [FILTER] [--clock wall|thread]");
    eprintln!("       static-layout-bench soundness [FILTER] [--fresh] [--state FILE]");
    ExitCode::FAILURE
}
