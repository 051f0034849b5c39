//! Refusals name the numbers that disagree.

use layout_core::Layout;
use layout_core::sharding::{Mesh, Sharding, plan, relabel};

fn of(text: &str) -> Sharding {
    text.parse().unwrap()
}

fn refused(text: &str) -> String {
    text.parse::<Sharding>().unwrap_err().to_string()
}

#[test]
fn meshes() {
    let mesh = |text: &str| text.parse::<Mesh>().unwrap_err().to_string();
    assert_eq!(mesh("[x=2,x=3]"), "no mesh: the mesh axis x appears twice");
    assert_eq!(mesh("[x=0]"), "no mesh: the mesh axis x has no devices");
    assert_eq!(mesh("[x=2,y=2]{0,1,2}"), "no mesh: 3 devices for 4 positions of the mesh");
    assert_eq!(mesh("[x=2,y=2]{0,1,2,1}"), "no mesh: device 1 appears twice");
    assert_eq!(mesh("[x=2,y=2](2,3):(1,2)"), "no mesh: the mesh axis y has 2 devices, not 3");
    assert_eq!(mesh("[x=4](4):(-1)"), "no mesh: the device -3 is negative");
    assert_eq!(mesh("[x=65536,y=65536]"), "no mesh: a mesh has at most 2147483648 devices");
    let name = Mesh::new(&[("a b", 2)]).unwrap_err().to_string();
    assert_eq!(
        name,
        "no mesh: the name a b of a mesh axis has bytes other than letters, digits and `_`"
    );
    let long = Mesh::new(&[(&"n".repeat(32), 2)]).unwrap_err().to_string();
    assert_eq!(long, "no mesh: the name of a mesh axis has 1 to 31 bytes, not 32");
    let axes = Mesh::with_layout(&["x"], &Layout::parse("(2,2):(1,2)").unwrap()).unwrap_err();
    assert_eq!(axes.to_string(), "no mesh: 1 names for 2 mesh axes");
    assert!(Mesh::with_layout(&["x"], &Layout::parse("(2):(1@0)").unwrap()).is_err());
}

#[test]
fn meshes_of_other_axes() {
    let refined = |text: &str| {
        let mesh: Mesh = text.parse().unwrap();
        let parts = mesh.refined("y", &[("a", 2), ("b", 3)]);
        parts.map(|parts| {
            assert!(parts.devices().eq(mesh.devices()), "{mesh}: {parts}");
            parts.to_string()
        })
    };
    assert_eq!(refined("[x=2,y=6]").unwrap(), "[x=2,a=2,b=3]");
    assert_eq!(refined("[x=2,y=6](2,6):(1,2)").unwrap(), "[x=2,a=2,b=3](2,2,3):(1,6,2)");
    assert_eq!(refined("[y=6]{5,3,1,0,2,4}").unwrap(), "[a=2,b=3]{5,3,1,0,2,4}");
    // The leaf of 2 ends inside a part of 3: no stride for it.
    assert_eq!(refined("[y=6]((2,3)):((3,1))").unwrap(), "[a=2,b=3]{0,3,1,4,2,5}");
    let other = refined("[x=2,y=4]").unwrap_err().to_string();
    assert_eq!(other, "no mesh: the mesh axis y has 6 devices, not 4");
}

