//! The copies of `static-layout`.

use static_layout::*;

use super::*;

/// The function of a case. Both layouts are static.
pub(crate) fn function(kind: CopyCase) -> CopyFn {
    macro_rules! functions {
        ($($kind:pat, [$($from:tt)*] => [$($to:tt)*];)*) => {
            match kind {
                $(
                    $kind => {
                        unsafe extern "C" fn copy(from: *const f32, to: *mut f32) {
                            let (source, target) = (layout!($($from)*), layout!($($to)*));
                            // SAFETY: the caller's arrays have these layouts, and do not overlap.
                            unsafe {
                                static_layout_kernels::copy(
                                    View::from_raw_parts(from, source),
                                    &mut ViewMut::from_raw_parts(to, target),
                                )
                            }
                        }
                        copy
                    }
                )*
                _ => unreachable!("each case has a row"),
            }
        };
    }
    use CopyCase::*;
    functions! {
        Transpose(64), [(64, 64):row] => [(64, 64):col];
        Transpose(128), [(128, 128):row] => [(128, 128):col];
        Transpose(256), [(256, 256):row] => [(256, 256):col];
        Transpose(512), [(512, 512):row] => [(512, 512):col];
        Transpose(1024), [(1024, 1024):row] => [(1024, 1024):col];
        Transpose(2048), [(2048, 2048):row] => [(2048, 2048):col];
        Transpose(4096), [(4096, 4096):row] => [(4096, 4096):col];
        NchwToNhwc(SMALL_IMAGES), [(1, 16, 28, 28):row] => [(1, 16, 28, 28):order(3, 0, 2, 1)];
        NhwcToNchw(SMALL_IMAGES), [(1, 16, 28, 28):order(3, 0, 2, 1)] => [(1, 16, 28, 28):row];
        NchwToNhwc(IMAGES), [(8, 64, 56, 56):row] => [(8, 64, 56, 56):order(3, 0, 2, 1)];
        NhwcToNchw(IMAGES), [(8, 64, 56, 56):order(3, 0, 2, 1)] => [(8, 64, 56, 56):row];
        NchwToNhwc(IMAGES_OF_16), [(4, 16, 56, 56):row] => [(4, 16, 56, 56):order(3, 0, 2, 1)];
        NhwcToNchw(IMAGES_OF_16), [(4, 16, 56, 56):order(3, 0, 2, 1)] => [(4, 16, 56, 56):row];
        NchwToNhwc(IMAGES_OF_17), [(4, 17, 56, 56):row] => [(4, 17, 56, 56):order(3, 0, 2, 1)];
        NhwcToNchw(IMAGES_OF_17), [(4, 17, 56, 56):order(3, 0, 2, 1)] => [(4, 17, 56, 56):row];
        NchwToNhwc(PHOTOS), [(4, 3, 224, 224):row] => [(4, 3, 224, 224):order(3, 0, 2, 1)];
        NhwcToNchw(PHOTOS), [(4, 3, 224, 224):order(3, 0, 2, 1)] => [(4, 3, 224, 224):row];
        Tile(128), [((8, 16), (8, 16)):((128, 1024), (1, 8))] => [((8, 16), (8, 16)):((8, 1024), (1, 64))];
        Untile(128), [((8, 16), (8, 16)):((8, 1024), (1, 64))] => [((8, 16), (8, 16)):((128, 1024), (1, 8))];
        Tile(1024), [((8, 128), (8, 128)):((1024, 8192), (1, 8))] => [((8, 128), (8, 128)):((8, 8192), (1, 64))];
        Untile(1024), [((8, 128), (8, 128)):((8, 8192), (1, 64))] => [((8, 128), (8, 128)):((1024, 8192), (1, 8))];
        Tile(4096), [((8, 512), (8, 512)):((4096, 32768), (1, 8))] => [((8, 512), (8, 512)):((8, 32768), (1, 64))];
        Untile(4096), [((8, 512), (8, 512)):((8, 32768), (1, 64))] => [((8, 512), (8, 512)):((4096, 32768), (1, 8))];
        Reverse(8), [(8, 8, 8, 8, 8):col] => [(8, 8, 8, 8, 8):row];
        Reverse(16), [(16, 16, 16, 16, 16):col] => [(16, 16, 16, 16, 16):row];
        Reverse(24), [(24, 24, 24, 24, 24):col] => [(24, 24, 24, 24, 24):row];
        Swizzle(256), [(256, 32):row] => [Sw<3, 2, 3> o 0 o (256, 32):row];
        Swizzle(2048), [(2048, 32):row] => [Sw<3, 2, 3> o 0 o (2048, 32):row];
        Swizzle(65536), [(65536, 32):row] => [Sw<3, 2, 3> o 0 o (65536, 32):row];
    }
}
