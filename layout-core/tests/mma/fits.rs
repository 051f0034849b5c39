//! Fits: what they move, what they cost by a count of their own, and that none of the space costs less.

use layout_core::memory::{Access, CDNA3, Instruction, NVIDIA, RDNA3, Request, SharedMemory};
use layout_core::mma::{
    Fit, FitCost, FitOperand, FitSpace, FittedCopy, MmaAtom, MmaOperand, TiledMma, fit,
};
use layout_core::{ComposedLayout, LayoutError};

use crate::{at, atoms, size, tiled};

pub(crate) fn operand(operand: MmaOperand, memory: &str, element: i64) -> FitOperand {
    let plain =
        if memory.contains("Sw") { memory.into() } else { format!("Sw<0,0,0> o 0 o {memory}") };
    FitOperand { operand, memory: plain.parse().unwrap(), element }
}

pub(crate) fn fitted(
    name: &str,
    warps: &str,
    of: &[FitOperand],
    machine: &SharedMemory<'_>,
    space: FitSpace,
) -> Result<Fit, LayoutError> {
    fit(&tiled(&MmaAtom::find(name).unwrap(), warps), of, machine, space)
}

/// The machine that an instruction belongs to, by its name.
fn machine(name: &str) -> &'static SharedMemory<'static> {
    match name {
        _ if name.starts_with("v_mfma") => &CDNA3,
        _ if name.starts_with("v_wmma") => &RDNA3,
        _ => &NVIDIA,
    }
}

/// The offset in elements of the element of a tile, in the tile of this number.
fn place(one: &FitOperand, mma: &TiledMma, tile: i64, element: i64) -> i64 {
    let [rows, columns] = one.operand.modes().map(|mode| mma.extents()[mode]);
    let plain = one.memory.plain();
    let (high, down) = (size(&plain, 0), size(&plain, 0) / rows);
    let row = element % rows + rows * (tile % down);
    let column = element / rows + columns * (tile / down);
    one.memory.index(&(row + high * column).into()).unwrap()
}

/// Checks a copy, and counts it: registers are those of the fragment, an address is that of the first of neighbours.
fn counted(
    name: &str,
    one: &FitOperand,
    mma: &TiledMma,
    copy: &FittedCopy,
    machine: &SharedMemory<'_>,
) -> FitCost {
    let tv = mma.layout_tv(one.operand).unwrap();
    let is_store = one.operand == MmaOperand::C;
    let (source, destination) =
        (copy.copy().layout_s_tv().unwrap(), copy.copy().layout_d_tv().unwrap());
    let (memory, registers) = if is_store { (destination, source) } else { (source, destination) };
    let (threads, values) = (size(&tv, 0), size(&tv, 1));
    for (thread, value) in (0..threads).flat_map(|t| (0..values).map(move |v| (t, v))) {
        let fragment = copy.registers().map_or(value, |order| order.index(&value.into()).unwrap());
        assert_eq!(
            at(&registers, thread, value),
            at(&tv, thread, fragment),
            "{name} {registers} {tv}"
        );
    }
    let kind = copy.copy().atom().name;
    let is_matrix = kind.contains("matrix");
    let width = match kind.split(' ').nth(2) {
        Some(bytes) => bytes.parse().unwrap(),
        None => 16,
    };
    let run = width / one.element;
    // Lanes without a row have no address; a copy of matrices moves as many registers as matrices.
    let (rows, each) = match kind.split_once("matrix.x") {
        Some((_, count)) => {
            let count: i64 = count.trim_end_matches(".trans").parse().unwrap();
            (8 * count, count * 4 / one.element)
        }
        None => (64, run),
    };
    let tiles = one.memory.size()
        / (mma.extents()[one.operand.modes()[0]] * mma.extents()[one.operand.modes()[1]]);
    let lanes = i64::from(machine.lanes);
    let instruction = match (is_matrix, is_store) {
        (true, false) => Instruction::LoadMatrix,
        (true, true) => Instruction::StoreMatrix,
        (false, false) => Instruction::Load,
        (false, true) => Instruction::Store,
    };
    let access = Access::new(one.element, width).unwrap().with(instruction);
    let mut cost = FitCost { instructions: 0, wavefronts: 0 };
    let mut moved = vec![false; one.memory.cosize() as usize];
    for (tile, first) in (0..tiles)
        .flat_map(|tile| (0..threads).step_by(lanes as usize).map(move |first| (tile, first)))
    {
        for k in 0..values / each {
            let addresses: Vec<Option<i64>> = (first..threads.min(first + lanes))
                .map(|thread| {
                    let start = place(one, mma, tile, at(&memory, thread, k * run));
                    for value in 0..run {
                        let found = place(one, mma, tile, at(&memory, thread, k * run + value));
                        assert_eq!(found, start + value, "{name} {kind}: not neighbours");
                        moved[found as usize] = true;
                    }
                    (thread % lanes < rows).then_some(start * one.element)
                })
                .collect();
            let request = Request::of(access, &addresses).unwrap();
            cost.wavefronts += machine.cost(&request).unwrap().wavefronts;
            cost.instructions += 1;
        }
    }
    // The copy moves each element of the memory.
    assert!(moved.iter().all(|&one| one), "{name} {kind}");
    cost
}

