//! `ndarray`, `nalgebra`, `mdarray`, slices of arrays.

use super::{Dynamic, coord, extents, indices, refusal};
use ndarray::{ArrayViewD, ArrayViewMutD, Ix1, Ix2, IxDyn, Slice};
use proptest::prelude::*;
use static_layout::*;

/// The changes of each axis: a range, the step of a slice, and its new position.
#[derive(Debug, Clone)]
struct StridedCuts {
    axes: Vec<(usize, usize, usize, isize)>,
    order: Vec<usize>,
}

fn cuts() -> impl Strategy<Value = StridedCuts> {
    let axis = (0_usize..6, 0_usize..6, 0_usize..6).prop_flat_map(|(extent, a, b)| {
        let (from, to) = (a.min(b).min(extent), a.max(b).min(extent));
        let step = prop_oneof![Just(1_isize), Just(2), Just(-1), Just(-2), Just(3)];
        (Just(extent), Just(from), Just(to), step)
    });
    proptest::collection::vec(axis, 0..4).prop_flat_map(|axes| {
        let order = Just((0..axes.len()).collect::<Vec<_>>()).prop_shuffle();
        (Just(axes), order).prop_map(|(axes, order)| StridedCuts { axes, order })
    })
}

impl StridedCuts {
    /// An array in which no two elements are equal.
    fn array(&self) -> ndarray::ArrayD<usize> {
        let extents: Vec<usize> = self.axes.iter().map(|axis| axis.0).collect();
        let count: usize = extents.iter().product();
        ndarray::ArrayD::from_shape_vec(extents, (100..100 + count).collect()).unwrap()
    }

    fn cut<'a>(&self, mut view: ArrayViewD<'a, usize>) -> ArrayViewD<'a, usize> {
        for (k, &(_, from, to, step)) in self.axes.iter().enumerate() {
            let slice = Slice::new(from as isize, Some(to as isize), step);
            view.slice_axis_inplace(ndarray::Axis(k), slice);
        }
        view.permuted_axes(self.order.clone())
    }
}

/// Checks that array and view have equal elements at every coordinate.
fn same(view: &Dynamic<'_, usize>, array: &ArrayViewD<'_, usize>) {
    assert_eq!(extents(&view.dynamic_layout()), array.shape());
    for index in indices(array.shape()) {
        let (ours, theirs) = (view.try_at(&coord(&index)).unwrap(), &array[&index[..]]);
        assert!(std::ptr::eq(ours, theirs));
    }
}

