//! Results of operations on layouts with open leaves: which leaves are open, what is known of them, and their names.
//!
//! A front end whose types are texts (`(n,64):(64,1)`) asks for the form of a result here. A form is one of three kinds:
//!
//! | the leaves of the result | are | the form is |
//! |---|---|---|
//! | [`Open::moved`] | leaves of the operands | theirs, with facts and names |
//! | [`Open::planned`] | products and quotients of leaves of the operands | that of the plan, with the facts that follow |
//! | [`Open::compared`] | computed by the engine | what the results for two choices of integers have in common |

use crate::algebra::plan::Plan;
use crate::error::LayoutError;
use crate::notation::open::{Names, Open, Sources};
use crate::value::limit::MAX_LEAVES;
use crate::value::{ComposedLayout, Facts, IntTuple, Layout, Num, Swizzle};

impl Open<ComposedLayout> {
    /// A plain layout without names.
    pub const fn plain(layout: Layout) -> Self {
        let value = ComposedLayout { swizzle: Swizzle::IDENTITY, offset: Num::ZERO, layout };
        Self { value, names: Names::NONE }
    }

    /// Whether there is neither a swizzle nor an offset.
    pub const fn is_plain(&self) -> bool {
        self.value.swizzle.is_identity() && self.value.offset.is(0)
    }

    /// Whether every leaf and the offset are known.
    pub const fn all_known(&self) -> bool {
        self.value.layout.all_known() && self.value.offset.known
    }

    /// Whether both have one nesting, the same known leaves, and open leaves of one sign and the same facts.
    pub const fn same_form(&self, other: &Self) -> bool {
        let (a, b) = (&self.value, &other.value);
        let (layout, to) = (&a.layout, &b.layout);
        let mut k = 0;
        while k < layout.modes.len {
            if layout.modes.extents[k] != to.modes.extents[k]
                || layout.modes.strides[k] != to.modes.strides[k]
            {
                return false;
            }
            k += 1;
        }
        layout.same_form(to)
            && a.swizzle.equals(&b.swizzle)
            && a.offset.known == b.offset.known
            && a.offset.value == b.offset.value
    }

    /// Whether the offset is known.
    pub const fn knows_offset(&self) -> bool {
        self.value.offset.known
    }

    /// The layout whose leaf `k` is leaf `labels[k] - 1` of this one; from [`MAX_LEAVES`] on, of `second`; `1:0` for the label 0.
    /// `labels` has the labels as strides and the nesting of the result. The swizzle is that of this layout.
    #[must_use]
    pub const fn moved(&self, second: &Self, labels: &Layout, sources: Sources<'_>) -> Self {
        let mut out = Self { names: self.names, ..*self };
        let (to, mut k) = (&mut out.value.layout, 0);
        *to = Layout::EMPTY;
        to.profile = labels.profile;
        while k < labels.modes.len {
            let Some(label) = (labels.modes.strides[k] as usize).checked_sub(1) else {
                if to.modes.push(Num::ONE, Num::ZERO).is_err() {
                    return out;
                }
                (out.names.extents[k], out.names.strides[k]) = (0, 0);
                k += 1;
                continue;
            };
            let (from, at) =
                if label < MAX_LEAVES { (self, label) } else { (second, label - MAX_LEAVES) };
            let modes = &from.value.layout.modes;
            if to.modes.push(modes.extent(at), modes.stride(at)).is_err() {
                return out;
            }
            out.names.extents[k] = self.name(from.names.extents[at], label, sources);
            out.names.strides[k] = self.name(from.names.strides[at], label, sources);
            k += 1;
        }
        out
    }

