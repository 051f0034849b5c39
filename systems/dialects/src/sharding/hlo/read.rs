//! Reads the texts of XLA's shardings.

use alloc::vec;
use alloc::vec::Vec;
use core::str::FromStr;

use super::devices::{Devices, merged};
use super::metadata::skip_metadata;
use super::tiled::{Last, Tiled};
use super::{HloSharding, Kind, MAX_DEVICES};
use crate::sharding::sdy::{axis, dim, quoted};
use crate::sharding::{MeshRef, SdyMesh, SdySharding, count, list};
use layout_core::LayoutError;
use layout_core::scan::{Scanner, read_whole};
use layout_core::sharding::Mesh;

/// The greatest number of devices that a text becomes lists of, where it does not list them itself: 32 MiB.
const MAX_LISTED: usize = 1 << 22;

const OTHERS: [&str; 3] = ["manual", "unknown", "unreduced"];

const GROUPS: [&str; 2] = ["shard_as", "shard_like"];

impl FromStr for HloSharding {
    type Err = LayoutError;

    /// Reads `{replicated}`, `{maximal device=3}`, `{devices=[2,2]<=[2,2]T(1,0)}`, `{devices=[2,2]0,2,1,3}`, the last two
    /// with `last_tile_dim_replicate` or `last_tile_dims={manual, unreduced, replicated}`, `{manual}`, `{unknown}`,
    /// `{unreduced}`, `{mesh['x'=2], [{'x'}]}`, and tuples of them. `metadata={..}` is ignored.
    fn from_str(text: &str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| {
            if scanner.eat("mhlo.sharding") {
                scanner.expect("=", "`=` and a sharding")?;
                scanner.expect("\"", "`\"` and a sharding")?;
                let found = sharding(scanner)?;
                scanner.expect("\"", "`\"`")?;
                return Ok(found);
            }
            if scanner.eat("sharding") {
                scanner.expect("=", "`=` and a sharding")?;
            }
            sharding(scanner)
        })
    }
}

/// Reads `{..}` or, of a tuple, `{{..}, {..}}`.
fn sharding(scanner: &mut Scanner<'_>) -> Result<HloSharding, LayoutError> {
    let mut left = MAX_LISTED;
    let start = scanner.clone();
    scanner.expect("{", "`{` and a sharding of XLA")?;
    if !matches!(scanner.peek(), b'{' | b'}') {
        *scanner = start;
        return sharding_of_array(scanner, &mut left);
    }
    let parts = list(scanner, "}", "`,` or `}`", |scanner| sharding_of_array(scanner, &mut left))?;
    Ok(HloSharding { kind: Kind::Tuple(parts), group: None })
}

/// The refusal of a text of more devices than are listed.
fn many(scanner: &mut Scanner<'_>) -> LayoutError {
    scanner.expected("at most 2^22 devices, of all parts together, where they must be listed")
}

