//! Decode attention over a paged cache: one query, many keys and values, in pages of 16 tokens anywhere in a pool.
//!
//! `cargo run --release --example paged_attention` compares it with attention over contiguous memory, which must have equal
//! bits; `-- --time` also prints the ratio of their times, interleaved, the least of many.
//!
//! The two differ in one line: the paged one calls each function for the view of a page, the contiguous one for the view of all
//! tokens.

use static_layout::prelude::*;
use static_layout_formats::paged::{PageError, PagedView, flashinfer_nhd, gather};
use std::hint::black_box;
use std::time::{Duration, Instant};

const HEADS: usize = 8;
const DIM: usize = 128;
const PAGE: usize = 16;

/// Keys or values of some tokens, one after the other: of one page of the cache, and of a whole sequence in contiguous memory.
type Tokens<'a, L> = View<'a, f32, L>;
/// The pool of the keys or values of FlashInfer's cache, `[max_pages, 2, 16, 8, 128]`.
type Pool = Layout!((?, 16, 8, 128):(32768, 1024, 128, 1));
/// Tokens in contiguous memory. A page of the pool also has this layout.
type Rows = Layout!((?, 8, 128):(1024, 128, 1));

/// The products of the query with the keys: `scores[t, h] = sum_d query[h, d] keys[t, h, d]`.
fn score(query: &[[f32; DIM]; HEADS], keys: Tokens<'_, Rows>, scores: &mut [[f32; HEADS]]) {
    for (t, scores) in scores.iter_mut().enumerate() {
        for (h, score) in scores.iter_mut().enumerate() {
            let key: [f32; DIM] = keys.slice(coord!(t, h, _)).read_array();
            let mut sums = [0.0; 16];
            for (query, key) in query[h].chunks_exact(16).zip(key.chunks_exact(16)) {
                for lane in 0..16 {
                    sums[lane] += query[lane] * key[lane];
                }
            }
            *score = sums.iter().sum();
        }
    }
}

/// Softmax over the tokens of each head, of scores divided by the root of the dimension.
fn softmax(scores: &mut [[f32; HEADS]]) {
    let scale = (DIM as f32).sqrt().recip();
    let mut most = [f32::MIN; HEADS];
    for scores in scores.iter() {
        most = std::array::from_fn(|h| most[h].max(scores[h]));
    }
    let mut sums = [0.0; HEADS];
    for scores in scores.iter_mut() {
        *scores = std::array::from_fn(|h| ((scores[h] - most[h]) * scale).exp());
        sums = std::array::from_fn(|h| sums[h] + scores[h]);
    }
    for scores in scores.iter_mut() {
        *scores = std::array::from_fn(|h| scores[h] / sums[h]);
    }
}

/// Adds the values by their weights: `out[h, d] += sum_t weights[t, h] values[t, h, d]`.
fn add_values(weights: &[[f32; HEADS]], values: Tokens<'_, Rows>, out: &mut [[f32; DIM]; HEADS]) {
    for (t, weights) in weights.iter().enumerate() {
        for (h, weight) in weights.iter().enumerate() {
            let value: [f32; DIM] = values.slice(coord!(t, h, _)).read_array();
            for (out, value) in out[h].iter_mut().zip(value) {
                *out += weight * value;
            }
        }
    }
}

/// Attention of one query over the tokens of a paged cache.
#[inline(never)]
fn paged(
    query: &[[f32; DIM]; HEADS],
    keys: PagedView<'_, f32, Pool, i32>,
    values: PagedView<'_, f32, Pool, i32>,
    scores: &mut [[f32; HEADS]],
) -> [[f32; DIM]; HEADS] {
    let mut out = [[0.0; DIM]; HEADS];
    for (t, page) in keys.pages() {
        let [count, ..]: [usize; 3] = page.sizes();
        score(query, page, &mut scores[t..t + count]);
    }
    softmax(scores);
    for (t, page) in values.pages() {
        let [count, ..]: [usize; 3] = page.sizes();
        add_values(&scores[t..t + count], page, &mut out);
    }
    out
}

