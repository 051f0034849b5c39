//! Programs of XLA's HLO: `%r = f32[8,4]{0,1} transpose(f32[4,8]{1,0} %a), dimensions={1,0}`.

use alloc::collections::BTreeMap;

use super::brackets::{closing, outside, position, split_commas};
use super::{Program, Statement};

/// The operations of a module of HLO. The shape of an operand that is a name alone is the shape of that name.
///
/// ```
/// use static_layout_dialects::statement::hlo;
/// let program = hlo("%a = f32[4,8]{1,0} parameter(0)\n%b = f32[32]{0} bitcast(%a)");
/// let found = &program.operations[1];
/// assert_eq!((found.name, found.operands[0]), ("bitcast", "f32[4,8]{1,0}"));
/// assert_eq!(found.result, Some("f32[32]{0}"));
/// ```
pub fn hlo(text: &str) -> Program<'_> {
    let mut program = Program::default();
    let mut shapes: BTreeMap<&str, &str> = BTreeMap::new();
    for line in text.lines() {
        let trimmed = line.trim();
        let trimmed = trimmed.strip_prefix("ROOT ").unwrap_or(trimmed);
        let Some((name, rest)) = trimmed.split_once(" = ") else { continue };
        let name = name.trim_start_matches('%');
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        if name.is_empty() || !name.chars().all(is_name) {
            continue;
        }
        let Some(end) = outside(rest, |_, rest| rest.starts_with(' ')) else { continue };
        let (shape, call) = (&rest[..end], rest[end..].trim_start());
        let opcode = &call[..call.find(|c| !is_name(c)).unwrap_or(call.len())];
        let list = &call[opcode.len()..];
        let Some(close) = closing(list).filter(|_| list.starts_with('(')) else { continue };
        if !shape.contains('[') || opcode.is_empty() {
            continue;
        }
        let operands = split_commas(&list[1..close]).into_iter().map(|operand| {
            let space = outside(operand, |_, rest| rest.starts_with(' '));
            match space {
                Some(at) => &operand[..at],
                None => shapes.get(operand.trim_start_matches('%')).copied().unwrap_or(""),
            }
        });
        let begin = position(text, call);
        program.operations.push(Statement {
            name: opcode,
            operands: operands.collect(),
            attributes: &list[close + 1..],
            result: Some(shape),
            span: begin..begin + opcode.len() + close + 1,
        });
        shapes.insert(name, shape);
    }
    program
}
