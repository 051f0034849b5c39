//! Kernels of `static-layout` beside those of other libraries.
//!
//! ```text
//! cargo run --release -p static-layout-bench -- gemm|copy|index [FILTER] [--seconds S] [--clock wall|thread]
//! cargo run --release -p static-layout-bench -- soundness [FILTER] [--fresh] [--state FILE]
//! ```
//!
//! `soundness` checks every operation on small universes, and says how ([`soundness`]). The others measure:
//!
//! One line a comparison, separated by tabs: the case, our figure, the peer, the peer's figure, and ours over
//! the peer's (above 1: ours is better). Figures are work a second: GFLOP/s of `gemm`, GB/s copied of `copy`
//! (bytes written), elements a nanosecond of `index`. FILTER is a part of the name of a case.
//!
//! How it is measured: all sides of a case take turns in one process on the same warm data, in batches of 20
//! microseconds and more, for S seconds (default 0.3) and at least five turns; the figure is of the best turn.
//! On a machine that is busy with other things, `--clock thread` counts only the time that the thread ran.
//! Before that their results are compared, and must be equal.
//!
//! What the peers are compiled for: those that look at the machine when they run (faer, nano-gemm,
//! matrixmultiply, OpenBLAS, libxsmm, and this crate) do so; nalgebra, ndarray and the loops by hand, which do
//! not, are instantiated in functions with the vector instructions of this machine; Eigen is compiled with
//! `-O3 -march=native`. One thread, but for the cases named `all`.

mod buffer;
mod clock;
mod copy;
mod gemm;
mod index;
mod measure;
#[cfg_attr(not(feature = "peers"), allow(unused_macros, unused_imports, reason = "for peers"))]
mod native;
mod peak;
mod soundness;

use std::process::ExitCode;
use std::time::Duration;

use clock::Clock;
use measure::Bench;

fn main() -> ExitCode {
    let mut words = Vec::new();
    let mut seconds: f64 = 0.3;
    let mut clock = Clock::Wall;
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
    let absent = env!("LAYOUT_BENCH_ABSENT");
    if !absent.is_empty() {
        eprintln!("not installed when this was built, and left out: {absent}");
    }
    let bench = Bench::new(filter, Duration::from_secs_f64(seconds), clock);
    match area.as_str() {
        "gemm" => gemm::run(&bench),
        "copy" => copy::run(&bench),
        "index" => index::run(&bench),
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: layout-bench gemm|copy|index [FILTER] [--seconds S] [--clock wall|thread]");
    eprintln!("       layout-bench soundness [FILTER] [--fresh] [--state FILE]");
    ExitCode::FAILURE
}
