//! Makes views of any layout over any slice. `View::new` accepts exactly the layouts whose offsets are all elements;
//! every reference that a view returns is inside the slice, and writable parts are disjoint. The slice has guards on
//! both sides, and the address sanitizer checks the rest.

#![no_main]

use std::collections::BTreeSet;
use std::ops::Range;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use static_layout::int::Negative;
use static_layout::*;

const GUARD: usize = 32;
/// The most elements that are enumerated.
const MOST: usize = 1 << 10;

/// Memory of which only the middle may be accessed.
struct Guarded {
    bytes: Box<[u8]>,
}

impl Guarded {
    fn new(len: usize) -> Self {
        let mut bytes = vec![0xa5; len + 2 * GUARD].into_boxed_slice();
        bytes[GUARD..GUARD + len].fill(0);
        Guarded { bytes }
    }

    fn middle(&mut self) -> &mut [u8] {
        let end = self.bytes.len() - GUARD;
        &mut self.bytes[GUARD..end]
    }

    fn addresses(&self) -> Range<usize> {
        let start = self.bytes.as_ptr() as usize;
        start + GUARD..start + self.bytes.len() - GUARD
    }

    fn is_whole(&self) -> bool {
        let end = self.bytes.len() - GUARD;
        let mut guards = self.bytes[..GUARD].iter().chain(&self.bytes[end..]);
        guards.all(|&byte| byte == 0xa5)
    }
}

/// The offsets of a layout. `None` if there are too many.
fn offsets(layout: &dynamic::Layout) -> Option<Vec<i64>> {
    (layout.size() <= MOST as i64).then(|| layout.iter().collect())
}

fn inside(offsets: &[i64], origin: usize, len: usize) -> bool {
    offsets.iter().all(|&offset| {
        let place = origin as i128 + i128::from(offset);
        (0..len as i128).contains(&place)
    })
}

/// Checks a layout of static and run-time integers.
fn check<L: PlainLayout>(layout: L, memory: &mut Guarded, origin: usize, tile: [usize; 2])
where
    ops::Slice<L, usize>: AnyLayout,
{
    let (range, engine) = (memory.addresses(), layout.to_dynamic());
    let Some(offsets) = offsets(&engine) else { return };
    let len = range.len();
    let fits = inside(&offsets, origin, len) && (offsets.is_empty() || origin <= len);
    let view = View::with_origin(memory.middle(), origin, layout);
    assert_eq!(view.is_ok(), fits, "{engine} from {origin} in {len}");
    let Ok(view) = view else { return };
    let address = |element: &u8| element as *const u8 as usize;
    let expected = |offset: &i64| (range.start + origin).wrapping_add_signed(*offset as isize);
    assert!(view.iter().map(address).eq(offsets.iter().map(expected)), "{engine}");
    assert!(view.entries().map(|(_, element)| address(element)).eq(offsets.iter().map(expected)));
    assert!(view.iter().all(|element| range.contains(&address(element))));

    let distinct = offsets.iter().collect::<BTreeSet<_>>().len() == offsets.len();
    let mut view = ViewMut::with_origin(memory.middle(), origin, layout).unwrap();
    if let Ok(elements) = view.try_iter_mut() {
        assert!(distinct, "{engine}");
        elements.for_each(|element| *element = element.wrapping_add(1));
    }
    view.update(|element| *element = element.wrapping_add(1));
    parts(&mut view, &range, tile);
    assert!(memory.is_whole(), "{engine} from {origin} in {len}");
}

/// Checks that the parts share no element.
fn are_disjoint<'a, X: TensorMut<Element = u8>>(
    parts: impl Iterator<Item = X>,
    range: &Range<usize>,
) {
    let mut seen = BTreeSet::new();
    // All parts exist at the same time, as with threads.
    for mut part in parts.collect::<Vec<_>>() {
        part.update(|element| {
            let address = element as *mut u8 as usize;
            assert!(range.contains(&address) && seen.insert(address));
            *element = element.wrapping_add(1);
        });
    }
}

fn parts<L: PlainLayout>(view: &mut ViewMut<'_, u8, L>, range: &Range<usize>, tile: [usize; 2]) {
    if let Ok(tiles) = view.try_tiles_mut(Layout::new((tile[0],), (1,))) {
        are_disjoint(tiles, range);
    }
    if let Ok(shares) = view.try_partition_mut(Layout::new((tile[1],), (1,))) {
        are_disjoint(shares, range);
    }
    padded_tiles(view, range, tile!({ tile[0] }));
    padded_tiles(view, range, tile!(3));
}

