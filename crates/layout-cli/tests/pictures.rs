//! Every format of a picture, parsed again: the text of a cell is the image of its coordinate.
//!
//! `pictures/` holds the SVG of ten layouts; `UPDATE=1 cargo test -p static-layout-cli --test pictures` writes them.

use std::collections::BTreeMap;
use std::path::Path;

use layout_cli::MaybeSwizzled;
use layout_cli::atoms::Instruction;
use layout_cli::picture::palette::Colour;
use layout_cli::picture::{
    ColourBy, Image, MOST_CELLS, Picture, html, json, latex, svg, text, tiled_copy,
};
use layout_core::{BitLayout, Coord, Layout};
use proptest::prelude::*;

/// A file of `pictures/`, a layout, and the meaning of colours.
const GOLDEN: [(&str, &str, &str); 10] = [
    ("nested", "(8,(2,2)):(2,(1,16))", "offset"),
    ("rows", "(4,6):row", "tile=<2,3>"),
    ("vector", "12:2", "bank"),
    ("swizzled", "Sw<2,0,2> o (4,4):row", "offset"),
    ("coordinates", "(3,4):(1@0,1@1)", "none"),
    ("panels", "(2,3,(2,2)):(1,2,(6,12))", "offset"),
    ("reversed", "(3,4):(-4,1)", "offset"),
    ("broadcast", "(4,4):(0,1)", "thread"),
    ("tiles", "((2,2),(2,4)):((1,8),(2,16))", "tile=<2,2>"),
    ("cut", "(5,5)", "tile=<2,3>"),
];

/// The text of each cell by its coordinate.
type Cells = BTreeMap<String, String>;

fn picture(layout: &str, by: &str) -> Picture {
    Picture::of_layout(&MaybeSwizzled::read(layout).unwrap(), &ColourBy::read(by, 4).unwrap())
        .unwrap()
}

/// `--by tile` of a result: two elements have one colour if a tile of the divide, or a copy of a product, has both.
#[test]
fn a_result_is_coloured_by_the_tiles_that_it_has() {
    let groups = |text: &str, by: &ColourBy| {
        let layout = MaybeSwizzled::read(text).unwrap();
        let picture = Picture::of_layout(&layout, by).unwrap();
        assert_eq!(picture.key.name, "tile");
        let numbers = picture.panels.iter().flat_map(|panel| &panel.cells);
        let offset = |cell: &layout_cli::picture::Cell| match cell.image {
            Image::Offset(offset) => offset,
            _ => panic!("{text}"),
        };
        numbers.map(|cell| (offset(cell), cell.group.unwrap())).collect::<BTreeMap<_, _>>()
    };
    let made = |text: &str| {
        let by = ColourBy::made_tiles(text, &MaybeSwizzled::read(text).unwrap());
        groups(text, &by.unwrap_or_else(|| panic!("{text} has tiles")))
    };
    let mut compared = 0;
    for (a, tiler) in [
        ("(8,12):(12,1)", "<4,6>"),
        ("(8,12):(12,1)", "<4,_>"),
        ("(8,12):(12,1)", "<4:2,3>"),
        ("(8,12,2):(12,1,96)", "<2,3>"),
        ("((4,2),12):((1,48),4)", "<4,2>"),
        ("24:1", "4:2"),
        ("(8,12):(12,1)", "4:2"),
        ("Sw<1,0,3> o 0 o (8,8):(8,1)", "<2,4>"),
    ] {
        let tile = groups(a, &ColourBy::read(&format!("tile={tiler}"), 4).unwrap());
        for form in ["logical", "zipped", "tiled", "flat"] {
            if form == "flat" && !tiler.starts_with('<') {
                continue;
            }
            let text = format!("{form}_divide({a}, {tiler})");
            assert_eq!(made(&text), tile, "{text}");
            compared += 1;
        }
    }
    assert_eq!(compared, 30);
    assert_eq!(made("(8,12):(12,1) / <4,6>"), made("zipped_divide((8,12):(12,1), <4,6>)"));
    assert_eq!(
        made("tiled_divide_padded((8,12):(12,1), <4,3>)"),
        made("tiled_divide((8,12):(12,1), <4,3>)")
    );
    // Copy k of the 6 elements of a has the offsets from 6*k on.
    for text in ["logical_product((2,3):(1,2), 2)", "zipped_product((2,3):(1,2), (2,2))"] {
        assert!(made(text).iter().all(|(offset, copy)| offset / 6 == *copy), "{text}");
    }
    for text in
        ["blocked_product((2,3):(1,2), (3,2):(2,1))", "raked_product((2,3):(1,2), (3,2):(2,1))"]
    {
        let copies = made(text);
        // The copy at (i,j) of (3,2):(2,1) is number i + 3*j and begins at 6*(2*i + j).
        let number = |offset: i64| offset / 12 + 3 * (offset / 6 % 2);
        assert!(copies.iter().all(|(offset, copy)| number(*offset) == *copy), "{text} {copies:?}");
    }
    for text in ["(4,4):(4,1)", "(4,4):(4,1) o <2,2>", "coalesce((4,4):(4,1) / <2,2>)"] {
        assert!(
            ColourBy::made_tiles(text, &MaybeSwizzled::read(text).unwrap()).is_none(),
            "{text}"
        );
    }
}

