//! `tests/golden/atoms`: the tiled products and tiled copies of CuTe's DSL (`tiled_dsl.jsonl`) and of its headers (`tiled.jsonl`).

use std::{fs, path::Path};

use layout_core::memory::Instruction;
use layout_core::mma::{
    CopyAtom, MmaAtom, MmaOperand, TiledCopy, TiledMma, make_layout_tv, make_tiled_copy,
    make_tiled_copy_a, make_tiled_copy_b, make_tiled_copy_c, make_tiled_copy_d, make_tiled_copy_s,
};
use layout_core::{Layout, LayoutError, Mode};
use serde_json::Value;

/// A text of CuTe as a layout: an extent alone is a tile of that many elements.
fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn mode(text: &str) -> Mode {
    if text == "_" { Mode::Keep } else { Mode::Layout(layout(text)) }
}

/// The copy atom of CUTLASS's name, on the side of registers that an operand has.
fn copy_atom(name: &str, operand: Option<MmaOperand>) -> CopyAtom {
    if let Some(bits) = name.strip_prefix("UniversalCopy<uint") {
        let is_store = operand == Some(MmaOperand::C);
        let instruction = if is_store { Instruction::Store } else { Instruction::Load };
        return CopyAtom::universal(instruction, bits.trim_end_matches("_t>").parse().unwrap())
            .unwrap();
    }
    let count = |text: &str| text.parse::<u32>().unwrap();
    let (kind, turned) =
        (if name.contains("LDSM") { "ldmatrix" } else { "stmatrix" }, name.ends_with('T'));
    let extents = name.split('_').nth(1).unwrap().trim_start_matches('U');
    let (bits, times) = extents.split_once('x').unwrap();
    let matrices = count(bits) * count(times) / 32;
    let ours = format!("{kind}.x{matrices}{}", if turned { ".trans" } else { "" });
    *CopyAtom::MATRICES.iter().find(|atom| atom.name == ours).unwrap_or_else(|| panic!("{ours}"))
}

struct Row(Value);

impl Row {
    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().unwrap_or_else(|| panic!("{key} of {}", self.0))
    }

    fn layout(&self, key: &str) -> Layout {
        layout(self.text(key))
    }

    fn mma(&self) -> TiledMma {
        let tiles: Vec<Mode> = self.text("tile").split(' ').map(mode).collect();
        let atom = MmaAtom::find(self.text("atom")).unwrap();
        TiledMma::new(&atom, &self.layout("warps"), tiles[..].try_into().unwrap()).unwrap()
    }

    fn copy(&self, mma: &TiledMma) -> TiledCopy {
        let (make, operand): (fn(&_, _, &_) -> _, _) = match self.text("operand") {
            "A" => (make_tiled_copy_a, MmaOperand::A),
            "B" => (make_tiled_copy_b, MmaOperand::B),
            _ => (make_tiled_copy_c, MmaOperand::C),
        };
        make(&copy_atom(self.text("copy"), Some(operand)), self.bits(), mma).unwrap()
    }

    fn bits(&self) -> i64 {
        self.text("bits").parse().unwrap()
    }

    /// Whether the row is of the headers, whose results are less coalesced.
    fn is_of_headers(&self) -> bool {
        self.0["thread"].is_null()
    }

    #[track_caller]
    fn equals(&self, key: &str, found: &impl ToString) {
        let (found, expected) = (found.to_string(), self.text(key));
        if !expected.contains(':') {
            return assert_eq!(found, expected, "{key} of {}", self.0);
        }
        let (found, expected) = (layout(&found), without_idle_strides(&layout(expected)));
        if !self.is_of_headers() {
            return assert_eq!(found, expected, "{key} of {}", self.0);
        }
        assert!(found.iter().eq(expected.iter()), "{key} of {}: {found}", self.0);
        assert_eq!(sizes(&found), sizes(&expected), "{key} of {}: {found}", self.0);
    }

    /// The part of the row's thread, and its offset.
    #[track_caller]
    fn has_part(&self, key: &str, part: Result<(Layout, i64), LayoutError>) {
        let (part, offset) = part.unwrap();
        self.equals(key, &part);
        self.equals(&format!("{key}_at"), &offset);
    }

    fn thread(&self) -> i64 {
        self.text("thread").parse().unwrap()
    }
}

