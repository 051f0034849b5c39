//! `layout tma`: the tensor map that copies a tile, or the rule of the hardware that refuses it.

use std::fmt::Write;

use layout_core::descriptor::{
    TMA_DEVICES, TensorMap, TensorMapFill, TensorMapPromotion, TensorMapSwizzle, TensorMapType,
    TmaCopy, TmaDevice,
};
use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle};

use crate::commands::drawing::{save, terminal_width};
use crate::commands::{Outcome, extent};
use crate::descriptor::{cuda, rust, tma_json};
use crate::dialect::recognised;
use crate::dialect::source::guessed_tensor;
use crate::picture::{ColourBy, Picture, html, svg, text};
use crate::{Failure, MaybeSwizzled};

/// Find the tensor map that copies tiles between global and shared memory, or the rule of the hardware that refuses it
///
/// Both layouts map to elements. The first one describes the whole tensor in global memory, the second one a tile in shared memory.
#[derive(Debug, clap::Args)]
pub struct TmaArguments {
    /// The layout of the tensor in global memory
    #[arg(allow_hyphen_values = true)]
    global: String,
    /// The layout of a tile in shared memory, such as 'Sw<3,3,3> o (128,64):(64,1)'
    #[arg(
        long,
        value_name = "LAYOUT",
        required_unless_present = "extents",
        conflicts_with = "extents"
    )]
    smem: Option<String>,
    /// The extents of a tile, such as 128x64, in place of its layout: contiguous as in global memory
    #[arg(id = "extents", long = "box", value_name = "EXTENTS")]
    extents: Option<String>,
    /// The swizzle of a tile by extents: 32B, 64B or 128B
    #[arg(long, value_name = "BYTES", value_parser = swizzle, requires = "extents")]
    swizzle: Option<TensorMapSwizzle>,
    /// The type of the elements: u8, u16, u32, i32, u64, i64, f16, f32, f64, bf16, f32_ftz, tf32, tf32_ftz, b4x16, b4x16_p64,
    /// b6x16_p32 [default: by the text of the tensor]
    #[arg(long = "type", value_name = "TYPE", value_parser = data_type)]
    data_type: Option<TensorMapType>,
    /// The device: sm90 or sm100
    #[arg(long, value_name = "NAME", default_value = "sm90", value_parser = device)]
    machine: TmaDevice,
    /// The first element of the tile, as 128,64: print the coordinates of its copies
    #[arg(long, value_name = "ELEMENT", value_delimiter = ',', allow_hyphen_values = true)]
    at: Vec<i64>,
    /// The blocks of a cluster that load each box together
    #[arg(long, value_name = "N")]
    blocks: Option<i64>,
    /// The bytes that the second cache loads: none, 64B, 128B or 256B
    #[arg(long, value_name = "BYTES", default_value = "none", value_parser = promotion)]
    promotion: TensorMapPromotion,
    /// What elements outside of the tensor are: zero or nan
    #[arg(long, value_name = "FILL", default_value = "zero", value_parser = fill)]
    fill: TensorMapFill,
    /// Print the call of the driver: cuda or rust
    #[arg(long, value_name = "LANGUAGE", value_parser = ["cuda", "rust"], conflicts_with_all = ["json", "at"])]
    code: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["picture", "at", "blocks"])]
    json: bool,
    /// Draw the box in shared memory
    #[arg(long)]
    picture: bool,
    /// Write the picture as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Write the picture as an HTML page that pans and zooms
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
}

/// The value of a name, of an enumeration of the driver.
fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T, String> {
    let found = all.iter().copied().find(|one| name(*one).eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|one| name(*one)).collect();
        format!("one of {} is expected", names.join(", "))
    })
}

pub(super) fn data_type(text: &str) -> Result<TensorMapType, String> {
    named(TensorMapType::ALL, TensorMapType::name, text)
}

fn swizzle(text: &str) -> Result<TensorMapSwizzle, String> {
    // A tile by extents has rows of chunks of 16 bytes.
    named(&TensorMapSwizzle::ALL[..4], TensorMapSwizzle::name, text)
}

fn promotion(text: &str) -> Result<TensorMapPromotion, String> {
    named(TensorMapPromotion::ALL, TensorMapPromotion::name, text)
}

fn fill(text: &str) -> Result<TensorMapFill, String> {
    named(TensorMapFill::ALL, TensorMapFill::name, text)
}

fn device(text: &str) -> Result<TmaDevice, String> {
    named(&TMA_DEVICES, |device| device.name, text)
}