/// The cells of an SVG document. The title of a group is the coordinate, an arrow, and the text of the cell.
fn cells_of_svg(text: &str) -> Cells {
    let document = roxmltree::Document::parse(text).unwrap();
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let numbers =
        |text: &str| -> Vec<i64> { text.split(' ').map(|word| word.parse().unwrap()).collect() };
    let view = numbers(root.attribute("viewBox").unwrap());
    let first = root.first_element_child().unwrap();
    assert!(first.has_tag_name("title") && !first.text().unwrap_or_default().is_empty());
    let mut places = BTreeMap::new();
    let groups = root.children().filter(|node| node.tag_name().name() == "g");
    groups
        .map(|group| {
            let inside = |name| group.children().filter(move |node| node.tag_name().name() == name);
            let title = inside("title").next().and_then(|title| title.text()).unwrap();
            let (coordinate, said) = title.split_once(" → ").unwrap();
            let words: Vec<&str> =
                inside("text").map(|text| text.text().unwrap_or_default()).collect();
            let shown = words.join(" ");
            assert!(said == shown || said.starts_with(&format!("{shown}, ")), "{title}: {shown}");
            // The cell is inside the picture and overlaps no other.
            let cell = inside("rect").next().unwrap();
            let [x, y, width, height] =
                ["x", "y", "width", "height"].map(|name| numbers(cell.attribute(name).unwrap())[0]);
            assert!(x >= 0 && y >= 0 && x + width <= view[2] && y + height <= view[3], "{title}");
            assert_eq!(places.insert((x, y), title.to_owned()), None);
            // The text, of 8 pixels a letter, is inside the cell.
            assert!(words.iter().all(|word| word.len() as i64 * 8 <= width), "{title}");
            (coordinate.to_owned(), shown)
        })
        .collect()
}

/// The cells of the SVG in an HTML page.
fn cells_of_html(page: &str) -> Cells {
    let (start, end) = (page.find("<svg").unwrap(), page.find("</svg>").unwrap() + 6);
    assert!(!page.contains("src=") && !page.contains("href="), "the page stands alone");
    cells_of_svg(&page[start..end])
}

