//! Compares arrays with the elements that were written: reads, writes, transpositions, products, on random extents and
//! chunks.

use static_layout::*;
use static_layout_zarr::{
    Grid, Matrix, NewArray, Progress, Region, Work, ZarrArray, ZarrError, ZarrWriter, matmul,
    transpose,
};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::tempdir;

/// A pseudo-random number below `n`.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
    fn pair(&mut self, most: usize) -> [usize; 2] {
        [1 + self.below(most), 1 + self.below(most)]
    }
}

/// Element `(i,j)` of a test matrix: small, so sums are exact.
fn element(i: usize, j: usize) -> f32 {
    ((i * 31 + j * 17 + 5) % 23) as f32 - 11.0
}

fn elements([m, n]: [usize; 2]) -> Vec<f32> {
    (0..m * n).map(|k| element(k / n, k % n)).collect()
}

/// Writes a test matrix.
fn matrix(path: impl AsRef<Path>, shape: [usize; 2], new: &NewArray) -> ZarrArray<f32> {
    let writer = ZarrWriter::create(path, new).unwrap();
    let data = elements(shape);
    let [m, n] = shape;
    writer.write([0, 0], View::new(&data, layout!((m, n):row)).unwrap()).unwrap();
    writer.finish().unwrap()
}

#[test]
fn regions_read_what_was_written() {
    let mut random = Random(1);
    for case in 0..30 {
        let folder = tempdir().unwrap();
        let (shape, inner) = (random.pair(40), random.pair(9));
        let shard = [inner[0] * (1 + random.below(3)), inner[1] * (1 + random.below(3))];
        let new = match case % 3 {
            0 => NewArray::new(&shape, inner),
            1 => NewArray::new(&shape, inner).with_gzip(1),
            _ => NewArray::new(&shape, shard).with_shards_of(&inner),
        };
        let array = matrix(folder.path().join("a"), shape, &new);
        let inside = array.inner_grid().unwrap().map(|grid| grid.chunk().to_vec());
        assert_eq!(inside, (case % 3 == 2).then(|| inner.to_vec()));
        let start = [random.below(shape[0]), random.below(shape[1])];
        let [rows, columns] =
            [1 + random.below(shape[0] - start[0]), 1 + random.below(shape[1] - start[1])];
        let tile = array.read(&Region::new(&start, &[rows, columns])).unwrap();
        for i in 0..rows {
            for j in 0..columns {
                assert_eq!(tile.matrix().unwrap()[(i, j)], element(start[0] + i, start[1] + j));
            }
        }
        // Into the columns of a larger buffer, from a corner of a chunk or not.
        let corner = array.grid().chunk().to_vec();
        for start in [start, [start[0] / corner[0] * corner[0], start[1] / corner[1] * corner[1]]] {
            let (ld, mut buffer) = (rows + 3, vec![-1.0; (rows + 3) * columns]);
            let layout: Matrix = Layout::new((rows, columns), (1, ld));
            array.read_into(start, &mut ViewMut::new(&mut buffer, layout).unwrap()).unwrap();
            for (k, &found) in buffer.iter().enumerate() {
                let (i, j) = (k % ld, k / ld);
                assert_eq!(
                    found,
                    if i < rows { element(start[0] + i, start[1] + j) } else { -1.0 }
                );
            }
        }
    }
}