#[test]
fn shardings() {
    assert_eq!(refused("(4/y) on [x=2]"), "no sharding: the mesh has no axis y");
    assert_eq!(refused("(4/x,4/x) on [x=2]"), "no sharding: the mesh axis x is used twice");
    assert_eq!(refused("(4/x) sum x on [x=2]"), "no sharding: the mesh axis x is used twice");
    assert_eq!(
        refused("(4/x:0) on [x=2]"),
        "no sharding: a block of 0 elements: it must have 1 or more"
    );
    assert_eq!(refused("(4/x:1+2) on [x=2]"), "no sharding: the first block is on shard 2 of 2");
    assert_eq!(
        refused("(4/x*0) on [x=2]"),
        "no sharding: a cut of 0 chunks: it must have 1 or more"
    );
    // Chunks that end inside blocks, and 2^20 shards, which take a step each.
    for text in ["(6000001/x*1500000/y*1000000) on [x=2,y=2]", "(8/x/y*2) on [x=1048576,y=2]"] {
        assert_eq!(
            refused(text),
            "no sharding: 1048577 or more blocks of shards are more than 1048576: fewer devices or chunks have fewer",
            "{text}"
        );
    }
    assert_eq!(
        refused("(4/x:1/y) on [x=2,y=2]"),
        "no sharding: axis 0 is cut again after a cyclic cut, so a shard is not a contiguous run of blocks"
    );
    let of_rank = |rank| Sharding::replicated(&"[x=2]".parse().unwrap(), &vec![1; rank]);
    assert_eq!(of_rank(12).unwrap().rank(), 12);
    assert_eq!(
        of_rank(13).unwrap_err().to_string(),
        "no sharding: more than 12 modes at one level"
    );
    assert_eq!(
        refused("(4000000000000000000) on [x=2]"),
        "no sharding: the extent 4000000000000000000 of axis 0 is past 2305843009213693952"
    );
    assert_eq!(
        refused("(2305843009213693952,4) on [x=2]"),
        "no sharding: 2305843009213693952 * 4 is past 9223372036854775807"
    );
    assert_eq!(refused("(4/x:2+) on [x=2]"), "at byte 7: expected the first shard");
    let average = of("(8) average x on [x=4]");
    assert_eq!(
        plan(&average, &of("(8) average x on [x=3]")).err().unwrap().to_string(),
        "cannot redistribute: 3 terms of an average do not follow from 4: their number must divide it"
    );
    assert!(plan(&of("(8/x) on [x=2]"), &of("(8) average x on [x=2]")).is_err());
    assert!(plan(&average, &of("(8) average x on [x=2]")).is_ok());
    // The layout of the devices is a part of the text.
    let span = |text: &str| text.parse::<Mesh>().unwrap_err().span();
    assert_eq!(span("[x=2] (2;"), Some(8..9));
    assert_eq!(span("[]\u{fffd}#"), Some(2..5));
    assert_eq!(span("[x=2] (2):(1,1)"), Some(10..15));
    assert!(refused("(4) on [x=2](2;").starts_with("at byte 14: expected "));
    let a = of("(4/x) on [x=2]");
    assert_eq!(
        a.local_shape(2).unwrap_err().to_string(),
        "no local part: device 2 is not in the mesh"
    );
    assert_eq!(
        a.global(1, &[2]).unwrap_err().to_string(),
        "no local part: the index 2 is out of range for axis 0, whose extent is 2"
    );
    assert_eq!(
        a.owners(&[0, 0]).map(|_| ()).unwrap_err().to_string(),
        "no local part: the arrays have 2 and 1 axes"
    );
    assert_eq!(
        a.bytes(0, 0).unwrap_err().to_string(),
        "no local part: the item size 0 is not positive"
    );
    assert_eq!(
        of("(10/x/y) on [x=2,y=2]").axis_layout(0).map(|_| ()).unwrap_err().to_string(),
        "no sharding: axis 0 is cut unevenly, twice or in chunks, so its shards have different layouts"
    );
    let other = "[x=3]".parse().unwrap();
    assert_eq!(
        a.with_mesh(&other).unwrap_err().to_string(),
        "no mesh: the mesh axis x has 3 devices, not 2"
    );
}

#[test]
fn plans() {
    let refused =
        |from: &str, to: &str| plan(&of(from), &of(to)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        refused("(4/x,5) on [x=2]", "(4/x,6) on [x=2]"),
        "cannot redistribute: axis 1 has 5 elements before and 6 after"
    );
    assert_eq!(
        refused("(4/x) on [x=2]", "(4/x,6) on [x=2]"),
        "cannot redistribute: the arrays have 1 and 2 axes"
    );
    assert_eq!(
        refused("(4) sum x on [x=2]", "(4) max x on [x=2]"),
        "cannot redistribute: partial values of sum are not partial values of max"
    );
    let made = plan(&of("(4/x) on [x=2]"), &of("(4/x) on [x=3]")).unwrap();
    assert_eq!(
        made.receives(3).map(|_| ()).unwrap_err().to_string(),
        "cannot redistribute: device 3 is not in the mesh"
    );
    assert!(made.sends(2).unwrap().is_empty());
    let overflows = |from: &str, to: &str, sender: usize, transfer: usize| {
        let made = plan(&of(from), &of(to)).unwrap();
        let pairs = made.sends(sender).unwrap()[transfer].pairs_with(&[i64::MAX], &[1]);
        pairs.map(|_| ()).unwrap_err().to_string()
    };
    let of_place = overflows("(8/x:2) on [x=2]", "(8/x) on [x=2]", 1, 1);
    assert_eq!(
        of_place,
        "cannot redistribute: 2 * 9223372036854775807 is past 9223372036854775807"
    );
    let of_step = overflows("(8/x) on [x=2]", "(8/x:1) on [x=2]", 0, 0);
    assert_eq!(of_step, of_place);
}

