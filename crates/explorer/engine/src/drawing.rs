//! Layouts that the page shows. The page requests the cells on the screen, so a layout may have any size.

use std::cell::RefCell;

use layout_cli::picture::palette::Colour;
use layout_cli::picture::{ColourBy, Groups, Key, coordinate, heading};
use layout_cli::{Failure, MaybeSwizzled};
use layout_core::{Coord, Layout};
use serde_json::{Value as Json, json};

use crate::answer::without_options;

/// The number of drawings that are kept: the answer, its operands and steps.
const KEPT: usize = 32;
/// The coordinates whose images are measured, if images are coordinates.
const MEASURED: i64 = 4096;

thread_local! {
    /// The latest drawings by number.
    static DRAWINGS: RefCell<(u32, Vec<(u32, Drawing)>)> = const { RefCell::new((0, Vec::new())) };
}

/// A layout as panels of rows and columns: mode 0 runs down, mode 1 to the right, and each coordinate of the other
/// modes has a panel. A layout of one mode is one row.
#[derive(Clone)]
struct Drawing {
    mapping: MaybeSwizzled,
    plain: Layout,
    down: Option<Layout>,
    right: Layout,
    deep: Vec<Layout>,
    groups: Groups,
    key: Key,
}

/// A rectangle of cells of a panel.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The index of the panel.
    pub panel: i64,
    /// The number of rows; rows past the panel are left out.
    pub row: i64,
    /// The number of rows; those past the panel are left out.
    pub rows: i64,
    /// The first column.
    pub column: i64,
    /// The number of columns; columns past the panel are left out.
    pub columns: i64,
}

/// Adds the drawing of a layout to the answer.
///
/// `drawing` has its `id`; the `rank` of the layout; the numbers of `panels`, `rows` and `columns`; `widest`, the characters of the longest text
/// of a cell, row label and column label; `numbers`, whether cells have offsets; their `bounds`; and the `palette`. If
/// the layout cannot be coloured by `by`, `uncoloured` is the reason.
pub(crate) fn draw(answer: &mut Json, mapping: &MaybeSwizzled, by: Result<ColourBy, Failure>) {
    let coloured = by.and_then(|by| Drawing::new(mapping, &by));
    let drawing = coloured.or_else(|uncoloured| {
        answer["uncoloured"] = without_options(&uncoloured).into();
        Drawing::new(mapping, &ColourBy::Nothing)
    });
    match drawing {
        Ok(drawing) => {
            let mut object = drawing.describe();
            object["id"] = keep(drawing).into();
            answer["drawing"] = object;
        }
        Err(undrawn) => answer["undrawn"] = without_options(&undrawn).into(),
    }
}

/// Stores a drawing, and returns its number.
fn keep(drawing: Drawing) -> u32 {
    DRAWINGS.with_borrow_mut(|(next, kept)| {
        *next += 1;
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((*next, drawing));
        *next
    })
}

fn with<T>(id: u32, f: impl FnOnce(&Drawing) -> T) -> Option<T> {
    DRAWINGS.with_borrow(|(_, kept)| {
        kept.iter().find(|(number, _)| *number == id).map(|(_, drawing)| f(drawing))
    })
}

/// The labels of a window, and its texts if images are coordinates: `{"labels": ID, "panel", "row", "rows", ..}`.
pub(crate) fn labels(question: &Json) -> Json {
    let number = |name: &str| question[name].as_i64().unwrap_or(0);
    let id = u32::try_from(number("labels")).unwrap_or(0);
    let window = Window {
        panel: number("panel"),
        row: number("row"),
        rows: number("rows"),
        column: number("column"),
        columns: number("columns"),
    };
    with(id, |drawing| drawing.labels(window)).unwrap_or(Json::Null)
}

/// The coordinate and the image of a cell: `{"cell": ID, "linear": NUMBER}`.
pub(crate) fn cell(question: &Json) -> Json {
    let id = question["cell"].as_u64().and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
    let linear = question["linear"].as_i64().unwrap_or(0);
    let sentence = with(id, |drawing| {
        let image = drawing.mapping.image(linear).map(|image| image.to_string());
        json!({ "coordinate": coordinate(&drawing.plain, linear), "text": image })
    });
    sentence.unwrap_or(Json::Null)
}

/// Writes the cells of a window to `out`, and returns their number: the offset of each in 8 bytes, then the group of
/// each in 4, then the colour of each in 1.
///
/// ```
/// use explorer_engine::{Window, answer, window};
/// let drawn = answer(r#"{"expression": "(2,2):(1,3)", "by": "offset"}"#);
/// let id = drawn.split(r#""id":"#).nth(1).and_then(|rest| rest.split(',').next()?.parse().ok()).unwrap();
/// let mut bytes = Vec::new();
/// assert_eq!(window(id, Window { panel: 0, row: 1, rows: 9, column: 0, columns: 9 }, &mut bytes), 2);
/// assert_eq!((bytes[0], bytes[8]), (1, 4));
/// ```
pub fn window(id: u32, window: Window, out: &mut Vec<u8>) -> usize {
    out.clear();
    with(id, |drawing| drawing.write(window, out)).unwrap_or(0)
}