/// The layout of a grid, its regions and the enumeration agree.
#[test]
fn grids_are_layouts() {
    let mut random = Random(2);
    for _ in 0..200 {
        let (shape, chunk) =
            ([random.pair(9), random.pair(9)].concat(), [random.pair(4), random.pair(4)].concat());
        let grid = Grid::new(&shape, &chunk).unwrap();
        let padded = grid.layout().unwrap();
        let mut seen = vec![0; shape.iter().product()];
        for at in grid.chunks() {
            let region = grid.region(&at).unwrap();
            for number in 0..grid.chunk_size() {
                let mut rest = number;
                let inside: Vec<usize> =
                    chunk.iter().rev().map(|n| (rest % n, rest /= n).0).collect();
                let inside: Vec<usize> = inside.into_iter().rev().collect();
                let coord = format!("({},{})", text(&inside), text(&at)).parse().unwrap();
                let is_inside = inside.iter().zip(region.shape()).all(|(i, n)| i < n);
                assert_eq!(padded.inside(&coord).unwrap(), is_inside, "{grid:?} {coord}");
                if is_inside {
                    let offset = inside
                        .iter()
                        .zip(region.start())
                        .zip(&shape)
                        .fold(0, |o, ((i, s), n)| o * n + i + s);
                    assert_eq!(padded.layout().try_index(&coord).unwrap(), offset as i64);
                    seen[offset] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&times| times == 1));
        let first = [
            random.below(shape[0]),
            random.below(shape[1]),
            random.below(shape[2]),
            random.below(shape[3]),
        ];
        let part: Vec<usize> = (0..4).map(|k| random.below(shape[k] - first[k] + 1)).collect();
        let region = Region::new(&first, &part);
        let touches = |at: &Vec<usize>| {
            let chunk = grid.region(at).unwrap();
            (0..4).all(|k| {
                first[k].max(chunk.start()[k])
                    < (first[k] + part[k]).min(chunk.start()[k] + chunk.shape()[k])
            })
        };
        assert!(grid.chunks_of(&region).eq(grid.chunks().filter(touches)), "{grid:?} {region}");
    }
}

fn text(numbers: &[usize]) -> String {
    format!("({})", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

#[test]
fn arrays_of_any_rank_and_element() {
    let folder = tempdir().unwrap();
    let shape = [5, 3, 4];
    let writer =
        ZarrWriter::<i16>::create(folder.path().join("a"), &NewArray::new(&shape, [2, 2, 3]))
            .unwrap();
    let value = |at: [usize; 3]| (at[0] * 100 + at[1] * 10 + at[2]) as i16;
    let whole = Region::new(&[0; 3], &shape);
    for chunk in writer.grid().chunks_of(&whole).collect::<Vec<_>>() {
        let region = writer.grid().region(&chunk).unwrap();
        let [a, b, c] = region.shape().try_into().unwrap();
        let start = region.start();
        let data: Vec<i16> = (0..a * b * c)
            .map(|k| value([start[0] + k / (b * c), start[1] + k / c % b, start[2] + k % c]))
            .collect();
        assert!(!writer.is_written(&chunk));
        writer.write_chunk(&chunk, &data).unwrap();
        assert!(writer.is_written(&chunk));
    }
    let tile = writer.finish().unwrap().read(&whole).unwrap();
    assert!(
        tile.as_slice().iter().enumerate().all(|(k, &x)| x == value([k / 12, k / 4 % 3, k % 4]))
    );
    assert_eq!(tile.view(layout!((5, 3, 4):row)).unwrap()[(4, 2, 3)], 423);
    // A matrix of it has no third axis.
    assert_eq!(tile.matrix().unwrap_err().to_string(), "a matrix has 2 axes, this array has 3");
}

#[test]
fn transpositions_and_products_in_little_memory() {
    let mut random = Random(3);
    for _ in 0..12 {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let [[m, k], [n, _]] = [random.pair(50), random.pair(50)];
        let a = matrix(at("a"), [m, k], &NewArray::new(&[m, k], random.pair(12)));
        let b = matrix(at("b"), [k, n], &NewArray::new(&[k, n], random.pair(12)).with_gzip(1));
        let chunk = random.pair(12);
        // From the least memory that suffices, whatever the number of threads, up to all of it.
        let least = |error| match error {
            ZarrError::Memory { needed, .. } => needed,
            other => panic!("{other}"),
        };
        let needed = least(transpose(&a, at("t"), chunk, &Work::new(0)).unwrap_err());
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(1 + random.below(9)).build().unwrap();
        let memory = needed + random.below(20_000);
        let t = pool.install(|| transpose(&a, at("t"), chunk, &Work::new(memory)).unwrap());
        let t = t.read(&Region::new(&[0, 0], &[k, m])).unwrap();
        for (at, x) in t.as_slice().iter().enumerate() {
            assert_eq!(*x, element(at % m, at / m));
        }
        let needed = least(matmul(&a, &b, at("c"), chunk, &Work::new(0)).unwrap_err());
        let memory = needed + random.below(20_000);
        let c = pool.install(|| matmul(&a, &b, at("c"), chunk, &Work::new(memory)).unwrap());
        let c = c.read(&Region::new(&[0, 0], &[m, n])).unwrap();
        for (at, x) in c.as_slice().iter().enumerate() {
            let sum: f32 = (0..k).map(|p| element(at / n, p) * element(p, at % n)).sum();
            assert_eq!(*x, sum);
        }
    }
}

#[test]
fn wrong_calls_are_refused_with_numbers() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let new = NewArray::new(&[5, 7], [2, 4]);
    let writer = ZarrWriter::<f32>::create(at("a"), &new).unwrap();
    let says = |result: Result<(), ZarrError>| result.unwrap_err().to_string();
    let three = View::new(&[0.0; 21], layout!((3, 7):row)).unwrap();
    let words = "the region 0..3, 0..7 begins or ends inside a chunk of (2,4): \
                 write whole chunks, or up to the end of the array";
    assert_eq!(says(writer.write([0, 0], three)), words);
    assert_eq!(
        says(writer.write([3, 0], three)),
        "the region 3..6, 0..7 is not inside the array of (5,7)"
    );
    assert_eq!(
        says(writer.write_chunk(&[3, 0], &[])),
        "the region 3..4, 0..1 is not inside the array of (3,2)"
    );
    let words = "chunk (2,1) has 3 elements inside the array, not 8";
    assert_eq!(says(writer.write_chunk(&[2, 1], &[0.0; 8])), words);
    writer.write_chunk(&[2, 1], &[1.0; 3]).unwrap();
    assert_eq!(says(writer.write_chunk(&[2, 1], &[1.0; 3])), "chunk (2,1) is written already");
    // Another process, or another writer of this one, would write the same files.
    let words = format!("another process writes {}", at("a").display());
    assert_eq!(ZarrWriter::<f32>::create(at("a"), &new).unwrap_err().to_string(), words);
    let words = "is not complete: 1 of 6 chunks are written, the first missing is (0,0)";
    assert!(ZarrArray::<f32>::open(at("a")).unwrap_err().to_string().ends_with(words));
    assert!(writer.finish().unwrap_err().to_string().ends_with(words));
    // Not readable until it is complete, not to be continued as another, and then continued.
    assert!(ZarrArray::<f32>::open(at("a")).unwrap_err().to_string().ends_with(words));
    let other = ZarrWriter::<f32>::create(at("a"), &NewArray::new(&[5, 8], [2, 4])).unwrap_err();
    assert!(other.to_string().contains("holds an unfinished array of another kind: array: f32 of"));
    let writer = ZarrWriter::<f32>::create(at("a"), &new).unwrap();
    let region = Region::new(&[0, 0], &[5, 7]);
    for chunk in writer.grid().chunks_of(&region).filter(|chunk| chunk != &[2, 1]) {
        let size = writer.grid().region(&chunk).unwrap().size();
        writer.write_chunk(&chunk, &vec![2.0; size]).unwrap();
    }
    let a = writer.finish().unwrap();
    assert_eq!(a.read(&region).unwrap().as_slice()[32..], [1.0, 1.0, 1.0]);
    let exists = ZarrWriter::<f32>::create(at("a"), &new).unwrap_err().to_string();
    assert_eq!(exists, format!("{} is there already: remove it first", at("a").display()));
    let words = ZarrArray::<f64>::open(at("a")).unwrap_err().to_string();
    assert!(words.contains("has elements of") && words.ends_with("not of f64"), "{words}");
    assert!(matches!(ZarrArray::<f32>::open(at("nothing")), Err(ZarrError::Array(..))));
    let words = matmul(&a, &a, at("c"), [2, 2], &Work::new(1 << 20)).unwrap_err().to_string();
    assert_eq!(words, "A of (5,7) has 7 columns, B of (5,7) has 5 rows");
    let words = transpose(&a, at("t"), [0, 2], &Work::new(1 << 20)).unwrap_err().to_string();
    assert_eq!(words, "a chunk of (0,2) is empty");
    let words =
        ZarrWriter::<f32>::create(at("b"), &NewArray::new(&[4, 4], [4, 4]).with_shards_of(&[3, 2]));
    assert_eq!(words.unwrap_err().to_string(), "chunks of (3,2) do not divide a shard of (4,4)");
    let huge = Grid::new(&[usize::MAX, 3], &[1, 1]).unwrap_err().to_string();
    assert!(
        huge.starts_with("an array of (18446744073709551615,3) in chunks of (1,1) has more than"),
        "{huge}"
    );
}

/// A chunk that is cut off, or is noise, is named.
#[test]
fn broken_chunks_are_named() {
    for (name, new) in [
        ("raw", NewArray::new(&[6, 6], [4, 4])),
        ("gzip", NewArray::new(&[6, 6], [4, 4]).with_gzip(6)),
        ("shards", NewArray::new(&[6, 6], [4, 4]).with_shards_of(&[2, 2])),
    ] {
        let folder = tempdir().unwrap();
        let array = matrix(folder.path().join(name), [6, 6], &new);
        let file = folder.path().join(name).join("c/1/0");
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() / 4]).unwrap();
        let error = array.read(&Region::new(&[0, 0], &[6, 6])).unwrap_err();
        let ZarrError::Chunk { chunk, file: named, .. } = &error else { panic!("{name}: {error}") };
        assert_eq!((chunk.as_slice(), named), ([1, 0].as_slice(), &file), "{name}");
        assert!(error.to_string().starts_with("chunk (1,0) in "), "{error}");
        // The others can be read.
        assert_eq!(
            array.read(&Region::new(&[0, 4], &[6, 2])).unwrap().as_slice()[1],
            element(0, 5)
        );
    }
}

