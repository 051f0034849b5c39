//! Fits that are refused: operands, elements, addresses and machines.

use layout_core::memory::{NVIDIA, RDNA3, SharedMemory};
use layout_core::mma::{CopyAtom, FitOperand, FitSpace, MmaOperand};
use layout_core::{MemoryRule, MmaRule, Rule};

use crate::fits::{fitted, operand};

#[test]
fn wrong_fits_are_refused() {
    let half = "SM80_16x8x16_F16F16F16F16_TN";
    let refusal = |of: &[FitOperand], space| {
        fitted(half, "(2,2,1)", of, &NVIDIA, space).unwrap_err().to_string()
    };
    let start = "cannot fit the matrix instruction to (32,2,2,1):(1,32,64,0): ";
    let a = operand(MmaOperand::A, "(64,64):(64,1)", 2);
    for (of, rule) in [
        (vec![], "a fit is of one to three different operands, not of 0"),
        (vec![a, a], "a fit is of one to three different operands, not of 2"),
        (
            vec![operand(MmaOperand::A, "(48,64):(64,1)", 2)],
            "the memory has 48 elements along M, not a multiple of 32, the extent of the tile",
        ),
        (
            vec![operand(MmaOperand::A, "64:1", 2)],
            "the memory of an operand has two modes, such as (M,K), not 1",
        ),
        (
            vec![a, operand(MmaOperand::B, "(64,32):(32,1)", 2)],
            "two operands have 64 and 32 elements along K",
        ),
        (
            vec![operand(MmaOperand::A, "(1024,1024):(1024,1)", 2)],
            "the copies of 1048576 elements and threads are not counted: 262144 are the most",
        ),
        (
            vec![operand(MmaOperand::A, "(64,64):(-64,72057594037927936)", 2)],
            "the memory of A reaches offset 4539628424389459968, and 576460752303423487 is the most",
        ),
    ] {
        let found = refusal(&of, FitSpace::GIVEN);
        assert_eq!(found, format!("{start}{rule}"));
    }
    assert_eq!(
        refusal(&[a], FitSpace { repeat: 17, ..FitSpace::PERMUTED }),
        format!("{start}a tile repeats the instruction 1 to 16 times, not 17")
    );
    assert!(CopyAtom::LDMATRIX_X4.values(0).is_err());
    // The model of RDNA3 has no stores of 8 bytes.
    let c = operand(MmaOperand::C, "(64,64):(64,1)", 8);
    assert_eq!(
        fitted(half, "(2,2,1)", &[c], &RDNA3, FitSpace::GIVEN).unwrap_err().to_string(),
        format!(
            "{start}no copy that the machine has moves the fragment of C, elements of 8 bytes, which lie apart in the memory or are not aligned"
        )
    );
}

/// Bytes and addresses past what instructions have are refused, whatever the memory; nothing overflows below.
#[test]
fn wrong_elements_and_addresses_are_refused() {
    let half = "SM80_16x8x16_F16F16F16F16_TN";
    let of = |memory: &str, element| {
        fitted(
            half,
            "(1,1,1)",
            &[operand(MmaOperand::A, memory, element)],
            &NVIDIA,
            FitSpace::GIVEN,
        )
    };
    for element in [i64::MIN, -2, 0, 3, 12, 32, 1 << 60, i64::MAX] {
        let error = of("(64,64):(64,1)", element).unwrap_err();
        assert_eq!(error.rule(), Rule::Memory(MemoryRule::Element { bytes: element }));
    }
    let (mut fits, mut far) = (0, 0);
    for bit in 0..57 {
        for sign in [-1, 1] {
            for memory in [
                format!("(64,64):({},1)", sign * (1_i64 << bit)),
                format!("(64,64):(-64,{})", sign * (1_i64 << bit)),
                format!("Sw<3,3,3> o 0 o (64,64):({},1)", sign * (1_i64 << bit)),
                format!("Sw<3,3,3> o {} o (64,64):(64,1)", sign * (1_i64 << (bit + 5))),
                format!("Sw<2,1,{}> o 0 o (64,64):(64,1)", sign * bit.max(2)),
            ] {
                for element in [1, 16] {
                    match of(&memory, element) {
                        Ok(_) => fits += 1,
                        Err(error) => {
                            let is_far = matches!(error.rule(), Rule::Mma(MmaRule::Far { .. }));
                            far += i32::from(is_far);
                        }
                    }
                }
            }
        }
    }
    assert!(fits > 100 && far > 10, "{fits} {far}");
}

/// A machine is checked before it is counted with.
#[test]
fn wrong_machines_are_refused() {
    let a = [operand(MmaOperand::A, "(64,64):(64,1)", 2)];
    for machine in [
        SharedMemory { lanes: 0, ..NVIDIA },
        SharedMemory { lanes: 65, ..NVIDIA },
        SharedMemory { lanes: 128, ..NVIDIA },
        SharedMemory { word: 0, ..NVIDIA },
        SharedMemory { word: 3, ..NVIDIA },
    ] {
        let expected = machine.check().unwrap_err();
        let half = "SM80_16x8x16_F16F16F16F16_TN";
        let found = fitted(half, "(2,2,1)", &a, &machine, FitSpace::PERMUTED).unwrap_err();
        assert_eq!(found.to_string(), expected.to_string());
    }
    let wide = SharedMemory { word: 1 << 62, ..NVIDIA };
    let half = "SM80_16x8x16_F16F16F16F16_TN";
    let error = fitted(half, "(2,2,1)", &a, &wide, FitSpace::GIVEN).unwrap_err();
    assert!(matches!(error.rule(), Rule::Mma(MmaRule::NoCopy { .. })), "{error}");
}
