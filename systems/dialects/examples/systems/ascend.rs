//! Ascend C: a matrix is packed into the NZ format, and its fractals are read. Above each line is its own in C++.

use std::fmt::Write;

use static_layout::dynamic::Frame;
use static_layout::frames::{Format, Nz};
use static_layout::*;
use static_layout_dialects::Tagged;
use static_layout_kernels::copy_if;

use crate::Result;

/// How many rows there are is known at run time. Fractals of 16 by 16 are known to the compiler.
pub fn show(out: &mut String) -> Result<()> {
    let m = 20;
    let gm_addr: Vec<u16> = (0..800).collect();
    let mut l1_addr = vec![0_u16; 32 * 48];
    //> auto nd = MakeFrameLayout<NDLayoutPtn>(m, Std::Int<40>{});
    let nd = layout!((m, 40):ND(u16));
    //> auto nz = MakeFrameLayout<NZLayoutPtn, LayoutTraitDefault<half>>(m, Std::Int<40>{});
    let nz = layout!((m, 40):NZ(f16));
    //> auto pattern = MakePatternLayout<NZLayoutPtn>(nz.Shape(), nz.Stride());
    let pattern = Tagged::<Nz, _>::new(nz);
    //> static_assert(Std::is_same_v<GetLayoutPattern<decltype(pattern)>, NZLayoutPtn>);
    assert!(is_nz(pattern) && Frame::infer(&nz.to_dynamic()) == Some(Frame::Nz));
    //> auto gm = MakeTensor(MakeMemPtr<Location::GM>(gmAddr), nd);
    let gm = View::new(&gm_addr, nd)?;
    //> auto l1 = MakeTensor(MakeMemPtr<Location::L1>(l1Addr), nz);
    let mut l1 = ViewMut::new(&mut l1_addr, nz)?;
    //> Copy(MakeCopy(CopyGM2L1{}), l1, gm);
    let [rows, columns] = nz.sizes();
    let whole = gm.tile_padded(tile!(rows, columns), (0, 0));
    copy_if(whole, &mut l1, |_| true);
    //> assert(Size(nz) == 32 * 48 && Capacity(nz) == 32 * 48);
    assert!(nz.size() == 32 * 48 && nz.to_dynamic().capacity() == 32 * 48);
    //> assert(nz(MakeCoord(19, 5)) == 16 * 16 + 3 * 16 + 5);
    assert_eq!(nz.index((19, 5)), 16 * 16 + 3 * 16 + 5);
    //> assert((l1[MakeCoord(19, 5)] == gm[MakeCoord(19, 5)]));
    assert_eq!(l1[(19, 5)], gm[(19, 5)]);
    // CATLASS: a layout has the original shape next to the padded one. Here the tile knows which elements are there.
    //> assert((get<0>(nz.originShape()) == 20 && get<1>(nz.originShape()) == 40));
    assert_eq!(whole.padded_tile().extents(), Some((20, 40)));
    //> auto tile = MakeLayoutTile(nz, MakeShape(16, 32));
    let tile = nz.slice_fractals(coord!(0, 0), shape!(16, 32)).0;
    assert_eq!(format!("{tile:#}"), "((_16,1),(_16,_2)):((_16,_256),(_1,512))");
    //> auto like = MakeTensorLike<layout::zN>(ubAddr, gm, Arch::PositionUB{});
    let like = Boxed::padded(layout!((m, 40):NZ(u16)), gm, 0);
    assert!((like[(19, 39)], like[(20, 0)]) == (gm[(19, 39)], 0));
    //> auto part = nz.Slice(MakeCoord(16, 16), MakeShape(32, 16));
    let (part, offset) = nz.slice_fractals(coord!(16, 16), shape!(32, 16));
    //> auto fractal = MakeTensor(MakeMemPtr<Location::L1>(l1Addr + offset), part);
    let fractal = View::new(&l1_addr[offset as usize..], part)?;
    //> assert((fractal[MakeCoord(3, 1)] == gm[MakeCoord(19, 17)]));
    assert_eq!(fractal[(3, 1)], gm[(19, 17)]);
    //> auto batch = MakeFrameLayout<NZLayoutPtn>(Std::Int<2>{}, m, Std::Int<40>{});
    let batch = layout!((2, m, 40):NZ(16));
    //> assert((Rank(batch) == 2 && Get<1>(batch).Size() == nz.Size()));
    assert!(batch.rank() == 2 && batch.mode::<1>() == nz);
    //> auto scales = MakeFrameLayout<ScaleADNLayoutPtn>(m, Std::Int<4>{});
    let scales = layout!((m, 4):ScaleADN(2));
    //> auto levels = MakeLayout(MakeShape(MakeShape(2, 3), MakeShape(4, 5)));
    let levels = dynamic::Layout::level_by_level("((2,3),(4,5))".parse()?)?;
    writeln!(out, "Ascend C\n{m} by 40 in {} is {nz:#}", Nz::FRAME)?;
    writeln!(out, "its part is {part:#} from {offset} on, a batch {batch:#}")?;
    writeln!(out, "scales are {scales:#}, levels {levels}")?;
    Ok(())
}

/// Whether the format in the type is NZ.
fn is_nz<F: Format, L: AnyLayout>(_: Tagged<F, L>) -> bool {
    F::FRAME == Frame::Nz
}
