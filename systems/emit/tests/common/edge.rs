//! Layouts at the edges of integers, with calls of their functions.

use std::fmt::Write;

use static_layout_emit::{Domain, IndexFunctions, Language, SymbolicLayout};

use super::c::{Call, with_divisors};
use super::{Numbers, ptx};

/// A leaf of a layout: its text, and its value.
type Leaf = (String, i128);

/// A layout, its functions, and values of its run-time leaves.
pub struct Edge {
    /// The layout, its facts and its values.
    pub text: String,
    pub functions: IndexFunctions,
    pub values: Vec<u64>,
    /// For each coordinate its leaves: extent and stride.
    pub groups: Vec<Vec<(i128, i128)>>,
    swizzle: Swizzled,
}

/// A swizzle, with 0 bits for none, and the offset before it.
#[derive(Clone, Copy)]
struct Swizzled {
    bits: u32,
    base: u32,
    shift: i32,
    offset: i128,
}

/// A number next to a power of two at which integers end.
pub fn number(numbers: &mut Numbers) -> i128 {
    let power = [16, 20, 31, 31, 32, 32, 32, 33, 62, 63][numbers.below(10) as usize];
    ((1_i128 << power) + i128::from(numbers.below(5)) - 2).min(i64::MAX.into())
}

/// An integer, a name or a product. Adds facts of a new name, which hold for its value.
fn leaf(
    numbers: &mut Numbers,
    name: String,
    value: i128,
    is_extent: bool,
    facts: &mut Vec<String>,
    values: &mut Vec<u64>,
) -> Leaf {
    if numbers.one_in(2) {
        return (value.to_string(), value);
    }
    let factors: Vec<i128> = [1, 1, 2, 3, 4, 65536, 1 << 31, 1 << 32, (1 << 32) + 1]
        .into_iter()
        .filter(|&factor| value % factor == 0)
        .collect();
    let factor = factors[numbers.below(factors.len() as u64) as usize];
    let number = value / factor;
    let near = i128::from(numbers.below(2));
    if numbers.one_in(2) {
        facts.push(format!("{name}<={}", number + near));
    }
    if number > near && numbers.one_in(2) {
        facts.push(format!("{name}>={}", number - near));
    }
    if numbers.one_in(4) {
        let divisor = [2, 3, 4, 65536][numbers.below(4) as usize];
        if number % divisor == 0 && (number > 0 || is_extent) {
            facts.push(format!("{name}%{divisor}==0"));
        }
    }
    values.push(number as u64);
    let text = if factor == 1 { name } else { format!("{factor}*{name}") };
    (text, value)
}

