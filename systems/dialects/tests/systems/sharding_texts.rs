//! Generated texts of shardings. What each device holds is found by enumeration, as the system's own rule says.

use layout_core::sharding::{Mesh, Sharding};
use static_layout_dialects::sharding::{
    Descriptor, HloSharding, Placement, Placements, SdyMesh, SdySharding,
};

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
    let (mut strided, mut uneven) = (0, 0);
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
        let array = array.unwrap_or_else(|error| panic!("{text} of {extent}: {error}"));
        strided += usize::from(!factors.is_empty());
        // Cuts that stay strided are written as they were.
        if array.to_string().contains('*') {
            uneven += 1;
            Placements::of(&array).unwrap_or_else(|error| panic!("{array}: {error}"));
        }
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
    assert!(strided > 2000 && uneven > 1000, "{strided}, {uneven}");
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
        // XLA prints terms and copies of size 1, and reads this text as terms alone.
        assert!(again == hlo || again.to_string().starts_with("{unreduced"), "{text}");
        let shape: Vec<i64> = tiles.iter().map(|_| draw.below(14) as i64).collect();
        let array = hlo.sharding(&shape, count).unwrap_or_else(|error| panic!("{text}: {error}"));
        let terms: usize =
            last.iter().filter(|last| last.0 == "unreduced").map(|last| last.1).product();
        let found: usize =
            array.partial_axes().iter().map(|&axis| array.mesh().size(axis)).product();
        assert_eq!(found, terms, "{text}: {array}");
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
        assert_eq!(local.strides_on(&mesh, process), Ok([1, local.leading]), "{local}");
        assert!(of(least - 1).strides_on(&mesh, process).is_err());
        // Some process may have the leading dimension, or none.
        let fewest = (0..grid[0]).map(|row| dealt(0, row).len() as i64).min().unwrap().max(1);
        assert!(of(fewest).sharding(&mesh).is_ok() && of(fewest - 1).sharding(&mesh).is_err());
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
    for text in ["P", "(P,)", "S(0)P", "PP", "P()", "[P(sum), P]"] {
        let error = text.parse::<Placements>().unwrap_err().to_string();
        assert_eq!(error, "no sharding: `P` does not name its reduction: write `P(sum)`", "{text}");
    }
    assert_eq!("Partial()".parse::<Placements>().unwrap().to_string(), "(Partial(sum),)");
    let line = Mesh::new(&[("x", 2)]).unwrap();
    for factor in [0, -1, i64::MIN] {
        let strided = Placements(vec![Placement::Strided(0, factor)]).sharding(&line, &[8]);
        assert_eq!(strided.unwrap_err().to_string(), "no sharding: a split factor is below 1");
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
        "{{replicated}, {}}",
        "{{replicated},}",
        "{mesh[' x'=2], [{'x'}]}",
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
        "<@\"\", [{\"x\"}]>",
        "<@a::@b, [{\"x\"}]>",
        "<@mesh, [{\"x\":1}]>",
        "<@mesh, [{\"x}]>",
        "#sdy.sharding_per_value<[<@mesh, [{}]>]>",
    ] {
        refused(text, text.parse::<SdySharding>().err());
    }
    // Spaces inside of quotes are part of a name.
    let spaced: SdySharding = "<@mesh, [{\" x\"}]>".parse().unwrap();
    assert_eq!(spaced.dims[0].axes[0].name, " x");
    assert!(refused(" x", spaced.sharding(&mesh, &[8]).err()).contains("no axis  x"));
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

