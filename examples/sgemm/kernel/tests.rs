use super::*;
use crate::machine::Portable;

/// A machine's way through a product.
type Run<'r, A, B> = &'r dyn Fn(Multiply<'_, A, B>) -> Result<(), LayoutError>;

/// Every machine there is gives the product by the definition; the elements are small integers, so
/// every order of summation gives the same.
fn check<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
    let [m, n] = [a.mode::<0>().size(), b.mode::<1>().size()];
    let numbers = |len: usize, seed: usize| -> Vec<f32> {
        (0..len).map(|i| ((i * 7919 + seed) % 17) as f32 - 8.0).collect()
    };
    let (x, y) = (numbers(a.cosize(), 1), numbers(b.cosize(), 5));
    let mut expected = Vec::new();
    for i in 0..m {
        for j in 0..n {
            let terms = (0..a.mode::<1>().size()).map(|k| x[a.index((i, k))] * y[b.index((k, j))]);
            expected.push(terms.sum::<f32>());
        }
    }
    let (left, right) = (Matrix { data: &x, layout: a }, Matrix { data: &y, layout: b });
    let agree = |name: &str, run: Run<'_, A, B>| {
        let mut c = vec![f32::NAN; m * n];
        run(Multiply { a: left, b: right, c: &mut c }).unwrap();
        assert!(c == expected, "{name}: {} by {}", notation(a), notation(b));
    };
    agree("portable", &|task| task.run(Portable));
    #[cfg(target_arch = "x86_64")]
    {
        use crate::machine::{Avx2, Avx512};
        if let Some(machine) = Avx2::detect() {
            agree("AVX2", &|task| machine.run(task));
        }
        if let Some(machine) = Avx512::detect() {
            agree("AVX-512", &|task| machine.run(task));
        }
    }
}

#[test]
fn any_extents_in_any_order() {
    for (m, k, n) in [(1, 1, 1), (5, 3, 7), (6, 64, 16), (8, 64, 32), (3, 70, 1030), (200, 5, 9)] {
        check(layout!((m, k):(k, 1)), layout!((k, n):(n, 1)));
        check(layout!((m, k):(1, m)), layout!((k, n):(1, k)));
    }
}

#[test]
fn static_extents_and_gaps() {
    check(layout!((13, 5):(7, 1)), layout!((5, 33):(100, 3)));
    let m = 19;
    check(layout!((m, 64):(64, 1)), layout!((64, m):(1, 64)));
}

#[test]
fn refuses_a_matrix_without_elements() {
    let m = 0;
    let empty = Matrix { data: &[], layout: layout!((m, 64):(64, 1)) };
    let other = Matrix { data: &[0.0; 64], layout: layout!((64, 1):(1, 64)) };
    assert!(multiply(empty, other, &mut []).is_err());
}