/// Blocks of coprime sizes share an interval for each of their elements, and devices may be many: refused before the memory is
/// taken.
#[test]
fn plans_without_bound() {
    let start = std::time::Instant::now();
    let made = |from: &str, to: &str| plan(&of(from), &of(to)).unwrap();
    let words = |error: layout_core::LayoutError| error.to_string();
    let coprime =
        made("(1000000000000000/x:1048573) on [x=2]", "(1000000000000000/x:1048576) on [x=2]");
    let many = "cannot redistribute: 2097146 intervals of a device are more than 262144: fewer shards, and blocks one of which \
                divides the other, share fewer";
    assert_eq!(words(coprime.sends(0).map(drop).unwrap_err()), many);
    assert_eq!(words(coprime.receives(1).map(drop).unwrap_err()), many);
    // `totals` adds up 2^22 intervals, which takes no memory, and refuses the intervals of longer blocks.
    let totals = coprime.totals().unwrap();
    assert_eq!(totals.kept + totals.moved, 1_000_000_000_000_000);
    let longer = made(
        "(1000000000000000000/x:1073741789) on [x=2]",
        "(1000000000000000000/x:1073741824) on [x=2]",
    );
    let shared = "cannot redistribute: 465661287 or more intervals of all devices are more than 16777216: fewer shards, and \
                  blocks one of which divides the other, share fewer";
    assert_eq!(words(longer.totals().map(drop).unwrap_err()), shared);
    assert_eq!(words(longer.check().unwrap_err()), shared);
    assert_eq!(words(relabel(longer.from(), longer.to()).map(drop).unwrap_err()), shared);

    // Devices.
    let everywhere = of("(4) on [x=2147483648]");
    let refused = plan(&everywhere, &everywhere).map(drop).unwrap_err();
    let before = "cannot redistribute: 2147483648 devices before are more than 16777216: plan for groups of devices, each as one \
                  device of a smaller mesh";
    assert_eq!(words(refused), before);
    let refused = plan(&of("(4) on [x=2]"), &everywhere).map(drop).unwrap_err();
    assert_eq!(words(refused), before.replace("before", "after"));
    assert_eq!(
        words(everywhere.owners(&[0]).map(drop).unwrap_err()),
        "no local part: 2147483648 devices of an element are more than 16777216: `global` has the elements of a device"
    );
    // Equal shardings are compared as a whole, and so are unlike ones.
    assert!(everywhere.holds_like(&everywhere).unwrap());
    for other in ["(5) on [x=2147483648]", "(4) sum x on [x=2147483648]", "(4) on [x=2]"] {
        let other = of(other);
        assert!(!everywhere.holds_like(&other).unwrap() && !other.holds_like(&everywhere).unwrap());
    }
    assert_eq!(
        words(everywhere.holds_like(&of("(4) on [y=2147483648]")).unwrap_err()),
        "no local part: 2147483648 devices to compare are more than 16777216: `local_shape` and `global` compare one"
    );
    let from_one = made("(4) on [x=1]", "(4) on [x=262145]");
    assert_eq!(
        words(from_one.sends(0).map(drop).unwrap_err()),
        "cannot redistribute: 262145 messages of a device are more than 262144: `receives` has those of each target"
    );
    let terms = made("(4) sum x on [x=262145]", "(4) on [x=1]");
    assert_eq!(
        words(terms.receives(0).map(drop).unwrap_err()),
        "cannot redistribute: 262145 messages of a device are more than 262144: `sends` has those of each source"
    );
    // Every shard of the one meets every shard of the other.
    let dealt = made("(1099511627776/x:1) on [x=32768]", "(1099511627776/x) on [x=32768]");
    assert_eq!(
        words(dealt.totals().map(drop).unwrap_err()),
        "cannot redistribute: 268468224 or more pairs of shards are more than 268435456: `receives` has those of one device"
    );
    assert_eq!(
        words(relabel(dealt.from(), dealt.to()).map(drop).unwrap_err()),
        "cannot redistribute: 32768 devices to name anew are more than 8192: name groups of devices anew, each as one device of \
         a smaller mesh"
    );

    // Pairs of a transfer: the product of the intervals of its axes.
    let cut = |block: i64| format!("(1000000000/x:{block},1000000000/y:{block}) on [x=2,y=2]");
    let sent = made(&cut(512), &cut(511)).sends(0).unwrap();
    let refused = sent[0].pairs().map(drop).unwrap_err().to_string();
    let count = sent[0].runs(0).len() * sent[0].runs(1).len();
    assert_eq!(
        refused,
        format!(
            "cannot redistribute: {count} pairs of layouts are more than 65536: `runs` has the indices of each axis"
        )
    );

    // Meshes of 2^31 devices, the most that a mesh has, are compared by their layouts.
    let mesh = |text: &str| text.parse::<Mesh>().unwrap();
    let rows = mesh("[x=2147483648]");
    let nested = Layout::parse("((32768,65536)):((1,32768))").unwrap();
    assert!(rows == Mesh::with_layout(&["x"], &nested).unwrap());
    let turned = Layout::parse("((32768,65536)):((65536,1))").unwrap();
    assert!(rows != Mesh::with_layout(&["x"], &turned).unwrap());
    let small = [
        "(4,2):(1,4)",
        "((2,2),2):((1,2),4)",
        "((2,2),2):((2,1),4)",
        "(4,2):(2,1)",
        "((2,2),2):((2,4),1)",
        "((4,1),2):((1,0),4)",
    ];
    let small =
        small.map(|text| Mesh::with_layout(&["x", "y"], &Layout::parse(text).unwrap()).unwrap());
    for one in &small {
        for other in small.iter().chain([&mesh("[x=4,y=2]"), &mesh("[x=4,y=2]{0,4,1,5,2,6,3,7}")]) {
            assert_eq!(one == other, one.devices().eq(other.devices()), "{one} and {other}");
        }
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
