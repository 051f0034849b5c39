//! The time that plans between shardings take, on machines of 10,000 devices that exist on paper only.

use layout_core::sharding::{Plan, Sharding, plan, relabel};

use crate::clock::Clock;

/// Two shardings of an array of `n` by `n`, or of `n * n` elements.
struct Case {
    name: &'static str,
    from: &'static str,
    to: &'static str,
}

const CASES: [Case; 7] = [
    Case {
        name: "rows to columns, 10,000 devices",
        from: "(N/x,N) on [x=10000]",
        to: "(N,N/x) on [x=10000]",
    },
    Case {
        name: "blocks of 10,000 to 9,999 devices",
        from: "(NN/x) on [x=10000]",
        to: "(NN/x) on [x=9999]",
    },
    Case {
        name: "cyclic to blocks, 10,000 devices",
        from: "(NN/x:1) on [x=10000]",
        to: "(NN/x) on [x=10000]",
    },
    Case {
        name: "blocks of 64 on 100 by 100 to blocks of 48 on 50 by 200",
        from: "(N/x:64,N/y:64) on [x=100,y=100]",
        to: "(N/x:48,N/y:48) on [x=50,y=200]",
    },
    Case {
        name: "blocks of 64 to blocks of 63, 100 by 100",
        from: "(N/x:64,N/y:64) on [x=100,y=100]",
        to: "(N/x:63,N/y:63) on [x=100,y=100]",
    },
    Case {
        name: "a gather along 100 of 10,000 devices",
        from: "(N/x,N/y) on [x=100,y=100]",
        to: "(N/x,N) on [x=100,y=100]",
    },
    Case {
        name: "a sum over 100 of 10,000 devices, scattered",
        from: "(N/x,N) sum y on [x=100,y=100]",
        to: "(N/x,N/y) on [x=100,y=100]",
    },
];

/// Prints the time of each case for arrays of 10^6 to 10^12 elements, and of the assignment of devices.
pub(crate) fn run(filter: &str, clock: Clock) {
    println!(
        "# case, elements, plan us, one device's pairs us, its messages, its pairs, totals ms, elements moved"
    );
    for case in CASES.iter().filter(|case| case.name.contains(filter)) {
        for n in [1_000, 31_623, 1_000_000_i64] {
            let of = |text: &str| -> Sharding {
                let text = text.replace("NN", &(n * n).to_string()).replace('N', &n.to_string());
                text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
            };
            let (from, to) = (of(case.from), of(case.to));
            let planned = || plan(&from, &to).expect("both have one shape");
            let made = planned();
            let planning = least(clock, || drop(planned()));
            let (mut messages, mut pairs) = (0, 0);
            let device = to.mesh().device_count() / 3;
            let receiving = least(clock, || (messages, pairs) = received(&made, device));
            let mut totals = made.totals().expect("few intervals");
            let counting = least(clock, || totals = made.totals().expect("few intervals"));
            println!(
                "{}\t{}\t{:.0}\t{:.0}\t{messages}\t{pairs}\t{:.1}\t{}",
                case.name,
                n * n,
                planning * 1e6,
                receiving * 1e6,
                counting * 1e3,
                totals.moved
            );
        }
    }
    for devices in [16, 64, 256] {
        let name = format!("relabelling {devices} devices");
        if !name.contains(filter) {
            continue;
        }
        let rows = devices / 4;
        let from = format!("(1000000/x:64,1000000/y:64) on [x={rows},y=4]");
        let to = format!("(1000000/y,1000000/x) on [x={rows},y=4]");
        let (from, to): (Sharding, Sharding) = (parsed(&from), parsed(&to));
        let better = relabel(&from, &to).expect("both have one shape");
        let seconds = least(clock, || drop(relabel(&from, &to)));
        let moved = |to: &Sharding| {
            plan(&from, to).expect("both have one shape").totals().expect("few intervals").moved
        };
        println!(
            "{name}\t10^12\t{:.0} us, {} elements move instead of {}",
            seconds * 1e6,
            moved(&better),
            moved(&to)
        );
    }
}

fn parsed(text: &str) -> Sharding {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The messages that a device receives, and their pairs of layouts.
fn received(plan: &Plan, device: usize) -> (usize, usize) {
    let received = plan.receives(device).expect("every element arrives once");
    let pairs = received.iter().map(|transfer| transfer.pairs().expect("few modes").len());
    (received.len(), pairs.sum())
}

/// The least of five measurements, in seconds.
fn least(clock: Clock, mut work: impl FnMut()) -> f64 {
    (0..5).map(|_| clock.seconds(&mut work)).fold(f64::INFINITY, f64::min)
}
