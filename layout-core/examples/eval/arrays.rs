//! Strided arrays: axes in row-major order.

use layout_core::Layout;
use layout_core::Slices;

use super::{EvalAnswer, EvalRequest, parse, show};

/// The answer to a request about axes.
pub(super) fn evaluate(request: &EvalRequest<'_>, a: &Layout) -> EvalAnswer {
    match request.operation {
        "to_flat" => show(a.to_flat()),
        "stride_order" => show(a.stride_order()),
        "is_contiguous_c" => Ok(a.is_contiguous_c().to_string()),
        "is_contiguous_f" => Ok(a.is_contiguous_f().to_string()),
        "is_contiguous_any" => Ok(a.is_contiguous_any().to_string()),
        "reshape" => show(a.reshape(&request.tuple(1)?)),
        "broadcast_to" => show(a.broadcast_to(&request.tuple(1)?)),
        "mergeable_axes" => show(a.mergeable_axes()),
        "merge_axes" if request.text.len() < 2 => show(a.merge_axes(u32::MAX)),
        "merge_axes" => show(a.merge_axes(request.integer(1)?)),
        "squeeze" => show(a.squeeze()),
        "unsqueeze" => {
            let axes = request.tuple(1)?;
            let axes: Vec<i64> = (0..axes.leaf_count()).map(|k| axes.value(k)).collect();
            show(a.unsqueeze(&axes))
        }
        // Slices in NumPy's notation: `1:-1, ::2, 3`.
        "slice_axes" => {
            let slices: Slices = parse(request.text(1)?)?;
            let part = a.slice_axes(&slices).map(|(part, offset)| format!("{part} @ {offset}"));
            part.map_err(|error| error.to_string())
        }
        "capacity" => Ok(a.capacity().to_string()),
        other => Err(format!("no operation is called {other:?}")),
    }
}
