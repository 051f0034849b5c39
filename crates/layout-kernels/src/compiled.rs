//! Functions that this crate compiles once for each element type.
//!
//! A program compiles a generic function again for each type that it calls it with, and the loops of a product take the compiler
//! a second. [`compiled`] defines a generic function that only calls one of three functions without type parameters, which the
//! library contains.

/// Defines a function over an element type `T`. `$body` is generic in `T`, and is compiled here for `f32`, `f64` and `i32`.
macro_rules! compiled {
    ($(#[$doc:meta])* $vis:vis $name:ident<$T:ident>: [$($kind:tt)*]($($arg:ident: $type:ty),*) = $body:path;) => {
        $(#[$doc])*
        #[inline(always)]
        #[allow(unused_unsafe, reason = "some of these functions have no requirements")]
        #[allow(clippy::missing_transmute_annotations, reason = "`T` stands for two types here")]
        $vis $($kind)* $name<$T: crate::simd::Element>($($arg: $type),*) {
            macro_rules! instance {
                ($element:ty) => {{
                    type $T = $element;
                    #[inline(never)]
                    $($kind)* instance($($arg: $type),*) {
                        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
                        unsafe { $body($($arg),*) }
                    }
                    // SAFETY: `NUMBER` says that the generic `T` is this element, so that the two function types are one.
                    unsafe { core::mem::transmute::<$($kind)*($($type),*), _>(instance) }
                }};
            }
            // Chosen in `const`, so that a program compiles one call and no comparison.
            let function: $($kind)*($($type),*) = const {
                match $T::NUMBER {
                    crate::simd::NumberType::F32 => instance!(f32),
                    crate::simd::NumberType::F64 => instance!(f64),
                    crate::simd::NumberType::I32 => instance!(i32),
                }
            };
            // SAFETY: the caller guarantees the requirements of this function.
            unsafe { function($($arg),*) }
        }
    };
}
pub(crate) use compiled;
