//! Borrows of tensors.
use static_layout::*;
use std::thread;

type Matrix<'a> = ViewMut<'a, f32, Layout!((4, 8):(8, 1))>;

fn tiles(mut a: Matrix) {
    let mut x = a.tile_mut(tile!(2, 4), (0, 0));
    let mut y = a.tile_mut(tile!(2, 4), (1, 0));
    x.fill(1.0);
    let mut x = a.slice_mut(coord!(0, _));
    let mut y = a.slice_mut(coord!(1, _));
    x.fill(1.0);
    let mut tiles = Vec::new();
    for i in 0..2 {
        tiles.push(a.tile_mut(tile!(2, 4), (i, 0)));
    }
    drop(tiles);
    let mut numbers = vec![1.0];
    let first = numbers.iter_mut();
    let second = numbers.iter_mut();
    first.count();
}

fn read_before(mut a: Matrix) {
    let x = a.tile(tile!(2, 4), (0, 0));
    let mut y = a.tile_mut(tile!(2, 4), (1, 0));
    y.fill(x[(0, 0)]);
}

fn read_behind(mut a: Matrix) {
    let mut y = a.tile_mut(tile!(2, 4), (1, 0));
    let x = a.tile(tile!(2, 4), (0, 0));
    y.fill(x[(0, 0)]);
}

fn whole(mut a: Matrix) {
    let mut y = a.tile_mut(tile!(2, 4), (1, 0));
    println!("{a}");
    y.fill(1.0);
}

fn whole_mut(mut a: Matrix) {
    let mut y = a.tile_mut(tile!(2, 4), (1, 0));
    a.fill(0.0);
    y.fill(1.0);
}

fn spawn() {
    let mut data = [0.0; 32];
    let mut a = ViewMut::new(&mut data, layout!((4, 8):(8, 1))).unwrap();
    for mut tile in a.tiles_mut(tile!(2, 4)) {
        thread::spawn(move || tile.fill(1.0));
    }
    let b = Owned::filled(layout!((4, 8):(8, 1)), 0.0f32);
    thread::spawn(|| b[(0, 0)]);
}

fn long_view() {
    let data = [0.0; 32];
    let a: View<'static, f32, Layout!((4, 8):(8, 1))> = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
}

fn spawn_view(mut a: Matrix) {
    thread::spawn(move || a.fill(1.0));
}

fn take(_: Matrix) {}
fn moved(a: Matrix, numbers: Vec<f32>) {
    take(a);
    take(a);
    drop(numbers);
    drop(numbers);
}
fn into_closures(a: Matrix) {
    for i in 0..2 {
        let fill = move || a.fill(1.0);
    }
}
fn behind(a: &mut Matrix) {
    take(*a);
}

fn read(a: View<'_, f32, Layout!((4, 8):(8, 1))>, numbers: &[f32]) {
    a[(0, 0)] = 1.0;
    let _ = &mut a[(0, 0)];
    numbers[0] = 1.0;
}
fn not_mut(a: Matrix) {
    a[(0, 0)] = 1.0;
}

fn main() {}

fn spawn_numbers() {
    let numbers = vec![1.0];
    let first = &numbers;
    thread::spawn(move || first.len());
}
