// The kernels of examples/gpu written with CuTe, on the same tiles and stages, with run-time sizes and predicated edges. CuTe's B is
// (n, k).
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

// `copy` of columns of fours: tiles of 128 by 32.
extern "C" __global__ void __launch_bounds__(256) copy_fours(float* source, float* target, int m, int n) {
    auto tile = make_tile(_128{}, _32{});
    auto block = make_coord(blockIdx.x, blockIdx.y);
    auto each = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32, _8>>{}, Layout<Shape<_4, _1>>{}).get_slice(threadIdx.x);
    auto s = each.partition_S(local_tile(columns(source, m, n), tile, block));
    auto t = each.partition_D(local_tile(columns(target, m, n), tile, block));
    auto c = each.partition_S(local_tile(make_identity_tensor(make_shape(m, n)), tile, block));
    CUTE_UNROLL
    for (int v = 0; v < size<2>(s); v++)
        if (elem_less(c(0, 0, v), make_shape(m, n))) copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, s(_, 0, v), t(_, 0, v));
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

// x, rounded to TF32.
__device__ float rounded(float x) {
    uint32_t bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}

// C = A B, of (m, k), (k, n) and (m, n): 128 by 128 elements of C, steps of 8 along k, four stages in shared memory, 256 threads.
// FOURS: columns of A and of B are vectors of four numbers, and those of C without TENSOR. TENSOR: on tensor cores, as TF32.
template <bool FOURS, bool TENSOR>
__device__ void multiply(float* pa, float* pb, float* pc, int m, int n, int k) {
    __shared__ alignas(16) float memory_a[4352], memory_b[4096];
    using Stages = Shape<_128, _8, _4>;
    auto sa = make_tensor(make_smem_ptr(memory_a), Layout<Stages, Stride<_1, Int<136>, Int<1088>>>{});
    auto sb = make_tensor(make_smem_ptr(memory_b), composition(Swizzle<1, 2, 3>{}, Layout<Stages, Stride<_8, _1, Int<1024>>>{}));
    auto tile = make_tile(_128{}, _8{});
    auto whole_b = make_tensor(make_gmem_ptr(pb), make_layout(make_shape(n, k), make_stride(k, _1{})));
    auto ga = local_tile(columns(pa, m, k), tile, make_coord(blockIdx.x, _));
    auto gb = local_tile(whole_b, tile, make_coord(blockIdx.y, _));
    auto ia = local_tile(make_identity_tensor(make_shape(m, k)), tile, make_coord(blockIdx.x, _));
    auto ib = local_tile(make_identity_tensor(make_shape(n, k)), tile, make_coord(blockIdx.y, _));

    using Async = conditional_t<FOURS, SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>, SM80_CP_ASYNC_CACHEALWAYS_ZFILL<float>>;
    using LoadA = conditional_t<FOURS, Layout<Shape<_32, _8>>, Layout<Shape<_128, _2>>>;
    using LoadB = conditional_t<FOURS, Layout<Shape<_128, _2>, Stride<_2, _1>>, Layout<Shape<_32, _8>, Stride<_8, _1>>>;
    using EachA = conditional_t<FOURS, Layout<Shape<_4, _1>>, Layout<Shape<_1, _1>>>;
    using EachB = conditional_t<FOURS, Layout<Shape<_1, _4>>, Layout<Shape<_1, _1>>>;
    auto load_a = make_tiled_copy(Copy_Atom<Async, float>{}, LoadA{}, EachA{});
    auto load_b = make_tiled_copy(Copy_Atom<Async, float>{}, LoadB{}, EachB{});
    auto part_a = load_a.get_slice(threadIdx.x);
    auto part_b = load_b.get_slice(threadIdx.x);
    auto fa = part_a.partition_S(ga);
    auto ja = part_a.partition_S(ia);
    auto ta = part_a.partition_D(sa);
    auto fb = part_b.partition_S(gb);
    auto jb = part_b.partition_S(ib);
    auto tb = part_b.partition_D(sb);
    auto begin = [&](int step) {
        if (step < size<2>(ga)) {
            CUTE_UNROLL
            for (int u = 0; u < size<1>(fa); u++)
                CUTE_UNROLL
                for (int w = 0; w < size<2>(fa); w++)
                    copy(load_a.with(elem_less(ja(0, u, w, step), make_shape(m, k))), fa(_, u, w, step), ta(_, u, w, step % 4));
            CUTE_UNROLL
            for (int u = 0; u < size<1>(fb); u++)
                CUTE_UNROLL
                for (int w = 0; w < size<2>(fb); w++)
                    copy(load_b.with(elem_less(jb(0, u, w, step), make_shape(n, k))), fb(_, u, w, step), tb(_, u, w, step % 4));
        }
        cp_async_fence();
    };

    using Fours = Layout<Shape<_16, _4>, Stride<_4, _1>>;
    auto mma = [] {
        if constexpr (TENSOR)
            return TiledMMA<MMA_Atom<SM80_16x8x8_F32TF32TF32F32_TN>, Layout<Shape<_2, _4, _1>>>{};
        else
            return TiledMMA<MMA_Atom<UniversalFMA<float>>, Layout<Shape<_16, _16, _1>>, Tile<Fours, _16, _1>>{};
    }();
    auto each = mma.get_slice(threadIdx.x);
    auto gc = local_tile(columns(pc, m, n), make_tile(_128{}, _128{}), make_coord(blockIdx.x, blockIdx.y));
    auto ic = local_tile(make_identity_tensor(make_shape(m, n)), make_tile(_128{}, _128{}), make_coord(blockIdx.x, blockIdx.y));
    auto tc = each.partition_C(gc);
    auto jc = each.partition_C(ic);
    auto ra = each.partition_A(sa);
    auto rb = each.partition_B(sb);
    auto va = make_tensor_like<float>(ra(_, _, _, 0));
    auto vb = make_tensor_like<float>(rb(_, _, _, 0));
    auto sums = mma.make_fragment_C(tc);
    clear(sums);
    for (int step = 0; step < 3; step++) begin(step);
    for (int step = 0; step < size<2>(ga); step++) {
        cp_async_wait<2>();
        __syncthreads();
        begin(step + 3);
        copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, ra(_, _, _, step % 4), va);
        copy(AutoVectorizingCopyWithAssumedAlignment<128>{}, rb(_, _, _, step % 4), vb);
        if constexpr (TENSOR) {
            CUTE_UNROLL
            for (int v = 0; v < size(va); v++) va(v) = rounded(va(v));
            CUTE_UNROLL
            for (int v = 0; v < size(vb); v++) vb(v) = rounded(vb(v));
            gemm(mma, recast<tfloat32_t>(va), recast<tfloat32_t>(vb), sums);
        } else {
            gemm(mma, va, vb, sums);
        }
    }
    if constexpr (FOURS && !TENSOR) {
        auto fours = recast<uint128_t>(tc);
        auto from = recast<uint128_t>(sums);
        CUTE_UNROLL
        for (int v = 0; v < size(fours); v++)
            if (elem_less(jc(4 * v), make_shape(m, n))) fours(v) = from(v);
    } else {
        CUTE_UNROLL
        for (int v = 0; v < size(tc); v++)
            if (elem_less(jc(v), make_shape(m, n))) tc(v) = sums(v);
    }
}

extern "C" __global__ void __launch_bounds__(256) sgemm(float* a, float* b, float* c, int m, int n, int k) {
    multiply<false, false>(a, b, c, m, n, k);
}
extern "C" __global__ void __launch_bounds__(256) sgemm_fours(float* a, float* b, float* c, int m, int n, int k) {
    multiply<true, false>(a, b, c, m, n, k);
}
extern "C" __global__ void __launch_bounds__(256) tf32gemm(float* a, float* b, float* c, int m, int n, int k) {
    multiply<false, true>(a, b, c, m, n, k);
}
extern "C" __global__ void __launch_bounds__(256) tf32gemm_fours(float* a, float* b, float* c, int m, int n, int k) {
    multiply<true, true>(a, b, c, m, n, k);
}
