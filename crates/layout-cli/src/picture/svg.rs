//! Writes a picture as SVG. Each cell is a group with a `<title>`, which browsers show as a tooltip and screen readers
//! read.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::Write;

use crate::picture::Picture;
use crate::picture::palette::Colour;
use crate::picture::sheet::{Canvas, draw};

/// Writes an SVG document with a `viewBox`, which scales to any size.
///
/// The groups of cells are in row order. Each has a title such as `(1,(0,1)) → 6` and its text.
pub fn write(picture: &Picture) -> String {
    let drawn: Result<_, Infallible> = draw(picture, |width, height| {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"layout\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        );
        let _ = writeln!(out, "<title>{}</title>", escaped(&picture.title));
        let _ = writeln!(out, "<desc>{}</desc>", escaped(&description(picture)));
        write_style(&mut out, picture);
        let _ = writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>");
        Ok(out)
    });
    let Ok(mut out) = drawn;
    out.push_str("</svg>\n");
    out
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
    let colours: BTreeSet<Colour> = cells.map(|cell| Colour::of(cell, &picture.key)).collect();
    out.push_str(
        "<style>.layout text{font:13px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;\
         text-anchor:middle;fill:#000}.layout .name{font-weight:bold;text-anchor:start}\
         .layout .label{fill:#444;font-size:11px}.layout .row{text-anchor:end}.layout .paper{fill:#fff}\
         .layout g rect{stroke-width:1}.layout .edge{stroke:#10202f;stroke-width:2;fill:none}",
    );
    for colour in colours {
        let (name, line) = (colour.hex(), colour.line().hex());
        let _ = write!(out, ".layout .c{name} rect{{fill:#{name};stroke:#{line}}}");
    }
    out.push_str("</style>\n");
}

impl Canvas for String {
    fn name(&mut self, x: i64, y: i64, text: &str) {
        let text = escaped(text);
        let _ = writeln!(self, "<text class=\"name\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    fn column(&mut self, x: i64, y: i64, text: &str) {
        let _ = writeln!(self, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    fn row(&mut self, x: i64, y: i64, text: &str) {
        let _ = writeln!(self, "<text class=\"label row\" x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    fn cell(
        &mut self,
        colour: Colour,
        sentence: &str,
        [x, y, width, height]: [i64; 4],
        words: &[(i64, i64, &str)],
    ) {
        let _ = write!(
            self,
            "<g class=\"c{}\"><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" \
             height=\"{height}\"/>",
            colour.hex(),
            escaped(sentence)
        );
        for (x, y, word) in words {
            let _ = write!(self, "<text x=\"{x}\" y=\"{y}\">{word}</text>");
        }
        self.push_str("</g>\n");
    }

    fn edges(&mut self, lines: &[[i64; 4]]) {
        if lines.is_empty() {
            return;
        }
        self.push_str("<path class=\"edge\" d=\"");
        for [x, y, width, height] in lines {
            let _ = match width {
                0 => write!(self, "M{x} {y}v{height}"),
                _ => write!(self, "M{x} {y}h{width}"),
            };
        }
        self.push_str("\"/>\n");
    }
}

/// Escapes the characters that XML reserves.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
