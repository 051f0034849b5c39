use static_layout::*;

fn last<L: AnyLayout>(l: L) -> usize {
    l.index(l.size() - 1)
}

fn main() {
    let a = layout!((4, 6):(1@0, 1@1));
    // A coordinate is no offset.
    let _ = last(a);
    let _ = View::new(&[0; 24], a);
    // Gaps between coordinates are no layout.
    let _ = a.complement(shape!(24));
    let _ = layout!((4, 6):(1, 4)).logical_divide(layout!(2:1@0));
    let n = 4;
    let _ = layout!((4, n):(1, 4)).append(layout!(2:1@0));
    // There is no third mode.
    let _ = layout!((4, 6):(1, 4)).compose(layout!(2:1@2));
}
