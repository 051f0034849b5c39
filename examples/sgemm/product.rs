//! The library's product: all rows, or a part of the rows on each thread.

use std::thread;

use static_layout::typenum::U1;
use static_layout::*;
use static_layout_kernels::gemm::gemm_blocks;
use static_layout_kernels::matmul;

use crate::{Result, extents, strides};

/// Elements of a slice, from offset 0 on.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a, L> {
    pub(crate) data: &'a [f32],
    pub(crate) layout: L,
}

/// The layouts of a product with their uses, marked if the compiler knows them; and, if the product packs blocks, which
/// blocks.
pub(crate) fn describe<A: AnyLayout, B: AnyLayout>(a: A, b: B) -> Result<String> {
    let ([m, _], [_, n]) = (extents(a), extents(b));
    let c = row_major(m, n)?;
    let blocks = match gemm_blocks::<f32, _, _, _>(a, b, c) {
        Some(blocks) => blocks.to_string().replace('\n', "\n  "),
        None => "read and written in place: no blocks are packed".to_string(),
    };
    Ok(format!("  A {a:#}\n  B {b:#}\n  C {c:#}\n  {blocks}"))
}

/// A matrix without gaps, whose rows lie side by side.
fn row_major(rows: usize, columns: usize) -> Result<Layout!((?, ?):(?, 1))> {
    Ok(Layout::try_new((rows, columns), (columns, U1::new()))?)
}

/// `a` times `b` in `c`, row-major.
pub(crate) fn multiply<A: AnyLayout, B: AnyLayout>(
    a: Matrix<'_, A>,
    b: Matrix<'_, B>,
    c: &mut [f32],
    threads: usize,
) -> Result<()> {
    let ([m, k], [_, n]) = (extents(a.layout), extents(b.layout));
    let columns = View::new(b.data, b.layout)?;
    if threads == 1 {
        matmul(View::new(a.data, a.layout)?, columns, &mut ViewMut::new(c, row_major(m, n)?)?);
        return Ok(());
    }
    let [down, across] = strides(a.layout).map(isize::cast_unsigned);
    let share = m.div_ceil(threads);
    let mut parts = Vec::new();
    for (i, product) in c.chunks_mut(share * n).enumerate() {
        let rows = share.min(m - i * share);
        let part = Layout::try_new((rows, k), (down, across))?;
        let part = View::with_origin(a.data, i * share * down, part)?;
        parts.push((part, ViewMut::new(product, row_major(rows, n)?)?));
    }
    thread::scope(|scope| {
        let mut parts = parts.into_iter();
        let own = parts.next();
        for (part, mut product) in parts {
            scope.spawn(move || matmul(part, columns, &mut product));
        }
        if let Some((part, mut product)) = own {
            matmul(part, columns, &mut product);
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads() {
        for (m, k, n) in [(1, 1, 1), (7, 5, 3), (40, 64, 50)] {
            let numbers = |len: usize| (0..len).map(|i| (i % 7) as f32 - 3.0).collect::<Vec<_>>();
            let (x, y) = (numbers(m * k), numbers(k * n));
            let a = Matrix { data: &x, layout: layout!((m, k):(k, 1)) };
            let b = Matrix { data: &y, layout: layout!((k, n):(1, k)) };
            for threads in [1, 2, 3, 50] {
                let mut c = vec![f32::NAN; m * n];
                multiply(a, b, &mut c, threads).unwrap();
                for (at, sum) in c.into_iter().enumerate() {
                    let terms = (0..k).map(|d| x[at / n * k + d] * y[at % n * k + d]);
                    assert_eq!(sum, terms.sum::<f32>(), "{m} x {k} x {n}, {threads} threads, {at}");
                }
            }
        }
    }
}
