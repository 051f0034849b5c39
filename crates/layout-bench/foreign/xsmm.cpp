// Products of fixed sizes by libxsmm, which compiles them at run time. The caller stores the function pointer.
#include <libxsmm.h>

static const int flags = LIBXSMM_GEMM_FLAG_NONE, prefetch = LIBXSMM_GEMM_PREFETCH_NONE;

// Return the product of column-major matrices, or null if there is no kernel.
extern "C" libxsmm_smmfunction xsmm_sgemm(int m, int n, int k) {
    const float alpha = 1, beta = 0;
    return libxsmm_smmdispatch(m, n, k, nullptr, nullptr, nullptr, &alpha, &beta, &flags, &prefetch);
}

extern "C" libxsmm_dmmfunction xsmm_dgemm(int m, int n, int k) {
    const double alpha = 1, beta = 0;
    return libxsmm_dmmdispatch(m, n, k, nullptr, nullptr, nullptr, &alpha, &beta, &flags, &prefetch);
}
