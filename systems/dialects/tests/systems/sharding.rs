//! Shardings of XLA, Shardy, PyTorch, ScaLAPACK and MPI.

use layout_core::sharding::{Mesh, Order, Sharding};
use layout_core::{AxisList, LayoutError};
use serde_json::Value;
use static_layout_dialects::sharding::{
    Darray, Descriptor, Distribution, HloSharding, Placements, SdyMesh, SdySharding, Subarray,
};

use crate::{EQUAL, REFUSED, RowVerdict, every_row, integers};

#[test]
fn sharding() {
    every_row("sharding", |row| match row["op"].as_str().unwrap() {
        "xla" => xla(row),
        "shardy" => shardy(row),
        "dtensor" => dtensor(row),
        "scalapack" => scalapack(row),
        "darray" => darray(row),
        "subarray" => subarray(row),
        other => Err(format!("{other}?")),
    })
}

fn lists(value: &Value) -> Vec<Vec<i64>> {
    value.as_array().into_iter().flatten().map(integers).collect()
}

fn differs(ours: impl std::fmt::Debug, theirs: impl std::fmt::Debug) -> RowVerdict {
    Err(format!("ours {ours:?}, theirs {theirs:?}"))
}

fn of(text: &Value) -> &str {
    text.as_str().unwrap()
}

/// The sharding after a conversion to another system and back. A refusal is not a loss.
fn again<T>(
    written: Result<T, LayoutError>,
    back: impl FnOnce(T) -> Sharding,
    array: &Sharding,
) -> bool {
    written.is_ok_and(|written| back(written).holds_like(array).unwrap())
}

/// The row-major offsets, in the array, of the elements of a device, in the order of its memory.
fn elements(array: &Sharding, device: usize) -> Vec<i64> {
    let shape = array.local_shape(device).unwrap();
    let mut order: Vec<usize> = (0..shape.len()).collect();
    if array.order() == Order::RowMajor {
        order.reverse();
    }
    (0..shape.iter().product())
        .map(|mut rest: i64| {
            let mut local = vec![0; shape.len()];
            for &axis in &order {
                local[axis] = rest % shape[axis];
                rest /= shape[axis];
            }
            array.offset(device, &local).unwrap()
        })
        .collect()
}

fn xla(row: &Value) -> RowVerdict {
    let text = of(&row["text"]);
    let ours = text.parse::<HloSharding>();
    let failed = row["error"] == true || row["crash"] == true;
    let Ok(ours) = ours else {
        return match (failed, text) {
            (true, _) => Ok(REFUSED),
            _ => {
                let (mut seen, size) =
                    (integers(&row["devices"]), integers(&row["dims"]).iter().product());
                seen.sort_unstable();
                seen.dedup();
                if (seen.len() as i64) < size || size == 0 || text.contains("T(0,0)") {
                    Ok("XLA: a device that is missing or there twice: refused")
                } else {
                    differs(ours, row)
                }
            }
        };
    };
    if failed || ours.to_string() != of(&row["out"]) {
        return differs(ours.to_string(), row);
    }
    let dims = integers(&row["dims"]);
    if dims.is_empty() {
        return Ok(EQUAL);
    }
    // The devices of each tile, for an array of odd extents.
    let devices: Vec<usize> = integers(&row["devices"]).iter().map(|&k| k as usize).collect();
    let printed = ours.to_string();
    let last = ["manual", "unreduced", "replicate"];
    let last = last.iter().filter(|name| printed.contains(**name)).count();
    let rank = dims.len() - last;
    let shape: Vec<i64> = dims[..rank].iter().map(|n| 2 * n + 1).collect();
    let array = match ours.sharding(&shape, devices.len()) {
        Err(error) if printed.contains("manual") && error.to_string().contains("by hand") => {
            return Ok(EQUAL);
        }
        array => array.map_err(|error| error.to_string())?,
    };
    for (k, &device) in devices.iter().enumerate() {
        let (mut rest, mut held) = (k as i64, Vec::new());
        for (axis, &parts) in dims.iter().enumerate().rev() {
            let tile = rest % parts;
            rest /= parts;
            if axis < rank {
                // GSPMD: tiles of ceil(n / p), the rest is padding.
                let size = (shape[axis] + parts - 1) / parts;
                let start = (tile * size).min(shape[axis]);
                held.insert(0, [start, (start + size).min(shape[axis])]);
            }
        }
        let local = array.local_shape(device).unwrap();
        let first = array.global(device, &vec![0; rank]);
        for (axis, [start, end]) in held.into_iter().enumerate() {
            if local[axis] != end - start || first.is_ok_and(|first| first[axis] != start) {
                return differs((local, first), (start, end));
            }
        }
    }
    let back = |hlo: HloSharding| hlo.sharding(&shape, devices.len()).unwrap();
    if again(HloSharding::of(&array), back, &array) { Ok(EQUAL) } else { differs(array, "lost") }
}

