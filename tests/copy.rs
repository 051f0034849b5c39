//! Copies against a loop over the linear indices, and the elements around what is written.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use static_layout::typenum::{U1, U2, U8};
use static_layout::*;

/// Elements of each size, made from a number.
trait Numbered: Copy + PartialEq + std::fmt::Debug {
    fn of(i: usize) -> Self;
}
macro_rules! numbered {
    ($($t:ty)*) => {$(
        impl Numbered for $t {
            fn of(i: usize) -> Self {
                (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16) as $t
            }
        }
    )*};
}
numbered! { u8 u16 u32 i64 u128 f32 f64 }

/// 16 bytes of which three are padding.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Padding(u8, u32, u64);
impl Numbered for Padding {
    fn of(i: usize) -> Self {
        Padding(u8::of(i), u32::of(i + 1), i as u64)
    }
}
/// 4 bytes of which one is padding, the size of a tile's elements.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Short(u8, u16);
impl Numbered for Short {
    fn of(i: usize) -> Self {
        Short(u8::of(i), u16::of(i))
    }
}

/// Elements before, after and between those of the destination stay what they are.
const MARGIN: usize = 70;

fn verify<T: Numbered, A: AnyLayout, B: AnyLayout>(
    (a, from): (A, Vec<i64>),
    (b, to): (B, Vec<i64>),
) -> Result<(), TestCaseError> {
    let least = |offsets: &[i64]| offsets.iter().copied().min().unwrap_or(0).min(0);
    let room = |offsets: &[i64]| {
        (offsets.iter().copied().max().unwrap_or(0).max(0) - least(offsets)) as usize
            + 1
            + 2 * MARGIN
    };
    // A swizzle may reach further than it does.
    let data: Vec<T> = (0..room(&from) + 4096).map(T::of).collect();
    let mut written: Vec<T> = (0..room(&to) + 4096).map(|i| T::of(i + 77_777)).collect();
    let mut expected = written.clone();
    let (origin, target) = (MARGIN as i64 - least(&from), MARGIN as i64 - least(&to));
    for (from, to) in from.iter().zip(&to) {
        expected[(target + to) as usize] = data[(origin + from) as usize];
    }
    let source = View::with_origin(&data, origin as usize, a).unwrap();
    let mut view = ViewMut::with_origin(&mut written, target as usize, b).unwrap();
    let copied = try_copy(source, &mut view);
    prop_assert!(copied.is_ok(), "{a} to {b}: {copied:?}");
    prop_assert_eq!(&written, &expected, "{} to {}, {}", a, b, copy_plan::<T, _, _>(a, b).unwrap());
    Ok(())
}

/// A layout and its offsets in the order of the linear index.
macro_rules! both {
    ($layout:expr) => {{
        let layout = $layout;
        (layout, layout.to_dynamic().iter().collect::<Vec<i64>>())
    }};
}

/// Every size of element.
macro_rules! every_size {
    ($a:expr, $b:expr) => {{
        let (a, b) = (both!($a), both!($b));
        verify::<u8, _, _>(a.clone(), b.clone())?;
        verify::<u16, _, _>(a.clone(), b.clone())?;
        verify::<f32, _, _>(a.clone(), b.clone())?;
        verify::<i64, _, _>(a.clone(), b.clone())?;
        verify::<u128, _, _>(a.clone(), b.clone())?;
        verify::<Short, _, _>(a.clone(), b.clone())?;
        verify::<Padding, _, _>(a.clone(), b.clone())?;
        Ok::<(), TestCaseError>(())
    }};
}

/// The two that differ most, where each layout is a type of its own.
macro_rules! two_sizes {
    ($a:expr, $b:expr) => {{
        let (a, b) = (both!($a), both!($b));
        verify::<u8, _, _>(a.clone(), b.clone())?;
        verify::<f32, _, _>(a, b)?;
        Ok::<(), TestCaseError>(())
    }};
}

