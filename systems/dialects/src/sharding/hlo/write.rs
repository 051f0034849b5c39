//! Shardings as XLA prints them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::devices::{Devices, Iota};
use super::tiled::{Last, Tiled};
use super::{HloSharding, Kind};
use crate::sharding::{AxisRef, Joined, MeshRef, SdySharding};

impl fmt::Display for HloSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        match &self.kind {
            Kind::Replicated => f.write_str("replicated")?,
            Kind::Maximal(device) => write!(f, "maximal device={device}")?,
            Kind::Other(name) => f.write_str(name)?,
            Kind::Tiled(tiled) => tiled.fmt(f)?,
            Kind::Named { sharding, manual } => named_text(f, sharding, manual)?,
            Kind::Tuple(parts) => Joined(parts, ", ").fmt(f)?,
        }
        if let Some((rule, group)) = self.group {
            write!(f, " {rule} {group}")?;
        }
        f.write_str("}")
    }
}

impl fmt::Display for Tiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "devices=[{}]", Joined(&self.dims, ","))?;
        match &self.devices {
            Devices::List(list) => Joined(list, ",").fmt(f)?,
            Devices::Iota(modes) => write!(f, "<={}", Iota(modes))?,
        }
        match &self.last[..] {
            [] => Ok(()),
            [Last::Copies] => f.write_str(" last_tile_dim_replicate"),
            last => {
                let names: Vec<&str> = last.iter().map(|last| last.name()).collect();
                write!(f, " last_tile_dims={{{}}}", Joined(&names, ", "))
            }
        }
    }
}

/// Prints a sharding over named axes, in XLA's quotes.
fn named_text(
    f: &mut fmt::Formatter<'_>,
    sharding: &SdySharding,
    manual: &[AxisRef],
) -> fmt::Result {
    let MeshRef::Inline(mesh) = &sharding.mesh else { return Err(fmt::Error) };
    let mesh = &mesh.0;
    f.write_str("mesh[")?;
    for axis in 0..mesh.rank() {
        let comma = if axis > 0 { "," } else { "" };
        write!(f, "{comma}'{}'={}", mesh.name(axis), mesh.size(axis))?;
    }
    f.write_str("]")?;
    if !mesh.is_row_major() {
        match Devices::of(mesh.devices().collect()) {
            Devices::Iota(modes) => write!(f, ", device_ids=({})", Iota(&modes))?,
            Devices::List(list) => write!(f, ", device_ids=({})", Joined(&list, ","))?,
        }
    }
    let lists = [
        ("replicated", &sharding.replicated[..]),
        ("unreduced", &sharding.unreduced),
        ("manual", manual),
    ];
    if sharding.dims.is_empty() && lists.iter().all(|(_, axes)| axes.is_empty()) {
        return f.write_str(", replicated");
    }
    let quoted = |text: String| text.replace('"', "'");
    write!(f, ", [{}]", quoted(format!("{}", Joined(&sharding.dims, ", "))))?;
    for (name, axes) in lists {
        if !axes.is_empty() {
            write!(f, ", {name}={{{}}}", quoted(format!("{}", Joined(axes, ", "))))?;
        }
    }
    Ok(())
}
