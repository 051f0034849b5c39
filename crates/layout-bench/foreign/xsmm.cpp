// Products of fixed sizes by libxsmm, which compiles them at run time. The caller stores the function pointer.
#include <libxsmm.h>

// Returns the product of column-major matrices, or null if there is no kernel.
extern "C" libxsmm_smmfunction xsmm_sgemm(int m, int n, int k) {
    const float alpha = 1, beta = 0;
    const int flags = LIBXSMM_GEMM_FLAG_NONE, prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
    return libxsmm_smmdispatch(m, n, k, nullptr, nullptr, nullptr, &alpha, &beta, &flags, &prefetch);
}