    /// The form of the result of `plan` for this layout and `second`. A leaf of an operand keeps its name where the operation is
    /// refused wherever the plan does not hold: elsewhere the engine may give another integer.
    #[must_use]
    pub const fn planned(&self, second: &Names, plan: &Plan, sources: Sources<'_>) -> Self {
        let mut out = Self { names: self.names, ..*self };
        out.value.layout = plan.form;
        let (first, mut k) = (&self.value.layout, 0);
        while k < plan.form.modes.len {
            let (is_extent, is_stride) = plan.form.known(k);
            (out.names.extents[k], out.names.strides[k]) = (0, 0);
            if !is_extent {
                let (source, by) = plan.extent_term(k);
                out.value.layout.modes.extents[k] = stated(plan.extent_facts(k, first));
                if plan.is_complete() && by == 1 && !plan.is_divided(source) {
                    let place = of_source(&self.names.extents, &second.extents, source);
                    out.names.extents[k] = self.name(place, source, sources);
                }
            }
            if !is_stride {
                let is_negative = plan.form.modes.strides[k] < 0;
                out.value.layout.modes.strides[k] =
                    if is_negative { -1 } else { stated(plan.stride_facts(k, first)) };
                let (source, by, factors) = plan.stride_term(k);
                if let Some(source) = source
                    && plan.is_complete()
                    && by == 1
                    && factors == 0
                {
                    let place = of_source(&self.names.strides, &second.strides, source);
                    out.names.strides[k] = self.name(place, source, sources);
                }
            }
            k += 1;
        }
        out
    }

    /// The name at `place` of the operand to which leaf `source` belongs. A name that both operands have can be two integers, so that
    /// the second operand's is dropped.
    const fn name(&self, place: u32, source: usize, sources: Sources<'_>) -> u32 {
        if source < MAX_LEAVES || place == 0 {
            return place;
        }
        let (mut k, place) = (0, Names::of_second(place));
        while k < self.value.layout.modes.len {
            if sources.are_equal(self.names.extents[k], place)
                || sources.are_equal(self.names.strides[k], place)
            {
                return 0;
            }
            k += 1;
        }
        if sources.are_equal(self.names.offset, place) { 0 } else { place }
    }

    /// The form of two results of an operation on this layout, for two choices of integers in the open leaves. `None` where they
    /// differ in more than open leaves.
    #[must_use]
    pub const fn compared(&self, first: &ComposedLayout, second: &ComposedLayout) -> Option<Self> {
        let (swizzle, offset) = (first.swizzle, first.offset);
        let is_known = offset.known && second.offset.known;
        if !swizzle.equals(&second.swizzle) || is_known && offset.value != second.offset.value {
            return None;
        }
        let mut out = Self { value: *first, names: Names::NONE };
        out.value.offset.known = is_known;
        let (first, second) = (&first.layout, &second.layout);
        if !first.same_form(second) {
            return None;
        }
        let mut k = 0;
        while k < first.modes.len {
            let (is_extent, is_stride) = first.known(k);
            if !is_extent {
                out.value.layout.modes.extents[k] = 0;
            }
            if !is_stride {
                let (a, b) = (first.modes.strides[k], second.modes.strides[k]);
                if (a < 0) != (b < 0) {
                    return None;
                }
                out.value.layout.modes.strides[k] = if a < 0 { -1 } else { 0 };
            }
            k += 1;
        }
        Some(out)
    }

    /// This layout behind another swizzle and offset.
    #[must_use]
    pub const fn behind(mut self, outer: &ComposedLayout) -> Self {
        (self.value.swizzle, self.value.offset) = (outer.swizzle, outer.offset);
        self
    }

    /// The layout with another offset before the swizzle; one that is open where there is none.
    #[must_use]
    pub const fn with_offset(mut self, offset: Option<i64>) -> Self {
        self.names.offset = 0;
        self.value.offset = match offset {
            Some(offset) => Num::known(offset),
            None => Num::unknown(0),
        };
        self
    }

    /// Which leaves the words of a value are, in the order of the text: the offset, the extents, the strides. A name counts once.
    pub const fn words(&self, text: &str) -> Words {
        let mut words = Words::NONE;
        let layout = &self.value.layout;
        if !self.value.offset.known {
            words.add(Words::OFFSET, self.names.offset, text);
        }
        let mut k = 0;
        while k < layout.modes.len {
            if !layout.known(k).0 {
                words.add(k, self.names.extents[k], text);
            }
            k += 1;
        }
        k = 0;
        while k < layout.modes.len {
            if !layout.known(k).1 {
                words.add(MAX_LEAVES + k, self.names.strides[k], text);
            }
            k += 1;
        }
        words
    }