impl Drawing {
    fn new(mapping: &MaybeSwizzled, by: &ColourBy) -> Result<Self, Failure> {
        let plain = mapping.plain();
        let groups = Groups::new(by, mapping)?;
        let range = mapping.bounds().filter(|_| matches!(by, ColourBy::Offset));
        let modes = (0..plain.rank()).map(|i| plain.mode(i)).collect::<Result<Vec<_>, _>>();
        let mut modes = modes?.into_iter();
        let (down, right) = match plain.rank() {
            0 | 1 => (None, Some(plain)),
            _ => (modes.next(), modes.next()),
        };
        let deep = if plain.rank() > 2 { modes.collect() } else { Vec::new() };
        Ok(Self {
            mapping: *mapping,
            plain,
            down,
            right: right.unwrap_or(plain),
            deep,
            groups,
            key: Key { range, ..by.key() },
        })
    }

    fn rows(&self) -> i64 {
        self.down.map_or(1, |down| down.size())
    }

    fn panels(&self) -> i64 {
        self.deep.iter().map(Layout::size).product()
    }

    fn describe(&self) -> Json {
        let palette: Vec<_> =
            (0..self.key.colours()).map(|k| Colour::numbered(k, &self.key).hex()).collect();
        let last = |mode: Option<Layout>| {
            mode.map_or(1, |mode| label(&mode, mode.size().max(1) - 1).chars().count())
        };
        let numbers = !self.plain.is_coordinate();
        let text = match self.mapping.bounds() {
            Some((least, most)) => least.to_string().len().max(most.to_string().len()),
            None => (0..self.plain.size().min(MEASURED))
                .chain([self.plain.size() - 1])
                .filter_map(|i| self.mapping.image(i))
                .map(|image| image.to_string().len())
                .max()
                .unwrap_or(0),
        };
        json!({
            "rank": self.plain.rank(),
            "panels": self.panels(),
            "rows": self.rows(),
            "columns": self.right.size(),
            "widest": { "text": text, "row": last(self.down), "column": last(Some(self.right)) },
            "numbers": numbers,
            "bounds": self.mapping.bounds(),
            "borders": self.key.name == "tile",
            "palette": palette,
        })
    }

    fn labels(&self, window: Window) -> Json {
        let range = |first: i64, count: i64, size: i64| first.max(0)..(first + count).min(size);
        let rows = range(window.row, window.rows, self.rows());
        let columns = range(window.column, window.columns, self.right.size());
        let texts = self.plain.is_coordinate().then(|| {
            let linear = |row| columns.clone().map(move |column| (row, column));
            let cells = rows.clone().flat_map(linear);
            let image = |(row, column)| self.mapping.image(self.linear(window.panel, row, column));
            cells.map(|at| image(at).map(|image| image.to_string())).collect::<Vec<_>>()
        });
        json!({
            "heading": self.heading(window.panel),
            "rows": rows.map(|i| self.down.map_or("0".into(), |down| label(&down, i))).collect::<Vec<_>>(),
            "columns": columns.map(|i| label(&self.right, i)).collect::<Vec<_>>(),
            "texts": texts,
        })
    }

    /// `(_,_,1,(0,1))`: the coordinate of a panel in the modes from 2 on.
    fn heading(&self, panel: i64) -> String {
        if self.deep.is_empty() {
            return String::new();
        }
        heading(&self.deep, panel)
    }

    fn linear(&self, panel: i64, row: i64, column: i64) -> i64 {
        row + self.rows() * (column + self.right.size() * panel)
    }

    /// The offset of a panel's first cell, before a swizzle.
    fn first(&self, panel: i64) -> i64 {
        let mut rest = panel;
        let digits = self.deep.iter().map(|mode| {
            let digit = rest % mode.size().max(1);
            rest /= mode.size().max(1);
            offset(mode, digit)
        });
        digits.sum()
    }

    fn write(&self, window: Window, out: &mut Vec<u8>) -> usize {
        let range = |first: i64, count: i64, size: i64| first.max(0)..(first + count).min(size);
        let rows = range(window.row, window.rows, self.rows());
        let columns = range(window.column, window.columns, self.right.size());
        // The offset of a cell is the sum of the offsets of its row, its column and its panel.
        let first = self.first(window.panel);
        let right: Vec<i64> =
            columns.clone().map(|column| first + offset(&self.right, column)).collect();
        let (mut groups, mut colours) = (Vec::new(), Vec::new());
        for row in rows {
            let down = self.down.map_or(0, |down| offset(&down, row));
            for (column, right) in columns.clone().zip(&right) {
                let plain = down + right;
                let offset = match &self.mapping {
                    MaybeSwizzled::Plain(_) => plain,
                    MaybeSwizzled::Swizzled(layout) => {
                        layout.swizzle().apply(layout.offset() + plain)
                    }
                };
                let group = self.groups.of(self.linear(window.panel, row, column), offset);
                out.extend(offset.to_le_bytes());
                groups.extend((group & 0xffff_ffff).to_le_bytes()[..4].iter());
                colours.push(if self.key.name.is_empty() {
                    u8::MAX
                } else {
                    self.key.number(group)
                });
            }
        }
        out.append(&mut groups);
        out.append(&mut colours);
        out.len() / 13
    }
}

/// The offset of a linear index of a mode, 0 if its strides have a basis.
fn offset(mode: &Layout, i: i64) -> i64 {
    mode.index(&Coord::leaf(i)).unwrap_or(0)
}

/// The label of a row or a column: the coordinate in the mode.
fn label(mode: &Layout, i: i64) -> String {
    if mode.depth() > 0 { coordinate(mode, i) } else { i.to_string() }
}
