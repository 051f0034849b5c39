//! Emits the functions of any layout with names and facts, in every language. A text is a layout or an error of one line at
//! a byte of it. Where functions are made, their results at values that satisfy the facts are those of sums of 128 bits.

#![no_main]

#[path = "../../../systems/emit/tests/common/mod.rs"]
mod common;
#[path = "../src/said.rs"]
mod said;
#[path = "../src/text.rs"]
mod text;

use common::Numbers;
use common::edge::{Edge, draw, number};
use libfuzzer_sys::fuzz_target;
use said::one_line;
use static_layout_emit::{Domain, EmitError, IndexFunctions, Language, SymbolicLayout};
use text::text;

/// Tokens of the notation with names, and integers at the edges. `col`, `class` and `c0` are reserved.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "(",
    ")",
    ",",
    ",",
    ":",
    "*",
    "-",
    "?",
    "n",
    "m",
    "k",
    "ld",
    "n0",
    "d1",
    "x",
    "c0",
    "class",
    "col",
    ":col",
    ":row",
    "Sw<2,0,2> o ",
    "Sw<3,4,-3> o 5 o ",
    "Sw<1,30,1> o ",
    " o ",
    "Sw<",
    ">",
    "@",
    "_",
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "16",
    "64",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "4294967297",
    "4611686018427387904",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "85070591730234615865843651857942052864",
];

/// Checks that an error has one line, and a position in the text, if it has one.
fn is_shown(text: &str, error: &EmitError) {
    let said = one_line(text, error);
    assert!(error.position().is_none_or(|at| text.get(at..).is_some()), "{text:?}: {said}");
}

/// A tree of leaves as text, with the same nesting for each list of leaves.
fn tree(
    numbers: &mut Numbers,
    depth: u32,
    leaves: &mut [&mut dyn FnMut(&mut Numbers) -> String],
) -> Vec<String> {
    let one: Vec<String> = leaves.iter_mut().map(|leaf| leaf(numbers)).collect();
    if depth == 0 || numbers.one_in(2) {
        return one;
    }
    let mut texts = one;
    for _ in 0..numbers.below(3) {
        let more = tree(numbers, depth - 1, leaves);
        texts.iter_mut().zip(more).for_each(|(text, more)| *text += &format!(",{more}"));
    }
    texts.into_iter().map(|text| format!("({text})")).collect()
}

/// An extent or a stride: a product of integers and names, which other leaves may have too.
fn leaf(numbers: &mut Numbers, names: &[&str]) -> String {
    let count = [1, 1, 1, 2, 3][numbers.below(5) as usize];
    let factors = (0..count).map(|_| match numbers.below(8) {
        0..3 => names[numbers.below(names.len() as u64) as usize].to_string(),
        3 => number(numbers).to_string(),
        4 => (1_u64 << numbers.below(63)).to_string(),
        _ => numbers.below(18).to_string(),
    });
    factors.collect::<Vec<_>>().join("*")
}

/// A layout as text, whose leaves are products.
fn products(numbers: &mut Numbers) -> String {
    let mut extent = |numbers: &mut Numbers| leaf(numbers, &["n", "m", "k", "?"]);
    let mut stride = |numbers: &mut Numbers| {
        let sign = if numbers.one_in(6) { "-" } else { "" };
        format!("{sign}{}", leaf(numbers, &["n", "ld", "m", "?"]))
    };
    let texts = tree(numbers, 2, &mut [&mut extent, &mut stride]);
    let swizzle = match numbers.below(8) {
        0 => {
            let (bits, base) = (1 + numbers.below(4), numbers.below(32));
            let shift = bits + numbers.below(4);
            let sign = if numbers.one_in(3) { "-" } else { "" };
            let offset = if numbers.one_in(2) { number(numbers) } else { numbers.below(40).into() };
            format!("Sw<{bits},{base},{sign}{shift}> o {offset} o ")
        }
        _ => String::new(),
    };
    let strides = match numbers.below(4) {
        0 => "row",
        1 => "col",
        _ => &texts[1],
    };
    format!("{swizzle}{}:{strides}", texts[0])
}

