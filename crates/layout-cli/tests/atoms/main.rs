//! The thread-value layouts of atoms equal the formulas of the instruction manuals.

mod golden;

use layout_cli::atoms::{Instruction, InstructionOperand};

/// The row and column of value `i` of thread `t`.
type Formula = fn(t: i64, i: i64) -> (i64, i64);

fn operand(atom: &Instruction, name: &str) -> InstructionOperand {
    atom.operands.iter().find(|operand| operand.name == name).cloned().unwrap()
}

#[track_caller]
fn agrees(atom: &str, name: &str, formula: Formula) {
    let operand = operand(&Instruction::find(atom).unwrap(), name);
    let threads = operand.held.plain().mode(0).unwrap().size();
    for k in 0..operand.held.size() {
        let (row, column) = formula(k % threads, k / threads);
        let expected = row + column * operand.tile.rows;
        assert_eq!(
            operand.held.offset(k),
            Some(expected),
            "{atom} {operand}: thread {}, value {}",
            k % threads,
            k / threads
        );
    }
}

fn all() -> impl Iterator<Item = Instruction> {
    let warp_groups = ["SM90_64x8x16", "SM90_64x256x8", "SM90_64x96x32"];
    let others = Instruction::all_names().map(|names| names[0].clone());
    others.chain(warp_groups.map(String::from)).map(|name| Instruction::find(&name).unwrap())
}

/// Once, but in RDNA 3: there the halves of a wave, or its quarters, hold the same elements of A and B.
#[test]
fn every_element_is_held_once() {
    for (atom, operand) in
        all().flat_map(|atom| atom.operands.into_iter().map(move |one| (atom.name.clone(), one)))
    {
        let times = match atom.as_str() {
            name if !name.starts_with("v_wmma") || operand.name == "C" => 1,
            name if name.ends_with("_w32") => 2,
            name if name.ends_with("_w64") => 4,
            _ => 1,
        };
        let mut elements: Vec<_> =
            (0..operand.held.size()).filter_map(|i| operand.held.offset(i)).collect();
        elements.sort_unstable();
        let expected = (0..operand.tile.size() * times).map(|i| i / times);
        assert!(elements.into_iter().eq(expected), "{atom}: {operand}");
    }
}

/// B of (K,N) has at (k,n) the threads and values of B of (N,K) at (n,k), also on a tile of several atoms.
#[test]
fn factors_have_the_modes_of_a_product() {
    let atoms = "(2,4):(4,1)".parse().unwrap();
    let tiled = |atom: Instruction| {
        let is_copy = atom.operands.iter().all(|operand| operand.name != "C");
        let whole = if is_copy { None } else { Some(atom.tiled(&atoms, [2, 1, 2]).unwrap()) };
        [Some(atom), whole].into_iter().flatten()
    };
    let mut turned = 0;
    for operand in all().flat_map(tiled).flat_map(|atom| atom.operands) {
        let factor = operand.as_factor().unwrap();
        if operand.name != "B" {
            assert_eq!(factor, operand);
            continue;
        }
        turned += 1;
        let (n, k) = (operand.tile.rows, operand.tile.columns);
        assert!(["(K,N)", "((K,block),N)"].contains(&factor.modes), "{factor}");
        assert_eq!((factor.tile.rows, factor.tile.columns), (k, n));
        let sizes = |one: &InstructionOperand| one.held.plain().shape().product_each().unwrap();
        assert_eq!(sizes(&factor), sizes(&operand), "{factor}");
        for i in 0..operand.held.size() {
            let at = operand.held.offset(i).unwrap();
            assert_eq!(factor.held.offset(i), Some(at / n + k * (at % n)), "{factor} at {i}");
        }
    }
    assert!(turned > 100, "{turned}");
}

