// A block of 256 threads of CUDA C on the CPU: threads are fibers, which run until they wait for each other.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <ucontext.h>
#include <utility>
#include <vector>

struct Dim { unsigned int x, y, z; };
struct uint4 { unsigned int x, y, z, w; };
static Dim threadIdx, blockIdx, gridDim, blockDim;
#define __device__
#define __global__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __grid_constant__
#define __shared__ static
#define __align__(n) __attribute__((aligned(n)))
static inline unsigned int min(unsigned int a, unsigned int b) { return a < b ? a : b; }

static const int THREADS = 256;
static ucontext_t scheduler, fibers[THREADS];
static char stacks[THREADS][1 << 18];
static int current, running;
static bool is_done[THREADS];

struct Barrier {
    int need, count = 0;
    unsigned int generation = 0;
    explicit Barrier(int need) : need(need) {}
    void wait() {
        unsigned int mine = generation;
        if (++count == need) {
            count = 0;
            generation++;
        } else {
            while (generation == mine) swapcontext(&fibers[current], &scheduler);
        }
    }
};
static Barrier block(THREADS);
static std::vector<Barrier> warps(THREADS / 32, Barrier(32));
static inline void __syncthreads() { block.wait(); }
static inline Barrier &warp() { return warps[threadIdx.x / 32]; }

// Addresses of shared memory are distances from its start.
static unsigned char *shared_start;
static inline unsigned int __cvta_generic_to_shared(void *memory) {
    shared_start = (unsigned char *)memory;
    return 0;
}
static inline void copy_async(unsigned int place, const void *address, unsigned int bytes) {
    if ((uintptr_t)address % 16 != 0 && bytes != 0) abort();
    memset(shared_start + place, 0, 16);
    memcpy(shared_start + place, address, bytes);
}
static inline void store_chunk(unsigned int place, uint4 chunk) { memcpy(shared_start + place, &chunk, 16); }
static inline void commit() {}
static inline void wait_for_all_but_one() {}

#ifdef COLUMNS
// A warpgroup's product of 64 by COLUMNS. A thread computes its own sums, in the places SUM_AT of CUTLASS's, from the tiles that the
// descriptors name: rows of 128 bytes, eight of them STRIDE bytes, whose chunks of 16 bytes the hardware swizzles by the row.
static unsigned char dynamic_memory[232448] __attribute__((aligned(1024)));
static inline unsigned int shared_memory() {
    shared_start = dynamic_memory;
    return 0;
}
static inline void show_to_tensor_cores() {}
static inline void begin_products() {}
static inline void end_products() {}
static inline void wait_for_products_but_one() {}
static inline void wait_for_products() {}
static inline float element(unsigned long long descriptor, unsigned int row, unsigned int k);
static inline void multiply(float *d, unsigned long long a, unsigned long long b) {
    for (int v = 0; v < COLUMNS / 2; v++) {
        int at = SUM_AT[threadIdx.x % 128][v], row = at % 64, column = at / 64;
        for (unsigned int k = 0; k < (IS_FLOAT ? 8 : 16); k++) d[v] += element(a, row, k) * element(b, column, k);
    }
}
#endif

#ifdef IS_FLOAT
// Number k of registers or of memory that holds them one after the other.
static inline float number(const unsigned int *registers, int k) {
    unsigned int bits;
    float x;
    if (IS_FLOAT) {
        bits = registers[k] & 0xffffe000u;
    } else {
        unsigned int half = registers[k / 2] >> (k % 2 * 16) & 0xffffu;
        if (IS_BFLOAT) {
            bits = half << 16;
        } else {
            // Numbers of the test are normal or zero.
            unsigned int exponent = half >> 10 & 31u;
            bits = (half & 0x8000u) << 16 | (exponent ? (exponent + 112) << 23 | (half & 1023u) << 13 : 0);
        }
    }
    memcpy(&x, &bits, 4);
    return x;
}
#endif

#ifdef COLUMNS
static inline float element(unsigned long long descriptor, unsigned int row, unsigned int k) {
    unsigned int start = (descriptor & 0x3fff) << 4, stride = (descriptor >> 32 & 0x3fff) << 4, bytes = IS_FLOAT ? 4 : 2;
    // The swizzle of 128 bytes, without an offset.
    if (descriptor >> 62 != 1 || (descriptor >> 49 & 7) != 0) abort();
    unsigned int at = start + row / 8 * stride + row % 8 * 128 + k * bytes;
    at ^= (at >> 7 & 7) << 4;
    unsigned int word = 0;
    memcpy(&word, shared_start + at, bytes);
    return number(&word, 0);
}
#endif

