//! The text of a layout over bits: `{lane: (0,1) (1,0)} -> {row: 1, column: 1}`.

use core::fmt;
use core::str::FromStr;

use crate::bits::dims::{BitDims, MAX_BITS, MAX_DIMS};
use crate::bits::layout::BitLayout;
use crate::bits::matrix::{BitMatrix, refused};
use crate::error::{BitRule, LayoutError};
use crate::notation::scan::{Scanner, read_whole};
use crate::value::DimName;

impl fmt::Display for BitLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for i in 0..self.inputs.rank() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{}:", self.inputs.name(i).as_str())?;
            for bit in 0..self.inputs.width(i) {
                f.write_str(" (")?;
                let image = self.matrix.columns()[(self.inputs.start(i) + bit) as usize];
                for k in 0..self.outputs.rank() {
                    let comma = if k > 0 { "," } else { "" };
                    write!(f, "{comma}{}", self.outputs.part(image, k))?;
                }
                f.write_str(")")?;
            }
        }
        f.write_str("} -> {")?;
        for k in 0..self.outputs.rank() {
            let comma = if k > 0 { ", " } else { "" };
            write!(f, "{comma}{}: {}", self.outputs.name(k).as_str(), self.outputs.width(k))?;
        }
        f.write_str("}")
    }
}

crate::value::text::debug_as_display!(BitLayout);

impl fmt::Debug for BitMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (k, column) in self.columns().iter().enumerate() {
            let comma = if k > 0 { ", " } else { "" };
            write!(f, "{comma}{column:#b}")?;
        }
        f.write_str("]")
    }
}

impl fmt::Debug for BitDims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries((0..self.rank()).map(|i| (self.name(i), self.width(i)))).finish()
    }
}

/// The images of the bits as they are read, before the widths of the outputs are known.
struct Images {
    values: [[u64; MAX_DIMS]; MAX_BITS],
    ranks: [usize; MAX_BITS],
    len: usize,
}

impl FromStr for BitLayout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            let mut images =
                Images { values: [[0; MAX_DIMS]; MAX_BITS], ranks: [0; MAX_BITS], len: 0 };
            let mut inputs = BitDims::EMPTY;
            scanner.expect("{", "`{` and the inputs")?;
            scanner.list("}", "`,` or `}`", |scanner| {
                let name = name(scanner, &inputs)?;
                let first = images.len;
                while scanner.peek() == b'(' {
                    images.read(scanner)?;
                }
                inputs = inputs.with(name, (images.len - first) as u32)?;
                Ok(())
            })?;
            scanner.expect("->", "`->` and the outputs")?;
            scanner.expect("{", "`{` and the outputs")?;
            let mut outputs = BitDims::EMPTY;
            scanner.list("}", "`,` or `}`", |scanner| {
                let name = name(scanner, &outputs)?;
                let bits = scanner.natural("the number of bits")?;
                let needed = usize::try_from(bits).unwrap_or(usize::MAX);
                let Some(bits) = u32::try_from(bits).ok().filter(|_| needed <= MAX_BITS) else {
                    return Err(refused(BitRule::Width { needed, most: MAX_BITS }));
                };
                outputs = outputs.with(name, bits)?;
                Ok(())
            })?;
            let mut matrix = BitMatrix::zero(outputs.bits(), inputs.bits());
            for k in 0..images.len {
                matrix.set(k as u32, outputs.join(&images.values[k][..images.ranks[k]])?);
            }
            BitLayout::new(inputs, outputs, matrix)
        })
    }
}

fn name(scanner: &mut Scanner<'_>, dims: &BitDims) -> Result<DimName, LayoutError> {
    let name = scanner.word();
    if name.is_empty() {
        return Err(scanner.expected("the name of a dimension"));
    }
    // Checks the length of the name.
    let name = BitDims::new(&[(name, 0)])?.name(0);
    if dims.find(name).is_some() {
        return Err(refused(BitRule::DimTwice { name }));
    }
    scanner.expect(":", "`:`")?;
    Ok(name)
}

impl Images {
    fn read(&mut self, scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
        if self.len == MAX_BITS {
            return Err(refused(BitRule::Width { needed: MAX_BITS + 1, most: MAX_BITS }));
        }
        scanner.expect("(", "`(`")?;
        let mut rank = 0;
        scanner.list(")", "`,` or `)`", |scanner| {
            if rank == MAX_DIMS {
                return Err(refused(BitRule::Dims { most: MAX_DIMS }));
            }
            self.values[self.len][rank] = scanner.word_of_bits("an integer")?;
            rank += 1;
            Ok(())
        })?;
        self.ranks[self.len] = rank;
        self.len += 1;
        Ok(())
    }
}
