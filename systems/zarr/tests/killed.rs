//! A program killed in the middle: no array that looks whole, and the next run continues.

use static_layout::*;
use static_layout_zarr::{
    NewArray, Progress, Region, Work, ZarrArray, ZarrError, ZarrWriter, matmul, transpose,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::tempdir;

const SIZE: usize = 48;

fn element(i: usize, j: usize) -> f64 {
    ((i * 7 + j * 3) % 11) as f64 - 5.0
}

/// What a killed run does: `transpose` or `matmul` of the array in a folder.
fn work(
    folder: &Path,
    operation: &str,
    progress: &dyn Progress,
) -> Result<ZarrArray<f64>, ZarrError> {
    let a = ZarrArray::<f64>::open(folder.join("a"))?;
    let work = Work::new(24_000).with_progress(progress);
    match operation {
        "transpose" => transpose(&a, folder.join("b"), [4, 6], &work),
        _ => matmul(&a, &a, folder.join("b"), [4, 6], &work),
    }
}

/// Kills its own process at a step.
struct KillAt(AtomicU64);

impl Progress for KillAt {
    fn begin(&self, _: u64, _: u64) {}
    fn step(&self) {
        if self.0.fetch_sub(1, Ordering::Relaxed) == 1 {
            // A signal that no handler sees, as if the machine were out of memory.
            let _ = Command::new("kill").args(["-9", &std::process::id().to_string()]).status();
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
    }
    fn end(&self) {}
}

/// Not a test of its own: the process that is killed.
#[test]
fn child() {
    let Ok(arguments) = std::env::var("KILLED_CHILD") else { return };
    let [step, operation, folder] =
        arguments.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
    let step = AtomicU64::new(step.parse().unwrap());
    work(&PathBuf::from(folder), operation, &KillAt(step)).unwrap();
}

/// Counts steps, and remembers how many were done before.
#[derive(Default)]
struct Count {
    steps: AtomicU64,
    before: AtomicU64,
    now: AtomicU64,
}

impl Progress for Count {
    fn begin(&self, steps: u64, done: u64) {
        self.steps.store(steps, Ordering::Relaxed);
        self.before.store(done, Ordering::Relaxed);
    }
    fn step(&self) {
        self.now.fetch_add(1, Ordering::Relaxed);
    }
    fn end(&self) {}
}

fn expected(operation: &str, i: usize, j: usize) -> f64 {
    match operation {
        "transpose" => element(j, i),
        _ => (0..SIZE).map(|p| element(i, p) * element(p, j)).sum(),
    }
}

#[test]
fn a_killed_operation_continues() {
    for (operation, step) in [("transpose", 1), ("transpose", 5), ("matmul", 3), ("matmul", 17)] {
        let folder = tempdir().unwrap();
        let writer =
            ZarrWriter::create(folder.path().join("a"), &NewArray::new(&[SIZE, SIZE], &[8, 5]))
                .unwrap();
        let data: Vec<f64> = (0..SIZE * SIZE).map(|k| element(k / SIZE, k % SIZE)).collect();
        writer.write([0, 0], View::new(&data, layout!((48, 48):row)).unwrap()).unwrap();
        writer.finish().unwrap();

        let killed = Command::new(std::env::current_exe().unwrap())
            .args(["child", "--exact", "--nocapture"])
            .env("KILLED_CHILD", format!("{step} {operation} {}", folder.path().display()))
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(!killed.success());
        // A part of a file that the kill left, and a line that is not whole.
        fs::write(folder.path().join("b/c.part"), [1, 2, 3]).unwrap();
        let journal = folder.path().join("b/.unfinished");
        let mut lines = fs::read(&journal).unwrap();
        lines.extend(b"12");
        fs::write(&journal, lines).unwrap();

        let b = folder.path().join("b");
        assert!(!b.join("zarr.json").exists());
        assert!(matches!(
            ZarrArray::<f64>::open(&b),
            Err(ZarrError::Unfinished { chunks: 96, .. })
        ));
        let count = Count::default();
        let array = work(folder.path(), operation, &count).unwrap();
        let (steps, before, now) =
            (count.steps.into_inner(), count.before.into_inner(), count.now.into_inner());
        assert_eq!(before + now, steps, "{operation}");
        assert!(
            before > 0 || step < 5,
            "{operation}: {before} of {steps} steps were done at step {step}"
        );
        let found = array.read(&Region::new(&[0, 0], &[SIZE, SIZE])).unwrap();
        let found = found.matrix().unwrap();
        for i in 0..SIZE {
            for j in 0..SIZE {
                assert_eq!(found[(i, j)], expected(operation, i, j), "{operation} ({i},{j})");
            }
        }
        assert!(!journal.exists());
    }
}
