//! Random pools of three kinds of layouts and random batches, against lists of tokens.

use proptest::prelude::*;
use static_layout::prelude::*;
use static_layout_formats::paged::{
    Paged, PagedView, PagedViewMut, gather, scatter, vllm_key_cache,
};
use static_layout_formats::ragged::{PageTables, PagedBatch};

/// Lengths of sequences, with a table of pages for each, of a pool of `pages` pages of `page` tokens.
fn batches() -> impl Strategy<Value = (usize, usize, Vec<Vec<i32>>, Vec<i32>)> {
    (1..9_usize, 1..6_usize).prop_flat_map(|(pages, page)| {
        let sequence = (0..20_usize).prop_flat_map(move |len| {
            (prop::collection::vec(0..pages as i32, len.div_ceil(page)), Just(len as i32))
        });
        prop::collection::vec(sequence, 0..5).prop_map(move |sequences| {
            let (tables, lens) = sequences.into_iter().unzip();
            (pages, page, tables, lens)
        })
    })
}

proptest! {
    #[test]
    fn batches_of_both_forms((pages, page, tables, lens) in batches(), padding in -1..3) {
        let data: Vec<usize> = (0..pages * page * 2).collect();
        // The page is the fastest mode: pages interleave.
        let pool = View::new(&data, layout!((pages, page, 2):(1, {2 * pages}, pages))).unwrap();
        let width = tables.iter().map(Vec::len).max().unwrap_or(0) + 1;
        let rows: Vec<i32> =
            tables.iter().flat_map(|table| (0..width).map(|k| *table.get(k).unwrap_or(&padding))).collect();
        let (mut indptr, indices) = (vec![0], tables.concat());
        for table in &tables {
            indptr.push(indptr.last().unwrap() + table.len() as i32);
        }
        let last: Vec<i32> = lens.iter().map(|&len| (len - 1).rem_euclid(page as i32) + 1).collect();
        let a = PagedBatch::new(pool, PageTables::from_block_table(&rows, width, &lens)).unwrap();
        let b = PagedBatch::new(pool, PageTables::from_indptr(&indptr, &indices, &last)).unwrap();
        prop_assert_eq!((a.len(), b.len()), (lens.len(), lens.len()));
        for (i, (a, b)) in a.sequences().zip(b.sequences()).enumerate() {
            prop_assert_eq!((a.len(), b.len()), (lens[i] as usize, lens[i] as usize));
            for t in 0..a.len() {
                for r in 0..2 {
                    let p = tables[i][t / page] as usize;
                    let expected = p + 2 * pages * (t % page) + pages * r;
                    prop_assert_eq!((a[(t, r)], b[[t, r]]), (expected, expected));
                }
            }
        }
    }

    /// What is scattered is gathered, also through a layout with a nested mode and through a swizzle.
    #[test]
    fn scatter_then_gather(order in Just((0..6_u16).collect::<Vec<_>>()).prop_shuffle(), len in 0..25_usize) {
        let rows: Vec<u32> = (1..1 + len as u32 * 16).collect();
        let tokens = layout!((len, 2, 8):row);
        let from = View::new(&rows, tokens).unwrap();
        let mut back = vec![0; rows.len()];

        let keys = vllm_key_cache(6, 2, 2, 4, 4).unwrap();
        let mut data = vec![0; 6 * 4 * 16];
        let mut view = PagedViewMut::new(&mut data, Paged::new(keys, &order, len).unwrap()).unwrap();
        scatter(from, &mut view).unwrap();
        prop_assert!((0..len).all(|t| (0..2).all(|h| (0..8).all(|d| view[(t, h, d)] == from[(t, h, d)]))));
        gather(&view.as_view(), &mut ViewMut::new(&mut back, tokens).unwrap()).unwrap();
        prop_assert_eq!(&back, &rows);
        prop_assert_eq!(data.iter().filter(|&&x| x > 0).count(), rows.len());

        let swizzled = layout!(Sw<2,2,3> o 0 o (6, 4, 2, 8):row);
        let mut data = vec![0; 6 * 4 * 16];
        let paged = Paged::new(swizzled, &order, len).unwrap();
        scatter(from, &mut PagedViewMut::new(&mut data, paged).unwrap()).unwrap();
        let offset = |t, h, d| paged.index((t, h, d)).unwrap() as usize;
        let in_pool = |t, h, d| swizzled.index((order[t / 4] as usize, t % 4, h, d));
        let is_same = |t, h| (0..8).all(|d| offset(t, h, d) == in_pool(t, h, d));
        prop_assert!((0..len).all(|t| is_same(t, 0) && is_same(t, 1)));
        back.fill(0);
        gather(&PagedView::new(&data, paged).unwrap(), &mut ViewMut::new(&mut back, tokens).unwrap()).unwrap();
        prop_assert_eq!(&back, &rows);
    }
}

/// Pages and tokens that go down in memory, from the end of the data.
#[test]
fn strides_below_zero() {
    let data: Vec<usize> = (0..24).collect();
    let pool = View::with_origin(&data, 23, layout!((4, 2, 3):(-6, -3, -1))).unwrap();
    let view = PagedView::of_pool(pool, &[2, 0, 3], 5).unwrap();
    let expected = |t: usize, r: usize| 23 - ([2, 0, 3][t / 2] * 6 + t % 2 * 3 + r);
    for (first, page) in view.range(1, 5).unwrap().pages() {
        let [count, _] = page.sizes();
        for (t, r) in (0..count).flat_map(|t| (0..3).map(move |r| (t, r))) {
            assert_eq!(page[(t, r)], expected(1 + first + t, r));
            assert_eq!(view[(1 + first + t, r)], expected(1 + first + t, r));
        }
    }
    let token: Vec<_> = view.token(4).unwrap().iter().copied().collect();
    assert_eq!(token, [5, 4, 3]);
}
