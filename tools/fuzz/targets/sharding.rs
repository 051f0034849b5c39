//! Parses shardings of this library and of other systems, and plans moves between two. Each text is a value that prints as
//! the same, or an error of one line. A sharding holds, and a plan moves, what an enumeration says; other systems describe the
//! same elements, or refuse.

#![no_main]
#![allow(dead_code, unused_imports, reason = "the tests have more than the target needs")]

#[path = "../../../layout-core/tests/sharding/draw.rs"]
mod draw;
#[path = "../../../layout-core/tests/sharding/elements.rs"]
mod elements;
#[path = "../../../layout-core/tests/sharding/plans.rs"]
mod plans;

use core::fmt::Display;
use core::str::FromStr;

use draw::Draw;
use elements::enumerated;
use layout_core::sharding::{Mesh, Sharding, plan, relabel};
use layout_core::{AxisList, BitLayout, LayoutError};
use libfuzzer_sys::fuzz_target;
use static_layout_dialects::sharding::{
    Darray, Descriptor, HloSharding, Placements, SdyMesh, SdySharding, Subarray,
};
use static_layout_fuzz::{said::one_line, text};

/// The most devices and elements that are enumerated.
const MOST: usize = 256;

/// Tokens of all notations of shardings.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    ",",
    ":",
    "/",
    "+",
    "=",
    "=",
    "\"",
    "@",
    "?",
    "*",
    " on ",
    "x",
    "y",
    "z",
    "xy",
    " sum ",
    " max ",
    " column-major",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "12",
    "100",
    "256",
    "4294967296",
    "2305843009213693952",
    "9223372036854775807",
    "18446744073709551615",
    "[x=2,y=3]",
    " on [x=2,y=2]",
    "(8/x,4)",
    "/x:2",
    "/y",
    ":col",
    "-",
    "devices=",
    "<=",
    "T(",
    "last_tile_dim_replicate",
    "last_tile_dims={",
    "unreduced",
    "replicated",
    "maximal",
    "device=",
    "manual",
    "#sdy.sharding<",
    "#sdy.mesh<",
    "replicated={",
    "priority",
    "p",
    "Shard(dim=",
    "Replicate()",
    "Partial(",
    "dim=",
    "size=",
    "rank=",
    "block",
    "cyclic(",
    "none",
    "order=C",
    "gsizes=",
    "distribs=",
    "dargs=",
    "psizes=",
    "sizes=",
    "subsizes=",
    "starts=",
    "\n",
];

fn is_shown(text: &str, error: &LayoutError) {
    let said = one_line(text, error);
    if let Some(span) = error.span() {
        assert!(text.get(span.clone()).is_some(), "{text:?}: {said}: {span:?}");
    }
}

fn accepted<T>(answer: Result<T, LayoutError>) -> Option<T> {
    answer.map_err(|error| is_shown("", &error)).ok()
}

fn read<T: FromStr<Err = LayoutError> + Display>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            let again = printed.parse::<T>().map(|value| value.to_string());
            assert_eq!(again.as_ref(), Ok(&printed), "{text:?}");
            Some(value)
        }
        Err(error) => {
            is_shown(text, &error);
            None
        }
    }
}

fn size(array: &Sharding) -> i64 {
    array.shape().iter().product()
}

/// Whether a sharding is small enough to enumerate.
fn is_small(array: &Sharding) -> bool {
    array.mesh().device_count() <= 32 && size(array) as usize <= MOST && array.rank() <= 5
}

/// Calls every function of a sharding, and compares it with an enumeration.
fn is_consistent(array: &Sharding) {
    let mesh = array.mesh();
    let _ = (array.shard_shape(), array.is_partition());
    for axis in 0..array.rank() {
        accepted(array.axis_layout(axis));
    }
    let zeros = vec![0; array.rank()];
    let last: Vec<i64> = array.shape().iter().map(|n| n - 1).collect();
    for coordinate in [&zeros, &last] {
        for (device, local) in accepted(array.owners(coordinate)).into_iter().flatten().take(16) {
            assert_eq!(array.global(device, &local).unwrap()[..], coordinate[..], "{array}");
        }
    }
    for device in mesh.devices().take(4).chain([usize::MAX]) {
        accepted(array.local_size(device));
        accepted(array.bytes(device, 8));
        accepted(array.local_layout(device));
        accepted(array.global(device, &zeros));
        accepted(array.offset(device, &last));
        accepted(Subarray::of(array, device)).map(|one| accepted(one.layout()));
    }
    if !is_small(array) {
        return;
    }
    for held in enumerated(array) {
        let lengths: Vec<i64> = held.axes.iter().map(|list| list.len() as i64).collect();
        assert_eq!(array.local_shape(held.device).unwrap()[..], lengths[..], "{array}");
        for (local, global) in held.elements() {
            assert_eq!(array.global(held.device, &local).unwrap()[..], global[..], "{array}");
            let mut owners = array.owners(&global).unwrap();
            assert!(
                owners.any(|owner| owner.0 == held.device && owner.1[..] == local[..]),
                "{array}"
            );
        }
    }
    is_translated(array);
}

