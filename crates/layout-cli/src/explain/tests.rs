//! The steps of a value have its leaves, and the steps before a refusal have its numbers.

use layout_core::Layout;
use proptest::prelude::*;

use super::{Derivation, explain};

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

/// Compares the steps of `text`, one operation, with its value or its refusal. Whether it has a value.
fn check(text: &str) -> bool {
    let steps = explain(text);
    let Some(step) = steps.last() else { return false };
    match &step.answer {
        Ok(answer) => {
            assert!(!step.lines.is_empty(), "{text}");
            let answer = answer.to_string();
            // Of a swizzled layout, what comes before the swizzle.
            let plain = answer.rsplit(" o ").next().unwrap_or(&answer);
            let layout: Layout = plain.parse().expect("a layout");
            if let Some(found) = found(step) {
                assert_eq!(found, leaves(&layout), "{step}");
            }
            true
        }
        Err(refusal) => {
            let (_, reason) = refusal.message().rsplit_once(": ").expect("a reason");
            // What is accepted follows a semicolon.
            let reason = reason.split(';').next().unwrap_or_default();
            // Of the operands as a whole, or of the capacity, nothing more is known than the refusal says.
            let of_whole = [
                "past 9223372036854775807",
                "are too many for",
                "the range",
                "Sw<",
                "names no mode",
                "not positive",
            ];
            if !of_whole.iter().any(|words| refusal.message().contains(words)) {
                let lines: Vec<_> = step
                    .lines
                    .iter()
                    .map(|line| format!("{} {:?}", line.text, line.found))
                    .collect();
                let said = numbers(&lines.join(" "));
                let named = numbers(reason).into_iter().all(|number| said.contains(&number));
                assert!(named && !said.is_empty(), "{step}");
            }
            false
        }
    }
}

/// The leaves of a layout.
fn leaves(layout: &Layout) -> Vec<(i64, i64)> {
    (0..layout.leaf_count()).map(|k| layout.leaf(k)).collect()
}

/// The leaves that the steps of a composition, or of a divide or a product by one layout find, in order. `None` for another
/// operation.
fn found(step: &Derivation) -> Option<Vec<(i64, i64)>> {
    let (name, operands) = step.title.split_once('(')?;
    let by_mode = operands.contains('<') && !operands.contains("Sw<");
    if !(name == "compose" || name.starts_with("logical") && !by_mode) || operands.contains('@') {
        return None;
    }
    let mut out = Vec::new();
    if name == "logical_product" {
        out.extend(leaves(&step.operands[0].as_layout()?));
    }
    let mut inside = true;
    for line in &step.lines {
        if ["what ", "where "].iter().any(|heading| line.text.starts_with(heading)) {
            inside = false;
        } else if ["the tile", "the rest", "the copies"].iter().any(|h| line.text.starts_with(h)) {
            inside = true;
        }
        let is_step = inside && !line.text.contains("coalesced") && !line.text.starts_with("Sw<");
        if let Some(text) = line.found.as_ref().filter(|_| is_step) {
            out.extend(leaves(&text.parse().expect("a layout")));
        }
    }
    Some(out)
}

/// The integers in a text.
fn numbers(text: &str) -> Vec<i64> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    text.split(|c| !is_part(c)).filter_map(|number| number.parse().ok()).collect()
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

/// Each of two leaves is refused: the first one has the reason.
#[test]
fn the_first_refused_leaf_has_the_reason() {
    assert!(!check("((5,(8,12)):(48,(4,2))) o (4,3,3):(2@1,1@2,2@1)"));
}

/// Powers of two, which are seldom refused.
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
                check(&format!("compose({a}, {b})"));
            }
        }
    }
}

/// Steps near the greatest integer do not overflow.
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
    let refused =
        super::evaluate(&mut crate::language::Scope::default(), "(4,4):(1,1) * 2:1").unwrap_err();
    assert_eq!(refused.help_lines(), ["(1,0) and (0,1) of (4,4):(1,1) both map to 1"]);
}

/// The refusal has the two steps that do not fit together, and the coordinate that no layout has.
#[test]
fn a_refusal_names_the_steps_that_make_it() {
    let steps = explain("(4,6):(6,1) o 8:3");
    let lines: Vec<_> = steps[0].lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        lines,
        [
            "8:3 takes 8 elements, in steps of 3",
            "4:6: steps of 3 do not end where the mode of 4 ends",
            "a step of 3 adds the coordinate (3,0)",
            "its offset is 18; 2 steps carry into no mode",
            "a step of 6 adds the coordinate (2,1)",
            "4:6: the steps before reach its coordinate 3, with these steps 5, past its end",
            "no layout is (4,6):(6,1) after 8:3: at the coordinate 3 the offset is 8, not 31",
        ]
    );
    let steps = explain("complement((4,2):(1,2), 16)");
    let lines: Vec<_> = steps[0].lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines[1], "the stride of 2:2 is 2, below 4, where 4:1 ends");
}
