//! What threads hold and copies move, by definition: arithmetic on coordinates, PTX ISA's matrices.

use layout_core::memory::Instruction;
use layout_core::mma::{
    CopyAtom, InstructionRow, MmaAtom, MmaOperand, TiledCopy, TiledMma, make_layout_tv,
    make_tiled_copy_of, rows,
};
use layout_core::{Layout, MmaRule, Mode, Rule};

use crate::{at, atoms, size, tiled};

const WARPS: [&str; 3] = ["(1,1,1)", "(2,2,1):(2,1,4)", "(1,2,2):(4,1,2)"];

/// The instruction over warps: as it is, and with K permuted over two instructions.
fn products(atom: &MmaAtom) -> Vec<TiledMma> {
    let of = |warps: &&str| {
        let mma = tiled(atom, warps);
        let k = mma.extents()[2];
        let tile = format!("({k},2):(2,1)").parse().unwrap();
        [mma, mma.with_tile(2, tile).unwrap()]
    };
    WARPS.iter().flat_map(of).collect()
}

/// The element of the tile that value `value` of thread (v,m,n,k) is.
fn held(mma: &TiledMma, operand: MmaOperand, thread: [i64; 4], value: i64) -> i64 {
    let [i, j] = operand.modes();
    let atom = mma.atom().layout(operand).unwrap();
    let fragment = size(&atom, 1);
    let inside = at(&atom, thread[0], value % fragment);
    let shape = mma.atom().shape();
    let warps = [0, 1, 2].map(|mode| size(mma.threads(), mode + 1));
    let repeats = mma.extents()[i] / (shape[i] * warps[i]);
    let rests = [value / fragment % repeats, value / fragment / repeats];
    let place = |mode: usize, inside: i64, rest: i64| {
        let element = inside + shape[mode] * (thread[mode + 1] + warps[mode] * rest);
        match mma.tiles()[mode] {
            Mode::Keep => element,
            Mode::Layout(tile) => tile.index(&element.into()).unwrap(),
        }
    };
    let row = place(i, inside % shape[i], rests[0]);
    row + mma.extents()[i] * place(j, inside / shape[i], rests[1])
}

#[test]
fn each_thread_holds_what_its_instruction_wants() {
    let mut count = 0;
    for (name, mma) in atoms()
        .iter()
        .flat_map(|(name, atom)| products(atom).into_iter().map(move |mma| (name, mma)))
    {
        let threads = mma.threads();
        for operand in MmaOperand::ALL {
            let Ok(tv) = mma.layout_tv(operand) else { continue };
            let [i, j] = operand.modes();
            let mut holders = vec![0; (mma.extents()[i] * mma.extents()[j]) as usize];
            for number in 0..threads.size() {
                let thread = threads.index(&number.into()).unwrap();
                let coordinate = threads.flat_coord(number).unwrap();
                let coordinate = [0, 1, 2, 3].map(|k| coordinate.value(k));
                // Threads of quad pairs have two modes.
                let lanes = size(threads, 0);
                let coordinate = match threads.mode(0).unwrap().leaf_count() {
                    1 => coordinate,
                    _ => {
                        let rest = number / lanes;
                        let [m, n] = [size(threads, 1), size(threads, 2)];
                        [number % lanes, rest % m, rest / m % n, rest / m / n]
                    }
                };
                for value in 0..size(&tv, 1) {
                    let element = held(&mma, operand, coordinate, value);
                    assert_eq!(at(&tv, thread, value), element, "{name} {operand:?} {tv}");
                    holders[element as usize] += 1;
                    count += 1;
                }
            }
            // Warps along the third mode hold the same, and some instructions want an element in several threads.
            assert!(holders.iter().all(|found| *found == holders[0] && *found > 0), "{name} {tv}");
        }
    }
    assert!(count > 500_000, "{count}");
}

/// Copies of all kinds of each operand, as far as its values allow.
fn copies(mma: &TiledMma, operand: MmaOperand, bits: i64) -> Vec<TiledCopy> {
    let instruction = if operand == MmaOperand::C { Instruction::Store } else { Instruction::Load };
    let plain = [8, 16, 32, 64, 128].map(|wide| CopyAtom::universal(instruction, wide).unwrap());
    let matrices =
        CopyAtom::MATRICES.into_iter().filter(|atom| atom.is_store() == (operand == MmaOperand::C));
    matrices
        .chain(plain)
        .filter_map(|atom| make_tiled_copy_of(&atom, bits, mma, operand).ok())
        .collect()
}

