//! `layout fit`: finds the copies that feed a matrix instruction from shared memory.

use std::fmt::Write;

use layout_core::memory::SharedMemory;
use layout_core::mma::{Fit, FitCost, FitOperand, FitSpace, FittedCopy, MmaOperand, TiledMma, fit};
use layout_core::{Layout, Mode, Tiler};

use crate::atoms::Instruction;
use crate::commands::Outcome;
use crate::commands::accesses::Memory;
use crate::commands::drawing::{save, terminal_width};
use crate::commands::seconds::Seconds;
use crate::picture::{Picture, TileExtents, html, svg, text};
use crate::{Failure, MaybeSwizzled};

/// Find the copies between shared memory and a matrix instruction, and the permutation of its tile that makes them wide
///
/// The copies are ldmatrix and stmatrix, and loads and stores of 1 to 16 bytes. The answer has the fewest instructions, then the
/// fewest wavefronts.
#[derive(Debug, clap::Args)]
pub struct FitArguments {
    /// The matrix instruction, such as SM80_16x8x16_F16 or CUTLASS's name of it; `layout tv --atoms` lists all
    #[arg(value_name = "INSTRUCTION")]
    atom: String,
    /// The layout of the operands in shared memory: of A (M,K), of B (N,K), of C (M,N)
    #[arg(long, value_name = "LAYOUT")]
    smem: String,
    /// The layout of B, if it is another one
    #[arg(long, value_name = "LAYOUT")]
    smem_b: Option<String>,
    /// The operands: A and B are loaded, C is stored [default: A and B, as far as threads hold them]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = operand)]
    operand: Vec<MmaOperand>,
    /// The warps along M, N and K, such as 2,2, or the layout of their numbers, such as '(2,2,1):(2,1,1)'
    #[arg(long, value_name = "WARPS", default_value = "1")]
    warps: String,
    /// The tiles along M, N and K, each a number or a permutation, or `_`: '<_,32,_>'
    #[arg(long, value_name = "TILER")]
    tile: Option<String>,
    /// Bytes of an element [default: by the types in the instruction's name]
    #[arg(long, value_name = "N")]
    bytes: Option<i64>,
    /// The most instructions of a thread along a permuted mode; 0 permutes nothing
    #[arg(long, value_name = "N", default_value_t = FitSpace::PERMUTED.repeat)]
    repeat: i64,
    /// Keep the instruction's order of registers in loads and stores of each thread
    #[arg(long)]
    keep_registers: bool,
    /// The most seconds of the search; after them the answer is the best so far
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    seconds: Seconds,
    #[command(flatten)]
    memory: Memory,
    /// Print JSON
    #[arg(long, conflicts_with = "picture")]
    json: bool,
    /// Draw the threads and values that hold each element, and those that address it
    #[arg(long)]
    picture: bool,
    /// Write the picture as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Write the picture as an HTML page that pans and zooms
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
}

fn operand(text: &str) -> Result<MmaOperand, String> {
    let found = MmaOperand::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(text));
    found.ok_or_else(|| "the operands are A, B and C".into())
}

impl FitArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (instruction, machine) = (Instruction::find(&self.atom)?, self.memory.chosen()?);
        let atom = instruction.atom()?;
        let mma = TiledMma::new(&atom, &warps(&self.warps)?, &self.tiles()?)?;
        let is_held = |one: &MmaOperand| atom.layout(*one).is_ok();
        let chosen = match &self.operand[..] {
            [] => [MmaOperand::A, MmaOperand::B].into_iter().filter(is_held).collect(),
            chosen => chosen.to_vec(),
        };
        let operands = chosen.iter().map(|one| self.fitted(*one)).collect::<Result<Vec<_>, _>>()?;
        let found = self.searched(&mma, &operands, &machine)?;
        if self.json {
            let _ = writeln!(out, "{}", json(&instruction, &found, &chosen)?);
        } else {
            print(&instruction, machine.name, &found, &chosen, out);
        }
        if self.picture || self.svg.is_some() || self.html.is_some() {
            let picture = picture(&instruction, &found, &chosen)?;
            if self.picture {
                out.push_str(&text::write_within(&picture, terminal_width()));
            }
            for (file, write) in [(&self.svg, svg::write as fn(&_) -> _), (&self.html, html::write)]
            {
                match file.as_deref() {
                    None => {}
                    Some("-") => out.push_str(&write(&picture)),
                    Some(file) => save(file, write(&picture).as_bytes())?,
                }
            }
        }
        Ok(if found.is_exhausted() { Outcome::Done } else { Outcome::No })
    }

    /// The best copies: of more and more tiles, until all are tried or the time is over.
    fn searched(
        &self,
        mma: &TiledMma,
        operands: &[FitOperand],
        machine: &SharedMemory<'_>,
    ) -> Result<Fit, Failure> {
        let (clock, mut tiles) = (self.seconds.start(), 256);
        loop {
            let space = FitSpace { repeat: self.repeat, registers: !self.keep_registers, tiles };
            let found = fit(mma, operands, machine, space)?;
            // Twice the tiles take as long again as all searches before.
            if found.is_exhausted() || clock.is_past(1.0 / 3.0) {
                return Ok(found);
            }
            tiles *= 2;
        }
    }

    /// An operand in shared memory.
    fn fitted(&self, operand: MmaOperand) -> Result<FitOperand, Failure> {
        let text = match (&self.smem_b, operand) {
            (Some(text), MmaOperand::B) => text,
            _ => &self.smem,
        };
        let Some(element) = self.bytes.or_else(|| bytes(&self.atom, operand)) else {
            let message = format!("the name {} has no type of {}", self.atom, operand.name());
            return Err(Failure::new(message).help("--bytes 2 states the bytes of an element"));
        };
        Ok(FitOperand { operand, memory: MaybeSwizzled::read(text)?.composed()?, element })
    }

    /// The tiles of the option.
    fn tiles(&self) -> Result<[Mode; 3], Failure> {
        let Some(text) = &self.tile else { return Ok([Mode::Keep; 3]) };
        let tiler: Tiler = text.parse().map_err(|error| Failure::of(&error, text))?;
        let layout = tiler.layout();
        if tiler.as_whole().is_some() || layout.rank() != 3 {
            let failure = Failure::new(format!("{tiler} has no tile for each of M, N and K"));
            return Err(failure.help("a tile that is kept is `_`: --tile '<_,32,_>'"));
        }
        // `_` has the layout of one element. Such a tile fills no atoms but those that a kept mode has.
        let kept: Layout = "1:0".parse()?;
        let tile = |k| match layout.mode(k) {
            Ok(mode) if mode != kept => Mode::Layout(mode),
            _ => Mode::Keep,
        };
        Ok([0, 1, 2].map(tile))
    }
}

