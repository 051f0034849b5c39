//! Random meshes and shardings.

use layout_core::Layout;
use layout_core::sharding::{Mesh, Order, Reduce, Sharding, Split};

/// The number of random cases: that of the variable `SHARDINGS`, or few, since each takes milliseconds without optimization.
pub(crate) fn cases() -> usize {
    std::env::var("SHARDINGS").map_or(1_000, |cases| cases.parse().expect("a number of cases"))
}

/// A generator of numbers: SplitMix64.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..n).collect();
        for k in (1..n).rev() {
            list.swap(k, self.below(k + 1));
        }
        list
    }

    /// A mesh of at most 3 axes: numbered in order, transposed, or in any order with gaps.
    pub(crate) fn mesh(&mut self) -> Mesh {
        let rank = self.below(4);
        let names = &["x", "y", "z"][..rank];
        let sizes: Vec<usize> = names.iter().map(|_| 1 + self.below(4)).collect();
        let axes: Vec<_> = names.iter().copied().zip(sizes.iter().copied()).collect();
        let count: usize = sizes.iter().product();
        match self.below(3) {
            1 => {
                let shape: Vec<_> = sizes.iter().map(usize::to_string).collect();
                let layout =
                    if rank == 0 { "():()".into() } else { format!("({}):col", shape.join(",")) };
                Mesh::with_layout(names, &layout.parse::<Layout>().unwrap()).unwrap()
            }
            2 => {
                let list: Vec<_> = self.shuffled(count + 2).into_iter().take(count).collect();
                Mesh::with_devices(&axes, &list).unwrap()
            }
            _ => Mesh::new(&axes).unwrap(),
        }
    }

    pub(crate) fn shape(&mut self) -> Vec<i64> {
        let most = [40, 12, 6][self.below(3)];
        (0..self.below(4)).map(|_| self.below(most) as i64).collect()
    }

    /// A sharding of an array of this shape: each mesh axis cuts an axis of the array, is partial, or has copies.
    pub(crate) fn sharding(&mut self, shape: &[i64]) -> Sharding {
        let mesh = self.mesh();
        let mut array = Sharding::replicated(&mesh, shape).unwrap();
        let mut groups: Vec<Vec<&str>> = Vec::new();
        let order = self.shuffled(mesh.rank());
        for &axis in &order {
            if !groups.is_empty() && self.below(3) == 0 {
                groups.last_mut().unwrap().push(mesh.name(axis));
            } else {
                groups.push(vec![mesh.name(axis)]);
            }
        }
        for names in groups {
            let choice = self.below(8);
            if choice == 0 {
                array = array.partial(&names, Reduce::Sum).unwrap();
            } else if choice > 1 && !shape.is_empty() {
                let parts = names.iter().map(|name| mesh.size(mesh.axis(name).unwrap())).product();
                let split = match self.below(3) {
                    0 => Split::Block,
                    1 => Split::Strided(1 + self.below(9) as i64),
                    _ => {
                        Split::Cyclic { block: 1 + self.below(7) as i64, first: self.below(parts) }
                    }
                };
                let axis = self.below(shape.len());
                // An axis that is cut cyclically takes no further cut.
                array = array.clone().split(axis, &names, split).unwrap_or(array);
            }
        }
        let orders = [Order::RowMajor, Order::ColumnMajor];
        array.with_order(orders[self.below(2)])
    }
}
