//! Ascend C's formats by the type of their elements, and as a tag of a layout.

use core::marker::PhantomData;
use core::ops::Deref;

use static_layout::AnyLayout;
use static_layout::frames::Format;
use static_layout::int::Int;
use static_layout::typenum::{U4, U8, U16, U32};

/// A type of elements, and how many of them fill 32 bytes.
///
/// ```
/// use static_layout::typenum::Unsigned;
/// use static_layout_dialects::C0Of;
/// assert_eq!((C0Of::<u8>::USIZE, C0Of::<f32>::USIZE), (32, 8));
/// ```
pub trait FrameElement {
    /// The number of elements in 32 bytes.
    type C0: Int;
}
/// The number of elements of the type `T` in 32 bytes.
pub type C0Of<T> = <T as FrameElement>::C0;

macro_rules! elements {
    ($($C0:ty: $($T:ty)*;)*) => {$($(
        impl FrameElement for $T {
            type C0 = $C0;
        }
    )*)*};
}
elements! {
    U32: u8 i8;
    U16: u16 i16;
    U8: u32 i32 f32;
    U4: u64 i64 f64;
}

/// A layout with a format as a tag in its type: Ascend C's `MakePatternLayout` and `GetLayoutPattern`. The tag is not
/// compared with the strides: [`Frame::infer`](layout_core::Frame::infer) reads the format from them.
///
/// ```
/// use static_layout::frames::{Format, Nz};
/// use static_layout::*;
/// use static_layout_dialects::Tagged;
/// fn rows_of_fractal<F: Format, L: AnyLayout>(_: Tagged<F, L>) -> &'static str {
///     F::FRAME.name()
/// }
/// let a = Tagged::<Nz, _>::new(layout!((20, 40):NZ(16)));
/// assert_eq!((rows_of_fractal(a), a.size(), size_of_val(&a)), ("NZ", 32 * 48, 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tagged<F, L> {
    layout: L,
    format: PhantomData<F>,
}
impl<F: Format, L: AnyLayout> Tagged<F, L> {
    /// The layout with the tag `F`.
    pub const fn new(layout: L) -> Self {
        Self { layout, format: PhantomData }
    }

    /// The layout without its tag.
    pub const fn layout(self) -> L {
        self.layout
    }
}
impl<F, L> Deref for Tagged<F, L> {
    type Target = L;

    fn deref(&self) -> &L {
        &self.layout
    }
}