proptest! {
    #[test]
    fn ndarray_and_back(cuts in cuts()) {
        let mut array = cuts.array();
        let theirs = cuts.cut(array.view());
        let ours = Dynamic::from_ndarray(theirs.clone()).unwrap();
        same(&ours, &theirs);
        let back: ArrayViewD<usize> = ours.to_ndarray().unwrap();
        same(&ours, &back);
        prop_assert_eq!(&back, &theirs);
        prop_assert_eq!(ours.to_ndarray_copied::<IxDyn>().unwrap(), theirs);
        // A mixed layout, if the strides have the signs of its type.
        if let Ok(matrix) = back.into_dimensionality::<Ix2>() {
            let mixed = View::<_, Layout!((?, ?):(?, ?))>::from_ndarray(matrix);
            let fits = matrix.strides().iter().all(|&stride| stride >= 0);
            let fits = fits || matrix.is_empty() || matrix.shape().iter().zip(matrix.strides())
                .all(|(&extent, &stride)| extent < 2 || stride >= 0);
            prop_assert_eq!(mixed.is_ok(), fits);
            if let Ok(mixed) = mixed {
                for (index, element) in matrix.indexed_iter() {
                    prop_assert_eq!(&mixed[index], element);
                }
                prop_assert_eq!(mixed.to_ndarray::<Ix2>().unwrap(), matrix);
            }
            let copied = Boxed::<_, Layout!((?, ?):(?, 1))>::from_ndarray_copied(matrix).unwrap();
            prop_assert!(matrix.indexed_iter().all(|(index, element)| copied[index] == *element));
        }
        // Mutable views.
        let count = array.len();
        let extents = array.shape().to_vec();
        let mut ours = ViewMut::<_, dynamic::Layout>::from_ndarray(array.view_mut()).unwrap();
        for index in indices(&extents) {
            *ours.try_at_mut(&coord(&index)).unwrap() += 1000;
        }
        let mut theirs: ArrayViewMutD<usize> = ours.to_ndarray_mut().unwrap();
        theirs.map_inplace(|element| *element += 1000);
        prop_assert!(array.iter().copied().eq(2100..2100 + count));
    }

    #[test]
    fn mdarray_and_back(cuts in cuts()) {
        let array = cuts.array();
        let theirs = cuts.cut(array.view());
        let ours = Dynamic::from_ndarray(theirs.clone()).unwrap();
        let view: mdarray::View<usize, mdarray::DynRank, mdarray::Strided> = ours.to_mdarray().unwrap();
        prop_assert_eq!(view.dims(), theirs.shape());
        for index in indices(theirs.shape()) {
            prop_assert_eq!(&view[&index[..]], &theirs[&index[..]]);
        }
        let back = Dynamic::from_mdarray(&view).unwrap();
        same(&back, &theirs);
        let copied = ours.to_mdarray_copied::<mdarray::DynRank>().unwrap();
        prop_assert!(copied.iter().eq(theirs.iter()));
    }

    #[test]
    fn nalgebra_and_back(cuts in cuts()) {
        let array = cuts.array();
        let theirs = cuts.cut(array.view());
        let ours = Dynamic::from_ndarray(theirs.clone()).unwrap();
        let fits = theirs.ndim() == 2 && (theirs.is_empty() || theirs.shape().iter().zip(theirs.strides())
            .all(|(&extent, &stride)| extent < 2 || stride >= 0));
        let Ok(matrix) = ours.to_nalgebra() else {
            prop_assert!(!fits);
            return Ok(());
        };
        prop_assert!(fits);
        prop_assert_eq!(matrix.shape(), (theirs.shape()[0], theirs.shape()[1]));
        for index in indices(theirs.shape()) {
            prop_assert_eq!(&matrix[(index[0], index[1])], &theirs[&index[..]]);
        }
        same(&Dynamic::from_nalgebra(&matrix).unwrap(), &theirs);
        prop_assert_eq!(ours.to_nalgebra_copied().unwrap(), matrix);
    }

    #[test]
    fn rows_and_back(cuts in cuts()) {
        let array = cuts.array();
        let theirs = cuts.cut(array.view());
        let ours = Dynamic::from_ndarray(theirs.clone()).unwrap();
        let Ok(matrix) = theirs.into_dimensionality::<Ix2>() else {
            prop_assert!(ours.to_rows().is_err() && ours.to_rows_copied().is_err());
            return Ok(());
        };
        let naive: Vec<Vec<usize>> = matrix.rows().into_iter().map(|row| row.to_vec()).collect();
        prop_assert_eq!(&ours.to_rows_copied().unwrap(), &naive);
        match ours.to_rows() {
            Ok(rows) => prop_assert_eq!(rows, naive.clone()),
            Err(_) => prop_assert!(matrix.strides()[1] != 1 && matrix.ncols() > 1),
        }
        let columns = Boxed::<_, Layout!((?, ?):(1, ?))>::from_rows_copied(&naive).unwrap();
        prop_assert_eq!(columns.view().to_rows_copied().unwrap(), naive);
    }
}

