//! The places of the parts of a picture in pixels, which [`svg`](super::svg) and the writer of PNG draw.

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

/// What draws the parts of a picture. A text stands on the line at `y`.
pub(super) trait Canvas {
    /// A bold text that begins at `x`: the title, the heading of a panel.
    fn name(&mut self, x: i64, y: i64, text: &str);
    /// The label of a column, in the middle of which `x` is.
    fn column(&mut self, x: i64, y: i64, text: &str);
    /// The label of a row, which ends at `x`.
    fn row(&mut self, x: i64, y: i64, text: &str);
    /// A cell: its sentence, its rectangle as left, top, width and height, and its words around their middles.
    fn cell(
        &mut self,
        colour: Colour,
        sentence: &str,
        rectangle: [i64; 4],
        words: &[(i64, i64, &str)],
    );
    /// Thick lines between tiles, each from `x` and `y` on with a width or a height.
    fn edges(&mut self, lines: &[[i64; 4]]);
}

/// Draws a picture. `begin` makes the canvas from the width and the height of the picture.
pub(super) fn draw<C, E>(
    picture: &Picture,
    begin: impl FnOnce(i64, i64) -> Result<C, E>,
) -> Result<C, E>
where
    C: Canvas,
{
    let panels: Vec<PanelSizes> = picture.panels.iter().map(PanelSizes::new).collect();
    let (places, (width, height)) = arranged(&panels);
    let mut canvas = begin(width.max(bold(&picture.title)), height)?;
    canvas.name(BLANK, BLANK + LINE - 4, &picture.title);
    for (panel, place) in panels.iter().zip(places) {
        panel.draw(&mut canvas, picture, place);
        if picture.key.name == "tile" {
            panel.draw_edges(&mut canvas, place);
        }
    }
    Ok(canvas)
}

/// The upper left corner of each panel, and the size of the picture. Panels stand side by side up to the width [`ROW`],
/// or up to the width of the widest panel.
fn arranged(panels: &[PanelSizes]) -> (Vec<(i64, i64)>, (i64, i64)) {
    let limit = panels.iter().map(PanelSizes::width).max().unwrap_or(0).max(ROW);
    let (mut left, mut top, mut row, mut width) = (0, LINE + 2 * BLANK, 0, 0);
    let mut places = Vec::new();
    for panel in panels {
        if left + panel.width() > limit {
            (left, top, row) = (0, top + row, 0);
        }
        places.push((left, top));
        left += panel.width();
        row = row.max(panel.height());
        width = width.max(left);
    }
    (places, (width, top + row))
}

/// A panel and the sizes of its parts in pixels.
struct PanelSizes<'a> {
    panel: &'a Panel,
    cell_width: i64,
    cell_height: i64,
    /// The width left of the cells.
    margin: i64,
    /// The height above the cells.
    header: i64,
}

impl<'a> PanelSizes<'a> {
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

    fn draw(&self, canvas: &mut impl Canvas, picture: &Picture, (left, top): (i64, i64)) {
        let mut line = top;
        if let Some(heading) = &self.panel.heading {
            canvas.name(left + BLANK, top + LINE - 4, heading);
            line += LINE;
        }
        for (k, label) in self.panel.columns.iter().enumerate() {
            let x = left + self.margin + count(k) * self.cell_width + self.cell_width / 2;
            for (i, word) in label.words().enumerate() {
                canvas.column(x, line + (count(i) + 1) * LINE - 4, &word);
            }
        }
        for (k, (label, cells)) in self.panel.lines().enumerate() {
            let y = top + self.header + count(k) * self.cell_height;
            canvas.row(left + self.margin - BLANK, y + self.cell_height / 2 + 4, &label.line());
            for (i, cell) in cells.iter().enumerate() {
                let x = left + self.margin + count(i) * self.cell_width;
                self.draw_cell(canvas, picture, cell, x, y);
            }
        }
    }

    /// Draws thick lines between tiles, which are visible without colours.
    fn draw_edges(&self, canvas: &mut impl Canvas, (left, top): (i64, i64)) {
        let (width, height) = (self.cell_width, self.cell_height);
        let mut lines = Vec::new();
        let mut above: Option<&[Cell]> = None;
        for (k, (_, cells)) in self.panel.lines().enumerate() {
            let y = top + self.header + count(k) * height;
            for (i, cell) in cells.iter().enumerate() {
                let x = left + self.margin + count(i) * width;
                if i > 0 && cells[i - 1].group != cell.group {
                    lines.push([x, y, 0, height]);
                }
                if above.is_some_and(|above| above[i].group != cell.group) {
                    lines.push([x, y, width, 0]);
                }
            }
            above = Some(cells);
        }
        canvas.edges(&lines);
    }

    fn draw_cell(&self, canvas: &mut impl Canvas, picture: &Picture, cell: &Cell, x: i64, y: i64) {
        let (width, height) = (self.cell_width, self.cell_height);
        let text = cell.image.to_string();
        let lines = count(text.split(' ').count());
        let words = text.split(' ').enumerate().map(|(i, word)| {
            let middle = y + height / 2 + 5;
            (x + width / 2, middle + (2 * count(i) + 1 - lines) * LINE / 2, word)
        });
        let colour = Colour::of(cell, &picture.key);
        let sentence = cell.sentence(&picture.key);
        canvas.cell(colour, &sentence, [x, y, width, height], &words.collect::<Vec<_>>());
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