fn check(name: &str, of: &[FitOperand], fit: &Fit, machine: &SharedMemory<'_>) {
    let mut sum = FitCost { instructions: 0, wavefronts: 0 };
    for one in of {
        let copy = fit.copy(one.operand).unwrap();
        let counted = counted(name, one, fit.mma(), copy, machine);
        assert_eq!(counted, copy.total(), "{name} {:?} {}", one.operand, copy.copy().atom().name);
        assert_eq!(copy.conflict().is_some(), copy.cost().ways > 1, "{name}");
        sum.instructions += counted.instructions;
        sum.wavefronts += counted.wavefronts;
    }
    assert_eq!(fit.cost(), sum);
    assert!(
        fit.bound().instructions <= sum.instructions && fit.bound().wavefronts <= sum.wavefronts,
        "{name}: {:?} {sum:?}",
        fit.bound()
    );
    assert!(fit.kept().is_none_or(|kept| sum <= kept), "{name}");
}

/// Every instruction of the table, each operand, elements of each size, both majors, with and without a swizzle.
#[test]
fn fits_of_all_instructions_move_their_fragments() {
    let (mut count, mut permuted, mut ordered) = (0, 0, 0);
    for (name, atom) in atoms() {
        let mma = tiled(&atom, "(2,1,1)");
        for (at, of) in MmaOperand::ALL.into_iter().enumerate() {
            if atom.layout(of).is_err() {
                continue;
            }
            let [rows, columns] = of.modes().map(|mode| 2 * mma.extents()[mode]);
            for (k, stride) in
                [format!("({columns},1)"), format!("(1,{rows})")].into_iter().enumerate()
            {
                for element in [1, 2, 4, 8] {
                    let memory = match k + at {
                        1 => format!("Sw<2,3,3> o 0 o ({rows},{columns}):{stride}"),
                        _ => format!("({rows},{columns}):{stride}"),
                    };
                    let one = operand(of, &memory, element);
                    // The whole space for some, which takes a while in a build without optimizations.
                    let repeat = if atom.shape().iter().product::<i64>() <= 256 { 2 } else { 0 };
                    let space = FitSpace { repeat, ..FitSpace::PERMUTED };
                    let found = fit(&mma, &[one], machine(name), space);
                    if (element, of, machine(name).name) == (8, MmaOperand::C, "rdna3") {
                        // Its model has no stores of 8 bytes.
                        assert!(found.is_err());
                        continue;
                    }
                    let found =
                        found.unwrap_or_else(|error| panic!("{name} {of:?} {memory}: {error}"));
                    check(name, &[one], &found, machine(name));
                    count += 1;
                    permuted += i32::from(found.seen() > 1 && Some(found.cost()) != found.kept());
                    ordered += i32::from(found.copy(of).unwrap().registers().is_some());
                }
            }
        }
    }
    assert!(count > 1400 && permuted > 50 && ordered > 50, "{count} {permuted} {ordered}");
}

