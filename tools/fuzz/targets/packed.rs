//! Makes views of packed elements of any width and layout over bytes of an exact size, and compares them with a vector of their codes. A view
//! exists exactly if every element lies in the bytes; reads, writes, parts, copies and conversions do what the vector does, and
//! the other bits of the bytes stay. Parts that are written at the same time exist exactly if no two share a byte.

#![no_main]

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use static_layout::int::Negative;
use static_layout::*;
use static_layout_formats::element::*;
use static_layout_formats::packed::{self, PackedView, PackedViewMut};

/// The most elements of a layout.
const MOST: i64 = 1 << 8;

/// The codes of all whole elements.
fn codes<E: PackedElement>(bytes: &[u8]) -> Vec<u8> {
    let bit = |k: usize| bytes[k / 8] >> (k % 8) & 1;
    let code = |i: usize| (0..E::BITS).map(|k| bit(i * E::BITS + k) << k).sum();
    (0..bytes.len() * 8 / E::BITS).map(code).collect()
}

/// Bytes with these elements, in an allocation of their size: the address sanitizer sees each access outside.
fn with_codes<E: PackedElement>(bytes: &[u8], codes: &[u8]) -> Box<[u8]> {
    let mut bytes: Box<[u8]> = bytes.into();
    for k in 0..codes.len() * E::BITS {
        let bit = codes[k / E::BITS] >> (k % E::BITS) & 1;
        bytes[k / 8] = bytes[k / 8] & !(1 << (k % 8)) | bit << (k % 8);
    }
    bytes
}

/// The elements of a layout, or `None` if one is outside.
fn elements(layout: &dynamic::Layout, origin: usize, count: usize) -> Option<Vec<usize>> {
    let place = |offset: i64| {
        usize::try_from(origin as i128 + i128::from(offset)).ok().filter(|&i| i < count)
    };
    layout.iter().map(place).collect()
}

fn is_distinct(elements: &[usize]) -> bool {
    let mut sorted = elements.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

fn bytes_of<E: PackedElement>(element: usize) -> [usize; 2] {
    [element * E::BITS / 8, (element * E::BITS + E::BITS - 1) / 8]
}

/// The elements of a part of a view.
fn elements_of<L: AnyLayout>(origin: usize, layout: L) -> Vec<usize> {
    (0..layout.size()).map(|i| origin.wrapping_add_signed(layout.offset(i))).collect()
}

/// Parts of a view, all alive, as lists of elements; each element is written.
fn written<'a, E: PackedElement, L: AnyLayout>(
    parts: impl Iterator<Item = PackedViewMut<'a, E, L>>,
    model: &mut [u8],
) -> Vec<Vec<usize>> {
    let mut parts: Vec<_> = parts.collect();
    let lists: Vec<Vec<usize>> =
        parts.iter().map(|part| elements_of(part.origin(), part.layout())).collect();
    for k in 0..lists.iter().map(Vec::len).max().unwrap_or(0) {
        for (part, list) in parts.iter_mut().zip(&lists) {
            if k < list.len() {
                part.update(k, |e| E::from_bits(e.to_bits().wrapping_add(1)));
                model[list[k]] = E::from_bits(model[list[k]].wrapping_add(1)).to_bits();
            }
        }
    }
    lists
}

fn apart<E: PackedElement>(lists: &[Vec<usize>]) -> bool {
    let mut owner = std::collections::BTreeMap::new();
    lists.iter().enumerate().all(|(k, list)| {
        list.iter().flat_map(|&i| bytes_of::<E>(i)).all(|byte| *owner.entry(byte).or_insert(k) == k)
    })
}