#[test]
fn empty_arrays() {
    let folder = tempdir().unwrap();
    let a = matrix(folder.path().join("a"), [0, 3], &NewArray::new(&[0, 3], [2, 2]));
    let b = matrix(folder.path().join("b"), [3, 2], &NewArray::new(&[3, 2], [2, 2]));
    assert_eq!(
        transpose(&a, folder.path().join("t"), [2, 2], &Work::new(1000)).unwrap().shape(),
        [3, 0]
    );
    assert_eq!(
        matmul(&a, &b, folder.path().join("c"), [2, 2], &Work::new(1000)).unwrap().shape(),
        [0, 2]
    );
    let tall = transpose(&a, folder.path().join("u"), [2, 2], &Work::new(1000)).unwrap();
    let zero = matmul(&tall, &a, folder.path().join("z"), [2, 2], &Work::new(4000)).unwrap();
    assert_eq!(zero.read(&Region::new(&[0, 0], &[3, 3])).unwrap().as_slice(), [0.0; 9]);
    // Regions without elements, also at the end of an array.
    let none = matrix(folder.path().join("n"), [0, 0], &NewArray::new(&[0, 0], [2, 2]));
    for (array, start, shape) in
        [(&none, [0, 0], [0, 0]), (&a, [0, 0], [0, 3]), (&a, [0, 3], [0, 0]), (&b, [3, 2], [0, 0])]
    {
        let read = array.read(&Region::new(&start, &shape));
        assert!(read.unwrap().as_slice().is_empty(), "{start:?} {shape:?}");
    }
}

