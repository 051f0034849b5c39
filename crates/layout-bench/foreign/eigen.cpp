// Products of fixed sizes by Eigen: one function for each size, order and element type.
//
// build.rs defines `SHAPES(ROW)` as `ROW(m, n, k)` for each shape of src/gemm/shapes.rs.
#include <Eigen/Core>

template <typename T, int M, int N, int K, Eigen::StorageOptions Order>
static void multiply(const T *a, const T *b, T *c) {
    using namespace Eigen;
    Map<const Matrix<T, M, K, Order>, Aligned64> left(a);
    Map<const Matrix<T, K, N, Order>, Aligned64> right(b);
    Map<Matrix<T, M, N, Order>, Aligned64> product(c);
    product.noalias() = left * right;
}

template <typename T> using Multiply = void (*)(const T *, const T *, T *);

template <typename T> static Multiply<T> find(int m, int n, int k, bool row_major) {
#define ROW(M, N, K) \
    if (m == M && n == N && k == K) \
        return row_major ? multiply<T, M, N, K, Eigen::RowMajor> : multiply<T, M, N, K, Eigen::ColMajor>;
    SHAPES(ROW)
    return nullptr;
}

extern "C" Multiply<float> eigen_sgemm(int m, int n, int k, bool row_major) {
    return find<float>(m, n, k, row_major);
}

extern "C" Multiply<double> eigen_dgemm(int m, int n, int k, bool row_major) {
    return find<double>(m, n, k, row_major);
}
