//! Rewrites each expression `E` with mutants to `match active() { 17 => E mutated, .., _ => E }`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use proc_macro2::LineColumn;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::mutant::{Fate, Mutant, SourcePosition};

/// The original sources.
pub struct Sources {
    files: BTreeMap<String, SourceFile>,
}

struct SourceFile {
    text: String,
    /// The byte positions of the lines.
    lines: Vec<usize>,
    /// The expressions that are evaluated at run time.
    expressions: Vec<Range<usize>>,
    /// The expressions that are statements without a semicolon, which parentheses would require.
    statements: BTreeSet<(usize, usize)>,
}

impl SourceFile {
    fn new(text: String) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        let file = syn::parse_file(&text).expect("Rust");
        let mut source =
            SourceFile { text, lines, expressions: Vec::new(), statements: BTreeSet::new() };
        let mut found =
            Expressions { source: &source, found: Vec::new(), statements: BTreeSet::new() };
        found.visit_file(&file);
        (source.expressions, source.statements) = (found.found, found.statements);
        source
    }

    /// The byte position of a line and column.
    fn byte(&self, (line, column): SourcePosition) -> usize {
        let start = self.lines[line - 1];
        let rest = self.text[start..].char_indices().nth(column - 1);
        start + rest.expect("a column of the line").0
    }

    fn span(&self, node: &impl Spanned) -> Range<usize> {
        let at = |place: LineColumn| self.byte((place.line, place.column + 1));
        at(node.span().start())..at(node.span().end())
    }
}

/// Collects the expressions that a mutant may be part of.
struct Expressions<'a> {
    source: &'a SourceFile,
    found: Vec<Range<usize>>,
    statements: BTreeSet<(usize, usize)>,
}

impl Visit<'_> for Expressions<'_> {
    fn visit_expr(&mut self, expr: &syn::Expr) {
        use syn::Expr::*;
        let has_let = |expr: &syn::Expr| {
            struct Lets(bool);
            impl Visit<'_> for Lets {
                fn visit_expr_let(&mut self, _: &syn::ExprLet) {
                    self.0 = true;
                }
                // Those inside belong to other conditions.
                fn visit_block(&mut self, _: &syn::Block) {}
            }
            let mut lets = Lets(false);
            lets.visit_expr(expr);
            lets.0
        };
        if matches!(expr, Binary(_) | Unary(_) | Match(_) | Struct(_)) && !has_let(expr) {
            self.found.push(self.source.span(expr));
        }
        visit::visit_expr(self, expr);
    }

    fn visit_stmt(&mut self, statement: &syn::Stmt) {
        if let syn::Stmt::Expr(expr @ syn::Expr::Match(_), None) = statement {
            let span = self.source.span(expr);
            self.statements.insert((span.start, span.end));
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_arm(&mut self, arm: &syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.found.push(self.source.span(&**guard));
        }
        visit::visit_arm(self, arm);
    }

    // The compiler evaluates these without a mutant, so they are left out.
    fn visit_item_const(&mut self, _: &syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &syn::ImplItemConst) {}
    fn visit_expr_repeat(&mut self, repeat: &syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
    fn visit_type(&mut self, _: &syn::Type) {}
}

impl Sources {
    pub fn read(folder: &Path, mutants: &[Mutant]) -> Self {
        let mut files = BTreeMap::new();
        for mutant in mutants {
            files.entry(mutant.file.clone()).or_insert_with(|| {
                SourceFile::new(
                    std::fs::read_to_string(folder.join(&mutant.file)).expect("a source"),
                )
            });
        }
        Sources { files }
    }

    /// Writes the sources with all mutants that are not run yet, numbered from 1 in the order of the list.
    pub fn write(&self, folder: &Path, mutants: &mut [Mutant]) {
        for (name, source) in &self.files {
            // For each expression the number and the text of its mutants.
            let mut at: BTreeMap<(usize, usize), Vec<(usize, String)>> = BTreeMap::new();
            for (k, mutant) in mutants.iter_mut().enumerate() {
                if mutant.file != *name || mutant.fate != Fate::Waiting {
                    continue;
                }
                let place = source.byte(mutant.from)..source.byte(mutant.to);
                let holds = |e: &&Range<usize>| e.start <= place.start && place.end <= e.end;
                let around = match mutant.is_body {
                    true => Some(place.clone()),
                    false => {
                        source.expressions.iter().filter(holds).min_by_key(|e| e.len()).cloned()
                    }
                };
                let Some(around) = around else {
                    mutant.fate = Fate::NotTried;
                    continue;
                };
                let before = &source.text[around.start..place.start];
                let after = &source.text[place.end..around.end];
                let text = format!("{before}{}{after}", mutant.replacement);
                // Of expressions that begin at one position the longer come first.
                let key = (around.start, usize::MAX - around.end);
                at.entry(key).or_default().push((k + 1, text));
            }
            std::fs::write(folder.join(name), weave(source, &at)).expect("written");
        }
    }
}

fn weave(source: &SourceFile, at: &BTreeMap<(usize, usize), Vec<(usize, String)>>) -> String {
    let text = &source.text;
    // At one position ends come before beginnings, and inner ends before outer ends.
    let mut inserts: Vec<(usize, usize, String)> = Vec::new();
    for (&(start, end), mutated) in at {
        let is_body = !source.expressions.contains(&(start..usize::MAX - end));
        // What begins as a statement, `if a { b } else { c } + 1`, is none in parentheses.
        let (left, right) = if is_body { ("{", "}") } else { ("(", ")") };
        let arm = |(k, text): &(usize, String)| {
            format!("/*<{k}>*/ {k} => {left} {text} {right}, /*</{k}>*/ ")
        };
        let arms: String = mutated.iter().map(arm).collect();
        let end = usize::MAX - end;
        let (open, close) = match source.statements.contains(&(start, end)) {
            true => ("", format!(" {right} }}")),
            false => ("(", format!(" {right} }})")),
        };
        inserts.push((
            start,
            usize::MAX,
            format!("{open}match crate::active() {{ {arms} _ => {left} "),
        ));
        inserts.push((end, usize::MAX - 1 - start, close));
    }
    inserts.sort_by_key(|(at, order, _)| (*at, *order));
    let (mut out, mut done) = (String::new(), 0);
    for (at, _, insert) in inserts {
        out.push_str(&text[done..at]);
        out.push_str(&insert);
        done = at;
    }
    out + &text[done..]
}
