//! The programs are in the folders, the tests in `main.rs`.
