//! Checks operations of strided arrays: the elements in C order, or their indices, stay the same.

use layout_core::{AxisList, Layout, Slice, StrideOrder, StridedLayout};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

use crate::{MOST, accepted, small, sorted};

/// The offsets of each axis.
fn axes(a: &Layout) -> Vec<Vec<i64>> {
    (0..a.rank()).map(|axis| a.mode(axis).unwrap().iter().collect()).collect()
}

/// Whether all axes are short. The size does not tell, since another extent may be 0.
fn is_short(a: &Layout) -> bool {
    (0..a.rank()).all(|axis| a.mode(axis).unwrap().size() <= MOST)
}

/// The sums of an offset of each axis, with the last axis fastest.
fn sums(axes: &[Vec<i64>]) -> Vec<i64> {
    axes.iter().fold(vec![0], |sums, axis| {
        sums.iter().flat_map(|sum| axis.iter().map(move |offset| sum + offset)).collect()
    })
}

fn c_order(a: &Layout) -> Vec<i64> {
    sums(&axes(a))
}

/// The indices of Python's `slice.indices`.
fn indices(slice: Slice, extent: i64) -> Option<Vec<i64>> {
    let extent = i128::from(extent);
    let from_end = |at: i64| i128::from(at) + if at < 0 { extent } else { 0 };
    match slice {
        Slice::Index(at) => {
            let at = from_end(at);
            (0..extent).contains(&at).then(|| vec![at as i64])
        }
        Slice::Range { step: 0, .. } => None,
        Slice::Range { start, stop, step } => {
            let (least, most) = if step > 0 { (0, extent) } else { (-1, extent - 1) };
            let (first, last) = if step > 0 { (least, most) } else { (most, least) };
            let mut at = start.map_or(first, |at| from_end(at).clamp(least, most));
            let end = stop.map_or(last, |at| from_end(at).clamp(least, most));
            let mut found = Vec::new();
            while if step > 0 { at < end } else { at > end } {
                found.push(at as i64);
                at += i128::from(step);
            }
            Some(found)
        }
    }
}

fn slice(u: &mut Unstructured) -> Result<Slice> {
    let number = |u: &mut Unstructured| match u.int_in_range(0..=40_i64)? {
        40 => u.arbitrary(),
        n => Ok(n - 20),
    };
    Ok(match u.int_in_range(0..=3)? {
        0 => Slice::Index(number(u)?),
        _ => {
            let start = if u.arbitrary()? { Some(number(u)?) } else { None };
            let stop = if u.arbitrary()? { Some(number(u)?) } else { None };
            Slice::Range { start, stop, step: number(u)? }
        }
    })
}

