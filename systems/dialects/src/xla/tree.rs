//! [`XlaTree`], a shape that may be a tuple, a token or opaque.

use core::fmt;

use crate::xla::order::refused;
use crate::xla::shape::XlaShape;
use crate::xla::text::shape;
use layout_core::scan::{Scanner, read_whole};
use layout_core::{ArrayRule, LayoutError, Operation, Rule};

/// The maximum number of tuples within one another.
const MAX_DEPTH: usize = 16;

/// Any XLA shape: an array, a token, an opaque value, or a tuple of shapes. A tuple is a part of the text that it was
/// read from.
///
/// ```
/// use static_layout_dialects::xla::XlaTree;
/// let a = XlaTree::parse("(f32[2,3]{0,1:T(2,2)}, (s8[], token[]))")?;
/// assert_eq!((a.len(), a.leaf_count()), (2, 3));
/// assert_eq!(a.get(&[1, 0])?.to_string(), "s8[]");
/// assert_eq!(a.get(&[0])?.array().unwrap().dimensions(), [2, 3]);
/// assert_eq!(a.to_string(), "(f32[2,3]{0,1:T(2,2)}, (s8[], token[]))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub enum XlaTree<'a> {
    /// One array.
    Array(XlaShape),
    /// `token[]`: an order of effects, without elements.
    Token,
    /// `opaque[]`: a value that is not described.
    Opaque,
    /// `(a, b)`.
    Tuple(XlaTuple<'a>),
}

/// The text between the parentheses of a tuple. It was read before, so reading it again does not fail.
#[derive(Clone, Copy)]
pub struct XlaTuple<'a>(&'a str);

impl<'a> XlaTree<'a> {
    /// Reads a shape. Comments such as `/*index=5*/` are skipped.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaTree;
    /// assert_eq!(XlaTree::parse("()")?.len(), 0);
    /// let refused = XlaTree::parse("(f32[2]").err().unwrap();
    /// assert_eq!(refused.to_string(), "at byte 7: expected `,` or `)`");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Syntax`] with the byte, and [`ArrayRule::TooMany`] for more than 16 tuples within one another.
    pub fn parse(text: &'a str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| tree(scanner, MAX_DEPTH))
    }

    /// The array. `None` for another shape.
    pub const fn array(&self) -> Option<&XlaShape> {
        if let Self::Array(shape) = self { Some(shape) } else { None }
    }

    /// The shapes of a tuple. None for other shapes.
    pub fn iter(&self) -> impl Iterator<Item = XlaTree<'a>> + use<'a> {
        let mut rest = if let Self::Tuple(XlaTuple(text)) = *self { text } else { "" };
        core::iter::from_fn(move || {
            let mut next = None;
            // What was read before reads again.
            let _ = read_whole(rest, |scanner| {
                if !scanner.rest().is_empty() {
                    next = Some(tree(scanner, MAX_DEPTH)?);
                    scanner.eat(",");
                }
                let left = scanner.rest();
                rest = left;
                scanner.take(left.len());
                Ok(())
            });
            next
        })
    }

    /// The number of shapes of a tuple. 0 for other shapes.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there is no element: an empty tuple, or a shape that is not a tuple.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The shape at a path, XLA's `GetSubshape`: the number of an element for each tuple on the way.
    ///
    /// # Errors
    /// [`ArrayRule::Axis`] for an element that does not exist.
    pub fn get(&self, path: &[usize]) -> Result<Self, LayoutError> {
        path.iter().try_fold(*self, |at, &k| {
            let missing = || refused(ArrayRule::Axis { axis: k as i64, rank: at.len() });
            at.iter().nth(k).ok_or_else(missing)
        })
    }

    /// The number of shapes that are not tuples, XLA's `GetLeafCount`.
    pub fn leaf_count(&self) -> usize {
        match self {
            Self::Tuple(_) => self.iter().map(|part| part.leaf_count()).sum(),
            _ => 1,
        }
    }