#[test]
fn arrays_that_repeat_elements_are_not_written() {
    let mut data = [1, 2, 3];
    let text = "cannot borrow for writing all elements of (2,3):(0,1): the coordinates (1,0) and (0,0) share \
                the offset 0";
    let repeated = || layout!((2, 3):(0, 1));
    let view = View::new(&data, repeated()).unwrap();
    assert_eq!(view.to_ndarray::<Ix2>().unwrap(), ndarray::array![[1, 2, 3], [1, 2, 3]]);
    assert_eq!(
        refusal(view.to_nalgebra()),
        "no flat layout is (2,3):(0,1): the extent 2 at stride 0 repeats elements"
    );
    let mut view = ViewMut::new(&mut data, repeated()).unwrap();
    assert_eq!(refusal(view.reborrow().to_ndarray_mut::<Ix2>()), text);
    assert_eq!(refusal(view.reborrow().to_nalgebra_mut()), text);
    assert_eq!(refusal(view.reborrow().to_mdarray_mut::<mdarray::DynRank>()), text);
    // The layout is one to one, but no order of the axes proves it.
    let mut data = [0; 8];
    let mut view = ViewMut::new(&mut data, layout!((3, 2):(2, 3))).unwrap();
    assert_eq!(
        refusal(view.reborrow().to_ndarray_mut::<Ix2>()),
        "no flat layout is (3,2):(2,3): the stride 3 is below 5, where the mode below it ends: the modes overlap"
    );
    view.to_nalgebra_mut().unwrap()[(2, 1)] = 1;
    assert_eq!(data, [0, 0, 0, 0, 0, 0, 0, 1]);
}

#[test]
fn modes_without_a_stride_are_named() {
    let data = [0; 24];
    let view = View::new(&data, layout!((2, (2, 3)):(1, (2, 8)))).unwrap();
    let text = "no flat layout is (2,(2,3)):(1,(2,8)): axis 1 has no stride of its own: 2:2 continues at 8; a \
                layout with nested modes can have it: Layout::reshape";
    assert_eq!(refusal(view.to_ndarray::<Ix2>()), text);
    assert_eq!(refusal(view.to_nalgebra()), text);
    assert_eq!(refusal(view.to_mdarray::<mdarray::DynRank>()), text);
    assert_eq!(refusal(view.to_rows()), text);
    assert_eq!(view.to_ndarray_copied::<Ix2>().unwrap().shape(), [2, 6]);
}

/// `nalgebra` has no stride of 0, and an axis of one coordinate has the stride of a compact matrix.
#[test]
fn axes_of_one_coordinate_have_a_stride() {
    let data = [0; 6];
    let row = View::new(&data, layout!((1, 3):(5, 2))).unwrap();
    assert_eq!(row.to_nalgebra().unwrap().strides(), (1, 2));
    let column = View::new(&data, layout!((3, 1):(2, 0))).unwrap();
    assert_eq!(column.to_nalgebra().unwrap().strides(), (2, 3));
    // This also holds without elements, and a stride is never 0.
    for rows in 0..4 {
        for columns in 0..4 {
            let view = View::new(&data[..0], layout!((rows, columns):(0, 0)));
            if rows * columns == 0 {
                let strides = view.unwrap().to_nalgebra().unwrap().strides();
                assert_eq!(strides, (1, rows.max(1)), "{rows}, {columns}");
            }
            let (layout, one) = (layout!((rows, columns):(1, rows)), rows.max(1));
            if rows * columns <= data.len() {
                let view = View::new(&data, layout).unwrap();
                assert_eq!(view.to_nalgebra().unwrap().strides(), (1, one), "{rows}, {columns}");
            }
        }
    }
}

#[test]
fn rows_backwards_are_refused_for_their_columns() {
    let data = [0; 12];
    let view = View::with_origin(&data, 6, layout!((2, 3):(-6, 2))).unwrap();
    assert_eq!(
        refusal(view.to_rows()),
        "cannot read the array (2,3):(-6,2) as (2,3):(?,1): axis 1 has the stride 2, not 1"
    );
    let view = View::new(&data, layout!((2, 3):(0, 2))).unwrap();
    assert_eq!(
        refusal(view.to_rows()),
        "cannot read the array (2,3):(0,2) as (2,3):(?,1): axis 1 has the stride 2, not 1"
    );
}

