//! A thousand layouts with their offsets.
#![allow(dead_code, reason = "each test binary uses a part")]

pub mod c;
pub mod edge;
pub mod ptx;

use std::sync::OnceLock;

use layout_core::Coord;
use static_layout_emit::{Domain, IndexFunctions, SymbolicLayout};

/// Numbers from bytes, then from a linear congruence, so every run of one seed has the same layouts.
pub struct Numbers<'a> {
    bytes: std::slice::Iter<'a, u8>,
    state: u64,
}

impl<'a> Numbers<'a> {
    pub fn of_seed(state: u64) -> Self {
        Self { bytes: [].iter(), state }
    }

    /// The numbers of the bytes of a fuzzer.
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.iter(), state: 0 }
    }

    /// The numbers of `PROPTEST_RNG_SEED`, or of the clock. A failure prints the seed.
    pub fn of_environment() -> Self {
        let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse().ok());
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let seed = seed.unwrap_or(now.as_nanos() as u64);
        println!("PROPTEST_RNG_SEED={seed}");
        Self::of_seed(seed)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        // As many bytes as the number has.
        let (mut number, mut count) = (0, end - 1);
        for byte in self.bytes.by_ref() {
            number = number << 8 | u64::from(*byte);
            count >>= 8;
            if count == 0 {
                return number % end;
            }
        }
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 33) % end
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// A layout, its functions, and values of its run-time leaves.
pub struct Case {
    pub text: String,
    pub functions: IndexFunctions,
    pub values: Vec<u64>,
    /// The extent of each coordinate.
    pub extents: Vec<i64>,
    /// The offset of each coordinate, the leftmost fastest.
    pub offsets: Vec<i64>,
}

impl Case {
    pub fn new(
        text: &str,
        facts: &[String],
        values: Vec<u64>,
        domain: Domain,
        width: Option<u32>,
    ) -> Self {
        let mut layout: SymbolicLayout =
            text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        for fact in facts {
            layout = layout.with_fact(fact).unwrap();
        }
        let (plain, swizzled) =
            layout.with_values(&values).unwrap_or_else(|error| panic!("{text}: {error}"));
        let functions = IndexFunctions::new(&layout, domain, width)
            .or_else(|_| IndexFunctions::new(&layout, domain, None))
            .unwrap();
        if functions.check_width(&values).is_err() {
            panic!("{text} {values:?}: {} bits", functions.width());
        }
        let shape = plain.shape();
        let extents = match domain {
            Domain::Linear => vec![plain.size()],
            Domain::Modes if plain.depth() == 0 => vec![plain.size()],
            Domain::Modes => {
                (0..plain.rank()).map(|k| shape.mode(k).unwrap().size().unwrap()).collect()
            }
            Domain::Leaves => (0..shape.leaf_count()).map(|k| shape.value(k)).collect(),
        };
        let offsets = (0..plain.size())
            .map(|i| match &swizzled {
                None => plain.index(&Coord::leaf(i)).unwrap(),
                Some(swizzled) => swizzled.index(&Coord::leaf(i)).unwrap(),
            })
            .collect();
        Self { text: text.to_owned(), functions, values, extents, offsets }
    }

    /// The coordinate of linear index `i`.
    pub fn coordinate(&self, i: usize) -> Vec<i64> {
        let mut rest = i as i64;
        self.extents
            .iter()
            .map(|&extent| {
                let digit = rest % extent;
                rest /= extent;
                digit
            })
            .collect()
    }

    /// The linear index of a coordinate.
    pub fn linear(&self, coordinate: &[i64]) -> i64 {
        let pairs = coordinate.iter().zip(&self.extents).rev();
        pairs.fold(0, |index, (&digit, &extent)| index * extent + digit)
    }

    /// Inputs: `coordinate`, then the run-time leaves.
    pub fn inputs(&self, coordinate: &[i64]) -> Vec<i64> {
        let values = self.values.iter().map(|&value| value as i64);
        coordinate.iter().copied().chain(values).collect()
    }

    /// Every call that a text must answer: the index of the function in `all`, its inputs and its result. An inverse
    /// has several results where strides are 0, so its coordinates are compared through `check_inverse`.
    pub fn calls(&self) -> Vec<c::Call> {
        let mut calls = Vec::new();
        for (i, &offset) in self.offsets.iter().enumerate() {
            let coordinate = self.coordinate(i);
            calls.push((0, self.inputs(&coordinate), offset));
            calls.push((1, self.inputs(&coordinate), 1));
        }
        for k in 0..self.extents.len() {
            let mut outside = self.coordinate(0);
            outside[k] = self.extents[k];
            calls.push((1, self.inputs(&outside), 0));
        }
        // The evaluator's inverse is compared with the offsets by a test of its own.
        if let Ok(inverse) = self.functions.inverse() {
            for &offset in &self.offsets {
                for (k, function) in inverse.iter().enumerate() {
                    let inputs = self.inputs(&[offset]);
                    let result = function.evaluate(&inputs);
                    calls.push((2 + k, inputs, result));
                }
            }
        }
        calls
    }
}

