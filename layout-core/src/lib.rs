#![no_std]
//! The layout algebra on plain integers.
