//! Reads and writes `S:D` of known integers without a space, as this library writes it: a fast way for texts that are types.
//!
//! The compiler runs this in `const` for each layout of a program whose types are texts. There a call costs as much as ten
//! assignments, so these functions make none a character. What they do not read goes to the grammar in `parse.rs`, what they do
//! not write to `write.rs`.

use crate::value::limit::{MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::value::{LEAF, Layout, Tiler, low_mask};

/// One more than the greatest nesting of the texts that are read here.
const DEEPEST: usize = 8;

/// The integers to which a digit can be appended are below this.
const MOST_TENTH: i64 = i64::MAX / 10;

/// Steps to the next byte; 0 past the end. A pattern of a slice has no check of a bound.
macro_rules! step {
    ($rest:ident $byte:ident) => {
        if let [next, after @ ..] = $rest {
            $byte = *next;
            $rest = after;
        } else {
            $byte = 0;
        }
    };
}

/// Reads the digits from the current byte on, which is one. `byte ^ b'0'` is the value of a digit, and more for another byte.
macro_rules! digits {
    ($rest:ident $byte:ident) => {{
        let mut digit = $byte ^ b'0';
        if digit >= 10 {
            return None;
        }
        let mut value = digit as i64;
        step!($rest $byte);
        digit = $byte ^ b'0';
        while digit < 10 {
            // No integer begins with 0 but 0.
            if value >= MOST_TENTH || value == 0 {
                return None;
            }
            value = value * 10 + digit as i64;
            step!($rest $byte);
            digit = $byte ^ b'0';
        }
        value
    }};
}

/// The layout of a text `S:D`. `None` for another text, and where the integers make no layout.
pub(super) const fn read(text: &str) -> Option<Layout> {
    let [first, rest @ ..] = text.as_bytes() else { return None };
    let (mut byte, mut rest) = (*first, rest);
    let mut layout = Layout::EMPTY;
    // The node of each tuple that is open.
    let mut tuples = [0_usize; DEEPEST];
    let (mut depth, mut node, mut leaf) = (0, 0, 0);
    // The shape: the tuple around a node counts it.
    loop {
        if node == MAX_NODES || leaf == MAX_LEAVES {
            return None;
        }
        if depth > 0 {
            let rank = layout.profile.nodes[tuples[depth]];
            if rank == MAX_RANK as u8 {
                return None;
            }
            layout.profile.nodes[tuples[depth]] = rank + 1;
        }
        if byte == b'(' {
            depth += 1;
            if depth == DEEPEST {
                return None;
            }
            layout.profile.nodes[node] = 0;
            tuples[depth] = node;
            node += 1;
            step!(rest byte);
            continue;
        }
        layout.modes.extents[leaf] = digits!(rest byte);
        leaf += 1;
        node += 1;
        while byte == b')' && depth > 0 {
            depth -= 1;
            step!(rest byte);
        }
        if byte != b',' || depth == 0 {
            break;
        }
        step!(rest byte);
    }
    if byte != b':' || depth > 0 {
        return None;
    }
    layout.profile.len = node;
    layout.profile.leaves = leaf;
    layout.modes.len = leaf;
    // The stride: the nodes are those of the shape. `left` counts the elements that an open tuple still has.
    let mut left = [0_u8; DEEPEST];
    (node, leaf) = (0, 0);
    loop {
        step!(rest byte);
        let rank = layout.profile.nodes[node];
        node += 1;
        if rank != LEAF {
            if byte != b'(' {
                return None;
            }
            depth += 1;
            left[depth] = rank;
            continue;
        }
        let is_negative = byte == b'-';
        if is_negative {
            step!(rest byte);
        }
        let value = digits!(rest byte);
        if is_negative && value == 0 {
            return None;
        }
        layout.modes.strides[leaf] = if is_negative { -value } else { value };
        leaf += 1;
        while depth > 0 {
            if left[depth] > 1 {
                left[depth] -= 1;
                break;
            }
            if byte != b')' {
                return None;
            }
            depth -= 1;
            step!(rest byte);
        }
        if depth == 0 {
            break;
        }
        if byte != b',' {
            return None;
        }
    }
    layout.modes.known_extents = low_mask!(leaf);
    layout.modes.known_strides = low_mask!(leaf);
    let is_read = byte == 0 && rest.is_empty() && !matches!(text.as_bytes(), [.., 0]);
    if is_read && layout.validate().is_ok() { Some(layout) } else { None }
}

/// The tiler of a text `<16,_,8>` of integers. `None` for another text.
pub(super) const fn read_tile(text: &str) -> Option<Tiler> {
    let [b'<', first, rest @ ..] = text.as_bytes() else { return None };
    let (mut byte, mut rest) = (*first, rest);
    let mut layout = Layout::EMPTY;
    let (mut kept, mut leaf) = (0, 0);
    loop {
        if leaf == MAX_RANK {
            return None;
        }
        if byte == b'_' {
            kept |= 1 << leaf;
            layout.modes.extents[leaf] = 1;
            step!(rest byte);
        } else {
            let extent = digits!(rest byte);
            layout.modes.extents[leaf] = extent;
            layout.modes.strides[leaf] = if extent == 1 { 0 } else { 1 };
        }
        leaf += 1;
        if byte != b',' {
            break;
        }
        step!(rest byte);
    }
    if byte != b'>' || !rest.is_empty() {
        return None;
    }
    layout.profile.nodes[0] = leaf as u8;
    layout.profile.len = 1 + leaf;
    layout.profile.leaves = leaf;
    layout.modes.len = leaf;
    layout.modes.known_extents = low_mask!(leaf);
    layout.modes.known_strides = low_mask!(leaf);
    Some(Tiler { layout, by_mode: true, kept })
}

/// The greatest number of bytes of an integer and of what is around it.
const LONGEST: usize = 24;

/// Writes `S:D` into `bytes`, and returns how many are written. `None` where they are too few, a leaf is unknown or has a basis,
/// or the nesting is deep.
pub(super) const fn write<const N: usize>(layout: &Layout, bytes: &mut [u8; N]) -> Option<usize> {
    let (profile, modes) = (&layout.profile, &layout.modes);
    let mask = low_mask!(modes.len);
    if modes.known_extents & modes.known_strides != mask || modes.bases.units != 0 {
        return None;
    }
    let mut at = 0;
    let mut stride = false;
    loop {
        let mut left = [0_u8; DEEPEST];
        let (mut depth, mut node, mut leaf) = (0, 0, 0);
        while node < profile.len {
            if at + LONGEST + DEEPEST > N {
                return None;
            }
            let rank = profile.nodes[node];
            node += 1;
            if rank != LEAF {
                depth += 1;
                if rank == 0 || depth == DEEPEST {
                    return None;
                }
                bytes[at] = b'(';
                at += 1;
                left[depth] = rank;
                continue;
            }
            let mut value = if stride { modes.strides[leaf] } else { modes.extents[leaf] };
            leaf += 1;
            if value < 0 {
                if value == i64::MIN {
                    return None;
                }
                bytes[at] = b'-';
                at += 1;
                value = -value;
            }
            if value < 10 {
                bytes[at] = b'0' + value as u8;
                at += 1;
            } else {
                let mut rest = value;
                while rest >= 10 {
                    rest /= 10;
                    at += 1;
                }
                let mut place = at;
                while value >= 10 {
                    bytes[place] = b'0' + (value % 10) as u8;
                    value /= 10;
                    place -= 1;
                }
                bytes[place] = b'0' + value as u8;
                at += 1;
            }
            while depth > 0 {
                if left[depth] > 1 {
                    left[depth] -= 1;
                    bytes[at] = b',';
                    at += 1;
                    break;
                }
                bytes[at] = b')';
                at += 1;
                depth -= 1;
            }
        }
        if stride {
            return Some(at);
        }
        stride = true;
        bytes[at] = b':';
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::notation::reader::Reader;
    use std::string::{String, ToString};

    /// By the grammar.
    fn slow(text: &str) -> Option<Layout> {
        let mut reader = Reader::new(text);
        let layout = reader.layout().ok()?;
        reader.finish(Ok(layout), "").ok()
    }

    fn written(layout: &Layout) -> Option<String> {
        let mut bytes = [0; 1024];
        let len = write(layout, &mut bytes)?;
        Some(String::from_utf8(bytes[..len].to_vec()).unwrap())
    }

    /// Each text is read as the grammar reads it, or not at all; what the library writes is read.
    #[test]
    fn reads_what_the_grammar_reads() {
        let texts = [
            "1:0",
            "(1):(0)",
            "8:-1",
            "(2,3):(1,2)",
            "((2,2),3):((1,6),2)",
            "(((2))):(((1)))",
            "(12,10,100,1000):(1,12,120,12000)",
            "(4,(2,(3,5))):(30,(15,(5,1)))",
            "(922337203685477580,2):(1,922337203685477580)",
        ];
        for text in texts {
            let layout = slow(text).unwrap_or_else(|| panic!("{text}"));
            let long = text.contains("922337203685477580");
            assert!(read(text).is_some_and(|found| found.equals(&layout)) || long, "{text}");
            assert_eq!(written(&layout).as_deref(), Some(text));
            // One byte removed, doubled, or replaced.
            for k in 0..text.len() {
                for byte in "(),:-0 _@?1n".bytes() {
                    let mut changed = [
                        text.as_bytes().to_vec(),
                        text.as_bytes().to_vec(),
                        text.as_bytes().to_vec(),
                    ];
                    changed[0].remove(k);
                    changed[1].insert(k, byte);
                    changed[2][k] = byte;
                    for changed in changed {
                        let changed = String::from_utf8(changed).unwrap();
                        if let Some(found) = read(&changed) {
                            let expected = slow(&changed).unwrap_or_else(|| panic!("{changed}"));
                            assert!(found.equals(&expected) && found.all_known(), "{changed}");
                            assert_eq!(found.to_string(), changed);
                        }
                    }
                }
            }
        }
        for text in [
            "8:1\0",
            "",
            "()",
            "():()",
            "(2,):(1,)",
            "(2,3):(1)",
            "2",
            "(2,3):row",
            "00:1",
            "(2,3):(1,2))",
            "-1:1",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        let many = std::format!("({}):({})", ["1"; 13].join(","), ["0"; 13].join(","));
        assert!(read(&many).is_none() && slow(&many).is_none());
    }

    #[test]
    fn reads_tiles() {
        for text in
            ["<16,8>", "<_,1,4>", "<3>", "<16,8", "<,8>", "<16:1,8>", "<>", "<16,8>>", "<0>"]
        {
            let expected = Tiler::parse(text).ok();
            if let Some(found) = read_tile(text) {
                let expected = expected.unwrap();
                assert!(
                    found.layout.equals(&expected.layout) && found.kept == expected.kept,
                    "{text}"
                );
                assert_eq!(found.to_string(), expected.to_string());
            }
        }
        assert!(["<16,8>", "<_,1,4>", "<3>"].iter().all(|text| read_tile(text).is_some()));
    }

    #[test]
    fn leaves_the_rest_to_others() {
        for text in ["(n,4):(4,1)", "4:1@0", "((((((((2)))))))):((((((((1))))))))"] {
            let open = crate::notation::open::Open::<crate::ComposedLayout>::parse(text).unwrap();
            assert!(read(text).is_none() && written(&open.value.layout).is_none(), "{text}");
        }
        let layout = slow("(2,3):(1,2)").unwrap();
        assert!(write(&layout, &mut [0; 30]).is_none());
    }
}
