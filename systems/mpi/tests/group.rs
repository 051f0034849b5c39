//! Operations on some of the ranks.

use std::time::Duration;

use layout_core::sharding::{Mesh, Network, Reduce, Sharding, Split};
use static_layout::Layout;
use static_layout_mpi::{
    Comm, DistTensor, Edge, HaloTensor, Redistribution, Result, Threads, Transport, matmul,
};

type Matrix = Layout!((?, ?):(?, ?));

fn rows(ranks: usize) -> Result<Sharding> {
    let mesh = Mesh::new(&[("x", ranks)])?;
    Ok(Sharding::replicated(&mesh, &[8, 8])?.split(0, &["x"], Split::Block)?)
}

fn halo<X: Transport>(ranks: &mut Comm<X>) -> Result<HaloTensor<i64, Matrix>> {
    HaloTensor::zeros(ranks, rows(ranks.size())?, &[[1, 1], [0, 0]], Edge::Periodic)
}

/// The text of the error of each of four ranks.
fn errors(f: impl Fn(&mut Comm<Threads>) -> Result<()> + Sync) -> Vec<String> {
    Threads::run(4, |ranks| f(ranks).expect_err("an error on every rank").to_string())
}

fn pairs(rank: usize) -> [usize; 2] {
    if rank.is_multiple_of(2) { [2, 0] } else { [1, 3] }
}

/// The arrays of two groups at a time, of groups in groups, and of all ranks after them.
#[test]
fn groups_redistribute_and_reduce_at_once() {
    let results = Threads::run(4, |ranks| -> Result<()> {
        let mine = ranks.rank();
        let group = pairs(mine);
        let place = group.iter().position(|rank| *rank == mine).unwrap();
        for turn in 0..3 {
            let value = |at: &[i64]| at[0] * 8 + at[1] + 1000 * turn + group[0] as i64;
            ranks.group(&group, |two| {
                assert_eq!((two.rank(), two.size()), (place, 2));
                let a = DistTensor::<i64, Matrix>::from_fn(two, rows(2)?, value)?;
                let whole = Sharding::replicated(rows(2)?.mesh(), &[8, 8])?;
                let mut b: DistTensor<i64, Matrix> =
                    a.redistribute(two, whole.clone().split(1, &["x"], Split::cyclic(1))?)?;
                b.update(|at, found| assert_eq!(*found, value(at)))?;
                let terms = whole.clone().partial(&["x"], Reduce::Sum)?;
                let terms = DistTensor::<i64, Matrix>::from_fn(two, terms, |_| mine as i64)?;
                let mut sum: DistTensor<i64, Matrix> = terms.reduce(two, whole)?;
                sum.update(|_, found| assert_eq!(*found, (group[0] + group[1]) as i64))?;
                if place == 1 {
                    let alone = two.group(&[1], |one| one.all_reduce(mine as i64, Reduce::Sum))?;
                    assert_eq!(alone, mine as i64);
                }
                Ok(())
            })?;
            ranks.barrier()?;
        }
        Ok(())
    });
    results.into_iter().for_each(|result| result.unwrap());
}

/// The tags of a group are used again after it: a message that nothing takes would reach another operation.
#[test]
fn exchanges_that_a_group_does_not_end_are_named() {
    let words =
        "1 operation has begun in a group and not ended there: call `finish` before the group ends";
    let found = errors(|ranks| {
        let group = pairs(ranks.rank());
        ranks.group(&group, |two| {
            let mut a = halo(two)?;
            drop(a.start(two)?);
            let exchange = a.start(two)?;
            a.finish(two, exchange)
        })?;
        ranks.barrier()
    });
    // The others may get the announcement first.
    assert!(found.iter().any(|error| error == words), "{found:?}");
    assert!(found.iter().all(|error| error.contains(words)), "{found:?}");
    // Moves of a redistribution.
    let found = errors(|ranks| {
        ranks.group(&pairs(ranks.rank()), |two| {
            let a = DistTensor::<f64>::zeros(two, rows(2)?)?;
            let moves = Redistribution::new(two, &a, &a)?;
            drop((moves.start(two, &a)?, moves.start(two, &a)?));
            Ok(())
        })
    });
    assert!(
        found.iter().all(|error| error.contains("2 operations have begun in a group")),
        "{found:?}"
    );
    // One that ends, and one that began outside.
    Threads::run(4, |ranks| {
        let mut a = halo(ranks)?;
        a.update(|at, found| *found = at[0])?;
        let exchange = a.start(ranks)?;
        let group = pairs(ranks.rank());
        ranks.group(&group, |two| {
            let mut a = halo(two)?;
            let exchange = a.start(two)?;
            a.finish(two, exchange)
        })?;
        a.finish(ranks, exchange)?;
        assert_eq!(a.view()[(0, 0)], (a.start_of_block()[0] - 1).rem_euclid(8));
        Ok(())
    })
    .into_iter()
    .collect::<Result<()>>()
    .unwrap();
}

