//! Arrays that P ranks save and Q ranks load, of random shardings; programs that are killed while they save.

use std::path::Path;
use std::process::{Command, Stdio};

use half::{bf16, f16};
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};
use static_layout::Layout;
use static_layout_mpi::{
    DistArray, DistError, DistErrorKind, DistTensor, Element, Result, Threads, load, save,
};
use static_layout_zarr::{
    Chunks, NamedElement, NewArray, Region, ZarrArray, ZarrError, ZarrWriter,
};
use tempfile::{TempDir, tempdir_in};

type Matrix = Layout!((?, ?):(?, ?));

/// A folder in memory where there is one: each file is synchronized.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

/// A pseudo-random number below `n`.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A sharding over `ranks`: blocks or cyclic blocks of one or two axes, in either order, or whole on each rank.
fn sharding(random: &mut Random, shape: [i64; 2], ranks: usize) -> Sharding {
    let split = |random: &mut Random| match random.below(3) {
        0 => Split::Block,
        1 => Split::cyclic(1 + random.below(3) as i64),
        _ => Split::Strided(2 + random.below(2) as i64),
    };
    let rows = (1..=ranks).filter(|rows| ranks.is_multiple_of(*rows)).collect::<Vec<_>>();
    let rows = rows[random.below(rows.len())];
    let mut devices: Vec<usize> = (0..ranks).collect();
    devices.rotate_left(random.below(ranks));
    let mesh = Mesh::with_devices(&[("x", rows), ("y", ranks / rows)], &devices).unwrap();
    let mut held = Sharding::replicated(&mesh, &shape).unwrap();
    for (axis, name) in ["x", "y"].into_iter().enumerate() {
        if random.below(5) > 0 {
            held = held.split(axis, &[name], split(random)).unwrap();
        }
    }
    held.with_order(if random.below(2) == 0 { Order::ColumnMajor } else { Order::RowMajor })
}

fn ok<R>(all: Vec<Result<R>>) -> Vec<R> {
    all.into_iter().collect::<Result<Vec<R>, DistError>>().unwrap()
}

/// All pairs of 1 to 6 ranks.
fn pairs<T: Element + NamedElement + PartialEq + std::fmt::Debug>(of: fn(i64) -> T, seed: u64) {
    let mut random = Random(seed);
    for (p, q) in (1..=6).flat_map(|p| (1..=6).map(move |q| (p, q))) {
        let folder = folder();
        let path = folder.path().join("a");
        let shape = [1 + random.below(12) as i64, 1 + random.below(12) as i64];
        let element = |at: &[i64]| of(1 + at[0] * shape[1] + at[1]);
        let chunk = [1 + random.below(5), 1 + random.below(5)];
        let chunks = match random.below(3) {
            0 => Chunks::new(&chunk).with_zstd(1).with_crc32c(),
            1 => Chunks::new(&[2 * chunk[0], chunk[1]]).with_shards_of(&chunk),
            _ => Chunks::new(&chunk),
        };
        let (from, to) = (sharding(&mut random, shape, p), sharding(&mut random, shape, q));
        ok(Threads::run(p, |ranks| {
            let a = DistTensor::<T, Matrix>::from_fn(ranks, from.clone(), element)?;
            save(ranks, &a, &path, &chunks)
        }));
        // As a reader of one process finds it.
        let array = ZarrArray::<T>::open(&path).unwrap();
        let whole = array.read(&Region::new(&[0, 0], &shape.map(|n| n as usize))).unwrap();
        let expected: Vec<T> = (0..shape[0] * shape[1]).map(|k| of(1 + k)).collect();
        assert_eq!(whole.as_slice(), expected, "`{from}` in {chunks:?}");
        ok(Threads::run(q, |ranks| {
            let mut a: DistTensor<T, Matrix> = load(ranks, &path, to.clone())?;
            a.update(|at, found| assert_eq!(*found, element(at), "`{to}` {at:?}"))
        }));
    }
}

#[test]
fn single() {
    pairs(|k| k as f32, 1);
}

#[test]
fn halves() {
    pairs(|k| f16::from_f64(k as f64), 2);
}

#[test]
fn brain_halves() {
    pairs(|k| bf16::from_f64(k as f64), 3);
}

#[test]
fn booleans() {
    pairs(|k| k % 3 == 0, 2);
}