/// Checks that other systems describe the same elements, or refuse.
fn is_translated(array: &Sharding) {
    let (mesh, shape) = (array.mesh(), array.shape());
    let same = |system: &str, back: Result<Sharding, LayoutError>| {
        let back = back.unwrap_or_else(|error| panic!("{array} in {system}: {error}"));
        assert!(array.holds_like(&back).unwrap(), "{array} in {system}: {back}");
    };
    if let Some(written) = accepted(HloSharding::of(array)) {
        same(&written.to_string(), written.sharding(&shape, mesh.device_count()));
        read::<HloSharding>(&written.to_string()).unwrap();
    }
    if let Some(written) = accepted(SdySharding::of(array, "mesh")) {
        same(&written.to_string(), written.sharding(mesh, &shape));
        read::<SdySharding>(&written.to_string()).unwrap();
    }
    if let Some(written) = accepted(Placements::of(array)) {
        same(&written.to_string(), written.sharding(mesh, &shape));
        read::<Placements>(&written.to_string()).unwrap();
    }
    if let Some(written) = accepted(Darray::of(array)) {
        same(&written.to_string(), written.sharding());
        read::<Darray>(&written.to_string()).unwrap();
    }
    if let Some(written) = accepted(Descriptor::of(array)) {
        same(&written.to_string(), written.sharding(mesh));
        read::<Descriptor>(&written.to_string()).unwrap();
    }
}

/// Plans the move from one sharding to another.
fn is_planned(from: &Sharding, to: &Sharding) {
    // A plan looks at each shard of an axis.
    if [from, to].iter().any(|array| array.mesh().device_count() > 64) {
        return;
    }
    let Some(plan) = accepted(plan(from, to)) else { return };
    plan.check().unwrap();
    let _ = (plan.totals(), plan.reduce());
    if is_small(from) && is_small(to) && size(from) > 0 {
        plans::check(&plan);
    } else {
        for device in to.mesh().devices().take(4) {
            for transfer in accepted(plan.receives(device)).into_iter().flatten() {
                let _ = transfer.elements();
                accepted(transfer.bytes(8));
            }
        }
    }
    if from.mesh().device_count() == to.mesh().device_count() && to.mesh().device_count() <= 16 {
        accepted(relabel(from, to));
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((kind, rest)) = data.split_first() else { return };
    if kind % 4 == 0 {
        let seed = rest
            .iter()
            .fold(0_u64, |seed, byte| seed.wrapping_mul(257).wrapping_add(u64::from(*byte)));
        let mut draw = Draw(seed);
        let shape = draw.shape();
        let (from, to) = (draw.sharding(&shape), draw.sharding(&shape));
        is_consistent(&from);
        return is_planned(&from, &to);
    }
    let text = text(rest, TOKENS);
    let arrays: Vec<Sharding> = text.split('\n').filter_map(read::<Sharding>).collect();
    arrays.iter().for_each(is_consistent);
    if let [from, to, ..] = &arrays[..] {
        is_planned(from, to);
    }
    read::<Mesh>(&text);
    read::<AxisList>(&text);
    read::<BitLayout>(&text);
    read::<SdyMesh>(&text);
    let (small, shape) = ("[x=2,y=3]".parse::<Mesh>().unwrap(), [8, 6]);
    if let Some(array) =
        read::<SdySharding>(&text).and_then(|one| accepted(one.sharding(&small, &shape)))
    {
        is_consistent(&array);
    }
    for devices in [4, 6] {
        if let Some(array) =
            read::<HloSharding>(&text).and_then(|one| accepted(one.sharding(&shape, devices)))
        {
            is_consistent(&array);
        }
    }
    if let Some(array) =
        read::<Placements>(&text).and_then(|one| accepted(one.sharding(&small, &shape)))
    {
        is_consistent(&array);
    }
    if let Some(array) = read::<Darray>(&text).and_then(|one| accepted(one.sharding())) {
        is_consistent(&array);
    }
    if let Some(one) = read::<Subarray>(&text) {
        accepted(one.layout());
    }
    if let Some(array) = read::<Descriptor>(&text).and_then(|one| accepted(one.sharding(&small))) {
        is_consistent(&array);
    }
});
