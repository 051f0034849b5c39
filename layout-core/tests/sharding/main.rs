//! Shardings and plans beside enumeration: every element, on every device.

mod draw;
mod elements;
mod plans;
mod refusals;
mod routes;
mod shardings;