#[test]
fn operands_of_a_product_fit_together() {
    for atom in all() {
        let names: Vec<_> = atom.operands.iter().map(|operand| operand.name).collect();
        let [a, c] =
            ["A", "C"].map(|name| atom.operands.iter().find(|operand| operand.name == name));
        let (Some(a), Some(c)) = (a, c) else {
            assert_eq!(names, ["Rows", "Fragment"]);
            continue;
        };
        assert_eq!(a.tile.rows, c.tile.rows, "{}", atom.name);
        if let Some(b) = atom.operands.iter().find(|operand| operand.name == "B") {
            assert_eq!(b.tile.columns, a.tile.columns, "{}", atom.name);
            // C of several products has their columns beside each other.
            let is_block = c.modes == "(M,(N,block))";
            let fits = if is_block {
                c.tile.columns % b.tile.rows == 0
            } else {
                c.tile.columns == b.tile.rows
            };
            assert!(fits, "{}", atom.name);
        }
    }
}

/// PTX ISA, "Matrix Fragments for mma.m8n8k4": threads 4 to 7 are lanes 16 to 19.
#[test]
fn quad_pairs() {
    for form in ["F32", "F16"] {
        for (order, a_by_row, b_by_row) in
            [("TN", true, true), ("NT", false, false), ("NN", false, true), ("TT", true, false)]
        {
            let atom = format!("SM70_8x8x4_{form}_{order}");
            let along: Formula = |t, i| (t % 4 + 4 * (t / 4), i);
            let across: Formula = |t, i| (i + 4 * (t / 4), t % 4);
            agrees(&atom, "A", if a_by_row { along } else { across });
            // The manual has B(k,n), the table (n,k).
            agrees(&atom, "B", if b_by_row { along } else { across });
            agrees(
                &atom,
                "C",
                match form {
                    "F16" => |t, i| (t % 4 + 4 * (t / 4), i),
                    _ => |t, i| ((t & 1) + (i & 2) + 4 * (t / 4), (i & 4) + (t & 2) + (i & 1)),
                },
            );
        }
    }
}

