//! Ranks that end, stay silent, or call other operations than the rest.

use std::sync::Barrier;
use std::time::Duration;

use layout_core::sharding::{Mesh, Reduce, Sharding, Split};
use static_layout::{Layout, layout};
use static_layout_mpi::{
    Comm, DistError, DistErrorKind, DistTensor, Edge, HaloTensor, Message, Pool, Redistribution,
    Threads, Transport, matmul,
};

type Matrix = Layout!((?, ?):(?, ?));

/// The errors of four ranks. Without an error on one of them a test fails. Their kinds distinguish immediate errors
/// from the end of a patience.
fn errors(f: impl Fn(&mut Comm<Threads>) -> Result<(), DistError> + Sync) -> Vec<DistError> {
    Threads::run(4, |ranks| f(ranks).expect_err("an error on every rank"))
}

fn rows(axis: usize) -> Sharding {
    let mesh = Mesh::new(&[("x", 4)]).unwrap();
    Sharding::replicated(&mesh, &[40, 40]).unwrap().split(axis, &["x"], Split::Block).unwrap()
}

#[test]
fn a_thread_that_leaves_is_an_error_of_the_others() {
    for turn in 0..20 {
        let found = errors(|ranks| {
            let a = DistTensor::<f64, Matrix, _>::zeros(ranks, rows(0))?;
            let mut b = DistTensor::<f64, Matrix, _>::zeros(ranks, rows(1))?;
            for k in 0.. {
                if ranks.rank() == 2 && k == turn {
                    // What a rank does that returns in the middle: its communicator is dropped.
                    *ranks = Threads::ranks(1).remove(0);
                    let error = a.redistribute_into(ranks, &mut b).unwrap_err();
                    assert!(
                        error
                            .to_string()
                            .contains("rank 0 has the part of rank 2 of `(40/x,40) on [x=4]`"),
                        "{error}"
                    );
                    return Err(error);
                }
                a.redistribute_into(ranks, &mut b)?;
            }
            unreachable!()
        });
        for rank in [0, 1, 3] {
            assert_eq!(found[rank].kind(), DistErrorKind::Gone, "{}", found[rank]);
            assert!(found[rank].to_string().contains("rank 2 ended"), "{}", found[rank]);
        }
    }
}

