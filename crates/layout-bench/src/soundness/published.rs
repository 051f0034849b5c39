//! Published results of other systems on the first universe of `compose`. They are printed, not computed.

/// The name, the accepted pairs, the wrong pairs among them, and the share of pairs with a composition that is
/// rejected, in tenths of a per cent.
const COMPOSE: [(&str, u64, u64, u64); 4] = [
    ("CuTe C++ 4.7", 851_991, 144_628, 311),
    ("pycute", 1_198_482, 558_163, 380),
    ("PyCuTe, rewritten 2026", 647_599, 0, 373),
    ("left divisibility (Shah 2024)", 588_888, 0, 430),
];

/// The number of pairs with a composition, of 2,669,976.
const WITH_A_RESULT: u64 = 1_032_710;

/// Prints the results of `compose`, and the results of CuTe's complement.
pub(super) fn print() {
    println!(
        "Others, on the first universe of compose ({WITH_A_RESULT} of its pairs have a result):"
    );
    println!("system\taccepted\twrong\thas a result, refused");
    for (name, accepted, wrong, refused) in COMPOSE {
        let share = wrong as f64 * 100.0 / accepted as f64;
        println!("{name}\t{accepted}\t{wrong} ({share:.1} %)\t{}.{} %", refused / 10, refused % 10);
    }
    println!(
        "With two modes on the right, 24 to 47 % of what CuTe, pycute and PyCuTe accept is wrong."
    );
    println!(
        "CuTe's complement, on 4193 accepted cases of such a universe: 1388 tile the range, 835 a larger one, \
         1970 leave gaps.\n"
    );
}
