//! [`Svg`], the picture of a layout as an SVG document.

use core::fmt;

use crate::notation::table::{Grid, Table};
use crate::value::{ComposedLayout, Layout};

/// The height of a cell and of a line of labels, in pixels.
const HEIGHT: i64 = 26;
/// The width of a character, in pixels.
const CHARACTER: i64 = 8;
/// The pixels around a text, and between panels.
const BLANK: i64 = 12;
/// Red, green and blue of the least and of the greatest offset.
const SHADES: [[i64; 3]; 2] = [[0xf7, 0xfb, 0xff], [0x5a, 0xa0, 0xd0]];

/// The offsets of a layout as an SVG document: the cells of [`Table`], shaded from the least offset to the greatest. Its
/// `Display` writes the document, and allocates nothing.
///
/// ```
/// use layout_core::Layout;
/// let svg = "(2,(2,2)):(4,(1,2))".parse::<Layout>()?.to_svg().to_string();
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert_eq!(svg.matches("<rect").count(), 8);
/// assert!(svg.contains("<title>(2,(2,2)):(4,(1,2))</title>"));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Svg(Table);

impl Layout {
    /// The offsets as an SVG document. Each coordinate of the modes from 2 on has its own panel.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let svg = "(3,2,2):(1,3,6)".parse::<Layout>()?.to_svg().to_string();
    /// assert!(svg.contains(">(_,_,1)<") && svg.contains(">11<"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn to_svg(&self) -> Svg {
        Svg(self.table())
    }
}

impl ComposedLayout {
    /// The swizzled offsets as an SVG document, as [`Layout::to_svg`].
    ///
    /// ```
    /// use layout_core::ComposedLayout;
    /// let svg = "Sw<1,0,1> o 0 o (2,2):(2,1)".parse::<ComposedLayout>()?.to_svg().to_string();
    /// assert!(svg.contains("<title>Sw&lt;1,0,1&gt; o 0 o (2,2):(2,1)</title>"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn to_svg(&self) -> Svg {
        Svg(self.table())
    }
}

/// Escapes the characters that XML reserves.
struct Escaped<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|letter| match letter {
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '&' => self.0.write_str("&amp;"),
            _ => fmt::Write::write_char(self.0, letter),
        })
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(table) = self;
        let Grid { rows, columns, panels, label, width } = table.grid();
        let pixels = |characters: usize| i64::try_from(characters).unwrap_or(0) * CHARACTER + BLANK;
        let (left, cell) = (pixels(label), pixels(width.max(2)));
        let high = |lines: i64| lines.saturating_mul(HEIGHT);
        let title = i64::from(panels > 1);
        let panel_height = high(rows.saturating_add(1 + title)) + BLANK;
        let wide = cell.saturating_mul(columns).saturating_add(left + BLANK);
        let tall = panel_height.saturating_mul(panels);
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {tall}\" width=\"{wide}\" \
             height=\"{tall}\" font-family=\"monospace\" font-size=\"13\" text-anchor=\"middle\">\n<title>"
        )?;
        table.write_notation(&mut Escaped(f))?;
        f.write_str("</title>\n")?;
        let (least, most) = table.bounds();
        for panel in 0..panels {
            let mut top = panel * panel_height;
            if title > 0
                && let Ok(heading) = table.heading(panel)
            {
                top += HEIGHT;
                writeln!(
                    f,
                    "<text x=\"{BLANK}\" y=\"{}\" text-anchor=\"start\">{heading}</text>",
                    top - 8
                )?;
            }
            for column in 0..columns {
                let x = left + column * cell + cell / 2;
                writeln!(
                    f,
                    "<text x=\"{x}\" y=\"{}\" fill=\"#555\">{column}</text>",
                    top + HEIGHT - 8
                )?;
            }
            for row in 0..rows {
                let y = top + HEIGHT * (row + 1);
                writeln!(
                    f,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#555\">{row}</text>",
                    left - 6,
                    y + HEIGHT - 8
                )?;
                for column in 0..columns {
                    let (x, index) =
                        (left + column * cell, row + rows * (column + columns * panel));
                    write!(
                        f,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"{HEIGHT}\" stroke=\"#555\" fill=\"#"
                    )?;
                    let above = table.shade(index, (least, most));
                    for (from, to) in SHADES[0].into_iter().zip(SHADES[1]) {
                        write!(f, "{:02x}", from + (to - from) * above / 64)?;
                    }
                    writeln!(
                        f,
                        "\"/><text x=\"{}\" y=\"{}\">{}</text>",
                        x + cell / 2,
                        y + HEIGHT - 8,
                        table.entry(index).as_str()
                    )?;
                }
            }
        }
        f.write_str("</svg>\n")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    /// Every cell of the picture has the offset of its coordinate, also at the ends of the range.
    #[test]
    fn cells_are_the_offsets() {
        for text in [
            "(3,2,2):(1,3,6)",
            "(2,3):(-7,0)",
            "5:3",
            "(2,2):(0,9000000000000000000)",
            "(0,3):(1,0)",
        ] {
            let layout: Layout = text.parse().unwrap();
            let svg = layout.to_svg().to_string();
            assert_eq!(
                svg.matches("<rect").count(),
                usize::try_from(layout.size()).unwrap(),
                "{text}"
            );
            for i in 0..layout.size() {
                let cell =
                    std::format!(">{}</text>", layout.image(&crate::Coord::leaf(i)).unwrap());
                assert!(svg.contains(&cell), "{text}: no {cell}");
            }
            for fill in svg.split("fill=\"#").skip(1) {
                let digits = fill.split('"').next().unwrap();
                assert!(digits == "555" || digits.len() == 6, "{text}: {digits}");
            }
        }
        let coordinates: Layout = "(2,2):(1@1,1@0)".parse().unwrap();
        assert!(coordinates.to_svg().to_string().contains(">(1,0)</text>"));
    }
}
