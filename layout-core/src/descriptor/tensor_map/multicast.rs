//! [`TmaMulticast`], the parts of a box that the blocks of a cluster load.

use crate::descriptor::tensor_map::plan::rule;
use crate::descriptor::tensor_map::{MAX_COORDINATES, TensorMap, TmaDevice, TmaInstruction};
use crate::error::{DescriptorRule, Rule};

/// The parts of a box that the blocks of a cluster load, each for all blocks.
#[derive(Clone, Copy, Debug)]
pub struct TmaMulticast {
    map: TensorMap,
    /// The parts along each coordinate.
    parts: [i64; MAX_COORDINATES],
}

impl TmaMulticast {
    pub(super) const fn of(
        whole: &TensorMap,
        blocks: i64,
        device: &TmaDevice,
    ) -> Result<Self, Rule> {
        let (mut map, mut parts, mut rest, mut k) =
            (*whole, [1; MAX_COORDINATES], blocks, whole.rank);
        while rest > 1 && k > 0 {
            k -= 1;
            let extent = map.box_dim[k];
            let part = if rest < extent { rest } else { extent };
            if rest % part != 0 || extent % part != 0 {
                return Err(rule(DescriptorRule::Multicast { blocks, extent }));
            }
            map.box_dim[k] /= part;
            parts[k] = part;
            rest /= part;
        }
        if rest != 1 {
            return Err(rule(DescriptorRule::Multicast { blocks, extent: whole.box_dim[0] }));
        }
        if let Err(error) = map.check(device) {
            return Err(error.rule());
        }
        let (out, multiple) = (Self { map, parts }, map.swizzle.period());
        let mut block = 0;
        while block < blocks {
            let offset = out.slice(block).shared;
            if offset % multiple != 0 {
                return Err(rule(DescriptorRule::SharedOffset { offset, multiple }));
            }
            block += 1;
        }
        Ok(out)
    }

    /// The tensor map of the parts.
    pub const fn map(&self) -> &TensorMap {
        &self.map
    }

    /// What block `block` adds to the coordinates of each copy, and to its byte in shared memory.
    pub const fn slice(&self, block: i64) -> TmaInstruction {
        let mut out = TmaInstruction { coordinates: [0; MAX_COORDINATES], shared: 0 };
        let (mut rest, mut stride, mut k) = (block, self.map.pitch(), 0);
        while k < self.map.rank {
            let (digit, extent) = (rest % self.parts[k], self.map.box_dim[k]);
            rest /= self.parts[k];
            out.coordinates[k] = digit * extent;
            // The row of the whole box has the parts along coordinate 0.
            let step = if k == 0 { self.map.row_bytes() } else { stride * extent };
            out.shared += digit * step;
            stride = if k == 0 { stride * self.parts[0] } else { stride * extent * self.parts[k] };
            k += 1;
        }
        out
    }
}