/// A random layout; `None` for integers that are not a layout.
pub fn draw(numbers: &mut Numbers) -> Option<Edge> {
    let count = 1 + numbers.below(4) as usize;
    let mut extents = Vec::new();
    let mut size = 1_i128;
    for _ in 0..count {
        let extent = match numbers.below(12) {
            0..4 => 1,
            4 if numbers.one_in(3) => 0,
            4..9 => [2, 3, 4, 7, 8, 24][numbers.below(6) as usize],
            _ => number(numbers),
        };
        let extent = if size * extent > 1 << 62 { 1 } else { extent };
        size *= extent.max(1);
        extents.push(extent);
    }
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        order.swap(k, numbers.below(k as u64 + 1) as usize);
    }
    // Strides that exceed the reach of the strides before, or anything.
    let (mut strides, mut next, kind) = (vec![0_i128; count], 1_i128, numbers.below(3));
    for &k in &order {
        strides[k] = match numbers.below(5) {
            0 => number(numbers),
            1 => i128::from(numbers.below(20)),
            2 => number(numbers).max(next),
            _ => next,
        };
        if kind != 0 && extents[k] > 1 {
            strides[k] = strides[k].max(next);
        }
        if strides[k] > i128::from(i64::MAX) {
            return None;
        }
        if extents[k] > 1 {
            next = strides[k].saturating_mul(extents[k]).max(next);
        }
    }
    let (mut facts, mut values) = (Vec::new(), Vec::new());
    let mut draw_all = |letter: char, list: &[i128]| -> Vec<Leaf> {
        let leaves = list.iter().enumerate();
        leaves
            .map(|(k, &value)| {
                let name = format!("{letter}{k}");
                leaf(numbers, name, value, letter == 'n', &mut facts, &mut values)
            })
            .collect()
    };
    let shape = draw_all('n', &extents);
    let stride = draw_all('d', &strides);
    let is_signed = numbers.one_in(4);
    let stride: Vec<Leaf> = stride
        .into_iter()
        .map(|(text, value)| {
            let is_negative = is_signed && value != 0 && numbers.one_in(2);
            if is_negative { (format!("-{text}"), -value) } else { (text, value) }
        })
        .collect();
    // Two modes, or one.
    let split = 1 + numbers.below(count as u64) as usize;
    let write = |leaves: &[Leaf]| {
        let all: Vec<&str> = leaves.iter().map(|leaf| &*leaf.0).collect();
        match all.split_at(split) {
            (left, []) => format!("(({}))", left.join(",")),
            (left, right) => format!("(({}),({}))", left.join(","), right.join(",")),
        }
    };
    let mut text = format!("{}:{}", write(&shape), write(&stride));
    let (mut swizzle, mut shift, mut offset) = ([0, 0], 0, 0);
    if numbers.one_in(5) {
        swizzle = [1 + numbers.below(3) as u32, numbers.below(30) as u32];
        shift = (swizzle[0] + numbers.below(4) as u32) as i32;
        shift = if numbers.one_in(3) { -shift } else { shift };
        offset = if numbers.one_in(2) { 0 } else { i128::from(numbers.below(40)) };
        text = format!("Sw<{},{},{shift}> o {offset} o {text}", swizzle[0], swizzle[1]);
    }
    let mut layout: SymbolicLayout = text.parse().ok()?;
    for fact in &facts {
        layout = layout.with_fact(fact).unwrap_or_else(|error| panic!("{text} {facts:?}: {error}"));
    }
    // Facts between leaves that the values satisfy.
    let names: Vec<String> = layout.parameters().map(str::to_owned).collect();
    for _ in 0..numbers.below(4).min(names.len() as u64) {
        let [a, b] = [(); 2].map(|()| numbers.below(names.len() as u64) as usize);
        let [above, below] = if values[a] >= values[b] { [a, b] } else { [b, a] };
        // 0 is a multiple of every integer.
        let multiple = if values[below] == 0 { [below, above] } else { [above, below] };
        let is_multiple = values[multiple[1]] != 0
            && values[multiple[0]] % values[multiple[1]] == 0
            && numbers.one_in(2);
        let fact = if is_multiple {
            format!("{}%{}==0", names[multiple[0]], names[multiple[1]])
        } else {
            format!("{}>={}", names[above], names[below])
        };
        layout = layout.with_fact(&fact).unwrap_or_else(|error| panic!("{text} {fact}: {error}"));
        facts.push(fact);
    }
    // Numbers past the integers of the algebra.
    layout.with_values(&values).ok()?;
    let leaves: Vec<(i128, i128)> =
        shape.iter().zip(&stride).map(|(shape, stride)| (shape.1, stride.1)).collect();
    let domain = [Domain::Linear, Domain::Modes, Domain::Leaves][numbers.below(3) as usize];
    let groups = match domain {
        Domain::Linear => vec![leaves],
        Domain::Modes if split == count => vec![leaves],
        Domain::Modes => vec![leaves[..split].to_vec(), leaves[split..].to_vec()],
        Domain::Leaves => leaves.into_iter().map(|leaf| vec![leaf]).collect(),
    };
    let width = [None, None, Some(32), Some(64)][numbers.below(4) as usize];
    let text = format!("{text} {facts:?} {values:?} {domain:?} {width:?}");
    let has_names = |texts: &[Leaf]| texts.iter().any(|leaf| leaf.0.contains('n'));
    let names = match domain {
        Domain::Linear => vec![has_names(&shape)],
        Domain::Modes if split == count => vec![has_names(&shape)],
        Domain::Modes => vec![has_names(&shape[..split]), has_names(&shape[split..])],
        Domain::Leaves => shape.iter().map(|leaf| leaf.0.contains('n')).collect(),
    };
    let swizzle = Swizzled { bits: swizzle[0], base: swizzle[1], shift, offset };
    Edge::new(text, &layout, values, (domain, width), groups, &names, swizzle)
}

/// Whether 32 bits suffice for sure: without a swizzle, with strides that fit whether or not they are used.
fn fits_32(groups: &[Vec<(i128, i128)>], has_names: &[bool], values: &[u64]) -> bool {
    let most = i128::from(u32::MAX);
    let leaves = || groups.iter().flatten();
    let is_signed = leaves().any(|leaf| leaf.1 < 0);
    let reach = |sign: i128| -> i128 {
        leaves().map(|leaf| (leaf.0 - 1).max(0) * (leaf.1 * sign).max(0)).sum()
    };
    let end = if is_signed { most >> 1 } else { most };
    let mut sizes = groups.iter().map(|group| group.iter().map(|leaf| leaf.0).product::<i128>());
    sizes.clone().all(|size| size > 0)
        && sizes.zip_all(has_names, |size, &has_names| size <= most + i128::from(!has_names))
        && values.iter().all(|&value| value <= u32::MAX.into())
        && leaves().all(|leaf| leaf.1.abs() <= most)
        && reach(1) <= end
        && reach(-1) <= end
}

