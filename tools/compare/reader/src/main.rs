//! Answers the questions of the scripts in `tools/compare`: a line in, a line out.
//!
//! ```text
//! npy HEX            ->  NAME|EXTENTS|HEX     the elements in C order and in this machine's byte order
//! safetensors HEX    ->  NAME:DTYPE|EXTENTS|HEX for each tensor, with `;` between
//! hlo EXTENTS DEVICES TEXT    ->  TEXT|device:count:ranges;count:ranges|device:..
//! sdy EXTENTS MESH TEXT       ->  the same, or of a mesh TEXT
//! dtensor EXTENTS SIZES TEXT  ->  the same
//! scalapack GRID TEXT         ->  the same
//! ```
//!
//! The parts of a question about shardings have tabs between.
//!
//! A refusal is `refused: ` and its reason.

mod shardings;

use std::fmt::{Display, Write};
use std::io::BufRead;

use bytemuck::AnyBitPattern;
use safetensors::SafeTensors;
use static_layout::{Boxed, dynamic};

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        match answer(&line) {
            Ok(answer) => println!("{}", answer.replace('\n', " ")),
            Err(reason) => println!("refused: {}", reason.replace('\n', " ")),
        }
    }
}

fn answer(line: &str) -> Result<String, String> {
    let (question, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    match question {
        "npy" => npy(&bytes(rest)),
        "safetensors" => tensors(&bytes(rest)),
        "hlo" | "sdy" | "dtensor" | "scalapack" => shardings::answer(question, rest),
        other => panic!("no question {other}"),
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |k: usize| u8::from_str_radix(&hex[2 * k..2 * k + 2], 16).expect("hexadecimal digits");
    (0..hex.len() / 2).map(byte).collect()
}

fn said(error: impl Display) -> String {
    error.to_string()
}

fn integers(list: &str) -> Vec<i64> {
    list.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().expect("an integer")).collect()
}

fn joined(list: &[i64]) -> String {
    list.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// The extents, and the bytes of the elements in C order.
fn array<const N: usize>(array: &Boxed<[u8; N], dynamic::Layout>) -> String {
    let layout = array.dynamic_layout();
    let extents: Vec<i64> = (0..layout.leaf_count()).map(|k| layout.leaf(k).0).collect();
    let mut out = joined(&extents) + "|";
    let mut at = vec![0; extents.len()];
    for _ in 0..layout.size() {
        let offset: i64 = (0..at.len()).map(|k| at[k] * layout.leaf(k).1).sum();
        for byte in array.as_slice()[offset as usize] {
            write!(out, "{byte:02x}").expect("memory");
        }
        for k in (0..at.len()).rev() {
            at[k] += 1;
            if at[k] < extents[k] {
                break;
            }
            at[k] = 0;
        }
    }
    out
}

/// Tries every size of elements.
fn npy(file: &[u8]) -> Result<String, String> {
    fn of<const N: usize>(file: &[u8]) -> Result<String, String>
    where
        [u8; N]: AnyBitPattern,
    {
        let read = Boxed::<[u8; N], dynamic::Layout>::from_npy_bits_copied(file);
        read.map(|(read, name)| format!("{name}|{}", array(&read))).map_err(|error| error.to_string())
    }
    let mut refused = String::new();
    for read in [of::<1>, of::<2>, of::<3>, of::<4>, of::<5>, of::<6>, of::<8>, of::<12>, of::<16>, of::<20>, of::<32>] {
        match read(file) {
            Ok(found) => return Ok(found),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

fn tensors(file: &[u8]) -> Result<String, String> {
    let file = SafeTensors::deserialize(file).map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for (name, tensor) in file.iter() {
        macro_rules! of {
            ($($size:literal)*) => {
                match tensor.dtype().bitsize() {
                    $(bits if bits == 8 * $size => {
                        let read = Boxed::<[u8; $size], dynamic::Layout>::from_safetensors_bits_copied(&tensor);
                        let (read, dtype) = read.map_err(|error| error.to_string())?;
                        format!("{name}:{dtype}|{}", array(&read))
                    })*
                    bits => return Err(format!("elements of {bits} bits")),
                }
            };
        }
        all.push(of!(1 2 4 8));
    }
    all.sort();
    Ok(all.join(";"))
}
