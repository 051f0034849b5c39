// Products of fixed sizes by libxsmm: what its dispatch compiled, to be kept by the caller.
#include <libxsmm.h>

// The product of column-major matrices; null where there is no kernel.
extern "C" libxsmm_smmfunction xsmm_sgemm(int m, int n, int k) {
    const float alpha = 1, beta = 0;
    const int flags = LIBXSMM_GEMM_FLAG_NONE, prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
    return libxsmm_smmdispatch(m, n, k, nullptr, nullptr, nullptr, &alpha, &beta, &flags, &prefetch);
}