fn shardy(row: &Value) -> RowVerdict {
    let text = of(&row["text"]);
    let read = if text.contains("#sdy.mesh") {
        text.parse::<SdyMesh>().map(|mesh| mesh.to_string())
    } else {
        text.parse::<SdySharding>().map(|sharding| sharding.to_string())
    };
    let printed = match (read, &row["out"]) {
        (Err(_), Value::Null) => return Ok(REFUSED),
        (Ok(ours), Value::String(theirs)) if ours == *theirs => ours,
        (ours, theirs) => return differs(ours, theirs),
    };
    let Some(mesh) = row["mesh"].as_str() else { return Ok(EQUAL) };
    let mesh = mesh.parse::<SdyMesh>().map_err(|error| error.to_string())?.0;
    let sharding: SdySharding = printed.parse().unwrap();
    let array =
        sharding.sharding(&mesh, &integers(&row["shape"])).map_err(|error| error.to_string())?;
    for (device, held) in row["held"].as_array().unwrap().iter().enumerate() {
        let local = array.local_shape(device).unwrap();
        let first = array.global(device, &vec![0; local.len()]).unwrap();
        let ours: Vec<Vec<i64>> =
            (0..local.len()).map(|k| vec![first[k], first[k] + local[k]]).collect();
        if ours != lists(held) {
            return differs(ours, held);
        }
    }
    let back = |sdy: SdySharding| sdy.sharding(&mesh, &array.shape()).unwrap();
    if again(SdySharding::of(&array, "mesh"), back, &array) {
        Ok(EQUAL)
    } else {
        differs(array, "lost")
    }
}

fn dtensor(row: &Value) -> RowVerdict {
    let text = of(&row["text"]);
    let placements = match text.parse::<Placements>() {
        Ok(placements) => placements,
        Err(error) => return Err(error.to_string()),
    };
    if placements.to_string() != text {
        return differs(placements.to_string(), text);
    }
    let sizes: Vec<usize> = integers(&row["mesh"]).iter().map(|&n| n as usize).collect();
    let axes: Vec<_> = ["a", "b", "c"].into_iter().zip(sizes).collect();
    let mesh = Mesh::new(&axes).unwrap();
    let shape = integers(&row["shape"]);
    let array = match placements.sharding(&mesh, &shape) {
        Ok(array) => array,
        Err(error) if error.to_string().contains("are not partial values of") => {
            return Ok("PyTorch: two reductions of one tensor: refused");
        }
        Err(error) => return Err(error.to_string()),
    };
    if let Some(rows) = row["elements"].as_array() {
        for (device, held) in rows.iter().enumerate() {
            if elements(&array, device) != integers(held) {
                return differs(elements(&array, device), held);
            }
        }
    }
    for (device, held) in row["held"].as_array().into_iter().flatten().enumerate() {
        let [size, offset] = &lists(held)[..] else { return differs("two lists", held) };
        let local = array.local_shape(device).unwrap();
        let first = array.global(device, &vec![0; local.len()]);
        let starts: Option<AxisList> = first.ok();
        // An empty shard has no first element.
        if local[..] != size[..] || starts.is_some_and(|first| first[..] != offset[..]) {
            return differs((local, starts), held);
        }
    }
    let back = |placements: Placements| placements.sharding(array.mesh(), &shape).unwrap();
    if again(Placements::of(&array), back, &array) { Ok(EQUAL) } else { differs(array, "lost") }
}

