//! The tiles of products, and how their parts lie in workgroup memory.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use layout_core::memory::{Access, AccessPattern, Cost, NVIDIA};
use layout_core::{ComposedLayout, LayoutError, Swizzle};

/// The tile of C that a workgroup computes, and the step along k. Each thread has `each` by `each` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Rows of C.
    pub m: u32,
    /// Columns of C.
    pub n: u32,
    /// Columns of A and rows of B in workgroup memory at a time.
    pub k: u32,
    /// Rows and columns of C of one thread.
    pub each: u32,
}

impl Tile {
    /// The most rows and columns of a thread: it has a variable for each vector of its sums.
    pub const MOST_EACH: u32 = 16;

    /// The tiles that [`Gpu::matmul`](crate::Gpu::matmul) tries, the largest first.
    pub const ALL: [Self; 3] = [
        Self { m: 64, n: 64, k: 16, each: 4 },
        Self { m: 32, n: 32, k: 16, each: 4 },
        Self { m: 16, n: 16, k: 8, each: 2 },
    ];

    /// The first of [`ALL`](Self::ALL) with at most these threads and bytes of workgroup memory; without one the last.
    ///
    /// ```
    /// use static_layout_gpu::Tile;
    /// assert_eq!(Tile::largest(1024, 48 << 10), Tile::ALL[0]);
    /// // The least limits that WebGPU allows: 64 by 64 needs 256 threads and 16 KiB.
    /// assert_eq!(Tile::largest(256, 16 << 10), Tile::ALL[0]);
    /// assert_eq!(Tile::largest(128, 16 << 10), Tile::ALL[1]);
    /// assert_eq!(Tile::largest(256, 4 << 10), Tile::ALL[2]);
    /// ```
    pub fn largest(threads: u32, bytes: u32) -> Self {
        let fits = |tile: &Self| tile.threads() <= threads && tile.shared_bytes() <= bytes;
        Self::ALL.into_iter().find(fits).unwrap_or(Self::ALL[Self::ALL.len() - 1])
    }

    /// The threads of a workgroup.
    pub const fn threads(self) -> u32 {
        match (self.m.checked_div(self.each), self.n.checked_div(self.each)) {
            (Some(rows), Some(columns)) => rows.saturating_mul(columns),
            _ => 0,
        }
    }

    /// The bytes of workgroup memory without swizzles: two buffers of both tiles, of `f32`.
    pub const fn shared_bytes(self) -> u32 {
        self.k.saturating_mul(self.m.saturating_add(self.n)).saturating_mul(8)
    }

    /// The elements that a thread stores and reads in workgroup memory at once, neighbours along m or n.
    pub(crate) const fn vector(self) -> u32 {
        match self.each % 4 {
            0 => 4,
            2 => 2,
            _ => 1,
        }
    }
}

/// How the threads of a workgroup load a tile of A, or of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Load {
    /// A thread loads the elements of a vector one by one. Neighbouring threads have neighbours along k, or along m or n.
    Elements { along_k: bool },
    /// A thread loads a vector along m or n.
    Along,
    /// A thread loads as many vectors along k as one has elements, and turns the square.
    Across,
}

/// A tile of A or B in workgroup memory. Its units are vectors along m or n, with the coordinates (vector, k).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub(crate) load: Load,
    /// Vectors along m or n, and the extent of k.
    pub(crate) shape: [u32; 2],
    pub(crate) vector: u32,
    /// Where the units are.
    pub(crate) layout: ComposedLayout,
}

