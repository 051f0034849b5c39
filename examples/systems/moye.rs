//! MoYe: a copy of tiles by threads, coordinates and offsets from 1 on.

use static_layout::dynamic::Layout;
use static_layout::dynamic::dialect::{MoYe, OneBased};
use static_layout::*;

use crate::Result;

/// Each of four threads copies its share of a matrix, as `@parallelize` deals it out.
pub fn show() -> Result<()> {
    let (matrix, threads) = (layout!((6, 8)), layout!((2, 2)));
    let source: Vec<usize> = (1..=48).collect();
    let mut target = vec![0; 48];
    let source_view = View::new(&source, matrix)?;
    let mut target_view = ViewMut::new(&mut target, matrix)?;
    for (number, mut share) in target_view.partition_mut(threads).enumerate() {
        copy(source_view.partition(threads, number), &mut share);
    }
    assert_eq!(target, source);

    // Thread 2 there is thread 1 here, and its first element 2 is at offset 1.
    let share = source_view.partition(threads, 1);
    let layout = MoYe(share.layout().to_dynamic());
    println!(
        "thread 2 of {} has {layout} from the element {} on",
        MoYe(threads.to_dynamic()),
        share.at((0, 0))
    );
    let one_based = OneBased::new(matrix.to_dynamic());
    println!(
        "the index of (2, 3) is {}\n",
        OneBased::<Layout>::index(&one_based, &"(2,3)".parse()?)?
    );
    Ok(())
}