/// What a sharding of XLA says without a list of axes, and what it does not fit.
#[test]
fn shardings_of_every_rank() {
    let of = |text: &str, shape: &[i64], devices| {
        let hlo: HloSharding = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        hlo.sharding(shape, devices)
            .map(|array| array.to_string())
            .map_err(|error| error.to_string())
    };
    for (text, shape, expected) in [
        ("{mesh['a'=2], replicated}", &[][..], "() on [a=2]"),
        ("{mesh['a'=2], replicated}", &[4], "(4) on [a=2]"),
        ("{mesh['a'=2], []}", &[4, 3], "(4,3) on [a=2]"),
        ("{mesh['a'=2], [], unreduced={'a'}}", &[4], "(4) sum a on [a=2]"),
        ("{unreduced}", &[4], "(4) sum term on [term=2]"),
        (
            "{devices=[1,1,2]0,1 last_tile_dims={replicated, unreduced}}",
            &[4],
            "(4) sum term on [term=2]",
        ),
        ("{devices=[1,2]7,2 last_tile_dims={unreduced}}", &[4], "(4) sum term on [term=2]{7,2}"),
        (
            "{devices=[2,1]7,2 last_tile_dims={unreduced, manual}}",
            &[],
            "() sum term on [term=2]{7,2}",
        ),
        ("{maximal device=1}", &[4], "(4) on []{1}"),
    ] {
        assert_eq!(of(text, shape, 2), Ok(expected.into()), "{text}");
    }
    for (text, expected) in [
        ("{mesh['a'=2], [{}]}", "no sharding: the arrays have 1 and 2 axes"),
        ("{mesh['a'=4], replicated}", "no sharding: 4 devices for 2 positions of the mesh"),
        ("{maximal device=2}", "no sharding: device 2 is not in the mesh"),
        ("{maximal device=9}", "no sharding: device 9 is not in the mesh"),
    ] {
        assert_eq!(of(text, &[4, 4], 2), Err(expected.into()), "{text}");
    }
    // Shapes of terms, and shapes on one device past the others.
    for text in [
        "(4) sum x on [x=2]",
        "(4) sum x on [x=2]{2,3}",
        "(4,2) sum (x,y) on [x=2,y=3]",
        "(4) on [x=1]{7}",
    ] {
        let array: Sharding = text.parse().unwrap();
        let hlo = HloSharding::of(&array).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(hlo.to_string().parse(), Ok(hlo));
    }
    let array: Sharding = "(4) sum x on [x=2]{1,0}".parse().unwrap();
    let refused = HloSharding::of(&array).unwrap_err().to_string();
    let words = "XLA's `{unreduced}` is all devices from 0 on, in order";
    assert_eq!(refused, format!("cannot write the sharding: {words}"));
}

/// jaxlib 0.10.2's texts of kinds of the last dimensions, some of size 1. It prints the first three as
/// `{devices=[1,2].. last_tile_dims={unreduced}}`, which it reads as `{unreduced}`.
#[test]
fn kinds_of_size_one() {
    for (text, printed) in [
        ("{devices=[1,1,2]0,1 last_tile_dims={replicated, unreduced}}", "{unreduced}"),
        ("{devices=[1,2,1]<=[2] last_tile_dims={unreduced, manual}}", "{unreduced}"),
        ("{devices=[1,1,2,1]<=[2] last_tile_dims={replicated,unreduced,unreduced}}", "{unreduced}"),
        ("{devices=[1,2,2]<=[4] last_tile_dims={unreduced, unreduced}}", "{unreduced}"),
        ("{devices=[1,1]<=[1] last_tile_dims={unreduced}}", "{unreduced}"),
        ("{devices=[1,2,1]0,1 last_tile_dims={manual, replicated}}", "{manual}"),
        ("{devices=[1,1,2]0,1 last_tile_dims={manual, replicated}}", "{replicated}"),
        ("{devices=[1,1,1]<=[1] last_tile_dims={unreduced, manual}}", "{devices=[1]<=[1]}"),
        ("{devices=[2,1,1]<=[2] last_tile_dims={unreduced,replicated}}", "{devices=[2]<=[2]}"),
    ] {
        let hlo: HloSharding = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(hlo.to_string(), printed, "{text}");
    }
}