type Flat4 = Layout!((?,?,?,?):(?,?,?,?));
type Flat3 = Layout!((?,?,?):(?,?,?));
type Flat2 = Layout!((?,?):(?,?));

/// Strides of these extents in the order of `rank`, each mode with `pad` elements more than it needs.
fn strides<const N: usize>(extents: [usize; N], order: [usize; N], pad: [usize; N]) -> [usize; N] {
    let mut places: Vec<usize> = (0..N).collect();
    places.sort_by_key(|&k| order[k]);
    let (mut next, mut strides) = (1, [0; N]);
    for k in places {
        strides[k] = next;
        next = next * extents[k] + pad[k];
    }
    strides
}

fn flat4(extents: [usize; 4], strides: [usize; 4]) -> Flat4 {
    let ([a, b, c, d], [x, y, z, w]) = (extents, strides);
    Layout::new((a, b, c, d), (x, y, z, w))
}

/// All orders of four modes.
fn permutations() -> Vec<[usize; 4]> {
    let mut all = vec![];
    for i in 0..256 {
        let order = [i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6 & 3];
        if (0..4).all(|k| order.contains(&k)) {
            all.push(order);
        }
    }
    all
}

#[test]
fn every_permutation_of_four_modes() {
    for from in permutations() {
        for to in permutations() {
            for extents in [[2, 3, 1, 4], [5, 2, 9, 3]] {
                let a = flat4(extents, strides(extents, from, [0; 4]));
                let b = flat4(extents, strides(extents, to, [1, 0, 2, 0]));
                verify::<u32, _, _>(both!(a), both!(b)).unwrap();
            }
        }
    }
}

#[test]
fn transposes_of_every_size() {
    for m in 1..=40 {
        for n in 1..=40 {
            let (a, b): (Flat2, Flat2) =
                (Layout::new((m, n), (1, m + m % 3)), Layout::new((m, n), (n + n % 2, 1)));
            let (a, b) = (both!(a), both!(b));
            verify::<f32, _, _>(a.clone(), b.clone()).unwrap();
            verify::<f64, _, _>(b.clone(), a.clone()).unwrap();
            if m % 3 == 1 || n % 5 == 0 {
                verify::<u16, _, _>(a.clone(), b.clone()).unwrap();
                verify::<u8, _, _>(a, b).unwrap();
            }
        }
    }
}

/// Above half of the second cache tiles that are moved at all places of a loop around go along diagonals.
#[test]
fn large_rows_that_crowd_around_others() {
    let shape = (70, 90, 48);
    let from: Flat3 = Layout::new(shape, (4608, 1, 90));
    let to: Flat3 = Layout::new(shape, (1, 3584, 70));
    verify::<f32, _, _>(both!(from), both!(to)).unwrap();
    verify::<f32, _, _>(both!(to), both!(from)).unwrap();
}

#[test]
fn large_transposes_pass_the_caches() {
    let (m, n) = (1536, 2048);
    let (a, b): (Flat2, Flat2) = (Layout::new((m, n), (1, m)), Layout::new((m, n), (n, 1)));
    verify::<f32, _, _>(both!(a), both!(b)).unwrap();
    let tiled = layout!(((8, 192), (8, 256)):((8, 131072), (1, 512)));
    let rows = layout!(((8, 192), (8, 256)):((2048, 16384), (1, 8)));
    verify::<f32, _, _>(both!(tiled), both!(rows)).unwrap();
    verify::<f32, _, _>(both!(rows), both!(tiled)).unwrap();

    // Where elements begin at lines, with blocks that are not whole.
    for (m, n, pad) in [(1552, 1600, 0), (1550, 1605, 2), (3000, 800, 8)] {
        let data: Vec<f32> = (0..(m + pad) * n).map(|i| i as f32).collect();
        let from: Flat2 = Layout::new((m, n), (n, 1));
        let to: Flat2 = Layout::new((m, n), (1, m + pad));
        let mut written = Boxed::filled(to, f32::NAN);
        let data = View::new(&data, from).unwrap();
        copy(data, &mut written.view_mut());
        for i in 0..m {
            for j in 0..n {
                assert_eq!(written[(i, j)], data[(i, j)], "({i},{j}) of ({m},{n})");
            }
        }
    }
}

