//! The expressions and the texts that this package can run itself: WGSL through `naga`, PTX through an interpreter.

mod common;

use common::c::with_divisors;
use common::{Numbers, cases, ptx};
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
    let mut divisions = 0;
    for (k, case) in cases().iter().enumerate() {
        let fast = case.functions.with_fast_division();
        for written in [&case.functions, &fast] {
            let text = written.text(Language::Ptx, &format!("a{k}")).unwrap();
            let functions = ptx::functions(&text);
            for (function, inputs, expected) in case.calls() {
                let inputs = with_divisors(written, function, &inputs);
                let inputs: Vec<u64> = inputs.iter().map(|&input| input as u64).collect();
                let found = functions[function].call(&inputs);
                // A result of 32 bits has the sign of its highest one only where offsets may be negative.
                let mask =
                    if functions[function].bits == 32 { u64::from(u32::MAX) } else { u64::MAX };
                assert_eq!(
                    found & mask,
                    expected as u64 & mask,
                    "{} {inputs:?}\n{text}",
                    case.text
                );
            }
            divisions += text.matches("mad.lo.cc").count();
            if !std::ptr::eq(written, &case.functions) {
                // Only integers are divided by.
                let divides = |line: &str| line.contains("div.u") || line.contains("rem.u");
                let by =
                    text.lines().filter(|line| divides(line)).map(|line| line.rsplit(' ').next());
                assert!(by.flatten().all(|by| !by.starts_with('%')), "{text}");
            }
        }
    }
    assert!(divisions > 300, "{divisions}");
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
    assert!(!index.contains('%') && !index.contains(" / "), "{two}");
}

fn with_facts(text: &str, facts: &[&str]) -> SymbolicLayout {
    let layout: SymbolicLayout = text.parse().unwrap();
    facts.iter().try_fold(layout, |layout, fact| layout.with_fact(fact)).unwrap()
}

/// 64 bits are proved by facts alone, as 32 are: up to the last bound whose offsets, sizes and leaves they hold.
#[test]
fn the_width_is_proved_by_facts() {
    const EDGE: u128 = 1 << 63;
    for (text, domain, most, width) in [
        // Offsets up to `2^64 - 2` and `2^32 - 2`.
        ("(n):(2)", Domain::Modes, EDGE, 64),
        ("(n):(2)", Domain::Modes, 1 << 31, 32),
        // From `-2^63` and from `-2^31` on.
        ("(n):(-1)", Domain::Modes, EDGE + 1, 64),
        ("(n):(-1)", Domain::Modes, (1 << 31) + 1, 32),
        ("(3,n):(1,1)", Domain::Modes, u128::from(u64::MAX) - 1, 64),
        // Sizes of one coordinate.
        ("(2,n):(0,0)", Domain::Linear, EDGE - 1, 64),
        ("(2,n):(0,0)", Domain::Linear, (1 << 31) - 1, 32),
    ] {
        let of = |most: u128| {
            let layout = with_facts(text, &[&format!("n<={most}")]);
            IndexFunctions::new(&layout, domain, Some(width)).unwrap()
        };
        for (most, is_proved) in [(1, true), (most, true), (most + 1, false)] {
            let functions = of(most);
            assert_eq!(functions.is_width_proved(), is_proved, "{text}, n<={most}, {width}");
            let line = format!("// The caller checks that sizes and offsets fit {width} bits.");
            let written = functions.text(Language::Cuda, "a").unwrap();
            assert_eq!(written.contains(&line), !is_proved, "{written}");
        }
    }
    // A leaf is an integer of 64 bits, which hold these without a fact.
    for text in ["(n):(1)", "(n,m):(1,0)", "(4):(n)", "(n):(0)"] {
        let functions =
            IndexFunctions::new(&text.parse().unwrap(), Domain::Modes, Some(64)).unwrap();
        assert_eq!(functions.is_width_proved(), text != "(4):(n)", "{text}");
    }
    let unknown = "(16,n):(1,16)".parse().unwrap();
    for width in [None, Some(32), Some(64)] {
        let functions = IndexFunctions::new(&unknown, Domain::Modes, width).unwrap();
        assert!(!functions.is_width_proved() && functions.check_width(&[1 << 20]).is_ok());
    }
}

