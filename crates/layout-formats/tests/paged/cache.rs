//! The named shapes of caches, against the row-major index of the shape of the memory.

use static_layout::dynamic::Layout as Value;
use static_layout::prelude::*;
use static_layout_formats::paged::{
    flashinfer_hnd, flashinfer_nhd, vllm_flash, vllm_key_cache, vllm_value_cache,
};

/// The row-major offset of a coordinate in a shape.
fn row_major<const N: usize>(shape: [usize; N], coord: [usize; N]) -> usize {
    shape.iter().zip(&coord).fold(0, |offset, (&extent, &at)| {
        assert!(at < extent);
        offset * extent + at
    })
}

/// All coordinates of four extents.
fn coords([a, b, c, d]: [usize; 4]) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    (0..a * b * c * d).map(move |i| (i % a, i / a % b, i / a / b % c, i / a / b / c))
}

#[test]
fn every_element_of_small_caches() {
    for [p, s, h, d] in (0..81_usize).map(|n| [n % 3 + 1, n / 3 % 3 + 1, n / 9 % 3 + 1, n / 27 + 1])
    {
        let nhd = flashinfer_nhd(p, s, h, d).unwrap();
        let hnd = flashinfer_hnd(p, h, s, d).unwrap();
        let flash = vllm_flash(p, s, h, d).unwrap();
        let values = vllm_value_cache(p, h, d, s).unwrap();
        let keys = vllm_key_cache(p, h, d, s, 2).unwrap();
        assert_eq!([nhd.len(), hnd.len(), flash.len()], [2 * p * s * h * d; 3]);
        for (i, t, head, k) in coords([p, s, h, d]) {
            let c = (i, t, head, k);
            for kind in 0..2 {
                let at = |values: usize| kind * values;
                let expected = row_major([p, 2, s, h, d], [i, kind, t, head, k]);
                assert_eq!(at(nhd.values_at()) + nhd.layout().index(c), expected);
                let expected = row_major([p, 2, h, s, d], [i, kind, head, t, k]);
                assert_eq!(at(hnd.values_at()) + hnd.layout().index(c), expected);
                let expected = row_major([2, p, s, h, d], [kind, i, t, head, k]);
                assert_eq!(at(flash.values_at()) + flash.layout().index(c), expected);
            }
            assert_eq!(values.index(c), row_major([p, h, d, s], [i, head, k, t]));
            for x in 0..2 {
                // The element of the dimension 2 * k + x is x in the chunk k.
                let expected = row_major([p, h, d, s, 2], [i, head, k, t, x]);
                assert_eq!(keys.index((i, t, head, 2 * k + x)), expected);
                assert_eq!(keys.index((i, t, head, (x, k))), expected);
            }
        }
    }
}

/// Extents that are numerals make static layouts.
#[test]
fn static_caches() {
    let (p, s, h, d) = shape!(7, 16, 2, 8);
    let cache = flashinfer_nhd(p, s, h, d).unwrap();
    assert_eq!(size_of_val(&cache.layout()), 0);
    assert_eq!(cache.layout().to_string(), "(7,16,2,8):(512,16,8,1)");
    let pages = 7;
    let mixed = vllm_flash(pages, s, h, d).unwrap().layout();
    assert_eq!(size_of_val(&mixed), size_of::<usize>());
    assert_eq!(mixed.to_dynamic(), "(7,16,2,8):(256,16,8,1)".parse::<Value>().unwrap());
}

/// Keys and values of one memory, written one after the other, share no element and fill it.
#[test]
fn keys_and_values_fill_the_cache() {
    let cache = flashinfer_hnd(3, 2, 4, 2).unwrap();
    let mut data = vec![0; cache.len()];
    cache.keys_mut(&mut data).unwrap().update(|x| *x += 1);
    cache.values_mut(&mut data).unwrap().update(|x| *x += 2);
    assert!(cache.keys(&data).unwrap().iter().all(|&x| x == 1));
    assert!(cache.values(&data).unwrap().iter().all(|&x| x == 2));
    assert!(data.iter().all(|&x| x > 0));
}