/// Parts of every kind of plan, on threads.
#[cfg(feature = "rayon")]
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Rows that share few sets of a cache, on one side, on the other and on both, beside a mode that lies within
    /// the rows, and so comes to other sets, or behind all of them.
    #[test]
    fn rows_that_crowd(
        (m, n, k) in (1_usize..90, 1_usize..90, 1_usize..5),
        a in prop::sample::select(vec![450, 512, 536, 1024]),
        b in prop::sample::select(vec![450, 512, 536, 1024]),
        within: bool,
    ) {
        let third = |far: usize, rows: usize| if within { 90 } else { far * rows };
        let from: Flat3 = Layout::new((m, n, k), (a, 1, third(a, m)));
        let to: Flat3 = Layout::new((m, n, k), (1, b, third(b, n)));
        two_sizes!(from, to)?;
    }
}

proptest! {
    #[test]
    fn any_orders_pads_and_sizes(
        extents in prop::array::uniform4(1_usize..14),
        from in prop::sample::select(permutations()),
        to in prop::sample::select(permutations()),
        pad in prop::array::uniform4(0_usize..3),
        gap in prop::array::uniform4(0_usize..3),
    ) {
        let a = flat4(extents, strides(extents, from, pad));
        let b = flat4(extents, strides(extents, to, gap));
        every_size!(a, b)?;
    }

    #[test]
    fn sources_that_repeat_and_overlap(
        extents in prop::array::uniform4(1_usize..9),
        from in prop::array::uniform4(0_usize..4),
        to in prop::sample::select(permutations()),
    ) {
        every_size!(flat4(extents, from), flat4(extents, strides(extents, to, [0; 4])))?;
    }

    #[test]
    fn negative_strides(
        extents in prop::array::uniform2(1_usize..40),
        pad in prop::array::uniform2(0_usize..3),
        row_first in any::<bool>(),
        turned in any::<bool>(),
    ) {
        let (m, n) = (extents[0], extents[1]);
        let [x, y] = strides(extents, if row_first { [1, 0] } else { [0, 1] }, pad);
        let up: Flat2 = Layout::new((m, n), (x, y));
        let down = Layout::new((m, n), (Negative::new(x), y));
        let back = Layout::new((m, n), (Negative::new(y * n + 1), Negative::new(1)));
        every_size!(up, down)?;
        every_size!(down, up)?;
        if turned {
            every_size!(back, down)?;
            every_size!(down, back)?;
        }
    }

    #[test]
    fn shapes_of_different_nesting(a in 1_usize..9, b in 1_usize..9, c in 1_usize..9) {
        let nested = Layout::new(((a, b), c), ((c * b, c), 1_usize));
        let flat: Layout!((?, ?):(?, ?)) = Layout::new((a, b * c), (1, a));
        let line: Layout!(?:?) = Layout::new(a * b * c, 2);
        every_size!(nested, flat)?;
        every_size!(flat, nested)?;
        every_size!(nested, line)?;
        every_size!(line, flat)?;
    }
}