/// PTX ISA, "Matrix Fragments for mma": groupID is `lane / 4`, threadID_in_group `lane % 4`. Matrix B of the
/// manual is K by N; here it is N by K.
#[test]
fn fragments_of_warps() {
    const C: Formula = |t, i| (t / 4 + 8 * (i / 2), t % 4 * 2 + i % 2);
    const C_8X8: Formula = |t, i| (t / 4, t % 4 * 2 + i);
    let halves_a: Formula = |t, i| (t / 4 + if i < 2 { 0 } else { 8 }, t % 4 * 2 + (i & 1));
    let halves_b: Formula = |t, i| (t / 4, t % 4 * 2 + i);
    for atom in ["SM75_16x8x8_F16", "SM80_16x8x8_F32BF16BF16F32_TN"] {
        agrees(atom, "A", halves_a);
        agrees(atom, "B", halves_b);
        agrees(atom, "C", C);
    }
    for atom in ["SM80_16x8x16_F16", "SM80_16x8x16_BF16"] {
        agrees(atom, "A", |t, i| {
            let row = if matches!(i, 0 | 1 | 4 | 5) { t / 4 } else { t / 4 + 8 };
            (row, t % 4 * 2 + (i & 1) + if i < 4 { 0 } else { 8 })
        });
        agrees(atom, "B", |t, i| (t / 4, t % 4 * 2 + (i & 1) + if i < 2 { 0 } else { 8 }));
        agrees(atom, "C", C);
    }
    for atom in ["SM80_16x8x4_TF32", "SM90_16x8x4_F64"] {
        agrees(atom, "A", |t, i| (t / 4 + 8 * i, t % 4));
        agrees(atom, "B", |t, _| (t / 4, t % 4));
        agrees(atom, "C", C);
    }
    for atom in ["SM80_16x8x8_TF32", "SM90_16x8x8_F64"] {
        agrees(atom, "A", |t, i| {
            let row = if matches!(i, 0 | 2) { t / 4 } else { t / 4 + 8 };
            (row, if matches!(i, 0 | 1) { t % 4 } else { t % 4 + 4 })
        });
        agrees(atom, "B", |t, i| (t / 4, t % 4 + 4 * i));
        agrees(atom, "C", C);
    }
    agrees("SM90_16x8x16_F64", "A", |t, i| {
        let even = i % 2 == 0;
        (if even { t / 4 } else { t / 4 + 8 }, t % 4 + if even { i * 2 } else { i * 2 - 2 })
    });
    agrees("SM90_16x8x16_F64", "B", |t, i| (t / 4, t % 4 + i * 4));
    agrees("SM90_16x8x16_F64", "C", C);
    agrees("SM80_8x8x4_F64", "A", |t, _| (t / 4, t % 4));
    agrees("SM80_8x8x4_F64", "B", |t, _| (t / 4, t % 4));
    agrees("SM80_8x8x4_F64", "C", C_8X8);
    agrees("SM80_8x8x16_S8", "A", |t, i| (t / 4, t % 4 * 4 + i));
    agrees("SM80_8x8x16_S8", "B", |t, i| (t / 4, t % 4 * 4 + i));
    agrees("SM80_8x8x16_S8", "C", C_8X8);
    agrees("SM80_16x8x16_S8", "A", |t, i| (t / 4 + if i < 4 { 0 } else { 8 }, t % 4 * 4 + (i & 3)));
    agrees("SM80_16x8x16_S8", "B", |t, i| (t / 4, t % 4 * 4 + i));
    agrees("SM80_16x8x16_S8", "C", C);
    agrees("SM80_16x8x32_S8", "A", |t, i| {
        let row = if matches!(i, 0..4 | 8..12) { t / 4 } else { t / 4 + 8 };
        (row, t % 4 * 4 + (i & 3) + if i < 8 { 0 } else { 16 })
    });
    agrees("SM80_16x8x32_S8", "B", |t, i| {
        (t / 4, t % 4 * 4 + (i & 3) + if i < 4 { 0 } else { 16 })
    });
    agrees("SM80_16x8x32_S8", "C", C);
    let nibbles_b: Formula = |t, i| (t / 4, t % 4 * 8 + i);
    agrees("SM80_8x8x32_S4", "A", nibbles_b);
    agrees("SM80_8x8x32_S4", "B", nibbles_b);
    agrees("SM80_8x8x32_S4", "C", C_8X8);
    agrees("SM80_16x8x32_S4", "A", |t, i| (t / 4 + if i < 8 { 0 } else { 8 }, t % 4 * 8 + (i & 7)));
    agrees("SM80_16x8x32_S4", "B", nibbles_b);
    agrees("SM80_16x8x32_S4", "C", C);
    agrees("SM80_16x8x64_S4", "A", |t, i| {
        let row = if matches!(i, 0..8 | 16..24) { t / 4 } else { t / 4 + 8 };
        (row, t % 4 * 8 + (i & 7) + if i < 16 { 0 } else { 32 })
    });
    agrees("SM80_16x8x64_S4", "B", |t, i| {
        (t / 4, t % 4 * 8 + (i & 7) + if i < 8 { 0 } else { 32 })
    });
    agrees("SM80_16x8x64_S4", "C", C);
}

/// PTX ISA, "Register Fragments for wgmma.mma_async": warp w of the group has rows 16w to 16w + 15.
#[test]
fn fragments_of_warp_groups() {
    const D: Formula = |t, i| {
        let (warp, lane) = (t / 32, t % 32);
        (16 * warp + lane / 4 + 8 * (i / 2 % 2), i / 4 * 8 + lane % 4 * 2 + i % 2)
    };
    for n in (8..=256).step_by(8) {
        agrees(&format!("SM90_64x{n}x16"), "C", D);
    }
    agrees("SM90_64x64x16", "A", D);
    agrees("SM90_64x64x8", "A", |t, i| {
        (16 * (t / 32) + t % 32 / 4 + 8 * (i % 2), t % 4 + 4 * (i / 2))
    });
    agrees("SM90_64x64x32", "A", |t, i| {
        (16 * (t / 32) + t % 32 / 4 + 8 * (i / 4 % 2), t % 4 * 4 + i % 4 + 16 * (i / 8))
    });
    for wrong in ["SM90_64x4x16", "SM90_64x264x16", "SM90_64x64x64", "SM90_64x64", "SM90_64x-8x16"]
    {
        assert!(Instruction::find(wrong).is_err(), "{wrong}");
    }
}

