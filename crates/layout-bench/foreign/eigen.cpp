// Products of fixed sizes by Eigen: one function for each size and order.
//
// build.rs defines `SHAPES(ROW)` as `ROW(m, n, k)` for each shape of src/gemm/shapes.rs.
#include <Eigen/Core>

template <int M, int N, int K, Eigen::StorageOptions Order>
static void multiply(const float *a, const float *b, float *c) {
    using namespace Eigen;
    Map<const Matrix<float, M, K, Order>, Aligned64> left(a);
    Map<const Matrix<float, K, N, Order>, Aligned64> right(b);
    Map<Matrix<float, M, N, Order>, Aligned64> product(c);
    product.noalias() = left * right;
}

using Multiply = void (*)(const float *, const float *, float *);

extern "C" Multiply eigen_sgemm(int m, int n, int k, bool row_major) {
#define ROW(M, N, K) \
    if (m == M && n == N && k == K) \
        return row_major ? multiply<M, N, K, Eigen::RowMajor> : multiply<M, N, K, Eigen::ColMajor>;
    SHAPES(ROW)
    return nullptr;
}