/// Each text depends on one fact, one cost or one order of the digits.
#[test]
fn facts_and_costs_decide_texts() {
    let functions = |text: &str, facts: &[&str], domain| {
        IndexFunctions::new(&with_facts(text, facts), domain, None).unwrap()
    };
    let cuda = |functions: &IndexFunctions| functions.text(Language::Cuda, "a").unwrap();
    let index =
        |functions: &IndexFunctions| cuda(functions).split("__device__").nth(1).unwrap().to_owned();
    // The swizzles read bits that no offset has: `d` is 0, and offsets are below 36 without the bits 2 and 3.
    for (text, facts, domain) in [
        ("Sw<1,0,4> o 1 o (4,4,4):(1,1,d)", &["d%8==0", "d<=7"][..], Domain::Modes),
        ("Sw<2,0,2> o 0 o ((3,4)):((16,1))", &[], Domain::Linear),
    ] {
        let found = index(&functions(text, facts, domain));
        assert!(!found.contains('^'), "{found}");
    }
    // The remainder is `i - q*n`, however many names its factor has; without the quotient it is `i % n`.
    for count in [1, 28] {
        let names: Vec<String> = (0..count).map(|k| format!("s{k}")).collect();
        let functions = functions(&format!("(n,m):({},1)", names.join("*")), &[], Domain::Linear);
        let found = functions.index().operations();
        assert_eq!((found.simple, found.by_runtime), (3 + count, 1), "{}", index(&functions));
    }
    let found = index(&functions("(n,m):(s,0)", &[], Domain::Linear));
    assert!(found.contains("return (c0 % n) * s;"), "{found}");
    // More than seven digits, which are decided one by one.
    let digits = "(2,4,4,4,4,5,2,2,n):(6656*n,1664*n,416*n,104*n,0,5*n,2*n,1*n,1)";
    let found = functions(digits, &[], Domain::Linear).index().operations();
    assert_eq!((found.simple, found.by_constant, found.by_runtime), (25, 1, 0));
    // A mode that repeats has no digit, and a product of three facts may overflow.
    let great = ["n>=1152921504606846976", "m>=1152921504606846976", "j>=1152921504606846976"];
    for (text, facts) in [("(3,2,4):(2,5,0)", &[][..]), ("(n,2):(1,n*m*j)", &great)] {
        functions(text, facts, Domain::Modes).inverse().unwrap();
    }
    // The offset alone is signed.
    let signed = functions("(n,4):(-1,n)", &[], Domain::Modes);
    let coordinate = cuda(&signed).split("__device__").nth(3).unwrap().to_owned();
    assert!(coordinate.contains("(unsigned long long)x"), "{coordinate}");
    assert!(!coordinate.contains("(unsigned long long)n"), "{coordinate}");
}

#[test]
fn a_stride_of_one_element_is_no_divisor() {
    for stride in ["4294967296", "4294967297", "2147483649", "9223372036854775807"] {
        let text = format!("(24,n):(1,{stride})");
        let layout = with_facts(&text, &["n<=1"]);
        let functions = IndexFunctions::new(&layout, Domain::Modes, None).unwrap();
        assert_eq!(functions.width(), 32, "{text}");
        let found: Vec<i64> =
            functions.inverse().unwrap().iter().map(|one| one.evaluate(&[7, 1])).collect();
        assert_eq!(found, [7, 0], "{text}");
        assert!(!functions.text(Language::OpenCl, "a").unwrap().contains(" / "));
        // Without the fact, the values are checked.
        let unknown = IndexFunctions::new(&text.parse().unwrap(), Domain::Modes, Some(32)).unwrap();
        assert!(unknown.check_width(&[1]).is_ok() && !unknown.is_width_proved());
        let found: Vec<i64> =
            unknown.inverse().unwrap().iter().map(|one| one.evaluate(&[7, 1])).collect();
        assert_eq!(found, [7, 0], "{text}");
        assert_eq!(unknown.check_width(&[2]).is_ok(), stride == "2147483649", "{text}");
    }
    // The divisor `2*d` is a residue.
    let functions =
        IndexFunctions::new(&with_facts("(24,n):(1,2*d)", &["d>=12"]), Domain::Modes, Some(32))
            .unwrap();
    assert!(functions.inverse().is_ok());
    assert!(functions.check_width(&[1, 0x7fff_ffff]).is_ok());
    let refused = functions.check_width(&[1, 0x8000_0000]).unwrap_err().to_string();
    assert!(refused.ends_with("a coordinate, an offset or a divisor needs more than 32 bits"));
}

