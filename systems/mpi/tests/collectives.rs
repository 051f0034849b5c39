//! Collectives of random shardings between threads.

mod support;

use static_layout_mpi::Threads;
use support::{RANKS, cases, random_collectives, sums_are_in_the_order_of_terms};

#[test]
fn random_collectives_are_those_of_enumeration() {
    for result in Threads::run(RANKS, |ranks| random_collectives(ranks, cases())) {
        result.unwrap();
    }
}

#[test]
fn sums_have_one_order() {
    for result in Threads::run(RANKS, sums_are_in_the_order_of_terms) {
        result.unwrap();
    }
}
