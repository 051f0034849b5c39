//! Refused copies.

use crate::check::*;
use crate::flat::*;
use static_layout::*;
use static_layout_kernels::try_copy;

#[test]
fn refusals_name_both_layouts() {
    let (data, mut room, n) = ([1_u8; 64], [0_u8; 64], 6_usize);
    let mut refuse = |a: Flat2, b: Flat2| {
        let (a, mut b) = (View::new(&data, a).unwrap(), ViewMut::new(&mut room, b).unwrap());
        try_copy(a, &mut b).unwrap_err().to_string()
    };
    let of = |shape: (usize, usize), stride: (usize, usize)| Layout::new(shape, stride);
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((n, 3), (1, 8))),
        "cannot copy (6,2):(1,8) to (6,3):(1,8): the sizes 12 and 18 differ"
    );
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((4, 3), (1, 8))),
        "cannot copy (6,2):(1,8) to (4,3):(1,8): 4 does not divide 6: the shapes have no modes in common"
    );
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((n, 2), (1, 0))),
        "cannot copy (6,2):(1,8) to (6,2):(1,0): the extent 2 at stride 0 repeats elements of the destination"
    );
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((n, 2), (1, 3))),
        "cannot copy (6,2):(1,8) to (6,2):(1,3): the stride 3 is below 6, where the mode below it ends: \
         the modes overlap"
    );
    assert_eq!(room, [0; 64]);
    // Modes that interlock without an overlap are accepted.
    let interlocked: Flat2 = of((2, 3), (3, 2));
    verify::<u8, _, _>(both!(of((2, 3), (1, 2))), both!(interlocked)).unwrap();
}

/// Sizes that differ are named first, also where the search for shared elements of the destination gives up.
// Its strides are past 32 bits.
#[cfg(target_pointer_width = "64")]
#[test]
fn sizes_that_differ_are_named_without_a_search() {
    let scattered = Layout::new(
        (16_usize, 16_usize, 16_usize, 16_usize, 16_usize, 16_usize, 16_usize, 16_usize),
        (
            1_054_364_196_807_761_usize,
            1_096_765_774_221_529_usize,
            1_105_980_619_624_491_usize,
            1_241_727_233_806_069_usize,
            1_444_529_763_028_279_usize,
            1_470_820_472_448_859_usize,
            1_656_160_904_301_049_usize,
            1_924_672_410_201_907_usize,
        ),
    );
    let refused = |from| {
        static_layout_kernels::PlannedCopy::<u8, _, _>::new(from, scattered)
            .unwrap_err()
            .to_string()
    };
    // Of one size, the destination decides.
    assert!(refused(Layout::new(1_usize << 32, 1_usize)).contains("steps"));
    assert!(refused(Layout::new(7_usize, 1_usize)).contains("the sizes 7 and 4294967296 differ"));
}