fn check<E: PackedElement, L: PlainLayout>(u: &mut Unstructured, layout: L) -> Result<()> {
    let len = u.int_in_range(0..=64_usize)?;
    let bytes: Vec<u8> = (0..len).map(|_| u.arbitrary()).collect::<Result<_>>()?;
    let origin = if u.ratio(1, 32)? { u.arbitrary()? } else { u.int_in_range(0..=40)? };
    let engine = layout.to_dynamic();
    if engine.size() > MOST {
        let _ = PackedView::<E, _>::with_origin(&bytes, origin, layout);
        return Ok(());
    }
    let mut model = codes::<E>(&bytes);
    let mut memory = with_codes::<E>(&bytes, &model);
    let places = elements(&engine, origin, model.len());
    let what = format!("{engine} from {origin} in {len} bytes of {}", E::NAME);
    assert_eq!(
        PackedView::<E, _>::with_origin(&memory, origin, layout).is_ok(),
        places.is_some(),
        "{what}"
    );
    assert_eq!(
        PackedView::<E, _>::dynamic(&memory, origin, engine).is_ok(),
        places.is_some(),
        "{what}"
    );
    let Some(places) = places else { return Ok(()) };
    let distinct = is_distinct(&places);

    // Reads, also by numbers past the end.
    let view = PackedView::<E, _>::with_origin(&memory, origin, layout).unwrap();
    let read = places.iter().map(|&i| model[i]);
    assert!(view.iter().map(E::to_bits).eq(read.clone()), "{what}");
    assert!(view.iter().rev().map(E::to_bits).eq(read.clone().rev()), "{what}");
    let coord: usize = u.arbitrary()?;
    if engine.rank() == 1 || engine.depth() > 0 {
        let linear = layout.size();
        assert!(
            PackedView::<E, dynamic::Layout>::dynamic(&memory, origin, engine)
                .unwrap()
                .elements()
                .map(E::to_bits)
                .eq(read),
            "{what}"
        );
        assert_eq!(linear, places.len());
    }

    // Writes of one element.
    let mut view = PackedViewMut::<E, _>::with_origin(&mut memory, origin, layout).unwrap();
    if let Some(&place) = places.get(coord.checked_rem(places.len()).unwrap_or(0)) {
        let value = E::from_bits(u.arbitrary()?);
        view.set(coord % places.len(), value);
        model[place] = value.to_bits();
    }

    // Parts that exist at the same time.
    let (tile, threads) = (u.int_in_range(0..=9_usize)?, u.int_in_range(0..=9_usize)?);
    for (tiles, count) in [(true, tile), (false, threads)] {
        let mut changed = model.clone();
        let shape = Layout::new((count,), (1,));
        let before = view.iter().map(E::to_bits).collect::<Vec<_>>();
        let lists = if tiles {
            view.try_tiles_mut(shape).map(|parts| written(parts, &mut changed))
        } else {
            view.try_partition_mut(shape).map(|parts| written(parts, &mut changed))
        };
        match lists {
            Ok(lists) => {
                assert!(distinct && apart::<E>(&lists), "{what} by {count}");
                model = changed;
            }
            Err(error) => {
                assert!(view.iter().map(E::to_bits).eq(before), "{what}");
                let parts: Option<Vec<Vec<usize>>> = if tiles {
                    let all = view.as_view().try_tiles(shape).ok();
                    all.map(|all| {
                        all.map(|part| elements_of(part.origin(), part.layout())).collect()
                    })
                } else {
                    None
                };
                let due = !distinct || parts.is_none_or(|parts| !apart::<E>(&parts));
                assert!(due, "{what} by {count}: {error}");
            }
        }
    }

    // Kernels, to a view of one mode from an element of a byte on.
    let shift = u.int_in_range(0..=9_usize)?;
    let size = places.len();
    let linear = Layout::new((size,), (1,));
    let old: Vec<u8> = (0..(size + shift) * E::BITS / 8 + 2).map(|k| k as u8 ^ 0x5A).collect();
    let (mut to, mut expected) = (with_codes::<E>(&old, &codes::<E>(&old)), codes::<E>(&old));
    let source = view.as_view();
    let mut target = PackedViewMut::<E, _>::with_origin(&mut to, shift, linear).unwrap();
    packed::copy(source, &mut target);
    for (k, &place) in places.iter().enumerate() {
        expected[shift + k] = model[place];
    }
    assert_eq!(to, with_codes::<E>(&old, &expected), "{what}: copy to {shift}");
    let mut floats = vec![0.0_f32; size].into_boxed_slice();
    packed::unpack(source, &mut ViewMut::new(&mut floats, linear).unwrap());
    let values: Vec<f32> = places.iter().map(|&i| E::from_bits(model[i]).to_f32()).collect();
    assert!(
        floats.iter().zip(&values).all(|(x, y)| x == y || x.is_nan() && y.is_nan()),
        "{what}: unpack"
    );
    let least = values.iter().copied().fold(f32::MAX, f32::min);
    assert_eq!(packed::reduce(source, f32::MAX, f32::min), least, "{what}: reduce");
    let back = View::new(&floats, linear).unwrap();
    let packed_back = packed::try_pack(back, &mut view);
    assert_eq!(packed_back.is_ok(), distinct, "{what}: pack");
    if packed_back.is_ok() {
        for (&place, &value) in places.iter().zip(&values) {
            model[place] = E::from_f32(value).to_bits();
        }
    }
    let value = E::from_bits(u.arbitrary()?);
    packed::fill(&mut view, value);
    places.iter().for_each(|&place| model[place] = value.to_bits());
    assert_eq!(memory, with_codes::<E>(&bytes, &model), "{what}");
    Ok(())
}