/// Neighbours of several loops make one axis; others are woven into rows of two or three.
#[test]
fn short_modes_in_long_rows() {
    type Flat5 = Layout!((?,?,?,?,?):(?,?,?,?,?));
    let col = |e: [usize; 5]| -> Flat5 {
        let s = [1, e[0], e[0] * e[1], e[0] * e[1] * e[2], e[0] * e[1] * e[2] * e[3]];
        Layout::new((e[0], e[1], e[2], e[3], e[4]), (s[0], s[1], s[2], s[3], s[4]))
    };
    let row = |e: [usize; 5]| -> Flat5 {
        let s = [e[1] * e[2] * e[3] * e[4], e[2] * e[3] * e[4], e[3] * e[4], e[4], 1];
        Layout::new((e[0], e[1], e[2], e[3], e[4]), (s[0], s[1], s[2], s[3], s[4]))
    };
    for e in
        [[8, 8, 3, 8, 8], [2, 2, 2, 2, 2], [3, 5, 4, 2, 7], [5, 900, 1, 3, 6], [2, 3, 700, 1, 5]]
    {
        for (a, b) in [(col(e), row(e)), (row(e), col(e))] {
            verify::<f32, _, _>(both!(a), both!(b)).unwrap();
            verify::<u8, _, _>(both!(a), both!(b)).unwrap();
            verify::<Short, _, _>(both!(a), both!(b)).unwrap();
        }
    }
    for channels in 1..=5 {
        for pixels in [1, 2, 4, 7, 64, 99] {
            // Images of planes, and of pixels with and without a gap behind each.
            let planes: Layout!((?,?,?):(?,?,?)) =
                Layout::new((3, channels, pixels), (channels * pixels, pixels, 1));
            for gap in [0, 1] {
                let pitch = channels + gap;
                let woven = Layout::new((3, channels, pixels), (pitch * pixels, 1, pitch));
                verify::<f32, _, _>(both!(planes), both!(woven)).unwrap();
                verify::<u8, _, _>(both!(woven), both!(planes)).unwrap();
            }
        }
    }
}

#[test]
fn swizzles_on_either_side() {
    let check = || {
        let rows = layout!((8, 64):(64, 1));
        let columns = layout!((8, 64):(1, 8));
        let fine = layout!(Sw<3,0,3> o 0 o (8,64):(64,1));
        let wide = layout!(Sw<3,3,3> o 0 o (8,64):(64,1));
        let moved = layout!(Sw<2,3,4> o 4 o (8,60):(64,1));
        let narrow = layout!((8, 60):(60, 1));
        let upward = layout!(Sw<2,2,-3> o 0 o (8,64):(64,1));
        let tall = layout!(Sw<2,3,3> o 0 o (64,64):(1,64));
        let flat = layout!((64, 64):(64, 1));
        two_sizes!(rows, fine)?;
        two_sizes!(fine, columns)?;
        two_sizes!(wide, rows)?;
        two_sizes!(columns, wide)?;
        two_sizes!(wide, columns)?;
        two_sizes!(wide, fine)?;
        two_sizes!(moved, narrow)?;
        two_sizes!(narrow, moved)?;
        two_sizes!(upward, columns)?;
        two_sizes!(rows, upward)?;
        // Stretches that begin anywhere, of either side.
        two_sizes!(layout!(Sw<1,2,1> o 4 o (3,20):(24,1)), layout!((3, 20):(20, 1)))?;
        two_sizes!(layout!((3, 20):(40, 1)), layout!(Sw<1,2,1> o 12 o (3,20):(20,1)))?;
        two_sizes!(layout!(Sw<2,2,4> o 8 o 600:1), layout!(Sw<1,2,1> o 4 o 600:1))?;
        two_sizes!(tall, flat)?;
        two_sizes!(flat, tall)?;
        // The same with a run-time extent, and a run-time offset.
        for n in [1_usize, 3, 8, 61] {
            two_sizes!(layout!(Sw<2,2,3> o 0 o (n,64):(64,1)), layout!((n, 64):(1, n)))?;
            two_sizes!(layout!((16, n):(n, 1)), layout!(Sw<2,2,3> o n o (16,n):(1,16)))?;
        }
        Ok::<(), TestCaseError>(())
    };
    check().unwrap();
}

