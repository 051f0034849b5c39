//! Continues arrays, transpositions and products that were stopped, by journals that were damaged meanwhile, from sources
//! that may have changed. The result is that of a run without a stop, or an error of one line.

#![no_main]

#[path = "../src/said.rs"]
mod said;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use said::one_line;
use static_layout_zarr::{
    Grid, NewArray, Progress, Region, Work, ZarrArray, ZarrError, ZarrWriter, matmul, transpose,
};

/// How much of a journal is damaged.
#[derive(Clone, Copy, PartialEq)]
enum Damage {
    /// Nothing, one bit, or an end that is cut off: no result may differ.
    Small,
    /// Anything: a chunk that the journal names may never have been written.
    Large,
}

/// Pieces of journals.
const PIECES: [&str; 12] = [
    "0 0\n",
    "1 1\n",
    "2 2\n",
    "10 10\n",
    "101\n",
    "3\n",
    "\n",
    "(1) array\n",
    "18446744073709551615 18446744073709551615\n",
    "18446744073709551616 18446744073709551616\n",
    "-1 -1\n",
    "\u{e4}",
];

fn damage(u: &mut Unstructured, bytes: &mut Vec<u8>) -> Result<Damage> {
    let at = u.int_in_range(0..=bytes.len().saturating_sub(1))?;
    match u.int_in_range(0..=11_u8)? {
        0..3 => {}
        // `1 1` becomes `101`, in one of the first lines.
        3 | 4 if bytes.contains(&b'\n') => {
            let ends: Vec<usize> =
                (0..bytes.len()).filter(|&k| bytes[k] == b'\n').take(6).collect();
            let start = *u.choose(&ends)?;
            if let Some(space) = bytes[start..].iter().position(|&byte| byte == b' ') {
                bytes[start + space] = b'0';
            }
        }
        3..8 if !bytes.is_empty() => bytes[at] ^= 1 << u.int_in_range(0..=7_u8)?,
        8 | 9 => bytes.truncate(at),
        _ => {
            for _ in 0..u.int_in_range(1..=3_u8)? {
                let at = u.int_in_range(0..=bytes.len())?;
                let starts: Vec<usize> =
                    (0..=bytes.len()).filter(|&k| k == 0 || bytes[k - 1] == b'\n').collect();
                match u.int_in_range(0..=4_u8)? {
                    0 => drop(bytes.splice(at..at, u.choose(&PIECES)?.bytes())),
                    1 | 2 => {
                        let at = *u.choose(&starts)?;
                        bytes.splice(at..at, u.choose(&PIECES)?.bytes());
                    }
                    3 => drop(bytes.drain(at..(at + u.int_in_range(1..=8)?).min(bytes.len()))),
                    _ => bytes.extend(u.arbitrary::<[u8; 3]>()?),
                }
            }
            return Ok(Damage::Large);
        }
    }
    Ok(Damage::Small)
}

/// The places of an array whose chunk a damaged journal names, and which was not written: they have the bits 0.
fn gaps(
    grid: &Grid,
    written: &BTreeSet<Vec<usize>>,
    named: impl Fn(&[usize]) -> bool,
) -> Vec<Region> {
    let is_gap = |chunk: &Vec<usize>| !written.contains(chunk) && named(chunk);
    grid.chunks().filter(is_gap).map(|chunk| grid.region(&chunk).unwrap()).collect()
}

