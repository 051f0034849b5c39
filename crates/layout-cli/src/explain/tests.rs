//! Derivations end in the value or the error that the algebra computes.

use layout_core::Layout;
use proptest::prelude::*;

use super::derive;
use super::notes::{Notes, leaves};
use crate::language::Scope;

/// Layouts of up to three modes, some nested.
fn layout() -> impl Strategy<Value = String> {
    let leaf = (
        prop_oneof![1..7_i64, prop::sample::select(vec![8, 12, 16])],
        prop_oneof![0..9_i64, prop::sample::select(vec![12, 16, 24, 48, 64])],
    );
    prop::collection::vec(leaf, 1..4).prop_flat_map(|leaves| {
        (Just(leaves), 0..3_u8).prop_map(|(leaves, nesting)| {
            let side = |part: fn(&(i64, i64)) -> i64| {
                let parts: Vec<_> = leaves.iter().map(|leaf| part(leaf).to_string()).collect();
                match (&parts[..], nesting) {
                    ([one], 0) => one.clone(),
                    ([a, b, c], 1) => format!("({a},({b},{c}))"),
                    ([a, b, c], 2) => format!("(({a},{b}),{c})"),
                    _ => format!("({})", parts.join(",")),
                }
            };
            format!("{}:{}", side(|leaf| leaf.0), side(|leaf| leaf.1))
        })
    })
}

fn tiler() -> impl Strategy<Value = String> {
    let mode = prop_oneof![
        3 => (1..7_i64).prop_map(|n| n.to_string()),
        1 => Just("_".to_owned()),
        2 => (1..7_i64, 1..5_i64).prop_map(|(n, d)| format!("{n}:{d}")),
    ];
    prop_oneof![
        2 => layout(),
        1 => prop::collection::vec(mode, 1..3).prop_map(|modes| format!("<{}>", modes.join(","))),
    ]
}

/// Layouts whose strides have a basis.
fn units() -> impl Strategy<Value = String> {
    let leaf = (1..6_i64, 1..4_i64, prop::sample::select(vec!["@0", "@1", "@1", "@0@1", "@2", ""]));
    prop::collection::vec(leaf, 1..4).prop_map(|leaves| {
        let list = |part: fn(&(i64, i64, &str)) -> String| {
            leaves.iter().map(part).collect::<Vec<_>>().join(",")
        };
        let strides = list(|(_, d, unit)| match *unit {
            "" => "0".to_owned(),
            unit => format!("{d}{unit}"),
        });
        format!("({}):({strides})", list(|(s, ..)| s.to_string()))
    })
}

/// Compares the derivation of `text`, one operation, with the algebra. Whether it has a value.
fn check(text: &str) -> bool {
    let (_, steps) = Scope::default().trace(text);
    let Some(step) = steps.last() else { return false };
    let mut notes = Notes::default();
    let Some(derived) = derive(step, &mut notes) else { panic!("{text}: no words") };
    match (&step.answer, derived) {
        (Ok(answer), Ok(derived)) => {
            let text = answer.to_string();
            // Of a swizzled layout, what comes before the swizzle.
            let plain = text.rsplit(" o ").next().unwrap_or(&text);
            let layout: Layout = plain.parse().expect("a layout");
            assert_eq!(leaves(&layout), derived, "{text} = {answer}");
            true
        }
        // That a result as a whole passes the greatest integer is said of the whole.
        (Err(refusal), _) if refusal.message().contains(" is past ") => false,
        (Err(refusal), Err(reason)) => {
            assert!(refusal.message().contains(&reason), "{text}: {refusal}, not {reason}");
            false
        }
        (answer, derived) => panic!("{text}: {answer:?}, derived {derived:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn steps_end_in_the_answer(a in layout(), t in tiler(), b in layout(), m in 1..200_i64, units in units()) {
        check(&format!("coalesce({a})"));
        check(&format!("({a}) o ({t})"));
        check(&format!("({a}) o {units}"));
        check(&format!("right_inverse({a})"));
        check(&format!("left_inverse({a})"));
        check(&format!("inverse({a})"));
        check(&format!("upcast({a}, {})", m % 9));
        check(&format!("complement({a}, {m})"));
        check(&format!("complement_padded({a}, {m})"));
        for form in ["logical", "zipped", "tiled", "flat"] {
            check(&format!("{form}_divide({a}, {t})"));
            check(&format!("{form}_divide_padded({a}, {t})"));
            check(&format!("{form}_product({a}, {t})"));
        }
        check(&format!("blocked_product({a}, {b})"));
        check(&format!("raked_product({a}, {b})"));
    }
}

/// Of two leaves that are rejected, the first one has the reason.
#[test]
fn the_first_rejected_leaf_has_the_reason() {
    assert!(!check("((5,(8,12)):(48,(4,2))) o (4,3,3):(2@1,1@2,2@1)"));
}

/// Powers of two, which are seldom rejected.
#[test]
fn steps_of_what_is_accepted() {
    let layouts =
        ["64:1", "(8,8):(1,8)", "(8,8):(8,1)", "(4,(2,8)):(16,(8,1))", "(2,4,8):(32,8,1)"];
    let tilers = ["4:1", "8:2", "(4,2):(2,16)", "2:8", "<2:1>", "(2,2):(8,2)"];
    let mut accepted = 0;
    for a in layouts {
        for t in tilers {
            for name in ["compose", "logical_divide", "flat_divide", "zipped_product"] {
                accepted += usize::from(check(&format!("{name}({a}, {t})")));
            }
        }
    }
    assert!(accepted > 80, "{accepted}");
    for b in ["(8,8):(1,8)", "(4,8):(1,8)", "64:1"] {
        for swizzle in ["Sw<1,0,3>", "Sw<2,0,3>", "Sw<2,1,3> o 1", "Sw<1,2,-2>"] {
            for a in layouts {
                let offset = if swizzle.contains('o') { "" } else { " o 0" };
                let b = format!("({swizzle}{offset} o {b})");
                let (_, steps) = Scope::default().trace(&format!("compose({a}, {b})"));
                // The derivation does not check the bits of a swizzle; the algebra does.
                if steps.last().is_some_and(|step| step.answer.is_ok()) {
                    assert!(check(&format!("compose({a}, {b})")));
                }
            }
        }
    }
}

/// Derivations report overflow in the words of the algebra.
#[test]
fn steps_near_the_greatest_integer() {
    let layouts = [
        "2:9223372036854775806",
        "9223372036854775807:1",
        "9223372036854775807:0",
        "(3037000499,3037000499):(1,3037000499)",
        "(2,2):(4611686018427387904,4611686018427387903)",
        "(2,4611686018427387904):(1,2)",
        "2:-9223372036854775806",
    ];
    for a in layouts {
        for b in layouts {
            for name in [
                "compose",
                "logical_divide",
                "logical_divide_padded",
                "logical_product",
                "raked_product",
            ] {
                check(&format!("{name}({a}, {b})"));
            }
        }
        for name in ["coalesce", "right_inverse", "left_inverse", "inverse"] {
            check(&format!("{name}({a})"));
        }
        for m in ["1", "9223372036854775807"] {
            check(&format!("complement({a}, {m})"));
            check(&format!("complement_padded({a}, {m})"));
            check(&format!("upcast({a}, {m})"));
        }
    }
}

#[test]
fn a_refused_value_names_the_coordinates_that_collide() {
    let refused = super::evaluate(&mut Scope::default(), "(4,4):(1,1) * 2:1").unwrap_err();
    assert_eq!(refused.help_lines(), ["(1,0) and (0,1) of (4,4):(1,1) both map to 1"]);
}