    /// [`words`](Self::words) of the modes of a tile, whose text has the extents and the strides of one mode before those of the
    /// next.
    pub const fn words_by_mode(&self, text: &str) -> Words {
        let (mut words, layout) = (Words::NONE, &self.value.layout);
        let (mut from, mut i) = (0, 0);
        while i < layout.rank() {
            let Ok(mode) = layout.mode(i) else { return words };
            let end = from + mode.modes.len;
            let mut k = from;
            while k < end {
                if !layout.known(k).0 {
                    words.add(k, self.names.extents[k], text);
                }
                k += 1;
            }
            k = from;
            while k < end {
                if !layout.known(k).1 {
                    words.add(MAX_LEAVES + k, self.names.strides[k], text);
                }
                k += 1;
            }
            from = end;
            i += 1;
        }
        words
    }

    /// Checks that `layout` exists, and that its leaves are what this form says of them.
    ///
    /// # Errors
    /// A leaf of another integer, and a layout that does not exist.
    pub const fn check(&self, layout: &Layout) -> Result<(), LayoutError> {
        match layout.exists() {
            Ok(()) => layout.matches(&self.value.layout),
            Err(error) => Err(error),
        }
    }
}

const fn of_source(first: &[u32; MAX_LEAVES], second: &[u32; MAX_LEAVES], source: usize) -> u32 {
    if source < MAX_LEAVES { first[source] } else { second[source - MAX_LEAVES] }
}

/// The code of facts; of those that a text cannot state, nothing.
const fn stated(facts: Facts) -> i64 {
    let divisor = if facts.divisor() > Facts::MOST_DIVISOR { 1 } else { facts.divisor() };
    let most = if facts.most() > Facts::MOST_BOUND { i64::MAX } else { facts.most() };
    Facts::new(divisor, most).code()
}

/// Which leaf each word of a value is, and which word each open leaf.
#[derive(Clone, Copy)]
pub struct Words {
    /// The number of words.
    pub count: usize,
    /// The leaf of each word: an extent, from [`MAX_LEAVES`] on a stride, [`OFFSET`](Self::OFFSET).
    pub leaves: [u8; 2 * MAX_LEAVES + 1],
    /// The word of each leaf; [`KNOWN`](Self::KNOWN) for a known one.
    pub of: [u8; 2 * MAX_LEAVES + 1],
    names: [u32; 2 * MAX_LEAVES + 1],
}

impl Words {
    /// The offset among the leaves.
    pub const OFFSET: usize = 2 * MAX_LEAVES;
    /// In place of the word of a known leaf.
    pub const KNOWN: u8 = u8::MAX;
    /// No words.
    const NONE: Self = Self {
        count: 0,
        leaves: [0; 2 * MAX_LEAVES + 1],
        of: [Self::KNOWN; 2 * MAX_LEAVES + 1],
        names: [0; 2 * MAX_LEAVES + 1],
    };

    const fn add(&mut self, leaf: usize, name: u32, text: &str) {
        let mut word = 0;
        while word < self.count {
            if Sources(text, "").are_equal(self.names[word], name) {
                self.of[leaf] = word as u8;
                return;
            }
            word += 1;
        }
        self.of[leaf] = self.count as u8;
        self.leaves[self.count] = leaf as u8;
        self.names[self.count] = name;
        self.count += 1;
    }

    /// The words of a tuple.
    pub const fn of_tuple(tuple: &IntTuple, kept: u32, names: &Names, text: &str) -> Self {
        let (mut words, mut k) = (Self::NONE, 0);
        while k < tuple.leaf_count() {
            if !tuple.is_known(k) && kept >> k & 1 == 0 {
                words.add(k, names.extents[k], text);
            }
            k += 1;
        }
        words
    }
}