/// PTX ISA, "ldmatrix": a thread has two neighbours of a row, with `.trans` of a column, of each matrix.
#[test]
fn matrices_of_ldmatrix() {
    for count in ["X1", "X2", "X4"] {
        let plain: Formula = |t, i| (t / 4 + 8 * (i / 2 % 2), t % 4 * 2 + i % 2 + 8 * (i / 4));
        let transposed: Formula = |t, i| (t % 4 * 2 + i % 2 + 8 * (i / 2 % 2), t / 4 + 8 * (i / 4));
        agrees(&format!("LDMATRIX_{count}"), "Fragment", plain);
        agrees(&format!("LDMATRIX_{count}_TRANS"), "Fragment", transposed);
        // Threads 8k to 8k + 7 have the addresses of the rows of matrix k.
        agrees(&format!("LDMATRIX_{count}"), "Rows", |t, _| (t % 8, t / 8));
    }
}

/// AMD's manuals of CDNA 3 and RDNA 3, "Matrix Arithmetic Instructions", of one block.
#[test]
fn fragments_of_waves() {
    let depth = |each: i64, lane: i64, rows: i64, i: i64| lane / rows * each + i;
    for (name, rows, each) in [
        ("v_mfma_f32_32x32x8_f16", 32, 4),
        ("v_mfma_f32_16x16x16_f16", 16, 4),
        ("v_mfma_i32_16x16x32_i8", 16, 8),
        ("v_mfma_f32_16x16x4_f32", 16, 1),
    ] {
        let atom = Instruction::find(name).unwrap();
        for factor in ["A", "B"] {
            let held = operand(&atom, factor);
            for t in 0..64 {
                for i in 0..each {
                    let expected = t % rows + rows * depth(each, t, rows, i);
                    assert_eq!(held.held.offset(t + 64 * i), Some(expected), "{name} {factor}");
                }
            }
        }
    }
    agrees("v_mfma_f32_32x32x8_f16", "C", |t, i| (8 * (i / 4) + 4 * (t / 32) + i % 4, t % 32));
    agrees("v_mfma_f32_16x16x16_f16", "C", |t, i| (4 * (t / 16) + i, t % 16));
    agrees("v_wmma_f32_16x16x16_f16_w32", "A", |t, i| (t % 16, i));
    agrees("v_wmma_f32_16x16x16_f16_w32", "C", |t, i| (2 * i + t / 16, t % 16));
    agrees("v_wmma_f32_16x16x16_f16_w32_gfx12", "C", |t, i| (8 * (t / 16) + i, t % 16));
    // The layouts of RDNA 3 and RDNA 4 differ, and so do those of the widths of a wave.
    assert!(Instruction::find("v_wmma_f32_16x16x16_f16").is_err());
    assert!(Instruction::find("__builtin_amdgcn_mfma_f32_32x32x8f16").is_ok());
}

/// Row r of the register of B has k of 2r and 2r + 1 (of 4r to 4r + 3 for bytes) beside each other for each n.
#[test]
fn tile_registers() {
    agrees("AMX_16x16x32_BF16", "A", |row, i| (row, i));
    agrees("AMX_16x16x32_BF16", "B", |row, i| (i / 2, 2 * row + i % 2));
    agrees("AMX_16x16x32_BF16", "C", |row, i| (row, i));
    agrees("TDPBUSD", "A", |row, i| (row, i));
    agrees("TDPBUSD", "B", |row, i| (i / 4, 4 * row + i % 4));
    agrees("TDPBUSD", "C", |row, i| (row, i));
}

