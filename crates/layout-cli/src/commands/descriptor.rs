//! `layout descriptor`: matrix descriptors of an operand in shared memory, and the layout of a descriptor.

use std::fmt::Write;

use layout_core::descriptor::{
    MatrixDescriptor, MatrixFormat, MatrixMajor, MatrixOperand, TensorMapType,
};

use crate::commands::Outcome;
use crate::commands::tma::{data_type, type_of};
use crate::descriptor::matrix_json;
use crate::{Failure, MaybeSwizzled};

/// Find the descriptors by which wgmma or tcgen05 reads an operand in shared memory, or the layout of a descriptor
///
/// There is one descriptor for each instruction along K, of 32 bytes.
#[derive(Debug, clap::Args)]
pub struct DescriptorArguments {
    /// The instruction: wgmma or tcgen05
    #[arg(value_parser = format)]
    format: MatrixFormat,
    /// The layout of the operand (M,K) or (N,K) in shared memory; or a descriptor such as 0x4000004000010000
    layout: String,
    /// The contiguous mode: k or mn [default: that with the stride 1]
    #[arg(long, value_name = "MODE", value_parser = major)]
    major: Option<MatrixMajor>,
    /// The type of the elements, such as f16 [default: by the text of the layout]
    #[arg(long = "type", value_name = "TYPE", value_parser = data_type)]
    data_type: Option<TensorMapType>,
    /// The byte address of element 0 of the layout
    #[arg(long, value_name = "BYTE", default_value_t = 0)]
    origin: i64,
    /// The elements along M or N, for the layout of a descriptor
    #[arg(long, value_name = "N")]
    extent: Option<i64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn format(text: &str) -> Result<MatrixFormat, String> {
    let all = [MatrixFormat::Wgmma, MatrixFormat::Tcgen05];
    all.into_iter()
        .find(|one| one.name() == text)
        .ok_or_else(|| "the instructions are wgmma and tcgen05".into())
}

fn major(text: &str) -> Result<MatrixMajor, String> {
    match text {
        "k" | "K" => Ok(MatrixMajor::K),
        "mn" | "MN" => Ok(MatrixMajor::Mn),
        _ => Err("the contiguous mode is k or mn".into()),
    }
}

impl DescriptorArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let bits = type_of(&self.layout, self.data_type)?.shared_bits();
        match self.layout.strip_prefix("0x") {
            Some(digits) => self.read(digits, bits, out)?,
            None => self.write(bits, out)?,
        }
        Ok(Outcome::Done)
    }

    /// The descriptors of a layout.
    fn write(&self, bits: i64, out: &mut String) -> Result<(), Failure> {
        if self.extent.is_some() {
            return Err(Failure::new("--extent has no effect: the layout has it"));
        }
        let layout = MaybeSwizzled::read(&self.layout)?.composed()?;
        let size = |mode: usize| layout.plain().mode(mode).map_or(1, |mode| mode.size());
        let along = |mode: usize| layout.plain().mode(mode).map_or(0, |mode| mode.leaf(0).1);
        let chosen = if along(0) == 1 && along(1) != 1 { MatrixMajor::Mn } else { MatrixMajor::K };
        let major = self.major.unwrap_or(chosen);
        let operand = MatrixOperand { bits, major, extent: size(0) };
        // At least one, so that a layout without an instruction along K is refused.
        let blocks = (size(1) / operand.depth()).clamp(1, 1 << 12);
        let all = (0..blocks)
            .map(|block| MatrixDescriptor::of(self.format, &operand, &layout, self.origin, block))
            .collect::<Result<Vec<_>, _>>()?;
        if self.json {
            let list: Vec<_> = all.iter().map(matrix_json).collect();
            let _ = writeln!(out, "{}", serde_json::Value::from(list));
            return Ok(());
        }
        let first = &all[0];
        let _ = writeln!(
            out,
            "{} reads {} by {} elements of {bits} bits, {}, swizzle {}",
            self.format.name(),
            operand.extent,
            operand.depth(),
            if major == MatrixMajor::K { "K contiguous" } else { "M or N contiguous" },
            first.swizzle.name()
        );
        let _ = writeln!(
            out,
            "leading byte offset {}, stride byte offset {}, base offset {}",
            first.leading, first.stride, first.base
        );
        for (block, one) in all.iter().enumerate() {
            let _ = writeln!(
                out,
                "K block {block}: {:#018x}, from byte {} on",
                one.encode()?,
                one.start
            );
        }
        Ok(())
    }

    /// The layout of a descriptor.
    fn read(&self, digits: &str, bits: i64, out: &mut String) -> Result<(), Failure> {
        let word = u64::from_str_radix(&digits.replace('_', ""), 16).map_err(|_| {
            Failure::new("a descriptor has up to 16 digits of base 16")
                .at(&self.layout, 0..self.layout.len())
        })?;
        let (Some(extent), Some(major)) = (self.extent, self.major) else {
            let message = "a descriptor does not say the extent and the contiguous mode";
            return Err(Failure::new(message).help("--extent 128 --major k"));
        };
        if self.origin != 0 {
            return Err(Failure::new("--origin has no effect: a descriptor has its address"));
        }
        let found = MatrixDescriptor::decode(self.format, word)?;
        let layout = found.layout(&MatrixOperand { bits, major, extent })?;
        if self.json {
            let mut json = matrix_json(&found);
            json["layout"] = layout.to_string().into();
            let _ = writeln!(out, "{json}");
        } else {
            let _ = writeln!(out, "{layout}");
        }
        Ok(())
    }
}
