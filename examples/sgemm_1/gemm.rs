//! The kernel of CuTe's tutorial `sgemm_1`, line by line: tiles of run-time matrices, shares of threads, fragments.
//!
//! A GPU runs the threads of a block side by side. Here a loop over the threads replaces each part between two
//! barriers, and an array with an element for each thread replaces its registers.

use static_layout::*;

/// `C = alpha * A * B^T + beta * C`, all column-major: `A` is `(m,k)`, `B` is `(n,k)`, `C` is `(m,n)`, with the leading
/// dimensions `lda`, `ldb` and `ldc`.
///
/// # Errors
/// If a slice is too short for its matrix.
///
/// # Panics
/// If 128 does not divide `m` and `n`, or 8 does not divide `k`.
#[allow(clippy::too_many_arguments, reason = "the arguments of BLAS")]
#[inline]
pub fn gemm_nt(
    (m, n, k): (usize, usize, usize),
    alpha: f32,
    (a, lda): (&[f32], usize),
    (b, ldb): (&[f32], usize),
    beta: f32,
    (c, ldc): (&mut [f32], usize),
) -> Result<(), LayoutError> {
    // The full tensors.
    let m_a = View::new(a, layout!((m, k):(1, lda)))?; // (M,K)
    let m_b = View::new(b, layout!((n, k):(1, ldb)))?; // (N,K)
    let mut m_c = ViewMut::new(c, layout!((m, n):(1, ldc)))?; // (M,N)
    let cta_tiler = tile!(128, 128, 8); // (BLK_M,BLK_N,BLK_K)
    // The threads that copy A and B, and the threads that compute C.
    let (t_a, t_b, t_c) = (layout!((32, 8)), layout!((32, 8)), layout!((16, 16)));
    for (x, y) in (0..n / 128).flat_map(|y| (0..m / 128).map(move |x| (x, y))) {
        // The blocks of this thread block.
        let cta_coord = (x, y, Keep); // (m,n,k)
        let g_a = m_a.tile_of(cta_tiler, cta_coord, modes!(0, 2)); // (BLK_M,BLK_K,k)
        let g_b = m_b.tile_of(cta_tiler, cta_coord, modes!(1, 2)); // (BLK_N,BLK_K,k)
        let mut g_c = m_c.tile_of_mut(cta_tiler, cta_coord, modes!(0, 1)); // (BLK_M,BLK_N)
        // Shared memory, and the registers of each thread.
        let mut s_a = Owned::filled(layout!((128, 8)), 0.0_f32); // (BLK_M,BLK_K)
        let mut s_b = Owned::filled(layout!((128, 8)), 0.0_f32); // (BLK_N,BLK_K)
        let mut r_c = [Owned::filled(layout!((8, 8)), 0.0_f32); 256]; // (THR_M,THR_N)
        for k_tile in 0..g_a.layout().mode::<2>().size() {
            for (from, mut to) in g_a.shares(t_a).zip(s_a.partition_mut(t_a)) {
                to.update_with(&from.slice((Keep, Keep, k_tile)), |to, from| *to = *from);
            }
            for (from, mut to) in g_b.shares(t_b).zip(s_b.partition_mut(t_b)) {
                to.update_with(&from.slice((Keep, Keep, k_tile)), |to, from| *to = *from);
            }
            for (thread, sums) in r_c.iter_mut().enumerate() {
                let a = s_a.view().outer_partition(tile!(16), (thread % 16,)); // (THR_M,BLK_K)
                let b = s_b.view().outer_partition(tile!(16), (thread / 16,)); // (THR_N,BLK_K)
                for k in 0..8 {
                    for n in 0..8 {
                        for m in 0..8 {
                            sums[(m, n)] += a[(m, k)] * b[(n, k)];
                        }
                    }
                }
            }
        }
        for (mut part, sums) in g_c.partition_mut(t_c).zip(&r_c) {
            part.update_with(sums, |c, sum| *c = alpha * sum + beta * *c);
        }
    }
    Ok(())
}
