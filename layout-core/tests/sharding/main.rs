//! Shardings and plans compared with enumeration: every element, on every device.

mod draw;
mod elements;
mod plans;
mod refusals;
mod routes;
mod shardings;
