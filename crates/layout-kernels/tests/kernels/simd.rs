//! Compares every operation on vectors, on every machine here, with the operation on numbers.

use static_layout_kernels::simd::{Element, Machine, Portable, Task, Vectors, dispatch};
use std::fmt::Debug;

/// Whole numbers as elements, so that every sum and product below is exact.
trait WholeVectors: Element + Debug {
    fn from(x: i32) -> Self;
}
impl WholeVectors for f32 {
    fn from(x: i32) -> f32 {
        x as f32
    }
}
impl WholeVectors for f64 {
    fn from(x: i32) -> f64 {
        x.into()
    }
}
impl WholeVectors for i32 {
    fn from(x: i32) -> i32 {
        x
    }
}

/// The number of elements after those that a vector may touch.
const GUARD: i32 = -77;
/// The maximum number of lanes.
const MOST: usize = 16;

fn array<T: WholeVectors>(f: impl Fn(i32) -> i32) -> [T; 2 * MOST] {
    std::array::from_fn(|i| T::from(f(i as i32)))
}

struct CheckVectors;

impl Task for CheckVectors {
    type Output = ();
    fn run<M: Machine>(self, machine: M) {
        check::<f32, _>(machine);
        check::<f64, _>(machine);
        check::<i32, _>(machine);
    }
}

/// Every width of one element type.
fn check<T: WholeVectors, M: Vectors<T>>(machine: M) {
    operations::<T, M>(machine);
    parts::<T, M>(machine);
    transposed::<T, M>(machine);
    halves::<T, M>(machine);
    low::<T, M>(machine);
    low::<T, M::Half>(machine.half());
    operations::<T, M::Half>(machine.half());
    parts::<T, M::Half>(machine.half());
    transposed::<T, M::Half>(machine.half());
    halves::<T, M::Half>(machine.half());
    let quarter = machine.half().half();
    operations::<T, <M::Half as Vectors<T>>::Half>(quarter);
    parts::<T, <M::Half as Vectors<T>>::Half>(quarter);
    transposed::<T, <M::Half as Vectors<T>>::Half>(quarter);
}

/// The lanes of a vector, then guards.
fn lanes<T: WholeVectors, V: Vectors<T>>(v: V, vector: V::Vector) -> [T; 2 * MOST] {
    let mut lanes = array(|_| GUARD);
    // SAFETY: no vector is longer than the array.
    unsafe { v.store(lanes.as_mut_ptr(), vector) };
    lanes
}

fn operations<T: WholeVectors, V: Vectors<T>>(v: V) {
    let n = V::LANES as i32;
    let expect = |vector, f: &dyn Fn(i32) -> i32| {
        let expected = array::<T>(|i| if i < n { f(i) } else { GUARD });
        assert_eq!(lanes(v, vector), expected, "{}", std::any::type_name::<V>());
    };
    let (x, y) = (array::<T>(|i| 3 * i - 5), array::<T>(|i| 7 - 2 * i));
    // From element 1 on, so that the address is not aligned.
    // SAFETY: no vector is longer than half the array.
    let [x, y] = [x, y].map(|a| unsafe { v.load(a.as_ptr().add(1)) });
    let (fx, fy) = (|i| 3 * (i + 1) - 5, |i| 7 - 2 * (i + 1));
    expect(x, &fx);
    expect(v.splat(T::from(9)), &|_| 9);
    expect(v.zero(), &|_| 0);
    expect(v.add(x, y), &|i| fx(i) + fy(i));
    expect(v.mul(x, y), &|i| fx(i) * fy(i));
    expect(v.mul_add(x, y, x), &|i| fx(i) * fy(i) + fx(i));
    assert_eq!(v.reduce_add(x), T::from((0..n).map(fx).sum()));
}

fn parts<T: WholeVectors, V: Vectors<T>>(v: V) {
    let from = array::<T>(|i| 100 + i);
    for n in 0..=V::LANES {
        // The array ends where the part ends, so that a read past it is an error.
        // SAFETY: `n` is at most the length.
        let at = unsafe { from.as_ptr().add(from.len() - n) };
        // SAFETY: `at` is `n` elements before the end of the array.
        let part = unsafe { v.load_part(at, n) };
        let expected = array::<T>(|i| match i as usize {
            i if i < n => (100 + from.len() - n + i) as i32,
            i if i < V::LANES => 0,
            _ => GUARD,
        });
        assert_eq!(lanes(v, part), expected);

        let expected = array::<T>(|i| if (i as usize) < n { 100 + i } else { GUARD });
        let (mut part, mut pieces) = (array::<T>(|_| GUARD), array::<T>(|_| GUARD));
        // SAFETY: no vector is longer than the arrays.
        unsafe {
            let vector = v.load(from.as_ptr());
            v.store_part(part.as_mut_ptr(), vector, n);
            v.store_pieces(pieces.as_mut_ptr(), vector, n);
        }
        assert_eq!(part, expected);
        assert_eq!(pieces, expected);
    }
}

/// The first lanes of a vector, as one of the machine with shorter vectors.
fn low<T: WholeVectors, V: Vectors<T>>(v: V) {
    let n = <V::Half as Vectors<T>>::LANES;
    assert_eq!(n, if V::HAS_LOW { V::LANES / 2 } else { n });
    // SAFETY: no vector is longer than the array.
    let vector = unsafe { v.load(array::<T>(|i| 10 + i).as_ptr()) };
    let short = v.low(vector);
    let expected = array::<T>(|i| if (i as usize) < n { 10 + i } else { GUARD });
    assert_eq!(lanes(v.half(), short), expected);
    assert_eq!(lanes(v, v.with_low(short))[..n], expected[..n]);
}

