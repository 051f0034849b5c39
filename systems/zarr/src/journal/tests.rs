//! A second writer that waits at a point between its look at the folder and its lock, while the first one finishes.

use crate::{NewArray, ZarrArray, ZarrError, ZarrWriter};
use std::cell::RefCell;
use std::path::Path;

type Act = Box<dyn FnMut()>;

thread_local! {
    /// What runs at a point of `Journal::lock`, of this thread.
    static ACT: RefCell<Option<(&'static str, Act)>> = const { RefCell::new(None) };
}

/// Runs the act of this point. It is none meanwhile, so writers of the act do not wait for themselves.
pub(super) fn reached(point: &str) {
    let act = ACT.take();
    if let Some((at, mut act)) = act {
        if at == point {
            act();
        }
        ACT.set(Some((at, act)));
    }
}

fn new() -> NewArray {
    NewArray::new(&[4], [2])
}

fn write(path: &Path, value: i32) -> Result<ZarrArray<i32>, ZarrError> {
    let writer = ZarrWriter::create(path, &new())?;
    for chunk in [[0], [1]].iter().filter(|chunk| !writer.is_written(*chunk)) {
        writer.write_chunk(chunk, &[value; 2])?;
    }
    writer.finish()
}

#[test]
fn a_second_writer_leaves_a_finished_array() {
    let (made, locked) = ("before it is made", "before the lock");
    for (point, is_begun) in [(made, false), (locked, false), (locked, true)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        if is_begun {
            let writer = ZarrWriter::create(&path, &new()).unwrap();
            writer.write_chunk(&[0], &[1; 2]).unwrap();
        }
        // The first writer finishes in the middle of `create` of the second.
        let inside = path.clone();
        ACT.set(Some((point, Box::new(move || drop(write(&inside, 1))))));
        let second = write(&path, 2);
        ACT.take();
        assert!(matches!(second, Err(ZarrError::Exists(_))), "{point}, {is_begun}: {second:?}");
        let whole = crate::Region::new(&[0], &[4]);
        let found = ZarrArray::<i32>::open(&path).unwrap().read(&whole).unwrap();
        assert_eq!(found.as_slice(), [1; 4], "{point}, {is_begun}");
        assert!(!path.join(super::NAME).exists(), "{point}, {is_begun}");
    }
}

#[test]
fn a_journal_that_goes_each_time_is_busy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let journal = path.join(super::NAME);
    ACT.set(Some(("before the lock", Box::new(move || std::fs::remove_file(&journal).unwrap()))));
    let error = write(&path, 1).unwrap_err();
    ACT.take();
    assert!(matches!(error, ZarrError::Busy(_)), "{error}");
    write(&path, 1).unwrap();
}

/// Journals next to the metadata of a finished array: whether it is read, and whether `create` removes the journal.
#[test]
fn journals_beside_a_finished_array() {
    let complete =
        "(2) array: i32 of NewArray { shape: [4], chunk: [2], inner: None, gzip: None }\n";
    let rows = [
        // A kill of a second writer, before it looked under the lock.
        ("", true, true),
        ("(2) arr", true, true),
        // A kill of another work that finished.
        ("(2) another\n0 0\n1 1\n", true, true),
        ("(2) another\n1 1\n0 0\n1 1\n", true, true),
        // The form before.
        ("(2) another\n1\n0\n", true, true),
        ("(2) another\n1\n0 0\n", true, true),
        // No kill leaves these.
        ("(2) another\n1 1\n", false, false),
        (complete, false, false),
        ("noise\n", false, false),
        ("(2) another\n0 0\n1 0\n", false, false),
        ("(2) another\n0 0\n1 1\n5 5\n", false, false),
        ("(2) another\n0 0\n01\n", false, false),
    ];
    for (text, is_read, is_removed) in rows {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, 1).unwrap();
        let journal = path.join(super::NAME);
        std::fs::write(&journal, text).unwrap();
        assert_eq!(ZarrArray::<i32>::open(&path).is_ok(), is_read, "{text:?}");
        let again = ZarrWriter::<i32>::create(&path, &new()).unwrap_err();
        let way_out = "damaged: remove this file if the array next to it is complete";
        assert!(
            matches!(again, ZarrError::Exists(_)) || again.to_string().ends_with(way_out),
            "{text:?}: {again}"
        );
        assert_eq!(!journal.exists(), is_removed, "{text:?}");
        assert_eq!(ZarrArray::<i32>::open(&path).is_ok(), is_read, "{text:?}");
        // A journal of this work, with all chunks, is continued and removed.
        std::fs::write(&journal, format!("{complete}1 1\n0 0\n")).unwrap();
        assert!(ZarrArray::<i32>::open(&path).is_ok(), "{text:?}");
        write(&path, 1).unwrap();
        assert!(!journal.exists(), "{text:?}");
    }
}

