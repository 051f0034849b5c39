//! Random tokens never cause a panic. Random layouts are what the text parser of `layout-core` reads.

use super::{MACROS, count, lex};
use crate::ast::{Expr, LayoutText, MacroError, StridesExpr};
use crate::parse::{LeafForm, NotationParser};
use crate::tokens::Site;
use crate::valid;

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn tokens(&mut self, depth: usize, text: &mut String) {
        const WORDS: [&str; 34] = [
            "1",
            "2",
            "0",
            "64",
            "_4",
            "_",
            "n",
            "a",
            "o",
            ":",
            ",",
            "-",
            "~",
            "*",
            "/",
            "?",
            "@",
            "+",
            "Sw<",
            "S",
            ">",
            "col",
            "row",
            "order",
            "{n}",
            "N",
            "U16",
            "{const N * 2}",
            "{const f()}",
            "{type T}",
            "{static t}",
            "[x]",
            "6e1",
            "9223372036854775807",
        ];
        for _ in 0..self.below(7) {
            if depth > 0 && self.below(4) == 0 {
                text.push('(');
                self.tokens(depth - 1, text);
                text.push(')');
            } else {
                // Mostly valid input.
                let words = if self.below(3) == 0 { WORDS.len() } else { 12 };
                text.push_str(WORDS[self.below(words)]);
            }
            text.push(' ');
        }
    }
}

#[test]
fn no_input_panics() {
    let mut random = Random(1);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut text = String::new();
        random.tokens(3, &mut text);
        let tokens = lex(&text);
        let places = count(&tokens);
        for which in MACROS {
            match which.run(&tokens) {
                Ok(_) => accepted += 1,
                Err(problems) => {
                    refused += 1;
                    for MacroError { site, message } in problems {
                        let inside = site.first <= site.last && site.last < places;
                        assert!(inside || site == Site::CALL, "{which:?} {text}: {message}");
                    }
                }
            }
        }
    }
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} accepted, {refused} refused");
}

/// Static notation, mostly a layout.
fn layout_text(random: &mut Random) -> String {
    fn tuple(random: &mut Random, depth: usize, text: &mut String) {
        const LEAVES: [&str; 10] = ["1", "2", "0", "8", "3", "_4", "12", "-2", "?", "_"];
        if depth == 0 || random.below(3) == 0 {
            let leaves = if random.below(12) == 0 { LEAVES.len() } else { 7 };
            text.push_str(LEAVES[random.below(leaves)]);
            return;
        }
        text.push('(');
        for i in 0..random.below(4) {
            text.push_str(if i == 0 { "" } else { "," });
            tuple(random, depth - 1, text);
        }
        text.push_str(if random.below(9) == 0 { ",)" } else { ")" });
    }
    let mut text = String::new();
    tuple(random, 2, &mut text);
    match random.below(6) {
        0 => text.push_str(":col"),
        1 => text.push_str(":row"),
        2 => {
            let mut order = String::new();
            tuple(random, 1, &mut order);
            // Texts may order by negative integers, which the grammar of the macros lacks.
            text += &format!(":order({})", order.replace('-', ""));
        }
        3 => {
            let shape = text.clone();
            text = format!("{shape}:{}", shape.replace('8', "-3").replace('2', "5"));
        }
        4 => {
            text.push(':');
            tuple(random, 2, &mut text);
        }
        _ => {}
    }
    text
}

/// Sometimes swizzled, sometimes with a mistake.
fn swizzle_text(random: &mut Random) -> String {
    let [bits, base, shift] = [(); 3].map(|()| random.below(5));
    let sign = if random.below(2) == 0 { "-" } else { "" };
    let shift = if random.below(4) == 0 { shift } else { bits + shift };
    format!("Sw<{bits},{base},{sign}{shift}> o {} o ", random.below(100))
}

fn shown(expr: &Expr) -> String {
    match expr {
        Expr::Layout(LayoutText { shape, strides: StridesExpr::Given(stride) }) => {
            format!("{shape}:{stride}")
        }
        Expr::Swizzled { swizzle, offset, operand } => {
            let [bits, base, shift] = &swizzle.numbers;
            format!("Sw<{bits},{base},{shift}> o {offset} o {}", shown(operand))
        }
        other => panic!("{other:?} is left"),
    }
}

#[test]
fn macro_and_text_parser_agree() {
    let mut random = Random(7);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let swizzled = random.below(4) == 0;
        let head = if swizzled { swizzle_text(&mut random) } else { String::new() };
        let text = head + &layout_text(&mut random);
        let tokens = lex(&text);
        let mut problems = Vec::new();
        let mut layout = NotationParser::new(&tokens, LeafForm::Value, &mut problems).layout_only();
        valid::expr(&mut layout, &mut problems);
        let ours = if problems.is_empty() { Ok(shown(&layout)) } else { Err(problems) };
        let theirs = match text.starts_with('S') {
            true => text.parse().map(|layout: layout_core::ComposedLayout| layout.to_string()),
            false => text.parse().map(|layout: layout_core::Layout| layout.to_string()),
        };
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                accepted += 1;
                assert_eq!(ours, theirs, "{text}");
            }
            (Err(_), Err(_)) => refused += 1,
            (ours, theirs) => panic!("{text}: {ours:?} against {theirs:?}"),
        }
    }
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} accepted, {refused} refused");
}
