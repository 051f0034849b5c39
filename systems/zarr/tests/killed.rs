//! A program killed in the middle, or names of files lost by a power failure: no array that looks whole, and the next run
//! continues.

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
            ZarrWriter::create(folder.path().join("a"), &NewArray::new(&[SIZE, SIZE], [8, 5]))
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

/// A power failure keeps lines of the journal and loses the names of their files, or of their folders.
#[test]
fn chunks_whose_names_are_lost_are_written_again() {
    for lost in ["c/0/0", "c/0", "c"] {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a");
        let new = NewArray::new(&[2, 3], [1, 1]);
        // Chunk (1,1) is of the fill value, so it has no file.
        let chunk =
            |at: &[usize]| [if at == [1, 1] { 0_i32 } else { (1 + 3 * at[0] + at[1]) as i32 }];
        let missing = |writer: &ZarrWriter<i32>| -> Vec<Vec<usize>> {
            writer.grid().chunks().filter(|at| !writer.is_written(at)).collect()
        };
        let writer = ZarrWriter::create(&path, &new).unwrap();
        missing(&writer).iter().for_each(|at| writer.write_chunk(at, &chunk(at)).unwrap());
        drop(writer);
        let remove = path.join(lost);
        if remove.is_dir() { fs::remove_dir_all(remove) } else { fs::remove_file(remove) }.unwrap();

        let writer = ZarrWriter::create(&path, &new).unwrap();
        let again = missing(&writer);
        let is_lost = |at: &[usize]| !path.join(format!("c/{}/{}", at[0], at[1])).exists();
        let expected: Vec<Vec<usize>> = writer.grid().chunks().filter(|at| is_lost(at)).collect();
        assert_eq!(again, expected, "{lost}");
        assert!(again.contains(&vec![0, 0]) && again.contains(&vec![1, 1]), "{lost}: {again:?}");
        again.iter().for_each(|at| writer.write_chunk(at, &chunk(at)).unwrap());
        let journal = fs::read(path.join(".unfinished")).unwrap();
        let found = writer.finish().unwrap().read(&Region::new(&[0, 0], &[2, 3])).unwrap();
        assert_eq!(found.as_slice(), [1, 2, 3, 4, 0, 6], "{lost}");

        // Names are on the disk before the metadata is, so all chunks of a finished array are written.
        fs::write(path.join(".unfinished"), journal).unwrap();
        let writer = ZarrWriter::<i32>::create(&path, &new).unwrap();
        assert_eq!(missing(&writer), [[0; 2]; 0], "{lost}");
        writer.finish().unwrap();
    }
}