    /// Calls `visit` with every shape and its path, a tuple before its elements, XLA's `ForEachSubshape`.
    ///
    /// ```
    /// use static_layout_dialects::xla::XlaTree;
    /// let mut seen = Vec::new();
    /// XlaTree::parse("(f32[2], (s8[], token[]))")?
    ///     .for_each(|path, part| seen.push((path.to_vec(), part.len())));
    /// assert_eq!(seen, [(vec![], 2), (vec![0], 0), (vec![1], 2), (vec![1, 0], 0), (vec![1, 1], 0)]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn for_each(&self, mut visit: impl FnMut(&[usize], &XlaTree<'a>)) {
        self.visit(&mut [0; MAX_DEPTH + 1], 0, &mut visit);
    }

    fn visit(
        &self,
        path: &mut [usize; MAX_DEPTH + 1],
        depth: usize,
        visit: &mut impl FnMut(&[usize], &XlaTree<'a>),
    ) {
        visit(&path[..depth], self);
        for (k, part) in self.iter().enumerate() {
            path[depth] = k;
            part.visit(path, depth + 1, visit);
        }
    }

    /// The bytes of the shape, XLA's `ByteSizeOf`: the bytes of the elements of an array, a pointer for each element of
    /// a tuple and for an opaque value, and none for a token.
    ///
    /// # Errors
    /// As [`XlaShape::element_size_in_bytes`].
    pub fn byte_size(&self, pointer: i64) -> Result<i64, LayoutError> {
        let bytes = |count: usize| {
            crate::number::multiply(pointer, count as i64)
                .map_err(|rule| LayoutError::alone(Operation::Xla, rule))
        };
        match self {
            Self::Array(shape) => shape.element_size_in_bytes(),
            Self::Token => Ok(0),
            Self::Opaque => bytes(1),
            Self::Tuple(_) => bytes(self.len()),
        }
    }
}

/// Reads a shape within at most `depth` tuples.
fn tree<'a>(scanner: &mut Scanner<'a>, depth: usize) -> Result<XlaTree<'a>, LayoutError> {
    comment(scanner)?;
    if scanner.eat("token[]") {
        return Ok(XlaTree::Token);
    }
    if scanner.eat("opaque[]") {
        return Ok(XlaTree::Opaque);
    }
    if !scanner.eat("(") {
        return shape(scanner).map(XlaTree::Array);
    }
    if depth == 0 {
        let rule = Rule::Array(ArrayRule::TooMany { most: MAX_DEPTH });
        return Err(LayoutError::alone(Operation::Parse, rule));
    }
    let inside = scanner.rest();
    let mut is_first = true;
    loop {
        let len = inside.len() - scanner.rest().len();
        if scanner.eat(")") {
            return Ok(XlaTree::Tuple(XlaTuple(&inside[..len])));
        }
        if !is_first {
            scanner.expect(",", "`,` or `)`")?;
        }
        tree(scanner, depth - 1)?;
        is_first = false;
    }
}

/// Skips `/* .. */`.
fn comment(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    while scanner.rest().starts_with("/*") {
        let Some(end) = scanner.rest().find("*/") else {
            return Err(scanner.expected("`*/` after a comment"));
        };
        scanner.take(end + 2);
    }
    Ok(())
}

/// Prints XLA's notation, which numbers every fifth element of a tuple.
impl fmt::Display for XlaTree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array(shape) => shape.fmt(f),
            Self::Token => f.write_str("token[]"),
            Self::Opaque => f.write_str("opaque[]"),
            Self::Tuple(_) => {
                f.write_str("(")?;
                for (k, part) in self.iter().enumerate() {
                    match k {
                        0 => {}
                        k if k % 5 == 0 => write!(f, ", /*index={k}*/")?,
                        _ => f.write_str(", ")?,
                    }
                    part.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

crate::debug_as_display!(XlaTree<'_>);

impl fmt::Debug for XlaTuple<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.0)
    }
}

/// Equal texts of equal shapes, whatever spaces and comments they were read with.
impl PartialEq for XlaTree<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Array(a), Self::Array(b)) => a == b,
            (Self::Token, Self::Token) | (Self::Opaque, Self::Opaque) => true,
            (Self::Tuple(_), Self::Tuple(_)) => self.iter().eq(other.iter()),
            _ => false,
        }
    }
}

impl Eq for XlaTree<'_> {}