#[test]
fn ranks_and_static_extents_are_compared() {
    let data = [0; 6];
    let view = View::new(&data, layout!((2, 3):(3, 1))).unwrap();
    let text = "no flat layout is (2,3):(3,1): it has rank 2, the array rank 1";
    assert_eq!(refusal(view.to_ndarray::<Ix1>()), text);
    assert_eq!(refusal(view.to_ndarray_copied::<Ix1>()), text);
    assert_eq!(refusal(view.to_mdarray::<(mdarray::Dyn,)>()), text);
    assert_eq!(
        refusal(view.slice(coord!(0, _)).to_nalgebra()),
        "no flat layout is (3):(1): it has rank 1, the array rank 2"
    );
    type TwoByTwo = (mdarray::Const<2>, mdarray::Const<2>);
    let text = "no flat layout is (2,3):(3,1): axis 1 has the extent 3, not 2";
    assert_eq!(refusal(view.to_mdarray::<TwoByTwo>()), text);
    assert_eq!(refusal(view.to_mdarray_copied::<TwoByTwo>()), text);
    let many = ndarray::ArrayD::<u8>::zeros(vec![1; 33]);
    assert_eq!(refusal(Dynamic::from_ndarray(many.view())), "cannot make: more than 32 leaves");
}

type StridedRows = Layout!((2, 2):(2, 1));
type StridedColumns = Layout!((2, 2):(1, 2));

#[test]
fn conversions_by_trait() {
    let array = ndarray::array![[1, 2], [3, 4]];
    let ours: View<_, StridedRows> = array.view().try_into().unwrap();
    let theirs = ndarray::ArrayView2::try_from(ours).unwrap();
    assert_eq!(theirs, array);
    let matrix = nalgebra::Matrix2::new(1, 2, 3, 4);
    let ours: View<_, StridedColumns> = (&matrix).try_into().unwrap();
    assert_eq!(nalgebra::MatrixView::try_from(ours).unwrap(), matrix);
    let mut array = mdarray::darray![[1, 2], [3, 4]];
    let ours: View<_, StridedRows> = (&*array).try_into().unwrap();
    let theirs = mdarray::View::<_, mdarray::DynRank, _>::try_from(ours).unwrap();
    assert_eq!(theirs[&[1, 0][..]], 3);
    let ours: ViewMut<_, StridedRows> = (&mut *array).try_into().unwrap();
    let mut theirs = mdarray::ViewMut::<_, mdarray::DynRank, _>::try_from(ours).unwrap();
    theirs[&[1, 0][..]] = 9;
    assert_eq!(array[[1, 0]], 9);
}

#[test]
fn elements_without_bytes_and_arrays_without_elements() {
    let units = ndarray::Array2::<()>::default((3, 4));
    let view = View::<_, Layout!((?, 4):(4, 1))>::from_ndarray(units.view());
    // `ndarray` keeps the strides of elements of size 0.
    assert_eq!(view.unwrap().iter().count(), 12);
    let empty: [[u64; 3]; 0] = [];
    let view = View::<_, Layout!((?, 3):(3, 1))>::from_rows(&empty).unwrap();
    let array = view.to_ndarray::<Ix2>().unwrap();
    assert_eq!((array.shape(), array.as_ptr()), (&[0, 3][..], empty.as_ptr().cast()));
    assert_eq!(view.to_nalgebra().unwrap().shape(), (0, 3));
    assert!(view.to_rows().unwrap().is_empty());
    let narrow: [[u64; 0]; 3] = [[]; 3];
    let view = View::<_, Layout!((3, 0):(0, 1))>::from_rows(&narrow).unwrap();
    assert_eq!(view.to_rows().unwrap(), [[0_u64; 0]; 3]);
}