/// Leaves as a tuple of groups.
fn tree(leaves: &[String], groups: &[usize]) -> String {
    let mut at = 0;
    let mut modes = Vec::new();
    for &group in groups {
        let part = &leaves[at..at + group];
        modes.push(if group == 1 { part[0].clone() } else { format!("({})", part.join(",")) });
        at += group;
    }
    format!("({})", modes.join(","))
}

/// A random layout.
fn random(numbers: &mut Numbers) -> Case {
    let count = 1 + numbers.below(5) as usize;
    let mut extents = Vec::new();
    let mut size = 1;
    for _ in 0..count {
        let extent = [1, 2, 3, 4, 5, 6, 7, 8, 16, 12][numbers.below(10) as usize];
        let extent = if size * extent > 300 { 2 } else { extent };
        size *= extent;
        extents.push(extent);
    }
    // Compact in a random order, perhaps padded; or anything.
    let mut strides = vec![0_i64; count];
    let mut order: Vec<usize> = (0..count).collect();
    for k in (1..count).rev() {
        order.swap(k, numbers.below(k as u64 + 1) as usize);
    }
    let mut next = 1 + if numbers.one_in(4) { numbers.below(4) as i64 } else { 0 };
    let kind = numbers.below(4);
    for &k in &order {
        strides[k] = if kind == 0 { numbers.below(20) as i64 } else { next };
        next *= extents[k] as i64;
        if kind == 1 {
            next += numbers.below(5) as i64;
        }
        if kind == 2 && numbers.one_in(3) {
            next = (next as u64).next_power_of_two() as i64;
        }
        if numbers.one_in(10) {
            strides[k] = 0;
        }
    }
    let signed = numbers.one_in(6);
    let (mut shape_text, mut stride_text) = (Vec::new(), Vec::new());
    let (mut shape_values, mut stride_values) = (Vec::new(), Vec::new());
    let mut facts = Vec::new();
    let runtime = numbers.one_in(2);
    for k in 0..count {
        if runtime && numbers.one_in(3) {
            shape_text.push("?".to_owned());
            shape_values.push(extents[k]);
            if numbers.one_in(2) {
                facts.push(format!("n{k}<={}", 16 + numbers.below(4)));
            }
            if extents[k] % 4 == 0 && numbers.one_in(2) {
                facts.push(format!("n{k}%4==0"));
            }
        } else {
            shape_text.push(extents[k].to_string());
        }
        let sign = if signed && numbers.one_in(3) { "-" } else { "" };
        if runtime && numbers.one_in(4) {
            stride_text.push(format!("{sign}?"));
            stride_values.push(strides[k] as u64);
            if numbers.one_in(2) {
                facts.push(format!("d{k}<={}", strides[k] + numbers.below(100) as i64));
            }
            if strides[k] > 0 && numbers.one_in(2) {
                facts.push(format!("d{k}>={}", strides[k] - numbers.below(2) as i64));
            }
        } else {
            stride_text.push(format!("{sign}{}", strides[k]));
        }
    }
    let mut groups = Vec::new();
    let mut left = count;
    while left > 0 {
        let group = 1 + numbers.below(left as u64) as usize;
        groups.push(group);
        left -= group;
    }
    let shape = tree(&shape_text, &groups);
    let mut text = match numbers.below(6) {
        // Compact strides of run-time extents are products of theirs.
        0 => {
            stride_values.clear();
            facts.retain(|fact| fact.starts_with('n'));
            format!("{shape}:row")
        }
        1 => {
            stride_values.clear();
            facts.retain(|fact| fact.starts_with('n'));
            format!("{shape}:col")
        }
        _ => format!("{shape}:{}", tree(&stride_text, &groups)),
    };
    if numbers.one_in(4) {
        let (bits, base) = (1 + numbers.below(3), numbers.below(4));
        let shift = (bits + numbers.below(3)) as i64 * if numbers.one_in(4) { -1 } else { 1 };
        let offset = if numbers.one_in(2) { 0 } else { numbers.below(40) };
        text = format!("Sw<{bits},{base},{shift}> o {offset} o {text}");
    }
    let values = shape_values.into_iter().chain(stride_values).collect();
    let domain = [Domain::Linear, Domain::Modes, Domain::Leaves][numbers.below(3) as usize];
    let width = [None, Some(32)][numbers.below(2) as usize];
    Case::new(&text, &facts, values, domain, width)
}

/// A thousand layouts: static, mixed and swizzled ones.
pub fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let mut numbers = Numbers::of_seed(20260101);
        (0..1000).map(|_| random(&mut numbers)).collect()
    })
}
