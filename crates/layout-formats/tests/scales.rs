//! Block scales against the published formulas, on all blocks of small matrices.

use layout_core::Frame;
use static_layout::prelude::*;
use static_layout_formats::scale::*;

/// Numbers of rows and of columns around the edges of blocks, tiles and paddings.
const ROWS: [usize; 13] = [1, 2, 7, 8, 31, 33, 127, 128, 129, 255, 256, 257, 300];
const COLUMNS: [usize; 12] = [1, 15, 16, 17, 63, 64, 65, 127, 129, 256, 257, 520];

/// Compares the offset of each block of all matrices with `expected(row, scale along K, padded scales along K, padded rows)`.
fn compare(format: ScaleFormat, expected: impl Fn(usize, usize, usize, usize) -> usize) {
    let [by_rows, by_k] = format.block();
    for rows in ROWS {
        for columns in COLUMNS {
            let scales = format.layout(rows, columns).unwrap();
            let [padded_rows, padded_columns] = scales.padded();
            assert_eq!(scales.data(), [rows, columns]);
            assert!(padded_rows >= rows && padded_columns >= columns);
            assert!(padded_rows - rows < format.padded_to()[0]);
            assert!(padded_columns - columns < format.padded_to()[1]);
            let mut seen = vec![0; scales.count()];
            for i in 0..padded_rows / by_rows {
                for j in 0..padded_columns / by_k {
                    let offset = expected(i, j, padded_columns / by_k, padded_rows / by_rows);
                    // The first and the last element of the block.
                    assert_eq!(scales.offset(i * by_rows, j * by_k), Some(offset), "{scales:?}");
                    let last = [(i + 1) * by_rows - 1, (j + 1) * by_k - 1];
                    assert_eq!(scales.offset(last[0], last[1]), Some(offset));
                    seen[offset] += 1;
                }
            }
            // Each scale that is allocated belongs to one block.
            assert!(seen.iter().all(|&times| times == 1), "{} {rows} {columns}", format.name());
            assert_eq!(scales.bytes(), scales.count() * format.kind().bytes());
            assert_eq!(scales.offset(padded_rows, 0), None);
            assert_eq!(scales.offset(0, padded_columns), None);
        }
    }
}

/// cuBLAS, "1D Block Scaling Factors Layout": offset = (outer % 32) * 16 + (outer / 32) * 4 + inner in a tile, tiles in row-major
/// order.
fn cublas(outer: usize, inner: usize, per_row: usize) -> usize {
    let (sf_outer, sf_inner) = (outer / 128 * 128, inner / 4 * 4);
    let tile = (sf_inner + sf_outer / 128 * per_row) * 128;
    let (outer, inner) = (outer % 128, inner % 4);
    let offset = (outer % 32) * 16 + (outer / 32) * 4 + inner;
    assert_eq!((((offset % 16) / 4) * 32 + offset / 16, offset % 4), (outer, inner));
    tile + offset
}

#[test]
fn tiles_of_cublas() {
    compare(NVFP4, |outer, inner, per_row, _| cublas(outer, inner, per_row));
    compare(MXFP8, |outer, inner, per_row, _| cublas(outer, inner, per_row));
    assert_eq!(NVFP4.atom().to_string(), "((32,4),(16,4)):((16,4),(0,1))");
    assert_eq!(MXFP8.atom().to_string(), "((32,4),(32,4)):((16,4),(0,1))");
}

/// A view `(rows / 8, scales / 4, 8, 4)` of the memory.
#[test]
fn tiles_of_eight_rows() {
    compare(NVFP4_8X4, |i, j, per_row, _| (i / 8 * (per_row / 4) + j / 4) * 32 + i % 8 * 4 + j % 4);
}

/// The padded scales `(m, n)` viewed as `(m / 32, 2, 16, n / 8, 2, 4)`, with these axes permuted to `(0, 3, 5, 2, 4, 1)`.
#[test]
fn shuffled_scales_of_amd() {
    compare(AMD_MX, |i, j, n, m| {
        assert_eq!((m % 256, n % 8), (0, 0));
        let axes = [i / 32, i / 16 % 2, i % 16, j / 8, j / 4 % 2, j % 4];
        let extents = [m / 32, 2, 16, n / 8, 2, 4];
        [0, 3, 5, 2, 4, 1].iter().fold(0, |offset, &axis| offset * extents[axis] + axes[axis])
    });
}

#[test]
fn frames_of_ascend() {
    /// The offset of a scale in a frame of a matrix of scales.
    fn framed(frame: Frame, rows: usize, columns: usize, at: (usize, usize)) -> usize {
        let layout = frame.layout(rows as i64, columns as i64, 2).unwrap();
        layout.index(&format!("({},{})", at.0, at.1).parse().unwrap()).unwrap() as usize
    }
    // Of a left operand the matrix of scales is (rows, K / 32), of a right operand (K / 32, columns).
    compare(ASCEND_ROWS, |i, j, n, m| {
        let left = framed(Frame::ScaleAnd, m, n, (i, j));
        assert_eq!(left, framed(Frame::ScaleBdn, n, m, (j, i)));
        left
    });
    compare(ASCEND_PAIRS, |i, j, n, m| {
        let left = framed(Frame::ScaleAdn, m, n, (i, j));
        assert_eq!(left, framed(Frame::ScaleBnd, n, m, (j, i)));
        left
    });
}