/// The layout of warps over M, N and K: a layout, or up to three numbers.
fn warps(text: &str) -> Result<Layout, Failure> {
    if text.contains(['(', ':']) {
        return Ok(MaybeSwizzled::read(text)?.plain());
    }
    let numbers: Option<Vec<i64>> = text.split(',').map(|one| one.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[m, ref rest @ ..]) if rest.len() < 3 => {
            let [n, k] = [0, 1].map(|at| rest.get(at).copied().unwrap_or(1));
            Ok(Layout::parse(&format!("({m},{n},{k})"))?)
        }
        _ => {
            let failure = Failure::new(format!("{text} has no warps along M, N and K"));
            Err(failure.help("two by two warps are --warps 2,2"))
        }
    }
}

/// The types in names of instructions, and their bytes. A type comes before those that its name ends with.
const TYPES: [(&str, i64); 14] = [
    ("BF16", 2),
    ("TF32", 4),
    ("E4M3", 1),
    ("E5M2", 1),
    ("F64", 8),
    ("F32", 4),
    ("F16", 2),
    ("S32", 4),
    ("I32", 4),
    ("F8", 1),
    ("IU8", 1),
    ("I8", 1),
    ("S8", 1),
    ("U8", 1),
];

/// The bytes of an operand by the name of the instruction: CUTLASS's names have the types of D, A, B and C, AMD's names the types of
/// D and A, short names one type of A and B. `None` if the name has another type, such as one of 4 bits.
fn bytes(name: &str, operand: MmaOperand) -> Option<i64> {
    let upper = name.to_uppercase().replace("BF8", "E5M2").replace("FP8", "E4M3");
    let mut types = Vec::new();
    for word in upper.rsplit("::").next()?.split('_') {
        // Older names of AMD have the extents before the type: 16x16x4f16, 16x16x8xf32.
        let mut rest = word.trim_start_matches(|one: char| one.is_ascii_digit() || one == 'X');
        let count = types.len();
        while let Some((found, size)) = TYPES.iter().find(|(one, _)| rest.starts_with(one)) {
            types.push(*size);
            rest = &rest[found.len()..];
        }
        if types.len() > count && !rest.is_empty() {
            return None;
        }
    }
    match (operand, &types[..]) {
        (MmaOperand::C, [first, _, ..]) => Some(*first),
        (MmaOperand::C, _) | (_, []) => None,
        // The only type is the type of D: AMD's names begin with it, and names of quad pairs have no other.
        (_, [_]) if upper.starts_with("V_") || upper.starts_with("SM70_") => None,
        (_, [only]) => Some(*only),
        (MmaOperand::B, [_, _, b, ..]) => Some(*b),
        (_, [_, a, ..]) => Some(*a),
    }
}

/// `<_,32:1,_>`.
fn tiler(mma: &TiledMma) -> String {
    let tiles = mma.tiles().map(|tile| match tile {
        Mode::Keep => "_".to_owned(),
        Mode::Layout(layout) => layout.to_string(),
    });
    format!("<{}>", tiles.join(","))
}

fn copies<'a>(
    found: &'a Fit,
    chosen: &'a [MmaOperand],
) -> impl Iterator<Item = &'a FittedCopy> + 'a {
    chosen.iter().filter_map(|one| found.copy(*one))
}