/// A tensor of all ranks is not one of a group, where this rank has another number or devices are missing.
#[test]
fn tensors_of_other_communicators_are_named() {
    type Act = fn(&mut Comm<Threads>, Sharding) -> Result<()>;
    let operations: [(&str, Act); 6] = [
        ("has the part of rank", |ranks, rows| {
            let a = DistTensor::<f64>::zeros(ranks, rows)?;
            ranks.group(&[1, 2, 3, 0], |all| a.gather(all, 0).map(drop))
        }),
        ("has the part of rank", |ranks, rows| {
            let a = DistTensor::<f64>::zeros(ranks, rows.clone())?;
            ranks.group(&[1, 2, 3, 0], |all| a.redistribute::<_, Matrix, _>(all, rows).map(drop))
        }),
        ("has the part of rank", |ranks, rows| {
            let mut a = DistTensor::<f64>::zeros(ranks, rows)?;
            ranks.group(&[1, 2, 3, 0], |all| {
                let b = DistTensor::<f64>::zeros(all, a.sharding().clone())?;
                matmul(all, &b, &b, &mut a)
            })
        }),
        ("planned for tensors of rank", |ranks, rows| {
            let (a, mut b) = (
                DistTensor::<f64, Matrix, _>::zeros(ranks, &rows)?,
                DistTensor::<f64, Matrix, _>::zeros(ranks, &rows)?,
            );
            let moves = Redistribution::new(ranks, &a, &b)?;
            ranks.group(&[1, 2, 3, 0], |all| moves.run(all, &a, &mut b))
        }),
        ("the communicator has the ranks 0 to 0", |ranks, rows| {
            let (a, own) = (DistTensor::<f64>::zeros(ranks, rows)?, ranks.rank());
            ranks.barrier()?;
            // Rank 0 alone has its number in a group of its own.
            if own > 0 {
                return Err(ranks.barrier().unwrap_err());
            }
            ranks.group(&[own], |one| a.gather(one, 0).map(drop))
        }),
        ("a halo of rank", |ranks, _| {
            let mut a = halo(ranks)?;
            ranks.group(&[1, 2, 3, 0], |all| a.exchange(all))
        }),
    ];
    for (words, act) in operations {
        for error in errors(|ranks| act(ranks, rows(4)?)) {
            assert!(error.contains(words), "{words}: {error}");
        }
    }
}

#[test]
fn lists_that_are_not_groups_are_named() {
    let of = |list: &[usize]| errors(|ranks| ranks.group(list, |_| Ok(())));
    assert_eq!(of(&[0, 1, 2, 3, 0])[2], "the group [0, 1, 2, 3, 0] has rank 0 twice");
    assert_eq!(
        of(&[0, 1, 2, 3, 4])[1],
        "the group [0, 1, 2, 3, 4] has rank 4, the communicator has the ranks 0 to 3"
    );
    let found = Threads::run(4, |ranks| {
        ranks.group(&[3, 1], |_| Ok(())).map_err(|error| error.to_string())
    });
    assert!(found[1].is_ok() && found[3].is_ok());
    assert_eq!(found[0].as_ref().unwrap_err(), "rank 0 is not in the group of the ranks [3, 1]");
    // In the numbers of all ranks.
    let found = errors(|ranks| {
        ranks.group(&[3, 2, 1, 0], |all| {
            all.group(if all.rank() < 2 { &[2, 3] } else { &[0, 1] }, |_| Ok(()))
        })
    });
    assert_eq!(found[3], "rank 3 is not in the group of the ranks [1, 0]");
    let mesh = Mesh::new(&[("x", 2)]).unwrap();
    let found = Threads::run(4, |ranks| {
        ranks.along(&mesh, &["x"], |_| Ok(())).map_err(|error| error.to_string())
    });
    assert_eq!(found[2].as_ref().unwrap_err(), "rank 2 is not a device of the mesh [x=2]");
    let found = errors(|ranks| ranks.along(&mesh, &["y"], |_| Ok(())));
    assert!(found[0].contains("the mesh has no axis y"), "{found:?}");
}

