//! `contract!`: tensors with named indices.
//!
//! ```text
//! contraction := tensor ("=" | "+=") tensor [ "*" tensor ]
//! tensor      := EXPR "[" [ mode { "," mode } [","] ] "]"
//! mode        := term { "+" term }        the result: one index
//! term        := [ INT "*" ] IDENT | IDENT "*" INT
//! ```
//!
//! The expansion has the indices as numbers, for a macro of the kernels' crate that makes a type of them.

use crate::ast::MacroError;
use crate::tokens::{Code, MacroToken, Site, TokenKind};

/// The most modes of a tensor.
const MAX_MODES: usize = 12;
/// The most different indices: `layout_kernels::contract::MAX_INDICES`.
const MAX_INDICES: usize = 24;

/// A tensor with the indices of its modes.
#[derive(Debug)]
struct Tensor<'t> {
    /// The tokens of the expression.
    tokens: &'t [MacroToken],
    modes: Vec<Mode>,
}

/// The sum of indices of a mode.
#[derive(Debug)]
struct Mode {
    terms: Vec<Term>,
    site: Site,
}

#[derive(Debug)]
struct Term {
    name: String,
    factor: usize,
    site: Site,
}

impl Mode {
    /// The index, unless it is a sum or has a factor.
    fn alone(&self) -> Option<&str> {
        match &self.terms[..] {
            [Term { name, factor: 1, .. }] => Some(name),
            _ => None,
        }
    }
}

/// The expansion of `contract!`.
pub(crate) fn contraction(tokens: &[MacroToken], problems: &mut Vec<MacroError>) -> Code {
    let Some((output, adds, inputs)) = parse(tokens, problems) else { return Code::default() };
    let mut names: Vec<&str> = Vec::new();
    let modes = || inputs.iter().flat_map(|input| &input.modes);
    for term in modes().flat_map(|mode| &mode.terms) {
        if !names.contains(&&*term.name) {
            names.push(&term.name);
        }
    }
    check(&output, &inputs, &names, problems);
    let number = |name: &str| names.iter().position(|other| *other == name).unwrap_or_default();
    let terms = |mode: &Mode| {
        mode.terms.iter().fold(Code::default(), |code, term| {
            let pair = Code::default().number(number(&term.name)).text(",").number(term.factor);
            code.parens(pair).text(",")
        })
    };
    let of_input = |input: Option<&Tensor<'_>>| {
        let modes = input.map_or(&[][..], |input| &input.modes);
        modes
            .iter()
            .fold(Code::default(), |code, mode| code.text("&").brackets(terms(mode)).text(","))
    };
    let of_output = output
        .modes
        .iter()
        .fold(Code::default(), |code, mode| code.number(mode.alone().map_or(0, number)).text(","));
    let texts = names.iter().fold(Code::default(), |code, name| code.literal(*name).text(","));
    let expr = |tensor: &Tensor<'_>| {
        tensor.tokens.iter().fold(Code::default(), |code, token| code.expr(token.site.first))
    };
    let list = Code::default().text(if adds { "true," } else { "false," });
    let list = list.brackets(texts).text(",").brackets(of_input(inputs.first())).text(",");
    let list = list.brackets(of_input(inputs.get(1))).text(",").brackets(of_output);
    let list = list.text(",").parens(expr(&output));
    let list = inputs.iter().fold(list, |code, input| code.text(",").parens(expr(input)));
    Code::default().text("::static_layout::__contract!").parens(list)
}

/// The result, whether it is added to, and the operands.
fn parse<'t>(
    tokens: &'t [MacroToken],
    problems: &mut Vec<MacroError>,
) -> Option<(Tensor<'t>, bool, Vec<Tensor<'t>>)> {
    let mut problem = |site: Site, message: &str| {
        problems.push(MacroError { site, message: message.into() });
    };
    let Some(assign) = tokens.iter().position(|token| token.is('=')) else {
        let site = tokens.last().map_or(Site::CALL, |token| token.site);
        problem(site, "expected `=` or `+=`, as in `c[m, n] += a[m, k] * b[k, n]`");
        return None;
    };
    let adds = assign > 0 && tokens[assign - 1].is('+');
    let left = &tokens[..assign - usize::from(adds)];
    if let Some(MacroToken { kind: TokenKind::Punct(_), site }) = left.last() {
        problem(*site, "a contraction is assigned by `=` or added by `+=`");
        return None;
    }
    let right = &tokens[assign + 1..];
    if let Some(token) = right.iter().find(|token| token.is('+') || token.is('-')) {
        problem(token.site, "a contraction is one product: add another one by a second `+=`");
        return None;
    }
    let parts: Vec<&[MacroToken]> = right.split(|token| token.is('*')).collect();
    if let Some([first, ..]) = parts.get(2) {
        problem(
            first.site,
            "a contraction has one or two operands: compute `t[..] = a[..] * b[..]` first, then multiply `t`",
        );
        return None;
    }
    let end = tokens.last().map_or(Site::CALL, |token| token.site);
    let output = tensor(left, end, problems);
    let inputs: Vec<_> = parts.into_iter().map(|part| tensor(part, end, problems)).collect();
    let inputs: Option<Vec<_>> = inputs.into_iter().collect();
    Some((output?, adds, inputs?))
}

