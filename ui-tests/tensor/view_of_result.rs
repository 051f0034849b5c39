//! [coord] of a view: the result of View::new, which may be a refusal, in place of the view.
//! Fix: View::new(..).unwrap(), or ?.
use static_layout::*;

fn main() {
    let data = [0.0f32; 16];
    let view = View::new(&data, layout!((4,4):(1,4)));
    assert_eq!(view[(0, 1)], 0.0);
}
