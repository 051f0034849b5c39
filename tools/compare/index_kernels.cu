// The kernels of examples/gpu written with CuTe, on the same tiles, with run-time sizes and predicated edges. CuTe's B is (n, k).
#include <cute/tensor.hpp>
using namespace cute;

template <class T>
__device__ auto columns(T* data, int m, int n) {
    return make_tensor(make_gmem_ptr(data), make_layout(make_shape(m, n), make_stride(_1{}, m)));
}

// target = source, both (m, n): tiles of 32 by 32, 256 threads.
extern "C" __global__ void __launch_bounds__(256) copy(float* source, float* target, int m, int n) {
    auto tile = make_tile(_32{}, _32{});
    auto block = make_coord(blockIdx.x, blockIdx.y);
    auto threads = make_layout(make_shape(_32{}, _8{}));
    auto s = local_partition(local_tile(columns(source, m, n), tile, block), threads, threadIdx.x);
    auto t = local_partition(local_tile(columns(target, m, n), tile, block), threads, threadIdx.x);
    auto c = local_partition(local_tile(make_identity_tensor(make_shape(m, n)), tile, block), threads, threadIdx.x);
    CUTE_UNROLL
    for (int v = 0; v < size(s); v++)
        if (elem_less(c(v), make_shape(m, n))) t(v) = s(v);
}

// target(j, i) = source(i, j): tiles of 32 by 32 through swizzled shared memory, 256 threads.
extern "C" __global__ void __launch_bounds__(256) transpose(float* source, float* target, int m, int n) {
    __shared__ float memory[1024];
    auto tile = make_tile(_32{}, _32{});
    auto threads = make_layout(make_shape(_32{}, _8{}));
    auto swizzled = composition(Swizzle<5, 0, 5>{}, make_layout(make_shape(_32{}, _32{})));
    auto shared = make_tensor(make_smem_ptr(memory), swizzled);
    auto turned = make_tensor(make_smem_ptr(memory), composition(swizzled, make_layout(make_shape(_32{}, _32{}), make_stride(_32{}, _1{}))));
    auto s = local_partition(local_tile(columns(source, m, n), tile, make_coord(blockIdx.x, blockIdx.y)), threads, threadIdx.x);
    auto c = local_partition(local_tile(make_identity_tensor(make_shape(m, n)), tile, make_coord(blockIdx.x, blockIdx.y)), threads, threadIdx.x);
    auto to = local_partition(shared, threads, threadIdx.x);
    CUTE_UNROLL
    for (int v = 0; v < size(s); v++)
        if (elem_less(c(v), make_shape(m, n))) to(v) = s(v);
    __syncthreads();
    auto t = local_partition(local_tile(columns(target, n, m), tile, make_coord(blockIdx.y, blockIdx.x)), threads, threadIdx.x);
    auto d = local_partition(local_tile(make_identity_tensor(make_shape(n, m)), tile, make_coord(blockIdx.y, blockIdx.x)), threads, threadIdx.x);
    auto from = local_partition(turned, threads, threadIdx.x);
    CUTE_UNROLL
    for (int v = 0; v < size(t); v++)
        if (elem_less(d(v), make_shape(n, m))) t(v) = from(v);
}

// C = A B, of (m, k), (k, n) and (m, n): 64 by 64 elements of C, steps of 16 along k, 256 threads with 4 by 4 each.
extern "C" __global__ void __launch_bounds__(256) sgemm(float* pa, float* pb, float* pc, int m, int n, int k) {
    __shared__ float memory_a[64 * 16], memory_b[16 * 65];
    auto at_a = make_layout(make_shape(_64{}, _16{}));
    auto at_b = make_layout(make_shape(_64{}, _16{}), make_stride(_1{}, Int<65>{}));
    auto sa = make_tensor(make_smem_ptr(memory_a), at_a);
    auto sb = make_tensor(make_smem_ptr(memory_b), at_b);
    auto load_a = make_layout(make_shape(_64{}, _4{}));
    auto load_b = make_layout(make_shape(_16{}, _16{}), make_stride(_16{}, _1{}));
    auto whole_b = make_tensor(make_gmem_ptr(pb), make_layout(make_shape(n, k), make_stride(k, _1{})));
    auto ga = local_tile(columns(pa, m, k), make_tile(_64{}, _16{}), make_coord(blockIdx.x, _));
    auto gb = local_tile(whole_b, make_tile(_64{}, _16{}), make_coord(blockIdx.y, _));
    auto ia = local_tile(make_identity_tensor(make_shape(m, k)), make_tile(_64{}, _16{}), make_coord(blockIdx.x, _));
    auto ib = local_tile(make_identity_tensor(make_shape(n, k)), make_tile(_64{}, _16{}), make_coord(blockIdx.y, _));
    auto gc = local_tile(columns(pc, m, n), make_tile(_64{}, _64{}), make_coord(blockIdx.x, blockIdx.y));
    auto ic = local_tile(make_identity_tensor(make_shape(m, n)), make_tile(_64{}, _64{}), make_coord(blockIdx.x, blockIdx.y));
    auto each = make_layout(make_shape(_16{}, _16{}));
    auto tc = local_partition(gc, each, threadIdx.x);
    auto jc = local_partition(ic, each, threadIdx.x);
    auto ra = local_partition(sa, each, threadIdx.x, Step<_1, X>{});
    auto rb = local_partition(sb, each, threadIdx.x, Step<X, _1>{});
    auto sums = make_tensor_like(tc);
    clear(sums);
    auto ta = local_partition(sa, load_a, threadIdx.x);
    auto tb = local_partition(sb, load_b, threadIdx.x);
    for (int step = 0; step < size<2>(ga); step++) {
        auto fa = local_partition(ga(_, _, step), load_a, threadIdx.x);
        auto ja = local_partition(ia(_, _, step), load_a, threadIdx.x);
        auto fb = local_partition(gb(_, _, step), load_b, threadIdx.x);
        auto jb = local_partition(ib(_, _, step), load_b, threadIdx.x);
        CUTE_UNROLL
        for (int v = 0; v < size(fa); v++) ta(v) = elem_less(ja(v), make_shape(m, k)) ? fa(v) : 0.0f;
        CUTE_UNROLL
        for (int v = 0; v < size(fb); v++) tb(v) = elem_less(jb(v), make_shape(n, k)) ? fb(v) : 0.0f;
        __syncthreads();
        gemm(ra, rb, sums);
        __syncthreads();
    }
    CUTE_UNROLL
    for (int v = 0; v < size(tc); v++)
        if (elem_less(jc(v), make_shape(m, n))) tc(v) = sums(v);
}
