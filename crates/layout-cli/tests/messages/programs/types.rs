//! Tensors and layouts used as what they are not.
use static_layout::*;

fn main() {
    let data = [0.0f32; 32];
    let (numbers, layout) = (vec![1.0f32], layout!((4, 8):(8, 1)));
    let a = View::new(&data, layout!((4, 8):(8, 1))).unwrap();
    let owned = Owned::filled(layout!((4, 8):(8, 1)), 0.0f32);
    let (result, some) = (View::new(&data, layout!((4, 8):(8, 1))), Some(a));

    let _ = result[(0, 1)];
    let _ = Ok::<_, u8>(numbers.clone())[0];
    let _ = some[(0, 1)];
    let _ = a[1][2];
    let _ = owned[1 + 2][2] + 1.0;
    let _ = a[(1, 2)][3];
    let _ = owned[0][2][3];

    let _ = -a;
    let _ = -&owned;
    let _ = -layout;
    let _ = -some;

    let _ = a(0, 1);
    let _ = (&owned)((0, 1));
    let _ = layout((0, 1));
    let _ = numbers(0);
    let _ = some(0);

    let _: Vec<f32> = a.collect();
    for x in a {}
    for n in layout.shape() {}
    for n in 4 {}
    let _ = layout.shape()[0];

    a.fill(1.0);
    a.tile_mut(tile!(2, 2), (0, 0));
    a.push(1.0);

    let _ = &a[0..2];
    let _ = &a[(.., 1)];
    let _ = a[1i32];

    let _: View<'_, f32, Layout!((4, 8):(8, 1))> = View::new(&data, layout!(({data.len()}, 8):(8, 1))).unwrap();
    let _: Owned<f32, Layout!((4, 8):(8, 1))> = Owned::filled(layout!(({data.len()}, 8):(8, 1)), 0.0);
}

fn iterate(_: impl IntoIterator<Item = f32>) {}
fn iterated(a: View<'_, f32, Layout!((4, 8):(8, 1))>) { iterate(a) }

fn index<L>(a: View<'_, f32, L>) -> f32 { a[0] }
fn owned<L>(a: &Boxed<f32, L>) -> f32 { a[(0, 1)] }
fn value<V>(a: V) { let _ = a[(0, 0)]; }

fn cosize<K>(l: K) -> usize { l.cosize() }
fn divide<K: Copy>(l: &K) { let _ = l.zipped_divide(tile!(2, 2)); }
fn sizes<A>(a: A) { let _ = a.sizes(); }
fn size<L>(a: View<'_, f32, L>) -> usize { a.size() }
fn dynamic<L>(l: L) { let _ = l.to_dynamic(); }
fn len<L>(l: L) { let _ = l.len(); }

fn offset<S: IntTuple, D: IntTuple>(l: Layout<S, D>) { let _ = l.index((0, 1)); }
fn tiles<S: IntTuple, D: IntTuple>(l: &Layout<S, D>) { let _ = l.zipped_divide(tile!(2, 2)); }
fn coordinate<C: IntTuple>(l: Layout!((4, 8):(8, 1)), coord: C) { let _ = l.index(coord); }