/// The cells of a LaTeX document: `\node[cell,fill=c..] at (1,-0) {2}; % (0,1)`.
fn cells_of_latex(text: &str) -> Cells {
    assert_eq!(text.matches("\\begin").count(), text.matches("\\end").count());
    let cells = text.lines().filter_map(|line| line.strip_prefix("\\node[cell,"));
    cells
        .map(|line| {
            let (shown, coordinate) = line.split_once("}; % ").unwrap();
            let colour = line.split(['=', ']']).nth(1).unwrap();
            assert!(text.contains(&format!("\\definecolor{{{colour}}}")), "{line}");
            (coordinate.to_owned(), shown.rsplit_once('{').unwrap().1.to_owned())
        })
        .collect()
}

fn cells_of_json(text: &str) -> Cells {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let panels = value["panels"].as_array().unwrap();
    let cells = panels.iter().flat_map(|panel| {
        let cells = panel["cells"].as_array().unwrap();
        let sides = ["rows", "columns"].map(|side| panel[side].as_array().unwrap().len());
        assert_eq!(cells.len(), sides[0] * sides[1]);
        cells
    });
    cells
        .map(|cell| {
            let coordinate = cell["coordinate"].as_str().unwrap().to_owned();
            let shown = match (&cell["offset"], &cell["image"]) {
                (serde_json::Value::Null, image) => image.as_str().unwrap().to_owned(),
                (offset, _) => offset.as_i64().unwrap().to_string(),
            };
            (coordinate, shown)
        })
        .collect()
}

/// The texts of the terminal grid in row order, without colours and labels.
fn words_of_text(picture: &Picture) -> Vec<String> {
    let text = anstream::adapter::strip_str(&text::write(picture)).to_string();
    let mut lines = text.lines().skip(1);
    let mut words = Vec::new();
    for panel in &picture.panels {
        let nested = panel.columns.iter().any(|label| label.nested.is_some());
        let above = usize::from(nested) + 1 + usize::from(panel.heading.is_some());
        for line in
            lines.by_ref().skip_while(|line| line.is_empty()).skip(above).take(panel.rows.len())
        {
            let cells: Vec<&str> = line.split_whitespace().collect();
            words
                .extend(cells[cells.len() - panel.columns.len()..].iter().map(ToString::to_string));
        }
    }
    words
}

/// The image of every coordinate of a layout.
fn cells_of_layout(mapping: &MaybeSwizzled) -> Cells {
    (0..mapping.size())
        .map(|i| {
            (mapping.plain().coord(i).unwrap().to_string(), mapping.image(i).unwrap().to_string())
        })
        .collect()
}

/// Checks that all formats show the images of the layout.
fn agrees(layout: &str, by: &str) {
    let mapping = MaybeSwizzled::read(layout).unwrap();
    let picture = picture(layout, by);
    let expected = cells_of_layout(&mapping);
    for (coordinate, image) in &expected {
        let at: Coord = coordinate.parse().unwrap();
        let again = match mapping {
            MaybeSwizzled::Plain(layout) => layout.image(&at).unwrap().to_string(),
            MaybeSwizzled::Swizzled(layout) => layout.index(&at).unwrap().to_string(),
        };
        assert_eq!(&again, image, "{layout} at {coordinate}");
    }
    assert_eq!(cells_of_svg(&svg::write(&picture)), expected, "{layout}");
    assert_eq!(cells_of_html(&html::write(&picture)), expected, "{layout}");
    assert_eq!(cells_of_latex(&latex::write(&picture)), expected, "{layout}");
    assert_eq!(cells_of_json(&json::write(&picture)), expected, "{layout}");
    let in_order: Vec<String> = picture
        .panels
        .iter()
        .flat_map(|panel| &panel.cells)
        .map(|cell| expected[&cell.coordinate].clone())
        .collect();
    assert_eq!(words_of_text(&picture), in_order, "{layout}");
}

#[test]
fn golden_pictures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    for (name, layout, by) in GOLDEN {
        agrees(layout, by);
        let (path, drawn) =
            (folder.join(name).with_extension("svg"), svg::write(&picture(layout, by)));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &drawn).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(drawn, golden, "{name}.svg differs: look at it after UPDATE=1");
    }
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, GOLDEN.len());
}

