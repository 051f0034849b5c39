//! Extents and their types.
use static_layout::*;

fn integers(a: View<'_, f32, Layout!((4, 8):(8, 1))>) {
    for i in 0..a.shape() {}
    let [m, n] = a.shape();
    let (m, n) = a.sizes();
    let (m, n, k) = a.shape();
    let sizes: [usize; 2] = a.shape();
    let _ = usize::from(a.shape().0);
    let m: usize = a.shape().0.into();
    let m: usize = a.layout().stride().0.into();
    let m: usize = "4".into();
    let _ = a.shape().0 as usize;
    let _ = a.layout().stride().0 as usize;
    let _ = "4" as usize;
}

fn result(l: Layout!((4, 8):(8, 1))) -> (usize, usize) { l.shape() }

fn main() {}
