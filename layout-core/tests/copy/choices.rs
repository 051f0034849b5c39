//! The choices of published kernels: CUTLASS's examples, Triton's conversions, and cases that both refuse.

use std::fs::read_to_string;

use layout_core::copy::{
    CopyDirection, CopyOperand, CopyRepeats, CopyRoute, CopySearch, CopySpace, DeviceCopy,
    MemorySpace, SM80, plan_copy,
};
use layout_core::{ComposedLayout, Coord, Layout};

use crate::plans::copies_each_once;

fn operand(place: MemorySpace, text: &str) -> CopyOperand {
    match text.parse::<Layout>() {
        Ok(layout) => {
            CopyOperand::new(place, &layout.swizzled("Sw<0,0,0>".parse().unwrap()).unwrap())
        }
        Err(_) => CopyOperand::new(place, &text.parse::<ComposedLayout>().unwrap()),
    }
}

fn planned(
    from: (MemorySpace, &str),
    to: (MemorySpace, &str),
    element: i64,
    threads: i64,
    space: CopySpace,
) -> DeviceCopy<'static> {
    let (from, to) = (operand(from.0, from.1), operand(to.0, to.1));
    let mut search = CopySearch::new(&from, &to, element, threads, &SM80, space).unwrap();
    while !search.advance(1 << 20) {}
    let plan = search.plan().unwrap();
    assert!(plan.is_exhausted() && plan.cost() == plan.bound());
    plan
}

/// Thread-value layouts of one tile that give each (thread, value) the same element; the values of a tiled copy that is smaller than
/// the tile are repeated over it.
fn same(found: &Layout, expected: &str) {
    let expected: Layout = expected.parse().unwrap();
    let size = found.size();
    assert_eq!(expected.size(), size);
    for index in 0..size {
        let at = Coord::leaf(index);
        assert_eq!(found.index(&at).unwrap(), expected.index(&at).unwrap(), "{found} {expected}");
    }
}

use MemorySpace::{Global, Registers, Shared};

/// `examples/cute/tutorial/tiled_copy.cu`: a block of 128 x 64 floats of 256 x 512, threads (32,8), values (4,1).
#[test]
fn tiled_copy() {
    let tile = (Global, "(128,64):(1,256)");
    let plan = planned(tile, tile, 4, 256, CopySpace::DEFAULT);
    let pass = plan.first().unwrap();
    // `make_tiled_copy` of (32,8) and (4,1), eight times along the second mode.
    same(&pass.tile().unwrap(), "((32,8),(4,8)):((4,128),(1,1024))");
    let (load, store) = pass.instructions();
    assert_eq!(
        (load.cute, store.unwrap().cute),
        ("UniversalCopy<uint128_t>", "UniversalCopy<uint128_t>")
    );
    assert_eq!(pass.direction(), CopyDirection::Both);
}

/// `examples/cute/tutorial/sgemm_sm80.cu`, `gemm_nt`: 128 x 8 floats to (128,8):(1,128), threads (32,8), values (4,1).
#[test]
fn sgemm_sm80_nt() {
    let plan = planned(
        (Global, "(128,8):(1,5120)"),
        (Shared, "(128,8):(1,128)"),
        4,
        256,
        CopySpace::DEFAULT,
    );
    let pass = plan.first().unwrap();
    assert_eq!(pass.tile().unwrap().to_string(), "((32,8),4):((4,128),1)");
    let instruction = pass.instructions();
    assert_eq!((instruction.0.cute, instruction.1), ("SM80_CP_ASYNC_CACHEALWAYS<uint128_t>", None));
}

/// `gemm_tn` of the same file: floats along k to (128,8):(1,129), threads (32,8):(8,1), values (1,1).
#[test]
fn sgemm_sm80_tn() {
    let (from, to) = ((Global, "(128,8):(4096,1)"), (Shared, "(128,8):(1,129)"));
    let strided = CopySpace { repeats: Some(CopyRepeats::Strided), ..CopySpace::DEFAULT };
    let plan = planned(from, to, 4, 256, strided);
    let pass = plan.first().unwrap();
    same(&pass.tile().unwrap(), "((8,32),4):((128,1),32)");
    assert_eq!(pass.instructions().0.cute, "SM80_CP_ASYNC_CACHEALWAYS<uint32_t>");
    assert_eq!((pass.direction(), plan.cost().wavefronts), (CopyDirection::Source, 128));
    // Threads that have four rows next to each other conflict half as often.
    let better = planned(from, to, 4, 256, CopySpace::DEFAULT);
    same(&better.first().unwrap().tile().unwrap(), "((8,32),4):((128,4),1)");
    assert_eq!((better.cost().sectors, better.cost().wavefronts), (128, 64));
}