/// All permutations of a list.
fn permutations(list: &[usize]) -> Vec<Vec<usize>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let without = |k: usize| {
        let mut rest = list.to_vec();
        let first = rest.remove(k);
        permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (0..list.len()).flat_map(without).collect()
}

/// Every tile of a mode of the space, built here from digits of 2.
fn tiles(mma: &TiledMma, mode: usize, repeat: i64) -> Vec<TiledMma> {
    let atom = mma.atom().shape()[mode];
    let warps = mma.extents()[mode] / atom;
    let (inner, outer) = (atom.trailing_zeros() as usize, repeat.trailing_zeros() as usize);
    let digits: Vec<usize> = (0..inner + outer).collect();
    let tile = |order: Vec<usize>| {
        let stride = |digit| 1 << order.iter().position(|&one| one == digit).unwrap();
        let mut modes: Vec<(i64, i64)> = (0..inner).map(|digit| (2, stride(digit))).collect();
        modes.push((warps, atom * repeat));
        modes.extend((inner..inner + outer).map(|digit| (2, stride(digit))));
        let text = |part: fn(&(i64, i64)) -> i64| {
            modes.iter().map(|one| part(one).to_string()).collect::<Vec<_>>().join(",")
        };
        let tile = format!("({}):({})", text(|one| one.0), text(|one| one.1));
        mma.with_tile(mode, tile.parse().unwrap()).unwrap()
    };
    permutations(&digits).into_iter().map(tile).collect()
}

/// The search equals complete enumeration: the least cost of each tile alone, over all tiles of the space.
#[test]
fn no_tile_of_the_space_costs_less() {
    let cases = [
        ("SM80_8x8x4_F64F64F64F64_TN", 8, "(2,1,1)", MmaOperand::A, 0, "(32,16):(16,1)"),
        ("SM80_8x8x4_F64F64F64F64_TN", 8, "(2,1,1)", MmaOperand::A, 0, "(32,16):(1,32)"),
        ("SM80_8x8x4_F64F64F64F64_TN", 8, "(1,2,1)", MmaOperand::B, 1, "(32,16):(1,32)"),
        ("SM80_16x8x4_F32TF32TF32F32_TN", 4, "(1,1,1)", MmaOperand::B, 1, "(16,16):(1,16)"),
        ("SM80_16x8x8_F32TF32TF32F32_TN", 4, "(1,1,1)", MmaOperand::B, 1, "(16,32):(32,1)"),
        ("SM80_16x8x8_F32F16F16F32_TN", 2, "(1,1,1)", MmaOperand::B, 1, "(16,32):(32,1)"),
        ("SM75_8x8x16_S32S8S8S32_TN", 1, "(1,1,1)", MmaOperand::A, 0, "(16,32):(32,1)"),
        ("v_mfma_f32_16x16x4_f32", 4, "(1,1,1)", MmaOperand::A, 0, "(32,8):(8,1)"),
    ];
    for (name, element, warps, of, other, memory) in cases {
        let (mma, machine) = (tiled(&MmaAtom::find(name).unwrap(), warps), machine(name));
        let one = operand(of, memory, element);
        let found =
            fit(&mma, &[one], machine, FitSpace { repeat: 2, ..FitSpace::PERMUTED }).unwrap();
        let given = FitSpace { repeat: 0, ..FitSpace::PERMUTED };
        let cost = |mma: &TiledMma| fit(mma, &[one], machine, given).unwrap().cost();
        let all =
            [2, other].into_iter().flat_map(|mode| [1, 2].map(|repeat| tiles(&mma, mode, repeat)));
        let least = all.flatten().map(|mma| cost(&mma)).chain([cost(&mma)]).min().unwrap();
        assert_eq!(found.cost(), least, "{name} {memory}: {:?}", found.mma().tiles());
    }
}

