//! Layouts as matrices of bits.

use layout_cli::Failure;
use layout_cli::bits::{read, reason};
use layout_cli::picture::palette::Colour;
use layout_core::{BitDims, BitLayout, Shuffle};
use serde_json::{Value as Json, json};

use crate::answer::refused;

/// Answers `{"bits": {"text": LAYOUT, "to": LAYOUT}}`: the matrix of a layout, or, with `to`, of the conversion between
/// two layouts.
///
/// `text`; `inputs` and `outputs`, pairs of name and width; `columns`, for each input bit the image in each output;
/// `rank`, `kind`; the `palette`; `layout`, or `none` with the reason; of a conversion `vector` and `shuffles` in words.
pub(crate) fn bits(question: &Json) -> Json {
    answer(question).unwrap_or_else(|failure| refused(&failure))
}

fn answer(question: &Json) -> Result<Json, Failure> {
    let text = |name: &str| question[name].as_str().unwrap_or_default();
    let one = read(text("text"))?;
    if text("to").trim().is_empty() {
        return Ok(of(&one));
    }
    let to = read(text("to"))?;
    let mut answer = of(&one.convert(&to)?);
    if let Ok(vector) = one.common_vector(&to) {
        answer["vector"] = format!("vectors of {} elements", 1_u64 << vector.inputs()).into();
    }
    answer["shuffles"] = match Shuffle::between(&one, &to) {
        Ok(shuffle) => format!("{} warp shuffles, and no fewer suffice", shuffle.rounds()),
        Err(error) => format!("no warp shuffles: {}", reason(&error)),
    }
    .into();
    Ok(answer)
}

fn of(bits: &BitLayout) -> Json {
    let named = |dims: &BitDims| -> Json {
        (0..dims.rank()).map(|i| json!([dims.name(i).as_str(), dims.width(i)])).collect()
    };
    let matrix = bits.matrix();
    let outputs = bits.outputs();
    let parts = |column: &u64| -> Json {
        (0..outputs.rank()).map(|i| outputs.part(*column, i).into()).collect::<Vec<Json>>().into()
    };
    let kind = match (matrix.is_injective(), matrix.is_surjective()) {
        (true, true) => "one to one and onto",
        (true, false) => "one to one",
        (false, true) => "onto",
        (false, false) => "neither one to one nor onto",
    };
    let mut answer = json!({
        "text": bits.to_string(),
        "inputs": named(bits.inputs()),
        "outputs": named(outputs),
        "columns": matrix.columns().iter().map(parts).collect::<Vec<_>>(),
        "rank": matrix.rank(),
        "kind": kind,
        "palette": (0..32).map(|k| Colour::class(k).hex()).collect::<Vec<_>>(),
    });
    match bits.to_layout() {
        Ok(layout) => {
            let value = layout_cli::language::Value::from(layout);
            let text = match layout.swizzle().is_identity() {
                true => layout.plain().to_string(),
                false => value.to_string(),
            };
            answer["layout"] = text.into();
        }
        Err(error) => answer["none"] = reason(&error).into(),
    }
    answer
}
