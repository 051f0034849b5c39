//! Elements whose bytes are checked, `bool` and `char`, and elements of 16 bits.

use layout_core::sharding::{Mesh, Sharding, Split};
use static_layout_mpi::{DistArray, DistErrorKind, Message, Result, Threads};

const SHAPE: [i64; 2] = [9, 14];

/// Rows, columns, and the whole array on each rank.
fn shardings() -> [Sharding; 3] {
    let whole = Sharding::replicated(&Mesh::new(&[("x", 3)]).unwrap(), &SHAPE).unwrap();
    let cut = |axis| whole.clone().split(axis, &["x"], Split::Cyclic { block: 2, first: 1 });
    [cut(0).unwrap(), cut(1).unwrap(), whole]
}

/// Messages of other elements leave bytes behind that are not booleans.
#[test]
fn booleans_move() {
    let is_set = |at: &[i64]| (at[0] * 5 + at[1] * 3) % 7 < 3;
    let ended = Threads::run(3, |ranks| {
        for from in shardings() {
            for to in shardings() {
                let full = DistArray::<u8, 2>::from_fn(ranks, from.clone(), |_| 255)?;
                let full: DistArray<u8, 2> = full.redistribute(ranks, to.clone())?;
                assert!(full.elements().iter().all(|x| *x == 255));
                let a = DistArray::<bool, 2>::from_fn(ranks, from.clone(), is_set)?;
                let b: DistArray<bool, 2> = a.redistribute(ranks, to.clone())?;
                let c = DistArray::<bool, 2>::from_fn(ranks, to, is_set)?;
                assert_eq!(b.elements(), c.elements());
            }
        }
        Ok(())
    });
    ended.into_iter().for_each(|ended: Result<()>| ended.unwrap());
}

#[test]
fn bytes_that_are_no_elements() {
    let mut message = Message::zeroed(4).unwrap();
    message.bytes_mut().copy_from_slice(&[0, 1, 2, 1]);
    let refused = message.elements::<bool>().unwrap_err();
    assert_eq!(refused.kind(), DistErrorKind::Message);
    assert_eq!(refused.to_string(), "element 2 of a message is not a bool: its bytes are [2]");
    message.bytes_mut().copy_from_slice(&0x0011_0000_u32.to_le_bytes());
    assert!(message.elements::<char>().is_err());
    // To write, they are 0.
    assert_eq!(message.elements_mut::<char>(), ['\0']);
    assert_eq!(message.elements::<bool>().unwrap(), [false; 4]);
}

/// Terms in their order, each sum rounded.
#[cfg(feature = "half")]
#[test]
fn sums_of_halves() {
    use half::{bf16, f16};
    use layout_core::sharding::Reduce;
    use static_layout_mpi::Number;

    fn check<T: Number + PartialEq + std::fmt::Debug>(of: impl Fn(f32) -> T + Sync) {
        let whole = shardings()[2].clone();
        for how in [Reduce::Sum, Reduce::Product, Reduce::Min, Reduce::Max, Reduce::Average] {
            let ended = Threads::run(3, |ranks| {
                let value = |at: &[i64], rank: i64| {
                    of((at[0] * 31 + at[1] * 7 + rank * 13) as f32 * 0.37 - 40.0)
                };
                let terms = whole.clone().partial(&["x"], how).unwrap();
                let rank = ranks.rank() as i64;
                let a = DistArray::<T, 2>::from_fn(ranks, terms, |at| value(at, rank))?;
                let mut b: DistArray<T, 2> = a.reduce(ranks, whole.clone())?;
                b.update(|at, found| {
                    let sum = value(at, 0).combine(value(at, 1), how).combine(value(at, 2), how);
                    let expected = if how == Reduce::Average { sum.divide(3) } else { sum };
                    assert_eq!(*found, expected);
                })?;
                let greatest = ranks.all_reduce(of(rank as f32), Reduce::Max)?;
                assert_eq!(greatest, of(2.0));
                Ok(())
            });
            ended.into_iter().for_each(|ended: Result<()>| ended.unwrap());
        }
    }
    check(f16::from_f32);
    check(bf16::from_f32);
    assert_eq!(f16::from_f32(2048.0).combine(f16::ONE, Reduce::Sum), f16::from_f32(2048.0));
    assert_eq!(f16::neutral(Reduce::Min), f16::INFINITY);
}
