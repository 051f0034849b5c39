//! Triton's layouts: attributes that its verifier refuses, and accesses to shared memory.

use static_layout_dialects::TritonLayout;
use static_layout_dialects::statement::{Program, Statement};

use super::super::Checked;
use super::super::fact::Fact;

/// The attributes of layouts that Triton has no layout for.
pub(super) fn attributes(text: &str, program: &Program<'_>, facts: &mut Vec<Fact>) {
    for attribute in program.aliases.values().filter(|text| text.starts_with("#ttg.linear")) {
        if let Err(error) = TritonLayout::parse(attribute) {
            let begin = text.find(attribute).unwrap_or(0);
            let message = error.message_with_help().to_string();
            let message = message.lines().next().unwrap_or_default().to_owned();
            facts.push(Fact::Refused(begin..begin + attribute.len(), message));
        }
    }
}

pub(super) fn read(
    _found: &Statement<'_>,
    _name: &str,
    _program: &Program<'_>,
    _facts: &mut Vec<Fact>,
    _checked: &mut Checked,
) {
}