/// Whichever operands move together, the search equals complete enumeration: of K, of M, of N, and of the tile of M that is best for
/// A with the tile of N that is best for B.
#[test]
fn no_tiles_of_several_operands_cost_less() {
    let [a, b, c] = MmaOperand::ALL;
    let double = ("SM80_8x8x4_F64F64F64F64_TN", 8);
    let [row, column] = ["(16,16):(16,1)", "(16,16):(1,16)"];
    let small = "(16,8):(1,16)";
    let single = ("SM80_16x8x4_F32TF32TF32F32_TN", 4);
    let half = ("SM80_16x8x8_F32F16F16F32_TN", 2);
    let cases = [
        (double, vec![(a, column), (c, row)]),
        (double, vec![(a, column), (c, column)]),
        (double, vec![(b, column), (c, row)]),
        (double, vec![(b, column), (c, column)]),
        (double, vec![(a, column), (b, column), (c, row)]),
        (double, vec![(a, column), (b, column), (c, column)]),
        (double, vec![(a, row), (b, column), (c, column)]),
        (double, vec![(a, column), (b, column)]),
        (double, vec![(c, column)]),
        (single, vec![(b, small), (c, row)]),
        (single, vec![(a, "(32,8):(1,32)"), (b, small), (c, "(32,16):(1,32)")]),
        (("SM75_8x8x16_S32S8S8S32_TN", 2), vec![(b, column), (c, column)]),
        // What is best for B makes the stores of C narrower, or collide.
        (half, vec![(b, "(32,16):(1,32)"), (c, "(16,32):(32,1)")]),
        (half, vec![(b, "(32,16):(1,32)"), (c, "(16,32):(1,16)")]),
        (half, vec![(b, "(32,16):(16,1)"), (c, "(16,32):(32,1)")]),
        (half, vec![(b, "(32,16):(16,1)"), (c, "(16,32):(1,16)")]),
        (half, vec![(b, "Sw<1,3,3> o 0 o (32,16):(16,1)"), (c, "(16,32):(1,16)")]),
        (half, vec![(b, "Sw<1,3,3> o 0 o (32,16):(16,1)"), (c, "Sw<1,3,3> o 0 o (16,32):(1,16)")]),
        (half, vec![(b, "Sw<2,3,3> o 0 o (32,16):(1,32)"), (c, "Sw<1,3,3> o 0 o (16,32):(1,16)")]),
        (half, vec![(b, "Sw<2,3,3> o 0 o (32,16):(1,32)"), (c, "Sw<2,3,3> o 0 o (16,32):(32,1)")]),
        (single, vec![(b, "(32,8):(8,1)"), (c, "(16,32):(32,1)")]),
        (single, vec![(b, "(32,8):(8,1)"), (c, "(16,32):(1,16)")]),
        (single, vec![(b, "(32,8):(1,32)"), (c, "(16,32):(1,16)")]),
        (single, vec![(b, "(32,8):(1,32)"), (c, "(16,32):(32,1)")]),
        (single, vec![(b, "Sw<1,2,3> o 0 o (32,8):(1,32)"), (c, "Sw<2,2,3> o 0 o (16,32):(32,1)")]),
    ];
    let (mut moved, mut pairs) = (0, 0);
    for ((name, element), of) in cases {
        let mma = tiled(&MmaAtom::find(name).unwrap(), "(1,1,1)");
        let of: Vec<_> = of.iter().map(|(one, memory)| operand(*one, memory, element)).collect();
        let only =
            |one| of.iter().copied().filter(|other| other.operand == one).collect::<Vec<_>>();
        let found = fit(&mma, &of, &NVIDIA, FitSpace { repeat: 2, ..FitSpace::PERMUTED }).unwrap();
        let given = FitSpace { repeat: 0, ..FitSpace::PERMUTED };
        let cost = |mma: &TiledMma, of: &[FitOperand]| {
            fit(mma, of, &NVIDIA, given).ok().map(|fit| fit.cost())
        };
        let all = |mma: &TiledMma, mode| {
            let permuted = [1, 2].into_iter().flat_map(|repeat| tiles(mma, mode, repeat));
            [*mma].into_iter().chain(permuted).collect::<Vec<_>>()
        };
        // The first of the tiles of least cost.
        let best = |mma: &TiledMma, mode, one| {
            let least = |tiled: &TiledMma| cost(tiled, &only(one)).expect("each has a copy");
            all(mma, mode).into_iter().min_by_key(least).unwrap()
        };
        let rows = if only(a).is_empty() { mma } else { best(&mma, 0, a) };
        let both = if only(b).is_empty() { rows } else { best(&rows, 1, b) };
        let single =
            [0, 1].into_iter().filter(|_| !only(c).is_empty()).flat_map(|mode| all(&mma, mode));
        let along = all(&mma, 2).into_iter().filter(|_| of[0].operand != c);
        let one = along.chain(single).filter_map(|tiled| cost(&tiled, &of)).min().unwrap();
        let least = cost(&both, &of).map_or(one, |both| both.min(one));
        assert_eq!(found.cost(), least, "{name} {of:?}: {:?}", found.mma().tiles());
        assert!(found.is_exhausted() && found.kept().is_none_or(|kept| least <= kept));
        check(name, &of, &found, &NVIDIA);
        moved += i32::from(found.kept() != Some(least));
        pairs += i32::from(!only(c).is_empty() && least < one);
    }
    assert!(moved > 4 && pairs > 0, "{moved} {pairs}");
}