fn scalapack(row: &Value) -> RowVerdict {
    let entries: [i64; 9] = integers(&row["desc"]).try_into().unwrap();
    let descriptor = Descriptor::new(entries).map_err(|error| error.to_string())?;
    let grid = integers(&row["grid"]);
    let mesh = Mesh::new(&[("p", grid[0] as usize), ("q", grid[1] as usize)]).unwrap();
    let array = descriptor.sharding(&mesh).map_err(|error| error.to_string())?;
    let held: Vec<Vec<Vec<i64>>> = row["held"].as_array().unwrap().iter().map(lists).collect();
    for device in mesh.devices() {
        let (p, q) = (device / mesh.size(1), device % mesh.size(1));
        let (rows, columns) = (&held[0][p], &held[1][q]);
        let local = array.local_shape(device).unwrap();
        if local[..] != [rows.len() as i64, columns.len() as i64] {
            return differs(local, (rows.len(), columns.len()));
        }
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in columns.iter().enumerate() {
                let global = array.global(device, &[i as i64, j as i64]).unwrap();
                if global[..] != [row, column] {
                    return differs(global, (row, column));
                }
            }
        }
    }
    let text = descriptor.to_string();
    if text.parse() != Ok(descriptor) || Descriptor::of(&array) != Ok(descriptor) {
        return differs(Descriptor::of(&array), descriptor);
    }
    Ok(EQUAL)
}

fn order(row: &Value) -> Order {
    if row["order"] == "C" { Order::RowMajor } else { Order::ColumnMajor }
}

/// The offset in the memory of the array, of a row-major offset.
fn in_memory(array: &Sharding, mut offset: i64) -> i64 {
    if array.order() == Order::RowMajor {
        return offset;
    }
    let shape = array.shape();
    let mut coord = vec![0; shape.len()];
    for axis in (0..shape.len()).rev() {
        coord[axis] = offset % shape[axis];
        offset /= shape[axis];
    }
    coord.iter().zip(&shape[..]).rev().fold(0, |offset, (c, n)| offset * n + c)
}

fn darray(row: &Value) -> RowVerdict {
    let (kinds, arguments) = (integers(&row["kinds"]), integers(&row["arguments"]));
    let distributions = kinds.iter().zip(&arguments).map(|(kind, &argument)| {
        let argument = (argument >= 0).then_some(argument);
        [Distribution::Block(argument), Distribution::Cyclic(argument), Distribution::None]
            [*kind as usize]
    });
    let darray = Darray {
        sizes: integers(&row["sizes"]),
        distributions: distributions.collect(),
        processes: integers(&row["grid"]),
        order: order(row),
    };
    if darray.to_string().parse() != Ok(darray.clone()) {
        return differs(darray.to_string(), "another");
    }
    let array = darray.sharding().map_err(|error| error.to_string())?;
    for (rank, held) in row["held"].as_array().unwrap().iter().enumerate() {
        let ours: Vec<i64> = elements(&array, rank).iter().map(|&k| in_memory(&array, k)).collect();
        if ours != integers(held) {
            return differs(ours, held);
        }
    }
    let back = |darray: Darray| darray.sharding().unwrap();
    if again(Darray::of(&array), back, &array) { Ok(EQUAL) } else { differs(array, "lost") }
}

fn subarray(row: &Value) -> RowVerdict {
    let (sizes, parts) = (integers(&row["sizes"]), integers(&row["parts"]));
    let subarray = Subarray { sizes, parts, starts: integers(&row["starts"]), order: order(row) };
    let (offset, layout) = subarray.layout().map_err(|error| error.to_string())?;
    let mut ours: Vec<i64> = layout.iter().map(|k| offset + k).collect();
    // MPI packs in the order of memory.
    ours.sort_unstable();
    if ours != lists(&row["held"])[0] {
        return differs(ours, &row["held"]);
    }
    let again = Subarray::of_layout(&subarray.sizes, subarray.order, offset, &layout);
    if again.as_ref() == Ok(&subarray) && subarray.to_string().parse() == Ok(subarray.clone()) {
        Ok(EQUAL)
    } else {
        differs(again, subarray)
    }
}

