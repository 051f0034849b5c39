//! Operations that are called again: after a kill, after a success, with the same sources and with others.

use static_layout::*;
use static_layout_zarr::{
    NewArray, Progress, Region, Work, ZarrArray, ZarrError, ZarrWriter, matmul, transpose,
};
use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};
use tempfile::tempdir;

const SIZE: usize = 6;
/// The step after which an operation is interrupted: some chunks are written, and some are not.
const STEP: u64 = 5;

/// Writes the array `a` of a folder, with the sum of its indices and a number as elements.
fn source(folder: &Path, plus: f32) {
    let new = NewArray::new(&[SIZE, SIZE], [3, 2]);
    let writer = ZarrWriter::create(folder.join("a"), &new).unwrap();
    let data: Vec<f32> = (0..SIZE * SIZE).map(|k| (k / SIZE + k % SIZE) as f32 + plus).collect();
    writer.write([0, 0], View::new(&data, layout!((6, 6):row)).unwrap()).unwrap();
    writer.finish().unwrap();
}

/// Transposes or squares `a`, in the least memory and so in the most steps.
fn run(
    name: &str,
    folder: &Path,
    to: &Path,
    progress: &dyn Progress,
) -> Result<ZarrArray<f32>, ZarrError> {
    let a = ZarrArray::open(folder.join("a"))?;
    let within = |memory| {
        let work = Work::new(memory).with_progress(progress);
        match name {
            "transpose" => transpose(&a, to, [2, 2], &work),
            _ => matmul(&a, &a, to, [2, 2], &work),
        }
    };
    match within(0) {
        Err(ZarrError::Memory { needed, .. }) => within(needed),
        other => other,
    }
}

/// Acts after a step, and keeps the numbers of steps and of those that were done.
struct Steps<F> {
    act: F,
    begun: Mutex<Option<(u64, u64)>>,
    steps: Mutex<u64>,
}

impl<F> Steps<F> {
    fn new(act: F) -> Self {
        Self { act, begun: Mutex::new(None), steps: Mutex::new(0) }
    }
}

impl<F: Fn() + Sync> Progress for Steps<F> {
    fn begin(&self, steps: u64, done: u64) {
        *self.begun.lock().unwrap() = Some((steps, done));
    }
    fn step(&self) {
        let mut steps = self.steps.lock().unwrap();
        *steps += 1;
        let is_now = *steps == STEP;
        drop(steps);
        if is_now {
            (self.act)();
        }
    }
    fn end(&self) {}
}

/// Ends an operation in the middle.
fn interrupt(name: &str, folder: &Path, to: &Path) {
    let progress = Steps::new(|| panic!("interrupted"));
    let ended = catch_unwind(AssertUnwindSafe(|| run(name, folder, to, &progress).map(drop)));
    assert!(ended.is_err(), "{name} has few steps");
    assert!(matches!(ZarrArray::<f32>::open(to), Err(ZarrError::Unfinished { .. })));
}

fn elements(array: &ZarrArray<f32>) -> Vec<f32> {
    array.read(&Region::new(&[0, 0], &[SIZE, SIZE])).unwrap().into_vec()
}

/// A change of a folder of arrays.
type Change = fn(&Path);

/// What makes the source another.
const CHANGES: &[(&str, Change)] = &[
    ("written anew, larger elements", |folder| {
        fs::remove_dir_all(folder.join("a")).unwrap();
        source(folder, 100.0);
    }),
    ("written anew, equal", |folder| {
        fs::remove_dir_all(folder.join("a")).unwrap();
        source(folder, 0.0);
    }),
    ("a chunk in place", |folder| {
        let file = folder.join("a/c/1/1");
        let bytes = fs::read(&file).unwrap();
        fs::write(file, [&[1], &bytes[1..]].concat()).unwrap();
    }),
    ("a chunk replaced at the same time", |folder| {
        let (file, copy) = (folder.join("a/c/1/1"), folder.join("a/c/1/copy.part"));
        let time = fs::metadata(&file).unwrap().modified().unwrap();
        fs::copy(&file, &copy).unwrap();
        File::options().write(true).open(&copy).unwrap().set_modified(time).unwrap();
        fs::rename(copy, file).unwrap();
    }),
    ("an older chunk", |folder| {
        let file = File::options().write(true).open(folder.join("a/c/0/0")).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH - Duration::from_secs(7)).unwrap();
    }),
    ("a longer chunk", |folder| {
        let file = File::options().append(true).open(folder.join("a/c/0/0")).unwrap();
        let time = file.metadata().unwrap().modified().unwrap();
        file.set_len(25).unwrap();
        file.set_modified(time).unwrap();
    }),
    ("a chunk less", |folder| fs::remove_file(folder.join("a/c/1/2")).unwrap()),
    ("a chunk more", |folder| fs::write(folder.join("a/c/1/7"), [0; 24]).unwrap()),
    ("a chunk of another name", |folder| {
        fs::rename(folder.join("a/c/1/2"), folder.join("a/c/1/8")).unwrap();
    }),
    ("metadata of the same length and time", |folder| {
        let path = folder.join("a/zarr.json");
        let text = fs::read_to_string(&path).unwrap();
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        let other = text.replace("\"fill_value\": 0.0", "\"fill_value\": 1.0");
        assert_ne!(other, text);
        fs::write(&path, other).unwrap();
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    }),
];

