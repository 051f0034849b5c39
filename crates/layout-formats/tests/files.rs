//! Packed elements in `safetensors` files.
#![cfg(feature = "safetensors")]

use safetensors::{Dtype, SafeTensors, serialize, tensor::TensorView};
use static_layout::{dynamic, *};
use static_layout_formats::{element::*, packed::*};

/// Each type to a file and back, of ranks 0 to 14 and without elements.
#[test]
fn there_and_back() {
    fn check<E: PackedElement>(dtype: Dtype) {
        assert_eq!(dtype.bitsize(), E::BITS);
        let bytes: Vec<u8> = (0..96_u8).map(|k| k.wrapping_mul(37) ^ 11).collect();
        let shapes = [
            vec![8],
            vec![2, 4],
            vec![3, 4, 8],
            vec![0, 8],
            vec![1; 14],
            [vec![1; 13], vec![8]].concat(),
            vec![],
        ];
        for shape in shapes {
            let bits = shape.iter().product::<usize>() * E::BITS;
            let tensor = TensorView::new(dtype, shape.clone(), &bytes[..bits / 8]);
            if bits % 8 != 0 {
                assert!(tensor.is_err());
                continue;
            }
            let tensor = tensor.unwrap();
            let view = PackedView::<E, dynamic::Layout>::from_safetensors(&tensor).unwrap();
            let plain = PackedView::<E, _>::new(&bytes, layout!({bits / E::BITS}:1)).unwrap();
            assert_eq!(view.dynamic_layout().size() as usize, plain.size());
            let file = serialize([("w", view.to_safetensors().unwrap())], None).unwrap();
            let file = SafeTensors::deserialize(&file).unwrap();
            let back = file.tensor("w").unwrap();
            assert_eq!(
                (back.dtype(), back.shape(), back.data()),
                (dtype, &shape[..], tensor.data())
            );
        }
        let tensor = TensorView::new(dtype, vec![4, 8], &bytes[..4 * E::BITS]).unwrap();
        let rows = PackedView::<E, Layout!((4, ?):(?, 1))>::from_safetensors(&tensor).unwrap();
        let plain = PackedView::<E, _>::new(&bytes, layout!((4, 8):row)).unwrap();
        assert!(rows.iter().map(E::to_bits).eq(plain.iter().map(E::to_bits)));
        assert!(PackedView::<E, Layout!((4, 8):(1, 4))>::from_safetensors(&tensor).is_err());
        assert!(PackedView::<E, Layout!((4, 4):(4, 1))>::from_safetensors(&tensor).is_err());
        assert!(PackedView::<U4, dynamic::Layout>::from_safetensors(&tensor).is_err());
        // A part of whole bytes, parts that are none, and other orders.
        let part = rows.slice(coord!(2, _));
        assert_eq!(part.to_safetensors().unwrap().data(), &bytes[2 * E::BITS..3 * E::BITS]);
        let column = rows.slice(coord!(_, 0)).to_safetensors().unwrap_err().to_string();
        assert!(column.contains("(4):(8)"), "{column}");
        // Modes of modes are axes if each has one stride.
        let n = 2;
        let nested = PackedView::<E, _>::new(&bytes, layout!(((n, 2), 8):((8, 16), 1))).unwrap();
        let nested = nested.to_safetensors().unwrap();
        assert_eq!((nested.shape(), nested.data()), (&[4, 8][..], tensor.data()));
        let dynamic = |text: &str| {
            let view = PackedView::<E, _>::dynamic(&bytes, 0, text.parse().unwrap()).unwrap();
            view.to_safetensors().map(|tensor| tensor.shape().to_vec())
        };
        assert_eq!(dynamic("((2,2),(4,2)):((8,16),(1,4))").unwrap(), [4, 8]);
        assert_eq!(dynamic("8:1").unwrap(), [8]);
        assert_eq!(dynamic("((2,0),8):((8,1),1)").unwrap(), [0, 8]);
        assert!(
            dynamic("((2,2),8):((16,8),1)").is_err() && dynamic("((2,2),8):((8,1),2)").is_err()
        );
        let odd = PackedView::<E, _>::with_origin(&bytes, 1, layout!(8:1)).unwrap();
        assert_eq!(odd.to_safetensors().is_ok(), E::BITS == 8);
        assert!(
            PackedView::<E, _>::new(&bytes, layout!((8, 4):col)).unwrap().to_safetensors().is_err()
        );
    }
    check::<F4E2M1>(Dtype::F4);
    check::<F6E2M3>(Dtype::F6_E2M3);
    check::<F6E3M2>(Dtype::F6_E3M2);
    check::<F8E4M3>(Dtype::F8_E4M3);
    check::<F8E5M2>(Dtype::F8_E5M2);
    check::<F8E8M0>(Dtype::F8_E8M0);
    check::<F8E4M3Fnuz>(Dtype::F8_E4M3FNUZ);
    check::<F8E5M2Fnuz>(Dtype::F8_E5M2FNUZ);
    let no_type = PackedView::<I4, _>::new(&[0], layout!(2:1)).unwrap().to_safetensors();
    assert_eq!(
        no_type.unwrap_err().to_string(),
        "the elements are not known to the format, not i4"
    );
}
