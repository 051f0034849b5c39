//! `layout plan-copy`: plans a copy on a device.

use std::fmt::Write;

use layout_core::copy::{
    CopyCost, CopyOperand, CopyPass, CopyRepeats, CopyRoute, CopySearch, CopySpace, DEVICES,
    Device, DeviceCopy, MemorySpace,
};

use crate::commands::Outcome;
use crate::commands::drawing::terminal_width;
use crate::commands::seconds::Seconds;
use crate::picture::{Picture, TileExtents, text};
use crate::{Failure, MaybeSwizzled, memory};

/// Plan a copy on a device: which thread moves which elements, by which instructions, with a proof that nothing costs less
///
/// An operand is a layout of the tile, and its place before it: `shared (128,8):(1,128)`. Without a place it is global memory.
/// `registers` hold a thread-value layout, which maps (thread, value) to the linear coordinate of the tile. Costs are compared by
/// sectors, lines, wavefronts, instructions of warps and masked values.
#[derive(Debug, clap::Args)]
pub struct PlanCopyArguments {
    /// The layout that is read
    source: String,
    /// The layout that is written
    destination: String,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 256)]
    threads: i64,
    /// Bytes of an element [default: the size of the element type in a memory's text, or 4]
    #[arg(long, alias = "element", value_name = "N")]
    bytes: Option<i64>,
    /// The device: sm70, sm75, sm80, sm90, gfx942 or gfx950
    #[arg(long, value_name = "NAME", default_value = "sm80", value_parser = device)]
    machine: Device<'static>,
    /// The most bytes that an instruction moves for a thread
    #[arg(long, value_name = "N", default_value_t = 16)]
    width: i64,
    /// Where a thread's next vector is: strided (past the vectors of all threads) or adjacent [default: either]
    #[arg(long, value_name = "WHERE", value_parser = repeats)]
    repeats: Option<CopyRepeats>,
    /// The most elements of padding after a mode of the buffer in shared memory
    #[arg(long, value_name = "N")]
    padding: Option<i64>,
    /// Leave the buffer without a swizzle
    #[arg(long)]
    no_swizzle: bool,
    /// The most lanes that a lane takes values from, or gives them to, by shuffles [default: 2]
    #[arg(long, value_name = "N")]
    shuffled: Option<i64>,
    /// The most seconds of the search; after them the answer is the best so far, with its gap
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    seconds: Seconds,
    /// Draw the threads and values that hold each element of the tile
    #[arg(long)]
    picture: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "picture")]
    json: bool,
}

fn device(name: &str) -> Result<Device<'static>, String> {
    DEVICES
        .into_iter()
        .find(|device| device.name == name)
        .ok_or_else(|| format!("the devices are {}", DEVICES.map(|device| device.name).join(", ")))
}

fn repeats(text: &str) -> Result<CopyRepeats, String> {
    match text {
        "strided" => Ok(CopyRepeats::Strided),
        "adjacent" => Ok(CopyRepeats::Adjacent),
        _ => Err("a thread's next vector is strided or adjacent".into()),
    }
}

/// Reads an operand: a place and a layout, and the bytes of its elements if its text has them.
fn operand(text: &str, bytes: Option<i64>) -> Result<(CopyOperand, Option<i64>), Failure> {
    let places = [MemorySpace::Global, MemorySpace::Shared, MemorySpace::Registers];
    let named = places.into_iter().find_map(|place| {
        let rest = text.strip_prefix(place.name())?;
        rest.starts_with(' ').then(|| (place, rest.trim_start()))
    });
    let (place, layout) = named.unwrap_or((MemorySpace::Global, text));
    let (layout, bytes) = match place {
        MemorySpace::Registers => (MaybeSwizzled::read(layout)?, bytes),
        _ => memory::read(layout, bytes)?,
    };
    Ok((CopyOperand::new(place, &layout.composed()?), bytes))
}

