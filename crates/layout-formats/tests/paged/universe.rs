//! All tables of small pools, all offsets of small batches, against loops over the definition.

use crate::by_coordinates;
use static_layout::prelude::*;
use static_layout_formats::paged::{
    PageError, Paged, PagedTile, PagedView, PagedViewMut, gather, scatter,
};
use static_layout_formats::ragged::{PageTables, PagedBatch, PagedBatchMut, Ragged};

/// All tables of at most `most` entries in `-1..=pages`.
fn tables(pages: usize, most: usize) -> Vec<Vec<i8>> {
    let mut all = vec![vec![]];
    let mut begin = 0;
    for _ in 0..most {
        let end = all.len();
        for k in begin..end {
            for entry in -1..=pages as i8 {
                let mut table: Vec<i8> = all[k].clone();
                table.push(entry);
                all.push(table);
            }
        }
        begin = end;
    }
    all
}

/// The offsets of `len` coordinates by the definition; `None` where a table is refused.
fn model(table: &[i8], len: usize, page: usize, pages: usize) -> Option<Vec<(usize, usize)>> {
    (0..len)
        .map(|t| {
            let entry = usize::try_from(*table.get(t / page)?).ok()?;
            (entry < pages).then_some((entry, t % page))
        })
        .collect()
}

/// Whether the entries in use are all different.
fn unshared(table: &[i8], len: usize, page: usize) -> bool {
    let used = &table[..len.div_ceil(page)];
    used.iter().enumerate().all(|(k, entry)| !used[..k].contains(entry))
}

/// Everything that reads: the paged layout, elements, ranges, pages, tiles, tokens, slices, copies.
fn check_reads(pages: usize, page: usize, table: &[i8], len: usize) {
    const REST: usize = 3;
    // A row of padding after each token, so that strides are not compact.
    let pool = layout!((pages, page, 3):({4 * page}, 4, 1));
    let data: Vec<usize> = (0..4 * pages * page).collect();
    let expected = model(table, len, page, pages);
    let paged = Paged::new(pool, table, len);
    let Some(places) = expected else {
        // Both constructors refuse, with the first entry that is wrong.
        let wrong = table.iter().position(|&e| e < 0 || e as usize >= pages);
        match paged.unwrap_err() {
            PageError::Entry { sequence: None, index, value, pages: p } => {
                assert_eq!((Some(index), value, p), (wrong, i128::from(table[index]), pages));
                assert!(index < len.div_ceil(page));
            }
            PageError::TooFewEntries { len: l, page: s, needed, entries } => {
                assert_eq!((l, s, needed, entries), (len, page, len.div_ceil(page), table.len()));
                assert!(needed > entries);
            }
            error => panic!("{error}"),
        }
        return;
    };
    let offset = |&(p, s): &(usize, usize), r: usize| p * 4 * page + 4 * s + r;
    let elements: Vec<usize> =
        places.iter().flat_map(|at| (0..REST).map(move |r| offset(at, r))).collect();
    let paged = paged.unwrap();
    assert_eq!((paged.len(), paged.size(), paged.page_len()), (len, Some(len * REST), page));
    assert_eq!(paged.table().len(), len.div_ceil(page));
    for t in 0..len + 2 {
        assert_eq!(paged.locate(t), places.get(t).copied());
        for r in 0..REST + 1 {
            let expected = places.get(t).filter(|_| r < REST).map(|at| offset(at, r) as isize);
            assert_eq!((paged.index((t, r)), paged.index([t, r])), (expected, expected));
        }
    }
    let view = PagedView::new(&data, paged).unwrap();
    let get = |view: &PagedView<'_, usize, _, i8>, t, r| {
        assert_eq!(view.get((t, r)), view.get([t, r]));
        view.get((t, r)).copied()
    };
    assert_eq!(by_coordinates(&view, get, REST), elements);
    assert_eq!((view.get((len, 0)), view.get((0, REST))), (None, None));

    // The pages tile the view, and the whole ones are the whole ones.
    for from in 0..=len {
        for to in from..=len {
            let part = view.range(from, to).unwrap();
            let expected = &elements[REST * from..REST * to];
            assert_eq!(by_coordinates(&part, get, REST), expected);
            let mut tokens = vec![];
            assert_eq!(part.pages().len(), part.pages().count());
            for (k, (first, tile)) in part.pages().enumerate() {
                assert_eq!(REST * first, tokens.len());
                let [count, _] = tile.sizes();
                assert!(0 < count && count <= page);
                tokens.extend(
                    (0..count).flat_map(|t| (0..REST).map(move |r| (t, r))).map(|c| tile[c]),
                );
                let whole = part.whole_page(k);
                assert_eq!(whole.is_some(), count == page);
                assert!(whole.is_none_or(|whole| whole.iter().eq(tile.iter())));
            }
            assert_eq!(tokens, expected);
            let mut gathered = vec![9999; tokens.len()];
            let rows = layout!(({to - from}, 3):row);
            gather(&part, &mut ViewMut::new(&mut gathered, rows).unwrap()).unwrap();
            assert_eq!(gathered, expected);
            // To columns: another order of the same modes.
            let columns = layout!(({to - from}, 3):(1, {to - from}));
            let mut turned = vec![9999; tokens.len()];
            let mut to_columns = ViewMut::new(&mut turned, columns).unwrap();
            gather(&part, &mut to_columns).unwrap();
            assert!(
                (0..to - from).all(|t| (0..3).all(|r| to_columns[(t, r)] == expected[3 * t + r]))
            );
            let mut sum = 0;
            part.for_each(|x| sum += x);
            assert_eq!(sum, expected.iter().sum::<usize>());
        }
        assert!(
            view.range(from, len + 1).is_err()
                && (from == 0 || view.range(from, from - 1).is_err())
        );
        let token = view.token(from).map(|token| token.iter().copied().collect::<Vec<_>>());
        assert_eq!(token.as_deref(), elements.get(REST * from..REST * from + REST));
    }
    for size in 1..=len + 1 {
        let mut tiled = vec![];
        for at in 0..len.div_ceil(size) {
            let crosses =
                |tile: &[(usize, usize)]| (at * size) / page != (at * size + tile.len() - 1) / page;
            let tile = &places[at * size..len.min((at + 1) * size)];
            match view.tile(size, at).unwrap() {
                PagedTile::InPage(part) => {
                    assert!(!crosses(tile));
                    tiled.extend((0..tile.len()).map(|t| part[(t, 1)]));
                }
                PagedTile::Paged(part) => {
                    assert!(crosses(tile) && part.len() == tile.len());
                    tiled.extend((0..tile.len()).map(|t| part[(t, 1)]));
                }
            }
        }
        assert!(view.tile(size, len.div_ceil(size)).is_err());
        assert_eq!(tiled, (0..len).map(|t| elements[REST * t + 1]).collect::<Vec<_>>());
    }
    assert!(view.tile(0, 0).is_err());
    for r in 0..REST {
        let column = view.slice(coord!(_, r));
        assert!(
            (0..len).all(|t| column[(t,)] == elements[REST * t + r] && column[t] == column[[t]])
        );
    }
}