/// The operations on halves of vectors.
fn halves<T: WholeVectors, V: Vectors<T>>(v: V) {
    let half = V::LANES / 2;
    let from = array::<T>(|i| 10 + i);
    // The array ends where the elements end, so that a read past them is an error.
    // SAFETY: a half is no longer than the array.
    let two = unsafe { v.load_halves(from.as_ptr().add(from.len() - half), from.as_ptr()) };
    let two = lanes(v, two);
    for j in 0..half {
        assert_eq!((two[j], two[half + j]), (from[from.len() - half + j], from[j]));
    }
    /// Compares the lanes with lane `LANE` of their half.
    fn splats<T: WholeVectors, V: Vectors<T>, const LANE: usize>(v: V) {
        let half = V::LANES / 2;
        if LANE >= half {
            return;
        }
        // SAFETY: no vector is longer than the array.
        let vector = unsafe { v.load(array::<T>(|i| 10 + i).as_ptr()) };
        let splat = lanes(v, v.splat_in_halves::<LANE>(vector));
        for (place, x) in splat.into_iter().enumerate().take(V::LANES) {
            assert_eq!(x, T::from((10 + place / half * half + LANE) as i32));
        }
    }
    splats::<T, V, 0>(v);
    splats::<T, V, 1>(v);
    splats::<T, V, 2>(v);
    splats::<T, V, 3>(v);
    // Lane `j` of vector `i` is `100 * i + j`.
    let vectors: Vec<_> = (0..half as i32)
        .map(|i| {
            let from = array::<T>(|j| 100 * i + j);
            // SAFETY: no vector is longer than the array.
            unsafe { v.load(from.as_ptr()) }
        })
        .collect();
    let at = |row: usize, lane: usize| (row / 2 * 100 + row % 2 * half + lane) as i32;
    let sums = lanes(v, v.sums_of_halves(&vectors));
    for (place, sum) in sums.into_iter().enumerate().take(V::LANES) {
        let (i, j) = (place / half, place % half);
        assert_eq!(sum, T::from((0..half).map(|lane| at(2 * j + i, lane)).sum()));
    }
    let mut turned = vectors;
    v.transpose_halves(&mut turned);
    for i in 0..half / 2 * 2 {
        let row = lanes(v, turned[i / 2]);
        for j in 0..half {
            assert_eq!(row[i % 2 * half + j], T::from(at(j, i)));
        }
    }
}

fn transposed<T: WholeVectors, V: Vectors<T>>(v: V) {
    let (n, from_stride, to_stride) = (V::LANES, V::LANES + 3, V::LANES + 1);
    let from: Vec<T> = (0..n * from_stride).map(|i| T::from(i as i32)).collect();
    let mut to = vec![T::from(GUARD); n * to_stride];
    // SAFETY: both have room for `n` rows of `n` elements, this far apart.
    unsafe {
        v.transpose_tile(from.as_ptr(), from_stride as isize, to.as_mut_ptr(), to_stride as isize);
    }
    for (at, &x) in to.iter().enumerate() {
        let (j, i) = (at / to_stride, at % to_stride);
        let expected = if i < n { (i * from_stride + j) as i32 } else { GUARD };
        assert_eq!(x, T::from(expected), "{n} lanes, {i}, {j}");
    }
}

#[test]
fn portable() {
    Portable.run(CheckVectors);
}

#[test]
fn widest() {
    dispatch(CheckVectors);
}

#[test]
#[cfg(target_arch = "x86_64")]
fn each_of_x86() {
    use static_layout_kernels::simd::{Avx2, Avx512};
    if let Some(machine) = Avx512::detect() {
        machine.run(CheckVectors);
    }
    if let Some(machine) = Avx2::detect() {
        machine.run(CheckVectors);
    }
}

/// `dispatch` takes the widest machine that `detect` finds, from the first call on.
#[test]
#[cfg(target_arch = "x86_64")]
fn dispatch_takes_the_widest() {
    use static_layout_kernels::simd::{Avx2, Avx512};
    struct Name;
    impl Task for Name {
        type Output = &'static str;
        fn run<M: Machine>(self, _: M) -> &'static str {
            M::NAME
        }
    }
    let expected = if std::is_x86_feature_detected!("avx512f") && Avx512::detect().is_some() {
        Avx512::NAME
    } else if Avx2::detect().is_some() {
        Avx2::NAME
    } else {
        Portable::NAME
    };
    assert_eq!((dispatch(Name), dispatch(Name)), (expected, expected));
    // `std` finds the same features.
    let avx2 = std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
    assert!(!avx2 || !std::is_x86_feature_detected!("f16c") || Avx2::detect().is_some());
}

/// Integers wrap around; floating-point numbers do not.
#[test]
fn integers_wrap() {
    struct Wrap;
    impl Task for Wrap {
        type Output = i32;
        fn run<M: Machine>(self, machine: M) -> i32 {
            wrap::<i32, _>(i32::vectors(machine), i32::MAX)[0]
        }
    }
    fn wrap<T: WholeVectors, V: Vectors<T>>(v: V, x: T) -> [T; 2 * MOST] {
        let x = v.splat(x);
        lanes(v, v.mul_add(x, x, x))
    }
    let expected = i32::MAX.wrapping_mul(i32::MAX).wrapping_add(i32::MAX);
    assert_eq!((Portable.run(Wrap), dispatch(Wrap)), (expected, expected));
}
