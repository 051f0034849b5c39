//! XLA's shardings, as HLO prints them: `{devices=[2,2]<=[4]}`.
//!
//! | text | what becomes of it |
//! |---|---|
//! | `sharding={..}`, `mhlo.sharding = "{..}"` | read as `{..}` |
//! | `{replicated}`, `{maximal device=3}`, `{unreduced}` | read |
//! | `{manual}`, `{unknown}` | read; of no shape |
//! | `{devices=[2,2]<=[2,2]T(1,0)}`, `{devices=[2,2]0,2,1,3}` | read |
//! | `last_tile_dim_replicate`, `last_tile_dims={manual, unreduced, replicated}` | read; with `manual` it is of no shape |
//! | `shard_as 0`, `shard_like 0` | read and printed; a hint for the compiler, which moves no element |
//! | `metadata={..}` | its keys are checked and ignored: where in a program the sharding comes from |
//! | `{{..}, {..}}`, of a tuple | read; [`HloSharding::elements`] has the parts, none of which is a tuple |
//! | `{mesh['x'=2], [{'x'}]}`, with `device_ids=(..)`, `replicated=`, `unreduced=`, `manual=` | read, as Shardy's; XLA tiles an open axis, `{'x', ?}`, as it is |
//! | `{maximal_mesh[device_id=3]}` | read as `{maximal device=3}` |
//! | a kind or key twice, two kinds, a device twice, negative devices | refused; XLA takes the last |
//!
//! | file | what |
//! |---|---|
//! | `mod` | [`HloSharding`], its kinds |
//! | `tiled` | an array of devices, and XLA's form of it |
//! | `devices` | the devices of an array of devices: a list, or an iota |
//! | `convert` | to and from [`Sharding`](layout_core::sharding::Sharding) |
//! | `write`, `read`, `metadata` | the text |

mod convert;
mod devices;
mod metadata;
mod read;
mod tiled;
mod write;

use alloc::vec::Vec;

use super::{AxisRef, SdySharding};
use tiled::Tiled;

/// The greatest number of devices of an array of devices.
const MAX_DEVICES: usize = 1 << 24;

/// A sharding of XLA (GSPMD): an array of devices whose axes cut the axes of an array, in padded blocks.
///
/// The last dimensions of the array of devices may hold copies (`last_tile_dim_replicate`) or terms of a sum (`unreduced`).
/// Reading brings a text to XLA's own form: copies in ascending order, adjacent dimensions of an iota as one.
///
/// ```
/// use static_layout_dialects::sharding::HloSharding;
/// let a: HloSharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}".parse()?;
/// let rows = a.sharding(&[5, 3], 4)?;
/// assert_eq!(rows.to_string(), "(5/d0,3) on [d0=2,copy=2]{0,2,1,3}");
/// assert_eq!(HloSharding::of(&rows)?, a);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HloSharding {
    kind: Kind,
    /// The instructions that are to have equal shardings: by which of two rules, and the number of the group.
    group: Option<(&'static str, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Replicated,
    Maximal(usize),
    /// `manual` or `unknown`, which no sharding of a shape is, or `unreduced`: terms of a sum on all devices.
    Other(&'static str),
    Tiled(Tiled),
    /// A sharding over named axes, and the axes of parts by hand.
    Named {
        sharding: SdySharding,
        manual: Vec<AxisRef>,
    },
    Tuple(Vec<HloSharding>),
}

impl HloSharding {
    /// The shardings of the parts of a tuple. `None` for the sharding of an array.
    ///
    /// ```
    /// use static_layout_dialects::sharding::HloSharding;
    /// let a: HloSharding = "{{replicated}, {devices=[2]<=[2] metadata={op_name=\"x\"}}}".parse()?;
    /// let parts = a.elements().unwrap();
    /// assert_eq!((parts.len(), parts[1].to_string()), (2, "{devices=[2]<=[2]}".into()));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn elements(&self) -> Option<&[Self]> {
        if let Kind::Tuple(parts) = &self.kind { Some(parts) } else { None }
    }
}
