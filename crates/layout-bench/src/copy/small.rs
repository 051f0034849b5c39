//! Copies between run-time layouts, and of bytes: the cost of a plan that is found at each call, and elements of one
//! byte.

use static_layout::*;

use super::*;
use crate::native::native;

/// A copy of bytes.
type BytesFn = unsafe fn(*const u8, *mut u8);
/// [`BytesFn`] in C's convention.
type HandFn = unsafe extern "C" fn(*const u8, *mut u8);

/// The bytes of each buffer.
const ROOM: usize = 1 << 20;

/// Runs all cases.
pub(crate) fn run(bench: &Bench) {
    let cases: [(&str, usize, BytesFn, HandFn); 9] = [
        (
            "run-time/30x30 f32, rows of 64",
            3600,
            block::<64, 1, 32, 1>,
            block_by_hand::<64, 1, 32, 1>(),
        ),
        (
            "run-time/30x30 f32, turned",
            3600,
            block::<64, 1, 1, 32>,
            block_by_hand::<64, 1, 1, 32>(),
        ),
        (
            "run-time/30x30 f32, strides 2 and 130",
            3600,
            block::<130, 2, 1, 30>,
            block_by_hand::<130, 2, 1, 30>(),
        ),
        (
            "run-time/30x30 f32, strides 3 and 97, 2 and 61",
            3600,
            block::<97, 3, 61, 2>,
            block_by_hand::<97, 3, 61, 2>(),
        ),
        ("u8/transpose 100", 100 * 100, bytes::<100>, bytes_by_hand::<100>()),
        ("u8/transpose 256", 256 * 256, bytes::<256>, bytes_by_hand::<256>()),
        ("u8/transpose 777", 777 * 777, bytes::<777>, bytes_by_hand::<777>()),
        ("u8/reverse 8^4", 4096, reverse_8, reverse_8_by_hand()),
        ("u8/reverse 4^6", 4096, reverse_4, reverse_4_by_hand()),
    ];
    let from = AlignedBuffer::from_fn(ROOM, |i| (i * 37 % 251) as u8);
    for (name, len, ours, by_hand) in cases {
        if !bench.wants(name) {
            continue;
        }
        let mut rooms = [0, 1].map(|_| AlignedBuffer::<u8>::new(ROOM));
        let [first, second] = &mut rooms;
        // SAFETY: the buffers hold the elements of each case.
        unsafe {
            ours(from.as_ptr(), first.as_mut_ptr());
            by_hand(from.as_ptr(), second.as_mut_ptr());
        }
        assert!(first[..] == second[..], "{name}: the results differ");
        let (from, to) = (from.as_ptr(), first.as_mut_ptr());
        let mut sides = Vec::new();
        for (machine, limit) in limits() {
            sides.push(Contender::ours(machine, move |times| {
                limit();
                let (ours, from, to) = black_box((ours, from, to));
                for _ in 0..times {
                    // SAFETY: the buffers hold the elements of each case, and one contender runs at a time.
                    unsafe { ours(from, to) };
                }
            }));
        }
        sides.push(Contender::new("by hand", move |times| {
            let (by_hand, from, to) = black_box((by_hand, from, to));
            for _ in 0..times {
                // SAFETY: the buffers hold the elements of each case, and one contender runs at a time.
                unsafe { by_hand(from, to) };
            }
        }));
        sides.push(Contender::new("memcpy", move |times| {
            for _ in 0..times {
                let (from, to) = black_box((from, to));
                // SAFETY: `from` and `to` are different buffers of at least `len` bytes.
                unsafe { to.copy_from_nonoverlapping(from, len) };
            }
        }));
        bench.compare(name, len as f64, sides);
    }
}

/// Copies 30 by 30 elements between run-time strides: the strides of rows and of columns, in the source and in the
/// destination.
unsafe fn block<const A: usize, const B: usize, const C: usize, const D: usize>(
    from: *const u8,
    to: *mut u8,
) {
    let (shape, strides) = black_box(((30_usize, 30_usize), [[A, B], [C, D]]));
    let [source, target] = strides.map(|[rows, columns]| Layout::new(shape, (rows, columns)));
    // SAFETY: the buffers hold the elements of both layouts, and do not overlap.
    unsafe {
        static_layout_kernels::copy(
            View::from_raw_parts(from.cast::<f32>(), source),
            &mut ViewMut::from_raw_parts(to.cast::<f32>(), target),
        )
    }
}

