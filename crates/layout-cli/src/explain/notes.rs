//! The lines of a derivation, and leaves as pairs `extent:stride`.

use std::fmt;

use layout_core::Layout;

/// A line of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The level of indentation. Deeper lines that follow belong to this one.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// The modes that the step finds, in notation.
    pub found: Option<String>,
}

/// Collects the lines of a derivation.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    pub(super) lines: Vec<Line>,
    depth: usize,
}

impl Notes {
    /// Adds a line.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.lines.push(Line { depth: self.depth, text: text.into(), found: None });
    }

    /// Adds a line with the modes that it finds.
    pub(super) fn find(&mut self, text: impl Into<String>, found: impl fmt::Display) {
        let found = Some(found.to_string());
        self.lines.push(Line { depth: self.depth, text: text.into(), found });
    }

    /// Adds a line, and indents the lines that `below` adds.
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

    /// The extent of a mode without end.
    pub(super) const ENDLESS: i64 = i64::MAX;

    /// `extent * stride`: the offset where a mode that continues this one starts.
    pub(super) fn end(self) -> i128 {
        i128::from(self.extent) * i128::from(self.stride)
    }

    /// `extent * stride` as an `i64`.
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

/// Displays leaves as a layout of depth 1, or of depth 0 if there is one.
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

/// Appends a leaf as coalescing does: drops an extent of 1, and extends the last leaf if the new one continues it.
pub(super) fn append(leaves: &mut Vec<FlatMode>, leaf: FlatMode) {
    if leaf.extent == 1 {
        return;
    }
    match leaves.last_mut() {
        Some(last) if last.end() == i128::from(leaf.stride) => {
            // The algebra rejects an extent past `i64::MAX`, and the derivation then ends in its error.
            last.extent = last.extent.saturating_mul(leaf.extent);
        }
        _ => leaves.push(leaf),
    }
}

/// The derived leaves, or the sentence of the rule that rejects them.
pub(super) type FoundModes = Result<Vec<FlatMode>, String>;
