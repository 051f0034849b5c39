//! Every value and conversion of the elements, compared with the rows of `ml_dtypes` (`tools/compare/elements.py`).

use static_layout_formats::element::*;

const ROWS: &str = include_str!("../../../tests/golden/elements/elements.jsonl");
const PAGE: &str = include_str!("../../../tests/golden/elements/README.md");

/// The string of a field of a row.
fn field<'a>(row: &'a str, name: &str) -> &'a str {
    let (_, rest) = row.split_once(&format!("\"{name}\": \"")).expect(name);
    rest.split_once('"').expect(name).0
}

/// Groups of `N` digits.
fn groups<const N: usize>(text: &str) -> impl Iterator<Item = &str> {
    assert!(text.len().is_multiple_of(N));
    (0..text.len() / N).map(move |k| &text[k * N..(k + 1) * N])
}

fn number(digits: &str) -> u32 {
    u32::from_str_radix(digits, 16).unwrap()
}

/// The numbers of values and of conversions that agree.
fn compare<E: PackedElement>() -> [usize; 2] {
    let row = ROWS.lines().find(|row| field(row, "type") == E::NAME).expect(E::NAME);
    let values: Vec<u32> = groups::<8>(field(row, "values")).map(number).collect();
    assert_eq!(values.len(), 1 << E::BITS);
    for (code, &bits) in values.iter().enumerate() {
        let value = E::from_bits(code as u8);
        assert_eq!(usize::from(value.to_bits()), code);
        assert_eq!(E::values()[code].to_bits(), value.to_bits());
        let (here, there) = (value.to_f32(), f32::from_bits(bits));
        let equal = here.to_bits() == bits || here.is_nan() && there.is_nan();
        assert!(equal, "{} {code}: {here:?}, not {there:?}", E::NAME);
    }
    let finite = |code: usize| f32::from_bits(values[code]).is_finite();
    let numbers: Vec<usize> = (0..values.len()).filter(|&code| finite(code)).collect();
    let value = |code: usize| f64::from(f32::from_bits(values[code]));
    let greatest = numbers.iter().copied().map(value).fold(f64::MIN, f64::max);
    let least = numbers.iter().copied().map(value).fold(f64::MAX, f64::min);
    let mut casts = 0;
    for cast in groups::<10>(field(row, "casts")) {
        let (x, code) = (f32::from_bits(number(&cast[..8])), number(&cast[8..]) as u8);
        let here = E::from_f32_nonsat(x).to_bits();
        assert_eq!(here, code, "{} of {x:e} ({:08x})", E::NAME, x.to_bits());
        casts += 1;
        // The saturating conversion by its definition: no value is nearer, and of two the even one.
        let saturated = E::from_f32(x);
        if x.is_nan() || E::NAME == "f8e8m0" && x < 0.0 {
            let expected = match E::FORMAT {
                Format::Integer { .. } => 0.0,
                Format::Float { special: Special::None, .. } => greatest as f32,
                _ => f32::NAN,
            };
            let found = saturated.to_f32();
            assert!(found == expected || found.is_nan() && expected.is_nan(), "{} of {x}", E::NAME);
            continue;
        }
        let inside = f64::from(x).clamp(least, greatest);
        let distance = |code: usize| (value(code) - inside).abs();
        let nearest = numbers.iter().copied().map(distance).fold(f64::MAX, f64::min);
        let code = usize::from(saturated.to_bits());
        assert_eq!(distance(code), nearest, "{} of {x:e}: {saturated:?}", E::NAME);
        let other = numbers.iter().find(|&&c| distance(c) == nearest && value(c) != value(code));
        if let Some(&other) = other {
            // `F8E8M0` rounds ties up.
            let wins = if E::NAME == "f8e8m0" { value(code) > value(other) } else { code % 2 == 0 };
            assert!(wins, "{} of {x:e}: {saturated:?}, a tie", E::NAME);
        }
        if value(code) == 0.0 && !matches!(E::FORMAT, Format::Integer { .. }) {
            let signed = !matches!(E::FORMAT, Format::Float { special: Special::NegativeZero, .. });
            let negative = saturated.to_f32().is_sign_negative();
            assert_eq!(
                negative,
                signed && x.is_sign_negative(),
                "{} of {x:e}: the sign of 0",
                E::NAME
            );
        }
    }
    [values.len(), casts]
}

#[test]
fn values_and_casts_are_those_of_ml_dtypes() {
    let mut table = String::new();
    macro_rules! each {
        ($($E:ty)*) => {$(
            let [values, casts] = compare::<$E>();
            table += &format!("| `{}` | {values} | {casts} |\n", <$E>::NAME);
        )*};
    }
    each! { U1 U2 U4 I2 I4 F4E2M1 F6E2M3 F6E3M2 F8E4M3 F8E4M3Fnuz F8E5M2 F8E5M2Fnuz F8E8M0 }
    assert_eq!(table.lines().count(), ROWS.lines().count(), "a type of each row");
    assert!(
        PAGE.contains(&table),
        "tests/golden/elements/README.md does not have these counts:\n{table}"
    );
}

/// Each pair of values compares as its two numbers.
#[test]
fn comparisons_are_those_of_the_values() {
    fn all<E: PackedElement>() {
        for a in E::values() {
            for b in E::values() {
                assert_eq!(a == b, a.to_f32() == b.to_f32());
                assert_eq!(a.partial_cmp(b), a.to_f32().partial_cmp(&b.to_f32()));
            }
        }
    }
    all::<I4>();
    all::<U2>();
    all::<F4E2M1>();
    all::<F8E4M3>();
    all::<F8E8M0>();
    assert_eq!(format!("{} {:?}", I4::from_bits(0xFD), F4E2M1::from_bits(0x0B)), "-3 F4E2M1(-1.5)");
    assert_eq!(U4::from_bits(0xF3), U4::from_bits(3));
}