trait ZipAll: Iterator + Sized {
    fn zip_all<T>(&mut self, other: &[T], holds: impl Fn(Self::Item, &T) -> bool) -> bool {
        self.zip(other).all(|(one, other)| holds(one, other))
    }
}
impl<I: Iterator> ZipAll for I {}

impl Edge {
    /// The functions of a layout with values; `None` where its integers do not suffice. `has_names` tells of each coordinate
    /// whether its extents have names.
    fn new(
        text: String,
        layout: &SymbolicLayout,
        values: Vec<u64>,
        (domain, width): (Domain, Option<u32>),
        groups: Vec<Vec<(i128, i128)>>,
        has_names: &[bool],
        swizzle: Swizzled,
    ) -> Option<Self> {
        let needs_32 = || fits_32(&groups, has_names, &values);
        let functions = match IndexFunctions::new(layout, domain, width) {
            Ok(functions) => functions,
            Err(error) => {
                // Layouts of more than 64 bits are none, except for those without elements.
                let is_empty = groups.iter().flatten().any(|leaf| leaf.0 == 0);
                assert!(width == Some(32) || is_empty, "{text}: {error}");
                assert!(swizzle.bits > 0 || !needs_32(), "{text}: {error}");
                return None;
            }
        };
        let checked = functions.check_width(&values);
        if functions.is_width_proved() {
            assert!(checked.is_ok(), "{text}: {checked:?}, although it is proved");
        }
        if let Err(error) = checked {
            let fits = functions.width() == 64 || swizzle.bits == 0 && needs_32();
            assert!(!fits, "{text}: {error}");
            return None;
        }
        Some(Self { text, functions, values, groups, swizzle })
    }

    /// The functions of any layout, which has these values; `None` where its integers do not suffice.
    pub fn of(
        layout: &SymbolicLayout,
        values: Vec<u64>,
        domain: Domain,
        width: Option<u32>,
    ) -> Option<Self> {
        let (plain, swizzled) = layout.with_values(&values).unwrap();
        let shape = plain.shape();
        let counts = match domain {
            Domain::Modes if plain.depth() > 0 => {
                (0..plain.rank()).map(|k| shape.mode(k).unwrap().leaf_count()).collect()
            }
            Domain::Leaves => vec![1; plain.leaf_count()],
            _ => vec![plain.leaf_count()],
        };
        let mut leaves =
            (0..plain.leaf_count()).map(|k| plain.leaf(k)).map(|(n, d)| (n.into(), d.into()));
        let groups: Vec<Vec<(i128, i128)>> =
            counts.iter().map(|&count| leaves.by_ref().take(count).collect()).collect();
        let swizzle = swizzled.map_or(Swizzled { bits: 0, base: 0, shift: 0, offset: 0 }, |one| {
            let (swizzle, offset) = (one.swizzle(), one.offset().into());
            Swizzled { bits: swizzle.bits(), base: swizzle.base(), shift: swizzle.shift(), offset }
        });
        let text = format!("{layout} {values:?} {domain:?} {width:?}");
        // Each extent may have a name.
        let has_names = vec![!values.is_empty(); groups.len()];
        Self::new(text, layout, values, (domain, width), groups, &has_names, swizzle)
    }

    fn is_empty(&self) -> bool {
        self.groups.iter().flatten().any(|leaf| leaf.0 == 0)
    }

    /// The offset of a coordinate.
    fn offset(&self, coordinate: &[i128]) -> i128 {
        let Swizzled { bits, base, shift, mut offset } = self.swizzle;
        for (&index, leaves) in coordinate.iter().zip(&self.groups) {
            let mut rest = index;
            for &(extent, stride) in leaves {
                offset += rest % extent * stride;
                rest /= extent;
            }
        }
        if bits == 0 {
            return offset;
        }
        let ones = ((1_i128 << bits) - 1) << base;
        if shift < 0 {
            offset ^ (offset & ones) << -shift
        } else {
            offset ^ (offset & ones << shift) >> shift
        }
    }

    /// Some coordinates: corners, and random ones.
    fn coordinates(&self, numbers: &mut Numbers) -> Vec<Vec<i128>> {
        let mut coordinate = |kind: u64| -> Vec<i128> {
            let groups = self.groups.iter();
            groups
                .map(|leaves| {
                    leaves.iter().rev().fold(0, |index, &(extent, _)| {
                        let digit = match if kind < 2 { kind } else { numbers.below(5) } {
                            0 => 0,
                            1 => extent - 1,
                            2 => extent / 2,
                            3 => 1.min(extent - 1),
                            _ => i128::from(numbers.below(1 << 31)) % extent,
                        };
                        index * extent + digit
                    })
                })
                .collect()
        };
        (0..14).map(&mut coordinate).collect()
    }