#[test]
fn a_thread_that_panics_is_an_error_of_the_others() {
    let panicked = std::thread::scope(|scope| {
        let ranks: Vec<_> = Threads::ranks(3).into_iter().collect();
        let threads = ranks.into_iter().map(|mut comm| {
            scope.spawn(move || {
                assert!(comm.rank() != 1, "as the test wants");
                comm.barrier().unwrap_err().to_string()
            })
        });
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    assert!(panicked[1].is_err());
    for rank in [0, 2] {
        assert_eq!(panicked[rank].as_ref().unwrap(), "rank 1 ended: its thread panicked");
    }
}

#[test]
fn a_silent_rank_ends_the_patience_of_the_others() {
    let others_ended = Barrier::new(4);
    let found = errors(|ranks| {
        ranks.set_patience(Duration::from_millis(200));
        if ranks.rank() == 3 {
            others_ended.wait();
            return ranks.barrier();
        }
        let ended = ranks.barrier();
        others_ended.wait();
        ended
    });
    let waits = |error: &&DistError| {
        error.to_string().contains("has waited 200ms for rank")
            && error.to_string().contains("in `barrier`")
    };
    assert!(found.iter().any(|error| waits(&error)), "{found:?}");
    // The others got the reason, and so did rank 3.
    assert!(
        found
            .iter()
            .all(|error| matches!(error.kind(), DistErrorKind::Timeout | DistErrorKind::Gone)),
        "{found:?}"
    );
    assert!(found[3].to_string().contains("has waited"), "{}", found[3]);
}

#[test]
fn disagreements_are_named() {
    // Other sizes.
    let found = errors(|ranks| {
        let n = if ranks.rank() == 2 { 41 } else { 40 };
        let mesh = Mesh::new(&[("x", 4)])?;
        let cut = |axis| Sharding::replicated(&mesh, &[n, 40])?.split(axis, &["x"], Split::Block);
        let a = DistTensor::<f64, Matrix, _>::zeros(ranks, cut(0)?)?;
        a.redistribute::<_, Matrix, _>(ranks, cut(1)?).map(drop)
    });
    for error in &found {
        assert_eq!(error.kind(), DistErrorKind::Disagreement);
        assert_eq!(
            error.to_string(),
            "the ranks disagree: rank 0 has `redistribute f64 from `(40/x,40) on [x=4]` to `(40,40/x) on [x=4]``, \
             rank 2 has `redistribute f64 from `(41/x,40) on [x=4]` to `(41,40/x) on [x=4]``"
        );
    }
    // Other elements, other operations.
    let found = errors(|ranks| match ranks.rank() {
        0 => DistTensor::<f32, Matrix, _>::zeros(ranks, rows(0))?.gather(ranks, 0).map(drop),
        _ => DistTensor::<f64, Matrix, _>::zeros(ranks, rows(0))?.gather(ranks, 0).map(drop),
    });
    assert!(found[3].to_string().contains("rank 1 has `gather f64"), "{}", found[3]);
    let found = errors(|ranks| match ranks.rank() {
        1 => ranks.barrier(),
        _ => DistTensor::<f64, Matrix, _>::zeros(ranks, rows(0))?.gather(ranks, 0).map(drop),
    });
    assert!(found[0].to_string().contains("rank 1 has `barrier`"), "{}", found[0]);
}

/// Every operation compares what the ranks call before it moves elements: other roots, other operands of equal extents.
#[test]
fn operations_that_disagree_are_named() {
    type Act = fn(&mut Comm<Threads>, bool) -> Result<(), DistError>;
    fn zeros(
        ranks: &Comm<Threads>,
        axis: usize,
    ) -> Result<DistTensor<f64, Matrix, Sharding>, DistError> {
        DistTensor::zeros(ranks, rows(axis))
    }
    let operations: [(&str, Act); 7] = [
        ("gather f64", |ranks, is_other| zeros(ranks, 0)?.gather(ranks, is_other.into()).map(drop)),
        ("scatter f64", |ranks, is_other| {
            let (root, elements) = (usize::from(is_other), [0.0; 1600]);
            let whole = (ranks.rank() == root).then_some(&elements[..]);
            DistTensor::<f64, Matrix, _>::scatter(ranks, root, whole, rows(0)).map(drop)
        }),
        ("scatter f64", |ranks, is_other| {
            let elements = [0.0; 1600];
            let whole = (ranks.rank() == 0).then_some(&elements[..]);
            DistTensor::<f64, Matrix, _>::scatter(ranks, 0, whole, rows(is_other.into())).map(drop)
        }),
        ("redistribute f64", |ranks, is_other| {
            let a = zeros(ranks, 0)?;
            a.redistribute::<_, Matrix, _>(ranks, rows(is_other.into())).map(drop)
        }),
        ("reduce f64", |ranks, is_other| {
            let a = zeros(ranks, 0)?;
            a.reduce::<_, Matrix, _>(ranks, rows(is_other.into())).map(drop)
        }),
        ("multiply f64", |ranks, is_other| {
            let (a, b) = (zeros(ranks, 0)?, zeros(ranks, is_other.into())?);
            matmul(ranks, &a, &b, &mut zeros(ranks, 0)?)
        }),
        ("multiply f64", |ranks, is_other| {
            let (a, b) = (zeros(ranks, is_other.into())?, zeros(ranks, 0)?);
            matmul(ranks, &a, &b, &mut zeros(ranks, 0)?)
        }),
    ];
    for (name, act) in operations {
        for error in errors(|ranks| {
            ranks.set_patience(Duration::from_secs(5));
            act(ranks, ranks.rank() == 2)
        }) {
            assert_eq!(error.kind(), DistErrorKind::Disagreement, "{name}: {error}");
            let begins = |rank: usize| format!("rank {rank} has `{name}");
            let text = error.to_string();
            assert!(text.contains(&begins(0)) && text.contains(&begins(2)), "{text}");
        }
    }
}

#[test]
fn wrong_meshes_and_layouts_are_named() {
    let found = errors(|ranks| {
        let mesh = Mesh::new(&[("x", 8)])?;
        let cut = Sharding::replicated(&mesh, &[40, 40])?.split(0, &["x"], Split::Block)?;
        DistTensor::<f64, Matrix, _>::zeros(ranks, cut).map(drop)
    });
    assert_eq!(
        found[0].to_string(),
        "the mesh of `(40/x,40) on [x=8]` has device 4, the communicator has the ranks 0 to 3"
    );
    // The static integers of the local layout.
    let found = errors(|ranks| {
        DistTensor::<f64, Layout!((16, 40):(40, 1)), _>::zeros(ranks, rows(0)).map(drop)
    });
    assert!(
        found[1].to_string().starts_with("rank 1 holds (10,40):(40,1) of `(40/x,40) on [x=4]`"),
        "{}",
        found[1]
    );
    // Other extents, another order, elements that overlap.
    let refused = |layout: Matrix| {
        errors(|ranks| DistTensor::<f64, _, _>::with_layout(ranks, layout, rows(0)).map(drop))[0]
            .to_string()
    };
    let (m, n, s, one) = (9_usize, 40_usize, 40_usize, 1_usize);
    let text = refused(layout!((m, n):(s, one)));
    assert_eq!(text, "rank 0 holds (10,40) of `(40/x,40) on [x=4]`, not (9,40):(40,1)");
    let (m, s) = (10_usize, 39_usize);
    let text = refused(layout!((m, n):(s, one)));
    assert_eq!(
        text,
        "(10,40):(39,1) on rank 0 is not in the row-major order of `(40/x,40) on [x=4]`"
    );
    let text = refused(layout!((m, n):(one, m)));
    assert_eq!(
        text,
        "(10,40):(1,10) on rank 0 is not in the row-major order of `(40/x,40) on [x=4]`"
    );
}

#[test]
fn memory_that_is_not_there_is_named() {
    let mesh = Mesh::new(&[("x", 4)]).unwrap();
    let whole = Sharding::replicated(&mesh, &[1 << 31, 1 << 31]).unwrap();
    let found = errors(|ranks| DistTensor::<f64, Matrix, _>::zeros(ranks, &whole).map(drop));
    assert_eq!(found[0].kind(), DistErrorKind::Memory);
    assert_eq!(
        found[0].to_string(),
        "rank 0 has no memory for the 4611686018427387904 elements that it holds of \
         `(2147483648,2147483648) on [x=4]`, 36893488147419103232 bytes"
    );
    let halo = |ranks: &mut Comm<Threads>| {
        let rows = whole.clone().split(0, &["x"], Split::Block)?;
        let widths = [[1, 1], [0, 0]];
        HaloTensor::<f64, Matrix, _>::zeros(ranks, rows, &widths, Edge::Fixed).map(drop)
    };
    let found = errors(halo);
    assert!(found[0].to_string().contains("has no memory for the"), "{}", found[0]);
}

/// More bytes than there are addresses for, where messages are made: by themselves, by a pool, and by a transport. The ranks go
/// on. `tests/mpi.rs` has those of MPI.
#[test]
fn messages_that_no_memory_has_are_named() {
    for len in [1 << 50, usize::MAX] {
        let words = format!("there is no memory for a message of {len} bytes");
        let named = |error: DistError| {
            assert_eq!(error.kind(), DistErrorKind::Memory);
            assert_eq!(error.to_string(), words);
        };
        named(Message::zeroed(len).unwrap_err());
        named(Pool::default().message(len).unwrap_err());
        Threads::run(2, |ranks| {
            let next = 1 - ranks.rank();
            named(ranks.transport_mut().message(&[next], len).unwrap_err());
            ranks.barrier().unwrap();
        });
    }
}

/// A small message does not take the memory of a large one. A message of a fourth of it does.
#[test]
fn small_messages_leave_large_memory_to_others() {
    let mut pool = Pool::default();
    let mut message = Message::zeroed(20_000).unwrap();
    message.bytes_mut().fill(1);
    pool.recycle(message);
    for (len, first) in [(1, 0), (4_999, 0), (5_000, 1)] {
        assert_eq!(pool.message(len).unwrap().bytes()[0], first, "{len}");
    }
}

/// Tensors of another sharding than planned, of equal strides.
#[test]
fn plans_of_other_shardings_are_named() {
    let whole = Sharding::replicated(rows(0).mesh(), &[40, 40]).unwrap();
    let cyclic = whole.split(0, &["x"], Split::cyclic(1)).unwrap();
    for is_source in [true, false] {
        let found = errors(|ranks| {
            let zeros = |ranks: &Comm<Threads>, sharding: &Sharding| {
                DistTensor::<f64, Matrix, _>::zeros(ranks, sharding.clone())
            };
            let (a, mut b) = (zeros(ranks, &rows(0))?, zeros(ranks, &rows(0))?);
            let mut other = zeros(ranks, &cyclic)?;
            let plan = Redistribution::new(ranks, &a, &b)?;
            plan.run(ranks, &a, &mut b)?;
            if is_source {
                plan.run(ranks, &other, &mut b)
            } else {
                plan.run(ranks, &a, &mut other)
            }
        });
        assert_eq!(
            found[3].to_string(),
            "planned for `(40/x,40) on [x=4]` with the strides [40, 1], not `(40/x:1,40) on [x=4]` with [40, 1]"
        );
    }
}

/// Moves that end with another plan than the one that began them, or in a tensor of another sharding.
#[test]
fn moves_that_end_elsewhere_are_named() {
    for (is_plan, words) in [
        (
            true,
            "the moves from `(40/x,40) on [x=4]` to `(40,40/x) on [x=4]` end with the plan that began them",
        ),
        (
            false,
            "planned for `(40,40/x) on [x=4]` with the strides [10, 1], not `(40/x,40) on [x=4]` with [40, 1]",
        ),
    ] {
        let found = errors(|ranks| {
            let zeros = |ranks: &Comm<Threads>, axis| DistTensor::<f64>::zeros(ranks, rows(axis));
            let (a, mut b, mut c) = (zeros(ranks, 0)?, zeros(ranks, 1)?, zeros(ranks, 0)?);
            let moves = Redistribution::new(ranks, &a, &b)?;
            let others = Redistribution::new(ranks, &c, &a)?;
            let moving = moves.start(ranks, &a)?;
            if is_plan {
                others.finish(ranks, moving, &mut c)?;
            } else {
                moves.finish(ranks, moving, &mut c)?;
            }
            b.elements_mut().fill(0.0);
            ranks.barrier()
        });
        for error in found {
            // The others may get the announcement first.
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}

#[test]
fn operands_that_do_not_fit_are_named() {
    let mesh = Mesh::new(&[("x", 4)]).unwrap();
    let whole = |m, n| Sharding::replicated(&mesh, &[m, n]).unwrap();
    let cut = |m, n| whole(m, n).split(0, &["x"], Split::Block).unwrap();
    let multiply = |x: Sharding, y: Sharding, z: Sharding| {
        errors(|ranks| {
            let a = DistTensor::<f64, Matrix, _>::zeros(ranks, &x)?;
            let b = DistTensor::<f64, Matrix, _>::zeros(ranks, &y)?;
            let mut c = DistTensor::<f64, Matrix, _>::zeros(ranks, &z)?;
            matmul(ranks, &a, &b, &mut c)
        })[2]
            .to_string()
    };
    assert_eq!(
        multiply(cut(4, 5), cut(6, 7), cut(4, 7)),
        "cannot multiply 4 x 5 by 6 x 7 into 4 x 7"
    );
    assert_eq!(
        multiply(cut(4, 5), cut(5, 7), whole(4, 7)),
        "each element of the product is on one rank, not as in `(4,7) on [x=4]`"
    );
    let terms = whole(4, 5).partial(&["x"], Reduce::Sum).unwrap();
    assert_eq!(
        multiply(terms.clone(), cut(5, 7), cut(4, 7)),
        "a product needs whole values, not `(4,5) sum x on [x=4]`"
    );
    let found = errors(|ranks| {
        let a = DistTensor::<f64, Matrix, _>::zeros(ranks, &terms)?;
        a.redistribute::<_, Matrix, _>(ranks, cut(4, 5)).map(drop)
    });
    assert_eq!(
        found[0].to_string(),
        "`(4,5) sum x on [x=4]` holds terms of a sum: use `reduce`, which makes them whole"
    );
    // A root without elements: the others get its error.
    let found =
        errors(|ranks| DistTensor::<f64, Matrix, _>::scatter(ranks, 1, None, cut(4, 5)).map(drop));
    assert!(
        found[0].to_string().contains("rank 1 gives 0 elements to scatter, not 20"),
        "{}",
        found[0]
    );
}

#[test]
fn an_error_stays() {
    let texts = Threads::run(2, |ranks| {
        let mine = ranks.rank();
        let first = ranks.agree(&mine.to_string()).unwrap_err();
        (first, ranks.barrier().unwrap_err())
    });
    for (first, second) in texts {
        assert_eq!(first, second);
    }
}
