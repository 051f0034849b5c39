//! Generated texts of shardings. What each device holds is found by enumeration, as the system's own rule says.

use layout_core::sharding::{Mesh, Sharding};
use static_layout_dialects::sharding::{Descriptor, HloSharding, Placements, SdyMesh, SdySharding};

use crate::sharding::Draw;

/// The indices of axis `axis` that a device holds, in the order of its memory.
fn held(array: &Sharding, device: usize, axis: usize) -> Vec<i64> {
    let shape = array.local_shape(device).unwrap();
    // Another axis may be empty: of its own, this one is not.
    let mut at = vec![0; shape.len()];
    (0..shape[axis])
        .filter_map(|i| {
            at[axis] = i;
            array.global(device, &at).ok().map(|global| global[axis])
        })
        .collect()
}

/// The coordinates of position `position` in a mesh of these sizes.
fn coords(sizes: &[usize], mut position: usize) -> Vec<usize> {
    let mut coords = vec![0; sizes.len()];
    for (coord, size) in coords.iter_mut().zip(sizes).rev() {
        *coord = position % size;
        position /= size;
    }
    coords
}

/// `torch.chunk`: part `k` of `count`.
fn chunk(all: &[i64], count: usize, k: usize) -> Vec<i64> {
    let size = all.len().div_ceil(count);
    all.iter().copied().skip(size * k).take(size).collect()
}

fn shuffled(draw: &mut Draw, count: usize) -> Vec<usize> {
    let mut list: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        list.swap(k, draw.below(k + 1));
    }
    list
}