/// Attention of one query over tokens in contiguous memory.
#[inline(never)]
fn contiguous(
    query: &[[f32; DIM]; HEADS],
    keys: Tokens<'_, Rows>,
    values: Tokens<'_, Rows>,
    scores: &mut [[f32; HEADS]],
) -> [[f32; DIM]; HEADS] {
    let mut out = [[0.0; DIM]; HEADS];
    score(query, keys, scores);
    softmax(scores);
    add_values(scores, values, &mut out);
    out
}

/// Numbers without order, in -1..1.
fn numbers(seed: u32) -> impl Iterator<Item = f32> {
    std::iter::successors(Some(seed), |x| {
        let x = x ^ x << 13;
        let x = x ^ x >> 17;
        Some(x ^ x << 5)
    })
    .map(|x| x as f32 / (1_u32 << 31) as f32 - 1.0)
}

/// The least time of both, one call of each in turn.
fn least_times<A, B>(mut a: impl FnMut() -> A, mut b: impl FnMut() -> B) -> [Duration; 2] {
    let mut least = [Duration::MAX; 2];
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(4) {
        let start = Instant::now();
        black_box(a());
        let between = Instant::now();
        black_box(b());
        least = [least[0].min(between - start), least[1].min(between.elapsed())];
    }
    least
}

fn main() -> Result<(), PageError> {
    let is_timed = std::env::args().any(|argument| argument == "--time");
    let query: [[f32; DIM]; HEADS] = {
        let mut numbers = numbers(7);
        std::array::from_fn(|_| std::array::from_fn(|_| numbers.next().unwrap_or(0.0)))
    };
    for tokens in [250_usize, 1000, 4000, 16000] {
        // Twice as many pages as the sequence needs, and its pages in an order that jumps through the pool.
        let in_use = tokens.div_ceil(PAGE);
        let (max_pages, step) = (2 * in_use, (2 * in_use * 5 / 8) | 1);
        let step = (step..).find(|step| gcd(*step, max_pages) == 1).unwrap_or(1);
        let table: Vec<i32> = (0..in_use).map(|k| ((k * step + 3) % max_pages) as i32).collect();

        let (page, heads, dim) = shape!(16, 8, 128);
        let shape = flashinfer_nhd(max_pages, page, heads, dim)?;
        let cache: Vec<f32> = numbers(1).take(shape.len()).collect();
        let keys: PagedView<'_, f32, Pool, i32> =
            PagedView::of_pool(shape.keys(&cache)?, &table, tokens)?;
        let values: PagedView<'_, f32, Pool, i32> =
            PagedView::of_pool(shape.values(&cache)?, &table, tokens)?;

        // These tokens in contiguous memory.
        let rows: Rows = layout!((tokens, 8, 128):row);
        let (mut key_rows, mut value_rows) = (vec![0.0; rows.size()], vec![0.0; rows.size()]);
        gather(&keys, &mut ViewMut::new(&mut key_rows, rows)?)?;
        gather(&values, &mut ViewMut::new(&mut value_rows, rows)?)?;
        let (key_rows, value_rows) = (View::new(&key_rows, rows)?, View::new(&value_rows, rows)?);

        let (mut a, mut b) = (vec![[0.0; HEADS]; tokens], vec![[0.0; HEADS]; tokens]);
        let by_pages = paged(&query, keys, values, &mut a);
        assert_eq!(by_pages, contiguous(&query, key_rows, value_rows, &mut b));
        assert!(by_pages.as_flattened().iter().all(|x| x.is_finite()));
        println!("{tokens} tokens in {in_use} pages: equal bits");
        if is_timed {
            let [paged, contiguous] = least_times(
                || paged(&query, keys, values, &mut a),
                || contiguous(&query, key_rows, value_rows, &mut b),
            );
            let ratio = paged.as_secs_f64() / contiguous.as_secs_f64();
            println!("  paged / contiguous: {ratio:.3}");
        }
    }
    Ok(())
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