/// The layout with strides of 0 for extents of 1.
fn without_idle_strides(layout: &Layout) -> Layout {
    let (shape, mut stride) = (layout.shape(), layout.stride());
    for k in (0..shape.leaf_count()).filter(|&k| shape.value(k) == 1) {
        stride.set_value(k, 0);
    }
    Layout::new(shape, stride).unwrap()
}

/// The sizes of modes, and of modes of modes.
fn sizes(layout: &Layout) -> Vec<(i64, Vec<i64>)> {
    let sizes = |mode: Layout| (mode.size(), mode.modes().map(|one| one.size()).collect());
    layout.modes().map(sizes).collect()
}

/// Layouts equal those of the DSL, also in their nesting, but for strides of extents of 1; they equal those of the headers in each
/// element, and in the sizes of modes.
#[test]
fn tiled_instructions_and_copies_are_those_of_cute() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/atoms");
    let counts = ["tiled_dsl.jsonl", "tiled.jsonl"].map(|file| {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let rows = text.lines().map(|line| Row(serde_json::from_str(line).unwrap()));
        rows.map(|row| match row.text("kind") {
            "mma" => product(&row),
            "copy" => copy(&row),
            "again" => again(&row),
            _ => threads_and_values(&row),
        })
        .count()
    });
    // As tests/golden/README.md says.
    assert_eq!(counts, [721, 68]);
}

fn product(row: &Row) {
    let mma = row.mma();
    row.equals("vmnk", mma.threads());
    let [m, n, k] = mma.extents();
    row.equals("extents", &format!("({m},{n},{k})"));
    for operand in MmaOperand::ALL {
        let name = operand.name();
        let tv = mma.layout_tv(operand).unwrap();
        if operand == MmaOperand::C && mma.threads().mode(3).unwrap().size() > 1 {
            // CuTe's layout of C does not repeat over the warps of K: it continues past the tile.
            assert!(row.layout(name).cosize() > m * n && tv.cosize() == m * n, "{}", row.0);
        } else {
            row.equals(name, &tv);
        }
        let tensor = row.layout(&format!("tensor_{name}"));
        if row.is_of_headers() {
            row.equals(&format!("thrfrg_{name}"), &mma.thrfrg(operand, &tensor).unwrap());
        } else {
            let key = format!("part_{name}");
            row.has_part(&key, mma.partition(operand, row.thread(), &tensor));
        }
    }
}

fn copy(row: &Row) {
    let copy = row.copy(&row.mma());
    row.equals("tv", copy.layout_tv());
    row.equals("S", &copy.layout_s_tv().unwrap());
    row.equals("D", &copy.layout_d_tv().unwrap());
    let tensor = row.layout("tensor");
    if row.is_of_headers() {
        row.equals("tiler", copy.tile());
        row.equals("tidfrg_S", &copy.tidfrg_s(&tensor).unwrap());
        row.equals("tidfrg_D", &copy.tidfrg_d(&tensor).unwrap());
    } else {
        row.has_part("part_S", copy.partition_s(row.thread(), &tensor));
        row.has_part("part_D", copy.partition_d(row.thread(), &tensor));
    }
    let fragment = row.layout("fragment");
    row.equals("retile", &copy.retile_s(&fragment).unwrap());
    row.equals("retile", &copy.retile_d(&fragment).unwrap());
}

fn again(row: &Row) {
    let first = row.copy(&row.mma());
    let atom = copy_atom(row.text("next"), None);
    let source = make_tiled_copy_s(&atom, row.bits(), &first).unwrap();
    row.equals("tv_S", source.layout_tv());
    row.equals("S_of_S", &source.layout_s_tv().unwrap());
    row.equals("D_of_S", &source.layout_d_tv().unwrap());
    let destination = make_tiled_copy_d(&atom, row.bits(), &first).unwrap();
    row.equals("tv_D", destination.layout_tv());
    row.equals("S_of_D", &destination.layout_s_tv().unwrap());
    row.equals("D_of_D", &destination.layout_d_tv().unwrap());
}

fn threads_and_values(row: &Row) {
    let (threads, values) = (row.layout("threads"), row.layout("values"));
    let (tile, tv) = make_layout_tv(&threads, &values).unwrap();
    assert_eq!(tile.to_string(), row.text("tiler"));
    assert_eq!(tv.to_string(), row.text("tv"));
    let load = CopyAtom::universal(Instruction::Load, 8).unwrap();
    let copy = make_tiled_copy(&load, 8, &threads, &values).unwrap();
    assert_eq!((copy.layout_tv(), copy.tile()), (&tv, &tile));
}
