//! Facts between leaves: every inverse that they prove, on all small values that satisfy them.

mod common;

use common::Numbers;
use layout_core::Coord;
use static_layout_emit::{Domain, EmitError, IndexFunctions, Language, SymbolicLayout};

fn with_facts(text: &str, facts: &[&str]) -> Result<SymbolicLayout, EmitError> {
    facts.iter().try_fold(text.parse()?, |layout: SymbolicLayout, fact| layout.with_fact(fact))
}

fn functions(layout: &SymbolicLayout) -> IndexFunctions {
    IndexFunctions::new(layout, Domain::Modes, Some(64)).unwrap()
}

/// The matrix of BLAS: an offset is an element where its coordinates are inside.
#[test]
fn the_leading_dimension_has_an_inverse() {
    for fact in ["ld>=m", " m <= ld ", "ld>=2*m", "ld%m==0"] {
        let mut layout = with_facts("(m,n):(1,ld)", &[fact]).unwrap();
        if fact.contains('%') {
            assert!(functions(&layout).inverse().is_err(), "0 is a multiple, too");
            layout = layout.with_fact("ld>=1").unwrap();
        }
        let functions = functions(&layout);
        let inverse = functions.inverse().unwrap();
        let mut checked = 0;
        for (m, n, ld) in (0..1000).map(|k| (k % 10, k / 10 % 10, k / 100 + 1)) {
            let Ok((plain, _)) = layout.with_values(&[m as u64, n as u64, ld as u64]) else {
                continue;
            };
            let is_true = match fact {
                "ld>=2*m" => ld >= 2 * m,
                "ld%m==0" => m != 0 && ld % m == 0,
                _ => ld >= m,
            };
            assert!(is_true, "{fact} {m} {n} {ld}");
            for x in 0..(n + 1) * ld {
                let found = [0, 1].map(|k| inverse[k].evaluate(&[x, m, n, ld]));
                assert_eq!(found, [x % ld, x / ld]);
                let inside = functions.inside().evaluate(&[found[0], found[1], m, n, ld]);
                let is_offset = (0..plain.size()).any(|i| plain.index(&Coord::leaf(i)) == Ok(x));
                assert_eq!(inside == 1, is_offset, "{fact} ({m},{n}):(1,{ld}) at {x}");
                checked += 1;
            }
        }
        assert!(checked > 2000, "{fact} {checked}");
    }
    let bounded = with_facts("(m,n):(1,ld)", &["ld>=m", "ld<=65536", "n<=65536"]).unwrap();
    // `m` is bounded by `ld`, and `ld` is not 0 as a divisor.
    let narrow = IndexFunctions::new(&bounded, Domain::Modes, None).unwrap();
    assert!(narrow.width() == 32 && narrow.is_width_proved());
    let text = narrow.text(Language::Cuda, "a").unwrap();
    assert!(text.contains("// ld>=m\n") && text.contains("return x / ld;"), "{text}");
}

