//! What metadata of version 3 writes of a type: its name, and its fill value.

use super::{DataType, Float, Kind};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

impl DataType {
    /// A `dtype` of version 2 as the `data_type` of version 3 that has the same elements in memory, where there is one.
    pub(crate) fn third_of_second(dtype: &Value) -> Option<Value> {
        let found = Self::second(dtype).ok()?;
        let of_size =
            |name: &str| json!({ "name": name, "configuration": { "length_bytes": found.size } });
        Some(match found.kind {
            Kind::Bytes { ends_at_zero: false } => of_size("raw_bytes"),
            Kind::Bytes { ends_at_zero: true } => of_size("null_terminated_bytes"),
            Kind::Chars => of_size("fixed_length_utf32"),
            Kind::Time => {
                // `<M8[25s]`, or `<M8` of no unit.
                let code = found.name.trim_start_matches(['<', '>', '|', '=']);
                let name = if code.starts_with('M') { "datetime64" } else { "timedelta64" };
                let text = code.get(2..)?.trim_start_matches('[').trim_end_matches(']');
                let unit = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
                let digits = &text[..text.len() - unit.len()];
                let scale: u32 = if digits.is_empty() { 1 } else { digits.parse().ok()? };
                let unit = if unit.is_empty() { "generic" } else { unit };
                json!({ "name": format!("numpy.{name}"), "configuration": { "unit": unit, "scale_factor": scale } })
            }
            Kind::Record { .. } => {
                let field = |field: &Value| match field.as_array()?.as_slice() {
                    [name, dtype] => Some(json!([name, Self::third_of_second(dtype)?])),
                    _ => None,
                };
                let fields: Option<Vec<Value>> = dtype.as_array()?.iter().map(field).collect();
                json!({ "name": "structured", "configuration": { "fields": fields? } })
            }
            Kind::Other => return None,
            _ => found.name.into(),
        })
    }

    /// The fill value that version 2 means by none.
    pub(crate) fn no_fill_value(&self) -> Option<Value> {
        if self.kind == Kind::Time { Some("NaT".into()) } else { self.zero() }
    }

    /// The fill value of version 3 whose bits are 0.
    pub(crate) fn zero(&self) -> Option<Value> {
        Some(match &self.kind {
            Kind::Bool => false.into(),
            Kind::Integer(_) | Kind::Small(..) | Kind::Time => 0.into(),
            Kind::Float(Float::Byte { has_zero: false }) | Kind::Other => return None,
            Kind::Float(_) => json!(0.0),
            Kind::Complex(_) => json!([0.0, 0.0]),
            Kind::Chars => "".into(),
            Kind::Bytes { .. } | Kind::Record { .. } => {
                let zeros = vec![0; usize::try_from(self.size).ok()?];
                // Raw bits are a list in the specification.
                match self.name.strip_prefix('r').is_some_and(|bits| bits.parse::<u64>().is_ok()) {
                    true => zeros.into(),
                    false => BASE64_STANDARD.encode(zeros).into(),
                }
            }
        })
    }
}
