//! What holds for each reader of arrays: a view is inside the file, two copies agree, and an element type has the bits of the
//! reader of bits.

use crate::said::one_line;
use bytemuck::checked::CheckedBitPattern;
use bytemuck::{NoUninit, Pod};
use half::{bf16, f16};
use num_complex::Complex;
use static_layout::interop::{ArrayElement, ArrayError};
use static_layout::*;

/// A view of any rank.
pub type AnyView<'a, T> = View<'a, T, dynamic::Layout>;
/// A copy of any rank.
pub type AnyCopy<T> = Boxed<T, dynamic::Layout>;
type RowMajor = Layout!((?, ?):(?, 1));
type ColumnMajor = Layout!((?, ?):(1, ?));

/// A reader of elements.
pub trait Reader {
    /// A view in place.
    fn view<T: ArrayElement + CheckedBitPattern>(&self) -> Result<AnyView<'_, T>, ArrayError>;
    /// A copy.
    fn copied<T: ArrayElement + CheckedBitPattern, L: interop::ArrayLayout>(
        &self,
    ) -> Result<Boxed<T, L>, ArrayError>;
    /// A view of bits, and their name.
    fn bits<T: Pod>(&self) -> Result<(AnyView<'_, T>, String), ArrayError>;
    /// A copy of bits, and their name.
    fn bits_copied<T: Pod>(&self) -> Result<(AnyCopy<T>, String), ArrayError>;
}

/// Returns the value, or checks that the error has one line.
pub fn accepted<T>(answer: Result<T, ArrayError>) -> Option<T> {
    answer.map_err(|error| one_line(&error, &error)).ok()
}

/// Checks that each element of the view is in the file.
pub fn is_inside<T>(view: &AnyView<'_, T>, file: &[u8]) {
    let inside = file.as_ptr_range();
    let mut count = 0;
    for element in view.elements() {
        let element: *const T = element;
        assert!(inside.start <= element.cast() && element.wrapping_add(1).cast() <= inside.end);
        count += 1;
    }
    assert_eq!(count, view.dynamic_layout().size());
}

/// The bytes of the elements, the first axis fastest.
fn bytes<T: NoUninit>(view: AnyView<'_, T>) -> Vec<u8> {
    view.elements().flat_map(bytemuck::bytes_of).copied().collect()
}

/// Every element type, and the bits of every size that NumPy's types have.
pub fn every_type(reader: &impl Reader, file: &[u8]) {
    each_element::<bool>(reader, file);
    each_element::<u8>(reader, file);
    each_element::<i16>(reader, file);
    each_element::<f16>(reader, file);
    each_element::<bf16>(reader, file);
    each_element::<f32>(reader, file);
    each_element::<u64>(reader, file);
    each_element::<Complex<f32>>(reader, file);
    each_element::<Complex<f64>>(reader, file);
    each_bits::<u8>(reader, file);
    each_bits::<u16>(reader, file);
    each_bits::<[u8; 3]>(reader, file);
    each_bits::<[u16; 2]>(reader, file);
    each_bits::<u64>(reader, file);
    each_bits::<[u32; 3]>(reader, file);
    each_bits::<u128>(reader, file);
}

fn each_element<T: ArrayElement + CheckedBitPattern + NoUninit>(reader: &impl Reader, file: &[u8]) {
    let copy = accepted(reader.copied::<T, dynamic::Layout>()).map(|copy| bytes(copy.view()));
    if let Some(view) = accepted(reader.view::<T>()) {
        is_inside(&view, file);
        assert_eq!(Some(bytes(view)), copy);
    }
    // The reader of bits also has them where it knows the size.
    let bits = match size_of::<T>() {
        1 => reader.bits_copied::<[u8; 1]>().map(|bits| bytes(bits.0.view())),
        2 => reader.bits_copied::<[u8; 2]>().map(|bits| bytes(bits.0.view())),
        4 => reader.bits_copied::<[u8; 4]>().map(|bits| bytes(bits.0.view())),
        8 => reader.bits_copied::<[u8; 8]>().map(|bits| bytes(bits.0.view())),
        _ => reader.bits_copied::<[u8; 16]>().map(|bits| bytes(bits.0.view())),
    };
    let bits = accepted(bits);
    assert!(copy.is_none() || copy == bits);
    let rows = accepted(reader.copied::<T, RowMajor>());
    let columns = accepted(reader.copied::<T, ColumnMajor>());
    match (rows, columns) {
        (Some(rows), Some(columns)) => {
            let same = |(at, x): (_, &T)| bytemuck::bytes_of(&columns[at]) == bytemuck::bytes_of(x);
            assert!(rows.entries().all(same));
        }
        (rows, columns) => assert!(rows.is_none() && columns.is_none()),
    }
}

fn each_bits<T: Pod>(reader: &impl Reader, file: &[u8]) {
    let copy = accepted(reader.bits_copied::<T>());
    if let Some((view, name)) = accepted(reader.bits::<T>()) {
        is_inside(&view, file);
        let (copy, same) = copy.expect("a copy of what has a view");
        assert_eq!((bytes(view), name), (bytes(copy.view()), same));
    }
}

/// The bytes of an `.npy` file.
pub struct Npy<'a>(pub &'a [u8]);

impl Reader for Npy<'_> {
    fn view<T: ArrayElement + CheckedBitPattern>(&self) -> Result<AnyView<'_, T>, ArrayError> {
        View::from_npy(self.0)
    }
    fn copied<T: ArrayElement + CheckedBitPattern, L: interop::ArrayLayout>(
        &self,
    ) -> Result<Boxed<T, L>, ArrayError> {
        Boxed::from_npy_copied(self.0)
    }
    fn bits<T: Pod>(&self) -> Result<(AnyView<'_, T>, String), ArrayError> {
        View::from_npy_bits(self.0).map(|(view, name)| (view, name.into()))
    }
    fn bits_copied<T: Pod>(&self) -> Result<(AnyCopy<T>, String), ArrayError> {
        Boxed::from_npy_bits_copied(self.0)
    }
}