/// Compares an array with the elements that it should have.
fn is_right<T: static_layout_zarr::NamedElement + PartialEq + std::fmt::Debug>(
    a: &ZarrArray<T>,
    expected: &[T],
    gaps: &[Region],
) {
    let whole = a.read(&Region::new(&vec![0; a.shape().len()], a.shape())).unwrap();
    assert_eq!(whole.as_slice().len(), expected.len());
    for (k, (found, expected)) in whole.as_slice().iter().zip(expected).enumerate() {
        let mut at = a.shape().to_vec();
        at.iter_mut().rev().fold(k, |k, n| {
            let extent = *n;
            *n = k % extent;
            k / extent
        });
        let is_in = |gap: &Region| {
            let axes = at.iter().zip(gap.start()).zip(gap.shape());
            axes.into_iter().all(|((at, start), n)| (*start..start + n).contains(at))
        };
        let is_gap = *found == T::default() && gaps.iter().any(is_in);
        assert!(found == expected || is_gap, "{at:?}: {found:?}, not {expected:?}");
    }
}

/// The elements of a region in an array of these extents.
fn part<T: Copy>(elements: &[T], shape: &[usize], region: &Region) -> Vec<T> {
    (0..region.size())
        .map(|mut k| {
            let (mut offset, mut stride) = (0, 1);
            for axis in (0..shape.len()).rev() {
                offset += (region.start()[axis] + k % region.shape()[axis]) * stride;
                k /= region.shape()[axis];
                stride *= shape[axis];
            }
            elements[offset]
        })
        .collect()
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let there = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &there);
        } else {
            fs::copy(&path, &there).unwrap();
        }
    }
}

fn new_array(u: &mut Unstructured) -> Result<(NewArray, Vec<usize>, Grid)> {
    let axes = u.int_in_range(1..=2_usize)?;
    let (mut shape, mut chunk) = (Vec::new(), Vec::new());
    for _ in 0..axes {
        shape.push(u.int_in_range(1..=14_usize)?);
        chunk.push(u.int_in_range(1..=3_usize)?);
    }
    // So many chunks that their numbers have three digits.
    if u.ratio(1, 8)? {
        shape[0] += 100;
        chunk[0] = 1;
        if axes > 1 {
            (shape[1], chunk[1]) = (1, 1);
        }
    }
    let mut new = NewArray::new(&shape, &chunk);
    if u.ratio(1, 4)? {
        new = new.with_shards_of(&vec![1; axes]);
    }
    if u.ratio(1, 4)? {
        new = new.with_gzip(1);
    }
    let grid = Grid::new(&shape, &chunk).unwrap();
    Ok((new, shape, grid))
}

/// Writes some chunks of an array, damages its journal, and writes the others.
fn array(u: &mut Unstructured, folder: &Path) -> Result<()> {
    let (new, shape, grid) = new_array(u)?;
    let elements: Vec<u16> =
        (0..shape.iter().product::<usize>()).map(|k| (k * 7 + 300) as u16).collect();
    let chunks: Vec<Vec<usize>> = grid.chunks().collect();
    let path = folder.join("a");
    let journal = path.join(".unfinished");
    let writer = ZarrWriter::<u16>::create(&path, &new).unwrap();
    let mut written = BTreeSet::new();
    let write = |writer: &ZarrWriter<u16>, chunk: &[usize]| {
        let region = grid.region(chunk).unwrap();
        writer.write_chunk(chunk, &part(&elements, &shape, &region)).unwrap();
    };
    let is_all = u.ratio(1, 4)?;
    let mut order = chunks.clone();
    if u.arbitrary()? {
        order.reverse();
    }
    for chunk in &order {
        if is_all || u.ratio(1, 2)? {
            write(&writer, chunk);
            written.insert(chunk.clone());
        }
    }
    let mut bytes = fs::read(&journal).unwrap();
    if written.len() == chunks.len() && u.arbitrary()? {
        // A kill between the metadata and the end of the journal.
        is_right(&writer.finish().unwrap(), &elements, &[]);
    } else {
        drop(writer);
    }
    let before = bytes.clone();
    let kind = damage(u, &mut bytes)?;
    fs::write(&journal, &bytes).unwrap();
    if u.ratio(1, 8)? {
        fs::write(path.join("c.part"), [1, 2, 3]).unwrap();
    }

    let has_metadata = path.join("zarr.json").exists();
    match ZarrArray::<u16>::open(&path) {
        Ok(a) => {
            assert!(has_metadata && written.len() == chunks.len());
            is_right(&a, &elements, &[]);
        }
        Err(error) => drop(one_line((), &error)),
    }
    let is_other = u.ratio(1, 8)?;
    let other = if is_other { new_array(u)?.0 } else { new.clone() };
    let writer = match ZarrWriter::<u16>::create(&path, &other) {
        Ok(writer) if other == new => writer,
        // Nothing was begun, so another array may be.
        Ok(_) => return Ok(assert!(kind == Damage::Large || !bytes.contains(&b'\n'))),
        Err(error) => {
            one_line((), &error);
            assert!(has_metadata || bytes != before || other != new, "{error}");
            let is_kept = fs::read(&journal).is_ok_and(|kept| kept == bytes);
            assert!(is_kept || has_metadata && matches!(error, ZarrError::Exists(_)), "{error}");
            return Ok(());
        }
    };
    let mut named = BTreeSet::new();
    for chunk in &chunks {
        if writer.is_written(chunk) {
            assert!(kind == Damage::Large || written.contains(chunk), "{chunk:?}");
            named.insert(chunk.clone());
        } else {
            write(&writer, chunk);
        }
    }
    let gaps = gaps(&grid, &written, |chunk| named.contains(chunk));
    match writer.finish() {
        Ok(a) => is_right(&a, &elements, &gaps),
        Err(error) => panic!("{error}"),
    }
    assert!(!journal.exists());
    Ok(())
}

