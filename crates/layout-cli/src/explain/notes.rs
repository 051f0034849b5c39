//! What is written down on the way to an answer.

use std::fmt;

use layout_core::Layout;

/// A line of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How far it is indented: lines below belong to it.
    pub depth: usize,
    /// What is said.
    pub text: String,
    /// The modes that it finds, in notation.
    pub found: Option<String>,
}

/// Lines, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    pub(super) lines: Vec<Line>,
    depth: usize,
}

impl Notes {
    /// A line.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.lines.push(Line { depth: self.depth, text: text.into(), found: None });
    }

    /// A line that finds modes.
    pub(super) fn find(&mut self, text: impl Into<String>, found: impl fmt::Display) {
        let found = Some(found.to_string());
        self.lines.push(Line { depth: self.depth, text: text.into(), found });
    }

    /// A line, and those below it.
    pub(super) fn under<T>(
        &mut self,
        text: impl Into<String>,
        below: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.say(text);
        self.depth += 1;
        let result = below(self);
        self.depth -= 1;
        result
    }
}

/// A leaf of a layout, `extent:stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FlatMode {
    pub(super) extent: i64,
    pub(super) stride: i64,
}

impl FlatMode {
    pub(super) const ONE: Self = Self { extent: 1, stride: 0 };

    /// Past the last coordinate a layout goes on: an extent without end.
    pub(super) const ENDLESS: i64 = i64::MAX;

    /// The first offset past the leaf.
    pub(super) fn end(self) -> i128 {
        i128::from(self.extent) * i128::from(self.stride)
    }

    /// The same, refused where no integer holds it.
    pub(super) fn fitting_end(self) -> Result<i64, String> {
        i64::try_from(self.end())
            .map_err(|_| format!("{} * {} is past {}", self.extent, self.stride, i64::MAX))
    }
}

impl fmt::Display for FlatMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.extent {
            Self::ENDLESS => write!(f, "*:{}", self.stride),
            extent => write!(f, "{extent}:{}", self.stride),
        }
    }
}

/// Leaves side by side, as a layout of depth 1, or 0 where there is one.
pub(super) struct FlatLayout<'a>(pub(super) &'a [FlatMode]);

impl fmt::Display for FlatLayout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |part: fn(&FlatMode) -> String| self.0.iter().map(part).collect::<Vec<_>>().join(",");
        let extent = |leaf: &FlatMode| match leaf.extent {
            FlatMode::ENDLESS => "*".to_owned(),
            extent => extent.to_string(),
        };
        match self.0 {
            [] => FlatMode::ONE.fmt(f),
            [leaf] => leaf.fmt(f),
            _ => write!(f, "({}):({})", list(extent), list(|leaf| leaf.stride.to_string())),
        }
    }
}

/// The leaves of a layout.
pub(super) fn leaves(layout: &Layout) -> Vec<FlatMode> {
    (0..layout.leaf_count())
        .map(|k| layout.leaf(k))
        .map(|(extent, stride)| FlatMode { extent, stride })
        .collect()
}

/// Adds a leaf as coalescing does: nothing for an extent of 1, no new leaf where it continues the last.
pub(super) fn append(leaves: &mut Vec<FlatMode>, leaf: FlatMode) {
    if leaf.extent == 1 {
        return;
    }
    match leaves.last_mut() {
        Some(last) if last.end() == i128::from(leaf.stride) => {
            // Past the greatest integer the algebra refuses; what is shown then is its refusal.
            last.extent = last.extent.saturating_mul(leaf.extent);
        }
        _ => leaves.push(leaf),
    }
}

/// What a derivation stops at: the rule's words.
pub(super) type FoundModes = Result<Vec<FlatMode>, String>;