#ifdef DEPTH
// LOAD_FROM[lane][register]: the lane that has the address of the row, and the byte in the row. AT_A, AT_B, AT_C[lane][value]: the
// place in the tile, column by column. All are CUTLASS's.
static inline void ldmatrix(unsigned int *r, unsigned int address) {
    static unsigned int addresses[THREADS];
    unsigned int lane = threadIdx.x % 32;
    addresses[threadIdx.x] = address;
    warp().wait();
    for (int k = 0; k < 4; k++) {
        const int *from = LOAD_FROM[lane][k];
        memcpy(&r[k], shared_start + addresses[threadIdx.x - lane + from[0]] + from[1], 4);
    }
    warp().wait();
}
static inline void mma(float *d, const unsigned int *a, const unsigned int *b) {
    static float left[THREADS / 32][16 * DEPTH], right[THREADS / 32][8 * DEPTH];
    unsigned int lane = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int k = 0; k < DEPTH / 2; k++) left[w][AT_A[lane][k]] = number(a, k);
    for (int k = 0; k < DEPTH / 4; k++) right[w][AT_B[lane][k]] = number(b, k);
    warp().wait();
    for (int k = 0; k < 4; k++) {
        int row = AT_C[lane][k] % 16, column = AT_C[lane][k] / 16;
        for (int l = 0; l < DEPTH; l++) d[k] += left[w][row + 16 * l] * right[w][column + 8 * l];
    }
    warp().wait();
}
#endif

// The kernel follows; then `call(run)` reads `blocks`, the table and the buffers, of which it writes the last.
template <class... Arguments> struct Call {
    void (*kernel)(Arguments...);
    std::vector<void *> buffers;
    std::vector<unsigned long long> table;
    template <size_t... K> void run(std::index_sequence<K...>) {
        using All = std::tuple<std::remove_cv_t<Arguments>...>;
        std::tuple_element_t<sizeof...(Arguments) - 1, All> numbers{};
        memcpy(&numbers, table.data(), 8 * table.size());
        kernel((std::tuple_element_t<K, All>)buffers[K]..., numbers);
    }
    void run() { run(std::make_index_sequence<sizeof...(Arguments) - 1>()); }
};
template <class C> static void enter() { C::self->run(); is_done[current] = true; running--; }
template <class... Arguments> struct Program : Call<Arguments...> {
    static Program *self;
};
template <class... Arguments> Program<Arguments...> *Program<Arguments...>::self;

template <class... Arguments> static int call(void (*kernel)(Arguments...), const char *input, const char *output) {
    using P = Program<Arguments...>;
    P program;
    P::self = &program;
    program.kernel = kernel;
    FILE *file = fopen(input, "rb");
    auto word = [&] {
        unsigned long long x;
        if (fread(&x, 8, 1, file) != 1) abort();
        return x;
    };
    unsigned long long blocks = word();
    program.table.resize(word());
    for (auto &number : program.table) number = word();
    unsigned long long count = word(), bytes = 0;
    for (unsigned long long k = 0; k < count; k++) {
        bytes = word();
        void *buffer = aligned_alloc(128, (bytes + 128) / 128 * 128);
        if (bytes && fread(buffer, 1, bytes, file) != bytes) abort();
        program.buffers.push_back(buffer);
    }
    gridDim = {(unsigned int)blocks, 1, 1};
    blockDim = {THREADS, 1, 1};
    for (unsigned int b = 0; b < blocks; b++) {
        blockIdx = {b, 0, 0};
        running = THREADS;
        for (int t = 0; t < THREADS; t++) {
            is_done[t] = false;
            getcontext(&fibers[t]);
            fibers[t].uc_stack = {stacks[t], 0, sizeof stacks[t]};
            fibers[t].uc_link = &scheduler;
            makecontext(&fibers[t], (void (*)())enter<P>, 0);
        }
        while (running > 0)
            for (int t = 0; t < THREADS; t++)
                if (!is_done[t]) {
                    current = t;
                    threadIdx = {(unsigned int)t, 0, 0};
                    swapcontext(&scheduler, &fibers[t]);
                }
    }
    file = fopen(output, "wb");
    fwrite(program.buffers.back(), 1, bytes, file);
    return fclose(file);
}