/// Everything that writes.
fn check_writes(pages: usize, page: usize, table: &[i8], len: usize) {
    let pool = layout!((pages, page):({page + 1}, 1));
    let mut data = vec![0; (page + 1) * pages];
    let Some(places) = model(table, len, page, pages) else { return };
    let paged = Paged::new(pool, table, len).unwrap();
    let view = PagedViewMut::new(&mut data, paged);
    if !unshared(table, len, page) {
        let Some(PageError::Shared { page: at, entries: [(0, i), (0, j)] }) = view.err() else {
            panic!("a page is shared")
        };
        assert!(i < j && table[i] == table[j] && table[i] as usize == at);
        return;
    }
    let mut expected = vec![0; (page + 1) * pages];
    let mut view = view.unwrap();
    for (t, &(p, s)) in places.iter().enumerate() {
        expected[(page + 1) * p + s] = 10 + t;
        if t % 2 == 0 {
            view[t] = 10 + t;
        } else {
            *view.get_mut((t,)).unwrap() = 10 + t;
        }
        assert_eq!((view[t], view.as_view()[t]), (10 + t, 10 + t));
    }
    assert_eq!(view.get_mut(len), None);
    view.for_each_page(|first, mut tile| tile.update(|x| *x += first));
    let written: Vec<usize> = (0..len).map(|t| view[t]).collect();
    assert!(written.iter().enumerate().all(|(t, &x)| x == 10 + t + t / page * page));
    // These numbers again, by a copy.
    let numbers: Vec<usize> = (10..10 + len).collect();
    scatter(View::new(&numbers, layout!((len,):(1,))).unwrap(), &mut view).unwrap();
    for from in 0..=len {
        let mut part = view.range_mut(from, len).unwrap();
        part.update(|x| *x += 100);
        part.update(|x| *x -= 100);
        assert!((0..len - from).all(|t| part[t] == 10 + from + t));
    }
    assert_eq!(data, expected);
}

#[test]
fn all_tables_of_small_pools() {
    for pages in 0..=3 {
        for page in 1..=3 {
            for table in tables(pages, 3) {
                for len in 0..=table.len() * page + 1 {
                    check_reads(pages, page, &table, len);
                    check_writes(pages, page, &table, len);
                }
            }
        }
    }
}

