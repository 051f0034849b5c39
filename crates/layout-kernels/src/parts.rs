//! An extent, cut into parts.

/// Consecutive rows, columns or steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub first: usize,
    pub len: usize,
}

impl Range {
    /// The indices as a range of the standard library.
    pub fn span(self) -> core::ops::Range<usize> {
        self.first..self.first + self.len
    }
    /// The range of all indices below `len`.
    pub fn all(len: usize) -> Self {
        Self { first: 0, len }
    }
}

/// An extent, cut into parts of one length; the last part may be shorter.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    extent: usize,
    /// The length of every part but the last.
    pub len: usize,
}

impl Parts {
    /// Cuts into parts of length `len`, which must not be 0.
    pub fn of_length(extent: usize, len: usize) -> Self {
        Self { extent, len }
    }

    /// Cuts into as few nearly equal parts of at most `limit` as possible, whose length is a multiple of `of`. If `of`
    /// exceeds the limit, so do the parts.
    pub fn even(extent: usize, limit: usize, of: usize) -> Self {
        let count = extent.div_ceil(limit).max(1);
        Self { extent, len: extent.div_ceil(count).next_multiple_of(of).max(1) }
    }

    /// The number of parts: an extent of 0 is one empty part.
    pub fn count(self) -> usize {
        self.extent.div_ceil(self.len).max(1)
    }
    /// Returns part `i`.
    pub fn get(self, i: usize) -> Range {
        let first = i * self.len;
        Range { first, len: self.len.min(self.extent - first) }
    }
    /// Returns all parts in order.
    pub fn iter(self) -> impl Iterator<Item = Range> {
        (0..self.count()).map(move |i| self.get(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Parts have each index once, in order; all but the last have one length, a multiple of what is asked for.
    #[test]
    fn parts_have_each_index_once() {
        for extent in 0..=80 {
            for limit in 1..=20 {
                let of_length = [Parts::of_length(extent, limit)].into_iter();
                for (parts, of) in of_length
                    .map(|parts| (parts, 1))
                    .chain((1..=9).map(|of| (Parts::even(extent, limit, of), of)))
                {
                    let all: Vec<usize> = parts.iter().flat_map(Range::span).collect();
                    assert!(all.into_iter().eq(0..extent), "{parts:?}");
                    let lengths: Vec<usize> = parts.iter().map(|part| part.len).collect();
                    let (last, others) = lengths.split_last().unwrap();
                    assert!(*last <= parts.len && others.iter().all(|len| *len == parts.len));
                    assert!(
                        extent == 0 || (parts.len.is_multiple_of(of) && *last > 0),
                        "{parts:?}"
                    );
                }
            }
        }
    }
}
