//! Ascend C's formats by the type of their elements, and as tags.

use static_layout::dynamic::Frame;
use static_layout::frames::{self, Format, framed};
use static_layout::*;
use static_layout_dialects::{C0Of, FrameElement, Tagged};

#[test]
fn elements_fill_32_bytes() {
    fn count<T: FrameElement>() -> i64 {
        let made = framed::<frames::Nz, C0Of<T>, _>(shape!(16, 32)).to_dynamic();
        made.mode(1).unwrap().mode(0).unwrap().size()
    }
    let bits =
        [(count::<u8>(), 8), (count::<i16>(), 16), (count::<f32>(), 32), (count::<f64>(), 64)];
    for (count, bits) in bits {
        assert_eq!(count, Frame::c0(bits));
    }
}

#[test]
fn tags_are_types() {
    fn name<F: Format, L: AnyLayout>(_: Tagged<F, L>) -> &'static str {
        F::FRAME.name()
    }
    let (rows, a) = (20, layout!((20, 40):ZN(16)));
    assert_eq!(name(Tagged::<frames::Zn, _>::new(a)), "ZN");
    assert_eq!(name(Tagged::<frames::Nz, _>::new(layout!((rows, 40):NZ(16)))), "NZ");
    assert_eq!(Tagged::<frames::Zn, _>::new(a).layout(), a);
}