#[test]
fn all_offsets_of_small_batches() {
    let data = [10, 11, 12];
    let tokens = View::new(&data, layout!(({data.len()},):(1,))).unwrap();
    for indptr in tables(3, 4) {
        // Also one past the tokens.
        let indptr: Vec<i8> = indptr.iter().map(|&x| if x == 3 { 4 } else { x }).collect();
        let holds =
            !indptr.is_empty() && indptr.is_sorted() && indptr.iter().all(|x| (0..=3).contains(x));
        match Ragged::new(tokens, &indptr) {
            Ok(batch) => {
                assert!(holds);
                assert_eq!(
                    (batch.len(), batch.sequences().count()),
                    (indptr.len() - 1, indptr.len() - 1)
                );
                for i in 0..batch.len() {
                    let part = &data[indptr[i] as usize..indptr[i + 1] as usize];
                    assert!(batch.sequence(i).unwrap().iter().eq(part));
                }
                assert!(batch.sequence(batch.len()).is_none());
            }
            Err(error) => {
                assert!(!holds);
                match error {
                    PageError::Count { of: "indptr", found: 0, needed: 1 } => {
                        assert!(indptr.is_empty())
                    }
                    PageError::Indptr { index, value, before } => {
                        assert_eq!(i128::from(indptr[index]), value);
                        assert!(
                            value < before
                                && (index == 0 || before == i128::from(indptr[index - 1]))
                        );
                    }
                    PageError::PastEnd { index, value, len: 3 } => {
                        assert_eq!((i128::from(indptr[index]), value), (value, 4));
                    }
                    error => panic!("{error}"),
                }
            }
        }
    }
}

/// Two sequences of two entries each, all tables, all lengths, in both forms; written from all starts.
#[test]
fn all_small_batches_in_pages() {
    const PAGE: usize = 2;
    const PAGES: usize = 3;
    let data: Vec<usize> = (0..PAGE * PAGES).collect();
    let pool = layout!((3, 2):row);
    let view = View::new(&data, pool).unwrap();
    for number in 0..3_usize.pow(4) {
        let table: Vec<i32> = (0..4).map(|k| (number / 3_usize.pow(k) % 3) as i32).collect();
        for lens in (0..25).map(|n| [n / 5, n % 5]) {
            let rows = PageTables::from_block_table(&table, 2, &lens);
            let batch = PagedBatch::new(view, rows).unwrap();
            let used = lens.map(|len| len.unsigned_abs().div_ceil(2) as usize);
            let indices: Vec<i32> = [&table[..used[0]], &table[2..2 + used[1]]].concat();
            let indptr = [0, used[0] as i32, indices.len() as i32];
            let last = lens.map(|len| if len == 0 { 0 } else { (len - 1) % 2 + 1 });
            let other =
                PagedBatch::new(view, PageTables::from_indptr(&indptr, &indices, &last)).unwrap();
            for i in 0..2 {
                let (a, b) = (batch.sequence(i).unwrap(), other.sequence(i).unwrap());
                assert_eq!((a.len(), b.len()), (lens[i] as usize, lens[i] as usize));
                for t in 0..lens[i] as usize {
                    let expected = PAGE * table[2 * i + t / PAGE] as usize + t % PAGE;
                    assert_eq!((a[t], b[t]), (expected, expected));
                }
            }
            assert!(batch.sequence(2).is_none());
            for starts in (0..36).map(|n| [n / 6, n % 6]) {
                check_batch_writes(&table, lens, used, starts);
            }
        }
    }
}

fn check_batch_writes(table: &[i32], lens: [i32; 2], used: [usize; 2], starts: [i32; 2]) {
    let mut data = [0; 6];
    let pool = ViewMut::new(&mut data, layout!((3, 2):row)).unwrap();
    let batch = PagedBatchMut::new(pool, PageTables::from_block_table(table, 2, &lens), &starts);
    if (0..2).any(|i| starts[i] > lens[i]) {
        assert!(matches!(batch.err(), Some(PageError::Sequence { of: "starts", .. })));
        return;
    }
    // The pages in use, and the elements that are written, by the definition.
    let pages: Vec<(usize, usize)> =
        (0..2).flat_map(|i| (0..used[i]).map(move |k| (i, k))).collect();
    let writes = |&(i, k): &(usize, usize)| {
        (starts[i].max(2 * k as i32)..lens[i].min(2 * k as i32 + 2)).count() > 0
    };
    let entry = |&(i, k): &(usize, usize)| table[2 * i + k];
    let shares =
        pages.iter().any(|a| writes(a) && pages.iter().any(|b| a != b && entry(a) == entry(b)));
    match batch {
        Err(PageError::Shared { page, entries: [a, b] }) => {
            assert!(shares && a < b && entry(&a) as usize == page && entry(&b) as usize == page);
            assert!(writes(&a) || writes(&b));
        }
        Err(error) => panic!("{error}"),
        Ok(mut batch) => {
            assert!(!shares);
            for i in 0..2 {
                let mut part = batch.sequence_mut(i).unwrap();
                assert_eq!(part.len() as i32, lens[i] - starts[i]);
                (0..part.len()).for_each(|t| part[t] = 10 * (i + 1) + t);
            }
            for i in 0..2 {
                let whole = batch.sequence(i).unwrap();
                let tail = (starts[i] as usize..whole.len()).map(|t| whole[t]);
                assert!(
                    tail.eq((0..).map(|t| 10 * (i + 1) + t).take((lens[i] - starts[i]) as usize))
                );
            }
            assert!(batch.sequence_mut(2).is_none());
        }
    }
}
