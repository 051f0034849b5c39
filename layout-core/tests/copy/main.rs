//! Plans of copies on devices equal complete enumeration, make the choices of CUTLASS's examples, and refuse bad operands.

mod brute;
mod choices;
mod devices;
mod plans;
mod refusals;
mod registers;