/// What leaves the source the same.
const KEPT: &[(&str, Change)] = &[
    ("nothing", |_| ()),
    ("files of a writer", |folder| {
        fs::write(folder.join("a/c/1/1.part"), [1]).unwrap();
        fs::write(folder.join("a/.unfinished"), "").unwrap();
    }),
    ("a file deeper than chunks", |folder| {
        fs::create_dir_all(folder.join("a/0/1/2/3")).unwrap();
        fs::write(folder.join("a/0/1/2/3/4"), [1]).unwrap();
    }),
    #[cfg(unix)]
    ("a link to nothing", |folder| {
        std::os::unix::fs::symlink(folder.join("nothing"), folder.join("a/c/link")).unwrap();
    }),
    ("another array inside", |folder| {
        let new = NewArray::new(&[2], [2]);
        let writer = ZarrWriter::<f32>::create(folder.join("a/inside"), &new).unwrap();
        writer.write_chunk(&[0], &[1.0; 2]).unwrap();
        writer.finish().unwrap();
    }),
];

#[test]
fn a_source_that_changed_is_refused() {
    for name in ["transpose", "matmul"] {
        for (change, act) in CHANGES {
            let folder = tempdir().unwrap();
            let (folder, to) = (folder.path(), folder.path().join("b"));
            source(folder, 0.0);
            interrupt(name, folder, &to);
            act(folder);
            let error = run(name, folder, &to, &()).unwrap_err();
            assert!(matches!(error, ZarrError::SourceChanged(_)), "{name}, {change}: {error}");
            let words = "changed since it was begun: remove the folder to begin anew";
            assert!(error.to_string().ends_with(words), "{error}");
            // The way out.
            fs::remove_dir_all(&to).unwrap();
            let b = run(name, folder, &to, &());
            assert!(b.is_ok() || *change == "a longer chunk", "{name}, {change}: {b:?}");
        }
    }
}

#[test]
fn the_same_source_is_continued() {
    for name in ["transpose", "matmul"] {
        for (change, act) in KEPT {
            let folder = tempdir().unwrap();
            let (folder, to) = (folder.path(), folder.path().join("b"));
            source(folder, 0.0);
            let expected = elements(&run(name, folder, &folder.join("c"), &()).unwrap());
            interrupt(name, folder, &to);
            act(folder);
            let progress = Steps::new(|| ());
            let b = run(name, folder, &to, &progress).unwrap();
            assert_eq!(elements(&b), expected, "{name}, {change}");
            let (steps, done) = progress.begun.into_inner().unwrap().unwrap();
            let now = progress.steps.into_inner().unwrap();
            assert!(
                done + now == steps && now > 0 && done > 0,
                "{name}, {change}: {done} and {now} of {steps}"
            );
        }
    }
}

/// A journal without the fingerprints of its sources, from before they were kept, tells nothing about a change.
#[test]
fn a_result_without_fingerprints_is_another_work() {
    for name in ["transpose", "matmul"] {
        let folder = tempdir().unwrap();
        let (folder, to) = (folder.path(), folder.path().join("b"));
        source(folder, 0.0);
        interrupt(name, folder, &to);
        let journal = to.join(".unfinished");
        let text = fs::read_to_string(&journal).unwrap();
        let (first, _) = text.split_once(" seen as ").unwrap();
        fs::write(&journal, format!("{first}\n")).unwrap();
        let error = run(name, folder, &to, &()).unwrap_err();
        assert!(matches!(error, ZarrError::OtherWork { .. }), "{name}: {error}");
    }
}

/// Within the folder of its source, a result is not a part of it.
#[test]
fn a_result_inside_its_source_is_continued() {
    let folder = tempdir().unwrap();
    let (folder, to) = (folder.path(), folder.path().join("a/b"));
    source(folder, 0.0);
    interrupt("transpose", folder, &to);
    run("transpose", folder, &to, &()).unwrap();
}