/// The registers of a copy have the fragment, and the other side has the rows that PTX ISA draws.
#[test]
fn copies_move_the_fragment() {
    let (mut matrices, mut plain) = (0, 0);
    for (name, atom) in atoms() {
        let mma = tiled(&atom, "(2,2,1):(1,2,4)");
        for (operand, bits) in
            MmaOperand::ALL.into_iter().flat_map(|one| [8, 16, 32].map(|bits| (one, bits)))
        {
            let Ok(tv) = mma.layout_tv(operand) else { continue };
            for copy in copies(&mma, operand, bits) {
                let (source, destination) =
                    (copy.layout_s_tv().unwrap(), copy.layout_d_tv().unwrap());
                let (memory, registers) = match operand {
                    MmaOperand::C => (destination, source),
                    _ => (source, destination),
                };
                assert!(registers.iter().eq(tv.iter()), "{name} {operand:?}: {registers}, {tv}");
                let kind = copy.atom().name;
                let Some((_, count)) = kind.split_once("matrix.x") else {
                    assert!(memory.iter().eq(tv.iter()), "{name} {operand:?} {kind}");
                    plain += 1;
                    continue;
                };
                let each = 32 / bits;
                let count: i64 = count.trim_end_matches(".trans").parse().unwrap();
                for warp in 0..size(&tv, 0) / 32 {
                    for first in (0..size(&tv, 1)).step_by((count * each) as usize) {
                        let instruction = first / (count * each);
                        for (matrix, row, column) in matrix_elements(count, 4 * each) {
                            let element = at(
                                &memory,
                                32 * warp + 8 * matrix + row,
                                column + 4 * each * instruction,
                            );
                            let (lane, value) = if kind.ends_with("trans") {
                                // What turns is 16 bits, which may be two elements.
                                let unit = 16 / bits;
                                (4 * (column / unit) + row / 2, row % 2 * unit + column % unit)
                            } else {
                                (4 * row + column / each, column % each)
                            };
                            let value = first + each * matrix + value;
                            assert_eq!(
                                at(&tv, 32 * warp + lane, value),
                                element,
                                "{name} {operand:?} {kind}"
                            );
                            matrices += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(matrices > 100_000 && plain > 500, "{matrices} {plain}");
}

/// Matrix, row and column of each element of so many matrices of 8 rows.
fn matrix_elements(count: i64, columns: i64) -> impl Iterator<Item = (i64, i64, i64)> {
    (0..count).flat_map(move |matrix| {
        (0..8).flat_map(move |row| (0..columns).map(move |column| (matrix, row, column)))
    })
}

/// `retile` renames registers: what the copy gives a thread at a register is what the instruction has there.
#[test]
fn retiled_fragments_hold_the_same_elements() {
    let mut count = 0;
    for (name, atom) in atoms() {
        for mma in products(&atom) {
            for operand in MmaOperand::ALL {
                if atom.layout(operand).is_err() {
                    continue;
                }
                let [rows, columns] = operand.modes().map(|mode| 2 * mma.extents()[mode]);
                let tensor: Layout = format!("({rows},{columns}):({columns},1)").parse().unwrap();
                let thread = mma.size() / 3;
                let lanes = mma.threads().index(&thread.into()).unwrap();
                let (part, offset) = mma.partition(operand, lanes, &tensor).unwrap();
                // A fragment is compact: (V,RestM,RestK).
                let fragment = Layout::col_major(part.shape().product_each().unwrap()).unwrap();
                for copy in copies(&mma, operand, 16) {
                    let registers = copy.retile_d(&fragment).unwrap();
                    let moved = match operand {
                        MmaOperand::C => copy.partition_s(lanes, &tensor),
                        _ => copy.partition_d(lanes, &tensor),
                    };
                    let (moved, start) = moved.unwrap();
                    assert_eq!(moved.size(), registers.size(), "{name} {moved} {registers}");
                    for k in 0..moved.size() {
                        let register = registers.index(&k.into()).unwrap();
                        let wanted = offset + part.index(&register.into()).unwrap();
                        let found = start + moved.index(&k.into()).unwrap();
                        assert_eq!(
                            found,
                            wanted,
                            "{name} {operand:?} {}: {registers}",
                            copy.atom().name
                        );
                    }
                    assert!(registers.is_bijective());
                    count += 1;
                }
            }
        }
    }
    assert!(count > 2000, "{count}");
}

/// Threads and values of `make_layout_tv` are those of the layouts, at each coordinate of the tile.
#[test]
fn threads_and_values_of_a_tile() {
    for (threads, values) in
        [("(3,4):(4,1)", "(2,5):(1,2)"), ("(8,4):(1,8)", "(1,8)"), ("(2,3):(1,2)", "(3,2):(2,1)")]
    {
        let (threads, values): (Layout, Layout) =
            (threads.parse().unwrap(), values.parse().unwrap());
        let (tile, tv) = make_layout_tv(&threads, &values).unwrap();
        let (rows, columns) = (tile.value(0), tile.value(1));
        let of = |layout: &Layout, row: i64, column: i64| at(layout, row, column);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            // Values are the faster digit of each mode.
            let (down, right) = (size(&values, 0), size(&values, 1));
            let thread = of(&threads, row / down, column / right);
            let value = of(&values, row % down, column % right);
            assert_eq!(at(&tv, thread, value), row + rows * column);
        }
    }
    let refused = make_layout_tv(&"(2,3):(3,2)".parse().unwrap(), &"(2,1)".parse().unwrap());
    assert!(refused.is_err());
}

#[test]
fn wrong_products_are_refused() {
    let atom = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN").unwrap();
    let refusal = |warps: &str, tiles: [&str; 3]| {
        let tiles = tiles.map(|text| match text {
            "_" => Mode::Keep,
            text => Mode::Layout(text.parse().unwrap()),
        });
        TiledMma::new(&atom, &warps.parse().unwrap(), &tiles).unwrap_err().to_string()
    };
    let keep = ["_"; 3];
    let start = "cannot tile the matrix instruction over";
    assert_eq!(
        refusal("(2,2)", keep),
        format!("{start} (2,2):(1,2): atoms lie in three modes, M, N and K, as (2,2,1), not in 2")
    );
    assert_eq!(
        refusal("(2,2,1):(1,4,1)", keep),
        format!(
            "{start} (2,2,1):(1,4,1): 4 atoms have the numbers 0 to 5: each needs one of its own, without gaps"
        )
    );
    assert_eq!(
        refusal("(2,2,1)", ["_", "24", "_"]),
        format!(
            "{start} (2,2,1):(1,2,0): the tile has 24 elements along N, not a multiple of 16, the extent of the atoms of all warps"
        )
    );
    assert_eq!(
        refusal("(1,1,1)", ["_", "_", "(2,8):(1,1)"]),
        format!("{start} (2,8):(1,1): the tile along K does not permute 0 to 16")
    );
    let mma = tiled(&atom, "(1,1,1)");
    let tensor = "(64,64)".parse().unwrap();
    let message = mma.partition(MmaOperand::A, 32, &tensor).unwrap_err().to_string();
    assert_eq!(message, format!("{start} (32,1,1,1):(1,0,0,0): thread 32 is not among 32 threads"));
    assert!(mma.partition(MmaOperand::A, -1, &tensor).is_err());
    assert!(mma.partition(MmaOperand::A, 0, &"(24,64)".parse().unwrap()).is_err());
    let copied = |copy: &CopyAtom, bits| {
        make_tiled_copy_of(copy, bits, &mma, MmaOperand::B).unwrap_err().to_string()
    };
    assert_eq!(
        copied(&CopyAtom::LDMATRIX_X4, 16),
        "cannot tile the copy over ((4,8),((2,2),(1,1))):((16,1),((8,64),(0,0))): the copy moves 8 values of a thread, which do not divide 4"
    );
    assert_eq!(
        copied(&CopyAtom::LDMATRIX_X2, 64),
        "cannot tile the copy over: a copy of 32 bits does not move whole values of 64 bits"
    );
    assert!(CopyAtom::universal(Instruction::Load, 24).is_err());
    let message = mma.with_tile(3, "16".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        message,
        format!("{start} (1,1,1):(0,0,0): M, N and K are the modes 0, 1 and 2, not 3")
    );
}

/// An instruction has threads, and elements along each mode: nothing is divided by 0 when it is tiled.
#[test]
fn empty_instructions_are_refused() {
    let refusal = |threads: &str, shape| {
        MmaAtom::new(threads.parse().unwrap(), shape, [None; 3]).unwrap_err().to_string()
    };
    let start = "no matrix instruction";
    for (mode, name) in ["M", "N", "K"].into_iter().enumerate() {
        for extent in [0, -8, 1 - i64::MAX] {
            let mut shape = [8; 3];
            shape[mode] = extent;
            assert_eq!(
                refusal("32:1", shape),
                format!(
                    "{start}: an instruction has one or more elements along {name}, not {extent}"
                )
            );
        }
    }
    assert!(refusal("0:1", [8; 3]).contains("an extent is 0"), "{}", refusal("0:1", [8; 3]));
    let large = MmaAtom::new("32:1".parse().unwrap(), [i64::MAX; 3], [None; 3]).unwrap();
    let error = TiledMma::of(&large, &"(2,1,1)".parse().unwrap()).unwrap_err();
    assert!(matches!(error.rule(), Rule::Overflow { .. }), "{error}");
}

/// A tile has an integer for each mode: a nested one is refused, however many leaves it has.
#[test]
fn nested_tiles_of_copies_are_refused() {
    let atom = CopyAtom::universal(Instruction::Load, 16).unwrap();
    let of =
        |tile: &str| TiledCopy::new(&atom, 16, "(32,4)".parse().unwrap(), tile.parse().unwrap());
    let twos = "2,".repeat(10);
    for tile in ["((2,4),16)", &format!("(({twos}1),({twos}1))"), "((2,(2,2)),16)"] {
        let error = of(tile).unwrap_err();
        assert!(matches!(error.rule(), Rule::Mma(MmaRule::NestedTile { .. })), "{tile}: {error}");
    }
    assert_eq!(
        of("((2,4),16)").unwrap_err().to_string(),
        "cannot tile the copy over (32,4):(1,32): a tile has one integer for each mode, not 2 levels"
    );
    // As many modes as a level has: the threads and values come before them.
    for (ones, is_held) in [("1,1,1", true), ("1,1,1,1,1", false)] {
        let copy = of(&format!("(2,2,2,2,2,2,2,{ones})")).unwrap();
        let found = copy.partition_s(31, &copy.tile().to_string().parse().unwrap());
        assert_eq!(found.ok().map(|part| part.1), is_held.then_some(31));
        assert!(copy.retile_s(&"(4,1)".parse().unwrap()).is_err());
    }
    assert!(of("128").unwrap().partition_s(31, &"128".parse().unwrap()).is_ok());
}

#[test]
fn what_is_no_dense_product_is_refused() {
    assert_eq!(
        MmaAtom::find("SM80").unwrap_err().to_string(),
        "no matrix instruction: the table has no instruction of this name"
    );
    let refused: Vec<_> = rows().filter_map(|row| Some((row, row.atom().err()?))).collect();
    let first = |row: &InstructionRow| row.names().next().unwrap();
    for (row, error) in &refused {
        let name = first(row);
        let known = name.starts_with("LDMATRIX")
            || name.contains("SPARSE")
            || row.note().contains("blocks of a product");
        // In one instruction the upper half of a wave holds nothing of A and B.
        let known = known
            || matches!(error.rule(), Rule::Mma(MmaRule::Threads { found: 32, expected: 64, .. }));
        assert!(known, "{name}: {error}");
    }
    assert_eq!(refused.len(), rows().count() - 60);
    let group = MmaAtom::warp_group(64, 16).unwrap();
    let message = group.layout(MmaOperand::B).unwrap_err().to_string();
    assert_eq!(
        message,
        "no matrix instruction: the threads of the instruction hold no B: it lies in memory"
    );
    assert!(MmaAtom::warp_group(12, 16).is_err() && MmaAtom::warp_group(8, 12).is_err());
    let threads = "32:1".parse().unwrap();
    let held = |text: &str| [Some(text.parse().unwrap()), None, None];
    assert!(MmaAtom::new(threads, [8, 8, 8], held("(16,2):(1,16)")).is_err());
    assert!(MmaAtom::new(threads, [8, 8, 8], held("(32,4):(1,32)")).is_err());
}
