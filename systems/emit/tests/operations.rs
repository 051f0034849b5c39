//! The operations of common layouts, compared with the best hand-written forms that we know.

use static_layout_emit::{Domain, IndexFunctions, OperationCount};

/// Layout, domain, the form by hand, and its operations: simple ones, divisions by constants, by run-time values.
const LAYOUTS: [(&str, Domain, &str, [usize; 3]); 24] = [
    ("(64,64):(1,64)", Domain::Modes, "i + (j << 6)", [2, 0, 0]),
    ("(64,64):(64,1)", Domain::Linear, "((i & 63) << 6) + (i >> 6)", [4, 0, 0]),
    ("(m,n):(1,m)", Domain::Modes, "i + j*m", [2, 0, 0]),
    ("(m,n):(1,m)", Domain::Linear, "i", [0, 0, 0]),
    ("(m,n):(n,1)", Domain::Modes, "i*n + j", [2, 0, 0]),
    ("(m,n):(n,1)", Domain::Linear, "q = i/m; (i - q*m)*n + q", [4, 0, 1]),
    ("(m,n):(1,ld)", Domain::Modes, "i + j*ld", [2, 0, 0]),
    ("(m,n):(1,ld)", Domain::Linear, "i + (i/m)*(ld - m)", [3, 0, 1]),
    ("(b,h,s,d):row", Domain::Modes, "((i*h + j)*s + k)*d + l", [6, 0, 0]),
    (
        "(b,h,s,d):row",
        Domain::Linear,
        "p = i/b; q = p/h; r = q/s; (((i - p*b - q)*h + p - r)*s + q)*d + r",
        [10, 0, 3],
    ),
    (
        "(m,n,k):(ld,1,m*ld)",
        Domain::Linear,
        "q = i/m; r = q/n; (i - (q - r)*m)*ld + q - r*n",
        [7, 0, 2],
    ),
    ("(8,8):(9,1)", Domain::Modes, "i*9 + j", [2, 0, 0]),
    ("(32,33):(33,1)", Domain::Modes, "i*33 + j", [2, 0, 0]),
    // With one linear index, only the padding is added.
    ("(32,8):(1,33)", Domain::Linear, "i + (i >> 5)", [2, 0, 0]),
    (
        "((16,8),(n,4)):((1,16),(512,128))",
        Domain::Modes,
        "i + (j << 9) + (j/n)*(128 - (n << 9))",
        [6, 0, 1],
    ),
    (
        "((4,8),(2,4)):((32,1),(16,8))",
        Domain::Modes,
        "((i&3)<<5) + (i>>2) + ((j&1)<<4) + ((j>>1)<<3)",
        [10, 0, 0],
    ),
    ("((4,8),2):((64,1),32)", Domain::Modes, "((t&3)<<6) + (t>>2) + (v<<5)", [6, 0, 0]),
    ("(12,4):(4,1)", Domain::Linear, "(i << 2) - (i/12)*47", [3, 1, 0]),
    ("(3,5,7):(35,7,1)", Domain::Modes, "i*35 + j*7 + k", [4, 0, 0]),
    ("(3,5,7):(35,7,1)", Domain::Linear, "i*35 - (i/3)*98 - (i/15)*34", [5, 2, 0]),
    ("Sw<3,0,3> o 0 o (8,8):(8,1)", Domain::Modes, "x = (i << 3) + j; x ^ (x >> 3)", [4, 0, 0]),
    (
        "Sw<3,3,3> o 0 o (64,64):(64,1)",
        Domain::Modes,
        "x = (i << 6) + j; x ^ ((x & 448) >> 3)",
        [5, 0, 0],
    ),
    ("(64,8):(0,1)", Domain::Linear, "i >> 6", [1, 0, 0]),
    (
        "(2,2,2,2,2,2):(32,16,8,4,2,1)",
        Domain::Linear,
        "six masks, five additions, five or six shifts",
        [16, 0, 0],
    ),
];

#[test]
fn common_layouts_have_the_operations_of_the_best_form() {
    for (text, domain, hand, [simple, by_constant, by_runtime]) in LAYOUTS {
        let functions = IndexFunctions::new(&text.parse().unwrap(), domain, None).unwrap();
        let found = functions.index().operations();
        let expected = OperationCount { simple, by_constant, by_runtime, by_multiplier: 0 };
        println!("{text} {domain:?}: {found:?}, by hand {hand}");
        let cost =
            |count: OperationCount| count.simple + 5 * count.by_constant + 30 * count.by_runtime;
        assert!(
            cost(found) <= cost(expected),
            "{text}: {found:?}, by hand {expected:?} {hand}\n{}",
            functions.text(static_layout_emit::Language::Cuda, "a").unwrap()
        );
    }
}