#[test]
fn integers() {
    pairs(|k| k, 4);
}

fn rows(ranks: usize, shape: &[i64]) -> Sharding {
    let mesh = Mesh::new(&[("x", ranks)]).unwrap();
    Sharding::replicated(&mesh, shape).unwrap().split(0, &["x"], Split::Block).unwrap()
}

/// Arrays of one and three axes, with more ranks than chunks.
#[test]
fn other_ranks_of_arrays() {
    let folder = folder();
    for (name, chunk) in [("a", [7]), ("b", [40]), ("c", [1])] {
        let path = folder.path().join(name);
        ok(Threads::run(5, |ranks| {
            let a = DistArray::<i32, 1>::from_fn(ranks, rows(5, &[23]), |at| at[0] as i32)?;
            save(ranks, &a, &path, chunk)
        }));
        let found = ZarrArray::<i32>::open(&path).unwrap().read(&Region::new(&[0], &[23])).unwrap();
        assert!(found.as_slice().iter().copied().eq(0..23));
    }
    let path = folder.path().join("d");
    ok(Threads::run(6, |ranks| {
        let a = DistArray::<i32, 3>::from_fn(ranks, rows(6, &[3, 4, 5]), |at| {
            (at[0] * 20 + at[1] * 5 + at[2]) as i32
        })?;
        save(ranks, &a, &path, [2, 2, 2])?;
        let b: DistArray<i32, 3> = load(ranks, &path, rows(6, &[3, 4, 5]))?;
        assert_eq!(a.elements(), b.elements());
        Ok(())
    }));
}

#[test]
fn refusals_reach_all_ranks() {
    let folder = folder();
    let path = folder.path().join("a");
    let errors = |f: &(dyn Fn(&mut static_layout_mpi::Comm<Threads>) -> Result<()> + Sync)| {
        let found = Threads::run(3, |ranks| f(ranks).unwrap_err());
        let text = found.iter().map(DistError::to_string).collect::<Vec<_>>().join("\n");
        (found.iter().map(DistError::kind).collect::<Vec<_>>(), text)
    };
    let (kinds, text) = errors(&|ranks| {
        let a = DistTensor::<f32, Matrix>::zeros(ranks, rows(3, &[6, 6]))?;
        save(ranks, &a, &path, [0, 2])
    });
    assert!(kinds.contains(&DistErrorKind::Layout) && text.contains("a chunk of (0,2) is empty"));
    let (kinds, text) = errors(&|ranks| {
        let a = rows(3, &[6, 6]);
        load::<f32, Matrix, _, _>(ranks, &path, a).map(drop)
    });
    assert!(kinds.contains(&DistErrorKind::File) && text.contains("it has no metadata"), "{text}");
    let (_, text) = errors(&|ranks| {
        let whole = Sharding::replicated(&Mesh::new(&[("x", 3)]).unwrap(), &[6, 6]).unwrap();
        let terms = whole.partial(&["x"], Reduce::Sum).unwrap();
        let a = DistTensor::<f32, Matrix>::zeros(ranks, terms)?;
        save(ranks, &a, &path, [2, 2])
    });
    assert!(text.contains("use `reduce`, which makes them whole"), "{text}");
    ok(Threads::run(3, |ranks| {
        let a = DistTensor::<f32, Matrix>::zeros(ranks, rows(3, &[6, 6]))?;
        save(ranks, &a, &path, [2, 2])
    }));
    let (kinds, text) = errors(&|ranks| {
        let a = DistTensor::<f32, Matrix>::zeros(ranks, rows(3, &[6, 6]))?;
        save(ranks, &a, &path, [2, 2])
    });
    assert!(kinds.contains(&DistErrorKind::File) && text.contains("is there already"), "{text}");
    let (_, text) =
        errors(&|ranks| load::<f32, Matrix, _, _>(ranks, &path, rows(3, &[6, 5])).map(drop));
    assert!(text.contains("has [6, 6], not the shape of"), "{text}");
    let (_, text) =
        errors(&|ranks| load::<f64, Matrix, _, _>(ranks, &path, rows(3, &[6, 6])).map(drop));
    assert!(text.contains("has elements of float32, not of f64"), "{text}");
}

const SHAPE: [i64; 2] = [12, 8];

