//! Products of matrices against the definition, on every machine there is: sizes 1 to 40, every order,
//! offsets, negative strides, padded, nested, swizzled.

mod agree;
mod atoms;
mod batches;
mod check;
mod elements;
mod layouts;
mod sizes;
mod universe;
