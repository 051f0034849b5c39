//! The expressions and the texts that this package can run itself: WGSL through `naga`, PTX through an interpreter.

mod common;

use common::{cases, ptx};
use static_layout_emit::{Domain, EmitError, IndexFunctions, Language, SymbolicLayout};

#[test]
fn each_coordinate_has_the_offset_of_the_algebra() {
    let (mut compared, mut inverses, mut narrow, mut mixed) = (0, 0, 0, 0);
    for case in cases() {
        for (i, &offset) in case.offsets.iter().enumerate() {
            let inputs = case.inputs(&case.coordinate(i));
            let found = case.functions.index().evaluate(&inputs);
            assert_eq!(
                found,
                offset,
                "{} {:?} at {:?}",
                case.text,
                case.values,
                case.coordinate(i)
            );
            assert_eq!(case.functions.inside().evaluate(&inputs), 1, "{}", case.text);
            compared += 1;
        }
        for k in 0..case.extents.len() {
            let mut outside = case.coordinate(0);
            outside[k] = case.extents[k];
            assert_eq!(
                case.functions.inside().evaluate(&case.inputs(&outside)),
                0,
                "{}",
                case.text
            );
        }
        if let Ok(inverse) = case.functions.inverse() {
            inverses += 1;
            for &offset in &case.offsets {
                let inputs = case.inputs(&[offset]);
                let found: Vec<i64> = inverse.iter().map(|one| one.evaluate(&inputs)).collect();
                let inside =
                    found.iter().zip(&case.extents).all(|(&c, &extent)| c >= 0 && c < extent);
                assert!(inside, "{} {:?}: offset {offset} has {found:?}", case.text, case.values);
                let again = case.offsets[case.linear(&found) as usize];
                assert_eq!(again, offset, "{} {:?}: {found:?}", case.text, case.values);
            }
        }
        narrow += usize::from(case.functions.width() == 32);
        mixed += usize::from(!case.values.is_empty());
    }
    println!("{compared} coordinates, {inverses} inverses, {narrow} with 32 bits, {mixed} mixed");
    assert!(compared > 40_000 && inverses > 300 && narrow > 500 && mixed > 300);
}

#[test]
fn wgsl_is_valid() {
    let mut valid = 0;
    for (k, case) in cases().iter().enumerate() {
        if case.functions.width() != 32 {
            let refused = case.functions.text(Language::Wgsl, "a").unwrap_err().to_string();
            assert!(refused.contains("WGSL has integers of 32 bits"), "{refused}");
            continue;
        }
        let text = case.functions.text(Language::Wgsl, &format!("a{k}")).unwrap();
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|error| panic!("{}\n{text}", error.emit_to_string(&text)));
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            naga::valid::Capabilities::empty(),
        );
        validator.validate(&module).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        valid += 1;
    }
    assert!(valid > 500, "{valid}");
}

#[test]
fn ptx_computes_the_offsets() {
    for (k, case) in cases().iter().enumerate() {
        let text = case.functions.text(Language::Ptx, &format!("a{k}")).unwrap();
        let functions = ptx::functions(&text);
        for (function, inputs, expected) in case.calls() {
            let inputs: Vec<u64> = inputs.iter().map(|&input| input as u64).collect();
            let found = functions[function].call(&inputs);
            // A result of 32 bits has the sign of its highest one only where offsets may be negative.
            let mask = if functions[function].bits == 32 { u64::from(u32::MAX) } else { u64::MAX };
            assert_eq!(found & mask, expected as u64 & mask, "{} {inputs:?}\n{text}", case.text);
        }
    }
}

#[test]
fn texts_have_no_arithmetic_that_folds() {
    let text = |layout: &str, domain| {
        let functions = IndexFunctions::new(&layout.parse().unwrap(), domain, None).unwrap();
        functions.text(Language::Wgsl, "a").unwrap()
    };
    let joined = text("((16,8),4):((1,16),128)", Domain::Linear);
    assert!(joined.contains("fn a_index(c0: u32) -> u32 {\n    return c0;\n}"), "{joined}");
    let swizzled = text("Sw<3,0,3> o 0 o (8,8):(8,1)", Domain::Modes);
    assert!(swizzled.contains("^"), "{swizzled}");
    // `c0 < 4` forbids the remainder.
    let two = text("((4,2),3):((1,12),4)", Domain::Modes);
    let index = two.split("fn ").nth(1).unwrap();
    assert!(!index.contains('%') && !index.contains('/'), "{two}");
}

#[test]
fn refusals_name_numbers() {
    let refused = |text: &str| text.parse::<SymbolicLayout>().unwrap_err().to_string();
    assert_eq!(refused(&"(".repeat(10_000)), "at byte 65: expected at most 64 levels");
    let powers = |k: usize| format!("(n,m):(1,{}m)", "n*".repeat(k));
    assert_eq!(refused(&powers(32)), "at byte 73: expected a product of at most 32 names");
    assert_eq!(refused("(4,n:(1,4)"), "at byte 4: expected `,` or `)`");
    assert_eq!(
        refused("(4,n):(1,(4))"),
        "at byte 6: expected strides with the nesting of the shape"
    );
    assert_eq!(refused("(4,let):(1,4)"), "at byte 3: expected another name: let is reserved");
    assert_eq!(refused("(4,n):(1,4) x"), "at byte 12: expected the end");
    let facts = |facts: &[&str]| {
        let layout: SymbolicLayout = "(n,4):(4,1)".parse().unwrap();
        facts.iter().try_fold(layout, |layout, fact| layout.with_fact(fact))
    };
    assert_eq!(
        facts(&["n>=9", "n<=8"]).unwrap_err().to_string(),
        "no integer is what is known of n: n>=9, n<=8"
    );
    assert!(facts(&["n>=9", "n%16==0", "n<=15"]).is_err());
    // Divisors add up.
    let six = facts(&["n%4==0", "n%6==0"]).unwrap();
    assert!(six.with_values(&[12]).is_ok() && six.with_values(&[6]).is_err());
    assert!(facts(&["n%9223372036854775783==0", "n%18446744073709551557==0"]).is_err());
    let inverse = |text: &str| -> Result<usize, EmitError> {
        let functions = IndexFunctions::new(&text.parse()?, Domain::Modes, None)?;
        Ok(functions.inverse()?.len())
    };
    assert_eq!(
        inverse("(16,n):(1,ld)").unwrap_err().to_string(),
        "no inverse of (16,n):(1,ld): nothing proves an order of the strides 1, ld"
    );
    assert_eq!(inverse("(16,n):(1,16)"), Ok(2));
    assert!(inverse("(3,2):(2,3)").is_err());
    let wide: SymbolicLayout = "(65536,65537):(1,65536)".parse().unwrap();
    let refused = IndexFunctions::new(&wide, Domain::Modes, Some(32)).unwrap_err().to_string();
    assert_eq!(refused, "(65536,65537):(1,65536) needs more than 32 bits");
}
