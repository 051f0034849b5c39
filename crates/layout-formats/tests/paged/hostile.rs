//! Tables, lengths and offsets from files: each refusal names the number that is wrong.

use crate::refusal;
use static_layout::prelude::*;
use static_layout_formats::paged::{
    PageError, Paged, PagedView, PagedViewMut, flashinfer_nhd, gather, scatter, vllm_key_cache,
};
use static_layout_formats::ragged::{
    PageTables, PagedBatch, PagedBatchMut, Ragged, indptr_of_lengths,
};

#[test]
fn entries_past_the_pool() {
    let pool = layout!((3, 4):row);
    for (value, text) in [(3, "3"), (u64::MAX, "18446744073709551615"), (1 << 40, "1099511627776")]
    {
        assert_eq!(
            refusal(Paged::new(pool, &[0, value], 5)),
            format!("entry 1 of the table is {text}, and the pool has 3 pages: 0..3")
        );
        // Not in use.
        assert!(Paged::new(pool, &[0, value], 4).is_ok());
    }
    assert_eq!(
        refusal(Paged::new(pool, &[i64::MIN], 1)),
        "entry 0 of the table is -9223372036854775808, and the pool has 3 pages: 0..3"
    );
}

#[test]
fn lengths_past_the_table() {
    let pool = layout!((3, 4):row);
    for len in [9, usize::MAX, usize::MAX - 2] {
        assert_eq!(
            refusal(Paged::new(pool, &[0_u8, 1], len)),
            format!(
                "{len} coordinates in pages of 4 need {} entries of the table, which has 2",
                len.div_ceil(4)
            )
        );
    }
    let none = 0;
    assert_eq!(
        refusal(Paged::new(layout!((3, none):(4, 1)), &[0_u8], 1)),
        "the pages of the pool have room for 0 of 1 coordinates: the size of mode 1 is 0"
    );
    assert!(Paged::new(layout!((3, none):(4, 1)), &[9_u8], 0).is_ok_and(|paged| paged.is_empty()));
}

/// A page of nearly all integers, each coordinate the same element.
#[test]
fn pages_as_long_as_integers() {
    let page = isize::MAX as usize;
    let pool = layout!((1, page):(0, 0));
    let paged = Paged::new(pool, &[0_u8, 0, 0], usize::MAX).unwrap();
    assert_eq!((paged.locate(usize::MAX - 1), paged.locate(usize::MAX)), (Some((0, 0)), None));
    assert_eq!(paged.locate(page + 5), Some((0, 5)));
    let view = PagedView::new(&[7], paged).unwrap();
    assert_eq!(view[usize::MAX - 1], 7);
    let last = view.range(usize::MAX - 2, usize::MAX).unwrap();
    assert_eq!((last.len(), last.pages().count(), last[1]), (2, 2, 7));
    let firsts: Vec<_> = view.pages().map(|(first, _)| first).collect();
    assert_eq!(firsts, [0, page, 2 * page]);
    assert!(view.tile(usize::MAX, 1).is_err() && view.tile(2, usize::MAX).is_err());
}

#[test]
fn pools_past_the_data() {
    let pool = layout!((3, 4):row);
    let error = PagedView::new(&[0; 11], Paged::new(pool, &[0], 1).unwrap()).err().unwrap();
    assert!(matches!(error, PageError::Layout(_)));
    assert_eq!(
        error.to_string(),
        "cannot view a slice through (3,4):(4,1): it reaches from 0 to 11 around element 0 of 11"
    );
    let error = PagedViewMut::new(&mut [0; 11], Paged::new(pool, &[0], 1).unwrap()).err().unwrap();
    assert!(matches!(error, PageError::Layout(_)));
}

/// Pages that overlap are read, not written.
#[test]
fn pages_that_overlap() {
    let stride = 2;
    let pool = layout!((3, 4):(stride, 1));
    let mut data = [0, 1, 2, 3, 4, 5, 6, 7];
    let paged = Paged::new(pool, &[0, 1, 2], 12).unwrap();
    assert_eq!(PagedView::new(&data, paged).unwrap()[4], 2);
    let error = PagedViewMut::new(&mut data, paged).err().unwrap();
    assert!(matches!(error, PageError::Layout(_)), "{error}");
    let tables = PageTables::from_block_table(&[0, 1, 2], 3, &[12]);
    let view = ViewMut::new(&mut data, pool).unwrap();
    assert!(matches!(PagedBatchMut::new(view, tables, &[0]).err(), Some(PageError::Layout(_))));
}

#[test]
fn copies_of_other_shapes() {
    let data = [0; 24];
    let view =
        PagedView::new(&data, Paged::new(layout!((4, 2, 3):row), &[2, 0, 3], 5).unwrap()).unwrap();
    let mut rows = [9; 18];
    let mut long = ViewMut::new(&mut rows, layout!((6, 3):row)).unwrap();
    assert_eq!(
        refusal(gather(&view, &mut long)),
        "the paged mode has 5 coordinates, mode 0 of the other tensor has 6: take a range of the longer one"
    );
    let mut wide = ViewMut::new(&mut rows, layout!((5, 2):row)).unwrap();
    assert_eq!(
        refusal(gather(&view, &mut wide)),
        "cannot copy (2,3):(3,1) to (2,2):(2,1): the sizes 6 and 4 differ"
    );
    assert_eq!(rows, [9; 18]);
    let mut data = [0; 8];
    let mut view =
        PagedViewMut::new(&mut data, Paged::new(layout!((4, 2):row), &[2, 0], 4).unwrap()).unwrap();
    let from = View::new(&rows, layout!((3,):(1,))).unwrap();
    assert!(matches!(scatter(from, &mut view), Err(PageError::Length { paged: 4, other: 3 })));
}

