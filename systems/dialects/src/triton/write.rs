//! The text of an attribute.

use core::fmt;

use layout_core::BitLayout;

use super::keys::BLOCKS;
use super::{BLOCK, Images, Kind, LANE, Numbers, OFFSET, Offsets, REGISTER, TritonLayout, WARP};

pub(super) struct Linear<'a>(pub(super) &'a BitLayout);

impl Linear<'_> {
    /// Prints `name = [[0, 1], ..]`. An input that is not there has no bits.
    fn input(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        write!(f, "{name} = [")?;
        let (inputs, outputs) = (self.0.inputs(), self.0.outputs());
        let found = (0..inputs.rank()).find(|&i| inputs.name(i).as_str() == name);
        for bit in 0..found.map_or(0, |i| inputs.width(i)) {
            let start: u32 = (0..found.unwrap_or(0)).map(|i| inputs.width(i)).sum();
            let image = self.0.matrix().columns()[(start + bit) as usize];
            let images = (0..outputs.rank()).map(|k| outputs.part(image, k) as i64);
            let comma = if bit > 0 { ", " } else { "" };
            write!(f, "{comma}{}", List(images))?;
        }
        f.write_str("]")
    }
}

impl fmt::Display for Linear<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = self.0.inputs();
        if inputs.rank() == 1 && inputs.name(0).as_str() == OFFSET {
            f.write_str("#ttg.shared_linear<{")?;
            self.input(f, OFFSET)?;
            return f.write_str("}, alignment = 16>");
        }
        f.write_str("#ttg.linear<{")?;
        for (k, name) in [REGISTER, LANE, WARP, BLOCK].into_iter().enumerate() {
            f.write_str(if k > 0 { ", " } else { "" })?;
            self.input(f, name)?;
        }
        f.write_str("}>")
    }
}

/// Prints `[1, 4]`.
struct List<I>(I);

impl<I: Iterator<Item: fmt::Display> + Clone> fmt::Display for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (k, value) in self.0.clone().enumerate() {
            write!(f, "{}{value}", if k > 0 { ", " } else { "" })?;
        }
        f.write_str("]")
    }
}

fn list(numbers: &Numbers) -> impl fmt::Display {
    List(numbers.as_slice().iter())
}

/// Prints `[[0, 1], [1, 0]]`.
fn images(images: &Images, rank: usize) -> impl fmt::Display {
    List(images.as_slice().iter().map(move |image| List(image[..rank].iter())))
}

/// Prints `offset = [[0, 1]], block = []`.
fn inputs(f: &mut fmt::Formatter<'_>, inputs: &[(&str, &str)]) -> fmt::Result {
    for (k, (name, images)) in inputs.iter().enumerate() {
        write!(f, "{}{name} = {images}", if k > 0 { ", " } else { "" })?;
    }
    Ok(())
}

/// Prints `, key = value`, or nothing if the first field says that a missing key means the same.
struct Unless<T>(bool, &'static str, T);

impl<T: fmt::Display> fmt::Display for Unless<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 { Ok(()) } else { write!(f, ", {} = {}", self.1, self.2) }
    }
}