#[test]
fn the_last_integer_is_an_offset() {
    let narrow = |text: &str, domain: Domain| {
        Ok::<u32, EmitError>(IndexFunctions::new(&text.parse()?, domain, Some(32))?.width())
    };
    // 2^32 elements, of offsets up to 2^32 - 1.
    assert_eq!(narrow("(65536,65536):(1,65536)", Domain::Modes), Ok(32));
    assert_eq!(narrow("(65536,65536):(1,65536)", Domain::Linear), Ok(32));
    assert_eq!(narrow("(65536,65536):(65536,1)", Domain::Linear), Ok(32));
    assert!(narrow("(65536,65537):(1,65536)", Domain::Modes).is_err());
    assert!(narrow("(65536,65537):(0,0)", Domain::Linear).is_err());
    assert_eq!(narrow("(65536,65537):(0,0)", Domain::Modes), Ok(32));
    // Coordinates are unsigned, offsets of negative strides signed.
    assert_eq!(narrow("(2,4294967295):(-2147483648,0)", Domain::Modes), Ok(32));
    assert!(narrow("(2,2):(-2147483648,-1)", Domain::Modes).is_err());
    let all =
        IndexFunctions::new(&"(65536,65536):(1,65536)".parse().unwrap(), Domain::Linear, None);
    assert_eq!(all.unwrap().inside().evaluate(&[0xffff_ffff]), 1);
    // The extent of a coordinate with a run-time leaf is an integer of the bounds test.
    let layout = with_facts("(65536,n):(1,65536)", &["n<=65536"]);
    let width = |domain| IndexFunctions::new(&layout, domain, None).unwrap().width();
    assert_eq!((width(Domain::Modes), width(Domain::Linear)), (32, 64));
}

#[test]
fn numbers_of_a_text_do_not_overflow() {
    // Offsets from -2^127 to 2^127.
    let facts = ["n<=18446744073709551615", "d<=9223372036854775807", "d>=1"];
    let functions = IndexFunctions::new(&with_facts("(n,2):(d,-n*d)", &facts), Domain::Modes, None);
    let refused = functions.unwrap().inverse().unwrap_err().to_string();
    assert_eq!(refused, "no inverse of (n,2):(d,-1*n*d): its offsets overflow");
    // -2^127 has no negative.
    let powers = "4611686018427387904*4611686018427387904*8";
    let refused = format!("(n,2):(1,-{powers})").parse::<SymbolicLayout>().unwrap_err().to_string();
    assert!(refused.ends_with("expected a product of at most 127 bits"), "{refused}");
    let wide = "9223372036854775807*9223372036854775807";
    for text in [
        format!("({wide},2):({wide},0*n)"),
        format!("({wide},2):(-{wide},0*n)"),
        format!("({wide},{wide},2):(1,{wide},0*n)"),
        format!("({wide},n):(-{wide},{wide})"),
    ] {
        let refused = IndexFunctions::new(&text.parse().unwrap(), Domain::Modes, None).unwrap_err();
        assert!(refused.to_string().ends_with(" needs more than 64 bits"), "{text}: {refused}");
    }
    // An extent of 0 is 0 times numbers whose product overflows.
    let facts = ["k>=36028797018963968", "m<=0"];
    let layout = with_facts("(17592186044416*k*n,m,2147483650):(ld,4,-3)", &facts);
    let empty = IndexFunctions::new(&layout, Domain::Linear, None).unwrap();
    assert_eq!(empty.check_width(&[1 << 55, 0, 0, 0]), Ok(()));
    assert_eq!(empty.inside().evaluate(&[0, 1 << 55, 0, 0, 0]), 0);
    // A product is printed as one integer, which is read again.
    let product = "(4611686018427387904*n*8,m):(n,-4611686018427387904*2*m)";
    let printed = product.parse::<SymbolicLayout>().unwrap().to_string();
    assert_eq!(printed, "(36893488147419103232*n,m):(n,-9223372036854775808*m)");
    assert_eq!(printed.parse::<SymbolicLayout>().unwrap().to_string(), printed);
    let refused = format!("(n,{}):(1,1)", i128::MAX as u128 + 1).parse::<SymbolicLayout>();
    let refused = refused.unwrap_err().to_string();
    assert_eq!(refused, "at byte 3: expected an integer of at most 127 bits");
    for text in [format!("(n):({wide}*4)"), format!("(n):({wide}*2*n*2)")] {
        let refused = text.parse::<SymbolicLayout>().unwrap_err().to_string();
        assert!(refused.ends_with("expected a product of at most 127 bits"), "{refused}");
    }
    let refused = format!("({wide},4,n):col").parse::<SymbolicLayout>().unwrap_err().to_string();
    assert!(refused.ends_with("expected a size of at most 127 bits"), "{refused}");
    // 0 times names is 0.
    for zero in ["0*n", "n*0", "m*0*n", "-0*n*n"] {
        let read: SymbolicLayout = format!("(n,m):({zero},1)").parse().unwrap();
        assert_eq!(read.to_string(), "(n,m):(0,1)", "{zero}");
    }
    // A stride of which a fact says that it is not 0 is not 0, unlike an extent.
    let layout = with_facts("(4,n):(d,16)", &["d>=1", "d<=4"]);
    assert!(layout.with_values(&[0, 1]).is_ok() && layout.with_values(&[1, 0]).is_err());
}