#[test]
fn a_refusal_names_the_missing_facts() {
    let refused = |text: &str, facts: &[&str]| {
        functions(&with_facts(text, facts).unwrap()).inverse().unwrap_err().to_string()
    };
    for (text, facts, missing) in [
        ("(m,n):(1,ld)", &[][..], "add the fact ld>=m"),
        ("(m,n):(ld,1)", &[], "add the fact ld>=n"),
        ("(m,n):(1,ld)", &["ld>=n"], "add the fact ld>=m"),
        ("(m,n):(inc,ld)", &[], "add the facts inc>=1, ld>=m*inc"),
        ("(m,8):(1,16)", &[], "add the fact m<=16"),
        ("(m,n,b):(1,ld,s)", &["ld>=m"], "add the fact s>=n*ld"),
        ("(m,n,b):(1,ld,s)", &[], "add the facts ld>=m, s>=n*ld"),
        ("((m,4),n):((1,-ld),16*ld)", &["ld>=4*k"; 0], "add the fact ld>=m"),
    ] {
        let found = refused(text, facts);
        assert!(found.ends_with(missing), "{found}");
        let added =
            missing.trim_start_matches("add the facts ").trim_start_matches("add the fact ");
        let all = [facts, &added.split(", ").collect::<Vec<_>>()].concat();
        assert!(functions(&with_facts(text, &all).unwrap()).inverse().is_ok(), "{text} {all:?}");
    }
    for text in ["(3,2):(2,3)", "(16,n):(1,8)", "(16,n):(1,-8)"] {
        let found = refused(text, &[]);
        assert!(found.contains("nothing proves an order") && !found.contains("add"), "{found}");
    }
    let wrong = |fact: &str| with_facts("(m,n):(1,ld)", &[fact]).unwrap_err().to_string();
    assert_eq!(wrong("ld>=k*m"), "(m,n):(1,ld) has no run-time leaf k");
    for fact in ["ld>=m+1", "ld>m", "ld>=", "8>=4", "ld%0==0", "ld>=-1", "ld>=18446744073709551616"]
    {
        let expected = format!("expected `n<=8`, `ld>=m`, `ld>=2*m` or `n%8==0`, found `{fact}`");
        assert_eq!(wrong(fact), expected);
    }
    let many: Vec<String> = (1..34).map(|k| format!("ld>={k}*m")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let full = with_facts("(m,n):(1,ld)", &many).unwrap_err().to_string();
    assert_eq!(full, "at most 32 facts between leaves: `ld>=33*m`");
    let long = format!("ld>=m{}", "*m".repeat(32));
    assert_eq!(
        wrong(&long),
        format!("a product has at most 32 names, and one of `{long}` has more")
    );
    let cycle = with_facts("(m,n):(1,ld)", &["ld>=2*m", "m>=2*ld"]).unwrap_err().to_string();
    assert_eq!(cycle, "no layout with coordinates has the facts ld>=2*m, m>=2*ld");
    // Bounds that shrink in each round are 0 in the end, as these strides may be.
    let shrinking = with_facts("(4,4):(d,e)", &["e<=100", "d>=e", "9*e>=10*d"]).unwrap();
    assert!(shrinking.with_values(&[0, 0]).is_ok() && shrinking.with_values(&[1, 1]).is_err());
    // 0 is a multiple of 100.
    let multiple = with_facts("(m,n):(1,ld)", &["m<=8", "m%ld==0"]).unwrap();
    assert!(
        multiple.with_values(&[0, 3, 100]).is_ok() && multiple.with_values(&[8, 3, 3]).is_err()
    );
}

/// Facts that multiply each other's products end: 82 seconds without the limit of their names, less than one with it.
#[test]
fn products_of_facts_are_bounded() {
    let begin = std::time::Instant::now();
    let names = |letter: &str| (0..16).map(|k| format!("{letter}{k}")).collect::<Vec<_>>();
    let text = format!("({}):({})", names("m").join(","), names("s").join(","));
    let facts: Vec<String> = (0..16)
        .map(|k| (k, (k * 7 + 3) % 16))
        .map(|(a, b)| format!("s{a}>=s{b}*{}", vec![format!("m{b}"); 28].join("*")))
        .collect();
    let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
    let refused = functions(&with_facts(&text, &facts).unwrap()).inverse().unwrap_err();
    assert!(refused.to_string().contains("nothing proves an order"), "{refused}");
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}

/// The value of a product of integers and names.
fn value(product: &str, of: &dyn Fn(&str) -> u64) -> u64 {
    product.split('*').map(|word| word.parse().unwrap_or_else(|_| of(word))).product()
}

/// Whether integers satisfy a fact by its definition.
fn holds(fact: &str, of: &dyn Fn(&str) -> u64) -> bool {
    let pair = |sign: &str| Some(fact.split_once(sign)?).map(|(a, b)| [value(a, of), value(b, of)]);
    match (pair("<="), pair(">="), fact.strip_suffix("==0")) {
        (Some([a, b]), ..) => a <= b,
        (_, Some([a, b]), _) => a >= b,
        (.., fact) => {
            let (a, b) = fact.unwrap().split_once('%').unwrap();
            let (a, b) = (value(a, of), value(b, of));
            a == 0 || b != 0 && a % b == 0
        }
    }
}

/// A layout with facts has the values that satisfy each of them, and a fact is refused where none do.
#[test]
fn facts_are_what_they_say() {
    let mut numbers = Numbers::of_environment();
    let names = ["m", "n", "d", "e"];
    let values = [0, 1, 2, 3, 4, 6];
    let (mut admitted, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut layout: SymbolicLayout = "(m,n):(d,e)".parse().unwrap();
        let mut facts: Vec<String> = Vec::new();
        let all = |facts: &[String], is_said: &dyn Fn(&[u64], bool)| {
            for k in 0..6_usize.pow(4) {
                let found = [0, 1, 2, 3].map(|at| values[k / 6_usize.pow(at) % 6]);
                let of = |name: &str| found[names.iter().position(|one| *one == name).unwrap()];
                // An extent of 0 has the bounds that an extent of 1 has.
                let of_extent = |name: &str| of(name).max(u64::from("mn".contains(name)));
                let is_name = |word: &&str| names.contains(word);
                let is_bound = |fact: &str| {
                    let words = fact.split(|c: char| !c.is_ascii_alphanumeric());
                    words.filter(is_name).count() == 1 && !fact.contains('%')
                };
                let is_true =
                    |fact: &String| holds(fact, &of) || is_bound(fact) && holds(fact, &of_extent);
                is_said(&found, facts.iter().all(is_true));
            }
        };
        for _ in 0..4 {
            let mut product = || {
                let count = 1 + numbers.below(2);
                let one = |numbers: &mut Numbers| match numbers.below(3) {
                    0 => (1 + numbers.below(4)).to_string(),
                    _ => names[numbers.below(4) as usize].to_owned(),
                };
                (0..count).map(|_| one(&mut numbers)).collect::<Vec<_>>().join("*")
            };
            let (a, b) = (product(), product());
            let fact = match numbers.below(4) {
                0 => format!("{a}<={b}"),
                1 => format!("{a}>={b}"),
                _ => format!("{a}%{b}==0"),
            };
            match layout.clone().with_fact(&fact) {
                Ok(with) => {
                    layout = with;
                    facts.push(fact);
                }
                Err(error) if error.to_string().starts_with("expected") => {}
                Err(error) => {
                    let with = [&facts[..], &[fact]].concat();
                    let is_any = error.to_string().starts_with("no integer satisfies");
                    assert!(is_any || error.to_string().starts_with("no layout with coordinates"));
                    all(&with, &|found, is_true| {
                        let has_coordinates = found[0] > 0 && found[1] > 0;
                        assert!(!is_true || !is_any && !has_coordinates, "{error} {found:?}");
                    });
                    refused += 1;
                }
            }
        }
        all(&facts, &|found, is_true| {
            let admits = layout.with_values(found);
            assert_eq!(admits.is_ok(), is_true, "{facts:?} {found:?} {admits:?}");
        });
        admitted += 1;
    }
    println!("{admitted} layouts, {refused} facts that none has");
    assert!(refused > 10);
}

/// Random layouts with random facts. Each inverse that is proved is the inverse on all values up to 4.
#[test]
fn proved_inverses_are_inverses() {
    let mut numbers = Numbers::of_environment();
    let names = ["m", "n", "k", "d", "e"];
    let (mut proved, mut mended, mut offsets) = (0, 0, 0);
    for _ in 0..3000 {
        let kinds = numbers.below(81);
        let mut product = |most: u64, from: usize| {
            let count = 1 + numbers.below(most);
            let one = |numbers: &mut Numbers| match numbers.below(4) {
                0 => (1 + numbers.below(4)).to_string(),
                _ => names[from + numbers.below((names.len() - from) as u64) as usize].to_owned(),
            };
            (0..count).map(|_| one(&mut numbers)).collect::<Vec<_>>().join("*")
        };
        let shape = [product(1, 0), product(1, 0)].map(|one| one.replace(['d', 'e'], "m"));
        let text = format!("({},{}):({},{})", shape[0], shape[1], product(2, 2), product(2, 2));
        let facts: Vec<String> = (0..4)
            .map(|k| (product(2, 0), product(2, 0), kinds / 3_u64.pow(k) % 3))
            .map(|(a, b, kind)| match kind {
                0 => format!("{b}<={a}"),
                1 => format!("{a}>={b}"),
                _ => format!("{a}%{b}==0"),
            })
            .collect();
        // Integers alone are read without products.
        let Ok(mut layout) = text.parse::<SymbolicLayout>() else { continue };
        for fact in &facts {
            layout = layout.clone().with_fact(fact).unwrap_or(layout);
        }
        // A layout past 64 bits.
        let Ok(mut found) = IndexFunctions::new(&layout, Domain::Modes, Some(64)) else { continue };
        if let Err(error) = found.inverse()
            && let Some((_, missing)) = error.to_string().split_once(": add the fact")
        {
            let missing = missing.trim_start_matches('s').trim();
            for fact in missing.split(", ") {
                layout = layout.with_fact(fact).unwrap();
            }
            found = IndexFunctions::new(&layout, Domain::Modes, Some(64))
                .unwrap_or_else(|error| panic!("{error} {facts:?} {missing}"));
            assert!(found.inverse().is_ok(), "{layout} {facts:?} {missing}");
            mended += 1;
        }
        let Ok(inverse) = found.inverse() else { continue };
        proved += 1;
        let count = layout.parameters().count() as u32;
        for k in 0..5_u64.pow(count) {
            let values: Vec<u64> = (0..count).map(|at| k / 5_u64.pow(at) % 5).collect();
            let Ok((plain, _)) = layout.with_values(&values) else { continue };
            let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
            for i in 0..plain.size() {
                let x = plain.index(&Coord::leaf(i)).unwrap();
                let inputs = [&[x], &values[..]].concat();
                let at: Vec<i64> = inverse.iter().map(|one| one.evaluate(&inputs)).collect();
                let coordinate = [&at, &values[..]].concat();
                assert_eq!(
                    found.inside().evaluate(&coordinate),
                    1,
                    "{layout} {values:?} {x} {at:?}"
                );
                assert_eq!(found.index().evaluate(&coordinate), x, "{layout} {values:?} {at:?}");
                offsets += 1;
            }
        }
    }
    println!("{proved} inverses, {mended} by the facts of a refusal, {offsets} offsets");
    assert!(proved > 300 && mended > 100 && offsets > 10_000);
}