/// The type of the elements: the one that is asked for, or that a text says.
pub(super) fn type_of(text: &str, asked: Option<TensorMapType>) -> Result<TensorMapType, Failure> {
    let said = recognised(text).and_then(Result::ok).or_else(|| guessed_tensor(text));
    let said = said.and_then(|said| said.element).map(|element| element.to_string());
    let known = said.as_deref().and_then(TensorMapType::of);
    match (asked, known) {
        (Some(asked), Some(known)) if asked.bits() != known.bits() => {
            let message =
                format!("the elements of the text are {}, not {}", known.name(), asked.name());
            Err(Failure::new(message).at(text, 0..text.len()))
        }
        (Some(one), _) | (None, Some(one)) => Ok(one),
        (None, None) => Err(Failure::new("the type of the elements is missing").help("--type f16")),
    }
}

impl TmaArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let MaybeSwizzled::Plain(global) = MaybeSwizzled::read(&self.global)? else {
            let message = "global memory has no swizzle";
            return Err(Failure::new(message).at(&self.global, 0..self.global.len()));
        };
        let data_type = type_of(&self.global, self.data_type)?;
        let shared = self.shared(&global, data_type)?;
        let copy = TmaCopy::new(&global, &shared, data_type, &self.machine)?;
        let copy = copy.with(0, self.promotion, self.fill, &self.machine)?;
        match self.code.as_deref() {
            Some(language) => {
                let map = self.cut(&copy)?;
                out.push_str(&if language == "rust" { rust(&map) } else { cuda(&map) });
            }
            None if self.json => {
                let _ = writeln!(out, "{}", tma_json(&copy));
            }
            None => self.print(&copy, out)?,
        }
        self.draw(&copy, out)?;
        Ok(Outcome::Done)
    }

    /// The layout of a tile in shared memory.
    fn shared(&self, global: &Layout, data_type: TensorMapType) -> Result<ComposedLayout, Failure> {
        let Some(extents) = &self.extents else {
            return MaybeSwizzled::read(self.smem.as_deref().unwrap_or_default())?.composed();
        };
        let extents: Vec<i64> = extents
            .split('x')
            .map(|text| extent(text).map_err(Failure::new))
            .collect::<Result<_, _>>()?;
        tile(global, &extents, data_type, self.swizzle.unwrap_or(TensorMapSwizzle::None))
    }

    /// The map of all copies, or of a block's parts of them.
    fn cut(&self, copy: &TmaCopy) -> Result<TensorMap, Failure> {
        Ok(match self.blocks {
            Some(blocks) => *copy.multicast(blocks, &self.machine)?.map(),
            None => *copy.map(),
        })
    }

    fn print(&self, copy: &TmaCopy, out: &mut String) -> Result<(), Failure> {
        let start = match &self.at[..] {
            [] => None,
            at => Some(copy.coordinates_of(at)?),
        };
        let map = self.cut(copy)?;
        let by =
            |numbers: &[i64]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("x");
        let copies =
            if copy.len() == 1 { "1 copy".into() } else { format!("{} copies", copy.len()) };
        let _ = writeln!(
            out,
            "a tensor map of {} copies a tile by {copies} of {} bytes",
            self.machine.name,
            copy.map().bytes()
        );
        let _ = writeln!(
            out,
            "box {} of {} {}, coordinate 0 first",
            by(&map.box_dim[..map.rank]),
            by(&map.global_dim[..map.rank]),
            map.data_type.name()
        );
        if map.rank > 1 {
            let strides: Vec<_> =
                map.global_strides[..map.rank - 1].iter().map(ToString::to_string).collect();
            let _ = writeln!(out, "strides of {} bytes", strides.join(", "));
        }
        let _ = write!(out, "swizzle {}", map.swizzle.name());
        if map.l2_promotion != TensorMapPromotion::None {
            let _ = write!(out, ", promotion {}", map.l2_promotion.name());
        }
        if map.oob_fill != TensorMapFill::Zero {
            let _ = write!(out, ", fill {}", map.oob_fill.name());
        }
        let _ = writeln!(out);
        let _ = writeln!(out, "coordinates: {}", copy.coordinates()?);
        // Of a tile of many copies, the first ones say how it continues.
        for index in 0..copy.len().min(16) {
            let one = copy.instruction(index);
            let at: Vec<_> = (0..map.rank)
                .map(|k| (one.coordinates[k] + start.map_or(0, |start| start[k])).to_string())
                .collect();
            let sign = if start.is_some() { "at" } else { "at the tile's +" };
            let _ =
                writeln!(out, "copy {index}: {sign} ({}), to byte {}", at.join(","), one.shared);
        }
        if copy.len() > 16 {
            let _ = writeln!(out, "and {} more", copy.len() - 16);
        }
        if let Some(blocks) = self.blocks {
            let cluster = copy.multicast(blocks, &self.machine)?;
            for block in 0..blocks {
                let one = cluster.slice(block);
                let at: Vec<_> =
                    one.coordinates[..map.rank].iter().map(ToString::to_string).collect();
                let _ =
                    writeln!(out, "block {block}: + ({}), + {} bytes", at.join(","), one.shared);
            }
        }
        Ok(())
    }

    fn draw(&self, copy: &TmaCopy, out: &mut String) -> Result<(), Failure> {
        if !self.picture && self.svg.is_none() && self.html.is_none() {
            return Ok(());
        }
        // Coordinate 0 runs along the rows of the picture.
        let found = copy.map().shared_layout()?;
        let modes: Vec<usize> = match found.rank() {
            1 => vec![0],
            rank => [1, 0].into_iter().chain(2..rank).collect(),
        };
        let layout = found.plain().select(&modes)?.swizzled(found.swizzle())?;
        let layout = MaybeSwizzled::Swizzled(layout);
        let element = copy.map().data_type.shared_bits() / 8;
        let by = if element == 0 { ColourBy::Offset } else { ColourBy::Bank { element } };
        let picture = Picture::of_layout(&layout, &by)?;
        if self.picture {
            out.push_str(&text::write_within(&picture, terminal_width()));
        }
        for (file, write) in [(&self.svg, svg::write as fn(&_) -> _), (&self.html, html::write)] {
            match file.as_deref() {
                None => {}
                Some("-") => out.push_str(&write(&picture)),
                Some(file) => save(file, write(&picture).as_bytes())?,
            }
        }
        Ok(())
    }
}

