//! Refusals name the numbers that disagree.

use layout_core::Layout;
use layout_core::sharding::{Mesh, Sharding, plan};

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
        refused("(4/x:1/y) on [x=2,y=2]"),
        "no sharding: axis 0 is cut again after a cyclic cut, so a shard is not a contiguous run of blocks"
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
        "no sharding: axis 0 is cut twice and unevenly, so its shards have different layouts"
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