impl fmt::Display for TritonLayout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = self.rank;
        let blocks = Unless(self.blocks.as_slice().is_empty(), BLOCKS, images(&self.blocks, rank));
        match &self.kind {
            Kind::Blocked { registers, lanes, warps, order } => write!(
                f,
                "#ttg.blocked<{{sizePerThread = {}, threadsPerWarp = {}, warpsPerCTA = {}, order = {}{blocks}}}>",
                list(registers),
                list(lanes),
                list(warps),
                list(order)
            ),
            Kind::Mma { version, minor, warps, shape } => write!(
                f,
                "#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = {minor}, warpsPerCTA = {}{blocks}, instrShape = {}}}>",
                list(warps),
                list(shape)
            ),
            Kind::Mfma { version, warps, shape, transposed, tiles, bits } => write!(
                f,
                "#ttg.amd_mfma<{{version = {version}, warpsPerCTA = {}, instrShape = {}, isTransposed = {transposed}{blocks}{}{}}}>",
                list(warps),
                list(shape),
                Unless(
                    tiles.as_slice().iter().all(|&tiles| tiles == 1),
                    "tilesPerWarp",
                    list(tiles)
                ),
                Unless(*bits == 32, "elementBitWidth", bits)
            ),
            Kind::Wmma { version, transposed, registers, warps, shape } => {
                write!(
                    f,
                    "#ttg.amd_wmma<{{version = {version}, isTranspose = {transposed}, ctaLayout = {{"
                )?;
                if !registers.as_slice().is_empty() {
                    write!(f, "register = {}, ", images(registers, rank))?;
                }
                let shape = Unless(shape.as_slice() == [16, 16, 16], "instrShape", list(shape));
                let rank_key = Unless(rank == 2, "rank", rank);
                write!(f, "warp = {}}}{blocks}{shape}{rank_key}}}>", images(warps, rank))
            }
            Kind::Dot { operand, parent, width } => {
                let width = Unless(*width == 0, "kWidth", width);
                write!(f, "#ttg.dot_op<{{opIdx = {operand}, parent = {parent}{width}}}>")
            }
            Kind::Slice { dim, parent } => {
                write!(f, "#ttg.slice<{{dim = {dim}, parent = {parent}}}>")
            }
            Kind::Linear { is_generic, inputs: all } => {
                f.write_str(if *is_generic { "#ttg.generic_linear<{" } else { "#ttg.linear<{" })?;
                inputs(f, all)?;
                f.write_str("}>")
            }
            Kind::Swizzled { vector, per_phase, max_phase, order, rotates } => write!(
                f,
                "#ttg.{}<{{vec = {vector}, perPhase = {per_phase}, maxPhase = {max_phase}, order = {}{blocks}}}>",
                if *rotates { "amd_rotating_shared" } else { "swizzled_shared" },
                list(order)
            ),
            Kind::NvMma { width, transposed, bits, padded } => {
                let padded = Unless(!padded, "fp4Padded", true);
                let has_rank = rank == 2 || !self.blocks.as_slice().is_empty();
                let rank = Unless(has_rank, "rank", rank);
                write!(
                    f,
                    "#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, transposed = {transposed}, elementBitWidth = {bits}{padded}{rank}{blocks}}}>"
                )
            }
            Kind::SharedLinear { inputs: all, alignment } => {
                f.write_str("#ttg.shared_linear<{")?;
                inputs(f, if all[1].1 == NO_IMAGES { &all[..1] } else { all })?;
                write!(f, "}}, alignment = {alignment}>")
            }
            Kind::Padded { gaps, offsets } => {
                f.write_str("#ttg.padded_shared<[")?;
                for (k, (run, gap)) in gaps.as_slice().iter().enumerate() {
                    write!(f, "{}{run}:+{gap}", if k > 0 { ", " } else { "" })?;
                }
                f.write_str("] {")?;
                match offsets {
                    Offsets::Ordered { order, shape } => {
                        write!(f, "order = {}, shape = {}", list(order), list(shape))?;
                    }
                    Offsets::Images(all) => inputs(f, all)?,
                }
                f.write_str("}>")
            }
            Kind::Partitioned { partitions, groups, dim, parent } => write!(
                f,
                "#ttg.partitioned_shared<{{numPartitions = {partitions}, numGroups = {groups}, partitionDim = {dim}, partitionLayout = {parent}}}>"
            ),
            Kind::TensorMemory { rows, columns, step, is_of_two, padded } => write!(
                f,
                "#ttng.tensor_memory_encoding<blockM = {rows}, blockN = {columns}, colStride = {step}{blocks}{}{}>",
                Unless(!is_of_two, "twoCTAs", true),
                Unless(!padded, "fp4Padded", true)
            ),
            Kind::Scales { depth_first } => {
                f.write_str("#ttng.tensor_memory_scales_encoding<")?;
                let has_blocks = !self.blocks.as_slice().is_empty();
                if has_blocks {
                    write!(f, "{BLOCKS} = {}", images(&self.blocks, rank))?;
                }
                if *depth_first {
                    f.write_str(if has_blocks { ", " } else { "" })?;
                    f.write_str("blockRepOrder = kThenMn")?;
                }
                f.write_str(">")
            }
        }
    }
}

crate::debug_as_display!(TritonLayout<'_>);

/// The images of an input without bits.
pub(super) const NO_IMAGES: &str = "[]";
