//! Shardings: a text as it is printed again, and the indices of each device.

use layout_core::sharding::{Mesh, Sharding};
use static_layout_dialects::sharding::{Descriptor, HloSharding, Placements, SdyMesh, SdySharding};

use crate::{integers, said};

/// Answers a question, whose parts have tabs between.
pub fn answer(system: &str, parts: &str) -> Result<String, String> {
    let parts: Vec<&str> = parts.split('\t').collect();
    match (system, &parts[..]) {
        ("hlo", [extents, devices, text]) => {
            let devices = devices.parse().expect("a number of devices");
            let read: HloSharding = text.parse().map_err(said)?;
            Ok(format!("{read}{}", held(read.sharding(&integers(extents), devices))))
        }
        ("sdy", [_, _, text]) if text.contains("sdy.mesh") => {
            text.parse::<SdyMesh>().map(|read| read.to_string()).map_err(said)
        }
        ("sdy", [extents, mesh, text]) => {
            let mesh: Mesh = mesh.parse().expect("a mesh");
            let read: SdySharding = text.parse().map_err(said)?;
            let array = read.clone().closed().sharding(&mesh, &integers(extents));
            Ok(format!("{read}{}", held(array)))
        }
        ("dtensor", [extents, sizes, text]) => {
            let read: Placements = text.parse().map_err(said)?;
            Ok(format!("{read}{}", held(read.sharding(&mesh(sizes), &integers(extents)))))
        }
        ("scalapack", [grid, text]) => {
            let read: Descriptor = text.parse().map_err(said)?;
            Ok(format!("{read}{}", held(read.sharding(&mesh(grid)))))
        }
        _ => panic!("no question {system} {parts:?}"),
    }
}

/// A mesh of these sizes, which are positive.
fn mesh(sizes: &str) -> Mesh {
    let sizes = integers(sizes);
    let axes: Vec<_> =
        ["a", "b", "c"].into_iter().zip(sizes.iter().map(|&size| size as usize)).collect();
    Mesh::new(&axes).expect("a mesh")
}

/// `|device:count:ranges;count:ranges|..` with the ranges of each axis, or `|refused: ` and the reason. Nothing for long axes.
fn held(array: Result<Sharding, impl std::fmt::Display>) -> String {
    let array = match array {
        Ok(array) => array,
        Err(error) => return format!("|refused: {error}"),
    };
    if array.shape().iter().any(|&extent| extent > 1 << 16) {
        return String::new();
    }
    let mut devices: Vec<usize> = array.mesh().devices().collect();
    devices.sort_unstable();
    let of = |device| {
        let axis = |axis| {
            let ranges = array.ranges(device, axis).expect("a device");
            let ranges: Vec<_> =
                ranges.map(|range| format!("{}-{}", range.start, range.end)).collect();
            let count = array.local_shape(device).expect("a device")[axis];
            format!("{count}:{}", ranges.join(","))
        };
        let axes: Vec<_> = (0..array.rank()).map(axis).collect();
        format!("|{device}:{}", axes.join(";"))
    };
    devices.into_iter().map(of).collect()
}