fn joined<T: std::fmt::Display>(list: &[T]) -> String {
    list.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

#[test]
fn placements() {
    let mut draw = Draw(50);
    let (mut read, mut strided, mut refused) = (0, 0, 0);
    for _ in 0..6000 {
        let rank = 1 + draw.below(3);
        let sizes: Vec<usize> = (0..rank).map(|_| 1 + draw.below(4)).collect();
        let extent = draw.below(50) as i64;
        let is_ordered = draw.below(5) == 0;
        let turns = shuffled(&mut draw, rank);
        let (mut texts, mut cuts) = (Vec::new(), Vec::new());
        for k in 0..rank {
            let factor = [1, 1, 2, 3, 4, sizes[rank - 1]][draw.below(6)];
            let kind = draw.below(8);
            cuts.push((kind < 6, if is_ordered { 1 } else { factor }));
            texts.push(match (kind, factor) {
                (6, _) => ["Replicate()", "R"][draw.below(2)].into(),
                (7, _) => ["Partial(avg)", "P(avg)", "Partial(\"avg\")"][draw.below(3)].into(),
                _ if is_ordered => format!("S(0)[{k}]"),
                (0..3, 1) => ["Shard(0)", "Shard(dim=0)", "Shard(-1)"][draw.below(3)].into(),
                (_, 1) => "S(0)".into(),
                (0..3, _) => format!("_StridedShard(dim=0, sf={factor})"),
                _ => format!("_S(0, {factor})"),
            });
        }
        // Numbers from 0 on, in a random order.
        let mut order: Vec<usize> = (0..rank).filter(|&k| cuts[k].0).collect();
        if is_ordered {
            order.sort_by_key(|&k| turns[k]);
            for (turn, &k) in order.iter().enumerate() {
                texts[k] = format!("S(0)[{turn}]");
            }
        }
        let is_short = texts.iter().all(|text| text.len() < 4 || text.starts_with(['S', 'P', '_']));
        let is_short =
            is_short && texts.iter().all(|text| !text.contains("Shard") && !text.contains("Part"));
        let text = match draw.below(3) {
            0 if is_short && !texts.iter().any(|text| text.starts_with("Repl")) => texts.concat(),
            1 => format!("[{}]", texts.join(", ")),
            _ => format!("({},)", texts.join(", ")),
        };
        let names = ["a", "b", "c"];
        let axes: Vec<_> = names.into_iter().zip(sizes.iter().copied()).collect();
        let placements: Placements = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let array = placements.sharding(&Mesh::new(&axes).unwrap(), &[extent]);
        let factors: Vec<usize> = order.iter().map(|&k| cuts[k].1).filter(|&f| f > 1).collect();
        let Ok(array) = array else {
            // One factor, and parts of one size: always a block-cyclic cut.
            let all = order.iter().map(|&k| sizes[k] * cuts[k].1).product::<usize>();
            assert!(
                factors.len() > 1 || extent % all as i64 != 0 || order.len() > 1,
                "{text} of {extent}"
            );
            refused += 1;
            continue;
        };
        read += 1;
        strided += usize::from(!factors.is_empty());
        for device in 0..sizes.iter().product() {
            let at = coords(&sizes, device);
            let mut expected: Vec<i64> = (0..extent).collect();
            for &k in &order {
                let (_, factor) = cuts[k];
                let chunks =
                    (0..factor).flat_map(|j| chunk(&chunk(&expected, factor, j), sizes[k], at[k]));
                expected = chunks.collect();
            }
            assert_eq!(
                held(&array, device, 0),
                expected,
                "{text} of {extent}: {array}, device {device}"
            );
        }
        // What is written is read with the same elements.
        if let Ok(written) = Placements::of(&array) {
            let again: Placements = written.to_string().parse().unwrap();
            assert_eq!(again, written);
            assert!(again.sharding(array.mesh(), &[extent]).unwrap().holds_like(&array).unwrap());
        }
    }
    assert!(read > 3500 && strided > 1000 && refused > 300, "{read}, {strided}, {refused}");
}

#[test]
fn tilings() {
    let mut draw = Draw(51);
    for _ in 0..6000 {
        let rank = 1 + draw.below(3);
        let tiles: Vec<usize> = (0..rank).map(|_| [1, 2, 2, 3, 4][draw.below(5)]).collect();
        let kinds = shuffled(&mut draw, 2);
        let last: Vec<(&str, usize)> = kinds[..draw.below(3)]
            .iter()
            .map(|&kind| (["replicated", "unreduced"][kind], 1 + draw.below(3)))
            .collect();
        let dims: Vec<usize> =
            tiles.iter().copied().chain(last.iter().map(|last| last.1)).collect();
        let count: usize = dims.iter().product();
        let mut devices: Vec<usize> = (0..count).collect();
        let mut list = String::new();
        if count == 1 || draw.below(2) == 0 {
            // Reshaped to a divisor and the rest, transposed.
            let divisors: Vec<usize> = (1..=count).filter(|k| count.is_multiple_of(*k)).collect();
            let a = divisors[draw.below(divisors.len())];
            let b = count / a;
            list += &format!("<=[{count}]");
            if draw.below(2) == 0 {
                list = format!("<=[{a},{b}]T(1,0)");
                devices = (0..count).map(|k| k % a * b + k / a).collect();
            }
        } else {
            devices = shuffled(&mut draw, count);
            list = joined(&devices);
        }
        let mut keys = vec![format!("devices=[{}]{list}", joined(&dims))];
        match &last[..] {
            [] => {}
            [("replicated", _)] if draw.below(2) == 0 => {
                keys.push("last_tile_dim_replicate".into())
            }
            last => {
                let names: Vec<&str> = last.iter().map(|last| last.0).collect();
                keys.push(format!("last_tile_dims={{{}}}", names.join(", ")));
            }
        }
        if draw.below(3) == 0 {
            let metadata =
                ["{}", "{op_name=\"a}\\\"{\" source_line=3}", "{{op_name=\"x\"}, {op_type=\"y\"}}"];
            keys.push(format!("metadata={}", metadata[draw.below(3)]));
        }
        if draw.below(4) == 0 {
            keys.push(["shard_as 2", "shard_like 0"][draw.below(2)].into());
        }
        // Keys in any order, as XLA reads them. A list of devices ends at a space.
        let order = shuffled(&mut draw, keys.len());
        let text: Vec<&str> = order.iter().map(|&k| keys[k].as_str()).collect();
        let text = format!("{}{{{}}}", ["", "sharding="][draw.below(2)], text.join(" "));
        let hlo: HloSharding = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let again: HloSharding = hlo.to_string().parse().unwrap();
        // XLA reads what it prints for terms beside copies of size 1 as terms alone.
        assert!(again == hlo || again.to_string().starts_with("{unreduced"), "{text}");
        let shape: Vec<i64> = tiles.iter().map(|_| draw.below(14) as i64).collect();
        if ["unreduced", "{replicated"].iter().any(|kind| hlo.to_string() == format!("{{{kind}}}"))
        {
            continue;
        }
        let Ok(array) = hlo.sharding(&shape, count) else {
            // All tiles of size 1 with terms only: XLA drops the shape.
            assert!(hlo.to_string().starts_with("{unreduced"), "{text}");
            continue;
        };
        for (k, &device) in devices.iter().enumerate() {
            let at = coords(&dims, k);
            for axis in 0..rank {
                // GSPMD: tiles of ceil(n / p), the rest is padding.
                let size = shape[axis].max(0) as usize;
                let tile = size.div_ceil(tiles[axis]).max(1);
                let expected: Vec<i64> =
                    (0..size).skip(tile * at[axis]).take(tile).map(|i| i as i64).collect();
                let local = array.local_shape(device).unwrap();
                assert_eq!(local[axis], expected.len() as i64, "{text}: {array}, device {device}");
                if !local.contains(&0) {
                    assert_eq!(held(&array, device, axis), expected, "{text}: {array}");
                }
            }
        }
    }
}

#[test]
fn named_axes_and_their_parts() {
    let mut draw = Draw(52);
    for _ in 0..6000 {
        // A mesh of parts that is written as one of whole axes: "x" = 2 * 3, "y" = 2 * 2, "z" = 2.
        let whole = [("x", vec![2, 3]), ("y", vec![2, 2]), ("z", vec![2])];
        let sizes: Vec<usize> = whole.iter().flat_map(|(_, parts)| parts.clone()).collect();
        let texts = |name: &str, parts: &[usize]| -> Vec<String> {
            let before = |k: usize| parts[..k].iter().product::<usize>();
            (0..parts.len()).map(|k| format!("\"{name}\":({}){}", before(k), parts[k])).collect()
        };
        let parts: Vec<String> =
            whole.iter().flat_map(|(name, parts)| texts(name, parts)).collect();
        let devices = if draw.below(2) == 0 { shuffled(&mut draw, 48) } else { (0..48).collect() };
        let mut free = shuffled(&mut draw, 5);
        let rank = 1 + draw.below(3);
        let mut dims: Vec<Vec<usize>> = Vec::new();
        for _ in 0..rank {
            let count = draw.below(3).min(free.len());
            dims.push(free.drain(..count).collect());
        }
        let of = |axes: &[usize]| {
            // A whole axis is written without its part.
            let names: Vec<String> = axes
                .iter()
                .map(|&k| if k == 4 { "\"z\"".into() } else { parts[k].clone() })
                .collect();
            names.join(", ")
        };
        let mut text: String =
            dims.iter().map(|axes| format!("{{{}}}", of(axes))).collect::<Vec<_>>().join(", ");
        text = format!("[{text}]");
        for key in ["replicated", "unreduced"] {
            if draw.below(3) == 0 && !free.is_empty() {
                text += &format!(", {key}={{{}}}", of(&[free.pop().unwrap()]));
            }
        }
        let ids = joined(&devices);
        let mesh = format!("<[\"x\"=6, \"y\"=4, \"z\"=2], device_ids=[{ids}]>");
        let begins = ["#sdy.mesh", "", "mesh", "sdy.mesh @mesh = "];
        let mesh: SdyMesh = format!("{}{mesh}", begins[draw.below(4)]).parse().unwrap();
        let begins = ["#sdy.sharding<", "<", "sdy.sharding = #sdy.sharding<"];
        let sdy = format!("{}@mesh, {text}>", begins[draw.below(3)]);
        let shape: Vec<i64> = dims.iter().map(|_| draw.below(30) as i64).collect();
        let read: SdySharding = sdy.parse().unwrap_or_else(|error| panic!("{sdy}: {error}"));
        assert_eq!(read.to_string().parse(), Ok(read.clone()), "{sdy}");
        // XLA prints the same with its own quotes and brackets.
        let hlo =
            format!("{{mesh['x'=6,'y'=4,'z'=2], device_ids=({ids}), {}}}", text.replace('"', "'"));
        let hlo: HloSharding = hlo.parse().unwrap_or_else(|error| panic!("{hlo}: {error}"));
        assert_eq!(hlo.to_string().parse(), Ok(hlo.clone()));
        let named = hlo.sharding(&shape, 48).unwrap();
        let array = read.sharding(&mesh.0, &shape).unwrap_or_else(|error| panic!("{sdy}: {error}"));
        assert!(array.holds_like(&named).unwrap(), "{sdy}");
        for (position, &device) in devices.iter().enumerate() {
            let at = coords(&sizes, position);
            for (axis, axes) in dims.iter().enumerate() {
                let count: usize = axes.iter().map(|&k| sizes[k]).product();
                let shard = axes.iter().fold(0, |shard, &k| shard * sizes[k] + at[k]);
                let all: Vec<i64> = (0..shape[axis]).collect();
                let local = array.local_shape(device).unwrap();
                let expected = chunk(&all, count, shard);
                assert_eq!(local[axis], expected.len() as i64, "{sdy}: {array}");
                if !local.contains(&0) {
                    assert_eq!(held(&array, device, axis), expected, "{sdy}: {array}");
                }
            }
        }
    }
}

#[test]
fn descriptors_of_each_process() {
    let mut draw = Draw(53);
    for _ in 0..3000 {
        let grid = [1 + draw.below(4), 1 + draw.below(3)];
        let mesh = Mesh::new(&[("p", grid[0]), ("q", grid[1])]).unwrap();
        let shape = [draw.below(30) as i64, draw.below(30) as i64];
        let blocks = [1 + draw.below(7) as i64, 1 + draw.below(7) as i64];
        let first = [draw.below(grid[0]), draw.below(grid[1])];
        // The rows and columns of a coordinate of the grid.
        let dealt = |axis: usize, coord: usize| -> Vec<i64> {
            let on = |&i: &i64| {
                (i / blocks[axis] + first[axis] as i64) % grid[axis] as i64 == coord as i64
            };
            (0..shape[axis]).filter(on).collect()
        };
        let process = draw.below(grid[0] * grid[1]);
        let rows = dealt(0, process / grid[1]);
        let least = (rows.len() as i64).max(1);
        let of = |leading: i64| {
            let [m, n] = shape;
            let text = format!(
                "[1, 7, {m}, {n}, {}, {}, {}, {}, {leading}]",
                blocks[0], blocks[1], first[0], first[1]
            );
            text.parse::<Descriptor>().unwrap()
        };
        let local = of(least + draw.below(3) as i64);
        assert_eq!(local.strides_on(&mesh, process), Ok(local.strides()), "{local}");
        assert!(of(least - 1).strides_on(&mesh, process).is_err());
        let array = local.sharding(&mesh).unwrap();
        for device in 0..grid[0] * grid[1] {
            let at = [device / grid[1], device % grid[1]];
            for (axis, &coord) in at.iter().enumerate() {
                let expected = dealt(axis, coord);
                assert_eq!(array.local_shape(device).unwrap()[axis], expected.len() as i64);
                if !array.local_shape(device).unwrap().contains(&0) {
                    assert_eq!(held(&array, device, axis), expected, "{local}: {array}");
                }
            }
        }
    }
}

/// Keys that do not belong, or are there twice, and numbers that cannot be.
#[test]
fn keys_are_read_or_refused() {
    let refused = |text: &str, error: Option<layout_core::LayoutError>| {
        let error = error.unwrap_or_else(|| panic!("{text} was read"));
        error.to_string()
    };
    for text in [
        "(Shard(sf=0),)",
        "(Shard(dim=0, dim=0),)",
        "(_StridedShard(dim=0),)",
        "(_StridedShard(dim=0, sf=2, split_factor=2),)",
        "(_StridedShard(sf=2, 0),)",
        "(_StridedShard(0, 0),)",
        "(Replicate(0),)",
        "(Partial(premul_sum),)",
        "(_MaskPartial(reduce_op=sum, offset_shape=0, offset_dim=0),)",
        "MaskP(sum, 0, 0)",
        "(Shard(0) Shard(1))",
        "Shard(0) Shard(1)",
        "(R, Q)",
        "",
    ] {
        refused(text, text.parse::<Placements>().err());
    }
    let named: Placements = "(_StridedShard(sf=2, dim=1),)".parse().unwrap();
    assert_eq!(named.to_string(), "(_StridedShard(dim=1, sf=2),)");
    let mesh = Mesh::new(&[("x", 2), ("y", 2)]).unwrap();
    for text in ["S(0)[1]S(0)[2]", "S(0)[0]S(0)[0]", "S(0)[0]S(0)"] {
        let error = text.parse::<Placements>().unwrap().sharding(&mesh, &[8]).err();
        assert!(refused(text, error).contains("each once"));
    }
    for text in [
        "{replicated replicated}",
        "{manual replicated}",
        "{maximal device=0 device=1}",
        "{maximal device=-1}",
        "{devices=[2]<=[2] last_tile_dim_replicate last_tile_dim_replicate}",
        "{devices=[2]<=[2] last_tile_dim_replicate last_tile_dims={manual}}",
        "{devices=[2]<=[2] metadata={} metadata={}}",
        "{devices=[2]<=[2] metadata={op_name=\"x}}",
        "{devices=[2]<=[2] metadata={{}}",
        "{devices=[2]<=[2] shard_as 0 shard_like 0}",
        "{devices=[2]<=[2] shard_with 0}",
        "{devices=[2]<=[2] last_tile_dims={unknown}}",
        "{devices=[2]<=[2] last_tile_dims={manual, manual}}",
        "{last_tile_dim_replicate}",
        "{replicated last_tile_dim_replicate}",
        "{{{replicated}}}",
        "{mesh['x'=2], [{'x'}], replicated={'x'}, replicated={'x'}}",
        "{mesh['x'=2], [{'x'}p1]}",
        "{mesh['x'=2], [{'x'}], closed={'x'}}",
        "{mesh['x'=2,'x'=2], [{'x'}]}",
        "sharding {replicated}",
        "",
    ] {
        refused(text, text.parse::<HloSharding>().err());
    }
    for text in [
        "<@mesh, [{\"x\"}], replicated={\"y\"}, replicated={\"z\"}>",
        "<@mesh, [{\"x\"}], replicated={}>",
        "<@mesh, [{\"x\"}], partial={\"y\"}>",
        "<@mesh, [{\"x\"}p01]>",
        "<@mesh, [{?, \"x\"}]>",
        "<mesh, [{\"x\"}]>",
        "<@, [{\"x\"}]>",
        "<@a::@b, [{\"x\"}]>",
        "<@mesh, [{\"x\":1}]>",
        "#sdy.sharding_per_value<[<@mesh, [{}]>]>",
    ] {
        refused(text, text.parse::<SdySharding>().err());
    }
    let six = Mesh::new(&[("x", 6)]).unwrap();
    for part in ["(0)2", "(1)4", "(4)2", "(1)0", "(2)6", "(1)12"] {
        let text = format!("<@mesh, [{{\"x\":{part}}}]>");
        let read: SdySharding = text.parse().unwrap();
        assert!(refused(&text, read.sharding(&six, &[8]).err()).contains("divide"), "{text}");
    }
    let both = "<@mesh, [{\"x\":(1)2}, {\"x\"}]>".parse::<SdySharding>().unwrap();
    assert!(refused("x twice", both.sharding(&six, &[8, 8]).err()).contains("used twice"));
    for text in [
        "sdy.mesh @a = <[\"x\"=2], device_ids=[1,0], device_ids=[1,0]>",
        "sdy.mesh = <[\"x\"=2]>",
        "<[]",
        "@a",
    ] {
        refused(text, text.parse::<SdyMesh>().err());
    }
    for text in [
        "[502, 0, 7, 7, 6, 6, 0, 0, 1]",
        "[1, 0, 7, 7, 6, 6, 0, 0]",
        "[1, 0, 7, 7, 6, 6, 0, 0, 1, 1]",
    ] {
        refused(text, text.parse::<Descriptor>().err());
    }
}
