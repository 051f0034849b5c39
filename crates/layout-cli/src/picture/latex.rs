//! Writes a picture as a LaTeX document that draws it with TikZ.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::picture::palette::Colour;
use crate::picture::{Cell, Panel, Picture};

/// Writes a document of the class `standalone` with a picture for each panel.
///
/// A cell is `\node[cell,fill=c77aadd] at (1,-0) {2}; % (0,1)`, with its coordinate in the comment.
pub fn write(picture: &Picture) -> String {
    let mut out =
        String::from("\\documentclass[tikz,border=4pt]{standalone}\n\\usepackage[T1]{fontenc}\n");
    let cells = || picture.panels.iter().flat_map(|panel| &panel.cells);
    let colours: BTreeSet<String> =
        cells().map(|cell| Colour::of(cell, &picture.key).hex()).collect();
    for colour in colours {
        let _ = writeln!(out, "\\definecolor{{c{colour}}}{{HTML}}{{{}}}", colour.to_uppercase());
    }
    let longest = cells().map(|cell| cell.image.to_string().len()).max().unwrap_or(1);
    let width = (longest + 2) as f64 * 0.21;
    out.push_str("\\begin{document}\n");
    for panel in &picture.panels {
        let _ = writeln!(out, "\\begin{{tikzpicture}}[x={width:.2}cm,y=0.6cm,");
        let _ = writeln!(
            out,
            "  cell/.style={{draw,minimum width={width:.2}cm,minimum height=0.6cm,inner sep=0pt,font=\\ttfamily\\small}},"
        );
        out.push_str("  index/.style={font=\\ttfamily\\scriptsize,text=darkgray}]\n");
        write_panel(&mut out, picture, panel);
        out.push_str("\\end{tikzpicture}\n");
    }
    out.push_str("\\end{document}\n");
    out
}

fn write_panel(out: &mut String, picture: &Picture, panel: &Panel) {
    let heading = panel.heading.as_ref().map(|heading| format!("  {heading}")).unwrap_or_default();
    let title = escaped(&format!("{}{heading}", picture.title));
    let nested = panel.columns.iter().any(|label| label.nested.is_some());
    let above = if nested { 2 } else { 1 };
    let _ = writeln!(out, "\\node[anchor=west,font=\\ttfamily] at (-1,{}) {{{title}}};", above + 1);
    for (k, label) in panel.columns.iter().enumerate() {
        for (i, word) in label.words().enumerate() {
            let _ = writeln!(out, "\\node[index] at ({k},{}) {{{word}}};", above - i);
        }
    }
    for (k, (label, cells)) in panel.lines().enumerate() {
        let _ = writeln!(out, "\\node[index,anchor=east] at (-0.6,-{k}) {{{}}};", label.line());
        for (i, cell) in cells.iter().enumerate() {
            write_cell(out, picture, cell, i, k);
        }
    }
}

fn write_cell(out: &mut String, picture: &Picture, cell: &Cell, column: usize, row: usize) {
    let colour = Colour::of(cell, &picture.key).hex();
    let _ = writeln!(
        out,
        "\\node[cell,fill=c{colour}] at ({column},-{row}) {{{}}}; % {}",
        cell.image, cell.coordinate
    );
}

/// Escapes the characters that TeX reserves. `<` and `>` need no escape in the encoding T1, which the document loads.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c => out.push(c),
        }
    }
    out
}