#[test]
fn a_mesh_in_the_text_is_the_mesh() {
    let text = "#sdy.sharding<mesh<[\"x\"=2]>, [{\"x\"}]>";
    let sdy: SdySharding = text.parse().unwrap();
    let on = |mesh: &str| sdy.sharding(&mesh.parse().unwrap(), &[8]).map(|array| array.to_string());
    assert_eq!(on("[x=2]"), Ok("(8/x) on [x=2]".into()));
    // JAX prints a mesh without its devices.
    assert_eq!(on("[x=2]{1,0}"), Ok("(8/x) on [x=2]{1,0}".into()));
    let another = "no sharding: the sharding has a mesh of its own, which is another";
    for mesh in ["[x=4]", "[x=2,y=1]", "[y=2]", "[]"] {
        assert_eq!(on(mesh).unwrap_err().to_string(), another);
    }
    let text = "#sdy.sharding<mesh<[\"x\"=2], device_ids=[1, 0]>, [{\"x\"}]>";
    let sdy: SdySharding = text.parse().unwrap();
    let on = |mesh: &str| sdy.sharding(&mesh.parse().unwrap(), &[8]).map(|array| array.to_string());
    assert_eq!(on("[x=2]{1,0}"), Ok("(8/x) on [x=2]{1,0}".into()));
    assert_eq!(on("[x=2]").unwrap_err().to_string(), another);
}

/// Numbers of a text take no memory and no time of their size: the texts are short.
#[test]
fn many_devices_in_short_texts() {
    let again = |text: &str| text.parse::<HloSharding>().map(|hlo| hlo.to_string());
    let tuple = |part: &str, count: usize| format!("{{{}}}", vec![part; count].join(", "));
    for text in [
        "{mesh['a'=2147483648], [{'a'}]}",
        "{mesh['a'=2147483648], replicated}",
        "{devices=[16777216]<=[16777216]}",
        "{devices=[2,8388608]<=[8388608,2]T(1,0) last_tile_dim_replicate}",
        &tuple("{devices=[16777216]<=[16777216]}", 1000),
        &tuple("{devices=[1024,16384]<=[16384,1024]T(1,0)}", 1000),
        &tuple("{devices=[4,4096]<=[16384] last_tile_dim_replicate}", 1000),
    ] {
        assert_eq!(again(text).as_deref(), Ok(text));
    }
    // Those that XLA has a list for.
    let listed = "{devices=[2,6]<=[4,3]T(1,0) last_tile_dim_replicate}";
    assert_eq!(
        again(listed).unwrap(),
        "{devices=[2,6]0,1,3,4,6,9,2,5,7,8,10,11 last_tile_dim_replicate}"
    );
    let many = "at most 2^22 devices, of all parts together, where they must be listed";
    for text in [
        "{devices=[2,8,1048576]<=[1048576,16]T(1,0) last_tile_dims={replicated, manual}}"
            .to_string(),
        tuple("{devices=[1,256,256]<=[65536] last_tile_dims={replicated, manual}}", 65),
        tuple("{mesh['a'=65536], device_ids=([256,256]T(1,0)), replicated}", 65),
        "{mesh['a'=2147483648], device_ids=([2147483648]), replicated}".into(),
    ] {
        assert!(again(&text).unwrap_err().to_string().contains(many), "{:.80}", text);
    }
    let mesh: SdyMesh = "#sdy.mesh<[\"x\"=2147483648]>".parse().unwrap();
    assert_eq!(mesh.to_string(), "#sdy.mesh<[\"x\"=2147483648]>");
    // One level of braces is read, whichever number there is.
    for deep in ["{".repeat(1_000_000), "{".repeat(500_000) + &"}".repeat(500_000)] {
        let error = again(&deep).unwrap_err().to_string();
        assert_eq!(error, "at byte 2: expected the sharding of an array");
    }
    // As many rows of a grid as a mesh has devices.
    let grid = Mesh::new(&[("p", 1 << 31), ("q", 1)]).unwrap();
    let descriptor: Descriptor = "[1, 0, 7, 7, 6, 6, 5, 0, 1]".parse().unwrap();
    assert_eq!(descriptor.strides_on(&grid, 6), Ok([1, 1]));
    assert!(descriptor.strides_on(&grid, 5).is_err());
}
