//! The functions of `layout.rs` without layouts.
#![crate_type = "lib"]

#[unsafe(no_mangle)]
pub fn sum_linear(data: &[f32; 128]) -> f32 {
    let mut sum = 0.0;
    for i in 0..128 {
        sum += data[i % 8 * 16 + i / 8];
    }
    sum
}

#[unsafe(no_mangle)]
pub fn sum_by_mode(data: &[f32; 160]) -> f32 {
    let mut sum = 0.0;
    for i in 0..8 {
        for j in 0..16 {
            sum += data[i * 20 + j];
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn sum_nested(data: &[f32; 64]) -> f32 {
    let mut sum = 0.0;
    for i in 0..4 {
        for j in 0..16 {
            sum += data[i * 4 + j % 4 + j / 4 * 16];
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn element(data: &[f32; 8]) -> f32 {
    data[5]
}

#[unsafe(no_mangle)]
pub fn offset() -> usize {
    23
}

#[unsafe(no_mangle)]
pub fn sum_tiles(data: &[f32; 8192], sums: &mut [f32; 64]) {
    for tile in 0..64 {
        let mut sum = 0.0;
        for i in 0..128 {
            sum += data[i % 16 + i / 16 * 128 + (tile % 8 * 16 + tile / 8 * 1024)];
        }
        sums[tile] = sum;
    }
}

#[unsafe(no_mangle)]
pub fn transpose(from: &[f32; 128], to: &mut [f32; 128]) {
    for i in 0..8 {
        for j in 0..16 {
            to[j * 8 + i] = from[i * 16 + j];
        }
    }
}

#[unsafe(no_mangle)]
pub fn row_major(_rows: usize, i: usize, j: usize) -> usize {
    i * 64 + j
}

#[unsafe(no_mangle)]
pub fn sum_whole_tiles(data: &[f32; 8192], sums: &mut [f32; 64]) {
    for tile in 0..64 {
        let mut sum = 0.0;
        for i in 0..128 {
            sum += data[i % 16 + i / 16 * 64 + (tile % 4 * 16 + tile / 4 * 512)];
        }
        sums[tile] = sum;
    }
}

#[unsafe(no_mangle)]
pub fn swizzled(i: usize, j: usize) -> usize {
    let x = i * 64 + j;
    x ^ ((x & 0x380) >> 3)
}

#[unsafe(no_mangle)]
pub fn swizzled_element() -> usize {
    213
}

#[unsafe(no_mangle)]
pub fn swizzled_row(i: usize, j: usize) -> usize {
    let x = 8 + i * 64 + j;
    x ^ ((x & 0x30) << 3)
}

#[unsafe(no_mangle)]
pub fn in_bounds(rows: usize, i: usize, j: usize) -> bool {
    (i < rows) & (j < 64)
}

#[unsafe(no_mangle)]
pub fn reversed(i: usize, j: usize, k: usize) -> (usize, (usize, usize)) {
    (k, (i, j))
}

#[unsafe(no_mangle)]
pub fn predicate(i: usize) -> bool {
    let (column, row) = (i % 16 * 2, i / 16);
    (row < 7) & (column < 25)
}

#[unsafe(no_mangle)]
pub fn sum_elements(data: &[f32; 800]) -> f32 {
    let mut sum = -0.0;
    for k in 0..8 {
        for j in 0..4 {
            for i in 0..5 {
                sum += data[i * 160 + j * 5 + k * 20];
            }
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn reshaped(data: &[f32; 60], sums: &mut [f32; 20]) {
    for i in 0..20 {
        let mut sum = 0.0;
        for j in 0..3 {
            sum += data[i * 3 + j];
        }
        sums[i] = sum;
    }
}

#[unsafe(no_mangle)]
pub fn sliced(data: &[f32; 64]) -> f32 {
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..8 {
            sum += data[31 + i * 16 - j * 2];
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn broadcast(rows: &mut [f32; 128], row: &[f32; 16]) {
    for i in 0..8 {
        for j in 0..16 {
            rows[i * 16 + j] += row[j];
        }
    }
}

#[unsafe(no_mangle)]
pub fn offset_of_32_bits(i: u32, j: u32) -> u32 {
    i.wrapping_mul(4099).wrapping_add(j.wrapping_mul(3))
}
