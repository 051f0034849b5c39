//! Metadata that systems write in addition to a layout: Ascend C's memories, MoYe's pictures.

use layout_core::{Frame, Layout};
use static_layout_dialects::{Location, MoYe, Stored};

#[test]
fn locations_are_read_as_they_are_written() {
    for location in Location::ALL {
        assert_eq!(location.to_string().parse(), Ok(location));
    }
    for text in ["", "L3", "gm", "GM L1"] {
        assert!(text.parse::<Location>().is_err(), "{text:?}");
    }
}

#[test]
fn a_stored_layout_keeps_its_memory() {
    let nz = Frame::Nz.layout(20, 40, 16).unwrap();
    let stored = Stored::new(Location::L0a, nz);
    assert_eq!((stored.location(), stored.cosize()), (Location::L0a, nz.cosize()));
    assert_eq!(stored.into_inner(), nz);
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// The matrix unit m16n8k8 of `f16`: each cell has exactly the thread and value of CuTe's tables.
#[test]
fn a_picture_names_each_thread_and_value_once() {
    let (a, b) = (layout("((8,2),(2,4)):((4,64),(32,1))"), layout("(8,(2,4)):(4,(32,1))"));
    let (c, threads) = (layout("((8,2),(2,4)):((4,64),(32,1))"), layout("32:1"));
    let drawn = MoYe::print_typst((&a, &threads), (&b, &threads), (&c, &threads)).unwrap();
    let drawn = drawn.to_string();
    assert!(drawn.starts_with("#let cell(t, v) = "), "{drawn}");
    assert!(drawn.lines().next().unwrap().ends_with("[T#t \\ V#v]"), "{drawn}");
    for (name, values) in [("a", 4), ("b", 2), ("c", 4)] {
        let table = drawn.split(&format!("#let {name} = table(")).nth(1).unwrap();
        let table = table.split("\n)").next().unwrap();
        for (thread, value) in (1..=32).flat_map(|t| (1..=values).map(move |v| (t, v))) {
            let cell = format!("cell({thread}, {value}),");
            assert_eq!(table.matches(&cell).count(), 1, "{name} {cell}");
        }
        assert_eq!(table.matches("cell(").count(), 32 * values, "{name}");
    }
    let rows: Vec<_> = drawn.lines().collect();
    let first = rows.iter().position(|row| row.contains("let a")).unwrap() + 2;
    assert!(rows[first].starts_with("  cell(1, 1), cell(1, 2), cell(2, 1), "), "{}", rows[first]);
    assert!(rows[first + 1].starts_with("  cell(5, 1), "), "{}", rows[first + 1]);
}

#[test]
fn a_picture_is_refused_where_the_matrices_do_not_agree() {
    let threads = layout("2:1");
    let ok = layout("(2,2):(1,2)");
    for (a, b, c) in
        [("(2,3)", "(2,2)", "(2,2)"), ("(3,2)", "(2,2)", "(2,2)"), ("4", "(2,2)", "(2,2)")]
    {
        let (a, b, c) = (layout(a), layout(b), layout(c));
        let drawn = MoYe::print_typst((&a, &threads), (&b, &threads), (&c, &threads));
        assert!(drawn.is_err(), "{a} {b} {c}");
    }
    assert!(MoYe::print_typst((&ok, &threads), (&ok, &threads), (&ok, &threads)).is_ok());
    let none = layout("0:1");
    assert!(MoYe::print_typst((&ok, &none), (&ok, &threads), (&ok, &threads)).is_err());
}

/// A stride along a coordinate is not a thread number.
#[test]
fn a_picture_of_coordinates_is_refused() {
    let (a, c): (Layout, Layout) =
        ("(2,2):(1@0,1@1)".parse().unwrap(), "(2,2):(1,2)".parse().unwrap());
    let threads: Layout = "2:1".parse().unwrap();
    let drawn = MoYe::print_typst((&a, &threads), (&c, &threads), (&c, &threads));
    assert!(drawn.map(|drawn| drawn.to_string()).unwrap_err().to_string().contains("1@0"));
    let basis: Layout = "2:1@0".parse().unwrap();
    assert!(MoYe::print_typst((&c, &threads), (&c, &basis), (&c, &threads)).is_err());
}
