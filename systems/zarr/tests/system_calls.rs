//! A program killed, or refused by the system, at each system call that touches an array: the array can be opened or
//! continued, and has its elements. `strace` injects the faults.
#![cfg(target_os = "linux")]

use static_layout_zarr::{NewArray, Region, Work, ZarrArray, ZarrError, ZarrWriter, transpose};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::{NamedTempFile, TempDir, tempdir, tempdir_in};

const SHAPE: [usize; 2] = [4, 3];

fn element(i: usize, j: usize) -> f32 {
    (1 + i * SHAPE[1] + j) as f32
}

/// The elements of chunk `(k,0)`.
fn chunk(k: usize) -> Vec<f32> {
    (0..6).map(|at| element(2 * k + at / 3, at % 3)).collect()
}

/// Writes the array `a` of a folder in two chunks. A chunk that fails does not stop the next.
fn write(folder: &Path) -> Result<ZarrArray<f32>, ZarrError> {
    let writer = ZarrWriter::create(folder.join("a"), &NewArray::new(&SHAPE, [2, 3]))?;
    let chunks: Vec<_> = writer.grid().chunks().filter(|chunk| !writer.is_written(chunk)).collect();
    for chunk in chunks {
        // `finish` names a chunk that is missing.
        let _ = writer.write_chunk(&chunk, &self::chunk(chunk[0]));
    }
    writer.finish()
}

/// Writes the transposed array `b` in two chunks.
fn transposed(folder: &Path) -> Result<ZarrArray<f32>, ZarrError> {
    transpose(&ZarrArray::open(folder.join("a"))?, folder.join("b"), [3, 2], &Work::new(4096))
}

fn act(name: &str, folder: &Path) -> Result<ZarrArray<f32>, ZarrError> {
    if name == "write" { write(folder) } else { transposed(folder) }
}

/// Not a test of its own: the process that is killed.
#[test]
fn child() {
    let Ok(arguments) = std::env::var("SYSTEM_CALLS_CHILD") else { return };
    let (name, folder) = arguments.split_once(' ').unwrap();
    // On one thread, because `strace` counts the calls of each.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| act(name, Path::new(folder))).unwrap();
}

/// What a child does, and the array that it writes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Writes an array.
    Write,
    /// Continues an array of one chunk.
    Continue,
    /// Continues an array that is finished, but for the journal.
    End,
    /// Writes the transposed array.
    Transpose,
}

