use super::*;

/// The bytes of a file: version, dictionary, elements.
fn file(version: u8, dictionary: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    match version {
        1 => bytes.extend((dictionary.len() as u16).to_le_bytes()),
        _ => bytes.extend((dictionary.len() as u32).to_le_bytes()),
    }
    bytes.extend(dictionary.as_bytes());
    bytes.extend(data);
    bytes
}

/// A file of `f32` zeros whose header claims `shape`.
fn zeros(shape: &str, bytes: usize) -> Vec<u8> {
    let dictionary = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}  \n");
    file(1, &dictionary, &vec![0; bytes])
}

fn refusal(bytes: &[u8]) -> String {
    parse::<f32>(bytes).unwrap_err().to_string()
}

#[test]
fn reads_every_version_and_both_orders() {
    let data: Vec<u8> = [1.0f32, 2.0, 3.0, -4.5].iter().flat_map(|x| x.to_le_bytes()).collect();
    for version in 1..=3 {
        for (order, fortran_order) in [("False", false), ("True", true)] {
            let dictionary =
                format!("{{'shape': (2, 2), \"fortran_order\": {order}, 'descr': '<f4'}}\n");
            let array = parse::<f32>(&file(version, &dictionary, &data)[..]).unwrap();
            let data = vec![1.0, 2.0, 3.0, -4.5];
            assert_eq!(array, Array { shape: vec![2, 2], fortran_order, data });
        }
    }
}

#[test]
fn reads_any_rank() {
    for (shape, extents) in [("()", vec![]), ("(3,)", vec![3]), ("(3L, 0L)", vec![3, 0])] {
        let size = extents.iter().product::<usize>();
        assert_eq!(parse::<f32>(&zeros(shape, 4 * size)[..]).unwrap().shape, extents);
    }
    let labels = file(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}", b"abc");
    assert_eq!(parse::<u8>(&labels[..]).unwrap().data, b"abc");
}

#[test]
fn names_the_type_it_found_and_the_one_it_needs() {
    for (dtype, found) in [
        ("'<f8'", "'<f8'"),
        ("'>f4'", "'>f4'"),
        ("'|O'", "'|O'"),
        ("[('x', '<f4')]", "of a structured type"),
    ] {
        let dictionary = format!("{{'descr': {dtype}, 'fortran_order': False, 'shape': (1,), }}");
        let text = refusal(&file(1, &dictionary, &[0; 8]));
        assert!(text.starts_with(&format!("elements are {found} but '<f4'")), "{text}");
    }
}

#[test]
fn counts_the_bytes() {
    assert_eq!(
        refusal(&zeros("(2, 3)", 23)),
        "truncated: shape (2, 3) needs 24 bytes of elements, 23 are there"
    );
    assert_eq!(
        refusal(&zeros("(2, 3)", 25)),
        "the file continues after the 24 bytes that shape (2, 3) needs"
    );
}

#[test]
fn believes_no_absurd_shape() {
    for shape in ["(4294967296, 4294967296)", "(9223372036854775807,)", "(3, 4611686018427387904)"]
    {
        let text = refusal(&zeros(shape, 4));
        assert_eq!(text, format!("shape {shape} has more bytes than an address can count"));
    }
    assert!(refusal(&zeros("(1099511627776, 1048575)", 4)).starts_with("truncated"));
    assert!(refusal(&zeros("(18446744073709551616,)", 4)).contains("does not fit 64 bits"));
}

#[test]
fn refuses_what_is_not_such_a_file() {
    assert!(refusal(b"").starts_with("not a .npy file"));
    assert!(refusal(b"PK\x03\x04 an archive").starts_with("not a .npy file"));
    assert_eq!(refusal(&file(4, "", b"")), ".npy version 4.0 is not known: 1.0, 2.0 and 3.0 are");
    let whole = zeros("(2, 3)", 24);
    for length in 0..whole.len() {
        assert!(parse::<f32>(&whole[..length]).is_err(), "cut at {length}");
    }
}

#[test]
fn says_what_is_wrong_with_a_dictionary() {
    for (dictionary, what) in [
        ("", "expected `{`, found the end"),
        ("{'descr': '<f4'}", "no key 'fortran_order'"),
        ("{'fortran_order': True, 'shape': (1,)}", "no key 'descr'"),
        ("{'shape': (1,), 'fortran_order': 1}", "expected True or False, found `1}`"),
        ("{'shape': (1, -2)}", "expected an extent, found `-2)}`"),
        ("{'shape': 3}", "expected `(`, found `3}`"),
        ("{'shape': (3 4)}", "expected `)`, found `4)}`"),
        ("{'shape", "expected a closed string, found `'shape`"),
        ("{'shape' (1,)}", "expected `:`, found `(1,)}`"),
        ("{'colour': 3}", "unknown key 'colour'"),
        ("{é: 3}", "expected a string, found `é: 3}`"),
    ] {
        let text = refusal(&file(1, dictionary, b""));
        assert_eq!(text, format!("malformed .npy header: {what}"), "{dictionary}");
    }
    let mut latin = file(1, "{?}", b"");
    latin[11] = 0xe9;
    assert_eq!(refusal(&latin), "malformed .npy header: its text is not UTF-8");
}