/// C counts in the tiles that A and B have: a load that is wider and a store that is narrower are compared as a sum.
#[test]
fn the_tile_of_a_factor_does_not_cost_its_result_more() {
    let b = operand(MmaOperand::B, "Sw<3,3,5> o 0 o (64,64):(64,1)", 2);
    let c = operand(MmaOperand::C, "Sw<3,3,4> o 0 o (128,64):(1,128)", 2);
    let half = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN").unwrap();
    let mma = tiled(&half, "(1,1,1)");
    let found = fit(&mma, &[b, c], &NVIDIA, FitSpace::PERMUTED).unwrap();
    let wide = mma.with_tile(1, "32".parse().unwrap()).unwrap();
    let given = fit(&wide, &[b, c], &NVIDIA, FitSpace { repeat: 0, ..FitSpace::PERMUTED }).unwrap();
    assert_eq!(given.cost(), FitCost { instructions: 48, wavefronts: 384 });
    assert!(found.is_exhausted() && found.cost() <= given.cost(), "{:?}", found.cost());
}

fn tile(fit: &Fit, mode: usize) -> String {
    match fit.mma().tiles()[mode] {
        layout_core::Mode::Keep => "_".into(),
        layout_core::Mode::Layout(layout) => layout.to_string(),
    }
}