/// A description in the other system that equals `array`, or none.
fn written(array: &Sharding) -> Vec<Option<Sharding>> {
    let (mesh, shape) = (array.mesh(), array.shape());
    vec![
        HloSharding::of(array).ok().map(|hlo| hlo.sharding(&shape, mesh.device_count()).unwrap()),
        SdySharding::of(array, "m").ok().map(|sdy| sdy.sharding(mesh, &shape).unwrap()),
        Placements::of(array).ok().map(|placements| placements.sharding(mesh, &shape).unwrap()),
        Descriptor::of(array).ok().map(|descriptor| descriptor.sharding(mesh).unwrap()),
        Darray::of(array).ok().map(|darray| darray.sharding().unwrap()),
    ]
}

/// Random shardings, as text of `layout_core`: each system describes them, or refuses.
#[test]
fn nothing_is_lost_in_another_system() {
    let mut draw = Draw(5);
    let mut counts = [0; 5];
    for _ in 0..4000 {
        let names = ["x", "y", "z"];
        let rank = 1 + draw.below(3);
        let mut axes: Vec<String> = Vec::new();
        let mut free: Vec<&str> = names[..rank].to_vec();
        for _ in 0..1 + draw.below(3) {
            let mut axis = (draw.below(13)).to_string();
            while draw.below(2) == 0 && !free.is_empty() {
                let name = free.swap_remove(draw.below(free.len()));
                axis += &format!("/{name}");
                match draw.below(4) {
                    0 => {
                        axis += &format!(":{}", 1 + draw.below(4));
                        break;
                    }
                    1 if !free.is_empty() => {
                        let both = format!("/({name},{})", free.swap_remove(0));
                        axis.truncate(axis.len() - name.len() - 1);
                        axis += &both;
                    }
                    _ => {}
                }
            }
            axes.push(axis);
        }
        let mut rest = String::new();
        if draw.below(4) == 0 && !free.is_empty() {
            rest += &format!(" sum {}", free[0]);
        }
        rest += ["", " column-major"][draw.below(2)];
        let sizes: Vec<String> =
            names[..rank].iter().map(|name| format!("{name}={}", 1 + draw.below(4))).collect();
        let text = format!("({}){rest} on [{}]", axes.join(","), sizes.join(","));
        let array: Sharding = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        for (count, again) in counts.iter_mut().zip(written(&array)) {
            let Some(again) = again else { continue };
            assert!(again.holds_like(&array).unwrap(), "{array} became {again}");
            *count += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// Every two cuts of a small matrix: a device's part is a box with the device's elements, or is refused.
#[test]
fn every_small_part_is_a_box_or_refused() {
    let mut counts = [0; 2];
    let cuts = ["", "/{}", "/{}:1", "/{}:2", "/{}:3"];
    for (m, n) in (1..=5).flat_map(|m| (1..=4).map(move |n| (m, n))) {
        for (one, other) in cuts.iter().flat_map(|one| cuts.map(|other| (one, other))) {
            for order in ["", " column-major"] {
                let (one, other) = (one.replace("{}", "x"), other.replace("{}", "y"));
                let text = format!("({m}{one},{n}{other}){order} on [x=2,y=2]");
                let array: Sharding = text.parse().unwrap();
                for device in 0..4 {
                    let held = elements(&array, device);
                    let coords = held.iter().map(|k| [k / n, k % n]);
                    let extent = |axis: usize| {
                        let along = coords.clone().map(move |coord| coord[axis]);
                        along
                            .clone()
                            .max()
                            .zip(along.min())
                            .map_or(0, |(most, least)| most - least + 1)
                    };
                    let is_box = !held.is_empty() && extent(0) * extent(1) == held.len() as i64;
                    let found = Subarray::of(&array, device);
                    assert_eq!(found.is_ok(), is_box, "{device} of {text}: {found:?}");
                    counts[usize::from(is_box)] += 1;
                    let Ok(found) = found else { continue };
                    let (offset, layout) = found.layout().unwrap();
                    let mut ours: Vec<i64> = layout.iter().map(|k| offset + k).collect();
                    let mut held: Vec<i64> = held.iter().map(|&k| in_memory(&array, k)).collect();
                    ours.sort_unstable();
                    held.sort_unstable();
                    assert_eq!(ours, held, "{device} of {text}");
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// What comes back as an equal sharding is written. Otherwise the devices would be compared one by one.
#[test]
fn meshes_of_many_devices_are_written_or_refused() {
    let text = "(9/x,7/y) on [x=2,y=316777216]";
    let array: Sharding = text.parse().unwrap();
    let words = "no local part: 633554432 devices to compare are more than 16777216: `local_shape` and `global` compare one";
    assert_eq!(Darray::of(&array).unwrap_err().to_string(), words);
    assert_eq!(Placements::of(&array).unwrap().to_string(), "(Shard(dim=0), Shard(dim=1))");
    let written = SdySharding::of(&array, "mesh").unwrap().to_string();
    assert_eq!(written, "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>");
    assert!(HloSharding::of(&array).is_err());
}

/// Texts that are broken in one place are read or refused, and a text that is read becomes a sharding or is refused.
#[test]
fn boxes_outside_of_any_array_are_refused() {
    for size in ["-9223372036854775807", "-1", "0", "2"] {
        let text = format!("subarray(sizes=[{size}], subsizes=[3], starts=[0], order=C)");
        let refused = text.parse::<Subarray>().unwrap().layout().unwrap_err().to_string();
        assert!(refused.contains("the box leaves the array, or is empty"), "{size}: {refused}");
    }
}

#[test]
fn broken_texts_of_shardings_do_not_panic() {
    let mut draw = Draw(9);
    let mut texts = vec![
        "darray(sizes=[9,7], distribs=[block,cyclic(2)], procs=[2,3], order=F)".to_string(),
        "subarray(sizes=[9,7], subsizes=[4,7], starts=[5,0], order=C)".to_string(),
        "[1, 0, 9, 7, 2, 3, 0, 1, 5]".to_string(),
        "(100/x/y,64/z:8+1) sum (v,w) column-major on [v=2,w=2,x=2,y=3,z=4]".to_string(),
        "[x=4,y=2](4,2):(1,4)".to_string(),
    ];
    let rows = include_str!("../../../../tests/golden/systems/sharding.jsonl");
    let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).unwrap());
    texts.extend(rows.filter_map(|row| row["text"].as_str().map(String::from)));
    let mesh = Mesh::new(&[("x", 2), ("y", 4)]).unwrap();
    let (mut read, mut refused) = (0, 0);
    for text in &texts {
        for _ in 0..40 {
            let mut bytes = text.clone().into_bytes();
            let at = draw.below(bytes.len());
            let new = b"0123456789[](){},<=:-?\"Tx";
            match draw.below(3) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, new[draw.below(new.len())]),
                _ => bytes[at] = new[draw.below(new.len())],
            }
            let text = String::from_utf8(bytes).unwrap();
            let results = [
                text.parse().map(|a: HloSharding| drop(a.sharding(&[5, 7], 8))),
                text.parse().map(|a: SdySharding| drop(a.closed().sharding(&mesh, &[5, 7]))),
                text.parse().map(|_: SdyMesh| ()),
                text.parse().map(|a: Placements| drop(a.sharding(&mesh, &[5, 7]))),
                text.parse().map(|a: Descriptor| drop(a.sharding(&mesh))),
                text.parse().map(|a: Darray| drop(a.sharding())),
                text.parse().map(|a: Subarray| assert!(a.layout().map_or(true, |(k, _)| k >= 0))),
                text.parse().map(|_: Sharding| ()),
                text.parse().map(|_: Mesh| ()),
            ];
            if results.iter().any(Result::is_ok) { read += 1 } else { refused += 1 }
        }
    }
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused");
}

/// A generator of numbers: SplitMix64.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }
}