/// A layout with facts that its values satisfy, and sometimes another one.
fn with_facts(layout: SymbolicLayout, numbers: &mut Numbers) -> Option<(SymbolicLayout, Vec<u64>)> {
    let names: Vec<String> = layout.parameters().map(str::to_owned).collect();
    let mut known = layout;
    let mut values = Vec::new();
    // Whether the values satisfy all facts.
    let mut is_met = true;
    for name in &names {
        let value = match numbers.below(8) {
            0 => 0,
            1..3 => 1,
            3 => number(numbers) as u64,
            4 => 1 << numbers.below(64),
            5 => u64::MAX - numbers.below(3),
            _ => numbers.below(20),
        };
        values.push(value);
        let near = numbers.below(2);
        let divisor = [2, 3, 4, 65536][numbers.below(4) as usize];
        let facts = [
            (numbers.one_in(2), format!("{name}<={}", value.saturating_add(near))),
            (value > near && numbers.one_in(2), format!("{name}>={}", value - near.min(value))),
            (value % divisor == 0 && numbers.one_in(3), format!("{name}%{divisor}==0")),
        ];
        for (_, fact) in facts.iter().filter(|fact| fact.0) {
            known = known.with_fact(fact).unwrap_or_else(|error| panic!("{fact}: {error}"));
        }
        if numbers.one_in(8) {
            let kind = ["<=", ">=", "%"][numbers.below(3) as usize];
            let end = if kind == "%" { "==0" } else { "" };
            let fact = format!("{name}{kind}{}{end}", number(numbers));
            match known.clone().with_fact(&fact) {
                Ok(layout) => (known, is_met) = (layout, false),
                Err(error) => is_shown(&fact, &error),
            }
        }
    }
    // Facts between two leaves that their values satisfy.
    for _ in 0..numbers.below(3).min(names.len() as u64) {
        let [a, b] = [(); 2].map(|()| numbers.below(names.len() as u64) as usize);
        let [above, below] = if values[a] >= values[b] { [a, b] } else { [b, a] };
        let fact = format!("{}>={}", names[above], names[below]);
        match known.clone().with_fact(&fact) {
            Ok(layout) => known = layout,
            Err(error) if is_met => panic!("{fact}: {error}"),
            Err(error) => is_shown(&fact, &error),
        }
    }
    match known.with_values(&values) {
        Ok(_) => Some((known, values)),
        Err(error) => {
            is_shown("", &error);
            None
        }
    }
}

/// Writes the functions in every language, whether or not they have values. WGSL is valid.
fn texts(functions: &IndexFunctions) {
    for language in Language::ALL {
        let text = match functions.text(language, "a") {
            Ok(text) => text,
            Err(error) => {
                is_shown("", &error);
                let is_narrow = language.is_narrow() && functions.width() == 64;
                let is_fast = error.to_string().starts_with("WGSL has no product of 64 bits");
                assert!(is_narrow || is_fast, "{error}");
                continue;
            }
        };
        if language == Language::Wgsl {
            let module = naga::front::wgsl::parse_str(&text);
            let module = module.unwrap_or_else(|error| panic!("{}", error.emit_to_string(&text)));
            let all = naga::valid::ValidationFlags::all();
            let none = naga::valid::Capabilities::empty();
            naga::valid::Validator::new(all, none).validate(&module).unwrap();
        }
    }
}

/// Compares the functions with sums of 128 bits.
fn is_exact(edge: Option<Edge>, numbers: &mut Numbers) {
    let Some(edge) = edge else { return };
    texts(&edge.functions);
    texts(&edge.functions.with_fast_division());
    let calls = edge.calls(numbers);
    edge.check(&calls);
}

/// The leaves of a printed layout, the factors of each in order: a name whose first product is 0 may come later the next time.
fn products_of(printed: &str) -> Vec<Vec<&str>> {
    let leaves = printed.split(|c| "(),: ".contains(c));
    leaves
        .map(|leaf| {
            let mut factors: Vec<&str> = leaf.split('*').collect();
            factors.sort_unstable();
            factors
        })
        .collect()
}

fn is_read(text: &str, numbers: &mut Numbers) {
    let layout = match text.parse::<SymbolicLayout>() {
        Ok(layout) => layout,
        Err(error) => return is_shown(text, &error),
    };
    let printed = layout.to_string();
    // `0*n` is printed as 0. Without names, layouts have the numbers of the algebra.
    let is_word = |word: &str| layout.parameters().any(|name| name == word && word != "o");
    let is_named = printed.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(is_word);
    if is_named || layout.parameters().next().is_none() {
        let again = printed.parse::<SymbolicLayout>().map(|layout| layout.to_string());
        let again = again.unwrap_or_else(|error| panic!("{text:?}, {printed}: {error}"));
        assert_eq!(products_of(&again), products_of(&printed), "{text:?}");
    }
    let domain = [Domain::Linear, Domain::Modes, Domain::Leaves][numbers.below(3) as usize];
    let width = [None, Some(32), Some(64)][numbers.below(3) as usize];
    if let Some((known, values)) = with_facts(layout.clone(), numbers) {
        is_exact(Edge::of(&known, values, domain, width), numbers);
    } else {
        match IndexFunctions::new(&layout, domain, width) {
            Ok(functions) => texts(&functions),
            Err(error) => is_shown("", &error),
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((kind, rest)) = data.split_first() else { return };
    let numbers = &mut Numbers::of_bytes(rest);
    match kind % 4 {
        0 => {
            let edge = draw(numbers);
            is_exact(edge, numbers);
        }
        1 | 2 => is_read(&products(numbers), numbers),
        _ => {
            // The text, the end of a line, facts and values.
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let numbers = &mut Numbers::of_bytes(rest.get(end + 1..).unwrap_or_default());
            is_read(&text(&rest[..end], TOKENS), numbers);
        }
    }
});