/// Reads `{..}`. Takes the number of devices that it lists from what is `left`.
fn sharding_of_array(
    scanner: &mut Scanner<'_>,
    left: &mut usize,
) -> Result<HloSharding, LayoutError> {
    scanner.expect("{", "`{` and a sharding of XLA")?;
    if matches!(scanner.peek(), b'{' | b'}') {
        return Err(scanner.expected("the sharding of an array"));
    }
    const KINDS: &str =
        "`devices=`, `replicated`, `maximal`, `manual`, `unknown`, `unreduced` or `mesh`, once";
    let (mut kind, mut last, mut metadata, mut group) = (None, None, false, None);
    while !scanner.eat("}") {
        let start = scanner.clone();
        let word = scanner.word();
        let found = match word {
            "replicated" => Parsed::Kind(Kind::Replicated),
            "maximal" => {
                scanner.expect("device=", "`device=` and a device")?;
                Parsed::Kind(Kind::Maximal(count(scanner, "a device")?))
            }
            "maximal_mesh" => {
                scanner.expect("[device_id=", "`[device_id=` and a device")?;
                let device = count(scanner, "a device")?;
                scanner.expect("]", "`]`")?;
                scanner.eat(",");
                Parsed::Kind(Kind::Maximal(device))
            }
            "mesh" => Parsed::Kind(named(scanner, &mut metadata, left)?),
            "devices" => {
                scanner.expect("=", "`=` and sizes")?;
                Parsed::Devices(tiled(scanner)?)
            }
            "last_tile_dim_replicate" if last.is_none() => {
                last = Some(Vec::from([Last::Copies]));
                continue;
            }
            "last_tile_dims" if last.is_none() => {
                scanner.expect("=", "`=` and kinds of dimensions")?;
                scanner.expect("{", "`{`")?;
                last = Some(list(scanner, "}", "`,` or `}`", last_kind)?);
                continue;
            }
            "metadata" if !metadata => {
                scanner.expect("=", "`=` and metadata")?;
                skip_metadata(scanner)?;
                metadata = true;
                continue;
            }
            _ => match OTHERS.into_iter().find(|&name| name == word) {
                Some(name) => Parsed::Kind(Kind::Other(name)),
                None => match GROUPS.into_iter().find(|&name| name == word) {
                    Some(name) if group.is_none() => {
                        group = Some((name, count(scanner, "the number of a group")?));
                        continue;
                    }
                    Some(_) => return Err(start.clone().expected("one group of shardings")),
                    None if ["last_tile_dim_replicate", "last_tile_dims", "metadata"]
                        .contains(&word) =>
                    {
                        return Err(start.clone().expected("each key once"));
                    }
                    None => return Err(start.clone().expected(KINDS)),
                },
            },
        };
        if kind.replace(found).is_some() {
            return Err(start.clone().expected("one kind of sharding, once"));
        }
    }
    let kind = match (kind, last) {
        (Some(Parsed::Devices(tiled)), last) => {
            let last = last.unwrap_or_default();
            if last.len() > tiled.dims.len() {
                return Err(scanner.expected("a size for each of the last dimensions"));
            }
            Tiled { last, ..tiled }.canonical(left).ok_or_else(|| many(scanner))?
        }
        (Some(Parsed::Kind(_)), Some(_)) => {
            return Err(scanner.expected("`devices=` where there are last dimensions"));
        }
        (Some(Parsed::Kind(kind)), None) => kind,
        (None, _) => return Err(scanner.expected(KINDS)),
    };
    Ok(HloSharding { kind, group })
}

/// The kind of a sharding, as far as it is read.
enum Parsed {
    Kind(Kind),
    /// Without the last dimensions, which follow.
    Devices(Tiled),
}

/// Reads the kind of one of the last dimensions.
fn last_kind(scanner: &mut Scanner<'_>) -> Result<Last, LayoutError> {
    let start = scanner.clone();
    let word = scanner.word();
    let found = Last::ALL.into_iter().find(|last| last.name() == word);
    found.ok_or_else(|| start.clone().expected("`manual`, `unreduced` or `replicated`"))
}

