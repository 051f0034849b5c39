//! Coordinates without a tuple.
fn element() { let _ = a[1, 2]; }
fn sum() { let _ = f(self.a[i + 1, 2 * j]); }
fn column() { let _ = a[.., 2]; }
fn row() { let _ = a[1, ..]; }
fn python_row() { let _ = a[1, :]; }
fn python_column() { let _ = a[:, 2]; }
fn array() { let _ = [1; 2, 3]; }
fn name() { let _ = (:, 2); }
fn main() {}