#[test]
fn journals_without_metadata() {
    for (text, words) in [
        ("", "0 of 0 chunks are written, its metadata is missing; write it again to finish it"),
        (
            "(2) x\n1 1\n0 0\n",
            "2 of 2 chunks are written, its metadata is missing; write it again to finish it",
        ),
        // Chunks past the places that a short file has, one of them twice, and a flipped bit of such a line.
        (
            "(100000000) x\n900 900\n800\n900 900\n",
            "2 of 100000000 chunks are written, the first missing is (0)",
        ),
        (
            "(100000000) x\n900 900\n9000900\n",
            "2 of 100000000 chunks are written, the first missing is (0)",
        ),
        ("(100000000) x\n9000900\n", "or damaged: remove the folder to begin anew"),
        ("(100000000) x\n800 800\n9000900\n", "or damaged: remove the folder to begin anew"),
        ("(2) x\n0 0\n1 1", "1 of 2 chunks are written, the first missing is (1)"),
        ("(3,2) x\n5 5\n0 0\n1 1\n3 3\n", "4 of 6 chunks are written, the first missing is (1,0)"),
        ("(18446744073709551615,2) x\n", "chunks are written, the first missing is (0,0)"),
        ("noise\n", "not a journal of an array, or damaged: remove the folder to begin anew"),
        ("(2) x\n2 2\n", "not a journal of an array, or damaged: remove the folder to begin anew"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(super::NAME), text).unwrap();
        let error = ZarrArray::<i32>::open(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with(words), "{text:?}: {error}");
    }
}

/// A disk that is full leaves a part of a line, which the next line may not continue.
#[test]
fn a_part_of_a_line_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let writer = ZarrWriter::create(&path, &new()).unwrap();
    let mut journal =
        std::fs::OpenOptions::new().append(true).open(path.join(super::NAME)).unwrap();
    std::io::Write::write_all(&mut journal, b"1 1").unwrap();
    writer.write_chunk(&[0], &[1; 2]).unwrap();
    drop(writer);
    let writer = ZarrWriter::<i32>::create(&path, &new()).unwrap();
    assert_eq!([[0], [1]].map(|chunk| writer.is_written(&chunk)), [true, false]);
}

/// A journal in the form before, with numbers that stand once, is continued. What one flipped bit makes of the form now is
/// refused, as is all else that is damaged, and nothing is written then.
#[test]
fn only_journals_that_tell_their_chunks_are_continued() {
    let new = NewArray::new(&[400], [2]);
    let first =
        "(200) array: i32 of NewArray { shape: [400], chunk: [2], inner: None, gzip: None }\n";
    let of = |lines: &str| format!("{first}{lines}");
    let other =
        "(200) array: i32 of NewArray { shape: [400], chunk: [2], inner: None, gzip: Some(1) }\n";
    let rows: [(String, Option<&[usize]>); 13] = [
        (of("7\n"), Some(&[7])),
        (of("1\n101\n"), Some(&[1, 101])),
        (of("101\n7\n1 1\n"), Some(&[1, 7, 101])),
        (of("7\n8 8\n1"), Some(&[7, 8])),
        (of("110\n100\n"), Some(&[100, 110])),
        (String::new(), Some(&[])),
        (first[..first.len() - 1].into(), Some(&[])),
        // `1 1` with a flipped bit, after chunk 7 and before it.
        (of("7 7\n101\n"), None),
        (of("101\n7 7\n"), None),
        (of("7 7\n200\n"), None),
        (of("7 7\n3 7\n"), None),
        (format!("{other}7 7\n\u{7f} 7\n"), None),
        (format!("{other}7\n"), None),
    ];
    for (text, written) in rows {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        drop(ZarrWriter::<i32>::create(&path, &new).unwrap());
        std::fs::create_dir(path.join("c")).unwrap();
        (0..200).for_each(|k| std::fs::write(path.join(format!("c/{k}")), [k; 8]).unwrap());
        let journal = path.join(super::NAME);
        std::fs::write(&journal, &text).unwrap();
        match (ZarrWriter::<i32>::create(&path, &new), written) {
            (Ok(writer), Some(written)) => {
                let found: Vec<usize> = (0..200).filter(|k| writer.is_written(&[*k])).collect();
                assert_eq!(found, written, "{text:?}");
            }
            (Err(error), None) => {
                let error = error.to_string();
                assert!(error.ends_with("remove the folder to begin anew"), "{text:?}: {error}");
                assert_eq!(std::fs::read_to_string(&journal).unwrap(), text);
            }
            (found, _) => panic!("{text:?}: {found:?}"),
        }
    }
}

/// Journals that are longer than lines and numbers need.
#[test]
fn long_journals_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["", "(2) x\n1 1\n"] {
        let mut journal = std::fs::File::create(folder.path().join(super::NAME)).unwrap();
        std::io::Write::write_all(&mut journal, text.as_bytes()).unwrap();
        // Holes are read as bytes 0.
        journal.set_len(1 << 43).unwrap();
        let error = ZarrArray::<i32>::open(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("damaged: remove the folder to begin anew"), "{error}");
    }
}
