//! Tensor maps and matrix descriptors of CuTe's `make_tma_copy`, `make_gmma_desc` and `make_umma_desc`: `tools/compare/descriptors.py`.

use layout_core::descriptor::{
    MatrixDescriptor, MatrixFormat, MatrixMajor, MatrixOperand, TMA_SM90, TensorMapSwizzle,
    TensorMapType, TmaCopy,
};
use layout_core::{ComposedLayout, Layout, Swizzle};

fn numbers(text: &str) -> Vec<i64> {
    text.split(',').filter(|part| !part.is_empty()).map(|part| part.parse().unwrap()).collect()
}

/// Extents, strides, box, swizzle and coordinates are CuTe's.
#[test]
fn maps_are_those_of_cute() {
    let mut count = 0;
    for line in include_str!("cute_maps.txt").lines() {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [kind, tensor, tile, dims, strides, boxed, swizzle, coordinates] = parts[..] else {
            panic!("{line}");
        };
        let tensor: Layout = tensor.parse().unwrap();
        let tile = tile.parse::<ComposedLayout>().unwrap_or_else(|_| {
            tile.parse::<Layout>().unwrap().swizzled(Swizzle::IDENTITY).unwrap()
        });
        let data_type = TensorMapType::of(kind).unwrap();
        let copy = TmaCopy::new(&tensor, &tile, data_type, &TMA_SM90)
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        let (map, rank) = (copy.map(), copy.map().rank);
        let swizzle = TensorMapSwizzle::ALL[swizzle.parse::<usize>().unwrap()];
        assert_eq!(map.global_dim[..rank], numbers(dims), "{line}");
        assert_eq!(map.global_strides[..rank - 1], numbers(strides), "{line}");
        assert_eq!(map.box_dim[..rank], numbers(boxed), "{line}");
        assert_eq!(map.swizzle, swizzle, "{line}");
        assert_eq!(copy.coordinates().unwrap().to_string(), coordinates, "{line}");
        count += 1;
    }
    assert_eq!(count, 62);
}

/// The first descriptor along K of each operand is CuTe's, for both instructions.
#[test]
fn matrices_are_those_of_cute() {
    let mut count = 0;
    for line in include_str!("cute_matrices.txt").lines() {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [kind, major, layout, wgmma, tcgen05] = parts[..] else { panic!("{line}") };
        let layout: ComposedLayout = layout.parse().unwrap();
        let operand = MatrixOperand {
            bits: TensorMapType::of(kind).unwrap().bits(),
            major: if major == "k" { MatrixMajor::K } else { MatrixMajor::Mn },
            extent: layout.plain().mode(0).unwrap().size(),
        };
        for (format, bits) in [(MatrixFormat::Wgmma, wgmma), (MatrixFormat::Tcgen05, tcgen05)] {
            let bits = u64::from_str_radix(bits, 16).unwrap();
            let found = MatrixDescriptor::of(format, &operand, &layout, 0, 0);
            if format == MatrixFormat::Wgmma && major == "mn" && operand.bits != 16 {
                assert!(found.unwrap_err().to_string().contains("along K alone"), "{line}");
                continue;
            }
            let found = found.unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(found.encode(), Ok(bits), "{line}: {found:?}");
            count += 1;
        }
    }
    assert_eq!(count, 80);
}