#[test]
#[should_panic(expected = "coordinate 5 of the paged mode is out of range: 5 is not below 5")]
fn coordinates_past_the_end() {
    let data = [0; 8];
    let _ =
        PagedView::new(&data, Paged::new(layout!((4, 2):row), &[2, 0, 3], 5).unwrap()).unwrap()[5];
}

#[test]
fn batches() {
    let data = [0_u8; 16];
    let pool = View::new(&data, layout!((8, 2):row)).unwrap();
    let indptr = |a: &[i32], b: &[i32], c: &[i32]| {
        refusal(PagedBatch::new(pool, PageTables::from_indptr(a, b, c)))
    };
    assert_eq!(indptr(&[], &[1], &[]), "`kv_page_indptr` has 0 entries, the batch needs 1");
    assert_eq!(
        indptr(&[0, 1], &[1], &[1, 1]),
        "`kv_last_page_len` has 2 entries, the batch needs 1"
    );
    assert_eq!(
        indptr(&[0, 2], &[1], &[1]),
        "offset 1 of the sequences is 2, past the end of 1 entries"
    );
    assert_eq!(
        indptr(&[0, -2], &[1], &[1]),
        "offset 1 of the sequences is -2, which is below 0: offsets never decrease"
    );
    for (last, text) in [(0, "0"), (3, "3"), (-1, "-1")] {
        assert_eq!(
            indptr(&[0, 1], &[1], &[last]),
            format!("`kv_last_page_len` of sequence 0 is {text}, not one of 1..=2")
        );
    }
    assert_eq!(
        indptr(&[0, 1, 2], &[1, 8], &[1, 1]),
        "entry 0 of the table of sequence 1 is 8, and the pool has 8 pages: 0..8"
    );
    let rows = |table: &[i32], width, lens: &[i32]| {
        refusal(PagedBatch::new(pool, PageTables::from_block_table(table, width, lens)))
    };
    assert_eq!(rows(&[0; 5], 3, &[1, 1]), "`block_table` has 5 entries, the batch needs 6");
    assert_eq!(
        rows(&[0; 5], usize::MAX, &[1, 1]),
        format!("`block_table` has 5 entries, the batch needs {}", usize::MAX)
    );
    assert_eq!(rows(&[0; 6], 3, &[1, 7]), "`seq_lens` of sequence 1 is 7, not one of 0..=6");
    assert_eq!(rows(&[0; 6], 3, &[1, -7]), "`seq_lens` of sequence 1 is -7, not one of 0..=6");
    assert_eq!(
        rows(&[0, 0, 0, 0, -1, 0], 3, &[1, 3]),
        "entry 1 of the table of sequence 1 is -1, and the pool has 8 pages: 0..8"
    );
    let mut data = [0_u8; 16];
    let pool = ViewMut::new(&mut data, layout!((8, 2):row)).unwrap();
    let tables = PageTables::from_block_table(&[0, 1], 2, &[3]);
    assert_eq!(
        refusal(PagedBatchMut::new(pool, tables, &[])),
        "`starts` has 0 entries, the batch needs 1"
    );
    let pool = ViewMut::new(&mut data, layout!((8, 2):row)).unwrap();
    assert_eq!(
        refusal(PagedBatchMut::new(pool, tables, &[4])),
        "`starts` of sequence 0 is 4, not one of 0..=3"
    );
}

/// Pages so long that the number of tokens of a sequence is past every integer.
#[test]
fn sequences_as_long_as_integers() {
    let page = isize::MAX as usize;
    let pool = View::new(&[7], layout!((1, page):(0, 0))).unwrap();
    let tables = PageTables::from_indptr(&[0_u64, 4], &[0, 0, 0, 0], &[1]);
    assert!(matches!(
        PagedBatch::new(pool, tables).err(),
        Some(PageError::Overflow { sequence: 0 })
    ));
    let tables = PageTables::from_indptr(&[0_u64, 3], &[0, 0, 0], &[1]);
    assert_eq!(PagedBatch::new(pool, tables).unwrap().sequence(0).unwrap().len(), 2 * page + 1);
}

#[test]
fn lengths_of_sequences() {
    let mut indptr = [0; 3];
    assert!(indptr_of_lengths(&[i32::MAX, 0], &mut indptr).is_ok());
    assert!(matches!(
        indptr_of_lengths(&[i32::MAX, 1], &mut indptr),
        Err(PageError::Overflow { sequence: 1 })
    ));
    assert_eq!(
        refusal(indptr_of_lengths(&[3, -1], &mut indptr)),
        format!("`lengths` of sequence 1 is -1, not one of 0..={}", usize::MAX)
    );
    assert_eq!(
        refusal(indptr_of_lengths(&[3], &mut indptr)),
        "`indptr` has 3 entries, the batch needs 2"
    );
    let mut wide = [0; 3];
    assert!(indptr_of_lengths(&[u64::MAX, 1], &mut wide).is_err());
    let tokens = [0; 4];
    let tokens = View::new(&tokens, layout!((4,):(1,))).unwrap();
    assert_eq!(
        refusal(Ragged::new(tokens, &[0, u64::MAX])),
        "offset 1 of the sequences is 18446744073709551615, past the end of 4 entries"
    );
}

#[test]
fn caches_past_the_integers() {
    let n = 1 << 31;
    assert!(flashinfer_nhd(n, n, 2, 1).is_err());
    assert!(vllm_key_cache(n, n, 1, 1, 4).is_err());
    let cache = flashinfer_nhd(2, 2, 2, 2).unwrap();
    assert!(cache.keys(&[0; 23]).is_err() && cache.keys(&[0; 24]).is_ok());
    assert!(cache.values(&[0; 31]).is_err() && cache.values(&[0; 32]).is_ok());
}
