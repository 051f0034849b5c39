//! A program in which each line of `main` with the word `refused` has an error of its own: a method of a tensor that its
//! layout does not have. `tests/static_refused.rs` reads the errors.

use static_layout::typenum::U4;
use static_layout::*;
use static_layout_kernels::{TiledCopy, VectorMove};

/// Elements of a static layout: one with four rows of six, and one whose rows are the same elements.
type Rows = Layout!((4,6):(6,1));
type Repeated = Layout!((4,6):(0,1));
/// A layout of coordinates.
type Places = Layout!((4,6):(1@0,1@1));

macro_rules! view {
    () => {
        View::new(&[0i32; 24], Rows::default()).unwrap()
    };
}
macro_rules! view_mut {
    ($L:ty) => {
        &mut ViewMut::new(&mut [0i32; 24], <$L>::default()).unwrap()
    };
}

#[rustfmt::skip]
fn main() {
    let n = std::hint::black_box(2);
    // One `let` each, so a line is one statement.
    let _ = view!().reshape(shape!(5, 5)); // refused
    let _ = view!().broadcast_to(shape!(4, 7)); // refused
    let _ = view!().slice_axes(slices!(.., -7)); // refused
    let _ = view!().try_slice_axes(slices!(.., -7)); // refused
    let _ = view!().unsqueeze::<5>(); // refused
    let _ = view_mut!(Rows).reshape_mut(shape!(5, 5)); // refused
    let _ = view_mut!(Rows).slice_axes_mut(slices!(.., -7)); // refused
    let _ = view!().zip_with(&View::new(&[0; 6], layout!((2,3))).unwrap(), |x, y| x + y); // refused
    view!().for_each_with(&View::new(&[0; 6], layout!((2,3))).unwrap(), |_, _| ()); // refused
    view_mut!(Rows).update_with(&View::new(&[0; 6], layout!((2,3))).unwrap(), |_, _| ()); // refused
    let _ = view!().compose(layout!(8:7)); // refused
    let _ = view!().try_compose(layout!(8:7)); // refused
    let _ = view_mut!(Rows).compose_mut(layout!(8:7)); // refused
    let _ = view!().at(coord!((4, 0))); // refused
    let _ = view_mut!(Repeated).split_mut::<0>(1); // refused
    view_mut!(Repeated).iter_mut().for_each(drop); // refused
    let _ = view_mut!(Repeated).try_iter_mut(); // refused
    view_mut!(Repeated).entries_mut().for_each(drop); // refused
    view_mut!(Repeated).fill(1); // refused
    let _ = view!().tiles(tile!(3, 2)).count(); // refused
    let _ = view!().try_tiles(tile!(3, 2)); // refused
    let _ = view!().tile(tile!(3, 2), (0, 0)); // refused
    let _ = view!().try_tile(tile!(3, 2), (0, 0)); // refused
    let _ = view_mut!(Rows).tile_mut(tile!(3, 2), (0, 0)); // refused
    let _ = view_mut!(Rows).tiles_mut(tile!(3, 2)).count(); // refused
    let _ = view_mut!(Rows).try_tiles_mut(tile!(3, 2)); // refused
    let _ = view_mut!(Repeated).tiles_mut(tile!(2, 2)).count(); // refused
    let _ = view_mut!(Repeated).try_tiles_mut(tile!(2, 2)); // refused
    let _ = view!().outer_partition(tile!(3, 2), (0, 0)); // refused
    let _ = view!().tiles_padded(layout!(5:0)).count(); // refused
    let _ = view!().try_tiles_padded(layout!(5:0)); // refused
    let _ = view!().tile_padded(layout!(5:0), 0); // refused
    let _ = view_mut!(Rows).tile_padded_mut(layout!(5:0), 0); // refused
    let _ = view_mut!(Rows).tiles_padded_mut(layout!(5:0)).count(); // refused
    let _ = view_mut!(Rows).try_tiles_padded_mut(layout!(5:0)); // refused
    let _ = view_mut!(Repeated).tiles_padded_mut(tile!(3, 4)).count(); // refused
    let _ = view_mut!(Repeated).try_tiles_padded_mut(tile!(3, 4)); // refused
    let _ = view!().partition(layout!((3,2)), 0); // refused
    let _ = view!().shares(layout!((3,2))).count(); // refused
    let _ = view_mut!(Rows).partition_mut(layout!((3,2))).count(); // refused
    let _ = view_mut!(Rows).try_partition_mut(layout!((3,2))); // refused
    let _ = view_mut!(Repeated).partition_mut(layout!((2,2))).count(); // refused
    let _ = view_mut!(Repeated).try_partition_mut(layout!((2,2))); // refused
    let _ = view!().vectorize::<5>(); // refused
    let _ = TiledCopy::new(VectorMove::<U4>::new(), layout!((2,2):(n,1)), layout!((1,4):(1,1))); // refused
    let _ = TiledCopy::new(VectorMove::<U4>::new(), layout!((2,2):(2,1)), layout!((1,4):(1,n))); // refused
    let _ = View::new(&[0; 24], Places::default()); // refused
    let _ = View::with_origin(&[0; 24], 0, Places::default()); // refused
    let _ = ViewMut::new(&mut [0; 24], Places::default()); // refused
    let _ = ViewMut::with_origin(&mut [0; 24], 0, Places::default()); // refused
    let _ = Boxed::filled(Places::default(), 0); // refused
    let _ = Boxed::from_offsets(Places::default(), |_| 0); // refused
    let _ = Boxed::from_coords(Places::default(), |_| 0); // refused
    let _ = Boxed::from_slice(Places::default(), &[0; 24]); // refused
    let _ = Owned::filled(Places::default(), 0); // refused
    let _ = Owned::from_offsets(Places::default(), |_| 0); // refused
    let _ = Owned::from_coords(Places::default(), |_| 0); // refused
    let _ = Owned::from_slice(Places::default(), &[0; 24]); // refused
}
