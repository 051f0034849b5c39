// Runs each access of a file in a kernel of its own, so that a profiler's counters are of this access alone.
//
// An access is 34 integers: the instruction, its width (bytes, or matrices), and 32 byte addresses (-1: the lane is off).
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

struct Case { int kind, width; int at[32]; };
enum Kind { LoadShared, StoreShared, LoadMatrix, LoadMatrixTransposed, StoreMatrix, LoadGlobal, StoreGlobal };

template <int KIND, int WIDTH>
__device__ __forceinline__ unsigned access(unsigned shared, unsigned char *global) {
    unsigned a = 1, b = 2, c = 3, d = 4;
    if constexpr (KIND == LoadShared) {
        if constexpr (WIDTH == 1) { unsigned short v; asm volatile("ld.shared.u8 %0, [%1];" : "=h"(v) : "r"(shared)); a = v; }
        if constexpr (WIDTH == 2) { unsigned short v; asm volatile("ld.shared.u16 %0, [%1];" : "=h"(v) : "r"(shared)); a = v; }
        if constexpr (WIDTH == 4) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(shared));
        if constexpr (WIDTH == 8) asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared));
        if constexpr (WIDTH == 16) asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(shared));
    } else if constexpr (KIND == StoreShared) {
        if constexpr (WIDTH == 1) asm volatile("st.shared.u8 [%0], %1;" :: "r"(shared), "h"((unsigned short)a));
        if constexpr (WIDTH == 2) asm volatile("st.shared.u16 [%0], %1;" :: "r"(shared), "h"((unsigned short)a));
        if constexpr (WIDTH == 4) asm volatile("st.shared.u32 [%0], %1;" :: "r"(shared), "r"(a));
        if constexpr (WIDTH == 8) asm volatile("st.shared.v2.u32 [%0], {%1, %2};" :: "r"(shared), "r"(a), "r"(b));
        if constexpr (WIDTH == 16) asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" :: "r"(shared), "r"(a), "r"(b), "r"(c), "r"(d));
    } else if constexpr (KIND == LoadMatrix) {
        if constexpr (WIDTH == 1) asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(shared));
        if constexpr (WIDTH == 2) asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared));
        if constexpr (WIDTH == 4) asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(shared));
    } else if constexpr (KIND == LoadMatrixTransposed) {
        if constexpr (WIDTH == 1) asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(shared));
        if constexpr (WIDTH == 2) asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared));
        if constexpr (WIDTH == 4) asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(shared));
    } else if constexpr (KIND == StoreMatrix) {
        if constexpr (WIDTH == 1) asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(shared), "r"(a));
        if constexpr (WIDTH == 2) asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(shared), "r"(a), "r"(b));
        if constexpr (WIDTH == 4) asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(shared), "r"(a), "r"(b), "r"(c), "r"(d));
    } else if constexpr (KIND == LoadGlobal) {
        if constexpr (WIDTH == 1) { unsigned short v; asm volatile("ld.global.u8 %0, [%1];" : "=h"(v) : "l"(global)); a = v; }
        if constexpr (WIDTH == 2) { unsigned short v; asm volatile("ld.global.u16 %0, [%1];" : "=h"(v) : "l"(global)); a = v; }
        if constexpr (WIDTH == 4) asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(global));
        if constexpr (WIDTH == 8) asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(global));
        if constexpr (WIDTH == 16) asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(global));
    } else {
        if constexpr (WIDTH == 1) asm volatile("st.global.u8 [%0], %1;" :: "l"(global), "h"((unsigned short)a));
        if constexpr (WIDTH == 2) asm volatile("st.global.u16 [%0], %1;" :: "l"(global), "h"((unsigned short)a));
        if constexpr (WIDTH == 4) asm volatile("st.global.u32 [%0], %1;" :: "l"(global), "r"(a));
        if constexpr (WIDTH == 8) asm volatile("st.global.v2.u32 [%0], {%1, %2};" :: "l"(global), "r"(a), "r"(b));
        if constexpr (WIDTH == 16) asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" :: "l"(global), "r"(a), "r"(b), "r"(c), "r"(d));
    }
    return a ^ b ^ c ^ d;
}

template <int KIND, int WIDTH>
__global__ void run(Case c, unsigned char *global, unsigned never, unsigned *sink) {
    __shared__ __align__(1024) unsigned char memory[32768];
    int at = 0;
    #pragma unroll
    for (int lane = 0; lane < 32; lane++)
        if (threadIdx.x == lane) at = c.at[lane];
    unsigned shared = (unsigned)__cvta_generic_to_shared(memory) + (at < 0 ? 0 : at);
    // What is read is never this number: the comparison keeps the access.
    if (at >= 0 && access<KIND, WIDTH>(shared, global + at) == never) *sink = 1;
}

template <int KIND>
void launch(const Case &c, unsigned char *g, unsigned *s) {
    switch (c.width) {
        case 1: run<KIND, 1><<<1, 32>>>(c, g, 0x5A17F00D, s); break;
        case 2: run<KIND, 2><<<1, 32>>>(c, g, 0x5A17F00D, s); break;
        case 4: run<KIND, 4><<<1, 32>>>(c, g, 0x5A17F00D, s); break;
        case 8: run<KIND, 8><<<1, 32>>>(c, g, 0x5A17F00D, s); break;
        case 16: run<KIND, 16><<<1, 32>>>(c, g, 0x5A17F00D, s); break;
        default: fprintf(stderr, "width %d\n", c.width); exit(1);
    }
    CHECK(cudaGetLastError());
}

int main(int, char **argv) {
    FILE *file = fopen(argv[1], "rb");
    unsigned char *global;
    unsigned *sink;
    CHECK(cudaMalloc(&global, 1 << 20));
    CHECK(cudaMemset(global, 0, 1 << 20));
    CHECK(cudaMalloc(&sink, 4));
    Case c;
    while (file && fread(&c, sizeof c, 1, file) == 1)
        switch (c.kind) {
            case LoadShared: launch<LoadShared>(c, global, sink); break;
            case StoreShared: launch<StoreShared>(c, global, sink); break;
            case LoadMatrix: launch<LoadMatrix>(c, global, sink); break;
            case LoadMatrixTransposed: launch<LoadMatrixTransposed>(c, global, sink); break;
            case StoreMatrix: launch<StoreMatrix>(c, global, sink); break;
            case LoadGlobal: launch<LoadGlobal>(c, global, sink); break;
            default: launch<StoreGlobal>(c, global, sink); break;
        }
    CHECK(cudaDeviceSynchronize());
}