/// Chunks of the extent 0 along an axis without elements, as `zarr-python` writes them.
#[test]
fn empty_chunks_of_empty_axes() {
    let folder = tempdir().unwrap();
    let new = NewArray::new(&[0, 3], [0, 2]);
    let a = ZarrWriter::<f32>::create(folder.path().join("a"), &new).unwrap().finish().unwrap();
    assert_eq!(a.grid().chunk(), [1, 2]);
    let path = folder.path().join("a/zarr.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut text: serde_json::Value = serde_json::from_str(&text).unwrap();
    text["chunk_grid"]["configuration"]["chunk_shape"] = vec![0, 2].into();
    fs::write(&path, text.to_string()).unwrap();
    let second = r#"{"zarr_format": 2, "shape": [0, 3], "chunks": [0, 2], "dtype": "<f4", "fill_value": 0,
        "compressor": null, "filters": null, "order": "C"}"#;
    fs::create_dir(folder.path().join("second")).unwrap();
    fs::write(folder.path().join("second/.zarray"), second).unwrap();
    for name in ["a", "second"] {
        let a = ZarrArray::<f32>::open(folder.path().join(name)).unwrap();
        assert!(a.read(&Region::new(&[0, 0], &[0, 3])).unwrap().as_slice().is_empty());
        let to = folder.path().join(format!("{name}t"));
        let t = transpose(&a, to, [3, 0], &Work::new(1000)).unwrap();
        assert_eq!((t.shape(), t.grid().chunk()), (&[3, 0][..], &[3, 1][..]));
        let product =
            matmul(&t, &a, folder.path().join(format!("{name}p")), [3, 3], &Work::new(4000));
        let product = product.unwrap().read(&Region::new(&[0, 0], &[3, 3])).unwrap();
        assert_eq!(product.as_slice(), [0.0; 9]);
    }
    text["chunk_grid"]["configuration"]["chunk_shape"] = vec![1, 0].into();
    fs::write(&path, text.to_string()).unwrap();
    let error = ZarrArray::<f32>::open(folder.path().join("a")).unwrap_err().to_string();
    assert_eq!(error, "a chunk of (1,0) is empty");
}