#[test]
fn static_layouts() {
    let check = || {
        two_sizes!(layout!((4, 4):(1, 4)), layout!((4, 4):(4, 1)))?;
        two_sizes!(layout!((3, 5, 7):(35, 7, 1)), layout!((3, 5, 7):(1, 3, 15)))?;
        two_sizes!(layout!((3, 5):(-5, 1)), layout!((3, 5):(1, -3)))?;
        two_sizes!(layout!(((8, 4), (8, 2)):((16, 128), (1, 8))), layout!((32, 16):(1, 32)))?;
        two_sizes!(layout!((16, 16):(0, 1)), layout!((16, 16):(1, 16)))?;
        two_sizes!(layout!((16, 16):(0, 0)), layout!((16, 16):(1, 16)))?;
        two_sizes!(
            layout!((5, 5, 5, 5, 5):(1, 5, 25, 125, 625)),
            layout!((5, 5, 5, 5, 5):(625, 125, 25, 5, 1))
        )?;
        // Tiles along diagonals, by rows and by columns, with all places of a mode inside, and woven ones.
        two_sizes!(layout!((24, 40):(1024, 1)), layout!((24, 40):(1, 512)))?;
        two_sizes!(layout!((24, 40):(1024, 1)), layout!((24, 40):(1, 24)))?;
        two_sizes!(layout!((24, 40):(40, 1)), layout!((24, 40):(1, 512)))?;
        two_sizes!(layout!((24, 4, 40):(1024, 80, 1)), layout!((24, 4, 40):(1, 80, 512)))?;
        two_sizes!(layout!((3, 50):(50, 1)), layout!((3, 50):(1, 3)))?;
        two_sizes!(layout!((50, 2):(2, 1)), layout!((50, 2):(1, 50)))?;
        // A loop longer than an axis of several may be.
        two_sizes!(layout!((1024, 16):(16, 1)), layout!((1024, 16):(1, 1024)))?;
        // Rows beside a swizzle that cuts them, and one element for many.
        two_sizes!(layout!((16, 32):(32, 1)), layout!(Sw<3,2,3> o 0 o (16, 32):(32, 1)))?;
        two_sizes!(layout!((16, 100):(1, 0)), layout!((16, 100):(100, 1)))?;
        two_sizes!(layout!(1:0), layout!(1:0))?;
        two_sizes!(layout!((0, 3):(1, 1)), layout!((3, 0):(1, 1)))?;
        two_sizes!(layout!((2, 2):(2, 1)), layout!((2, 2):(1, 2)))
    };
    check().unwrap();
}

#[test]
fn refusals_name_both_layouts() {
    let (data, mut room, n) = ([1_u8; 64], [0_u8; 64], 6_usize);
    let mut refuse = |a: Flat2, b: Flat2| {
        let (a, mut b) = (View::new(&data, a).unwrap(), ViewMut::new(&mut room, b).unwrap());
        try_copy(a, &mut b).unwrap_err().to_string()
    };
    let of = |shape: (usize, usize), stride: (usize, usize)| Layout::new(shape, stride);
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((n, 3), (1, 8))),
        "cannot copy (6,2):(1,8) to (6,3):(1,8): the sizes 12 and 18 differ"
    );
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((4, 3), (1, 8))),
        "cannot copy (6,2):(1,8) to (4,3):(1,8): 4 does not divide 6: the shapes have no modes in common"
    );
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((n, 2), (1, 0))),
        "cannot copy (6,2):(1,8) to (6,2):(1,0): the extent 2 at stride 0 repeats elements of what is written"
    );
    assert_eq!(
        refuse(of((n, 2), (1, 8)), of((n, 2), (1, 3))),
        "cannot copy (6,2):(1,8) to (6,2):(1,3): the stride 3 is below 6, where the mode below it ends: \
         the modes overlap"
    );
    assert_eq!(room, [0; 64]);
    // Modes that interlock without an overlap are no reason.
    let interlocked: Flat2 = of((2, 3), (3, 2));
    verify::<u8, _, _>(both!(of((2, 3), (1, 2))), both!(interlocked)).unwrap();
}

