//! Products of `i8` into `i32`, row-major, of run-time extents: compared with oneDNN, hand-written loops, and this
//! library's product of `f32`. The figure counts a multiplication and an addition as two operations.

use std::hint::black_box;

use static_layout::*;
use static_layout_kernels::{gemm_i8, matmul};

use crate::buffer::AlignedBuffer;
use crate::measure::{Bench, Contender};
use crate::native::{limits, limits_with_tiles, native};

/// The extents M, N and K of each case.
const SHAPES: [[usize; 3]; 8] = [
    [64, 64, 64],
    [128, 128, 128],
    [200, 200, 200],
    [256, 256, 256],
    [512, 512, 512],
    [1000, 1000, 1000],
    [1024, 1024, 1024],
    [1, 1024, 1024],
];

pub(crate) fn run(bench: &Bench) {
    for shape in SHAPES {
        let [m, n, k] = shape;
        let name = format!("bytes/{m}x{n}x{k}");
        if bench.wants(&name) {
            case(bench, &name, shape);
        }
    }
}

fn case(bench: &Bench, name: &str, [m, n, k]: [usize; 3]) {
    let byte = |i: usize| (i * 73 + 128) as u8 as i8;
    let (a, b) =
        (AlignedBuffer::from_fn(m * k, byte), AlignedBuffer::from_fn(k * n, |i| byte(i + 5)));
    let wide = |x: &[i8]| AlignedBuffer::from_fn(x.len(), |i| f32::from(x[i]));
    let (wide_a, wide_b) = (wide(&a), wide(&b));
    let (mut c, mut wide_c) = (AlignedBuffer::<i32>::new(m * n), AlignedBuffer::<f32>::new(m * n));
    let (a, b, c) = (&a[..], &b[..], c.as_mut_ptr());
    let (wide_a, wide_b, wide_c) = (&wide_a[..], &wide_b[..], wide_c.as_mut_ptr());
    let rows = move |rows: usize, columns: usize| Layout::new((rows, columns), (columns, 1_usize));
    let mut sides = Vec::new();
    for (machine, limit) in limits_with_tiles() {
        sides.push(Contender::ours(machine, move |times| {
            limit();
            for _ in 0..times {
                let [m, n, k] = black_box([m, n, k]);
                // SAFETY: the buffers hold the elements of these layouts, and one contender runs at a time.
                unsafe {
                    let (a, b) = (
                        View::from_raw_parts(a.as_ptr(), rows(m, k)),
                        View::from_raw_parts(b.as_ptr(), rows(k, n)),
                    );
                    gemm_i8(1, a, b, &mut ViewMut::from_raw_parts(c, rows(m, n)));
                }
            }
        }));
    }
    let by_hand = by_hand();
    sides.push(Contender::new("by hand", move |times| {
        for _ in 0..times {
            // SAFETY: the buffers hold the elements of the matrices, and one contender runs at a time.
            unsafe { by_hand(a.as_ptr(), b.as_ptr(), c, m, n, k) };
        }
    }));
    #[cfg(onednn)]
    sides.push(Contender::new("oneDNN", move |times| {
        unsafe extern "C" {
            fn dnnl_gemm_s8s8s32(
                trans_a: std::ffi::c_char,
                trans_b: std::ffi::c_char,
                offset_c: std::ffi::c_char,
                m: i64,
                n: i64,
                k: i64,
                alpha: f32,
                a: *const i8,
                a_row: i64,
                a_offset: i8,
                b: *const i8,
                b_row: i64,
                b_offset: i8,
                beta: f32,
                c: *mut i32,
                c_row: i64,
                c_offset: *const i32,
            ) -> i32;
        }
        let as_is = b'N' as std::ffi::c_char;
        let [m, n, k] = [m, n, k].map(|extent| extent as i64);
        for _ in 0..times {
            // SAFETY: the buffers hold the elements of these row-major matrices; the one offset of C is 0.
            let status = unsafe {
                dnnl_gemm_s8s8s32(
                    as_is,
                    as_is,
                    b'F' as std::ffi::c_char,
                    m,
                    n,
                    k,
                    1.0,
                    a.as_ptr(),
                    k,
                    0,
                    b.as_ptr(),
                    n,
                    0,
                    0.0,
                    c,
                    n,
                    &0,
                )
            };
            assert_eq!(status, 0, "oneDNN multiplies bytes");
        }
    }));
    let mut expected: Option<Vec<i32>> = None;
    for side in &mut sides {
        // SAFETY: `c` points to the `m * n` elements of the buffer above, and no contender is running.
        let c = unsafe { std::slice::from_raw_parts_mut(c, m * n) };
        c.fill(-1);
        side.once();
        let equal = expected.get_or_insert_with(|| c.to_vec()) == c;
        assert!(equal, "{name}: {} does not compute the product of the first", side.name());
    }
    sides.push(Contender::new("f32", move |times| {
        if let Some((_, limit)) = limits().first() {
            limit();
        }
        for _ in 0..times {
            let [m, n, k] = black_box([m, n, k]);
            // SAFETY: the buffers hold the elements of these layouts, and one contender runs at a time.
            unsafe {
                let (a, b) = (
                    View::from_raw_parts(wide_a.as_ptr(), rows(m, k)),
                    View::from_raw_parts(wide_b.as_ptr(), rows(k, n)),
                );
                matmul(a, b, &mut ViewMut::from_raw_parts(wide_c, rows(m, n)));
            }
        }
    }));
    bench.compare(name, 2.0 * (m * n * k) as f64, sides);
}

native! {
    /// A row of C at a time, which the compiler makes vector code.
    fn by_hand(a: *const i8, b: *const i8, c: *mut i32, m: usize, n: usize, k: usize) {
        for i in 0..m {
            // SAFETY: the caller's matrices have these extents.
            unsafe {
                let c = std::slice::from_raw_parts_mut(c.add(i * n), n);
                c.fill(0);
                for p in 0..k {
                    let x = i32::from(*a.add(i * k + p));
                    let b = std::slice::from_raw_parts(b.add(p * n), n);
                    for (c, &y) in c.iter_mut().zip(b) {
                        *c += x * i32::from(y);
                    }
                }
            }
        }
    }
}