impl PlanCopyArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (source, read) = operand(&self.source, self.bytes)?;
        let (destination, written) = operand(&self.destination, self.bytes)?;
        let bytes = match (read, written) {
            (Some(read), Some(written)) if read != written => {
                let message =
                    format!("the elements have {read} bytes here and {written} bytes there");
                return Err(Failure::new(message).help("a copy does not convert"));
            }
            (read, written) => read.or(written).unwrap_or(4),
        };
        let space = CopySpace {
            width: self.width,
            repeats: self.repeats,
            padding: self.padding.unwrap_or(CopySpace::DEFAULT.padding),
            swizzles: !self.no_swizzle,
            shuffled: self.shuffled.unwrap_or(CopySpace::DEFAULT.shuffled),
        };
        self.check(source.place(), destination.place())?;
        let mut search =
            CopySearch::new(&source, &destination, bytes, self.threads, &self.machine, space)?;
        let is_whole = self.seconds.search(|| search.advance(1));
        let plan = search.plan().map_err(|error| {
            if is_whole {
                return error.into();
            }
            // That no candidate so far can be run says nothing about the device.
            let message = format!("the search found no plan in {} seconds", self.seconds);
            Failure::new(message).help("more --seconds")
        })?;
        if self.json {
            let _ = writeln!(out, "{}", json(&plan));
        } else {
            self.print(&plan, is_whole, out);
        }
        if self.picture {
            let tile = tile(&[source, destination])?;
            for pass in plan.passes() {
                let held = pass.tile()?;
                let picture = Picture::of_threads(&MaybeSwizzled::Plain(held), tile)?;
                out.push_str(&text::write_within(&picture, terminal_width()));
            }
        }
        Ok(if plan.is_exhausted() { Outcome::Done } else { Outcome::No })
    }

    /// Refuses options without an effect on a copy between these places.
    fn check(&self, from: MemorySpace, to: MemorySpace) -> Result<(), Failure> {
        let (held, global) = (
            [from, to].map(|place| place == MemorySpace::Registers),
            [from, to] == [MemorySpace::Global; 2],
        );
        let options = [
            (
                "--shuffled",
                self.shuffled.is_some(),
                held == [true; 2],
                "from registers to registers",
            ),
            ("--repeats", self.repeats.is_some(), held == [false; 2], "between memories"),
            ("--padding", self.padding.is_some(), global, "from global memory to global memory"),
            (
                "--no-swizzle",
                self.no_swizzle,
                global || held == [true; 2],
                "through a buffer in shared memory",
            ),
        ];
        match options.into_iter().find(|(_, is_set, has_effect, _)| *is_set && !has_effect) {
            None => Ok(()),
            Some((option, .., what)) => {
                let message = format!("{option} has no effect: it is for a copy {what}");
                Err(Failure::new(message))
            }
        }
    }

    /// Prints a plan, of a search that ended by itself, or by the time.
    fn print(&self, plan: &DeviceCopy<'_>, is_whole: bool, out: &mut String) {
        let _ = writeln!(out, "{plan}");
        for pass in plan.passes() {
            if let Ok(tile) = pass.tile() {
                let _ = writeln!(out, "thread-value layout: {tile}");
            }
            if let (true, Ok(guard)) = (pass.masked() > 0, pass.guard()) {
                let extents = pass.extents().map(|extent| extent.to_string());
                let extents = extents.collect::<Vec<_>>().join(",");
                let _ = writeln!(out, "guard: {guard} below ({extents})");
            }
        }
        let (seen, bound) = (plan.seen(), plan.bound());
        if plan.is_exhausted() {
            if plan.passes().next().is_some() {
                let name = plan.device().name;
                let _ = writeln!(out, "no candidate costs less on {name}: {seen} seen");
            }
        } else {
            // Buffers of more modes than are searched, or walks of a buffer past the longest list.
            let end = if is_whole {
                ", without some through a buffer".to_owned()
            } else {
                format!(" in {} seconds", self.seconds)
            };
            let _ =
                writeln!(out, "the best of {seen} candidates{end}; none costs less than {bound}");
        }
    }
}

/// The rows and columns of the tile, as a memory's layout has them: the first mode, and all others.
fn tile(operands: &[CopyOperand; 2]) -> Result<TileExtents, Failure> {
    let memory = operands.iter().find(|operand| operand.place() != MemorySpace::Registers);
    let memory = memory.ok_or_else(|| Failure::new("registers have no tile to draw"))?;
    let plain = memory.layout().plain();
    let rows = plain.mode(0).map_or(1, |mode| mode.size().max(1));
    Ok(TileExtents { rows, columns: plain.size() / rows })
}

fn json(plan: &DeviceCopy<'_>) -> serde_json::Value {
    let route = match plan.route() {
        CopyRoute::Direct => "direct",
        CopyRoute::Staged => "staged",
        CopyRoute::Renamed => "renamed",
        _ => "shuffled",
    };
    serde_json::json!({
        "route": route,
        "shuffles": plan.rounds(),
        "buffer": plan.staging().map(ToString::to_string),
        "passes": plan.passes().map(pass_json).collect::<Vec<_>>(),
        "cost": cost_json(plan.cost()),
        "bound": cost_json(plan.bound()),
        "seen": plan.seen(),
        "exhausted": plan.is_exhausted(),
    })
}

fn pass_json(pass: &CopyPass<'_>) -> serde_json::Value {
    let [from, to] = pass.places();
    let (first, second) = pass.instructions();
    let instructions: Vec<_> = [Some(first), second].into_iter().flatten().collect();
    let layout = |found: Result<layout_core::Layout, _>| found.ok().map(|found| found.to_string());
    serde_json::json!({
        "from": from.name(),
        "to": to.name(),
        "width": pass.width(),
        "vector": pass.vector(),
        "instructions": instructions.iter().map(|one| one.name).collect::<Vec<_>>(),
        "cute": instructions.iter().map(|one| one.cute).collect::<Vec<_>>(),
        "direction": pass.direction().words(),
        "tile": layout(pass.tile()),
        "source": layout(pass.source()),
        "destination": layout(pass.destination()),
        "guard": layout(pass.guard()),
        "extents": pass.extents().collect::<Vec<_>>(),
        "masked": pass.masked(),
        "cost": cost_json(pass.cost()),
    })
}

fn cost_json(cost: CopyCost) -> serde_json::Value {
    serde_json::json!({
        "sectors": cost.sectors,
        "lines": cost.lines,
        "wavefronts": cost.wavefronts,
        "instructions": cost.instructions,
        "masked": cost.masked,
    })
}
