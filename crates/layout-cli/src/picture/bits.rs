//! Pictures of matrices over F2: a row for each bit of the image, a column for each bit of the coordinate.

use layout_core::{BitDims, BitLayout};

use crate::picture::{Cell, Image, Key, Label, Panel, Picture};

/// The key of colours by input dimension; bits that are 0 have none.
const INPUTS: Key = Key { name: "", step: 1, range: None };

impl Picture {
    /// Draws the matrix of a layout of bits. The ones of each input dimension have one colour.
    ///
    /// ```
    /// use layout_cli::picture::Picture;
    /// let picture = Picture::of_bits(&"{lane: (2) (1)} -> {x: 2}".parse()?);
    /// let cell = &picture.panels[0].cells[1];
    /// assert_eq!(cell.sentence(&picture.key), "x bit 0 of lane bit 1 → 1");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn of_bits(bits: &BitLayout) -> Self {
        let (rows, columns) = (labels(bits.outputs()), labels(bits.inputs()));
        let matrix = bits.matrix().columns();
        let cells = rows.iter().enumerate().flat_map(|(row, (_, of))| {
            columns.iter().enumerate().map(move |(column, (dimension, from))| {
                let one = matrix[column] >> row & 1;
                Cell {
                    coordinate: format!("{} of {}", sentence(of), sentence(from)),
                    image: Image::Offset(i64::from(one == 1)),
                    group: (one == 1).then_some(*dimension),
                }
            })
        });
        let cells = cells.collect();
        let labels = |labels: Vec<(i64, Label)>| labels.into_iter().map(|(_, label)| label);
        let panel = Panel {
            heading: None,
            cells,
            rows: labels(rows).collect(),
            columns: labels(columns).collect(),
        };
        Self { title: bits.to_string(), panels: vec![panel], key: INPUTS }
    }
}

/// The number of the dimension of each bit, and its label: the bit, and the name of the dimension.
fn labels(dimensions: &BitDims) -> Vec<(i64, Label)> {
    let bits = (0..dimensions.rank()).flat_map(|k| {
        let name = dimensions.name(k);
        (0..dimensions.width(k)).map(move |bit| {
            let label = Label { index: i64::from(bit), nested: Some(name.as_str().to_owned()) };
            (k as i64, label)
        })
    });
    bits.collect()
}

fn sentence(label: &Label) -> String {
    format!("{} bit {}", label.nested.as_deref().unwrap_or_default(), label.index)
}