#[test]
fn atoms_that_the_user_names() {
    let data: Vec<u16> = (0..4096).collect();
    let n = 64_usize;
    let (rows, columns): (Flat2, Flat2) =
        (Layout::new((n, n), (n, 1)), Layout::new((n, n), (1, n)));
    let tiles = Layout::new((n, (8_usize, 8_usize)), (8_usize, (1_usize, 512_usize)));
    let (mut found, mut expected) = (vec![0_u16; 4096], vec![0_u16; 4096]);
    let source = View::new(&data, rows).unwrap();
    copy(source, &mut ViewMut::new(&mut expected, columns).unwrap());
    copy_with(TileTranspose::<U8>::new(), source, &mut ViewMut::new(&mut found, columns).unwrap());
    assert_eq!(found, expected);
    copy(source, &mut ViewMut::new(&mut expected, tiles).unwrap());
    copy_with(VectorMove::<U2>::new(), source, &mut ViewMut::new(&mut found, tiles).unwrap());
    assert_eq!(found, expected);

    let mut to = ViewMut::new(&mut found, tiles).unwrap();
    let refused = [
        try_copy_with(TileTranspose::<U8>::new(), source, &mut to),
        try_copy_with(VectorMove::<typenum::U16>::new(), source, &mut to),
        try_copy_with(VectorMove::<typenum::U3>::new(), source, &mut to),
        try_copy_with(VectorMove::<typenum::U0>::new(), source, &mut to),
    ];
    let both = "cannot copy (64,64):(64,1) to (64,(8,8)):(8,(1,512)): an atom of ";
    for (refused, rest) in refused.into_iter().zip([
        "8 neighbours does not fit, 1",
        "16 neighbours does not fit, 8",
        "3 neighbours does not fit, 8",
        "0 neighbours does not fit, 8",
    ]) {
        assert_eq!(refused.unwrap_err().to_string(), format!("{both}{rest} stay together"));
    }
}

#[test]
fn plans_say_what_is_done() {
    let plan = |a: Flat4, b: Flat4| copy_plan::<f32, _, _>(a, b).unwrap();
    let extents = [8, 16, 4, 2];
    let columns = flat4(extents, strides(extents, [0, 1, 2, 3], [0; 4]));
    let rows = flat4(extents, strides(extents, [3, 2, 1, 0], [0; 4]));
    let whole = plan(columns, columns);
    assert_eq!((whole.step(), whole.loops().len(), whole.vector()), (CopyStep::Run, 1, 1024));
    let turned = plan(columns, rows);
    assert_eq!(turned.step(), CopyStep::Transpose);
    assert_eq!(
        turned.loops().collect::<Vec<_>>(),
        [(2, 512, 1), (4, 128, 2), (8, 1, 128), (16, 8, 8)]
    );
    let fixed =
        copy_plan::<f32, _, _>(Layout::<(U8, U2), (U1, U8)>::default(), layout!((8, 2):(1, 16)));
    assert_eq!(
        fixed.unwrap().to_string(),
        "move vectors of elements of 4 bytes\n\
         loop of 8: 1 in the source, 1 in the destination\n\
         loop of 2: 8 in the source, 16 in the destination"
    );
}