/// Errors of a group have the numbers of all ranks, not the places in the list.
#[test]
fn errors_of_groups_name_ranks_by_their_numbers() {
    let found = Threads::run(4, |ranks| {
        if ranks.rank().is_multiple_of(2) {
            return String::new();
        }
        let text = format!("step {}", ranks.rank());
        ranks.group(&[3, 1], |two| two.agree(&text)).unwrap_err().to_string()
    });
    assert_eq!(found[1], "the ranks disagree: rank 3 has `step 3`, rank 1 has `step 1`");
    let found = errors(|ranks| {
        ranks.set_patience(Duration::from_millis(100));
        let odd = ranks.rank() % 2 == 1;
        ranks.group(if odd { &[3, 1] } else { &[2, 0] }, |two| match (odd, two.rank()) {
            (true, 1) => {
                std::thread::sleep(Duration::from_millis(500));
                two.barrier()
            }
            (true, _) => two.barrier(),
            _ => DistTensor::<f64, Layout!((5, 8):(8, 1))>::zeros(two, rows(2)?).map(drop),
        })
    });
    assert!(found[3].contains("rank 3 has waited 100ms for rank 1 in `barrier`"), "{found:?}");
    assert!(found[2].starts_with("rank 2 holds (4,8):(8,1) of"), "{found:?}");
}

/// A group has the nodes of its ranks.
#[test]
fn groups_have_the_network_of_their_ranks() {
    let mesh = Mesh::new(&[("node", 2), ("core", 2)]).unwrap();
    let network = Network::new(1 << 14).with_nodes(&mesh, &["core"], 10).unwrap();
    let found = Threads::run(4, |ranks| {
        ranks.set_network(network.clone())?;
        let list = if ranks.rank() % 2 == 0 { [0, 2] } else { [3, 1] };
        let crosses = ranks.group(&list, |two| Ok(!two.network().same_node(0, 1)))?;
        let inner = ranks.group(&[3, 2, 1, 0], |all| {
            let list = if all.rank() < 2 { [1, 0] } else { [2, 3] };
            all.group(&list, |two| Ok(two.network().same_node(0, 1)))
        })?;
        // Afterwards the ranks have their own.
        Ok(crosses && inner && ranks.network() == &network)
    });
    assert!(found.into_iter().collect::<Result<Vec<_>>>().unwrap().iter().all(|has| *has));
}

/// Row-major along the named axes, in their order, for any numbers of devices.
#[test]
fn groups_along_axes_are_row_major_in_the_order_of_the_axes() {
    let mesh = Mesh::with_devices(
        &[("x", 2), ("y", 3), ("z", 2)],
        &[3, 1, 4, 0, 5, 9, 2, 6, 8, 7, 10, 11],
    )
    .unwrap();
    for (axes, strides) in
        [(&["y"][..], &[2][..]), (&["z", "x"], &[1, 6]), (&["x", "z"], &[6, 1]), (&[], &[])]
    {
        let found = Threads::run(12, |ranks| {
            let mine = ranks.rank() as u8;
            ranks.along(&mesh, axes, |line| line.all_gather(&[mine]))
        });
        for (position, device) in mesh.devices().enumerate() {
            let sizes = axes.iter().map(|name| mesh.size(mesh.axis(name).unwrap()));
            let mut line = vec![position];
            for (step, size) in strides.iter().zip(sizes) {
                let first = |position: usize| position - position / step % size * step;
                line = line
                    .iter()
                    .flat_map(|at| (0..size).map(move |k| first(*at) + k * step))
                    .collect();
            }
            let expected: Vec<u8> = line.into_iter().map(|at| mesh.device(at) as u8).collect();
            assert_eq!(found[device].as_ref().unwrap(), &expected, "{axes:?}");
        }
    }
}
