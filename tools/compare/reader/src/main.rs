//! Answers the questions of the scripts in `tools/compare`: a line in, a line out.
//!
//! ```text
//! npy HEX            ->  NAME|EXTENTS|HEX     the elements in C order and in this machine's byte order
//! npz HEX            ->  NAME:DTYPE|EXTENTS|HEX for each array, with a tab between
//! safetensors HEX    ->  NAME:DTYPE|EXTENTS|HEX for each tensor, with `;` between
//! dlpack FIELDS      ->  NAME|EXTENTS|HEX     see `arrays::dlpack`
//! message HEX        ->  TYPE|NAMES|EXTENTS|HEX  a tensor of Arrow's IPC format
//! column HEX         ->  NAMES|EXTENTS|HEX    a column of tensors, of one shape or with `;` between rows
//! hlo EXTENTS DEVICES TEXT    ->  TEXT|device:count:ranges;count:ranges|device:..
//! sdy EXTENTS MESH TEXT       ->  the same, or of a mesh TEXT
//! dtensor EXTENTS SIZES TEXT  ->  the same
//! scalapack GRID TEXT         ->  the same
//! triton EXTENTS TEXT  ->  the bits of a text of Triton or of Gluon; EXTENTS are `-` for a type
//! offsets EXTENTS TEXT  ->  the layout of an attribute of shared memory
//! wavefronts MACHINE INSTRUCTION WIDTH ADDRESSES  ->  the wavefronts of these threads, an address for each in bytes, -1 if it is off
//! ```
//!
//! The parts of a question about shardings have tabs between.
//!
//! A refusal is `refused: ` and its reason.

use std::fmt::Display;
use std::io::BufRead;

use layout_cli::dialect::triton_bits;
use layout_core::memory::{Access, Instruction, Request, SHARED};
use static_layout_dialects::TritonLayout;

mod arrays;
mod shardings;

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
        "npy" => arrays::npy(&bytes(rest)),
        "npz" => arrays::npz(&bytes(rest)),
        "safetensors" => arrays::tensors(&bytes(rest)),
        "dlpack" => arrays::dlpack(rest),
        "message" => arrays::message(&bytes(rest)),
        "column" => arrays::column(&bytes(rest)),
        "hlo" | "sdy" | "dtensor" | "scalapack" => shardings::answer(question, rest),
        "triton" => triton(rest),
        "offsets" => offsets(rest),
        "wavefronts" => wavefronts(rest),
        other => panic!("no question {other}"),
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte =
        |k: usize| u8::from_str_radix(&hex[2 * k..2 * k + 2], 16).expect("hexadecimal digits");
    (0..hex.len() / 2).map(byte).collect()
}

fn said(error: impl Display) -> String {
    error.to_string()
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

/// A shape such as `32x16`, and the rest.
fn shaped(rest: &str) -> (Vec<i64>, &str) {
    let (extents, rest) = rest.split_once(' ').expect("extents");
    let extents = if extents == "-" { "" } else { extents };
    (
        extents
            .split('x')
            .filter(|n| !n.is_empty())
            .map(|n| n.parse().expect("an extent"))
            .collect(),
        rest,
    )
}

fn triton(rest: &str) -> Result<String, String> {
    let (shape, of) = shaped(rest);
    text(triton_bits(&of.replace('\x1f', "\n"), &shape))
}

fn offsets(rest: &str) -> Result<String, String> {
    let (shape, of) = shaped(rest);
    text(TritonLayout::parse(of).and_then(|layout| layout.offsets(&shape)))
}

fn wavefronts(rest: &str) -> Result<String, String> {
    let [machine, name, width, addresses] = rest.split(' ').collect::<Vec<_>>()[..] else {
        panic!("a machine, an instruction, a width and addresses");
    };
    let memory = SHARED.into_iter().find(|memory| memory.name == machine).expect("a machine");
    let found = Instruction::ALL.into_iter().find(|instruction| instruction.name() == name);
    let width = width.parse().expect("a width");
    let access = Access::new(width, width).map_err(said)?.with(found.expect("an instruction"));
    let addresses: Vec<_> =
        integers(addresses).into_iter().map(|at| Some(at).filter(|at| *at >= 0)).collect();
    let costs = addresses.chunks(memory.lanes as usize).map(|warp| {
        let request = Request::of(access, warp)?;
        memory.cost(&request).map(|cost| cost.wavefronts)
    });
    text(costs.sum::<Result<i64, layout_core::LayoutError>>())
}