/// What each thread has, from the definition: thread and value of each place of a tile.
fn tiled<L: AnyLayout, R: AnyLayout, V: AnyLayout, M: CopyAtom>(
    atom: M,
    (threads, values): (R, V),
    layout: L,
    [count_r, count_v]: [(usize, usize); 2],
) {
    let tiled = TiledCopy::new(atom, threads, values);
    let data: Vec<u32> = (0..4096).map(|i| i * 3 + 1).collect();
    let from = View::new(&data, layout).unwrap();
    let (rows, columns) = (count_r.0 * count_v.0, count_r.1 * count_v.1);
    let parts: Vec<_> = tiled.try_partitions(from).unwrap().collect();
    assert_eq!(parts.len(), tiled.threads());
    let (size, mut seen) = (Indexed::size(layout), 0);
    for (t, part) in parts.iter().enumerate() {
        assert!(part == &tiled.partition(from, t));
        seen += part.iter().count();
    }
    assert_eq!(seen, size);
    let tiles = from.tiles(tiled.tile());
    for (k, tile) in tiles.enumerate() {
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let t = threads.index((i / count_v.0, j / count_v.1));
            let v = values.index((i % count_v.0, j % count_v.1));
            assert_eq!(parts[t].at((v, k)), tile.at((i, j)), "{layout}: tile {k}, ({i},{j})");
        }
    }
    let mut written = vec![0; data.len()];
    let mut to = ViewMut::new(&mut written, layout).unwrap();
    tiled.copy(from, &mut to);
    assert!(to.iter().eq(from.iter()));
    to.fill(0);
    tiled.try_copy(from, &mut to).unwrap();
    assert!(to.iter().eq(from.iter()));
    for (t, mut part) in tiled.partitions_mut(&mut to).enumerate() {
        part.update(|x| *x = t as u32);
    }
    for (t, part) in tiled.try_partitions(to.as_view()).unwrap().enumerate() {
        assert!(part.iter().all(|x| *x == t as u32));
    }
}

#[test]
fn threads_and_values() {
    let one = VectorMove::<typenum::U1>::new();
    let four = VectorMove::<typenum::U4>::new();
    let (m, n) = (16, 32);
    let vectors = (layout!((4, 2):(2, 1)), layout!((1, 4):row));
    tiled(four, vectors, layout!((16, 32):row), [(4, 2), (1, 4)]);
    tiled(four, vectors, layout!((m, 32):(32, 1)), [(4, 2), (1, 4)]);
    tiled(four, vectors, layout!(Sw<2,2,3> o 0 o (8, 32):row), [(4, 2), (1, 4)]);
    tiled(one, vectors, layout!((m, n):(1, m)), [(4, 2), (1, 4)]);
    let columns = (layout!((2, 4):col), layout!((4, 2):col));
    tiled(four, columns, layout!((16, 24):col), [(2, 4), (4, 2)]);
    tiled(one, columns, layout!((16, 24):(25, 1)), [(2, 4), (4, 2)]);
    let by_row = (layout!((2, 4):row), layout!((2, 2):row));
    tiled(one, by_row, layout!(((2, 8), (4, 4)):((1, 16), (4, 128))), [(2, 4), (2, 2)]);
}

#[test]
fn tiles_of_threads_that_do_not_fit() {
    let tiled = TiledCopy::new(VectorMove::<typenum::U4>::new(), layout!(2:1), layout!(4:1));
    let (data, mut room, n, step) = ([1; 24], [0; 24], 20, 2);
    let from = View::new(&data, layout!(n:1)).unwrap();
    assert!(tiled.try_partitions(from).is_err());
    let from = View::new(&data, layout!(8:{step})).unwrap();
    let mut to = ViewMut::new(&mut room, layout!(8:1)).unwrap();
    let refused = tiled.try_copy(from, &mut to).unwrap_err().to_string();
    assert!(
        refused.ends_with("an atom of 4 neighbours does not fit, 1 stay together"),
        "{refused}"
    );
    let mut to = ViewMut::new(&mut room, layout!(8:{step - 2})).unwrap();
    assert!(tiled.try_partitions_mut(&mut to).is_err());
    let view = View::new(&data, layout!(8:1)).unwrap();
    assert!(std::panic::catch_unwind(|| tiled.partition(view, 2).layout()).is_err());
}

