//! Packs pairs of depths.

use crate::gemm::bytes::Byte;
use crate::gemm::strided::Open;

/// Packs a panel of `width` lanes: the rows, all along the depth, as pairs; the other lanes are 0.
///
/// # Safety
/// The vectors must be valid for reads.
#[inline(always)]
pub unsafe fn pack(from: Open<i8>, is_signed: bool, width: usize, to: &mut [i32]) {
    // SAFETY: the guarantee of the caller; the bytes have this type.
    unsafe {
        if is_signed {
            pack_bytes(from, width, to);
        } else {
            pack_bytes(Open::<u8>::of(from), width, to);
        }
    }
}

/// [`pack`] of bytes of a type.
///
/// # Safety
/// The requirements of [`pack`].
#[inline(always)]
unsafe fn pack_bytes<X: Byte>(from: Open<X>, width: usize, to: &mut [i32]) {
    let ([count, depth], [across, along]) = (from.extents, from.strides);
    assert!(count <= width && to.len() == depth.div_ceil(2) * width);
    if count == width && across == 1 {
        // SAFETY: the panel has `width` lanes that are neighbours, each of `depth` numbers at even steps.
        return unsafe { pack_neighbours(width, depth, to, from.start, along) };
    }
    if along == 1 {
        if count < width {
            to.fill(0);
        }
        for lane in 0..count {
            // SAFETY: a lane of the panel, whose `depth` numbers are neighbours.
            unsafe { pack_lane(depth, to, [lane, width], from.at(lane, 0)) };
        }
        return;
    }
    for (pair, to) in to.chunks_exact_mut(width).enumerate() {
        let (to, rest) = to.split_at_mut(count);
        rest.fill(0);
        let first = 2 * pair;
        let has_second = first + 1 < depth;
        // The loop of neighbours across the lanes is vector code.
        if across == 1 && has_second {
            let [x, y] = [first, first + 1].map(|depth| from.at(0, depth));
            for (lane, to) in to.iter_mut().enumerate() {
                // SAFETY: with `across` 1, `lane` is the step from the first lane.
                *to = unsafe { pair_of(*x.add(lane), *y.add(lane)) };
            }
        } else {
            for (lane, to) in to.iter_mut().enumerate() {
                // SAFETY: a lane and a depth of the vectors.
                let read = |depth: usize| unsafe { *from.at(lane, depth) };
                *to = pair_of(read(first), if has_second { read(first + 1) } else { X::default() });
            }
        }
    }
}

/// Packs a panel whose `width` lanes are neighbours: a number that is a constant for each machine.
///
/// # Safety
/// `from` must be valid for reads of `width` numbers at each of `depth` steps of `along`.
#[inline(always)]
unsafe fn pack_neighbours<X: Byte>(
    width: usize,
    depth: usize,
    to: &mut [i32],
    from: *const X,
    along: isize,
) {
    macro_rules! widths {
        ($($width:literal)*) => {
            match width {
                // SAFETY: the caller's numbers.
                $($width => unsafe { pack_width::<X, $width>(depth, to, from, along) },)*
                _ => unreachable!("a tile of {width} lanes"),
            }
        };
    }
    widths! { 4 6 8 12 16 32 }
}

/// [`pack_neighbours`] of `WIDTH` lanes.
///
/// # Safety
/// The requirements of [`pack_neighbours`].
#[inline(always)]
unsafe fn pack_width<X: Byte, const WIDTH: usize>(
    depth: usize,
    to: &mut [i32],
    from: *const X,
    along: isize,
) {
    let (pairs, _) = to.as_chunks_mut::<WIDTH>();
    for (pair, to) in pairs.iter_mut().enumerate() {
        let first = 2 * pair;
        // SAFETY: `to` has `depth.div_ceil(2)` pairs, so that `first < depth`: a step of the caller's.
        let x = unsafe { *from.offset(first as isize * along).cast::<[X; WIDTH]>() };
        let y = if first + 1 < depth {
            // SAFETY: `first + 1 < depth`: a step of the caller's.
            unsafe { *from.offset((first + 1) as isize * along).cast::<[X; WIDTH]>() }
        } else {
            [X::default(); WIDTH]
        };
        for (to, (x, y)) in to.iter_mut().zip(x.into_iter().zip(y)) {
            *to = pair_of(x, y);
        }
    }
}

/// Packs lane `lane` of `width`, whose numbers are neighbours.
///
/// # Safety
/// `from` must be valid for reads of `depth` numbers.
#[inline(always)]
unsafe fn pack_lane<X: Byte>(
    depth: usize,
    to: &mut [i32],
    [lane, width]: [usize; 2],
    from: *const X,
) {
    let mut pairs = to.chunks_exact_mut(width);
    for (pair, to) in pairs.by_ref().take(depth / 2).enumerate() {
        // SAFETY: `2 * pair + 1 < depth`.
        let [x, y] = unsafe { *from.add(2 * pair).cast::<[X; 2]>() };
        to[lane] = pair_of(x, y);
    }
    if let Some(to) = pairs.next() {
        // SAFETY: a pair remains, so that `depth` is odd.
        to[lane] = pair_of(unsafe { *from.add(depth - 1) }, X::default());
    }
}

/// Two numbers as `i16` in 32 bits, `x` in the lower half.
#[inline(always)]
pub fn pair_of<X: Byte>(x: X, y: X) -> i32 {
    x.into() & 0xFFFF | y.into() << 16
}
