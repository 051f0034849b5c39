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
    // `m` is bounded by `ld`, and `ld` is no divisor 0.
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
    let cycle = with_facts("(m,n):(1,ld)", &["ld>=2*m", "m>=2*ld"]).unwrap_err().to_string();
    assert_eq!(cycle, "no layout with coordinates has the facts ld>=2*m, m>=2*ld");
}

/// Random layouts with random facts. Each inverse that is proved is the inverse on all values up to 4.
#[test]
fn proved_inverses_are_inverses() {
    let mut numbers = Numbers::of_environment();
    let names = ["m", "n", "k", "d", "e"];
    let (mut proved, mut mended, mut offsets) = (0, 0, 0);
    for _ in 0..3000 {
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
            .map(|_| (product(2, 0), product(2, 0)))
            .map(|(a, b)| if a.len() % 2 == 0 { format!("{b}<={a}") } else { format!("{a}>={b}") })
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
