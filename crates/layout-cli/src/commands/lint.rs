//! `layout lint`: checks the layouts that files state.

use crate::Failure;
use crate::commands::Outcome;
use crate::lint::{self, Level, Rule};

/// Check the operations and layouts that files state: wrong results, overlaps, conflicts, overflow
#[derive(Debug, clap::Args)]
pub struct LintArguments {
    /// Files of `cute`, `fly`, `ttg`, `memref`, HLO, printed layouts, C++, Python, Julia, Mojo or Rust
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The findings as JSON
    #[arg(long, conflicts_with = "sarif")]
    json: bool,
    /// The findings as SARIF 2.1.0
    #[arg(long)]
    sarif: bool,
    /// The least level that is reported, and that counts for the exit code
    #[arg(long, value_name = "LEVEL", default_value = "warning")]
    level: Level,
    /// Only these rules
    #[arg(long, value_name = "RULE")]
    rule: Vec<Rule>,
    /// Not these rules
    #[arg(long, value_name = "RULE")]
    allow: Vec<Rule>,
}

impl LintArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let mut checked = Vec::new();
        for path in &self.files {
            let mut file = lint::check_file(path)?;
            file.findings.retain(|found| self.reports(found.rule));
            checked.push(file);
        }
        out.push_str(&match (self.json, self.sarif) {
            (true, _) => lint::json(&checked),
            (_, true) => lint::sarif(&checked),
            _ => lint::text(&checked),
        });
        let is_clean = checked.iter().all(|file| file.findings.is_empty());
        Ok(if is_clean { Outcome::Done } else { Outcome::No })
    }

    fn reports(&self, rule: Rule) -> bool {
        let is_named = self.rule.contains(&rule);
        let is_chosen = is_named || self.rule.is_empty() && rule.level() >= self.level;
        is_chosen && !self.allow.contains(&rule)
    }
}
