//! Fast division as text: the type of a divisor, the quotient, and the function of the host that computes a divisor.
//!
//! [`FastDivisor`](crate::FastDivisor) has the algorithm. A remainder is doubled and reduced as many times as an integer has
//! bits, which needs no wider integer.

use super::c::words;
use crate::Language;

/// The arguments of divisor `k`.
pub(super) fn arguments(language: Language, k: usize) -> Vec<String> {
    match language {
        Language::Triton => {
            ["multiplier", "addend", "shift"].map(|field| format!("by{k}_{field}")).into()
        }
        _ => vec![format!("by{k}")],
    }
}

/// The functions before those of the layout, in a language with expressions. PTX and MLIR divide in place.
pub(super) fn helpers(language: Language, width: u32, prefix: &str) -> String {
    let words = words(language, width);
    let template = match language {
        Language::Rust => RUST.to_owned(),
        Language::Triton => TRITON.to_owned(),
        _ => format!("{}{}{HOST}", structure(language), quotient(language, width)),
    };
    // A function of the host that the device also has.
    let host = match language {
        Language::Cuda | Language::Hip => "__host__ __device__ inline ",
        _ => words.before,
    };
    let wide = if width == 32 { "u64" } else { "u128" };
    [
        ("DEVICE ", words.before),
        ("HOST ", host),
        ("UINT", words.unsigned),
        ("ONE", &format!("1{}", words.literal)),
        ("ZERO", &format!("0{}", words.literal)),
        ("TOP", &(width - 1).to_string()),
        ("BITS", &width.to_string()),
        ("WIDE", wide),
        ("PREFIX", prefix),
    ]
    .into_iter()
    .fold(template, |text, (from, to)| text.replace(from, to))
}

fn structure(language: Language) -> &'static str {
    match language {
        Language::C | Language::OpenCl => {
            "typedef struct {\n    UINT multiplier, addend, shift;\n} PREFIX_divisor;\n"
        }
        _ => "struct PREFIX_divisor {\n    UINT multiplier, addend, shift;\n};\n",
    }
}

/// The high half of `x * multiplier + addend`, shifted.
fn quotient(language: Language, width: u32) -> String {
    let wide = match language {
        Language::C => "uint64_t",
        Language::Sycl => "std::uint64_t",
        Language::Cuda | Language::Hip => "unsigned long long",
        _ => "ulong",
    };
    let body = match (language, width) {
        (Language::Glsl, _) => "    uint high, low, carry;
    umulExtended(x, by.multiplier, high, low);
    uaddCarry(low, by.addend, carry);
    return (high + carry) >> by.shift;\n"
            .to_owned(),
        (_, 32) => format!(
            "    return (UINT)((({wide})x * by.multiplier + by.addend) >> 32) >> by.shift;\n"
        ),
        (Language::C, _) => "    // GCC and clang have an integer of 128 bits.
    __extension__ typedef unsigned __int128 wide;
    return (UINT)(((wide)x * by.multiplier + by.addend) >> 64) >> by.shift;\n"
            .to_owned(),
        _ => {
            let high = match language {
                Language::Sycl => "sycl::mul_hi",
                Language::OpenCl => "mul_hi",
                Language::Metal => "mulhi",
                _ => "__umul64hi",
            };
            format!(
                "    UINT low = x * by.multiplier + by.addend;
    return ({high}(x, by.multiplier) + (low < by.addend ? ONE : ZERO)) >> by.shift;\n"
            )
        }
    };
    format!("DEVICE UINT PREFIX_quotient(UINT x, PREFIX_divisor by) {{\n{body}}}\n")
}

/// The divisor `d`, in the words that C, C++ and GLSL share.
const HOST: &str = "HOST PREFIX_divisor PREFIX_divisor_of(UINT d) {
    PREFIX_divisor by;
    by.multiplier = by.addend = by.shift = ZERO;
    if (d == ZERO) {
        return by;
    }
    while ((d >> by.shift) > ONE) {
        by.shift = by.shift + ONE;
    }
    UINT power = ONE << by.shift;
    if (power == d) {
        by.multiplier = by.addend = ZERO - ONE;
        return by;
    }
    // 2^(BITS + shift) = multiplier * d + rest
    UINT rest = power;
    for (int k = 0; k < BITS; k++) {
        UINT carry = rest >> TOP;
        rest = rest << 1;
        by.multiplier = by.multiplier << 1;
        if (carry != ZERO || rest >= d) {
            rest = rest - d;
            by.multiplier = by.multiplier + ONE;
        }
    }
    if (d - rest <= power) {
        by.multiplier = by.multiplier + ONE;
    } else {
        by.addend = by.multiplier;
    }
    return by;
}
";

const RUST: &str = "/// A divisor as a multiplier, an addend and a shift.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PREFIX_divisor {
    pub multiplier: UINT,
    pub addend: UINT,
    pub shift: UINT,
}
#[allow(non_snake_case)]
const fn PREFIX_quotient(x: UINT, by: PREFIX_divisor) -> UINT {
    ((x as WIDE * by.multiplier as WIDE + by.addend as WIDE) >> BITS) as UINT >> by.shift
}
#[allow(non_snake_case)]
pub const fn PREFIX_divisor_of(d: UINT) -> PREFIX_divisor {
    if d == 0 {
        return PREFIX_divisor { multiplier: 0, addend: 0, shift: 0 };
    }
    let shift = d.ilog2() as UINT;
    if d.is_power_of_two() {
        return PREFIX_divisor { multiplier: UINT::MAX, addend: UINT::MAX, shift };
    }
    // 2^(BITS + shift) = multiplier * d + rest
    let all = ((1 as WIDE) << (BITS + shift)) - 1;
    let (multiplier, rest) = ((all / d as WIDE) as UINT, (all % d as WIDE) as UINT + 1);
    if d - rest <= 1 << shift {
        return PREFIX_divisor { multiplier: multiplier + 1, addend: 0, shift };
    }
    PREFIX_divisor { multiplier, addend: multiplier, shift }
}
";

const TRITON: &str = "def PREFIX_divisor_of(d):
    \"\"\"The arguments multiplier, addend and shift of the divisor d.\"\"\"
    if d == 0:
        return 0, 0, 0
    shift = d.bit_length() - 1
    multiplier, rest = divmod(1 << (BITS + shift), d)
    if rest == 0:
        return (1 << BITS) - 1, (1 << BITS) - 1, shift
    if d - rest <= 1 << shift:
        return multiplier + 1, 0, shift
    return multiplier, multiplier, shift

@triton.jit
def PREFIX_quotient(x, multiplier, addend, shift):
    low = x * multiplier + addend
    return (tl.umulhi(x, multiplier) + tl.cast(low < addend, UINT)) >> shift

";