/// A tile of these extents: the modes in the order of global memory, rows of the swizzle's span one after the other.
fn tile(
    global: &Layout,
    extents: &[i64],
    data_type: TensorMapType,
    swizzle: TensorMapSwizzle,
) -> Result<ComposedLayout, Failure> {
    if extents.len() != global.rank() {
        let message = format!(
            "the box has {} extents, and the tensor {} modes",
            extents.len(),
            global.rank()
        );
        return Err(Failure::new(message).help("one for each mode: --box 128x64"));
    }
    // The first stride of a mode that moves says where it lies.
    let stride = |mode: usize| -> i64 {
        let Ok(mode) = global.mode(mode) else { return i64::MAX };
        let moved = (0..mode.leaf_count()).map(|k| mode.leaf(k)).find(|(extent, _)| *extent > 1);
        moved.map_or(i64::MAX, |(_, stride)| if stride == 0 { i64::MAX } else { stride })
    };
    let mut order: Vec<usize> = (0..extents.len()).collect();
    order.sort_by_key(|mode| stride(*mode));
    let row = swizzle.span() * 8 / data_type.shared_bits();
    let (mut next, mut modes) = (1_i64, vec![(1, 0, None); extents.len()]);
    for (k, mode) in order.iter().enumerate() {
        let extent = extents[*mode];
        // The rest of a longer row comes after all rows.
        let is_long = k == 0 && row > 0 && extent > row && extent % row == 0;
        modes[*mode] = if is_long { (row, 1, Some(extent / row)) } else { (extent, next, None) };
        next = if is_long {
            row
        } else {
            next.saturating_mul(extent).max(if k == 0 { row } else { 0 })
        };
    }
    let leaf = |extent, stride| Layout::new(IntTuple::leaf(extent), IntTuple::leaf(stride));
    let modes = modes
        .into_iter()
        .map(|(extent, stride, rest)| match rest {
            None => leaf(extent, stride),
            Some(rest) => Layout::from_modes(&[leaf(extent, stride)?, leaf(rest, next)?]),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let plain = match (&modes[..], global.depth()) {
        ([one], 0) => *one,
        (modes, _) => Layout::from_modes(modes)?,
    };
    // Elements have 4, 8, 16, 32 or 64 bits, and a swizzle of bytes has its base at 4.
    let bits = i64::from(data_type.shared_bits().trailing_zeros());
    let of_elements = match swizzle.of_bytes() {
        Some(one) if !one.is_identity() => Swizzle::new(
            i64::from(one.bits()),
            i64::from(one.base()) + 3 - bits,
            i64::from(one.shift()),
        )?,
        _ => Swizzle::IDENTITY,
    };
    Ok(plain.swizzled(of_elements)?)
}