    /// Calls with their results, which are sums of 128 bits.
    pub fn calls(&self, numbers: &mut Numbers) -> Vec<Call> {
        let mask =
            if self.functions.width() == 32 { u32::MAX.into() } else { i128::from(u64::MAX) };
        let inputs = |list: &[i128]| -> Vec<i64> {
            let values = self.values.iter().map(|&value| value as i64);
            list.iter().map(|&one| one as i64).chain(values).collect()
        };
        let zeros = vec![0; self.groups.len()];
        if self.is_empty() {
            let all = vec![mask; self.groups.len()];
            return vec![(1, inputs(&zeros), 0), (1, inputs(&all), 0)];
        }
        let mut calls = Vec::new();
        for (k, leaves) in self.groups.iter().enumerate() {
            let size: i128 = leaves.iter().map(|leaf| leaf.0).product();
            for outside in [size, size + 1, mask] {
                if outside >= size && outside <= mask {
                    let mut coordinate = zeros.clone();
                    coordinate[k] = outside;
                    calls.push((1, inputs(&coordinate), 0));
                }
            }
        }
        for coordinate in self.coordinates(numbers) {
            let offset = self.offset(&coordinate);
            let [low, high] = if self.functions.index().returns_signed() {
                [!(mask >> 1), mask >> 1]
            } else {
                [0, mask]
            };
            assert!((low..=high).contains(&offset), "{}: {offset} at {coordinate:?}", self.text);
            calls.push((0, inputs(&coordinate), offset as i64));
            calls.push((1, inputs(&coordinate), 1));
            let Ok(inverse) = self.functions.inverse() else { continue };
            let at = inputs(&[offset]);
            let found: Vec<i128> =
                inverse.iter().map(|one| i128::from(one.evaluate(&at) as u64)).collect();
            let sizes =
                self.groups.iter().map(|leaves| leaves.iter().map(|leaf| leaf.0).product::<i128>());
            let is_inside = found.iter().zip(sizes).all(|(&index, size)| index < size);
            assert!(
                is_inside && self.offset(&found) == offset,
                "{}: {offset} {found:?}",
                self.text
            );
            for (k, &index) in found.iter().enumerate() {
                calls.push((2 + k, at.clone(), index as i64));
            }
        }
        calls
    }

    /// Compares the expressions and the PTX with the results of calls.
    pub fn check(&self, calls: &[Call]) {
        let text = self.functions.text(Language::Ptx, "a").unwrap();
        let compiled = ptx::functions(&text);
        let mut all = vec![self.functions.index(), self.functions.inside()];
        all.extend(self.functions.inverse().into_iter().flatten());
        for (function, inputs, expected) in calls {
            assert_eq!(all[*function].evaluate(inputs), *expected, "{} {inputs:?}", self.text);
            let words = with_divisors(&self.functions, *function, inputs);
            let words: Vec<u64> = words.iter().map(|&input| input as u64).collect();
            let mask = u64::MAX >> (64 - compiled[*function].bits);
            let found = compiled[*function].call(&words);
            assert_eq!(found & mask, *expected as u64 & mask, "{} {inputs:?}\n{text}", self.text);
        }
    }

    /// The functions in C. These wrap around on purpose: a function with a difference or of a negative stride, and a
    /// stride past the integers, of which there is no multiple but 0.
    pub fn c(&self, prefix: &str, strict: &mut usize) -> String {
        let most =
            if self.functions.width() == 32 { u32::MAX.into() } else { i128::from(u64::MAX) };
        let wraps = self.groups.iter().flatten().any(|leaf| leaf.1 < 0 || leaf.1 > most);
        let text = self.functions.text(Language::OpenCl, prefix).unwrap();
        let mut out = String::new();
        let (mut lines, mut body) = (text.lines(), String::new());
        while let Some(line) = lines.next() {
            if !line.ends_with('{') || line.starts_with("typedef") {
                let _ = writeln!(out, "{line}");
                continue;
            }
            body.clear();
            let inner = lines.by_ref().take_while(|&line| line != "}");
            inner.for_each(|line| body.extend([line, "\n"]));
            if wraps || body.contains(" - ") || line.contains("_quotient(") {
                out.push_str("MODULAR ");
            } else {
                *strict += 1;
            }
            let _ = writeln!(out, "{line}\n{body}\n}}");
        }
        out
    }
}