/// An expression with indices in brackets.
fn tensor<'t>(
    tokens: &'t [MacroToken],
    end: Site,
    problems: &mut Vec<MacroError>,
) -> Option<Tensor<'t>> {
    match tokens {
        [expr @ .., MacroToken { kind: TokenKind::Brackets(inside), site }] if !expr.is_empty() => {
            let mut modes = Vec::new();
            let mut parts: Vec<_> = inside.split(|token| token.is(',')).collect();
            // Nothing follows a comma at the end, and nothing is between the brackets of a scalar.
            if parts.last().is_some_and(|part| part.is_empty()) {
                parts.pop();
            }
            for part in parts {
                modes.push(mode(part, *site, problems)?);
            }
            if modes.len() > MAX_MODES {
                let message = format!("a tensor has at most {MAX_MODES} modes");
                problems.push(MacroError { site: *site, message });
                return None;
            }
            Some(Tensor { tokens: expr, modes })
        }
        _ => {
            let site =
                tokens.first().map_or(end, |first| first.site.to(tokens[tokens.len() - 1].site));
            let message =
                "expected a tensor with its indices, such as `a[m, k]`; a scalar is `a[]`";
            problems.push(MacroError { site, message: message.into() });
            None
        }
    }
}

/// A sum of indices.
fn mode(tokens: &[MacroToken], around: Site, problems: &mut Vec<MacroError>) -> Option<Mode> {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        problems.push(MacroError {
            site: around,
            message: "expected an index between the commas".into(),
        });
        return None;
    };
    let site = first.site.to(last.site);
    let terms: Option<Vec<_>> =
        tokens.split(|token| token.is('+')).map(|part| term(part, site, problems)).collect();
    Some(Mode { terms: terms?, site })
}

/// An index with a factor.
fn term(tokens: &[MacroToken], around: Site, problems: &mut Vec<MacroError>) -> Option<Term> {
    let (name, factor) = match tokens {
        [name] => (name, None),
        [factor, times, name] | [name, times, factor]
            if times.is('*') && matches!(factor.kind, TokenKind::Literal(_)) =>
        {
            (name, Some(factor))
        }
        _ => (tokens.first().unwrap_or(&NONE), None),
    };
    let is_term = tokens.len() == 1 || factor.is_some();
    let value = match factor.map(|factor| &factor.kind) {
        None => Some(1),
        Some(TokenKind::Literal(text)) => {
            text.parse().ok().filter(|&value: &usize| value > 0 && value <= i32::MAX as usize)
        }
        Some(_) => None,
    };
    match (&name.kind, value) {
        (TokenKind::Ident(text), Some(factor)) if is_term => {
            Some(Term { name: text.clone(), factor, site: name.site })
        }
        _ => {
            let site = match tokens {
                [first, .., last] => first.site.to(last.site),
                [only] => only.site,
                [] => around,
            };
            let message = match (&name.kind, tokens.len()) {
                (TokenKind::Literal(_), 1) => {
                    "an index is a name: to take one coordinate, slice the tensor first, as `a.slice(coord!(1, _))`"
                }
                _ => "expected an index or a sum of indices: `k`, `p + r`, `2 * p + r`",
            };
            problems.push(MacroError { site, message: message.into() });
            None
        }
    }
}

/// No token.
const NONE: MacroToken = MacroToken { kind: TokenKind::Punct(' '), site: Site::CALL };

/// Checks that each index has an extent, and each index of the result an operand.
fn check(
    output: &Tensor<'_>,
    inputs: &[Tensor<'_>],
    names: &[&str],
    problems: &mut Vec<MacroError>,
) {
    let mut problem = |site: Site, message: String| problems.push(MacroError { site, message });
    if names.len() > MAX_INDICES {
        problem(Site::CALL, format!("a contraction has at most {MAX_INDICES} indices"));
    }
    let mut seen: Vec<&str> = Vec::new();
    for mode in &output.modes {
        let Some(name) = mode.alone() else {
            let message = "a mode of the result has one index: write the sum in an operand";
            problem(mode.site, message.into());
            continue;
        };
        if seen.contains(&name) {
            problem(mode.site, format!("`{name}` stands twice in the result: rename one of them"));
        } else if !names.contains(&name) {
            let has = names.join("`, `");
            problem(mode.site, format!("no operand has the index `{name}`: they have `{has}`"));
        }
        seen.push(name);
    }
    let modes = || inputs.iter().flat_map(|input| &input.modes);
    for name in names {
        let is_alone = modes().any(|mode| mode.alone() == Some(name)) || seen.contains(name);
        let first = modes().flat_map(|mode| &mode.terms).find(|term| term.name == *name);
        if let (false, Some(term)) = (is_alone, first) {
            let message = format!(
                "`{name}` stands in a sum only: a tensor with `{name}` alone gives its extent"
            );
            problem(term.site, message);
        }
    }
}