/// Saves on four ranks.
fn work(path: &Path) -> Vec<Result<()>> {
    Threads::run(4, |ranks| {
        let a = DistTensor::<i32, Matrix>::from_fn(ranks, rows(4, &SHAPE), |at| {
            (1 + at[0] * 8 + at[1]) as i32
        })?;
        save(ranks, &a, path, [2, 2])
    })
}

/// Not a test of its own: the process that is killed.
#[test]
fn child() {
    let Ok(path) = std::env::var("CHECKPOINT_CHILD") else { return };
    ok(work(Path::new(&path)));
}

/// Killed at each rename of a file: no reader opens half an array, and the same call writes the whole one.
#[test]
#[cfg(target_os = "linux")]
fn killed_programs_leave_nothing_that_looks_whole() {
    use std::os::unix::process::ExitStatusExt;
    let (mut kills, mut done) = (0, false);
    for number in 1.. {
        let folder = folder();
        let path = folder.path().join("a");
        let status = Command::new("strace")
            .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=rename"])
            .arg("-e")
            .arg(format!("inject=rename:signal=KILL:when={number}"))
            .arg(std::env::current_exe().unwrap())
            .args(["child", "--exact"])
            .env("CHECKPOINT_CHILD", &path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("strace is installed");
        let opened = ZarrArray::<i32>::open(&path);
        if status.success() {
            assert_eq!(opened.unwrap().shape(), [12, 8]);
            done = true;
            break;
        }
        // Killed, and not without strace, or by a panic.
        assert_eq!(status.signal(), Some(9), "{status}");
        kills += 1;
        // The last rename is that of the metadata, after which the array is whole.
        let is_whole = path.join("zarr.json").exists();
        assert_eq!(opened.is_ok(), is_whole, "rename {number}");
        if let Err(error) = &opened {
            assert!(
                matches!(error, ZarrError::Unfinished { .. } | ZarrError::Array(..)),
                "{error}"
            );
        }
        let again = work(&path);
        match is_whole {
            true => {
                let array = opened.unwrap();
                let found = array.read(&Region::new(&[0, 0], &[12, 8])).unwrap();
                assert!(found.as_slice().iter().copied().eq(1..97), "rename {number}");
            }
            false => {
                ok(again);
                let array = ZarrArray::<i32>::open(&path).unwrap();
                let found = array.read(&Region::new(&[0, 0], &[12, 8])).unwrap();
                assert!(found.as_slice().iter().copied().eq(1..97), "rename {number}");
            }
        }
    }
    assert!(done && kills >= 6, "{kills} kills");
}

/// A kill, or a power failure, after the metadata leaves the journal: the array is whole, and other elements do not replace it.
#[test]
fn a_finished_array_with_its_journal_is_not_written_again() {
    let folder = folder();
    let (path, other) = (folder.path().join("a"), folder.path().join("b"));
    ok(work(&path));
    let new = NewArray::new(&[12, 8], [2, 2]);
    let writer = ZarrWriter::<i32>::create(&other, &new).unwrap();
    writer.write_region(&Region::new(&[0, 0], &[12, 8]), &[7; 96]).unwrap();
    std::fs::copy(other.join(".unfinished"), path.join(".unfinished")).unwrap();
    for result in Threads::run(4, |ranks| {
        let a = DistTensor::<i32, Matrix>::from_fn(ranks, rows(4, &SHAPE), |_| 7)?;
        save(ranks, &a, &path, [2, 2])
    }) {
        let error = result.unwrap_err().to_string();
        assert!(error.contains("is there already"), "{error}");
    }
    let array = ZarrArray::<i32>::open(&path).unwrap();
    let found = array.read(&Region::new(&[0, 0], &[12, 8])).unwrap();
    assert!(found.as_slice().iter().copied().eq(1..97));
}

/// One element, which the first rank writes: others have a 0 in its place.
#[test]
fn arrays_without_axes() {
    let folder = folder();
    for turn in 0..50 {
        let path = folder.path().join(turn.to_string());
        ok(Threads::run(4, |ranks| {
            let held = Sharding::replicated(&Mesh::new(&[("x", 4)])?, &[])?;
            let a = DistArray::<f64, 0>::from_fn(ranks, held.clone(), |_| 42.0)?;
            save(ranks, &a, &path, [])?;
            let b: DistArray<f64, 0> = load(ranks, &path, held)?;
            assert_eq!(b.elements(), [42.0], "turn {turn}");
            Ok(())
        }));
    }
}
