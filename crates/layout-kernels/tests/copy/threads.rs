//! Copies on several threads.

use crate::check::Numbered;
use crate::flat::*;
use static_layout::*;
use static_layout_kernels::{copy, par_copy};

/// Every kind of plan, in parts on several threads.
#[test]
fn copies_on_threads() {
    fn verify<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
        let data: Vec<u16> = (0..1 << 20).map(u16::of).collect();
        let (mut alone, mut shared) = (vec![7_u16; 1 << 20], vec![7_u16; 1 << 20]);
        let from = View::new(&data, a).unwrap();
        copy(from, &mut ViewMut::new(&mut alone, b).unwrap());
        let to = &mut ViewMut::new(&mut shared, b).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        pool.install(|| par_copy(from, to));
        assert!(alone == shared, "{a} to {b}");
    }
    let of2 =
        |shape: (usize, usize), stride: (usize, usize)| -> Flat2 { Layout::new(shape, stride) };
    verify(of2((1 << 20, 1), (1, 0)), of2((1 << 20, 1), (1, 0)));
    verify(of2((900, 1001), (1001, 1)), of2((900, 1001), (1, 900)));
    verify(of2((1000, 1000), (1, 1000)), of2((1000, 1000), (1, 1001)));
    verify(of2((3, 300_001), (300_001, 1)), of2((3, 300_001), (1, 3)));
    verify(of2((1000, 1000), (0, 1)), of2((1000, 1000), (1, 1000)));
    verify(of2((700, 700), (1, 700)), of2((700, 700), (2, 1400)));
    let extents = [20, 26, 30, 32];
    for (from, to) in [([0, 1, 2, 3], [3, 2, 1, 0]), ([1, 3, 0, 2], [0, 1, 2, 3])] {
        verify(
            flat4(extents, strides(extents, from, [0; 4])),
            flat4(extents, strides(extents, to, [0; 4])),
        );
    }
    verify(layout!((4096, 128):(128, 1)), layout!(Sw<3,3,4> o 0 o (4096,128):(128,1)));
    verify(layout!((4096, 128):(128, 1)), layout!(Sw<3,3,4> o 0 o (4096,128):(1,4096)));
}