#[test]
fn large_pictures() {
    agrees("(32,32):row", "bank");
    agrees("Sw<3,4,3> o (64,(8,8)):(64,(1,8))", "tile=<8,8>");
    let large = MaybeSwizzled::read("(256,256):(256,1)").unwrap();
    let picture = Picture::of_layout(&large, &ColourBy::Offset).unwrap();
    assert_eq!(cells_of_svg(&svg::write(&picture)), cells_of_layout(&large));
    let refused =
        Picture::of_layout(&MaybeSwizzled::read("(1024,1024)").unwrap(), &ColourBy::Offset)
            .unwrap_err();
    assert!(refused.message().contains(&MOST_CELLS.to_string()), "{refused}");
}

#[test]
fn small_and_empty_pictures() {
    for layout in ["1", "():()", "(1)", "(0,3)", "(3,0)", "(2,2,0)", "((),2)", "(1,1,1,1)"] {
        agrees(layout, "none");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_layout(
        extents in prop::collection::vec(1..5_i64, 1..5),
        strides in prop::collection::vec(-20..200_i64, 4),
        nested in 0..4_usize,
        by in prop::sample::select(&["none", "offset", "thread", "value", "bank"][..]),
    ) {
        let nest = |values: &[i64]| {
            let words: Vec<String> = values.iter().map(ToString::to_string).collect();
            let (before, inside) = words.split_at(nested.min(words.len() - 1));
            let inside = format!("({})", inside.join(","));
            format!("({})", [before, &[inside]].concat().join(","))
        };
        agrees(&format!("{}:{}", nest(&extents), nest(&strides[..extents.len()])), by);
    }
}

/// Groups equal their definitions, for layouts small enough to enumerate.
#[test]
fn groups() {
    let groups = |layout: &str, by: &str| -> BTreeMap<String, i64> {
        let cells = picture(layout, by).panels.into_iter().flat_map(|panel| panel.cells);
        cells.filter_map(|cell| Some((cell.coordinate, cell.group?))).collect()
    };
    for (coordinate, tile) in groups("(5,7)", "tile=<2,3>") {
        let (row, column) = coordinate[1..4].split_once(',').unwrap();
        let (row, column): (i64, i64) = (row.parse().unwrap(), column.parse().unwrap());
        assert_eq!(tile, row / 2 + 3 * (column / 3), "{coordinate}");
    }
    // Every other row is a tile of its own.
    assert!(
        groups("(4,2)", "tile=<2:2,_>")
            .iter()
            .all(|(at, tile)| at[1..2].parse::<i64>().unwrap() % 2 == *tile)
    );
    assert_eq!(groups("(2,2):(32,1)", "bank")["(1,1)"], 1);
    let halves = ColourBy::read("bank", 2).unwrap();
    let picture = Picture::of_layout(&MaybeSwizzled::read("4:1").unwrap(), &halves).unwrap();
    assert!(picture.panels[0].cells.iter().map(|cell| cell.group.unwrap()).eq([0, 0, 1, 1]));
    assert!(
        groups("(4,2):(2,1)", "thread").iter().all(|(at, thread)| at[1..2] == thread.to_string())
    );
    assert!(groups("(2,2,2)", "value").iter().all(|(at, value)| {
        let digit = |k: usize| at[k..=k].parse::<i64>().unwrap();
        *value == digit(3) + 2 * digit(5)
    }));
    assert!(ColourBy::read("tile=(4,", 4).is_err() && ColourBy::read("tiles", 4).is_err());
    let coordinates = MaybeSwizzled::read("(2,2):(1@0,1@1)").unwrap();
    assert!(Picture::of_layout(&coordinates, &ColourBy::Offset).is_err());
}

/// Elements wider than a bank begin at few banks. These have the colours that differ most.
#[test]
fn colours_of_banks() {
    for (element, banks) in
        [(1, 32), (2, 32), (4, 32), (8, 16), (12, 32), (16, 8), (64, 2), (128, 1), (256, 1)]
    {
        let by = ColourBy::read("bank", element).unwrap();
        let picture = Picture::of_layout(&MaybeSwizzled::read("128:1").unwrap(), &by).unwrap();
        let cells = &picture.panels[0].cells;
        let colours: BTreeMap<_, _> =
            cells.iter().map(|cell| (cell.group, Colour::of(cell, &picture.key))).collect();
        assert_eq!(colours.len(), banks, "{element} bytes");
        // Each bank has a colour; the first banks have them in order.
        let mut of_banks: Vec<Colour> = colours.into_values().collect();
        let expected: Vec<Colour> = (0..banks).map(|k| Colour::class(k as i64)).collect();
        assert_eq!(of_banks, expected, "{element} bytes");
        of_banks.sort_unstable();
        of_banks.dedup();
        assert_eq!(of_banks.len(), banks);
    }
}

#[test]
fn atoms_in_every_form() {
    for name in Instruction::all_names().map(|names| names[0].clone()) {
        let picture = Instruction::find(&name).unwrap().picture(None).unwrap();
        let cells: Vec<_> = picture.panels.iter().flat_map(|panel| &panel.cells).collect();
        // In RDNA 3 the halves or quarters of a wave hold the same elements.
        let is_repeated = name.starts_with("v_wmma") && !name.ends_with("_gfx12");
        let is_held = |count: usize| count == 1 || is_repeated && (count == 2 || count == 4);
        assert!(
            cells
                .iter()
                .all(|cell| matches!(&cell.image, Image::Held(held) if is_held(held.len()))),
            "{name}"
        );
        let drawn = svg::write(&picture);
        let document = roxmltree::Document::parse(&drawn).unwrap();
        let groups =
            document.root_element().children().filter(|node| node.tag_name().name() == "g");
        let titles: Vec<&str> =
            groups.filter_map(|group| group.first_element_child()?.text()).collect();
        let expected: Vec<String> = cells.iter().map(|cell| cell.sentence(&picture.key)).collect();
        assert_eq!(titles, expected, "{name}");
        assert_eq!(words_of_text(&picture).len(), cells.len());
    }
}

#[test]
fn tiled_copies() {
    for (threads, values) in [
        ("(32,8):(8,1)", "(4,1)"),
        ("(16,8)", "(1,8)"),
        ("(4,8):(8,1)", "(2,2):(2,1)"),
        ("(3,5)", "(2,1)"),
    ] {
        let [threads, values] =
            [threads, values].map(|text| MaybeSwizzled::read(text).unwrap().plain());
        let (held, tile) = tiled_copy(&threads, &values).unwrap();
        let extent = |layout: &Layout, i| layout.mode(i).unwrap().size();
        assert_eq!(
            (tile.rows, tile.columns),
            (extent(&threads, 0) * extent(&values, 0), extent(&threads, 1) * extent(&values, 1))
        );
        // The thread of an element is that of its block, the value is its place in the block.
        for (row, column) in
            (0..tile.rows).flat_map(|row| (0..tile.columns).map(move |column| (row, column)))
        {
            let (down, right) = (extent(&values, 0), extent(&values, 1));
            let at = |layout: &Layout, row: i64, column: i64| {
                layout.index(&Coord::tuple(&[row.into(), column.into()]).unwrap()).unwrap()
            };
            let thread = at(&threads, row / down, column / right);
            let value = at(&values, row % down, column % right);
            assert_eq!(at(&held, thread, value), row + tile.rows * column);
        }
    }
    let three = MaybeSwizzled::read("(2,2,2)").unwrap().plain();
    assert!(tiled_copy(&three, &three).is_err());
}

#[test]
fn threads_that_share_or_leave_out_elements() {
    let shared =
        Picture::of_threads(&MaybeSwizzled::read("(4,2):(0,1)").unwrap(), "2x2".parse().unwrap())
            .unwrap();
    let sentences: Vec<String> =
        shared.panels[0].cells.iter().map(|cell| cell.sentence(&shared.key)).collect();
    assert_eq!(sentences, ["(0,0) → T0 V0 +3", "(0,1) → ", "(1,0) → T0 V1 +3", "(1,1) → "]);
    let refused = |held: &str, tile: &str| {
        let tile = tile.parse().map_err(|failure: layout_cli::Failure| failure.to_string());
        tile.and_then(|tile| {
            Picture::of_threads(&MaybeSwizzled::read(held).unwrap(), tile)
                .map_err(|failure| failure.to_string())
        })
        .unwrap_err()
    };
    assert_eq!(
        refused("(4,2):(4,1)", "2x2"),
        "thread 1, value 0 is element 4, outside the tile 2x2, whose elements are 0 to 3"
    );
    assert!(refused("(4,2):(-1,1)", "2x4").starts_with("thread 1, value 0 is element -1"));
    assert!(refused("(4,2):(1@0,1@1)", "2x4").starts_with("thread 0, value 0 is element (0,0)"));
    assert!(refused("8:1", "2x4").starts_with("a thread-value layout has two modes"));
    assert!(refused("(4,2)", "2x").contains("^^"));
    assert!(refused("(4,2)", "9223372036854775807x2").contains("cells"));
}

/// Another layout on the same coordinates gives the groups.
#[test]
fn cells_are_coloured_by_a_layout() {
    let raked = "raked_product((2,3):(1,2), (3,2):(2,1))";
    let copies = picture(raked, "layout=((3,2),(2,3)):((1,0),(3,0))");
    // A copy has 6 elements, and those of copy k begin at the offset 6 * (2, 1) of the tiler.
    let mut by_copy = std::collections::BTreeMap::<_, Vec<_>>::new();
    for cell in copies.panels.iter().flat_map(|panel| &panel.cells) {
        let Image::Offset(offset) = cell.image else { panic!("{:?}", cell.image) };
        by_copy.entry(cell.group.unwrap()).or_default().push(offset / 6);
    }
    assert_eq!(by_copy.len(), 6);
    for (copy, parts) in by_copy {
        assert!(
            parts.len() == 6 && parts.iter().all(|part| *part == parts[0]),
            "{copy}: {parts:?}"
        );
    }
    let layout = MaybeSwizzled::read("(4,4)").unwrap();
    let colours = ColourBy::read("layout=(4,5)", 4).unwrap();
    assert!(Picture::of_layout(&layout, &colours).is_err());
}

/// The cells of a matrix are its bits: each column of ones is the image of a bit.
#[test]
fn matrices_of_bits() {
    for text in [
        "{mode0: (8) (16), mode1: (1) (2) (4)} -> {offset: 5}",
        "{register: (0,1), lane: (0,2) (1,0)} -> {register: 1, lane: 2}",
        "{lane: (3,0) (2,0)} -> {x: 2, y: 0}",
        "{warp:} -> {x: 0}",
    ] {
        let bits: BitLayout = text.parse().unwrap();
        let picture = Picture::of_bits(&bits);
        assert_eq!(picture.title, bits.to_string());
        let [panel] = &picture.panels[..] else { panic!("one panel") };
        let columns = bits.matrix().columns();
        assert_eq!(
            (panel.rows.len(), panel.columns.len()),
            (bits.outputs().bits() as usize, columns.len())
        );
        for (row, (_, cells)) in panel.lines().enumerate() {
            for (cell, column) in cells.iter().zip(columns) {
                let bit = (column >> row & 1) as i64;
                assert_eq!((&cell.image, cell.group.is_some()), (&Image::Offset(bit), bit == 1));
            }
        }
        let cells = cells_of_svg(&svg::write(&picture));
        assert_eq!(cells.len(), panel.cells.len());
        assert_eq!(cells_of_html(&html::write(&picture)), cells);
    }
}