pub(crate) fn is_an_array(u: &mut Unstructured, a: &Layout, b: &Layout, n: i64) -> Result<()> {
    let (shape, mask) = (b.shape(), u.arbitrary()?);
    // A shape of depth 0 is one axis, but the layout of it may be nested and count as several axes.
    let of_axes = |_: &Layout| shape.depth() > 0;
    let reshaped = accepted(a.reshape(&shape)).filter(of_axes);
    let same = [
        reshaped,
        accepted(a.merge_axes(mask)),
        accepted(a.squeeze()),
        accepted(a.unsqueeze(&[n % 4, -1])),
        accepted(a.to_flat()),
    ];
    let wider = accepted(a.broadcast_to(&shape)).filter(of_axes);
    let turned = accepted(a.transpose());
    let mut slices = Vec::new();
    for _ in 0..u.int_in_range(0..=3)? {
        slices.push(slice(u)?);
    }
    let part = accepted(a.slice_axes(&slices));
    let _ = (a.stride_order(), a.is_contiguous_c(), a.is_contiguous_f(), a.mergeable_axes());
    array(u, a, n)?;
    // A layout of depth 0 is one axis.
    if !small(a) || !is_short(a) || a.rank() == 0 {
        return Ok(());
    }
    let elements = c_order(a);
    for r in same.into_iter().flatten().filter(is_short) {
        assert_eq!(c_order(&r), elements, "{a} to {shape}, {mask:b}, {n}: {r}");
    }
    if let Some(r) = turned {
        assert!(c_order(&r).into_iter().eq(a.iter()), "{a}: {r}");
    }
    if let Some(r) = wider.filter(|r| r.size() <= MOST && is_short(r)) {
        let (own, new) = (axes(a), axes(&r));
        let added = new.len() - own.len();
        for (axis, offsets) in new.iter().enumerate() {
            let own = axis.checked_sub(added).map_or(&[0][..], |axis| &own[axis]);
            let repeats = own.len() == 1 && offsets.iter().all(|offset| *offset == own[0]);
            assert!(repeats || offsets == own, "{a} to {shape}: {r}");
        }
    }
    let all = axes(a);
    if let Some((r, offset)) = part {
        let taken: Option<Vec<Vec<i64>>> = all
            .iter()
            .enumerate()
            .map(|(axis, offsets)| {
                let slice = slices.get(axis).copied().unwrap_or(Slice::FULL);
                let taken = indices(slice, offsets.len() as i64)?;
                Some(taken.into_iter().map(|at| offsets[at as usize]).collect())
            })
            .collect();
        let found: Vec<i64> = c_order(&r).into_iter().map(|at| at + offset).collect();
        assert_eq!(Some(found), taken.map(|taken| sums(&taken)), "{a} at {slices:?}: {r}");
    }
    Ok(())
}

/// Checks arrays with an element size and an offset.
fn array(u: &mut Unstructured, a: &Layout, n: i64) -> Result<()> {
    let item_size = if u.ratio(1, 16)? { u.arbitrary()? } else { u.int_in_range(1..=16)? };
    let Some(array) = accepted(StridedLayout::new(a, item_size)) else { return Ok(()) };
    let array = accepted(array.with_offset(n)).unwrap_or(array);
    let (least, greatest) = array.offset_bounds();
    let _ = (accepted(array.required_size_in_bytes()), accepted(array.strides_in_bytes()));
    let dense = accepted(array.to_dense(&StrideOrder::K));
    let axis = u.int_in_range(-4..=3)?;
    let new = u.int_in_range(0..=32)?;
    let packed = accepted(array.repacked(new, 0, axis, u.arbitrary()?));
    let _ = accepted(array.max_compatible_item_size(new, n, axis));
    let _ = accepted(array.permuted(&AxisList::new(&[1, axis]).unwrap()));
    if !small(a) {
        return Ok(());
    }
    assert!(a.iter().all(|at| (least..=greatest).contains(&(at + array.offset()))), "{array}");
    if let Some(dense) = dense {
        assert_eq!(
            sorted(dense.layout().unwrap().iter()),
            (0..a.size()).collect::<Vec<_>>(),
            "{array}"
        );
    }
    if let Some(unique) = accepted(array.is_unique()) {
        let mut offsets = sorted(a.iter());
        offsets.dedup();
        assert_eq!(unique, offsets.len() as i64 == a.size(), "{array}");
    }
    let few_bytes = |array: &StridedLayout| array.volume() <= MOST && array.item_size() <= 64;
    if let Some(packed) = packed.filter(|packed| few_bytes(packed) && few_bytes(&array)) {
        // Byte offsets are compared in 128 bits, since they may not fit 64.
        let bytes = |array: &StridedLayout| {
            let size = i128::from(array.item_size());
            let starts = array.layout().unwrap();
            let starts = starts.iter().map(|at| i128::from(at + array.offset()) * size);
            let mut bytes: Vec<i128> = starts.flat_map(|at| at..at + size).collect();
            bytes.sort_unstable();
            bytes
        };
        assert_eq!(bytes(&array), bytes(&packed), "{array} as {packed}");
    }
    Ok(())
}