/// The registers of `dpas` have 4 bytes of each of 16 work items. A row of A is 32 bytes, half a register; a work item has a
/// column of B and of C.
#[test]
fn fragments_of_subgroups() {
    agrees("XE_8x16x16_F32BF16BF16F32_TT", "A", |t, i| (i, t));
    agrees("XE_8x16x32_S32U8U8S32_TT", "A", |t, i| (i / 2, 2 * t + i % 2));
    agrees("XE_8x16x8_F32TF32TF32F32_TT", "A", |t, i| (2 * i + t / 8, t % 8));
    for (name, bytes) in [("XE_8x16x16_F16", 2), ("XE_8x16x32_S8", 1), ("XE_8x16x8_TF32", 4)] {
        agrees(name, "B", |t, i| (t, i));
        agrees(name, "C", |t, i| (i, t));
        // The work items' 4 bytes, one register after the other, are the rows of A.
        let atom = Instruction::find(name).unwrap();
        let held = operand(&atom, "A");
        let depth = 32 / bytes;
        for at in 0..8 * depth {
            // Registers of the width of a row: 16 work items of 2 bytes; of 4 bytes two rows.
            let (unit, each) = if bytes == 4 { (at, 1) } else { (at * bytes / 2, 2 / bytes) };
            let (t, i) = (unit % 16, unit / 16 * each + at % each);
            let expected = at / depth + 8 * (at % depth);
            assert_eq!(held.held.offset(t + 16 * i), Some(expected), "{name} {at}");
        }
    }
    for rows in [1, 2, 4] {
        for of in ["16_F16", "32_S8", "8_TF32"] {
            if (rows, of) == (1, "8_TF32") {
                continue;
            }
            let atom = Instruction::find(&format!("XE_{rows}x16x{of}")).unwrap();
            assert_eq!(operand(&atom, "C").held.size(), 16 * rows, "{rows} {of}");
        }
    }
}

/// Every instruction on two by four atoms, repeated: each element of C has one holder, and A one for each atom beside.
#[test]
fn instructions_are_tiled() {
    let atoms = "(2,4):(4,1)".parse().unwrap();
    let mut tiled = 0;
    for atom in all().filter(|atom| atom.operands.iter().any(|operand| operand.name == "C")) {
        let whole = atom.tiled(&atoms, [2, 1, 2]).unwrap();
        tiled += 1;
        for (one, all) in atom.operands.iter().zip(&whole.operands) {
            let (rows, columns, times) = match one.name {
                "A" => (4, 2, 4),
                "B" => (4, 2, 2),
                _ => (4, 4, 1),
            };
            assert_eq!(
                (all.tile.rows, all.tile.columns),
                (rows * one.tile.rows, columns * one.tile.columns)
            );
            let threads = one.held.plain().mode(0).unwrap().size();
            let mut holders = vec![0; usize::try_from(all.tile.size()).unwrap()];
            for i in 0..all.held.size() {
                let element = all.held.offset(i).unwrap();
                holders[usize::try_from(element).unwrap()] += 1;
                // The atom of the thread has the part of the tile at its number: (2,4):(4,1) counts n first.
                let (number, row) = (i % (8 * threads) / threads, element % all.tile.rows);
                let part = row / one.tile.rows;
                match one.name {
                    "B" => assert_eq!(part % 4, number % 4, "{all} at {i}"),
                    _ => assert_eq!(part % 2, number / 4, "{all} at {i}"),
                }
            }
            // Some instructions need an element in several threads.
            let times = times * one.held.size() / one.tile.size();
            assert!(holders.iter().all(|count| *count == times), "{all}");
        }
    }
    assert!(tiled > 50, "{tiled}");
    // Quad pairs take turns of four lanes.
    let pairs = Instruction::find("SM70_8x8x4_F32_TN")
        .unwrap()
        .tiled(&"(2,2)".parse().unwrap(), [1; 3])
        .unwrap();
    let lanes: Vec<_> = (0..12).filter_map(|thread| pairs.threads.offset(thread)).collect();
    assert_eq!(lanes, [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7]);
    let copy = Instruction::find("LDMATRIX_X4").unwrap();
    assert!(copy.tiled(&atoms, [1; 3]).is_err());
    let atom = Instruction::find("SM80_16x8x16_F16").unwrap();
    for wrong in ["6", "(2,4):(1,1)", "(2,2,2)"] {
        assert!(atom.tiled(&wrong.parse().unwrap(), [1; 3]).is_err(), "{wrong}");
    }
}
