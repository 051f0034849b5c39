//! The answer of an operation as text: the notation of the result, or the sentence of the refusal.

use crate::form::{plain_form, wrap};
use layout_core::internal::{Open, Sources};
use layout_core::{ComposedLayout, Layout as EngineLayout, LayoutError, Padded, Text};

/// The text of an operation: the notation of the result, or the sentence of the refusal.
#[derive(Debug)]
pub(crate) struct Answer {
    text: Text,
    is_refused: bool,
    is_undecided: bool,
}

impl Answer {
    /// Neither a result nor a refusal, of a layout that is the result of a refused operation.
    pub(crate) const NOTHING: Self =
        Answer { text: Text::of(""), is_refused: false, is_undecided: false };

    /// A refusal.
    pub(crate) const fn refused(sentence: &str) -> Self {
        Answer { text: Text::of(sentence), is_refused: true, is_undecided: false }
    }

    /// What the engine says about known integers.
    pub(crate) const fn of(answer: Result<ComposedLayout, LayoutError>) -> Self {
        match answer {
            Ok(value) => {
                let open = Open { value, ..plain_form(&value.plain()) };
                Answer { text: open.text(Sources("", "")), is_refused: false, is_undecided: false }
            }
            Err(error) => Self::of_refusal(&error),
        }
    }

    /// The sentence of an error, with its help on the same line: the compiler prints it as a text.
    pub(crate) const fn of_refusal(error: &LayoutError) -> Self {
        let all = error.message_with_help();
        let (text, mut end) = (all.as_str(), 0);
        while end < text.len() && text.as_bytes()[end] != b'\n' {
            end += 1;
        }
        let mut line = Text::of(text.split_at(end).0);
        if end < text.len() {
            line = line.then("; ").then(text.split_at(end + 1).1);
        }
        Answer { text: line, is_refused: true, is_undecided: false }
    }

    /// The form of a result.
    pub(crate) const fn form(form: &Open<ComposedLayout>, sources: Sources<'_>) -> Self {
        let text = form.text(sources);
        // The text is the type: what it does not read back as is no result.
        match Open::<ComposedLayout>::parse(text.as_str()) {
            Ok(read) if read.same_form(form) => {
                Answer { text, is_refused: false, is_undecided: false }
            }
            Ok(_) => Self::refused("the result has no notation: its leaves need other names"),
            Err(error) => Self::of_refusal(&error),
        }
    }

    /// What two choices of integers in the open leaves have in common: the form of both results, or the refusal of both.
    pub(crate) const fn compared(
        first: &Open<ComposedLayout>,
        sources: Sources<'_>,
        a: &Result<ComposedLayout, LayoutError>,
        b: &Result<ComposedLayout, LayoutError>,
    ) -> Self {
        match (a, b) {
            (Ok(a), Ok(b)) => match first.compared(a, b) {
                Some(form) => Self::form(&form, sources),
                None => Self::refused(UNDECIDED),
            },
            (Ok(value), Err(_)) | (Err(_), Ok(value)) => Self::of_sample(first, sources, value),
            // The sentence is that of the engine in any case; other choices may be accepted.
            (Err(a), Err(b)) if a.is_alike(b) && !a.is_of_the_form() => {
                Answer { text: a.of_nesting(), is_refused: true, is_undecided: true }
            }
            (Err(a), Err(b)) if a.is_alike(b) => {
                Answer { text: a.of_nesting(), is_refused: true, is_undecided: false }
            }
            (Err(error), Err(_)) => Answer {
                text: error.of_known_leaves(UNDECIDED),
                is_refused: true,
                is_undecided: true,
            },
        }
    }

    /// The form of a result for a choice of integers in the open leaves. One choice tells the form of a plain layout: the engine
    /// gives one for all integers that it accepts. A swizzle can depend on them.
    pub(crate) const fn of_sample(
        first: &Open<ComposedLayout>,
        sources: Sources<'_>,
        value: &ComposedLayout,
    ) -> Self {
        match first.compared(value, value) {
            Some(form) if first.is_plain() => Self::form(&form, sources),
            _ => Self::refused(UNDECIDED),
        }
    }

    /// Whether the choices that were tried are all refused, each for its own numbers.
    pub(crate) const fn is_undecided(&self) -> bool {
        self.is_undecided
    }

    /// The notation of the result; nothing where it is refused.
    pub(crate) const fn text(&'static self) -> &'static str {
        if self.is_refused { "" } else { self.text.as_str() }
    }

    /// The sentence of the refusal; nothing where there is a result.
    pub(crate) const fn refusal(&'static self) -> &'static str {
        if self.is_refused { self.text.as_str() } else { "" }
    }
}

/// Why an operation on integers of run time has no type.
const UNDECIDED: &str = "the form of the result depends on integers that are known at run time";

/// The result of a plain layout behind the swizzle of the operand.
///
/// # Errors
/// The refusal, with the whole operand, and a layout that does not exist behind the swizzle.
pub(crate) const fn wrapped(
    outer: &ComposedLayout,
    answer: Result<EngineLayout, LayoutError>,
) -> Result<ComposedLayout, LayoutError> {
    match answer {
        Ok(layout) => wrap(outer, layout),
        Err(error) => Err(error),
    }
}

/// The result of a plain layout, without the swizzle of the operand.
///
/// # Errors
/// The refusal.
pub(crate) const fn inside(
    answer: Result<EngineLayout, LayoutError>,
) -> Result<ComposedLayout, LayoutError> {
    match answer {
        Ok(layout) => Ok(plain_form(&layout).value),
        Err(error) => Err(error),
    }
}

/// The layout of a padded result.
///
/// # Errors
/// The refusal.
pub(crate) const fn layout_of(
    answer: Result<Padded, LayoutError>,
) -> Result<EngineLayout, LayoutError> {
    match answer {
        Ok(padded) => Ok(padded.layout()),
        Err(error) => Err(error),
    }
}

/// Stops the build with the sentence of a refusal.
#[track_caller]
pub(crate) const fn built(refusal: &str) {
    if !refusal.is_empty() {
        panic!("{}", refusal)
    }
}

/// The result, or a panic with the sentence of the refusal.
#[inline(always)]
#[track_caller]
pub(crate) fn unwrap<T>(answer: Result<T, LayoutError>) -> T {
    match answer {
        Ok(value) => value,
        Err(error) => refuse(&error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refuse(error: &LayoutError) -> ! {
    panic!("{error}")
}

/// That an operation has a result: the sentence `R` of its refusal is empty.
///
/// A function of const parameters states it of the operations that it calls:
///
/// ```text
/// fn tiles<const L: &'static str>(a: Layout<L>) -> Layout<{ zipped_divide::RESULT::<L, Tile<"<16,8>">> }>
/// where (): Accepts<{ zipped_divide::REFUSAL::<L, Tile<"<16,8>">> }>
/// ```
#[diagnostic::on_unimplemented(message = "{R}", label = "refused")]
pub trait Accepts<const R: &'static str> {}
#[diagnostic::do_not_recommend]
impl Accepts<""> for () {}
// With one `impl` the compiler says that `R` is not the empty text; this one, which never serves, makes it say `R`.
#[diagnostic::do_not_recommend]
impl Accepts<"?"> for () {}