/// What CUTLASS chooses by hand, and what its users ask for.
#[test]
fn known_choices_are_found() {
    // A tile of 16 halves along N of one warp lets ldmatrix.x4 feed two instructions of 8 columns, as CUTLASS's Ampere examples have it
    // by a permutation of 16 or 32; along K two instructions do as well.
    let half = "SM80_16x8x16_F16F16F16F16_TN";
    let swizzled = "Sw<3,3,3> o 0 o (64,64):(64,1)";
    let both = [operand(MmaOperand::A, swizzled, 2), operand(MmaOperand::B, swizzled, 2)];
    let found = fitted(half, "(2,2,1)", &both, &NVIDIA, FitSpace::PERMUTED).unwrap();
    let name = |of| found.copy(of).unwrap().copy().atom().name;
    assert_eq!([name(MmaOperand::A), name(MmaOperand::B)], ["ldmatrix.x4"; 2]);
    assert_eq!(found.cost(), found.bound());
    assert_eq!(found.kept().unwrap().instructions, 32 + 64);
    // CuTe's chapter of MMA atoms permutes M of the quad pairs of Volta, so that a thread has 8 neighbours.
    let volta = [operand(MmaOperand::A, "(32,4):(1,32)", 2)];
    let found = fitted(
        "SM70_8x8x4_F32F16F16F32_NT",
        "(2,2,1):(2,1,0)",
        &volta,
        &NVIDIA,
        FitSpace { repeat: 2, ..FitSpace::PERMUTED },
    )
    .unwrap();
    assert_eq!(
        (tile(&found, 0), found.copy(MmaOperand::A).unwrap().copy().atom().name),
        ("(4,4,2):(1,8,4)".into(), "load of 16 bytes")
    );
    // Elements of 4 and 8 bytes whose memory is along N: no ldmatrix turns them, a permutation of N feeds four instructions.
    let wide = [operand(MmaOperand::B, "(64,32):(1,64)", 4)];
    let found =
        fitted("SM80_16x8x8_F32TF32TF32F32_TN", "(2,2,1)", &wide, &NVIDIA, FitSpace::PERMUTED)
            .unwrap();
    assert_eq!(
        (tile(&found, 1), found.copy(MmaOperand::B).unwrap().copy().atom().name),
        ("(16,4):(4,1)".into(), "load of 16 bytes")
    );
    // AMD's matrix cores take 8 bytes of a lane; two instructions along K take 16.
    let lds = [operand(MmaOperand::A, "(64,64):(64,1)", 2)];
    let found =
        fitted("v_mfma_f32_32x32x8_f16", "(2,2,1)", &lds, &CDNA3, FitSpace::PERMUTED).unwrap();
    assert_eq!(found.copy(MmaOperand::A).unwrap().copy().atom().name, "load of 16 bytes");
    assert_eq!(tile(&found, 2), "(4,2,2):(1,8,4)");
    // Stores of C by stmatrix.
    let out = [operand(MmaOperand::C, swizzled, 2)];
    let found = fitted(half, "(2,2,1)", &out, &NVIDIA, FitSpace::PERMUTED).unwrap();
    assert_eq!(
        (found.copy(MmaOperand::C).unwrap().copy().atom().name, found.cost()),
        ("stmatrix.x4", found.bound())
    );
    // Without a swizzle the rows of a matrix collide, and two threads are named.
    let plain = [operand(MmaOperand::A, "(64,64):(64,1)", 2)];
    let found = fitted(half, "(2,2,1)", &plain, &NVIDIA, FitSpace::GIVEN).unwrap();
    let copy = found.copy(MmaOperand::A).unwrap();
    assert_eq!(copy.cost().to_string(), "8-way conflict, 1024 wavefronts instead of 128");
    assert_eq!(copy.conflict().unwrap().pair(), Some((0, 1)));
}

/// A search that ends early has the best so far; B of a warp group in shared memory keeps the order of K.
#[test]
fn what_is_not_tried_is_said() {
    let plain = [operand(MmaOperand::A, "(64,64):(64,1)", 2)];
    let half = "SM80_16x8x16_F16F16F16F16_TN";
    let of = |tiles| {
        fitted(half, "(2,2,1)", &plain, &NVIDIA, FitSpace { tiles, ..FitSpace::PERMUTED }).unwrap()
    };
    let all = of(i64::MAX);
    assert!(all.is_exhausted() && all.seen() > 1000);
    let mut last = of(1);
    assert_eq!((last.is_exhausted(), last.seen(), Some(last.cost())), (false, 1, last.kept()));
    for tiles in [2, 10, 100, 1000] {
        let next = of(tiles);
        assert!(!next.is_exhausted() && next.seen() == tiles && next.cost() <= last.cost());
        last = next;
    }
    assert_eq!(of(all.seen()).cost(), all.cost());
    let group = tiled(&MmaAtom::warp_group(8, 16).unwrap(), "(1,1,1)");
    let found = fit(&group, &plain, &NVIDIA, FitSpace { repeat: 1, ..FitSpace::PERMUTED }).unwrap();
    assert_eq!((tile(&found, 2), found.seen()), ("_".into(), 1 + 720));
}

/// The whole search is a constant.
#[test]
fn fits_are_constants() {
    const COST: FitCost = {
        let Ok(memory) = ComposedLayout::parse("Sw<3,3,3> o 0 o (64,16):(1,64)") else { panic!() };
        let Ok(atom) = MmaAtom::warp_group(8, 16) else { panic!() };
        let Ok(warps) = layout_core::Layout::parse("(1,1,1)") else { panic!() };
        let Ok(mma) = TiledMma::of(&atom, &warps) else { panic!() };
        let one = FitOperand { operand: MmaOperand::A, memory, element: 2 };
        match fit(&mma, &[one], &NVIDIA, FitSpace::GIVEN) {
            Ok(fit) => fit.cost(),
            Err(_) => panic!(),
        }
    };
    assert_eq!(COST, FitCost { instructions: 4, wavefronts: 16 });
}