impl Kind {
    fn name(self) -> &'static str {
        if self == Self::Transpose { "transpose" } else { "write" }
    }

    fn array(self, folder: &Path) -> PathBuf {
        folder.join(if self == Self::Transpose { "b" } else { "a" })
    }

    /// A folder before the child runs. Its name has a line break, which the journal may not take for one of its own.
    fn folder(self) -> (TempDir, PathBuf) {
        // In memory, because each file is synchronized.
        let memory = Path::new("/dev/shm");
        let root = if memory.is_dir() { tempdir_in(memory) } else { tempdir() }.unwrap();
        let folder = root.path().join("two\nlines");
        let journal = folder.join("a/.unfinished");
        fs::create_dir(&folder).unwrap();
        match self {
            Self::Write => (),
            Self::Continue => {
                let new = NewArray::new(&SHAPE, [2, 3]);
                let writer = ZarrWriter::create(folder.join("a"), &new).unwrap();
                writer.write_chunk(&[1, 0], &chunk(1)).unwrap();
            }
            Self::End => {
                let new = NewArray::new(&SHAPE, [2, 3]);
                let writer = ZarrWriter::create(folder.join("a"), &new).unwrap();
                [0, 1].iter().for_each(|k| writer.write_chunk(&[*k, 0], &chunk(*k)).unwrap());
                let text = fs::read(&journal).unwrap();
                writer.finish().unwrap();
                fs::write(&journal, text).unwrap();
            }
            Self::Transpose => drop(write(&folder).unwrap()),
        }
        (root, folder)
    }

    /// Runs the child, and returns its system calls that touch the array, the folder above it, or `others`.
    fn log(self, folder: &Path, others: &[PathBuf], fault: Option<&str>) -> (bool, String) {
        let array = self.array(folder);
        let log = NamedTempFile::new().unwrap();
        let mut strace = Command::new("strace");
        strace.args(["-f", "-y", "-qq", "-o"]).arg(log.path());
        let files = ["", ".unfinished", "zarr.json", "zarr.json.part", "c", "c/0", "c/1"];
        let chunks = ["c/0/0", "c/0/0.part", "c/1/0", "c/1/0.part", "c/0/1", "c/0/1.part"];
        let files = files.iter().chain(&chunks).map(|file| array.join(file));
        for file in files.chain(others.iter().cloned()).chain([folder.into()]) {
            // As `strace` compares it: without `/` at the end.
            strace.arg("-P").arg(file.components().collect::<PathBuf>());
        }
        if let Some(fault) = fault {
            strace.args(["-e", fault]);
        }
        strace.arg(std::env::current_exe().unwrap()).args(["child", "--exact"]);
        strace.env("SYSTEM_CALLS_CHILD", format!("{} {}", self.name(), folder.display()));
        let status = strace.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let is_done = status.expect("strace is installed").success();
        (is_done, fs::read_to_string(log).unwrap())
    }

    /// Runs the child with a fault at some of its system calls, and returns how often it made each.
    fn run(self, folder: &Path, fault: Option<&str>) -> (bool, BTreeMap<String, usize>) {
        let (is_done, log) = self.log(folder, &[], fault);
        let mut calls = BTreeMap::new();
        for line in log.lines() {
            // `4711 openat(AT_FDCWD, ..`, and not `4711 +++ killed by SIGKILL +++`.
            let call = line.split_once(' ').map(|(_, call)| call.trim_start());
            if let Some((name, _)) = call.and_then(|call| call.split_once('(')) {
                *calls.entry(name.to_string()).or_default() += 1;
            }
        }
        (is_done, calls)
    }

    /// Injects a fault at each system call.
    fn survives(self, fault: &str) {
        let (_root, folder) = self.folder();
        let (is_done, calls) = self.run(&folder, None);
        assert!(is_done, "{self:?}");
        let least = if self == Self::End { 20 } else { 35 };
        assert!(calls.values().sum::<usize>() >= least, "{self:?}: {calls:?}");
        for call in ["write", "fsync", "flock", "openat"] {
            assert!(calls.contains_key(call), "{self:?}: {calls:?}");
        }
        for (call, count) in calls {
            for when in 1..=count {
                let at = format!("{self:?}, {fault} at {call} {when}");
                let (_root, folder) = self.folder();
                let fault = format!("inject={call}:{fault}:when={when}");
                let (is_done, _) = self.run(&folder, Some(&fault));
                assert!(!is_done || !fault.contains("KILL"), "{at}: not killed");
                self.check(&folder, &at);
            }
        }
    }

    /// The array can be opened or continued, and has its elements.
    fn check(self, folder: &Path, at: &str) {
        let path = self.array(folder);
        let opened = ZarrArray::<f32>::open(&path);
        match act(self.name(), folder) {
            // An operation that was killed after its end says that it is done.
            Err(ZarrError::Exists(_)) if opened.is_ok() && self != Self::Transpose => (),
            Ok(_) => (),
            Err(error) => panic!("{at}: opens as {opened:?}, continues as {error}"),
        }
        for array in opened.into_iter().chain([ZarrArray::open(&path).unwrap()]) {
            let (m, n) = (array.shape()[0], array.shape()[1]);
            let found = array.read(&Region::new(&[0, 0], &[m, n])).unwrap();
            for (k, x) in found.as_slice().iter().enumerate() {
                let (i, j) = if self == Self::Transpose { (k % n, k / n) } else { (k / n, k % n) };
                assert_eq!(*x, element(i, j), "{at}: ({i},{j})");
            }
        }
        assert!(!path.join(".unfinished").exists(), "{at}");
    }
}