/// `gemm_tn` of halves in later versions of the file: 128 x 64 to an atom of `Sw<3,3,3>`, threads (16,8):(8,1), values (1,8).
#[test]
fn halves_of_sgemm_sm80_tn() {
    let swizzled = "Sw<3,3,3> o 0 o ((8,16),(8,8)):((8,512),(1,64))";
    let plan =
        planned((Global, "(128,64):(4096,1)"), (Shared, swizzled), 2, 128, CopySpace::DEFAULT);
    let pass = plan.first().unwrap();
    same(&pass.tile().unwrap(), "((8,16),(8,8)):((1024,1),(128,16))");
    assert_eq!(pass.instructions().0.cute, "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>");
    assert_eq!(pass.direction(), CopyDirection::Source);
    let cost = plan.cost();
    assert_eq!((cost.sectors, cost.wavefronts, cost.instructions), (512, 128, 32));
}

/// `examples/python/CuTeDSL/ampere/elementwise_add.py`: `make_layout_tv` of threads (4,32):(32,1) and values (4,8):(8,1) of halves,
/// or (4,4):(4,1) of floats, on a tile of 16 x 256 or 16 x 128.
#[test]
fn elementwise_add() {
    let adjacent = CopySpace { repeats: Some(CopyRepeats::Adjacent), ..CopySpace::DEFAULT };
    for (element, columns, expected) in
        [(2, 256, "((32,4),(8,4)):((128,4),(16,1))"), (4, 128, "((32,4),(4,4)):((64,4),(16,1))")]
    {
        let text = format!("(16,{columns}):(1024,1)");
        let tile = (Global, text.as_str());
        let plan = planned(tile, tile, element, 128, adjacent);
        assert_eq!(plan.first().unwrap().tile().unwrap().to_string(), expected);
        assert_eq!(plan.first().unwrap().width(), 16);
        // The repetitions cost the same anywhere.
        let strided = planned(tile, tile, element, 128, CopySpace::DEFAULT);
        assert_eq!(strided.cost(), plan.cost());
    }
}

/// Transpositions through shared memory: conflict-free by a swizzle, where examples pad a row (NVIDIA, "An Efficient Matrix Transpose
/// in CUDA C/C++": a tile of 32 x 33).
#[test]
fn transposition() {
    let (from, to) = ((Global, "(32,32):(1,1024)"), (Global, "(32,32):(1024,1)"));
    let plan = planned(from, to, 4, 256, CopySpace::DEFAULT);
    assert_eq!(plan.route(), CopyRoute::Staged);
    assert_eq!(plan.staging().unwrap().to_string(), "Sw<5,0,5> o 0 o (32,32):(32,1)");
    let passes: Vec<_> = plan.passes().collect();
    assert_eq!(passes[0].direction(), CopyDirection::Source);
    assert_eq!((passes[0].width(), passes[1].width()), (4, 4));
    let cost = plan.cost();
    assert_eq!((cost.sectors, cost.lines, cost.wavefronts), (256, 64, 64));
    let padding = CopySpace { swizzles: false, padding: 1, ..CopySpace::DEFAULT };
    let padded = planned(from, to, 4, 256, padding);
    assert_eq!(padded.staging().unwrap().plain().to_string(), "(32,32):(33,1)");
    assert_eq!(padded.cost(), cost);
    let text = plan.to_string();
    assert!(text.starts_with("transpose tiles of elements of 4 bytes\n"), "{text}");
}

/// Extents that no vector divides: the widest one that both operands have, with the rest masked.
#[test]
fn odd_widths() {
    for (extent, pitch, bytes) in [
        (3, 4, 2),
        (5, 8, 2),
        (7, 8, 2),
        (6, 8, 4),
        (12, 16, 8),
        (9, 9, 4),
        (9, 10, 2),
        (14, 16, 4),
    ] {
        let text = format!("({extent},10):(1,{pitch})");
        let plan = planned((Global, &text), (Shared, &text), 2, 32, CopySpace::DEFAULT);
        let pass = plan.first().unwrap();
        assert_eq!(pass.width(), bytes, "{plan}");
        let [from, to] = [operand(Global, &text), operand(Shared, &text)];
        copies_each_once(pass, 32, [from.layout(), to.layout()]);
    }
    // Rows of 7 halves without gaps are one run of 70, whatever the order of the modes, which two elements divide.
    for text in ["(7,10):(1,7)", "(10,7):(7,1)"] {
        let plan = planned((Global, text), (Shared, text), 2, 32, CopySpace::DEFAULT);
        assert_eq!(plan.first().unwrap().width(), 4, "{plan}");
        let layout: Layout = text.parse().unwrap();
        assert_eq!(layout.max_common_vector(&layout).unwrap(), 70);
    }
}

