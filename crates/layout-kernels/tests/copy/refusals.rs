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
        "cannot copy (6,2):(1,8) to (6,2):(1,0): the extent 2 at stride 0 repeats elements of what is written"
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