/// Reads `['x'=2,'y'=2], device_ids=([2,2]T(1,0)), [{'x'}, {'y', ?}], replicated={'z'}`, after `mesh`.
fn named(
    scanner: &mut Scanner<'_>,
    metadata: &mut bool,
    left: &mut usize,
) -> Result<Kind, LayoutError> {
    scanner.expect("[", "`[` and the axes of a mesh")?;
    let axes = list(scanner, "]", "`,` or `]`", |scanner| {
        let name = quoted(scanner, "the name of a mesh axis in quotes")?;
        scanner.expect("=", "`=` and the size of a mesh axis")?;
        Ok((name, count(scanner, "the size of a mesh axis")?))
    })?;
    let axes: Vec<_> = axes.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    let mut mesh = Mesh::new(&axes)?;
    scanner.expect(",", "`,` and the axes of an array")?;
    if scanner.eat("device_ids=(") {
        let devices = if scanner.peek() == b'[' {
            let modes = iota_modes(scanner, mesh.device_count())?;
            Devices::Iota(modes).into_list(left).ok_or_else(|| many(scanner))?
        } else {
            let first = count(scanner, "a device or `[`")?;
            let mut devices = Vec::from([first]);
            while scanner.eat(",") {
                devices.push(count(scanner, "a device")?);
            }
            devices
        };
        scanner.expect(")", "`)`")?;
        mesh = mesh.relabelled(&devices)?;
        scanner.expect(",", "`,` and the axes of an array")?;
    }
    let (mut replicated, mut unreduced, mut manual) = (Vec::new(), Vec::new(), Vec::new());
    let mut dims = Vec::new();
    if !scanner.eat("replicated") {
        scanner.expect("[", "`[` and the axes of an array, or `replicated`")?;
        dims = list(scanner, "]", "`,` or `]`", dim)?;
    }
    if dims.iter().any(|dim| dim.priority.is_some()) {
        return Err(scanner.expected("no priority, which XLA does not have"));
    }
    while scanner.eat(",") {
        let start = scanner.clone();
        let axes = match scanner.word() {
            "replicated" => &mut replicated,
            "unreduced" => &mut unreduced,
            "manual" => &mut manual,
            "metadata" if !*metadata => {
                scanner.expect("=", "`=` and metadata")?;
                skip_metadata(scanner)?;
                *metadata = true;
                continue;
            }
            _ => {
                return Err(start
                    .clone()
                    .expected("`replicated=`, `unreduced=`, `manual=` or `metadata=`, each once"));
            }
        };
        if !axes.is_empty() {
            return Err(start.clone().expected("each list of mesh axes once"));
        }
        scanner.expect("=", "`=` and mesh axes")?;
        scanner.expect("{", "`{` and mesh axes")?;
        *axes = list(scanner, "}", "`,` or `}`", axis)?;
    }
    let axes = dims.iter().flat_map(|dim| &dim.axes).chain(&replicated);
    for axis in axes.chain(&unreduced).chain(&manual) {
        mesh.axis(&axis.name)?;
    }
    let mesh = MeshRef::Inline(SdyMesh(mesh));
    Ok(Kind::Named { sharding: SdySharding { mesh, dims, replicated, unreduced }, manual })
}

/// Reads a list of sizes above 0.
fn sizes(scanner: &mut Scanner<'_>) -> Result<Vec<usize>, LayoutError> {
    const EXPECTED: &str = "a size of 1 or more";
    scanner.expect("[", "`[` and sizes")?;
    let sizes = list(scanner, "]", "`,` or `]`", |scanner| {
        let before = scanner.clone();
        let size = count(scanner, EXPECTED)?;
        if size == 0 { Err(before.clone().expected(EXPECTED)) } else { Ok(size) }
    })?;
    if sizes.is_empty() { Err(scanner.expected("at least one size")) } else { Ok(sizes) }
}

fn tiled(scanner: &mut Scanner<'_>) -> Result<Tiled, LayoutError> {
    let dims = sizes(scanner)?;
    let many = "devices that there are sizes for";
    let expected = dims.iter().try_fold(1_usize, |all, &size| {
        all.checked_mul(size).filter(|&all| all <= MAX_DEVICES).ok_or(scanner.expected(many))
    })?;
    let devices = if scanner.eat("<=") {
        Devices::Iota(iota_modes(scanner, expected)?)
    } else {
        let mut list = vec![count(scanner, "`<=` or a device")?];
        while scanner.eat(",") {
            list.push(count(scanner, "a device")?);
        }
        if expected == 1 {
            return Err(scanner.expected("`<=` before one device"));
        }
        // Refuses another number of devices, and a device that occurs twice.
        Mesh::with_devices(&[("all", expected)], &list)?;
        Devices::List(list)
    };
    Ok(Tiled { dims, last: Vec::new(), devices })
}

/// Reads `[4,2]T(1,0)`: the numbers from 0 on, reshaped and transposed.
fn iota_modes(
    scanner: &mut Scanner<'_>,
    expected: usize,
) -> Result<Vec<(usize, usize)>, LayoutError> {
    let shape = sizes(scanner)?;
    let found = shape.iter().try_fold(1_usize, |all, &size| all.checked_mul(size));
    if found != Some(expected) {
        return Err(scanner.expected("as many devices as the sizes have"));
    }
    let mut order: Vec<usize> = (0..shape.len()).collect();
    if scanner.eat("T") {
        scanner.expect("(", "`(` and an order")?;
        order = list(scanner, ")", "`,` or `)`", |scanner| count(scanner, "a dimension"))?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..shape.len()) {
            return Err(scanner.expected("each dimension once"));
        }
    }
    let step = |axis: usize| shape[axis + 1..].iter().product::<usize>();
    Ok(merged(order.into_iter().map(|axis| (shape[axis], step(axis)))))
}
