//! Runs each kernel that moves or computes elements, on any two layouts, and compares every element of the destination's
//! buffer with a loop over the linear indices.
//!
//! A buffer has exactly the elements between the least and the greatest offset, or a few more on both sides: the address
//! sanitizer sees an access outside the first, the comparison sees one inside the second. A refusal writes nothing, and
//! is due only where two coordinates of the destination share an element, or an atom does not fit.

#![no_main]

mod case;
mod pairs;
mod panics;
mod parts;
mod statics;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

fn kernels(u: &mut Unstructured) -> Result<()> {
    let most = u.int_in_range(1..=3)?;
    #[cfg(target_arch = "x86_64")]
    static_layout_kernels::simd::limit_machine(most);
    if u.ratio(1, 6)? { statics::run(u) } else { pairs::run(u) }
}

fuzz_target!(|data: &[u8]| {
    // An error means too few bytes for an input.
    let _ = kernels(&mut Unstructured::new(data));
});