#[test]
fn a_source_that_changes_meanwhile_is_refused() {
    for name in ["transpose", "matmul"] {
        let folder = tempdir().unwrap();
        let (folder, to) = (folder.path(), folder.path().join("b"));
        source(folder, 0.0);
        let progress = Steps::new(|| {
            fs::remove_dir_all(folder.join("a")).unwrap();
            source(folder, 100.0);
        });
        let error = run(name, folder, &to, &progress).unwrap_err();
        assert!(matches!(error, ZarrError::SourceChanged(_)), "{name}: {error}");
        assert!(ZarrArray::<f32>::open(&to).is_err() && !to.join("zarr.json").exists(), "{name}");
    }
}

/// A handle decodes by the metadata that it was opened with, so the folder may not have another one.
#[test]
fn a_handle_of_other_metadata_is_refused() {
    let chunks: Change = |folder| {
        fs::remove_dir_all(folder.join("a")).unwrap();
        let new = NewArray::new(&[SIZE, SIZE], [2, 3]);
        let writer = ZarrWriter::create(folder.join("a"), &new).unwrap();
        let data: Vec<f32> = (0..SIZE * SIZE).map(|k| k as f32).collect();
        writer.write([0, 0], View::new(&data, layout!((6, 6):row)).unwrap()).unwrap();
        writer.finish().unwrap();
    };
    let order: Change = |folder| {
        let path = folder.join("a/zarr.json");
        let text = fs::read_to_string(&path).unwrap();
        let other = text.replace("\"little\"", "\"big\"");
        assert_ne!(other, text);
        fs::write(&path, other).unwrap();
    };
    for change in [chunks, order] {
        let folder = tempdir().unwrap();
        let (folder, to) = (folder.path(), folder.path().join("b"));
        source(folder, 0.0);
        let a = ZarrArray::<f32>::open(folder.join("a")).unwrap();
        change(folder);
        let work = Work::new(1 << 20);
        for error in [transpose(&a, &to, [2, 2], &work), matmul(&a, &a, &to, [2, 2], &work)] {
            let error = error.unwrap_err().to_string();
            assert!(error.ends_with("changed since it was opened: open it again"), "{error}");
        }
        assert!(!to.exists());
        let a = ZarrArray::<f32>::open(folder.join("a")).unwrap();
        transpose(&a, &to, [2, 2], &work).unwrap();
    }
}

/// Called again after a success, an operation returns what is there.
#[test]
fn what_is_done_is_returned() {
    for name in ["transpose", "matmul"] {
        let folder = tempdir().unwrap();
        let (folder, to) = (folder.path(), folder.path().join("b"));
        source(folder, 0.0);
        let expected = elements(&run(name, folder, &to, &()).unwrap());
        let time = || fs::metadata(to.join("c/0/1")).unwrap().modified().unwrap();
        let before = time();
        let progress = Steps::new(|| ());
        let again = run(name, folder, &to, &progress).unwrap();
        assert_eq!((elements(&again), time()), (expected.clone(), before), "{name}");
        let (steps, done) = progress.begun.into_inner().unwrap().unwrap();
        assert!(steps > 1 && steps == done, "{name}: {done} of {steps}");
        assert_eq!(progress.steps.into_inner().unwrap(), 0, "{name}");
        // Before the memory is compared.
        let a = ZarrArray::<f32>::open(folder.join("a")).unwrap();
        let again = match name {
            "transpose" => transpose(&a, &to, [2, 2], &Work::new(0)),
            _ => matmul(&a, &a, &to, [2, 2], &Work::new(0)),
        };
        assert_eq!(elements(&again.unwrap()), expected, "{name}");
        // A journal that a kill left.
        fs::write(to.join(".unfinished"), "").unwrap();
        run(name, folder, &to, &()).unwrap();
        // Another operation, other chunks, another source.
        let a = ZarrArray::<f32>::open(folder.join("a")).unwrap();
        let other = transpose(&a, &to, [3, 2], &Work::new(4000)).unwrap_err();
        assert!(matches!(other, ZarrError::Exists(_)), "{name}: {other}");
        source(&folder.join("other"), 0.0);
        let other = run(name, &folder.join("other"), &to, &()).unwrap_err();
        assert!(matches!(other, ZarrError::Exists(_)), "{name}: {other}");
        fs::remove_dir_all(folder.join("a")).unwrap();
        source(folder, 100.0);
        let error = run(name, folder, &to, &()).unwrap_err();
        assert!(matches!(error, ZarrError::SourceChanged(_)), "{name}: {error}");
        // An array of a writer is not a result.
        let error = run(name, folder, &folder.join("a"), &()).unwrap_err();
        assert!(matches!(error, ZarrError::Exists(_)), "{name}: {error}");
    }
}
