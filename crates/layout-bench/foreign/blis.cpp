// Products of BLIS by its own interface, since its BLAS has the names of OpenBLAS.

#include <blis.h>

namespace {

// The strides of a matrix without gaps, from a row to the next and from a column to the next.
struct Strides {
    inc_t row, column;
    Strides(bool row_major, long rows, long columns)
        : row(row_major ? columns : 1), column(row_major ? 1 : rows) {}
};

template <auto gemm, class T>
void multiply(long m, long n, long k, bool row_major, const T *a, const T *b, T *c) {
    T one = 1, zero = 0;
    Strides of_a(row_major, m, k), of_b(row_major, k, n), of_c(row_major, m, n);
    gemm(BLIS_NO_TRANSPOSE, BLIS_NO_TRANSPOSE, m, n, k, &one, const_cast<T *>(a), of_a.row, of_a.column,
         const_cast<T *>(b), of_b.row, of_b.column, &zero, c, of_c.row, of_c.column);
}

}

extern "C" void blis_set_num_threads(long threads) { bli_thread_set_num_threads(threads); }

extern "C" void blis_sgemm(long m, long n, long k, bool row_major, const float *a, const float *b, float *c) {
    multiply<bli_sgemm>(m, n, k, row_major, a, b, c);
}

extern "C" void blis_dgemm(long m, long n, long k, bool row_major, const double *a, const double *b, double *c) {
    multiply<bli_dgemm>(m, n, k, row_major, a, b, c);
}

// The name of the processor whose kernels BLIS runs here: `BLIS_ARCH_TYPE` selects them, by a number of `arch_t`.
extern "C" const char *blis_arch() {
    bli_init();
    return bli_arch_string(bli_arch_query_id());
}
