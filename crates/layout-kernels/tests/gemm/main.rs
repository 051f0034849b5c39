//! Compares products of matrices with the definition, on every machine here: sizes 1 to 40, every order, offsets, negative
//! strides, padded, nested and swizzled layouts.

mod agree;
mod atoms;
mod batches;
mod chain;
mod check;
mod elements;
mod epilogue;
mod layouts;
mod sizes;
mod universe;
