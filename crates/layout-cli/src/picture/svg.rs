//! Writes a picture as SVG. Each cell is a group with a `<title>`, which browsers show as a tooltip and screen readers
//! read.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::picture::palette::Colour;
use crate::picture::{Cell, Label, Panel, Picture};

/// The width in pixels of a character of the fixed font.
const CHARACTER: i64 = 8;
/// The height in pixels of a line of text.
const LINE: i64 = 16;
/// The margin in pixels around the text of a cell, and around the picture.
const BLANK: i64 = 8;
/// The width in pixels up to which panels stand side by side.
const ROW: i64 = 960;

/// Writes an SVG document with a `viewBox`, which scales to any size.
///
/// The groups of cells are in row order. Each has a title such as `(1,(0,1)) → 6` and its text.
pub fn write(picture: &Picture) -> String {
    let panels: Vec<SvgPanel> = picture.panels.iter().map(SvgPanel::new).collect();
    let (places, (width, height)) = arranged(&panels);
    let width = width.max(bold(&picture.title));
    let title = escaped(&picture.title);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"layout\" \
         viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
    );
    let _ = writeln!(out, "<title>{title}</title>");
    let _ = writeln!(out, "<desc>{}</desc>", escaped(&description(picture)));
    write_style(&mut out, picture);
    let _ = writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>");
    let _ = writeln!(
        out,
        "<text class=\"name\" x=\"{BLANK}\" y=\"{}\">{title}</text>",
        BLANK + LINE - 4
    );
    for (grid, place) in panels.iter().zip(places) {
        grid.write(&mut out, picture, place);
        if picture.key.name == "tile" {
            grid.write_edges(&mut out, place);
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The upper left corner of each panel, and the size of the picture. Panels stand side by side up to the width [`ROW`],
/// or up to the width of the widest panel.
fn arranged(panels: &[SvgPanel]) -> (Vec<(i64, i64)>, (i64, i64)) {
    let limit = panels.iter().map(SvgPanel::width).max().unwrap_or(0).max(ROW);
    let (mut left, mut top, mut row, mut width) = (0, LINE + 2 * BLANK, 0, 0);
    let mut places = Vec::new();
    for grid in panels {
        if left + grid.width() > limit {
            (left, top, row) = (0, top + row, 0);
        }
        places.push((left, top));
        left += grid.width();
        row = row.max(grid.height());
        width = width.max(left);
    }
    (places, (width, top + row))
}

/// A description of the picture for screen readers.
fn description(picture: &Picture) -> String {
    let mut text = String::from("A grid of cells");
    if let [panel] = &picture.panels[..] {
        let _ = write!(text, ", {} rows of {}", panel.rows.len(), panel.columns.len());
    } else {
        let _ = write!(text, " in {} panels", picture.panels.len());
    }
    if !picture.key.name.is_empty() {
        let _ = write!(text, ", coloured by {}", picture.key.name);
    }
    text.push_str(". Each cell says its coordinate and what is there.");
    text
}

/// One class for each colour that occurs; all of them below the class of the picture, whose page may have others.
fn write_style(out: &mut String, picture: &Picture) {
    let cells = picture.panels.iter().flat_map(|panel| &panel.cells);
    let colours: BTreeSet<String> =
        cells.map(|cell| Colour::of(cell, &picture.key).hex()).collect();
    out.push_str(
        "<style>.layout text{font:13px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;\
         text-anchor:middle;fill:#000}.layout .name{font-weight:bold;text-anchor:start}\
         .layout .label{fill:#444;font-size:11px}.layout .row{text-anchor:end}.layout .paper{fill:#fff}\
         .layout g rect{stroke:#555;stroke-width:.7}.layout .edge{stroke:#000;stroke-width:2.5;fill:none}",
    );
    for colour in colours {
        let _ = write!(out, ".layout .c{colour} rect{{fill:#{colour}}}");
    }
    out.push_str("</style>\n");
}

/// A panel and the sizes of its parts in pixels.
struct SvgPanel<'a> {
    panel: &'a Panel,
    cell_width: i64,
    cell_height: i64,
    /// The width left of the cells.
    margin: i64,
    /// The height above the cells.
    header: i64,
}

impl<'a> SvgPanel<'a> {
    fn new(panel: &'a Panel) -> Self {
        let texts: Vec<String> = panel.cells.iter().map(|cell| cell.image.to_string()).collect();
        let words = texts.iter().flat_map(|text| text.split(' ')).map(length);
        let labels = panel.columns.iter().flat_map(Label::words).map(|word| length(&word));
        let longest = words.chain(labels).max().unwrap_or(1).max(2);
        let lines = texts.iter().map(|text| text.split(' ').count()).max().unwrap_or(1);
        let rows = panel.rows.iter().map(|label| length(&label.line())).max().unwrap_or(0);
        let levels = panel.columns.first().map_or(0, |label| label.words().count());
        Self {
            panel,
            cell_width: longest * CHARACTER + BLANK,
            cell_height: count(lines) * LINE + BLANK,
            margin: rows * 7 + 2 * BLANK,
            header: (count(levels) + i64::from(panel.heading.is_some())) * LINE + BLANK / 2,
        }
    }

    fn width(&self) -> i64 {
        let heading = self.panel.heading.as_ref().map_or(0, bold);
        heading.max(self.margin + count(self.panel.columns.len()) * self.cell_width + BLANK)
    }

    fn height(&self) -> i64 {
        self.header + count(self.panel.rows.len()) * self.cell_height + 2 * BLANK
    }

    fn write(&self, out: &mut String, picture: &Picture, (left, top): (i64, i64)) {
        let mut line = top;
        if let Some(heading) = &self.panel.heading {
            let _ = writeln!(
                out,
                "<text class=\"name\" x=\"{}\" y=\"{}\">{}</text>",
                left + BLANK,
                top + LINE - 4,
                escaped(heading)
            );
            line += LINE;
        }
        for (k, label) in self.panel.columns.iter().enumerate() {
            let x = left + self.margin + count(k) * self.cell_width + self.cell_width / 2;
            for (i, word) in label.words().enumerate() {
                let y = line + (count(i) + 1) * LINE - 4;
                let _ = writeln!(out, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{word}</text>");
            }
        }
        for (k, (label, cells)) in self.panel.lines().enumerate() {
            let y = top + self.header + count(k) * self.cell_height;
            let _ = writeln!(
                out,
                "<text class=\"label row\" x=\"{}\" y=\"{}\">{}</text>",
                left + self.margin - BLANK,
                y + self.cell_height / 2 + 4,
                label.line()
            );
            for (i, cell) in cells.iter().enumerate() {
                let x = left + self.margin + count(i) * self.cell_width;
                self.write_cell(out, picture, cell, x, y);
            }
        }
    }

    /// Draws thick lines between tiles, which are visible without colours.
    fn write_edges(&self, out: &mut String, (left, top): (i64, i64)) {
        let (width, height) = (self.cell_width, self.cell_height);
        let mut path = String::new();
        let mut above: Option<&[Cell]> = None;
        for (k, (_, cells)) in self.panel.lines().enumerate() {
            let y = top + self.header + count(k) * height;
            for (i, cell) in cells.iter().enumerate() {
                let x = left + self.margin + count(i) * width;
                if i > 0 && cells[i - 1].group != cell.group {
                    let _ = write!(path, "M{x} {y}v{height}");
                }
                if above.is_some_and(|above| above[i].group != cell.group) {
                    let _ = write!(path, "M{x} {y}h{width}");
                }
            }
            above = Some(cells);
        }
        if !path.is_empty() {
            let _ = writeln!(out, "<path class=\"edge\" d=\"{path}\"/>");
        }
    }

    fn write_cell(&self, out: &mut String, picture: &Picture, cell: &Cell, x: i64, y: i64) {
        let (width, height) = (self.cell_width, self.cell_height);
        let colour = Colour::of(cell, &picture.key).hex();
        let _ = write!(
            out,
            "<g class=\"c{colour}\"><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" \
             height=\"{height}\"/>",
            escaped(&cell.sentence(&picture.key))
        );
        let text = cell.image.to_string();
        let lines = count(text.split(' ').count());
        for (i, word) in text.split(' ').enumerate() {
            let (x, middle) = (x + width / 2, y + height / 2 + 5);
            let y = middle + (2 * count(i) + 1 - lines) * LINE / 2;
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{word}</text>");
        }
        out.push_str("</g>\n");
    }
}

/// The width in pixels of a line of bold text with margins.
fn bold(text: &(impl AsRef<str> + ?Sized)) -> i64 {
    length(text) * CHARACTER + 2 * BLANK
}

fn length(text: &(impl AsRef<str> + ?Sized)) -> i64 {
    count(text.as_ref().chars().count())
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Escapes the characters that XML reserves.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
