//! Pairs of static layouts. Written by `targets/statics.py`.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use static_layout::*;
use static_layout_kernels::{TileTranspose, VectorMove, try_copy_with};

use crate::case::{Case, Refusal, listed};

/// Runs a pair on elements of the type.
macro_rules! pair {
    ($u:ident, $t:ty: $a:expr, $b:expr) => {{
        let (slack, mask) = ($u.int_in_range(0..=2)?, $u.arbitrary()?);
        let case = Case::<$t, _, _>::new(listed!($a), listed!($b), slack);
        case.unwrap().every(mask, Refusal::Shared);
    }};
}

/// Runs a pair by an atom.
macro_rules! atom {
    ($u:ident, $t:ty, $atom:ident<$n:ident>: $a:expr, $b:expr) => {{
        let case =
            Case::<$t, _, _>::new(listed!($a), listed!($b), $u.int_in_range(0..=2)?).unwrap();
        case.check(
            "an atom",
            Refusal::Shared,
            |_, from, _| from,
            |from, to| try_copy_with($atom::<typenum::$n>::new(), from, to),
        );
    }};
}

pub fn run(u: &mut Unstructured) -> Result<()> {
    match u.int_in_range(0..=16)? {
        0 => {
            pair!(u, u8: layout!(Sw<2,1,3> o 0 o (8, 4, 2):(10, 1, 5)), layout!((8, 4, 2):(4, -1, 32)))
        }
        1 => pair!(u, u16: layout!((4,):(-1,)), layout!((4,):(-1,))),
        2 => pair!(u, [u8; 3]: layout!((16, 4):(-1, -19)), layout!((16, 4):(-7, -1))),
        3 => pair!(u, u32: layout!((3,):(-1,)), layout!((3,):(1,))),
        4 => {
            pair!(u, u64: layout!(Sw<2,0,2> o 0 o (5, 16, 5, 8):(17, 1, 680, 85)), layout!((5, 16, 5, 8):(-16, 1, 80, 403)))
        }
        5 => pair!(u, [u32; 3]: layout!((8, 5):(6, 1)), layout!((8, 5):(1, 9))),
        6 => {
            pair!(u, u128: layout!(Sw<2,0,2> o 0 o (2, 4, 3, 3):(3, 0, 28, 1)), layout!((2, 4, 3, 3):(72, -6, -1, 24)))
        }
        7 => pair!(u, (): layout!((2,):(0,)), layout!(Sw<1,2,2> o 0 o (2,):(1,))),
        8 => pair!(u, u8: layout!((5, 16, 16):(-17, 0, 0)), layout!((5, 16, 16):(19, -95, 1))),
        9 => pair!(u, u16: layout!((8, 3):(-1, 9)), layout!((8, 3):(-1, -9))),
        10 => pair!(u, [u8; 3]: layout!((3,):(1,)), layout!((3,):(1,))),
        11 => pair!(u, u32: layout!((2, 16):(0, -2)), layout!(Sw<2,1,3> o 0 o (2, 16):(16, 1))),
        12 => atom!(u, u32, VectorMove<U4>: layout!(8:-1), layout!(8:-1)),
        13 => atom!(u, u8, VectorMove<U16>: layout!((16, 3):(1, -19)), layout!((16, 3):(1, 16))),
        14 => atom!(u, u16, VectorMove<U2>: layout!((8, 4):(-1, 11)), layout!((8, 4):(-1, -8))),
        15 => atom!(u, u64, VectorMove<U2>: layout!(Sw<1,1,2> o 0 o 32:1), layout!(32:1)),
        _ => atom!(u, u32, TileTranspose<U4>: layout!((8, 12):(1, 8)), layout!((8, 12):(12, 1))),
    }
    Ok(())
}