/// An array of rank 0 has one element, and one chunk.
#[test]
fn an_array_of_rank_0() {
    for (name, new) in [
        ("plain", NewArray::new(&[], [])),
        ("gzip", NewArray::new(&[], []).with_gzip(6)),
        ("shards", NewArray::new(&[], []).with_shards_of(&[])),
    ] {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a");
        let writer = ZarrWriter::<f32>::create(&path, &new).unwrap();
        assert!(!writer.is_written(&[]));
        let words = "is not complete: 0 of 1 chunks are written, the first missing is ()";
        let error = ZarrArray::<f32>::open(&path).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
        drop(writer);
        // It is continued.
        let writer = ZarrWriter::<f32>::create(&path, &new).unwrap();
        let error = writer.finish().unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
        let writer = ZarrWriter::<f32>::create(&path, &new).unwrap();
        writer.write_chunk(&[], &[3.0]).unwrap();
        assert_eq!(
            writer.write_chunk(&[], &[3.0]).unwrap_err().to_string(),
            "chunk () is written already"
        );
        let a = writer.finish().unwrap();
        assert_eq!(a.read(&Region::new(&[], &[])).unwrap().as_slice(), [3.0], "{name}");
        assert_eq!((a.grid().chunk_count(), a.grid().chunk_size()), (1, 1));
        assert_eq!(a.grid().chunks().collect::<Vec<_>>(), [[0_usize; 0]]);
        assert_eq!(a.grid().layout().unwrap().layout().to_string(), "((),()):((),())");
        let error = transpose(&a, folder.path().join("t"), [1, 1], &Work::new(1000)).unwrap_err();
        assert_eq!(error.to_string(), "a matrix has 2 axes, this array has 0");
    }
}

