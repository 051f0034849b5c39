//! Answers the questions of the scripts in `tools/compare`: a line in, a line out.
//!
//! ```text
//! npy HEX            ->  NAME|EXTENTS|HEX     the elements in C order and in this machine's byte order
//! safetensors HEX    ->  NAME:DTYPE|EXTENTS|HEX for each tensor, with `;` between
//! hlo EXTENTS DEVICES TEXT  ->  TEXT|device 0: start+count of each axis, ..|device 1 ..
//! sdy TEXT           ->  TEXT
//! dtensor EXTENTS SIZES TEXT  ->  the indices of each device along the only axis
//! triton EXTENTS TEXT  ->  the bits of a text of Triton or of Gluon; EXTENTS are `-` for a type
//! offsets EXTENTS TEXT  ->  the layout of an attribute of shared memory
//! ```
//!
//! A refusal is `refused: ` and its reason.

use std::fmt::{Display, Write};
use std::io::BufRead;

use bytemuck::AnyBitPattern;
use layout_core::sharding::{Mesh, Sharding};
use safetensors::SafeTensors;
use layout_cli::dialect::triton_bits;
use static_layout::{Boxed, dynamic};
use static_layout_dialects::TritonLayout;
use static_layout_dialects::sharding::{HloSharding, Placements, SdyMesh, SdySharding};

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
    let (question, rest) = line.split_once(' ').unwrap_or((line, ""));
    match question {
        "npy" => npy(&bytes(rest)),
        "safetensors" => tensors(&bytes(rest)),
        "hlo" => hlo(rest),
        "sdy" if rest.contains("sdy.mesh") => text(rest.parse::<SdyMesh>()),
        "sdy" => text(rest.parse::<SdySharding>()),
        "dtensor" => dtensor(rest),
        "triton" => triton(rest),
        "offsets" => offsets(rest),
        other => panic!("no question {other}"),
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |k: usize| u8::from_str_radix(&hex[2 * k..2 * k + 2], 16).expect("hexadecimal digits");
    (0..hex.len() / 2).map(byte).collect()
}

fn text<T: Display>(found: Result<T, impl Display>) -> Result<String, String> {
    found.map(|found| found.to_string()).map_err(|error| error.to_string())
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

fn hlo(rest: &str) -> Result<String, String> {
    let (extents, rest) = rest.split_once(' ').expect("extents");
    let (devices, text) = rest.split_once(' ').expect("devices");
    let extents = integers(extents);
    let devices: usize = devices.parse().expect("a number of devices");
    let sharding: HloSharding = text.parse().map_err(|error| format!("{error}"))?;
    let mut out = sharding.to_string();
    let Ok(array) = sharding.sharding(&extents, devices) else { return Ok(out) };
    for device in 0..devices {
        let Ok(local) = array.local_shape(device) else { continue };
        write!(out, "|{device}:").expect("memory");
        let first = array.global(device, &vec![0; extents.len()]);
        for (axis, count) in local.iter().enumerate() {
            let start = first.as_ref().map_or(0, |first| first[axis]);
            write!(out, " {start}+{count}").expect("memory");
        }
    }
    Ok(out)
}

fn dtensor(rest: &str) -> Result<String, String> {
    let (extent, rest) = rest.split_once(' ').expect("an extent");
    let (sizes, text) = rest.split_once(' ').expect("sizes");
    let names = ["a", "b", "c", "d"];
    let sizes = integers(sizes);
    let axes: Vec<_> = names.into_iter().zip(sizes.iter().map(|&size| size as usize)).collect();
    let mesh = Mesh::new(&axes).map_err(|error| error.to_string())?;
    let placements: Placements = text.parse().map_err(|error| format!("{error}"))?;
    let array = placements.sharding(&mesh, &integers(extent)).map_err(|error| error.to_string())?;
    let held = |array: &Sharding, device: usize| {
        let count = array.local_shape(device).expect("a device")[0];
        let index = |i| array.global(device, &[i]).expect("an index")[0];
        joined(&(0..count).map(index).collect::<Vec<_>>())
    };
    let all: Vec<String> = (0..mesh.device_count()).map(|device| held(&array, device)).collect();
    Ok(format!("{placements}|{}", all.join("|")))
}

/// A shape such as `32x16`, and the rest.
fn shaped(rest: &str) -> (Vec<i64>, &str) {
    let (extents, rest) = rest.split_once(' ').expect("extents");
    let extents = if extents == "-" { "" } else { extents };
    (extents.split('x').filter(|n| !n.is_empty()).map(|n| n.parse().expect("an extent")).collect(), rest)
}

fn triton(rest: &str) -> Result<String, String> {
    let (shape, of) = shaped(rest);
    text(triton_bits(&of.replace('\x1f', "\n"), &shape))
}

fn offsets(rest: &str) -> Result<String, String> {
    let (shape, of) = shaped(rest);
    text(TritonLayout::parse(of).and_then(|layout| layout.offsets(&shape)))
}
