//! Damaged files, for the tests of each reader of files: cut off at each byte, and with flipped bits at each byte. A read is
//! refused or equal, but for what a row allows, such as an element that no checksum covers.

use std::fmt::Debug;

/// A file ends before this byte, or has a flipped bit in it.
#[derive(Clone, Copy, Debug)]
pub struct Damage {
    pub at: usize,
    pub is_cut: bool,
}

/// Reads a file whole, and then with each damage: `read` returns what each of its reads finds, `None` where it is refused. Flips
/// `bits` bits of each byte. Returns the number of reads that are refused of files that are cut off, and the number of flips for
/// which a read is refused.
///
/// # Panics
/// If a damaged file is read as another value and `allows(damage, whole, found)` is false.
pub fn damage<T: PartialEq + Debug>(
    name: &str,
    file: &[u8],
    bits: usize,
    read: impl Fn(&[u8]) -> Vec<Option<T>>,
    allows: impl Fn(Damage, &T, &T) -> bool,
) -> [usize; 2] {
    let whole = read(file);
    assert!(whole.iter().any(Option::is_some), "{name}: the whole file is refused");
    let refused = |damage, bytes: &[u8]| {
        let found = read(bytes);
        for (whole, found) in whole.iter().zip(&found) {
            let is_right = match (whole, found) {
                (_, None) => true,
                (Some(whole), Some(found)) => whole == found || allows(damage, whole, found),
                (None, Some(_)) => false,
            };
            assert!(is_right, "{name}, {damage:?}: {found:?} instead of {whole:?}");
        }
        assert!(found.len() <= whole.len(), "{name}, {damage:?}: {found:?}");
        whole.len() - found.iter().flatten().count()
    };
    let (mut counts, mut flipped) = ([0; 2], file.to_vec());
    for at in 0..file.len() {
        counts[0] += refused(Damage { at, is_cut: true }, &file[..at]);
        for bit in at..at + bits {
            flipped[at] ^= 1 << (bit % 8);
            counts[1] += usize::from(refused(Damage { at, is_cut: false }, &flipped) > 0);
            flipped[at] ^= 1 << (bit % 8);
        }
    }
    counts
}