/// Products, strides and facts at the ends of the integers are functions or errors: no sum of theirs overflows.
#[test]
fn texts_of_any_numbers_end() {
    let mut numbers = Numbers::of_environment();
    let list = [0, 1, 2, 3, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, u64::MAX];
    let wanted = std::env::var("EMIT_TEXTS").map_or(1000, |count| count.parse().unwrap());
    let (mut written, mut inverses) = (0, 0);
    for _ in 0..wanted {
        let mut leaf = |is_extent: bool| {
            let count = 1 + numbers.below(4);
            let factors = (0..count).map(|_| match numbers.below(3) {
                0 => list[numbers.below(8) as usize].to_string(),
                1 if is_extent => ["m", "n"][numbers.below(2) as usize].to_owned(),
                _ => ["n", "d", "e"][numbers.below(3) as usize].to_owned(),
            });
            let product = factors.collect::<Vec<_>>().join("*");
            if !is_extent && numbers.one_in(3) { format!("-{product}") } else { product }
        };
        let [a, b] = [leaf(true), leaf(true)];
        let [c, d] = [leaf(false), leaf(false)];
        let text = match numbers.below(4) {
            0 => format!("({a},{b})"),
            1 => format!("Sw<2,20,3> o 7 o ({a},{b}):({c},{d})"),
            _ => format!("({a},{b}):({c},{d})"),
        };
        let Ok(mut layout) = text.parse::<SymbolicLayout>() else { continue };
        for name in ["m", "n", "d", "e"] {
            for kind in ["<=", ">=", "%"] {
                let number = list[numbers.below(10) as usize];
                let zero = if kind == "%" { "==0" } else { "" };
                let with = layout.clone().with_fact(&format!("{name}{kind}{number}{zero}"));
                if numbers.one_in(2)
                    && let Ok(with) = with
                {
                    layout = with;
                }
            }
        }
        for domain in [Domain::Linear, Domain::Modes] {
            for width in [None, Some(32), Some(64)] {
                let Ok(functions) = IndexFunctions::new(&layout, domain, width) else { continue };
                inverses += usize::from(functions.inverse().is_ok());
                for language in Language::ALL {
                    let Ok(text) = functions.text(language, "a") else { continue };
                    written += 1;
                    // A compiler refuses it, whether or not it is called.
                    let zero = text.contains(" / 0u") || text.contains(" % 0u");
                    assert!(!zero, "{layout} {width:?}\n{text}");
                }
                let values: Vec<u64> =
                    layout.parameters().map(|_| list[numbers.below(10) as usize]).collect();
                // Values that facts exclude are errors.
                let _ = functions.check_width(&values);
            }
        }
    }
    println!("{written} texts, {inverses} inverses");
    assert!(written > wanted && inverses > wanted / 10, "{written} {inverses}");
}

#[test]
fn refusals_name_numbers() {
    let refused = |text: &str| text.parse::<SymbolicLayout>().unwrap_err().to_string();
    assert_eq!(refused(&"(".repeat(10_000)), "at byte 65: expected at most 64 levels");
    let powers = |k: usize| format!("(n,m):(1,{}m)", "n*".repeat(k));
    assert_eq!(refused(&powers(32)), "at byte 73: expected a product of at most 32 names");
    assert_eq!(refused("(4,n:(1,4)"), "at byte 4: expected `,` or `)`");
    assert_eq!(refused("(n,):(1,)"), "at byte 3: expected an integer, a name or `?`");
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
        "no integer satisfies what is known of n: n>=9, n<=8"
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
        "no inverse of (16,n):(1,ld): nothing proves an order of the strides 1, ld: add the fact ld>=16"
    );
    assert_eq!(inverse("(16,n):(1,16)"), Ok(2));
    assert!(inverse("(3,2):(2,3)").is_err());
    let wide: SymbolicLayout = "(65536,65537):(1,65536)".parse().unwrap();
    for width in [0, 16, 33, 128] {
        let refused = IndexFunctions::new(&wide, Domain::Modes, Some(width)).unwrap_err();
        assert_eq!(refused.to_string(), format!("integers have 32 or 64 bits, not {width}"));
    }
    let refused = IndexFunctions::new(&wide, Domain::Modes, Some(32)).unwrap_err().to_string();
    assert_eq!(refused, "(65536,65537):(1,65536) needs more than 32 bits");
}
