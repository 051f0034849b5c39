//! Descriptions of a layout, and of the difference of two, for messages of the compiler.

use crate::value::{Coord, Layout, Text};

/// The greatest number of entries of a table.
const MOST_ENTRIES: i64 = 512;

impl Layout {
    /// The layout, its profile, rank, depth, size and cosize. For rank 2 and up to 512 coordinates, also the table of
    /// its offsets. Unknown leaves print as `?`, and numbers that depend on them are absent.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(2,2)):(4,(1,2))".parse()?;
    /// let text = "\
    /// (2,(2,2)):(4,(1,2))
    /// profile (0,(0,0)), rank 2, depth 2, size 8, cosize 8
    ///   0  1  2  3
    ///   4  5  6  7";
    /// assert_eq!(a.description().as_str(), text);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn description(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write_pattern(&mut text);
        text.str("\nprofile ");
        let (mut profile, mut k) = (self.set_known().shape(), 0);
        while k < profile.leaf_count() {
            profile.set_value(k, 0);
            k += 1;
        }
        profile.write(&mut text, false);
        text.str(", rank ");
        text.integer(self.rank() as i64);
        text.str(", depth ");
        text.integer(self.depth() as i64);
        if self.shape().all_known() {
            text.str(", size ");
            text.integer(self.size());
        }
        if self.all_known() {
            text.str(", cosize ");
            text.integer(self.cosize());
            self.write_table(&mut text);
        }
        text
    }

    /// Prints a line for each coordinate of mode 0.
    const fn write_table(&self, text: &mut Text) {
        let (Ok(rows), Ok(columns)) = (self.shape().mode(0), self.shape().mode(1)) else { return };
        let (Ok(rows), Ok(columns)) = (rows.size(), columns.size()) else { return };
        let size = self.size();
        if self.rank() != 2 || size == 0 || size > MOST_ENTRIES || self.is_coordinate() {
            return;
        }
        let (mut width, mut i) = (0, 0);
        while i < size {
            let len = self.entry(i).len();
            width = if len > width { len } else { width };
            i += 1;
        }
        let mut row = 0;
        while row < rows {
            text.char('\n');
            let mut column = 0;
            while column < columns {
                let entry = self.entry(row + column * rows);
                let mut blank = entry.len();
                while blank < width + 2 {
                    text.char(' ');
                    blank += 1;
                }
                text.str(entry.as_str());
                column += 1;
            }
            row += 1;
        }
    }

    /// The offset, or the coordinate, at a linear index.
    const fn entry(&self, index: i64) -> Text {
        let mut text = Text::EMPTY;
        if let Ok(image) = self.image(&Coord::leaf(index)) {
            image.write(&mut text, false);
        }
        text
    }

    /// How two layouts differ as functions: by their sizes, or by the first coordinate with different offsets. `None`
    /// for the [same function](Self::same_function).
    ///
    /// ```
    /// use layout_core::Layout;
    /// let (a, b): (Layout, Layout) = ("(4,8):(1,4)".parse()?, "(4,8):(8,1)".parse()?);
    /// assert_eq!(
    ///     a.difference(&b).unwrap().as_str(),
    ///     "(4,8):(1,4) and (4,8):(8,1) are not the same function: at (1,0) they are 1 and 8"
    /// );
    /// assert!(a.difference(&"32:1".parse()?).is_none());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn difference(&self, other: &Self) -> Option<Text> {
        if self.same_function(other) {
            return None;
        }
        let text = Text::EMPTY.then_layout(self).then(" and ").then_layout(other);
        let mut text = text.then(" are not the same function: ");
        if self.size() != other.size() {
            text.str("their sizes are ");
            text.integer(self.size());
            text.str(" and ");
            text.integer(other.size());
        } else if let Some(index) = self.first_difference(other)
            && let Ok(coord) = self.coord(index)
        {
            text.str("at ");
            coord.write(&mut text, false);
            text.str(" they are ");
            text.str(self.entry(index).as_str());
            text.str(" and ");
            text.str(other.entry(index).as_str());
        }
        Some(text)
    }
}