impl Stage {
    /// The stage of A, or of B, with the first swizzle that has no bank conflicts for stores and reads, or else one with the
    /// fewest wavefronts.
    pub(crate) fn of(tile: Tile, is_a: bool, load: Load) -> Result<Self, LayoutError> {
        type Stages = HashMap<(Tile, bool, Load), Stage>;
        static FOUND: LazyLock<Mutex<Stages>> = LazyLock::new(Mutex::default);
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stage) = found.get(&(tile, is_a, load)) {
            return Ok(*stage);
        }
        let stage = Self::search(tile, is_a, load)?;
        found.insert((tile, is_a, load), stage);
        Ok(stage)
    }

    fn search(tile: Tile, is_a: bool, load: Load) -> Result<Self, LayoutError> {
        let vector = tile.vector();
        let shape = [if is_a { tile.m } else { tile.n } / vector, tile.k];
        let plain = format!("({},{}):(1,{})", shape[0], shape[1], shape[0]).parse()?;
        let mut best: Option<(i64, Self)> = None;
        let plain_first = std::iter::once(Swizzle::IDENTITY);
        let swizzles = (1..=4).flat_map(|bits| {
            let bases = (0..=2).flat_map(move |base| (bits..=8).map(move |shift| (base, shift)));
            bases.filter_map(move |(base, shift)| Swizzle::new(bits, base, shift).ok())
        });
        for swizzle in plain_first.chain(swizzles) {
            let layout = ComposedLayout::new(swizzle, 0, plain)?;
            let stage = Self { load, shape, vector, layout };
            let cost = stage.stores()?.plus(stage.reads(tile, is_a)?);
            if cost.is_free() {
                return Ok(stage);
            }
            if best.as_ref().is_none_or(|(least, _)| cost.wavefronts < *least) {
                best = Some((cost.wavefronts, stage));
            }
        }
        Ok(best.expect("the plain layout is one").1)
    }

    /// The units that the layout has room for.
    pub(crate) fn units(&self) -> i64 {
        self.layout.bounds().1 + 1
    }

    /// The bytes of two buffers of the units.
    pub(crate) fn bytes(&self) -> u32 {
        u32::try_from(self.units()).unwrap_or(u32::MAX).saturating_mul(8 * self.vector)
    }

    /// The loads of a thread, over all threads: one has a vector, or a square of them.
    pub(crate) fn loads(&self) -> u32 {
        let [vectors, k] = self.shape;
        vectors * if self.load == Load::Across { k / self.vector } else { k }
    }

    fn cost(&self, threads: &str) -> Result<Cost, LayoutError> {
        let bytes = 4 * i64::from(self.vector);
        let threads = ComposedLayout::new(Swizzle::IDENTITY, 0, threads.parse()?)?;
        AccessPattern::new(&threads, &self.layout, Access::new(bytes, bytes)?)?.cost(&NVIDIA)
    }

    /// What the stores of all threads cost.
    pub(crate) fn stores(&self) -> Result<Cost, LayoutError> {
        let ([vectors, k], v) = (self.shape, self.vector);
        self.cost(&match self.load {
            Load::Elements { along_k: true } => format!("(({k},{vectors}),1):(({vectors},1),0)"),
            Load::Elements { along_k: false } | Load::Along => format!("({},1):(1,0)", vectors * k),
            Load::Across => {
                format!("(({},{vectors}),{v}):(({},1),{vectors})", k / v, vectors * v)
            }
        })
    }

    /// What the reads of all threads cost: thread (j, i), fastest j, has the vectors i of A and j of B.
    pub(crate) fn reads(&self, tile: Tile, is_a: bool) -> Result<Cost, LayoutError> {
        let ([vectors, k], turns) = (self.shape, tile.each / self.vector);
        let [rows, columns] = [tile.m / tile.each, tile.n / tile.each];
        let (of_threads, apart) = if is_a { ("0,1", rows) } else { ("1,0", columns) };
        self.cost(&format!(
            "(({columns},{rows}),({turns},{k})):(({of_threads}),({apart},{vectors}))"
        ))
    }
}

#[cfg(test)]
mod tests {
    use layout_core::Layout;
    use layout_core::memory::{Access, AccessPattern, NVIDIA};

    use super::{Load, Stage, Tile};

    const LOADS: [Load; 4] = [
        Load::Elements { along_k: true },
        Load::Elements { along_k: false },
        Load::Along,
        Load::Across,
    ];

    /// Why the tiles have vectors and swizzles: a step of 64 by 64 by 16 of row-major A and column-major B, stored as single
    /// elements to plain tiles and read from them, has 16-way conflicts and 2048 wavefronts.
    #[test]
    fn single_elements_of_plain_tiles_take_more() {
        let tile = "(64,16):(1,64)".parse().unwrap();
        let cost = |threads: &str| {
            let threads: Layout = threads.parse().unwrap();
            let pattern = AccessPattern::of_layouts(&threads, &tile, Access::of(4, 4)).unwrap();
            pattern.cost(&NVIDIA).unwrap()
        };
        let stores = cost("((16,64),1):((64,1),0)");
        assert_eq!(stores.to_string(), "16-way conflict, 512 wavefronts instead of 32");
        // Thread (j, i) has the rows i + 16 u of A, and the columns j + 16 u of B.
        let [of_a, of_b] =
            ["0,1", "1,0"].map(|ij| cost(&format!("((16,16),(4,16)):(({ij}),(16,64))")));
        assert_eq!(2 * stores.wavefronts + of_a.wavefronts + of_b.wavefronts, 2048);
        let ours = [true, false].map(|is_a| {
            let stage = Stage::of(Tile::ALL[0], is_a, Load::Across).unwrap();
            stage.stores().unwrap().plus(stage.reads(Tile::ALL[0], is_a).unwrap()).wavefronts
        });
        assert_eq!(ours.iter().sum::<i64>(), 832);
    }

    /// As `layout banks` counts: row-major A and column-major B, whose threads have neighbours along k, as well as others.
    #[test]
    fn tiles_of_products_have_no_bank_conflicts() {
        let large =
            [Tile { m: 128, n: 128, k: 16, each: 8 }, Tile { m: 128, n: 64, k: 8, each: 4 }];
        for tile in Tile::ALL.into_iter().chain(large) {
            for (is_a, load) in
                [true, false].into_iter().flat_map(|is_a| LOADS.map(|load| (is_a, load)))
            {
                let stage = Stage::of(tile, is_a, load).unwrap();
                let (stores, reads) = (stage.stores().unwrap(), stage.reads(tile, is_a).unwrap());
                assert!(stores.is_free() && reads.is_free(), "{tile:?} {load:?} {}", stage.layout);
                let [vectors, k] = stage.shape.map(i64::from);
                assert!(stage.units() >= vectors * k);
            }
        }
    }
}
