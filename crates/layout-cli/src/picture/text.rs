//! Writes a picture for the terminal: a grid with background colours as ANSI sequences.

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use crate::picture::palette::Colour;
use crate::picture::{Cell, Image, Key, Label, Panel, Picture};

/// Writes a picture as lines of text. Coloured cells have 256-colour ANSI sequences around them.
///
/// ```
/// use layout_cli::MaybeSwizzled;
/// use layout_cli::picture::{ColourBy, Picture, text};
/// let layout = MaybeSwizzled::read("(2,(2,2)):(4,(1,2))")?;
/// let picture = Picture::of_layout(&layout, &ColourBy::Nothing)?;
/// assert_eq!(text::write(&picture), "\
/// (2,(2,2)):(4,(1,2))
///         0     1     2     3
///     (0,0) (1,0) (0,1) (1,1)
/// 0       0     1     2     3
/// 1       4     5     6     7
/// ");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
pub fn write(picture: &Picture) -> String {
    write_within(picture, usize::MAX)
}

/// Writes a picture as lines of up to `width` characters. A line under a panel says how many columns are left out.
///
/// ```
/// use layout_cli::MaybeSwizzled;
/// use layout_cli::picture::{ColourBy, Picture, text};
/// let picture = Picture::of_layout(&MaybeSwizzled::read("(2,8):row")?, &ColourBy::Nothing)?;
/// assert_eq!(text::write_within(&picture, 14), "\
/// (2,8):(8,1)
///      0  1  2
/// 0    0  1  2
/// 1    8  9 10
/// +5 columns; --svg
/// ");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
pub fn write_within(picture: &Picture, width: usize) -> String {
    let mut out = format!("{}\n", picture.title);
    for (k, panel) in picture.panels.iter().enumerate() {
        if let Some(heading) = &panel.heading {
            let gap = if k == 0 { "" } else { "\n" };
            let _ = writeln!(out, "{gap}{heading}");
        }
        write_panel(&mut out, panel, &picture.key, width);
    }
    out
}

fn write_panel(out: &mut String, panel: &Panel, key: &Key, line_width: usize) {
    let texts: Vec<String> = panel.cells.iter().map(short).collect();
    let widest = |words: &mut dyn Iterator<Item = String>| words.map(|word| word.len()).max();
    let columns = panel.columns.iter();
    let header = widest(&mut columns.flat_map(Label::words)).unwrap_or(0);
    let width = texts.iter().map(String::len).max().unwrap_or(0).max(header);
    let rows: Vec<String> = panel.rows.iter().map(|label| label.line()).collect();
    let margin = rows.iter().map(String::len).max().unwrap_or(0).max(2);
    let count = panel.columns.len().max(1);
    // A blank precedes each column.
    let fitting = (line_width.saturating_sub(margin + 1) / (width + 1)).clamp(1, count);
    for line in 0..2 {
        let columns = panel.columns.iter().take(fitting);
        let words: Vec<String> = columns.filter_map(|label| label.words().nth(line)).collect();
        if words.is_empty() {
            continue;
        }
        let _ = write!(out, "{:margin$} ", "");
        for word in words {
            let _ = write!(out, " {word:>width$}");
        }
        out.push('\n');
    }
    for (label, (cells, texts)) in
        rows.iter().zip(panel.cells.chunks(count).zip(texts.chunks(count)))
    {
        let _ = write!(out, "{label:margin$} ");
        for (cell, text) in cells.iter().zip(texts).take(fitting) {
            let text = format!(" {text:>width$}");
            match cell.group {
                Some(_) if !key.name.is_empty() => {
                    let style = style(cell, key);
                    let _ = write!(out, "{style}{text}{style:#}");
                }
                _ => out.push_str(&text),
            }
        }
        out.push('\n');
    }
    if fitting < panel.columns.len() {
        let left = panel.columns.len() - fitting;
        let s = if left == 1 { "" } else { "s" };
        let _ = writeln!(out, "+{left} column{s}; --svg");
    }
}

/// The text of a cell. `T0 V1` is shortened to `T0V1`.
fn short(cell: &Cell) -> String {
    match &cell.image {
        Image::Held(_) => cell.image.to_string().replace(' ', ""),
        image => image.to_string(),
    }
}

/// Black text on the colour of the cell.
fn style(cell: &Cell, key: &Key) -> Style {
    let background = Colour::of(cell, key).ansi();
    Style::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(background.into()))
}