/// Copies the folder of a result at a step, as a kill leaves it.
struct Kill<'a> {
    left: AtomicU64,
    from: &'a Path,
    to: &'a Path,
    is_done: Mutex<bool>,
}

impl Progress for Kill<'_> {
    fn begin(&self, _: u64, _: u64) {
        self.step();
    }
    fn step(&self) {
        let mut is_done = self.is_done.lock().unwrap();
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 && !*is_done {
            copy_folder(self.from, self.to);
            *is_done = true;
        }
    }
    fn end(&self) {}
}

/// Stops a transposition or a product, damages its journal, changes a source, and calls it again.
fn operation(u: &mut Unstructured, folder: &Path) -> Result<()> {
    let [m, k] = [u.int_in_range(1..=9_usize)?, u.int_in_range(1..=9_usize)?];
    let chunk = [u.int_in_range(1..=4_usize)?, u.int_in_range(1..=4_usize)?];
    let (a, b, c, snapshot) =
        (folder.join("a"), folder.join("b"), folder.join("c"), folder.join("snapshot"));
    let (is_product, first) = (u.arbitrary()?, u.int_in_range(1..=5_u8)?);
    let source = |path: &Path, first: u8| {
        let new = NewArray::new(&[m, k], &chunk);
        let grid = Grid::new(&[m, k], &chunk).unwrap();
        let elements: Vec<f32> = (0..m * k).map(|at| f32::from(first + (at % 11) as u8)).collect();
        let writer = ZarrWriter::<f32>::create(path, &new).unwrap();
        for chunk in grid.chunks() {
            let region = grid.region(&chunk).unwrap();
            writer.write_chunk(&chunk, &part(&elements, &[m, k], &region)).unwrap();
        }
        (writer.finish().unwrap(), elements)
    };
    let (mut from, elements) = source(&a, first);
    // A product with a square of its own.
    let square = {
        let writer = ZarrWriter::<f32>::create(&b, &NewArray::new(&[k, k], [2, 2])).unwrap();
        let grid = writer.grid().clone();
        for chunk in grid.chunks() {
            let size = grid.region(&chunk).unwrap().size();
            writer.write_chunk(&chunk, &vec![2.0; size]).unwrap();
        }
        writer.finish().unwrap()
    };
    let expected = |elements: &[f32]| -> Vec<f32> {
        if is_product {
            let sums: Vec<f32> =
                elements.chunks_exact(k).map(|row| row.iter().sum::<f32>() * 2.0).collect();
            sums.into_iter().flat_map(|sum| vec![sum; k]).collect()
        } else {
            (0..m * k).map(|at| elements[at % m * k + at / m]).collect()
        }
    };
    let (memory, tile) =
        (u.int_in_range(0..=6000_usize)?, [u.int_in_range(1..=3)?, u.int_in_range(1..=3)?]);
    let call = |from: &ZarrArray<f32>, tile: [usize; 2], work: &Work| {
        if is_product {
            matmul(from, &square, &c, tile, work)
        } else {
            transpose(from, &c, tile, work)
        }
    };
    let kill = Kill {
        left: AtomicU64::new(u.int_in_range(0..=12)?),
        from: &c,
        to: &snapshot,
        is_done: Mutex::new(false),
    };
    let work = Work::new(memory).with_progress(&kill);
    match call(&from, tile, &work) {
        Ok(found) => is_right(&found, &expected(&elements), &[]),
        Err(error) => return Ok(drop(one_line((), &error))),
    }
    if *kill.is_done.lock().unwrap() {
        fs::remove_dir_all(&c).unwrap();
        fs::rename(&snapshot, &c).unwrap();
    }
    // What the kill left.
    let extents = if is_product { [m, k] } else { [k, m] };
    let grid = Grid::new(&extents, &tile).unwrap();
    let is_file = |chunk: &Vec<usize>| c.join(format!("c/{}/{}", chunk[0], chunk[1])).exists();
    let written: BTreeSet<Vec<usize>> = grid.chunks().filter(is_file).collect();
    let journal = c.join(".unfinished");
    let mut kind = Damage::Small;
    let mut bytes = fs::read(&journal).unwrap_or_default();
    let before = bytes.clone();
    if journal.exists() {
        kind = damage(u, &mut bytes)?;
        fs::write(&journal, &bytes).unwrap();
    }
    let is_finished = c.join("zarr.json").exists();
    let mut expected_now = expected(&elements);
    let is_changed = u.ratio(1, 3)?;
    if is_changed {
        fs::rename(&a, folder.join("old")).unwrap();
        let (changed, elements) = source(&a, first + 1);
        (from, expected_now) = (changed, expected(&elements));
    }
    let other = if u.ratio(1, 8)? { [4, 1] } else { tile };
    match call(&from, other, &Work::new(u.int_in_range(0..=6000_usize)?.max(memory))) {
        Ok(found) => {
            // A journal without a line is begun anew.
            let is_anew = !is_finished && !bytes.contains(&b'\n');
            assert!(other == tile && !is_changed || is_anew || kind == Damage::Large);
            let names = |chunk: &[usize]| {
                let number = chunk[0] * grid.counts()[1] + chunk[1];
                let lines = bytes.split(|&byte| byte == b'\n').skip(1);
                let mut lines = lines.filter_map(|line| std::str::from_utf8(line).ok());
                !is_anew && lines.any(|line| line.split(' ').next() == Some(&number.to_string()))
            };
            let gaps =
                if kind == Damage::Large { gaps(&grid, &written, names) } else { Vec::new() };
            is_right(&found, &expected_now, &gaps);
            assert!(!journal.exists());
        }
        Err(error) => {
            one_line((), &error);
            assert!(is_changed || other != tile || bytes != before, "{error}");
        }
    }
    Ok(())
}

fn run(data: &[u8]) -> Result<()> {
    static ONE_THREAD: Once = Once::new();
    ONE_THREAD.call_once(|| rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap());
    let memory = Path::new("/dev/shm");
    let folder =
        if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
    let u = &mut Unstructured::new(data);
    if u.arbitrary()? { array(u, folder.path()) } else { operation(u, folder.path()) }
}

fuzz_target!(|data: &[u8]| {
    let _ = run(data);
});