native! {
    /// [`block`] as two loops.
    fn block_by_hand[const A: usize, const B: usize, const C: usize, const D: usize][A, B, C, D](
        from: *const u8, to: *mut u8
    ) {
        let (rows, columns, [[a, b], [c, d]]) = black_box((30, 30, [[A, B], [C, D]]));
        let (from, to) = (from.cast::<f32>(), to.cast::<f32>());
        // The loop of the shorter stride in the destination is the inner one, as a programmer would write it.
        let ((outer, x, y), (inner, z, w)) =
            if d <= c { ((rows, a, c), (columns, b, d)) } else { ((columns, b, d), (rows, a, c)) };
        for j in 0..outer {
            for i in 0..inner {
                // SAFETY: the buffers hold these elements.
                unsafe { *to.add(j * y + i * w) = *from.add(j * x + i * z) };
            }
        }
    }
}

/// Transposes a matrix of bytes of run-time extents.
unsafe fn bytes<const N: usize>(from: *const u8, to: *mut u8) {
    let n = black_box(N);
    // SAFETY: the buffers hold the elements of both layouts, and do not overlap.
    unsafe {
        static_layout_kernels::copy(
            View::from_raw_parts(from, Layout::new((n, n), (n, 1_usize))),
            &mut ViewMut::from_raw_parts(to, Layout::new((n, n), (1_usize, n))),
        )
    }
}

native! {
    /// [`bytes`] in blocks of 16 by 16.
    fn bytes_by_hand[const N: usize][N](from: *const u8, to: *mut u8) {
        let n = black_box(N);
        for first_j in (0..n).step_by(16) {
            for first_i in (0..n).step_by(16) {
                for j in first_j..n.min(first_j + 16) {
                    for i in first_i..n.min(first_i + 16) {
                        // SAFETY: the buffers hold these elements.
                        unsafe { *to.add(j * n + i) = *from.add(i * n + j) };
                    }
                }
            }
        }
    }
}

/// Reverses the order of four modes of eight bytes, whose extents are known at run time.
unsafe fn reverse_8(from: *const u8, to: *mut u8) {
    let e = black_box(8_usize);
    let (one, two, three) = (e, e * e, e * e * e);
    // SAFETY: the buffers hold the elements of both layouts, and do not overlap.
    unsafe {
        static_layout_kernels::copy(
            View::from_raw_parts(from, Layout::new((e, e, e, e), (1_usize, one, two, three))),
            &mut ViewMut::from_raw_parts(to, Layout::new((e, e, e, e), (three, two, one, 1_usize))),
        )
    }
}

native! {
    fn reverse_8_by_hand(from: *const u8, to: *mut u8) {
        for i in 0..4096 {
            let at = i % 8 * 512 + i / 8 % 8 * 64 + i / 64 % 8 * 8 + i / 512;
            // SAFETY: the buffers hold 4096 elements.
            unsafe { *to.add(at) = *from.add(i) };
        }
    }
}

/// Reverses the order of six modes of four bytes, whose extents are known at run time.
unsafe fn reverse_4(from: *const u8, to: *mut u8) {
    let e = black_box(4_usize);
    let [two, three, four, five] = [2, 3, 4, 5].map(|power| e.pow(power));
    // SAFETY: the buffers hold the elements of both layouts, and do not overlap.
    unsafe {
        static_layout_kernels::copy(
            View::from_raw_parts(
                from,
                Layout::new((e, e, e, e, e, e), (1_usize, e, two, three, four, five)),
            ),
            &mut ViewMut::from_raw_parts(
                to,
                Layout::new((e, e, e, e, e, e), (five, four, three, two, e, 1_usize)),
            ),
        )
    }
}

native! {
    fn reverse_4_by_hand(from: *const u8, to: *mut u8) {
        for i in 0..4096_usize {
            let (mut at, mut rest) = (0, i);
            for _ in 0..6 {
                at = at * 4 + rest % 4;
                rest /= 4;
            }
            // SAFETY: the buffers hold 4096 elements.
            unsafe { *to.add(at) = *from.add(i) };
        }
    }
}
