//! Four processes of MPI: the operations, ranks that are killed, and ranks that disagree.
//!
//! With `LARGE=1` a message of more than 2^31 bytes also travels, which takes 5 GB of memory.
//!
//! Started without `mpirun`, this program starts itself four times, once for each scenario, and checks the output of
//! the ranks.

mod support;

use std::alloc::{GlobalAlloc, Layout as Block, System};
use std::io::{ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode, Stdio, exit};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use static_layout::Layout;
use static_layout_mpi::{
    Comm, DistErrorKind, DistTensor, Edge, HaloTensor, Message, Mpi, Redistribution, Reduction,
    Result, Tag, Transport, matmul,
};

type Matrix = Layout!((?, ?):(?, ?));

/// The system's memory, without blocks of one size.
struct Refusing;

/// The size of blocks that there is no memory for.
static REFUSED: AtomicUsize = AtomicUsize::new(usize::MAX);

// SAFETY: every call is one of `System`, with the same arguments, or returns null, which says that there is no memory.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, block: Block) -> *mut u8 {
        if block.size() == REFUSED.load(Ordering::Relaxed) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which `System` has.
        unsafe { System.alloc(block) }
    }
    unsafe fn dealloc(&self, at: *mut u8, block: Block) {
        // SAFETY: the caller keeps the rules of `GlobalAlloc`; `at` came from `System`.
        unsafe { System.dealloc(at, block) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

fn main() {
    let scenario = std::env::args().nth(1).unwrap_or_default();
    if std::env::var_os("OMPI_COMM_WORLD_RANK").is_none() {
        return start();
    }
    if scenario == "errors" {
        exit(i32::from(Mpi::run(errors) != ExitCode::SUCCESS));
    }
    let outcome = Mpi::start().and_then(|mut ranks| {
        let outcome = match &*scenario {
            "operations" => operations(&mut ranks),
            "shared" => shared(&mut ranks),
            "large" => large(&mut ranks),
            "killed" => killed(&mut ranks),
            "collectives" => collectives(&mut ranks),
            "disagree" => disagree(&mut ranks),
            "mesh" => mesh_of_eight(&ranks),
            "leaves" => leaves(&mut ranks),
            "silent" => silent(&mut ranks),
            "wordless" => wordless(&mut ranks),
            other => match KINDS.iter().find(|kind| **kind == other) {
                Some(kind) => killed_in(&mut ranks, kind),
                None => panic!("no scenario {other}"),
            },
        };
        if let Err(error) = &outcome {
            // One write for each line: `eprintln` writes each piece, which mpirun mixes with pieces of other ranks.
            let line = format!("rank {}: {error}\n", ranks.rank());
            std::io::stderr().write_all(line.as_bytes()).expect("stderr");
        }
        outcome
    });
    if outcome.is_err() {
        exit(3);
    }
}

/// How long a scenario may take, far longer than a loaded machine needs: a minute is the patience of the ranks.
const LIMIT: Duration = Duration::from_secs(300);

/// What the ranks of a scenario print, and whether all ended without an error. Panics when they have not ended in time.
fn run(scenario: &str, options: &[&str]) -> (bool, String) {
    let start = Instant::now();
    let mut command = Command::new("mpirun");
    command.args(["--oversubscribe", "--allow-run-as-root", "-n", "4"]).args(options);
    command.arg(std::env::current_exe().unwrap()).arg(scenario);
    let mut mpirun = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mpirun starts: Debian's openmpi-bin has it");
    let printed = Arc::new(Mutex::new(Vec::new()));
    let streams: [Box<dyn Read + Send>; 2] =
        [Box::new(mpirun.stdout.take().unwrap()), Box::new(mpirun.stderr.take().unwrap())];
    let readers = streams.map(|mut stream| {
        let printed = printed.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                match stream.read(&mut bytes) {
                    Ok(0) => break,
                    Ok(len) => printed.lock().unwrap().extend_from_slice(&bytes[..len]),
                    Err(error) => assert_eq!(error.kind(), ErrorKind::Interrupted, "{error}"),
                }
            }
        })
    });
    let text = || String::from_utf8_lossy(&printed.lock().unwrap()).into_owned();
    let status = loop {
        if let Some(status) = mpirun.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > LIMIT {
            // Its ranks may hold the pipes for longer, so the readers are not waited for.
            let _ = mpirun.kill();
            panic!("`{scenario}` has not ended in {LIMIT:?}: {}", text());
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    readers.into_iter().for_each(|reader| reader.join().unwrap());
    (status.success(), text())
}

fn start() {
    for scenario in ["operations", "shared", "collectives"] {
        let (ended, text) = run(scenario, &[]);
        assert!(ended && text.matches("all equal").count() == 4, "{scenario}: {text}");
    }

    if std::env::var_os("LARGE").is_some() {
        let (ended, text) = run("large", &[]);
        assert!(ended && text.matches("equal").count() == 1, "{text}");
        println!("large: ok");
    }

    // With the option mpirun leaves the other ranks alive, so they find by themselves that one is gone.
    let (_, text) = run("killed", &["--enable-recovery"]);
    // The first one names rank 2; a later one may find a rank gone that ended because of it.
    assert!(text.contains(": rank 2 ended: its process is gone"), "{text}");
    for rank in [0, 1, 3] {
        let ended = |other| format!("rank {rank}: rank {other} ended: its process is gone");
        assert!(
            (0..4).any(|other| text.contains(&ended(other))),
            "nothing of rank {rank} in {text}"
        );
    }
    // In each collective the others name it within a second.
    for kind in KINDS {
        let (_, text) = run(kind, &["--enable-recovery"]);
        assert!(text.contains(": rank 2 ended: its process is gone"), "{kind}: {text}");
        for rank in [0, 1, 3] {
            let line = format!("rank {rank} has waited ");
            let (_, waited) =
                text.split_once(&line).unwrap_or_else(|| panic!("no `{line}` in {text}"));
            let millis: u64 = waited.split(' ').next().unwrap().parse().unwrap();
            assert!(millis < 1000, "{kind}: rank {rank} has waited {millis} ms");
        }
    }
    // Without it mpirun ends them.
    let (ended, text) = run("killed", &[]);
    assert!(!ended, "{text}");

    let (_, text) = run("disagree", &["--enable-recovery"]);
    let expected = "the ranks disagree: rank 0 has `redistribute f64 from `(40/x,40) on [x=4]` to `(40,40/x) on [x=4]``, \
                    rank 2 has `redistribute f64 from `(41/x,40) on [x=4]`";
    assert_eq!(text.matches(expected).count(), 4, "{text}");

    let (_, text) = run("mesh", &["--enable-recovery"]);
    let expected =
        "the mesh of `(40/x,40) on [x=8]` has device 4, the communicator has the ranks 0 to 3";
    assert_eq!(text.matches(expected).count(), 4, "{text}");

    // The rank with the mistake prints it, and the others print the operation that it did not join.
    let (_, text) = run("leaves", &["--enable-recovery"]);
    let expected = "rank 2: the mesh of `(40/x,40) on [x=8]` has device 4";
    assert!(text.contains(expected), "no `{expected}` in {text}");
    for rank in [0, 1, 3] {
        let expected = format!(
            "rank {rank}: the ranks disagree: rank 0 has `redistribute f64 from `(40/x,40) on [x=4]` to \
             `(40,40/x) on [x=4]``, rank 2 has `the end of the program`"
        );
        assert!(text.contains(&expected), "no `{expected}` in {text}");
    }

    let (_, text) = run("wordless", &["--enable-recovery"]);
    for rank in [0, 1, 3] {
        let words = "it failed, and has no memory for the reason";
        let ended = |other| format!("rank {rank}: rank {other} ended: {words}");
        assert!(text.contains(&ended(2)), "nothing of rank {rank} in {text}");
    }

    // Each rank prints its error before mpirun ends the first one.
    for _ in 0..5 {
        let (ended, text) = run("errors", &[]);
        assert!(!ended, "{text}");
        for line in [
            "rank 2: no rows",
            "rank 0: rank 2 ended: no rows",
            "rank 1: rank 2 ended: no rows",
            "rank 3: rank 2 ended: no rows",
        ] {
            assert!(text.contains(line), "no `{line}` in {text}");
        }
    }

    let (ended, text) = run("silent", &[]);
    assert!(!ended && text.contains("has waited 500ms for rank"), "{text}");
    println!(
        "operations, shared, collectives, killed, disagree, mesh, leaves, wordless, errors, silent: ok"
    );
}

fn operations(ranks: &mut Comm<Mpi>) -> Result<()> {
    let no_part = catch_unwind(AssertUnwindSafe(|| ranks.transport_mut().set_part(0)));
    let words = "a part has 1 to 2^31 - 1 bytes, not 0";
    assert_eq!(no_part.unwrap_err().downcast_ref::<String>().unwrap(), words);
    // Messages of several parts, like messages beyond 2^30 bytes.
    ranks.transport_mut().set_part(1000);
    let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
    let value = |at: &[i64]| (at[0] * 1000 + at[1]) as f64;
    let equal = |x: f64, y: f64| assert_eq!(x, y);
    let whole = |m, n| Sharding::replicated(&mesh, &[m, n]);
    let blocks = |m, n, b| {
        whole(m, n)?.split(0, &["x"], Split::cyclic(b))?.split(1, &["y"], Split::cyclic(b + 1))
    };
    let rows = whole(61, 45)?.split(0, &["y", "x"], Split::Block)?;
    for to in [
        blocks(61, 45, 3)?,
        blocks(61, 45, 8)?.with_order(Order::ColumnMajor),
        whole(61, 45)?,
        rows.clone(),
    ] {
        let a = DistTensor::<f64, Matrix, _>::from_fn(ranks, &rows, value)?;
        let mut b: DistTensor<f64, Matrix, _> = a.redistribute(ranks, &to)?;
        b.update(|at, x| equal(*x, value(at)))?;
        let whole = b.gather(ranks, 3)?;
        let mut back = DistTensor::<f64, Matrix, _>::scatter(ranks, 3, whole.as_deref(), &rows)?;
        back.update(|at, x| equal(*x, value(at)))?;
        let mut t: DistTensor<f64, Matrix> = b.transpose()?;
        t.update(|at, x| equal(*x, value(&[at[1], at[0]])))?;
    }
    let terms = whole(20, 30)?.partial(&["x", "y"], Reduce::Sum)?;
    let rank = ranks.rank() as f64;
    let terms =
        DistTensor::<f64, Matrix, _>::from_fn(ranks, &terms, |at| value(at) * (rank + 1.0))?;
    let mut sum: DistTensor<f64, Matrix> = terms.reduce(ranks, blocks(20, 30, 4)?)?;
    sum.update(|at, x| equal(*x, 10.0 * value(at)))?;

    let (m, k, n) = (70, 90, 50);
    let (x, y) = (|at: &[i64]| (at[0] + at[1]) as f64, |at: &[i64]| (at[0] - 2 * at[1]) as f64);
    let a = DistTensor::<f64, Matrix, _>::from_fn(ranks, blocks(m, k, 7)?, x)?;
    let b = DistTensor::<f64, Matrix, _>::from_fn(
        ranks,
        whole(k, n)?.split(1, &["x", "y"], Split::Block)?,
        y,
    )?;
    let mut c = DistTensor::<f64, Matrix, _>::zeros(ranks, blocks(m, n, 7)?)?;
    matmul(ranks, &a, &b, &mut c)?;
    c.update(|at, found| equal(*found, (0..k).map(|k| x(&[at[0], k]) * y(&[k, at[1]])).sum()))?;

    let square = whole(9, 9)?.split(0, &["x"], Split::Block)?.split(1, &["y"], Split::Block)?;
    let mut halo =
        HaloTensor::<f64, Matrix, _>::zeros(ranks, square, &[[1, 1]; 2], Edge::Periodic)?;
    halo.update(|at, x| *x = value(at))?;
    halo.exchange(ranks)?;
    let start = [halo.start_of_block()[0], halo.start_of_block()[1]];
    equal(halo.view()[(0, 0)], value(&start.map(|at| (at - 1).rem_euclid(9))));
    println!("all equal");
    Ok(())
}

/// Messages that are written and read in memory that the ranks share.
fn shared(ranks: &mut Comm<Mpi>) -> Result<()> {
    let (rank, size) = (ranks.rank(), ranks.size());
    let next = (rank + 1) % size;
    if cfg!(target_os = "linux") {
        let mpi = ranks.transport_mut();
        let messages: Vec<_> = (0..3).map(|_| mpi.message(&[next], 100_000).unwrap()).collect();
        assert_eq!(mpi.in_flight(), 3, "three messages in shared memory");
        drop(messages);
        assert_eq!(mpi.in_flight(), 0);
    }
    let mesh = Mesh::new(&[("x", 2), ("y", 2)])?;
    let value = |at: &[i64]| (at[0] * 1000 + at[1]) as f64;
    let blocks = |b: i64| {
        let whole = Sharding::replicated(&mesh, &[600, 600])?;
        whole.split(0, &["x"], Split::cyclic(b))?.split(1, &["y"], Split::cyclic(b + 1))
    };
    let a = DistTensor::<f64, Matrix, _>::from_fn(ranks, blocks(64)?, value)?;
    let mut b = DistTensor::<f64, Matrix, _>::zeros(ranks, blocks(100)?)?;
    for _ in 0..5 {
        b.elements_mut().fill(0.0);
        a.redistribute_into(ranks, &mut b)?;
        b.update(|at, x| assert_eq!(*x, value(at)))?;
    }
    // All terms are sent before one is taken: more messages than there is shared memory for.
    let everywhere = Sharding::replicated(&mesh, &[600, 600])?;
    let terms = everywhere.clone().partial(&["x", "y"], Reduce::Sum)?;
    let terms = DistTensor::<f64, Matrix, _>::from_fn(ranks, terms, value)?;
    let mut sum: DistTensor<f64, Matrix> = terms.reduce(ranks, everywhere)?;
    sum.update(|at, x| assert_eq!(*x, 4.0 * value(at)))?;
    // Exchanges that have begun keep no shared memory from the operations between their two halves.
    let square = Sharding::replicated(&mesh, &[1200, 1200])?;
    let square = square.split(0, &["x"], Split::Block)?.split(1, &["y"], Split::Block)?;
    let mut halos = (0..8)
        .map(|_| HaloTensor::zeros(ranks, square.clone(), &[[2, 2]; 2], Edge::Periodic))
        .collect::<Result<Vec<HaloTensor<f64, Matrix>>>>()?;
    let mut begun = Vec::new();
    for halo in &mut halos {
        halo.update(|at, x| *x = value(at))?;
        begun.push(halo.start(ranks)?);
    }
    a.redistribute_into(ranks, &mut b)?;
    for (halo, exchange) in halos.iter_mut().zip(begun) {
        halo.finish(ranks, exchange)?;
        let corner = halo.start_of_block().iter().map(|at| (at - 2).rem_euclid(1200));
        assert_eq!(halo.view()[(0, 0)], value(&corner.collect::<Vec<_>>()));
    }
    // Neither do moves that have begun, of more messages than a rank otherwise sends at a time.
    let moves = Redistribution::new(ranks, &a, &b)?;
    let mut all = (0..4)
        .map(|_| DistTensor::<f64, Matrix>::zeros(ranks, b.sharding().clone()))
        .collect::<Result<Vec<_>>>()?;
    let begun = all.iter().map(|_| moves.start(ranks, &a)).collect::<Result<Vec<_>>>()?;
    b.elements_mut().fill(0.0);
    a.redistribute_into(ranks, &mut b)?;
    b.update(|at, x| assert_eq!(*x, value(at)))?;
    // In another order than they began.
    for (c, moving) in all.iter_mut().zip(begun).rev() {
        moves.finish(ranks, moving, c)?;
        c.update(|at, x| assert_eq!(*x, value(at)))?;
    }
    // Memory for one rank, sent to another one and to this one; a message that arrived, sent on.
    let tag = 29_999;
    let mpi = ranks.transport_mut();
    let send = |mpi: &mut Mpi, to: usize, message: Message| mpi.send(to, tag, message);
    let mut message = mpi.message(&[next], 5000)?;
    message.bytes_mut().fill(rank as u8);
    send(mpi, rank, message)?;
    let own = wait(mpi, rank, tag, 5000)?;
    assert!(own.bytes().iter().all(|byte| *byte == rank as u8));
    let mut message = mpi.message(&[next], 6000)?;
    message.bytes_mut().fill(10 + rank as u8);
    send(mpi, next, message)?;
    let found = wait(mpi, (rank + size - 1) % size, tag, 6000)?;
    assert!(found.bytes().iter().all(|byte| usize::from(*byte) == 10 + (rank + size - 1) % size));
    send(mpi, next, found)?;
    let found = wait(mpi, (rank + size - 1) % size, tag, 6000)?;
    assert!(found.bytes().iter().all(|byte| usize::from(*byte) == 10 + (rank + size - 2) % size));
    drop(found);
    // A message of another length than expected.
    let message = mpi.message(&[next], 7000)?;
    send(mpi, next, message)?;
    let error = wait(mpi, (rank + size - 1) % size, tag, 8000).unwrap_err();
    assert_eq!(error.to_string(), format!("rank {rank} received 7000 bytes and expects 8000"));
    // A message that its rank does not take yet has not left.
    if rank == 0 {
        send(mpi, next, Message::zeroed(8 << 20)?)?;
        assert_eq!(mpi.unsent()?, Some(next));
    }
    ranks.barrier()?;
    let mpi = ranks.transport_mut();
    if rank == 1 {
        wait(mpi, 0, tag, 8 << 20)?;
    }
    // More bytes than there are addresses for. Nothing was begun, so the ranks go on.
    for error in
        [mpi.message(&[next], 1 << 50).map(drop), mpi.receive(next, tag, 1 << 50).map(drop)]
    {
        assert_eq!(error.unwrap_err().kind(), DistErrorKind::Memory);
    }
    // No memory for the number of a slot, which then is free again. The pool has no memory of messages before.
    if cfg!(target_os = "linux") {
        ranks.barrier()?;
        let mpi = ranks.transport_mut();
        let message = mpi.message(&[next], 100_000)?;
        let before = mpi.in_flight();
        let held: Vec<_> = (0..50).map(|_| mpi.pool().message(8).unwrap()).collect();
        REFUSED.store(16, Ordering::Relaxed);
        let refused = mpi.send(next, tag, message);
        REFUSED.store(usize::MAX, Ordering::Relaxed);
        assert_eq!(refused.unwrap_err().kind(), DistErrorKind::Memory);
        assert_eq!(mpi.in_flight(), before - 1);
        drop(held);
    }
    ranks.barrier()?;
    println!("all equal");
    Ok(())
}

/// A message of three parts, longer than a count of MPI.
fn large(ranks: &mut Comm<Mpi>) -> Result<()> {
    let (rank, mpi, len) = (ranks.rank(), ranks.transport_mut(), (1 << 31) + 12_345);
    if rank == 0 {
        let mut message = mpi.message(&[1], len)?;
        message.bytes_mut().chunks_mut(4099).enumerate().for_each(|(k, x)| x.fill(k as u8));
        mpi.send(1, 7, message)?;
        while mpi.unsent()?.is_some() {
            mpi.pause();
        }
    } else if rank == 1 {
        let found = wait(mpi, 0, 7, len)?;
        let same = |(k, x): (usize, &[u8])| x.iter().all(|byte| *byte == k as u8);
        assert!(found.bytes().chunks(4099).enumerate().all(same));
        println!("equal");
    }
    ranks.barrier()
}

fn wait(mpi: &mut Mpi, from: usize, tag: Tag, len: usize) -> Result<Message> {
    let mut receipt = mpi.receive(from, tag, len)?;
    loop {
        if let Some(message) = mpi.poll(&mut receipt)? {
            return Ok(message);
        }
        mpi.pause();
    }
}

/// Rank 2 dies in the middle of redistributions.
fn killed(ranks: &mut Comm<Mpi>) -> Result<()> {
    let mesh = Mesh::new(&[("x", 4)])?;
    let cut = |axis| Sharding::replicated(&mesh, &[400, 400])?.split(axis, &["x"], Split::Block);
    let a = DistTensor::<f64, Matrix, _>::zeros(ranks, cut(0)?)?;
    let mut b = DistTensor::<f64, Matrix, _>::zeros(ranks, cut(1)?)?;
    let start = Instant::now();
    loop {
        if ranks.rank() == 2 && start.elapsed() > Duration::from_millis(300) {
            let me = std::process::id().to_string();
            Command::new("kill").args(["-9", &me]).status().expect("kill");
        }
        a.redistribute_into(ranks, &mut b)?;
    }
}

const KINDS: [&str; 5] = ["all-reduce", "reduce-scatter", "all-gather", "broadcast", "all-to-all"];

/// Rank 2 dies in the middle of collectives of one kind. The others print how long the last one took.
fn killed_in(ranks: &mut Comm<Mpi>, kind: &str) -> Result<()> {
    let mesh = Mesh::new(&[("x", 4)])?;
    let whole = Sharding::replicated(&mesh, &[400, 400])?;
    let cut = |axis| whole.clone().split(axis, &["x"], Split::Block);
    let terms = whole.clone().partial(&["x"], Reduce::Sum)?;
    let root = Sharding::replicated(&Mesh::new(&[("root", 1)])?, &[400, 400])?;
    let (from, to) = match kind {
        "all-reduce" => (terms, whole.clone()),
        "reduce-scatter" => (terms, cut(0)?),
        "all-gather" => (cut(0)?, whole.clone()),
        "broadcast" => (root, whole.clone()),
        _ => (cut(0)?, cut(1)?),
    };
    let a = DistTensor::<f64, Matrix, _>::zeros(ranks, from)?;
    let mut b = DistTensor::<f64, Matrix, _>::zeros(ranks, to)?;
    let reduction = Reduction::new(ranks, &a, &b)?;
    let start = Instant::now();
    loop {
        if ranks.rank() == 2 && start.elapsed() > Duration::from_millis(300) {
            let me = std::process::id().to_string();
            Command::new("kill").args(["-9", &me]).status().expect("kill");
        }
        let begin = Instant::now();
        if let Err(error) = reduction.run(ranks, &a, &mut b) {
            let millis = begin.elapsed().as_millis();
            let line = format!("rank {} has waited {millis} ms in {kind}\n", ranks.rank());
            std::io::stderr().write_all(line.as_bytes()).expect("stderr");
            return Err(error);
        }
    }
}

/// Random collectives compared with enumeration.
fn collectives(ranks: &mut Comm<Mpi>) -> Result<()> {
    support::random_collectives(ranks, support::cases())?;
    support::sums_are_in_the_order_of_terms(ranks)?;
    println!("all equal");
    Ok(())
}

fn disagree(ranks: &mut Comm<Mpi>) -> Result<()> {
    let mesh = Mesh::new(&[("x", 4)])?;
    let m = if ranks.rank() == 2 { 41 } else { 40 };
    let cut = |axis| Sharding::replicated(&mesh, &[m, 40])?.split(axis, &["x"], Split::Block);
    let a = DistTensor::<f64, Matrix, _>::zeros(ranks, cut(0)?)?;
    a.redistribute::<_, Matrix, _>(ranks, cut(1)?).map(drop)
}

fn mesh_of_eight(ranks: &Comm<Mpi>) -> Result<()> {
    let cut = Sharding::replicated(&Mesh::new(&[("x", 8)])?, &[40, 40])?.split(
        0,
        &["x"],
        Split::Block,
    )?;
    DistTensor::<f64, Matrix, _>::zeros(ranks, cut).map(drop)
}

/// Rank 2 returns with an error that the others do not have.
fn leaves(ranks: &mut Comm<Mpi>) -> Result<()> {
    if ranks.rank() == 2 {
        return mesh_of_eight(ranks);
    }
    let mesh = Mesh::new(&[("x", 4)])?;
    let cut = |axis| Sharding::replicated(&mesh, &[40, 40])?.split(axis, &["x"], Split::Block);
    let a = DistTensor::<f64, Matrix, _>::zeros(ranks, cut(0)?)?;
    a.redistribute::<_, Matrix, _>(ranks, cut(1)?).map(drop)
}

/// Rank 2 fails without memory for the reason, and lives until the others know.
fn wordless(ranks: &mut Comm<Mpi>) -> Result<()> {
    if ranks.rank() != 2 {
        return ranks.barrier();
    }
    let (mpi, reason) = (ranks.transport_mut(), "x".repeat(160_000));
    REFUSED.store(reason.len(), Ordering::Relaxed);
    mpi.announce(&reason);
    let known = [0, 1, 3].map(|other| wait(mpi, other, 7, 8).map(drop));
    known.into_iter().find(Result::is_err).expect("the others have failed")
}

/// Rank 2 ends with an error of the program, the others because of it.
fn errors(ranks: &mut Comm<Mpi>) -> std::result::Result<(), String> {
    if ranks.rank() == 2 {
        return Err("no rows".into());
    }
    ranks.barrier().map_err(|error| error.to_string())
}

fn silent(ranks: &mut Comm<Mpi>) -> Result<()> {
    ranks.set_patience(Duration::from_millis(500));
    if ranks.rank() == 1 {
        // Until mpirun ends it, after the first of the others.
        std::thread::sleep(LIMIT);
    }
    ranks.barrier()
}