/// Checks that the padded tiles have each element once, and that all ways to one lead to the same elements.
fn padded_tiles<L: PlainLayout, K: Tiler>(
    view: &mut ViewMut<'_, u8, L>,
    range: &Range<usize>,
    tiler: K,
) {
    let size = view.layout().to_dynamic().size() as usize;
    let Ok(tiles) = view.try_tiles_padded_mut(tiler) else { return };
    let mut all = BTreeSet::new();
    for mut tile in tiles.collect::<Vec<_>>() {
        let mut seen = BTreeSet::new();
        let mut visit = |element: &mut u8| {
            let address = element as *mut u8 as usize;
            assert!(range.contains(&address));
            *element = element.wrapping_add(1);
            seen.insert(address)
        };
        tile.update_entries(|_, element| assert!(visit(element)));
        let count = tile.to_view().entries().count();
        (0..size + 9).chain([usize::MAX / 2, usize::MAX]).for_each(|at| {
            tile.get_mut(at).map(|element| assert!(!visit(element)));
        });
        if let Some(mut whole) = tile.whole_mut() {
            whole.update(|element| assert!(!visit(element)));
        }
        if let Some(mut clipped) = tile.clip_mut() {
            clipped.update(|element| assert!(!visit(element)));
        }
        assert_eq!(seen.len(), count);
        all.extend(seen);
    }
    assert_eq!(all.len(), size);
}

/// Checks the padded tiles of two modes by static tilers.
fn check_padded<L: PlainLayout>(layout: L, memory: &mut Guarded, origin: usize) {
    let range = memory.addresses();
    if offsets(&layout.to_dynamic()).is_none() {
        return;
    }
    let Ok(mut view) = ViewMut::with_origin(memory.middle(), origin, layout) else { return };
    padded_tiles(&mut view, &range, tile!(3, 2));
    padded_tiles(&mut view, &range, tile!(_, 4));
    padded_tiles(&mut view, &range, tile!((2, 2):(1, 4), 1));
    assert!(memory.is_whole());
}

/// Checks the windows of a matrix: each has the elements of its coordinates that are inside, and a copy of it has those.
fn check_windows<L: PlainLayout>(
    layout: L,
    memory: &mut Guarded,
    origin: usize,
    first: [isize; 2],
    extents: [usize; 2],
) {
    let [rows, columns]: [usize; 2] = layout.sizes();
    let Some(offsets) = offsets(&layout.to_dynamic()) else { return };
    let start = memory.addresses().start.wrapping_add(origin);
    let middle = memory.middle();
    (0..).zip(&mut *middle).for_each(|(number, element)| *element = number as u8);
    let Ok(view) = View::with_origin(middle, origin, layout) else { return };
    let address = |i: usize, j: usize| start.wrapping_add_signed(offsets[i + rows * j] as isize);
    let inside = |place: isize, extent: usize, size: usize| {
        let end = place as i128 + extent as i128;
        place.clamp(0, size as isize) as usize..end.clamp(0, size as i128) as usize
    };
    let (i, j) = (inside(first[0], extents[0], rows), inside(first[1], extents[1], columns));
    // Up to 2^64 columns have no element where there are no rows.
    let j = if i.is_empty() { 0..0 } else { j };
    let expected: Vec<_> = j.flat_map(|j| i.clone().map(move |i| address(i, j))).collect();
    let window = view.window(first, extents);
    let found = window.iter().map(|element| element as *const u8 as usize);
    assert!(found.eq(expected.iter().copied()), "{first:?} and {extents:?} of {layout}");
    for (slice, all) in [(view.as_slice(), offsets.len()), (window.as_slice(), expected.len())] {
        assert!(slice.is_none_or(|slice| slice.len() == all), "{layout}");
    }
    if extents.iter().all(|extent| *extent < 16) {
        let copy =
            Boxed::window(Layout::new((extents[0], extents[1]), (1, extents[0])), view, first, 7);
        for ((i, j), element) in copy.entries() {
            let at = [first[0].checked_add_unsigned(i), first[1].checked_add_unsigned(j)];
            let at = at.map(|place| place.and_then(|place| usize::try_from(place).ok()));
            let there = match at {
                [Some(i), Some(j)] if i < rows && j < columns => view[[i, j]],
                _ => 7,
            };
            assert_eq!(*element, there, "{first:?} and {extents:?} of {layout}");
        }
    }
}