/// Fragments that several threads or values hold are read by all of them, and written once.
#[test]
fn replicated_fragments() {
    // Accumulators of a row, which four threads hold in two values each.
    let rows = "((4,8),(2,2)):((0,1),(0,8))";
    let load = planned((Shared, "16:1"), (Registers, rows), 4, 32, CopySpace::DEFAULT);
    let cost = load.cost();
    assert_eq!((cost.instructions, cost.wavefronts, cost.masked), (2, 2, 0));
    let store = planned((Registers, rows), (Shared, "16:1"), 4, 32, CopySpace::DEFAULT);
    let pass = store.first().unwrap();
    assert_eq!((store.cost().instructions, pass.masked()), (2, 48));
    assert_eq!(pass.guard().unwrap().to_string(), "((4,8),2):((1@0,1@1),1@2)");
    assert_eq!(pass.extents().collect::<Vec<_>>(), [1, 8, 2]);
    // A row that is repeated in all columns: read once, stored as vectors.
    let splat =
        planned((Global, "(8,16):(0,1)"), (Shared, "(8,16):(1,8)"), 4, 32, CopySpace::DEFAULT);
    let pass = splat.first().unwrap();
    assert_eq!(pass.vector(), 4);
    let (load, store) = pass.instructions();
    assert_eq!((load.bytes, store.unwrap().bytes), (4, 16));
    assert!(splat.to_string().starts_with("repeat elements of 4 bytes, 4 at a time"), "{splat}");
}

/// Operands of `mma.sync.m16n8k16` of halves, as CUTLASS's sm80 kernels load them: `SM75_U32x4_LDSM_N` for A along k,
/// `SM75_U16x8_LDSM_T` for A along m, `SM75_U32x2_LDSM_N` and `SM75_U16x4_LDSM_T` for B.
#[test]
fn fragments_of_mma() {
    let a = "((4,8),(2,2,2)):((32,1),(16,8,128))";
    let b = "((4,8),(2,2)):((16,1),(8,64))";
    for (tile, held, name, wavefronts) in [
        ("(16,16):(64,1)", a, "SM75_U32x4_LDSM_N", 32),
        ("Sw<3,3,3> o 0 o (16,16):(64,1)", a, "SM75_U32x4_LDSM_N", 4),
        ("Sw<3,3,3> o 0 o (16,16):(1,64)", a, "SM75_U16x8_LDSM_T", 4),
        ("Sw<3,3,3> o 0 o (8,16):(64,1)", b, "SM75_U32x2_LDSM_N", 2),
        ("Sw<3,3,3> o 0 o (8,16):(1,64)", b, "SM75_U16x4_LDSM_T", 2),
    ] {
        let plan = planned((Shared, tile), (Registers, held), 2, 32, CopySpace::DEFAULT);
        let pass = plan.first().unwrap();
        assert_eq!(pass.instructions().0.cute, name, "{plan}");
        assert_eq!((plan.cost().wavefronts, plan.cost().instructions), (wavefronts, 1), "{plan}");
        let elements = pass.tile().unwrap();
        assert_eq!(elements.size(), held.parse::<Layout>().unwrap().size());
    }
}

/// What moves the values in Triton's PTX moves them here.
#[test]
fn conversions_of_triton() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden/devices/conversions.jsonl");
    let (mut counts, mut shuffles) = ([0; 3], 0);
    for line in read_to_string(file).unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |k: usize| row["args"][k].as_str().unwrap();
        let threads = row["args"][2].as_i64().unwrap();
        let element = match text(3) {
            "i8" => 1,
            "f16" => 2,
            "f64" => 8,
            _ => 4,
        };
        let (from, to) = (operand(Registers, text(0)), operand(Registers, text(1)));
        let plan = plan_copy(&from, &to, element, threads, &SM80).unwrap();
        assert!(plan.is_exhausted(), "{row}");
        let route = match plan.route() {
            CopyRoute::Renamed => 0,
            CopyRoute::Shuffled => 1,
            _ => 2,
        };
        let way = ["registers", "shuffles", "shared"][route];
        assert_eq!(row["out"]["way"], way, "{row}");
        if let (Some(rounds), 4) = (plan.rounds(), element) {
            assert_eq!(row["out"]["shuffles"], rounds, "{row}");
            shuffles += 1;
        }
        counts[route] += 1;
    }
    assert!(counts.iter().all(|count| *count > 40) && shuffles > 15, "{counts:?} {shuffles}");
}
