//! Fast division: the numbers of divisors, compared with quotients at the edges of integers and at random.

mod common;

use common::Numbers;
use static_layout_emit::{Domain, FastDivisor, IndexFunctions, Language};

/// Integers of `width` bits next to powers of two and to each other's multiples, and random ones.
fn edges(width: u32, numbers: &mut Numbers) -> Vec<u64> {
    let most = u64::MAX >> (64 - width);
    let mut all: Vec<u64> = (0..=64).collect();
    for power in 1..=width {
        let power = 1_u128 << power;
        all.extend([power - 2, power - 1, power, power + 1, power + 2].map(|x| x as u64 & most));
    }
    for divisor in [3, 5, 7, 641, 65537, 6700417] {
        all.extend([most / divisor, most / divisor + 1, most - divisor]);
    }
    all.extend((0..200).map(|_| {
        let bits = 1 + numbers.below(u64::from(width)) as u32;
        ((numbers.below(1 << 31) << 33) ^ (numbers.below(1 << 31) << 11) ^ numbers.below(1 << 31))
            & (most >> (width - bits))
    }));
    all
}

#[test]
fn quotients_are_exact() {
    let mut numbers = Numbers::of_environment();
    let (mut rounded_up, mut with_addend) = (0, 0);
    for width in [32, 64] {
        let most = u64::MAX >> (64 - width);
        let all = edges(width, &mut numbers);
        for &divisor in &all {
            let fast = FastDivisor::new(divisor, width);
            assert!(fast.multiplier <= most && fast.addend <= most && fast.shift < width);
            if divisor == 0 {
                assert_eq!(fast.quotient(7, width), 0);
                continue;
            }
            with_addend += usize::from(fast.addend > 0);
            rounded_up += usize::from(fast.addend == 0);
            // The quotient changes next to multiples.
            let greatest = most / divisor;
            let random = numbers.below(1 << 31);
            let multiples = [1, 2, 3, greatest / 2, greatest, random % greatest.max(1)];
            let near = multiples.into_iter().filter_map(|k| divisor.checked_mul(k));
            let near = near.flat_map(|x| [x.saturating_sub(1), x, x.saturating_add(1)]);
            for x in near.chain(all.iter().copied()).filter(|&x| x <= most) {
                assert_eq!(fast.quotient(x, width), x / divisor, "{x} / {divisor}, {width} bits");
            }
        }
    }
    assert!(rounded_up > 300 && with_addend > 300, "{rounded_up} {with_addend}");
}

/// The greatest error of a divisor is at the greatest dividends, so these decide for all of 16 bits.
#[test]
fn each_divisor_of_16_bits_divides_the_greatest_dividends() {
    for divisor in 1..1 << 16 {
        for width in [32, 64] {
            let fast = FastDivisor::new(divisor, width);
            let most = u64::MAX >> (64 - width);
            let last = most / divisor * divisor;
            for x in [most, most - 1, last, last - 1, last - divisor, divisor - 1, divisor] {
                assert_eq!(fast.quotient(x, width), x / divisor, "{x} / {divisor}, {width} bits");
            }
        }
    }
}

/// A divisor past the integers: the layout is empty, so no function divides by it.
#[test]
fn an_empty_layout_has_divisors() {
    let layout = "(m,65536*n,2):(65536*n,1,0)".parse().unwrap();
    let functions = IndexFunctions::new(&layout, Domain::Linear, Some(32)).unwrap();
    let fast = functions.with_fast_division();
    let by = fast.fast_divisors(&[0, 65536]).unwrap();
    assert!(by.contains(&FastDivisor::new(0, 32)), "{by:?}");
    assert!(fast.fast_divisors(&[1, 65536]).is_err());
}

#[test]
#[should_panic = "a width of 1 to 64 bits"]
fn a_divisor_has_bits() {
    let _ = FastDivisor::new(0, 0);
}

#[test]
fn divisors_are_named() {
    let layout = "(m,n,k):(n*k,k,1)".parse().unwrap();
    let functions = IndexFunctions::new(&layout, Domain::Linear, Some(32)).unwrap();
    let fast = functions.with_fast_division();
    let refused = fast.text(Language::Wgsl, "a").unwrap_err().to_string();
    let expected = "WGSL has no product of 64 bits, which fast division needs: divide without it";
    assert_eq!(refused, expected);
    let text = fast.text(Language::C, "a").unwrap();
    assert!(text.contains("// by0 = a_divisor_of(m)\n// by1 = a_divisor_of(n)\n"), "{text}");
    let values = fast.fast_divisors(&[7, 64, 10]).unwrap();
    assert_eq!(values[..2], [FastDivisor::new(7, 32), FastDivisor::new(64, 32)]);
    let taken = fast.index().divisors();
    assert!(taken == [0, 1] && fast.inside().divisors().is_empty());
    let counts = fast.index().operations();
    assert_eq!((counts.by_runtime, counts.by_multiplier), (0, 2));
    assert!(fast.fast_divisors(&[7]).is_err());
    // A division by an integer is one, and a layout without divisions has no divisors.
    let plain =
        IndexFunctions::new(&"(12,n):(4,1)".parse().unwrap(), Domain::Linear, None).unwrap();
    let fast = plain.with_fast_division();
    assert!(fast.fast_divisors(&[5]).unwrap().is_empty());
    assert_eq!(fast.text(Language::C, "a"), plain.text(Language::C, "a"));
    for name in ["a_divisor", "a_quotient"] {
        let own = format!("({name},n):(n,1)").parse().unwrap();
        let own = IndexFunctions::new(&own, Domain::Linear, None).unwrap().with_fast_division();
        let refused = own.text(Language::C, "a").unwrap_err().to_string();
        assert_eq!(refused, format!("{name} is reserved in c: use another name"));
        assert!(own.text(Language::C, "b").is_ok());
    }
}
