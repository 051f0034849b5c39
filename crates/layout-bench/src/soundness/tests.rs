use super::equation::CaseResult;
use super::naive::{is_layout, longest_layout, unbounded, way_back};
use super::rows::rows;
use super::tally::{State, Tally};
use super::universe::{LeftOperand, RightOperand};

/// The approximate number of left operands of each row.
const SAMPLE: u64 = 40;

/// In a sample of every row no result is wrong, exact rows do not reject a case that has a result, and some case is
/// accepted.
#[test]
fn a_sample_of_every_row_is_sound() {
    let mut unsound = Vec::new();
    for row in rows() {
        let (end, right) = (row.universe.left.len(), RightOperand::all(&row.universe.right));
        let right: Vec<RightOperand> = right.into_iter().step_by(7).collect();
        // An odd step, so the sampled operands differ in all modes.
        let step = (end / SAMPLE).max(1) | 1;
        let tally = row.count(&right, 0, end, step);
        if tally.wrong > 0 || tally.accepted == 0 || row.exact && tally.needless > 0 {
            unsound.push(format!("{}: {tally:?}", row.name()));
        }
    }
    assert!(unsound.is_empty(), "{unsound:#?}");
}

/// The checks notice wrong results.
#[test]
fn what_is_wrong_is_found() {
    let layout = |text: &str| text.parse::<layout_core::Layout>().unwrap();
    let (a, b) = (LeftOperand::new(layout("(3,8):(8,1)")), layout("8:2"));
    let image: Vec<i64> = (0..8).map(|i| 2 * i).collect();
    // The result of CuTe, which is wrong.
    let wrong = layout("((2,4)):((16,1))");
    assert!(!super::equation::compose::is_composition(&wrong, &a, &b, &image));
    let exact = super::equation::compose::COMPOSE_EXACT;
    assert_eq!(exact(&a, &RightOperand::Layout(b, image)), CaseResult::Refused);
    // A layout without a complement.
    let complement = super::equation::compose::COMPLEMENT;
    let gaps = LeftOperand::new(layout("(2,2):(1,3)"));
    assert_eq!(complement(&gaps, &RightOperand::Number(24)), CaseResult::Refused);
}

#[test]
fn tables_of_layouts_are_known() {
    for (table, is) in [
        (&[0, 2, 4][..], true),
        (&[0, 1, 8, 9], true),
        (&[0, 1, 8, 9, 3, 4, 11, 12], true),
        (&[0, 1, 3], false),
        (&[0, 1, 2, 4], false),
        (&[1, 2], false),
    ] {
        assert_eq!(is_layout(table), is, "{table:?}");
    }
    assert_eq!(longest_layout(&[0, 1, 2, 4]), 3);
    assert_eq!(way_back(&[0, 2, 1, 7]), [0, 2, 1]);
    assert_eq!(unbounded(&"(2,3,1):(1,4,7)".parse().unwrap(), 11), Some(1 + 5 * 4));
    assert_eq!(unbounded(&"(2,0):(1,4)".parse().unwrap(), 3), Some(1 + 4));
    assert_eq!(unbounded(&"(0,2):(1,4)".parse().unwrap(), 3), None);
}

#[test]
fn a_run_resumes_from_its_file() {
    let path = std::env::temp_dir().join(format!("soundness-{}.tsv", std::process::id()));
    let mut state = State::open(path.clone(), true);
    let tally = Tally { cases: 5, accepted: 3, wrong: 0, refused: 2, needless: 1 };
    state.keep("compose\tall", (16, tally)).unwrap();
    let again = State::open(path.clone(), false);
    assert_eq!(again.place("compose\tall"), (16, tally));
    assert_eq!(again.place("other"), (0, Tally::default()));
    assert_eq!(State::open(path.clone(), true).place("compose\tall"), (0, Tally::default()));
    std::fs::remove_file(path).unwrap();
}
