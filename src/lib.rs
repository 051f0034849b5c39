//! Layouts as types.