/// Two threads that collide, and their bank. Where words are more than banks, some share a bank without a conflict.
fn collision(copy: &FittedCopy) -> Option<(i64, i64, i64)> {
    let conflict = copy.conflict().filter(|_| !copy.cost().is_free())?;
    conflict.pair().map(|(first, second)| (first, second, conflict.bank()))
}

/// `8 instructions and 32 wavefronts`.
fn words(cost: FitCost) -> String {
    let s = |count| if count == 1 { "" } else { "s" };
    let FitCost { instructions, wavefronts } = cost;
    format!(
        "{instructions} instruction{} and {wavefronts} wavefront{}",
        s(instructions),
        s(wavefronts)
    )
}

fn print(
    instruction: &Instruction,
    machine: &str,
    found: &Fit,
    chosen: &[MmaOperand],
    out: &mut String,
) {
    let [m, n, k] = found.mma().extents();
    let (name, warps) = (&instruction.name, found.mma().warps());
    let _ = writeln!(out, "{name} on {warps}: {m}x{n}x{k} of {}", tiler(found.mma()));
    for copy in copies(found, chosen) {
        let count = copy.instructions();
        let s = if count == 1 { "" } else { "s" };
        let (of, kind) = (copy.operand().name(), copy.copy().atom().name);
        let _ = writeln!(out, "{of}: {kind}, {count} instruction{s} of each warp: {}", copy.cost());
        if let Some(order) = copy.registers() {
            let _ = writeln!(out, "   registers in the order {order}");
        }
        if let Some((first, second, bank)) = collision(copy) {
            let _ = writeln!(out, "   threads {first} and {second} collide in bank {bank}");
        }
    }
    let (cost, seen) = (found.cost(), found.seen());
    let before = match found.kept() {
        Some(kept) if kept == cost => String::new(),
        Some(kept) => format!(", instead of {} without a permutation", words(kept)),
        None => ", and nothing without a permutation".to_owned(),
    };
    let _ = writeln!(out, "{} of all warps on {machine}{before}", words(cost));
    let bound = words(found.bound());
    let s = if seen == 1 { "" } else { "s" };
    let _ = if cost == found.bound() {
        writeln!(out, "no copies cost less: 16 bytes a thread, all banks in each wavefront")
    } else if found.is_exhausted() {
        writeln!(out, "the least of {seen} tile{s}; no copies have fewer than {bound}")
    } else {
        writeln!(out, "the best of {seen} tile{s} in time; no copies have fewer than {bound}")
    };
}

fn json(
    instruction: &Instruction,
    found: &Fit,
    chosen: &[MmaOperand],
) -> Result<serde_json::Value, Failure> {
    let cost = |cost: FitCost| serde_json::json!({ "instructions": cost.instructions, "wavefronts": cost.wavefronts });
    let copy = |copy: &FittedCopy| {
        let (tiled, cost) = (copy.copy(), copy.cost());
        Ok(serde_json::json!({
            "operand": copy.operand().name(),
            "copy": tiled.atom().name,
            "instructions": copy.instructions(),
            "wavefronts": cost.wavefronts,
            "least": cost.least,
            "ways": cost.ways,
            "collide": collision(copy).map(|(first, second, _)| (first, second)),
            "registers": copy.registers().map(ToString::to_string),
            "source": tiled.layout_s_tv()?.to_string(),
            "destination": tiled.layout_d_tv()?.to_string(),
        }))
    };
    let copies = copies(found, chosen).map(copy).collect::<Result<Vec<_>, Failure>>()?;
    Ok(serde_json::json!({
        "instruction": instruction.name,
        "warps": found.mma().warps().to_string(),
        "tile": tiler(found.mma()),
        "extents": found.mma().extents(),
        "copies": copies,
        "cost": cost(found.cost()),
        "kept": found.kept().map(cost),
        "bound": cost(found.bound()),
        "seen": found.seen(),
        "exhausted": found.is_exhausted(),
    }))
}

/// Two panels for each operand: the threads that hold its elements, and those that address them.
fn picture(
    instruction: &Instruction,
    found: &Fit,
    chosen: &[MmaOperand],
) -> Result<Picture, Failure> {
    let mut parts = Vec::new();
    for copy in copies(found, chosen) {
        let tile = copy.copy().tile();
        let tile = TileExtents { rows: tile.value(0), columns: tile.value(1) };
        let (source, destination) = (copy.copy().layout_s_tv()?, copy.copy().layout_d_tv()?);
        let (memory, registers) = match copy.operand() {
            MmaOperand::C => (destination, source),
            _ => (source, destination),
        };
        let heading = |what: &str, held: &Layout| {
            let (name, TileExtents { rows, columns }) = (copy.operand().name(), tile);
            format!("{name} {rows}x{columns}, {what}: {held}")
        };
        let kind = copy.copy().atom().name;
        parts.push((heading("registers", &registers), MaybeSwizzled::from(registers), tile));
        parts.push((
            heading(&format!("memory, {kind}"), &memory),
            MaybeSwizzled::from(memory),
            tile,
        ));
    }
    let title = format!("{} on {}", instruction.name, found.mma().warps());
    Picture::of_parts(&title, parts.iter().map(|(name, held, tile)| (name.clone(), held, *tile)))
}
