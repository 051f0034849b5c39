//! Rows of operations that a build writes; the tests compare them on layouts whose type is their notation.
