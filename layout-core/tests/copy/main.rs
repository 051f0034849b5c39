//! Plans of copies on devices equal complete enumeration, make the choices of CUTLASS's examples, and refuse bad operands.

mod brute;
mod choices;
mod devices;
#[path = "../support/draw.rs"]
mod draw;
mod plans;
mod refusals;
mod registers;
