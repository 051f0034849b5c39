//! Answers the questions of the scripts in `tools/compare`: a line in, a line out.
//!
//! ```text
//! npy HEX            ->  NAME|EXTENTS|HEX     the elements in C order and in this machine's byte order
//! npz HEX            ->  NAME:DTYPE|EXTENTS|HEX for each array, with a tab between
//! safetensors HEX    ->  NAME:DTYPE|EXTENTS|HEX for each tensor, with `;` between
//! dlpack FIELDS      ->  NAME|EXTENTS|HEX     see `arrays::dlpack`
//! message HEX        ->  TYPE|NAMES|EXTENTS|HEX  a tensor of Arrow's IPC format
//! column HEX         ->  NAMES|EXTENTS|HEX    a column of tensors, of one shape or with `;` between rows
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

use layout_core::sharding::{Mesh, Sharding};
use layout_cli::dialect::triton_bits;
use static_layout_dialects::TritonLayout;
use static_layout_dialects::sharding::{HloSharding, Placements, SdyMesh, SdySharding};

mod arrays;

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
        "npy" => arrays::npy(&bytes(rest)),
        "npz" => arrays::npz(&bytes(rest)),
        "safetensors" => arrays::tensors(&bytes(rest)),
        "dlpack" => arrays::dlpack(rest),
        "message" => arrays::message(&bytes(rest)),
        "column" => arrays::column(&bytes(rest)),
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
    let byte =
        |k: usize| u8::from_str_radix(&hex[2 * k..2 * k + 2], 16).expect("hexadecimal digits");
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