/// Checks that the quarters of a matrix without shared elements have each element once.
macro_rules! check_quadrants {
    ($layout:expr, $memory:expr, $origin:expr, $at:expr) => {{
        let range = $memory.addresses();
        let [rows, columns]: [usize; 2] = $layout.sizes();
        let [i, j]: [usize; 2] = [$at[0].min(rows), $at[1].min(columns)];
        if offsets(&$layout.to_dynamic()).is_some()
            && let Ok(mut view) = ViewMut::with_origin($memory.middle(), $origin, $layout)
            && view.try_iter_mut().is_ok()
        {
            are_disjoint(view.quadrants_mut(i, j).into_iter().flatten(), &range);
            if let Ok(tiles) = view.try_tiles_padded_mut(tile!(3, 2)) {
                assert!(tiles.with_coords().map(|([i, j], _)| (j, i)).is_sorted());
            }
        }
        assert!($memory.is_whole());
    }};
}

/// Checks a layout whose nesting is known at run time only.
fn check_dynamic(layout: dynamic::Layout, memory: &mut Guarded, origin: usize, at: i64) {
    let range = memory.addresses();
    let Some(offsets) = offsets(&layout) else { return };
    let fits = inside(&offsets, origin, range.len());
    let view = ViewMut::dynamic(memory.middle(), origin, layout);
    assert_eq!(view.is_ok(), fits, "{layout} from {origin} in {}", range.len());
    let Ok(mut view) = view else { return };
    match view.try_at_mut(&at.into()) {
        Ok(element) => {
            assert!((0..layout.size()).contains(&at), "{layout} at {at}");
            assert!(range.contains(&(element as *mut u8 as usize)));
            *element = 7;
        }
        Err(_) => assert!(!(0..layout.size()).contains(&at), "{layout} at {at}"),
    }
    assert!(view.elements().all(|element| range.contains(&(element as *const u8 as usize))));
    assert!(memory.is_whole(), "{layout} from {origin}");
}

fn views(u: &mut Unstructured) -> Result<()> {
    let mut memory = Guarded::new(u.int_in_range(0..=300)?);
    let origin = if u.ratio(1, 16)? { u.arbitrary()? } else { u.int_in_range(0..=310)? };
    let number = |u: &mut Unstructured| match u.int_in_range(0..=40_u8)? {
        40 => u.arbitrary::<usize>(),
        n => Ok(usize::from(n % 20)),
    };
    let [a, b, c, d, e, f] =
        [number(u)?, number(u)?, number(u)?, number(u)?, number(u)?, number(u)?];
    let tile = [u.int_in_range(1..=8)?, u.int_in_range(1..=8)?];
    let at = u.int_in_range(-3..=400)?;
    let place = |u: &mut Unstructured| match u.int_in_range(0..=15_u8)? {
        0 => u.arbitrary::<isize>(),
        n => Ok(isize::from(n) - 6),
    };
    let first = [place(u)?, place(u)?];
    let extents = [number(u)?, number(u)?];
    match u.int_in_range(0..=7)? {
        0 => {
            if let Ok(x) = Layout::try_new((a, b), (c, d)) {
                check(x, &mut memory, origin, tile);
                check_padded(x, &mut memory, origin);
                check_windows(x, &mut memory, origin, first, extents);
                check_quadrants!(x, memory, origin, tile)
            }
        }
        1 => {
            if let Ok(x) = Layout::try_new((a, (b, c)), (d, (e, f))) {
                check(x, &mut memory, origin, tile)
            }
        }
        2 => {
            if let Ok(x) = Layout::try_new((a, b), (Negative::new(c), d)) {
                check(x, &mut memory, origin, tile);
                check_windows(x, &mut memory, origin, first, extents);
                check_quadrants!(x, memory, origin, tile)
            }
        }
        3 => {
            if let Ok(x) = Layout::try_new((typenum::U4::default(), b), (c, typenum::U1::default()))
            {
                check(x, &mut memory, origin, tile);
                check_padded(x, &mut memory, origin);
                check_windows(x, &mut memory, origin, first, extents);
                check_quadrants!(x, memory, origin, tile)
            }
        }
        4 => {
            if let Ok(x) = Layout::try_new((a,), (b,)) {
                check(x, &mut memory, origin, tile)
            }
        }
        5 => {
            if let Ok(x) =
                Layout::try_new(((a, typenum::U2::default()), b), ((c, d), Negative::new(e)))
            {
                check(x, &mut memory, origin, tile)
            }
        }
        _ => {
            let numbers = static_layout_fuzz::NumberSource { least: -9, any: true };
            if let Some(layout) = static_layout_fuzz::layout(u, numbers)? {
                check_dynamic(layout, &mut memory, origin, at);
            }
        }
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    // An error means too few bytes for an input.
    let _ = views(&mut Unstructured::new(data));
});
