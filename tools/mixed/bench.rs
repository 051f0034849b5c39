//! Operations on layouts with run-time leaves, beside those of CuTe. `bench.py` builds and runs it.
//!
//! A call reads the operands from memory, and writes the run-time leaves of the result. Both libraries take turns.

use static_layout::typenum::*;
use static_layout::*;
use std::hint::black_box;
use std::time::Instant;

type Rows = Layout!((?, 64):(64, 1));
type Matrix = Layout!((?, ?):(?, 1));
type Columns = Layout!((?, ?):(1, ?));
type Nested = Layout!((2, (1, ?)):(1, (6, 2)));

/// What the operations read. CuTe reads the first three fields.
#[repr(C)]
struct Operands {
    data: *const f32,
    n: usize,
    m: usize,
    rows: Rows,
    matrix: Matrix,
    nested: Nested,
    columns: Columns,
    rows_view: View<'static, f32, Rows>,
    view: View<'static, f32, Matrix>,
}

type Call = unsafe extern "C" fn(&Operands, usize, usize, *mut u8);

/// # Safety
/// `out` has room for the result.
unsafe fn put<R>(out: *mut u8, result: R) {
    // SAFETY: the caller guarantees that `out` has room for an `R`.
    unsafe { out.cast::<R>().write(result) }
}

macro_rules! cases {
    ($($name:ident $cute:ident |$o:ident, $i:ident, $j:ident| $result:expr;)*) => {
        $(
            #[inline(never)]
            unsafe extern "C" fn $name($o: &Operands, $i: usize, $j: usize, out: *mut u8) {
                let _ = ($i, $j);
                let result = $result;
                // SAFETY: `out` has room for 1024 bytes, aligned to 64.
                unsafe { put(out, result) }
            }
        )*
        unsafe extern "C" {
            $(fn $cute(operands: &Operands, i: usize, j: usize, out: *mut u8);)*
        }
        const CASES: &[(&str, Call, Call)] = &[$((stringify!($name), $name, $cute)),*];
    };
}

cases! {
    zipped_rows cute_zipped_rows |o, i, j| o.rows.zipped_divide(tile!(8, 16));
    zipped cute_zipped |o, i, j| o.matrix.zipped_divide(tile!(8, 16));
    logical cute_logical |o, i, j| o.matrix.logical_divide(tile!(8, 16));
    tiled cute_tiled |o, i, j| o.matrix.tiled_divide(tile!(8, 16));
    flat cute_flat |o, i, j| o.matrix.flat_divide(tile!(8, 16));
    padded cute_padded |o, i, j| o.matrix.zipped_divide_padded(tile!(8, 16)).layout();
    open cute_open |o, i, j| {
        let (p, q) = (4_usize << j, 16_usize << j);
        o.matrix.zipped_divide(tile!(p, q))
    };
    tile_open cute_tile_open |o, i, j| {
        let (p, q) = (4_usize << j, 16_usize << j);
        o.view.tile(tile!(p, q), (i, j))
    };
    compose cute_compose |o, i, j| o.matrix.compose(tile!(8, 16));
    compose_whole cute_compose_whole |o, i, j| o.matrix.compose(layout!(4:2));
    coalesce cute_coalesce |o, i, j| o.nested.coalesce();
    coalesce_columns cute_coalesce_columns |o, i, j| o.columns.coalesce();
    product cute_product |o, i, j| layout!((8, 4):(4, 1)).logical_product(o.matrix);
    blocked cute_blocked |o, i, j| layout!((8, 4):(4, 1)).blocked_product(o.matrix);
    to_shape cute_to_shape |o, i, j| layout!((8, 4):(4, 1)).tile_to_shape((o.n, o.m));
    slice cute_slice |o, i, j| o.view.slice((i, Keep));
    tile_rows cute_tile_rows |o, i, j| o.rows_view.tile(tile!(8, 16), (i, j));
    tile cute_tile |o, i, j| o.view.tile(tile!(8, 16), (i, j));
    tile_row cute_tile_row |o, i, j| o.view.tile(tile!(8, 16), (i, Keep));
    outer cute_outer |o, i, j| o.view.outer_partition(tile!(8, 16), (i, j));
    partition_rows cute_partition_rows |o, i, j| o.rows_view.partition(layout!((8, 16):(16, 1)), i);
    partition cute_partition |o, i, j| o.view.partition(layout!((8, 16):(16, 1)), i);
    element cute_element |o, i, j| o.view.tile(tile!(8, 16), (i, j))[(3, 5)];
    sum cute_sum |o, i, j| {
        let tile = o.view.tile(tile!(8, 16), (i, j));
        let mut sum = 0.0;
        for r in 0..8 {
            for c in 0..16 {
                sum += tile[(r, c)];
            }
        }
        sum
    };
}

const CALLS: usize = 2000;

#[repr(align(64))]
struct Room([u8; 1024]);

/// Nanoseconds a call.
fn measure(call: Call, operands: &Operands, room: &mut Room) -> f64 {
    let call = black_box(call);
    let start = Instant::now();
    for k in 0..CALLS {
        // SAFETY: the room has 1024 bytes, aligned to 64.
        unsafe { call(black_box(operands), k & 3, k & 1, room.0.as_mut_ptr()) }
        black_box(&mut *room);
    }
    start.elapsed().as_secs_f64() * 1e9 / CALLS as f64
}

/// Least, median and largest of some numbers.
fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [values[0], values[values.len() / 2], values[values.len() - 1]]
}

fn main() {
    let (n, m) = black_box((48_usize, 64_usize));
    let data: &'static [f32] = Vec::leak((0..n * m).map(|x| (x % 7) as f32).collect());
    let rows = layout!((n, 64):(64, 1));
    let matrix = Layout::new((n, m), (m, U1::new()));
    let operands = Operands {
        data: data.as_ptr(),
        n,
        m,
        rows,
        matrix,
        nested: layout!((2, (1, n)):(1, (6, 2))),
        columns: Layout::new((n, m), (U1::new(), n)),
        rows_view: View::new(data, rows).unwrap(),
        view: View::new(data, matrix).unwrap(),
    };
    let (mut ours, mut theirs) = (Room([0; 1024]), Room([0; 1024]));
    println!("operation\tours ns\tCuTe ns\tratio: least, median, largest");
    for &(name, our, cute) in CASES {
        let turns = |room: &mut Room, call| measure(call, &operands, room);
        (0..20).for_each(|_| _ = (turns(&mut ours, our), turns(&mut theirs, cute)));
        let (mut best, mut ratios) = ([f64::INFINITY; 2], Vec::new());
        for _ in 0..51 {
            let (a, b) = (turns(&mut ours, our), turns(&mut theirs, cute));
            best = [best[0].min(a), best[1].min(b)];
            ratios.push(a / b);
        }
        let [least, median, largest] = spread(ratios);
        println!("{name}\t{:.2}\t{:.2}\t{least:.2}\t{median:.2}\t{largest:.2}", best[0], best[1]);
    }
}