/// Chunks inside shards have the axes of the array, also where codecs before the shards change them.
#[test]
fn chunks_of_shards_after_a_transpose() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a");
    let new = NewArray::new(&[4, 6, 10], [4, 6, 10]).with_shards_of(&[2, 3, 5]);
    let writer = ZarrWriter::<u8>::create(&path, &new).unwrap();
    writer.write_chunk(&[0, 0, 0], &[7; 240]).unwrap();
    let a = writer.finish().unwrap();
    assert_eq!(a.inner_grid().unwrap().unwrap().chunk(), [2, 3, 5]);
    let text = fs::read_to_string(path.join("zarr.json")).unwrap();
    let text: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (orders, inner, expected) in [
        (vec![[2, 0, 1]], [5, 2, 3], [2, 3, 5]),
        (vec![[2, 1, 0]], [5, 3, 2], [2, 3, 5]),
        (vec![[2, 0, 1], [0, 2, 1]], [5, 3, 2], [2, 3, 5]),
        (vec![[1, 2, 0], [1, 2, 0]], [10, 2, 6], [2, 6, 10]),
    ] {
        let mut text = text.clone();
        text["codecs"][0]["configuration"]["chunk_shape"] = inner.to_vec().into();
        for order in orders.iter().rev() {
            let codec =
                serde_json::json!({ "name": "transpose", "configuration": { "order": order } });
            text["codecs"].as_array_mut().unwrap().insert(0, codec);
        }
        fs::write(path.join("zarr.json"), text.to_string()).unwrap();
        let a = ZarrArray::<u8>::open(&path).unwrap();
        assert_eq!(a.inner_grid().unwrap().unwrap().chunk(), expected, "{orders:?}");
    }
}

/// One thread encodes a shard, however many there are, so equal arrays are equal files.
#[test]
fn shards_have_their_chunks_in_order() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let folder = tempdir().unwrap();
    let new = NewArray::new(&[4096], [4096]).with_shards_of(&[1]);
    let writer = ZarrWriter::create(folder.path().join("a"), &new).unwrap();
    let elements: Vec<f32> = (1..=4096_u16).map(f32::from).collect();
    pool.install(|| writer.write_chunk(&[0], &elements)).unwrap();
    let expected: Vec<u8> = elements.iter().flat_map(|x| x.to_le_bytes()).collect();
    let found = fs::read(folder.path().join("a/c/0")).unwrap();
    assert!(found.starts_with(&expected));
}

/// Keeps the number of steps.
struct Steps(AtomicU64);

impl Progress for Steps {
    fn begin(&self, steps: u64, _done: u64) {
        self.0.store(steps, Ordering::Relaxed);
    }
    fn step(&self) {}
    fn end(&self) {}
}

/// Of products, the last tiles that fit are narrow: they take 128 steps, and read more chunks. Of transpositions, tiles of 65
/// chunks end where chunks of the source do.
#[test]
fn tiles_read_the_fewest_chunks() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let folder = tempdir().unwrap();
    let a = matrix(folder.path().join("a"), [32, 32], &NewArray::new(&[32, 32], [4, 4]));
    let steps = Steps(AtomicU64::new(0));
    let work = Work::new(2500).with_progress(&steps);
    pool.install(|| matmul(&a, &a, folder.path().join("b"), [4, 4], &work)).unwrap();
    assert_eq!(steps.0.into_inner(), 48);

    for (name, shape, chunk) in [("row", [1, 130], [1, 65]), ("column", [130, 1], [65, 1])] {
        let a = matrix(folder.path().join(name), shape, &NewArray::new(&shape, chunk));
        let steps = Steps(AtomicU64::new(0));
        let work = Work::new(1000).with_progress(&steps);
        let to = folder.path().join(format!("transpose of a {name}"));
        pool.install(|| transpose(&a, to, [1, 1], &work)).unwrap();
        assert_eq!(steps.0.into_inner(), 2, "{name}");
    }
}

#[test]
fn the_first_missing_chunk_is_named() {
    let folder = tempdir().unwrap();
    let writer = ZarrWriter::create(folder.path(), &NewArray::new(&[4, 1, 3], [2, 1, 1])).unwrap();
    (0..3).for_each(|k| writer.write_chunk(&[0, 0, k], &[1.0_f32; 2]).unwrap());
    let error = writer.finish().unwrap_err();
    let ZarrError::Unfinished { first, .. } = &error else { panic!("{error}") };
    assert_eq!(first[..], [1, 0, 0], "{error}");
}