/// A layout of these types with drawn integers.
fn drawn<E: PackedElement>(u: &mut Unstructured) -> Result<()> {
    let extent = |u: &mut Unstructured| -> Result<i64> {
        Ok(if u.ratio(1, 64)? { u.arbitrary::<i64>()? } else { u.int_in_range(0..=9)? })
    };
    let stride = |u: &mut Unstructured| -> Result<i64> {
        Ok(match u.int_in_range(0..=31_u8)? {
            0 => u.arbitrary::<i64>()?,
            1..=15 => 1 << u.int_in_range(0..=6)?,
            _ => u.int_in_range(0..=40)?,
        })
    };
    let (m, n, k) = (extent(u)?, extent(u)?, extent(u)?);
    let (d, e, f) = (stride(u)?, stride(u)?, stride(u)?);
    macro_rules! of {
        ($T:ty, $text:expr) => {
            if let Ok(layout) = $text.parse::<dynamic::Layout>()
                && let Ok(layout) = <$T>::from_dynamic(&layout)
            {
                check::<E, _>(u, layout)?;
            }
        };
    }
    match u.int_in_range(0..=6_u8)? {
        0 => of!(Layout<(usize,), (usize,)>, format!("({m}):({d})")),
        1 => of!(Layout<(usize, usize), (usize, usize)>, format!("({m},{n}):({d},{e})")),
        2 => {
            of!(Layout<(usize, usize), (Negative, usize)>, format!("({m},{n}):({},{e})", d.wrapping_neg()))
        }
        3 => {
            of!(Layout<((usize, usize), usize), ((usize, usize), usize)>, format!("(({m},{n}),{k}):(({d},{e}),{f})"))
        }
        4 => of!(Layout!((?, 4):(4, 1)), format!("({m},4):(4,1)")),
        5 => check::<E, _>(u, layout!((4, 6):row))?,
        _ => check::<E, _>(u, layout!(((2, 4), 4):((16, 1), 4)))?,
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    let mut u = Unstructured::new(data);
    let _ = (|| -> Result<()> {
        match u.int_in_range(0..=4_u8)? {
            0 => drawn::<U1>(&mut u),
            1 => drawn::<I2>(&mut u),
            2 => drawn::<F4E2M1>(&mut u),
            3 => drawn::<F6E3M2>(&mut u),
            _ => drawn::<F8E4M3>(&mut u),
        }
    })();
});
