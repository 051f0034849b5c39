//! Contractions whose indices are a text, of layouts that are values.

use super::agree;
use super::indices::{Indices, MAX_INDICES, Term};
use super::plan::Matrices;
use super::sum_of::SumOf;
use super::sweep::Elements;
use super::tensor::Tensor;
use crate::crate_only::CrateOnly;
use crate::side::Side;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use layout_core::{IntTuple, Layout};
use static_layout::internal::{NoMap, view_mut_parts, view_parts};
use static_layout::{View, ViewMut};

/// `c = a * b` by indices that are a text, or `c = a` of one operand; an index that C does not have is summed over. NumPy:
/// `einsum`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::einsum;
/// let (x, y, mut z) = ([1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 1.0, 1.0], [0.0; 4]);
/// let rows: dynamic::Layout = "(2,2):(2,1)".parse()?;
/// let a = View::dynamic(&x, 0, rows)?;
/// let b = View::dynamic(&y, 0, rows)?;
/// einsum("mk,kn->mn", &[a, b], &mut ViewMut::dynamic(&mut z, 0, rows)?).unwrap();
/// assert_eq!(z, [3.0, 2.0, 7.0, 4.0]);
/// einsum("mn->nm", &[a], &mut ViewMut::dynamic(&mut z, 0, rows)?).unwrap();
/// assert_eq!(z, [1.0, 3.0, 2.0, 4.0]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// An index is a letter. `(p+r)` and `(2p+r)` are sums of indices, for windows.
///
/// # Errors
/// When the text does not describe a contraction, when the layouts do not fit it, or when two coordinates of C share an element.
pub fn einsum<T: SumOf<T, T>>(
    text: &str,
    inputs: &[View<'_, T, Layout>],
    to: &mut ViewMut<'_, T, Layout>,
) -> Result<(), EinsumError> {
    let (a, b) = match inputs {
        [a] => (a, None),
        [a, b] => (a, Some(b)),
        _ => return refuse("a contraction has one or two operands: compute more in two steps"),
    };
    let parsed = Parsed::of(text)?;
    if parsed.inputs.len() != inputs.len() {
        let (n, m) = (parsed.inputs.len(), inputs.len());
        return refuse(format!("`{text}` has {n} operands, and {m} are given"));
    }
    let (a, of_a) = view_parts(a);
    let scalar =
        Layout::new(IntTuple::EMPTY, IntTuple::EMPTY).map_err(|e| EinsumError(e.to_string()))?;
    let one = T::ONE;
    let (b, of_b) = b.map_or((&raw const one, scalar), view_parts);
    let (c, of_c) = view_mut_parts(to);
    parsed.with_indices(|indices| {
        let tensors = [&of_a, &of_b, &of_c].map(Tensor::of_value);
        if let Some(text) = agree::disagreement(indices, [&of_a, &of_b, &of_c]) {
            return refuse(text.as_str());
        }
        if let Some(error) = of_c.collision().err() {
            return refuse(error.to_string());
        }
        let Some(matrices) = Matrices::of(indices, &tensors) else {
            return refuse("the layouts do not fit the indices");
        };
        let side = |origin| Side::of_map(origin, NoMap);
        let (a, b) = if matrices.is_turned { (b, a) } else { (a, b) };
        let (a, b, c) = (side(a), side(b), Side::of_map(c, NoMap));
        // SAFETY: the matrices have the offsets of coordinates of the views, whose elements are valid; C is borrowed mutably, and no
        // two of its coordinates share an element, as `collision` has found.
        unsafe { T::contract_elements(CrateOnly, Elements { a, b, c, adds: false }, &matrices) };
        Ok(())
    })
}

/// Why [`einsum`] refused a text or its layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EinsumError(String);

impl fmt::Display for EinsumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for EinsumError {}

fn refuse<O>(message: impl Into<String>) -> Result<O, EinsumError> {
    Err(EinsumError(message.into()))
}

/// The modes of each operand: sums of letters with factors.
type Modes = Vec<Vec<(char, i64)>>;

/// A text such as `mk,kn->mn`.
struct Parsed {
    inputs: Vec<Modes>,
    output: Vec<char>,
    names: Vec<char>,
}

impl Parsed {
    fn of(text: &str) -> Result<Self, EinsumError> {
        let Some((inputs, output)) = text.split_once("->") else {
            return refuse(format!(
                "`{text}` has no `->` before the indices of the result: \"mk,kn->mn\""
            ));
        };
        let inputs = inputs.split(',').map(modes).collect::<Result<Vec<_>, _>>()?;
        let mut names: Vec<char> = Vec::new();
        for &(name, _) in inputs.iter().flatten().flatten() {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.len() > MAX_INDICES {
            return refuse(format!("`{text}` has more than {MAX_INDICES} indices"));
        }
        let mut result = Vec::new();
        for mode in modes(output)? {
            let &[(name, 1)] = &mode[..] else {
                return refuse("the result has one index for each mode, not a sum");
            };
            if result.contains(&name) {
                return refuse(format!("`{name}` stands twice in the result: rename one of them"));
            }
            if !names.contains(&name) {
                return refuse(format!("no operand has the index `{name}` of the result"));
            }
            result.push(name);
        }
        for name in &names {
            let is_alone = |mode: &Vec<(char, i64)>| mode[..] == [(*name, 1)];
            if !inputs.iter().flatten().any(is_alone) && !result.contains(name) {
                return refuse(format!(
                    "`{name}` stands in a sum only: an operand with it alone gives its extent"
                ));
            }
        }
        Ok(Self { inputs, output: result, names })
    }

    /// Calls `f` with the indices as numbers.
    fn with_indices<O>(&self, f: impl FnOnce(&Indices<'_>) -> O) -> O {
        let number = |name: &char| self.names.iter().position(|other| other == name);
        let number = |name: &char| number(name).expect("each index has a name");
        let texts: Vec<String> = self.names.iter().map(char::to_string).collect();
        let names: Vec<&str> = texts.iter().map(String::as_str).collect();
        let terms = |mode: &Vec<(char, i64)>| -> Vec<Term> {
            mode.iter().map(|(name, factor)| (number(name), *factor)).collect()
        };
        let inputs: Vec<Vec<Vec<Term>>> =
            self.inputs.iter().map(|modes| modes.iter().map(terms).collect()).collect();
        let modes: Vec<Vec<&[Term]>> =
            inputs.iter().map(|modes| modes.iter().map(Vec::as_slice).collect()).collect();
        let input = |k: usize| modes.get(k).map_or(&[][..], Vec::as_slice);
        let output: Vec<usize> = self.output.iter().map(number).collect();
        f(&Indices { names: &names, inputs: [input(0), input(1)], output: &output })
    }
}

/// The modes of one operand: `n(2p+r)c`.
fn modes(text: &str) -> Result<Modes, EinsumError> {
    let (mut modes, mut rest) = (Modes::new(), text.trim());
    while let Some(c) = rest.chars().next() {
        let end = if c == '(' {
            let Some(end) = rest.find(')') else {
                return refuse(format!("`{rest}` has no closing parenthesis"));
            };
            modes.push(rest[1..end].split('+').map(term).collect::<Result<_, _>>()?);
            end + 1
        } else {
            modes.push(Vec::from([term(&rest[..c.len_utf8()])?]));
            c.len_utf8()
        };
        rest = rest[end..].trim_start();
    }
    Ok(modes)
}

/// A letter with a factor: `p`, `2p`, `2*p`.
fn term(text: &str) -> Result<(char, i64), EinsumError> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (factor, name) = text.split_at(digits);
    let name = name.trim_start_matches(['*', ' ']);
    let factor = if factor.is_empty() { Some(1) } else { factor.parse().ok().filter(|&n| n > 0) };
    let mut letters = name.chars();
    match (factor, letters.next(), letters.next()) {
        (Some(factor), Some(name), None) if name.is_ascii_alphabetic() => Ok((name, factor)),
        _ => refuse(format!("`{text}` is not an index: an index is a letter, in a sum also `2p`")),
    }
}