#[test]
fn plans_are_kept() {
    fn check<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
        let data: Vec<u32> = (0..4096).collect();
        let (mut once, mut kept) = (vec![0; 4096], vec![0; 4096]);
        copy(View::new(&data, a).unwrap(), &mut ViewMut::new(&mut once, b).unwrap());
        let plan = PlannedCopy::<u32, A, B>::new(a, b).unwrap();
        assert_eq!(plan.plan().to_string(), copy_plan::<u32, A, B>(a, b).unwrap().to_string());
        for _ in 0..2 {
            plan.run(View::new(&data, a).unwrap(), &mut ViewMut::new(&mut kept, b).unwrap());
            assert_eq!(once, kept);
        }
    }
    let (m, n) = (9, 14);
    check(layout!((m, n):(n, 1)), layout!((m, n):(1, m)));
    check(layout!((m, n):(n, 1)), layout!((9, 14):row));
    check(layout!((8, 8):row), layout!((8, 8):col));
    check(layout!((m, (2, (7, 1, 1))):(n, (7, (1, 0, 0)))), layout!((m, (2, 7)):(1, (9, {m + m}))));
    check(layout!(Sw<2,2,3> o 0 o (16, n):(n, 1)), layout!((16, n):(1, 16)));
    let layout = |n: usize| layout!((m, n):(n, 1));
    assert!(PlannedCopy::<u8, _, _>::new(layout(4), layout(5)).is_err());
    let (data, mut room) = ([1; 128], [0; 128]);
    let plan = PlannedCopy::new(layout(4), layout(4)).unwrap();
    let to = &mut ViewMut::new(&mut room, layout(5)).unwrap();
    let from = View::new(&data, layout(4)).unwrap();
    let other = std::panic::AssertUnwindSafe(|| plan.run(from, to));
    assert!(std::panic::catch_unwind(other).is_err());
}

/// All modes in the other order: offsets of tiles are constants, and which way the loop around them runs depends on
/// where the two sides begin.
#[test]
fn reversals_wherever_the_sides_begin() {
    fn reversed<T: Numbered, A: AnyLayout, B: AnyLayout>(
        (a, from): (A, Vec<i64>),
        (b, to): (B, Vec<i64>),
    ) {
        let data: Vec<T> = (0..from.len()).map(T::of).collect();
        // In steps that no line has, and in whole lines, up to a page.
        for apart in [0, 3, 64, 160, 256, 400, 512, 700, 960, 1024] {
            let mut written: Vec<T> = (0..to.len() + 1100).map(|i| T::of(i + 77_777)).collect();
            let mut expected = written.clone();
            for (&from, &to) in from.iter().zip(&to) {
                expected[apart + to as usize] = data[from as usize];
            }
            let mut room = ViewMut::with_origin(&mut written, apart, b).unwrap();
            copy(View::new(&data, a).unwrap(), &mut room);
            assert!(written == expected, "{a} to {b}, {apart} further");
        }
    }
    let (a, b) = (both!(layout!((8, 8, 8, 8, 8):col)), both!(layout!((8, 8, 8, 8, 8):row)));
    reversed::<f32, _, _>(a, b);
    let (a, b) = (both!(layout!((4, 16, 4, 2, 32):col)), both!(layout!((4, 16, 4, 2, 32):row)));
    reversed::<u16, _, _>(a, b);
    let (a, b) = (both!(layout!((8, 2, 4, 16, 8):col)), both!(layout!((8, 2, 4, 16, 8):row)));
    reversed::<i64, _, _>(a, b);
    let n = 8;
    let back = both!(layout!((n, n, n, n, n):(4096, 512, 64, 8, 1)));
    reversed::<f32, _, _>(both!(layout!((n, n, n, n, n):(1, 8, 64, 512, 4096))), back);
}

/// Rows further apart than a table of offsets has numbers for: what is built of this asks for the table all the same.
#[test]
fn rows_that_no_table_reaches() {
    type Far = Layout!((512, 16):(8388608, 1));
    type Near = Layout!((512, 16):(1, 512));
    fn transposed(from: View<'_, u8, Far>, to: &mut ViewMut<'_, u8, Near>) {
        copy(from, to);
    }
    // It is not called: its elements are 4 GiB apart.
    std::hint::black_box(transposed as fn(View<'_, u8, Far>, &mut ViewMut<'_, u8, Near>));
}
