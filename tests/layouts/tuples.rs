//! Functions of tuples on types: results are numerals if the operands are, and mixed results equal the results on plain
//! integers.

use static_layout::typenum::{U0, U1, U2, U3, U6, U12};
use static_layout::*;
use static_layout::{int::Negative, ops::TupleOps};

#[test]
fn static_results_are_types() {
    let quotient: Shape!(1, 1, 3) = shape!(4, 5, 6).shape_div(shape!(40));
    let taken: Shape!(4, 5, 2) = shape!(4, 5, 6).shape_mod(shape!(40));
    let coordinate: Shape!(1, (1, 2)) = coord!(16).idx2crd(shape!(3, (2, 3)));
    let same: Shape!(4, 2) = coordinate.crd2crd(shape!(3, (2, 3)), shape!(6, 3));
    let product: U12 = shape!(2, 3).inner_product(shape!(3, 2));
    let scaled: Shape!(8, 30) = shape!(2, 3).elem_scale(shape!(4, (5, 2)));
    let sorted: Shape!(0, 2, 2, 10) = shape!(2, 10, 0, 2).sort();
    let signed = shape!(2, 10, 0).append(typenum::N3::new()).append(typenum::N1::new()).sort();
    assert_eq!(format!("{:#}", signed.display()), "(_-3,_-1,_0,_2,_10)");
    let _ = (quotient, taken, same, product, scaled, sorted);
}

#[test]
fn generic_code_asks_for_tuples_alone() {
    fn blocks<S: IntTuple, T: IntTuple>(shape: S, tile: T) -> ops::tuple::CeilDiv<S, T> {
        let _ = shape.product_each().sum().idx2crd(shape.flatten()).append(tile).reverse();
        shape.ceil_div(tile)
    }
    let n = 10;
    assert_eq!(blocks(shape!(n, 8), shape!(4, 3)), (3, U3::new()));
    assert_eq!(blocks(shape!(n, 8), (4, 3)), (3, 3));
}

#[test]
fn what_is_known_of_a_mixed_result_is_static() {
    let n = 5;
    let (digit, rest): (U0, usize) = n.idx2crd(shape!(1, n));
    assert_eq!((digit, rest), (U0::new(), 5));
    let (a, b): (U2, usize) = shape!(2, n).elem_min(shape!(6, 3));
    assert_eq!((a, b), (U2::new(), 3));
    let zero: U0 = shape!(0, n).size();
    let first: U6 = shape!(2, n).mode::<0>().elem_scale(shape!(3));
    let one: (U1, usize) = shape!(2, 8).shape_div(shape!(2, { n - 1 })).replace::<0, _>(U1::new());
    assert_eq!((zero, first, one), (U0::new(), U6::new(), (U1::new(), 2)));
}

#[test]
fn run_time_integers_are_refused_with_the_text_of_the_engine() {
    let (n, zero) = (5, 0);
    let text = |error: LayoutError| error.to_string();
    assert_eq!(
        text(shape!(8).try_shape_div(n).unwrap_err()),
        "cannot divide the shape 8 by 5: 5 does not divide 8; ceil_div rounds up"
    );
    assert_eq!(
        text(shape!(8, n).try_ceil_div(zero).unwrap_err()),
        "cannot count tiles of (8,5) by 0: the divisor is 0, and must be 1 or more"
    );
    assert_eq!(
        text((n, 2).try_elem_sub(shape!(7, 1)).unwrap_err()),
        "cannot read (-2,1) as (?,?): the type cannot hold the sign of -2"
    );
    assert_eq!(
        text((usize::MAX, 2).try_elem_min(shape!(7, 1)).unwrap_err()),
        "cannot compare (>9223372036854775807,2) with (7,1): an integer is past 9223372036854775807"
    );
}

#[test]
fn comparisons() {
    let (m, n) = (10, 4);
    assert!((9, (3, 1)).elem_less((m, (n, 2))) && !(9, (4, 1)).elem_less((m, (n, 2))));
    assert!(!(usize::MAX, 0).elem_less((m, n)));
    assert!(shape!(1, 2).lex_less(shape!(2, 1)) && shape!(2, 1).colex_less(shape!(1, 2)));
    let minus = Negative::new(3);
    assert!((minus, 1).elem_less((0, 2)) && (minus, 1).elem_geq((minus, 0)));
    assert!((0, 2).elem_gtr((minus, 1)) && !(minus, 1).lex_less((minus, 1)));
}

#[test]
#[should_panic(expected = "an integer is past 9223372036854775807")]
fn an_integer_past_the_largest_is_not_taken_for_a_negative_one() {
    (Negative::new(3), usize::MAX).elem_less((0, 2));
}

#[test]
fn leaves_move_with_their_modes() {
    let (m, n) = (7, 11);
    let t = shape!(m, (2, n), 3);
    assert_eq!(format!("{:#}", t.flatten().display()), "(7,_2,11,_3)");
    assert_eq!(format!("{:#}", t.reverse().display()), "(_3,(_2,11),7)");
    assert_eq!(format!("{:#}", t.select::<(U2, U1, U1)>().display()), "(_3,(_2,11),(_2,11))");
    assert_eq!(format!("{:#}", t.insert::<3, _>(n).remove::<0>().display()), "((_2,11),_3,11)");
    assert_eq!(
        format!("{:#}", t.repeat_like((n, U1::new())).display()),
        "((11,_1),((11,_1),(11,_1)),(11,_1))"
    );
    assert_eq!(format!("{:#}", t.get((U1::new(), U1::new())).display()), "11");
    assert_eq!(format!("{:#}", (usize::MAX, t).mode::<0>().display()), ">9223372036854775807");
    assert_eq!((usize::MAX, t).mode::<0>(), usize::MAX);
    assert_eq!(().append(n).prepend(m).group::<0, 2>(), ((7, 11),));
    assert_eq!(((((n,),),),).unwrap().wrap(), (11,));
}

#[test]
fn an_offset_has_the_coordinate_that_indexes_it() {
    let (m, s) = (3, 1);
    let a = layout!((2, (m, 2)):(6, ({ s * 2 }, s)));
    for i in 0..a.size() {
        assert_eq!(a.coord_of(a.index(i)), Ok(a.coord(i)));
    }
    assert!(a.coord_of(12).is_err() && a.coord_of(usize::MAX).is_err());
    assert!(layout!((2, 2):(1, 1)).coord_of(1).is_err());
    assert!(layout!(2:-1).coord_of(0).is_err());
}
