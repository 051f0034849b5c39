//! Reads the table of instructions, `table.txt`, whose head says how it is written.

use std::collections::BTreeMap;

/// Instructions with the same layouts.
#[derive(Default)]
pub struct InstructionRow {
    /// The short name, then the names of CUTLASS or AMD.
    pub names: Vec<&'static str>,
    /// The layout from a thread to its lane.
    pub threads: &'static str,
    /// What a thread and a value are, if not a thread of a warp and a register.
    pub note: &'static str,
    /// An operand: its name, the meaning of its modes, its tile and its thread-value layout. `A`, `B` and `C`; for a copy the
    /// row addresses and the fragment.
    pub operands: Vec<[&'static str; 4]>,
}

/// The rows of the table, in its order.
pub fn rows() -> Vec<InstructionRow> {
    let (mut rows, mut notes) = (Vec::<InstructionRow>::new(), BTreeMap::new());
    for line in include_str!("table.txt").lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_name = !line.starts_with(' ');
        match (&words[..], rows.last_mut()) {
            ([] | ["#", ..], _) => {}
            (["note", name, ..], _) => {
                notes.insert(*name, line["note ".len() + name.len()..].trim_start());
            }
            // More names than a line has.
            (more, Some(row)) if is_name && row.threads.is_empty() => row.names.extend(more),
            (names, _) if is_name => {
                rows.push(InstructionRow { names: names.to_vec(), ..InstructionRow::default() });
            }
            (["on", threads, note @ ..], Some(row)) => {
                row.threads = threads;
                row.note = note.first().map_or("", |name| notes[name]);
            }
            (&[name, modes, tile, held], Some(row)) => row.operands.push([name, modes, tile, held]),
            _ => unreachable!("a line of the table: {line}"),
        }
    }
    rows
}