#[test]
fn blocks_without_tiles() {
    for format in [MX, DEEPSEEK_WEIGHT, DEEPSEEK_ACTIVATION] {
        compare(format, |i, j, n, _| i * n + j);
    }
    for group in [1, 3, 64, 128] {
        let of_order = |order| ScaleFormat::per_group(group, ScaleKind::F16, order).unwrap();
        compare(of_order(ScaleOrder::AlongK), |i, j, n, _| i * n + j);
        compare(of_order(ScaleOrder::AlongRows), |i, j, _, m| j * m + i);
    }
    let channels = ScaleFormat::per_channel(520, ScaleKind::Bf16).unwrap();
    compare(channels, |i, j, n, _| {
        assert_eq!((j, n), (0, 1));
        i
    });
}

/// The types of layouts have the offsets of the values.
#[test]
fn layouts_as_types() {
    fn same<L: AnyLayout>(typed: L, scales: ScaleLayout) {
        let [rows, columns] = scales.padded();
        for row in (0..rows).step_by(13).chain([rows - 1]) {
            for k in (0..columns).step_by(7).chain([columns - 1]) {
                assert_eq!(typed.index_of((row, k)), scales.offset(row, k).unwrap());
            }
        }
    }
    trait IndexOf: AnyLayout {
        fn index_of(self, coord: (usize, usize)) -> usize {
            self.plain_offset([coord.0, coord.1])
        }
    }
    impl<L: AnyLayout> IndexOf for L {}
    for (rows, columns) in [(1, 1), (128, 64), (200, 700), (129, 65)] {
        for format in ScaleFormat::ALL {
            let scales = format.layout(rows, columns).unwrap();
            let value = scales.layout();
            match format.name() {
                "NVFP4" | "MXFP8" => same(Tile128x4::from_dynamic(&value).unwrap(), scales),
                "AMD MX" => same(AmdScales::from_dynamic(&value).unwrap(), scales),
                "MX" | "DeepSeek weight" | "DeepSeek activation" => {
                    same(BlockScales::from_dynamic(&value).unwrap(), scales)
                }
                _ => {}
            }
        }
    }
}

/// The padding is written, nothing else is, and NaN is found wherever it is.
#[test]
fn paddings() {
    for format in ScaleFormat::ALL {
        for (rows, columns) in [(1, 1), (100, 90), (128, 256), (130, 300)] {
            let scales = format.layout(rows, columns).unwrap();
            let [by_rows, by_k] = format.block();
            let mut memory = vec![0xFF; scales.bytes()];
            assert_eq!(scales.first_nan(&memory).unwrap(), Some([0, 0]));
            scales.write_padding(&mut memory).unwrap();
            let size = format.kind().bytes();
            let mut written = 0;
            for row in (0..scales.padded()[0]).step_by(by_rows) {
                for k in (0..scales.padded()[1]).step_by(by_k) {
                    let offset = size * scales.offset(row, k).unwrap();
                    let expected = if row >= rows || k >= columns { 0 } else { 0xFF };
                    assert!(memory[offset..offset + size].iter().all(|&byte| byte == expected));
                    written += usize::from(expected == 0);
                }
            }
            assert_eq!(written, scales.count() - rows.div_ceil(by_rows) * columns.div_ceil(by_k));
            // One NaN alone, in the last block of the padded matrix.
            let mut memory = vec![0; scales.bytes()];
            assert_eq!(scales.first_nan(&memory).unwrap(), None);
            let last = scales.padded().map(|n| n - 1);
            let offset = size * scales.offset(last[0], last[1]).unwrap();
            memory[offset..offset + size].fill(0xFF);
            let block = [last[0] / by_rows, last[1] / by_k];
            assert_eq!(scales.first_nan(&memory).unwrap(), Some(block));
        }
    }
}

#[test]
fn hostile_numbers() {
    for format in ScaleFormat::ALL {
        for (rows, k) in [(0, 5), (5, 0), (usize::MAX, 1), (1, usize::MAX), (1 << 62, 1 << 62)] {
            assert!(format.layout(rows, k).is_err(), "{} {rows} {k}", format.name());
        }
        let scales = format.layout(300, 300).unwrap();
        let short = vec![0; scales.bytes() - 1];
        assert!(scales.first_nan(&short).is_err());
        assert!(scales.write_padding(&mut [0; 0]).is_err());
    }
    let refused = NVFP4.layout(128, 64).unwrap().first_nan(&[0; 511]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "cannot view a slice through (((32,4),1),((16,4),1)):(((16,4),0),((0,1),0)): it reaches from 0 to 511 around element 0 of 511"
    );
    for group in [0, usize::MAX, 1 << 63] {
        assert!(ScaleFormat::per_group(group, ScaleKind::F32, ScaleOrder::AlongK).is_err());
        assert!(ScaleFormat::per_channel(group, ScaleKind::F32).is_err());
    }
}