/// The system calls of a writer of the array in a folder.
struct Log(String);

impl Log {
    fn of(folder: &Path, others: &[PathBuf]) -> Self {
        let (is_done, log) = Kind::Write.log(folder, others, None);
        assert!(is_done, "{log}");
        Self(log)
    }

    /// The lines of a call of a file.
    fn at(&self, call: &str, file: &str) -> Vec<usize> {
        let is_it = |line: &str| line.contains(call) && line.contains(file);
        self.0.lines().enumerate().filter(|(_, line)| is_it(line)).map(|(k, _)| k).collect()
    }

    /// The line of a call that is made once.
    fn once(&self, call: &str, file: &str) -> usize {
        let [line] = self.at(call, file)[..] else { panic!("{call} {file}: {}", self.0) };
        line
    }

    /// Each name is on the disk before what tells that it is: of the journal before its first line, of the chunks, in the
    /// folder `c`, before the metadata gets its name, and that before the journal is removed.
    fn check(&self, c: &str) {
        let metadata = self.once("rename", "/a/zarr.json\"");
        let removed = self.once("unlink", "/a/.unfinished\"");
        for (k, last) in [(0, "0>"), (1, "1>")] {
            let synchronized = self.once("fsync(", &format!("{c}/{last}"));
            let renamed = self.once("rename", &format!("/a/c/{k}/0\""));
            assert!(renamed < synchronized && synchronized < metadata, "{}", self.0);
        }
        let last = |folder: &str| *self.at("fsync(", folder).last().unwrap();
        assert!(last(&format!("{c}>")) < metadata, "{}", self.0);
        let journal = self.at("fsync(", "/a>")[0];
        assert!(journal < self.at("fdatasync(", "/a/.unfinished>")[0], "{}", self.0);
        for folder in ["/a>", "lines>"] {
            assert!(metadata < last(folder) && last(folder) < removed, "{folder}: {}", self.0);
        }
    }
}

/// The folders that `create` makes are on the disk before the journal has a line.
#[test]
fn names_are_synchronized() {
    let (_root, above) = Kind::Write.folder();
    let folder = above.join("x/y lines");
    let log = Log::of(&folder, &[above.join("x"), above]);
    log.check("/a/c");
    let begun = log.at("write(", "/a/.unfinished>")[0];
    for folder in ["two\\nlines>", "/x>", "/y lines>"] {
        assert!(log.at("fsync(", folder)[0] < begun, "{folder}: {}", log.0);
    }
}

/// `c` may be a link, as to another disk. Folders that are not of the array may be unreadable, as `lost+found` is.
#[test]
fn folders_of_others_are_left() {
    let (_root, folder) = Kind::Write.folder();
    let others = ["a/lost+found", "elsewhere/lost+found", "elsewhere/0/7", "elsewhere/7"];
    let ours = ["elsewhere", "elsewhere/0", "elsewhere/1"];
    let paths: Vec<_> = others.iter().chain(&ours).map(|name| folder.join(name)).collect();
    paths[..others.len()].iter().for_each(|other| fs::create_dir_all(other).unwrap());
    std::os::unix::fs::symlink("../elsewhere", folder.join("a/c")).unwrap();
    let log = Log::of(&folder, &paths);
    log.check("/elsewhere");
    for other in others {
        assert_eq!(log.at("", other), [0; 0], "{}", log.0);
    }
}

#[test]
fn killed_writers() {
    Kind::Write.survives("signal=SIGKILL");
    Kind::Continue.survives("signal=SIGKILL");
    Kind::End.survives("signal=SIGKILL");
}

#[test]
fn killed_operations() {
    Kind::Transpose.survives("signal=SIGKILL");
}

#[test]
fn full_disks() {
    Kind::Write.survives("error=ENOSPC");
}
