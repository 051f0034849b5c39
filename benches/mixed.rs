//! What a run-time leaf costs: an operation on a mixed layout beside the same operation on plain
//! integers, and indexing beside hand-written arithmetic.
//!
//! `cargo bench --bench mixed` prints nanoseconds a call, best of several rounds, and the ratio; both
//! sides run in turn in one process.

use static_layout::*;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 15;
const CALLS: usize = 20_000;

fn nanoseconds(call: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..CALLS {
        call();
    }
    start.elapsed().as_secs_f64() * 1e9 / CALLS as f64
}

fn compare(what: &str, mut ours: impl FnMut(), mut theirs: impl FnMut()) {
    let (mut a, mut b) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        a = a.min(nanoseconds(&mut ours));
        b = b.min(nanoseconds(&mut theirs));
    }
    println!("{what:44}{a:9.1}{b:9.1}{:8.2}", a / b);
}

fn main() {
    let n = black_box(1800_usize);
    let x = layout!((n, 64):(64, 1));
    let d = x.to_dynamic();
    let tile: dynamic::Tiler = "<8,16>".parse().expect("a tiler");
    let four: dynamic::Tiler = "4:1".parse().expect("a tiler");

    println!("{:44}{:>9}{:>9}{:>8}", "(n,64):(64,1), n at run time", "mixed", "plain", "ratio");
    compare(
        "zipped_divide(tile!(8, 16))",
        || _ = black_box(black_box(x).zipped_divide(tile!(8, 16))),
        || _ = black_box(black_box(d).zipped_divide(&tile)),
    );
    compare(
        "zipped_divide_padded(tile!(8, 16))",
        || _ = black_box(black_box(x).zipped_divide_padded(tile!(8, 16))),
        || _ = black_box(black_box(d).zipped_divide_padded(&tile)),
    );
    compare(
        "compose(4:1)",
        || _ = black_box(black_box(x).compose(layout!(4:1))),
        || _ = black_box(black_box(d).compose(&four)),
    );
    compare(
        "mode::<0>()",
        || _ = black_box(black_box(x).mode::<0>()),
        || _ = black_box(black_box(d).mode(0)),
    );
    let three: dynamic::Coord = "(3,_)".parse().expect("a coordinate");
    compare(
        "slice(coord!(3, _))",
        || _ = black_box(black_box(x).slice(coord!(3, _))),
        || _ = black_box(black_box(d).slice(&three)),
    );

    println!("\n{:44}{:>9}{:>9}{:>8}", "sum of a row of 64 elements", "layout", "by hand", "ratio");
    let data: Vec<u32> = (0..n as u32 * 64).collect();
    let i = black_box(1234_usize);
    compare(
        "mixed (n,64):(64,1)",
        || {
            let x = black_box(x);
            black_box((0..64).map(|j| data[x.index((i, j))]).sum::<u32>());
        },
        || {
            let i = black_box(i);
            black_box((0..64).map(|j| data[i * 64 + j]).sum::<u32>());
        },
    );
    let (row, column) = black_box((64_usize, 1_usize));
    let strided = Layout::new((n, 64), (row, column));
    compare(
        "run-time strides",
        || {
            let x = black_box(strided);
            black_box((0..64).map(|j| data[x.index((i, j))]).sum::<u32>());
        },
        || {
            let (row, column) = black_box((row, column));
            black_box((0..64).map(|j| data[i * row + j * column]).sum::<u32>());
        },
    );
}
