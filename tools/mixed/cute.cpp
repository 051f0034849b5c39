// Operations of CuTe on layouts with run-time leaves: the counterparts of the functions in `bench.rs`.
#include <cstddef>
#include <new>

#include <cute/layout.hpp>
#include <cute/tensor.hpp>

using namespace cute;

// Run-time integers are `int`, as CuTe's users write them.
static auto rows(size_t n) { return make_layout(make_shape(int(n), _64{}), make_stride(_64{}, _1{})); }
static auto matrix(size_t n, size_t m) { return make_layout(make_shape(int(n), int(m)), make_stride(int(m), _1{})); }
static auto block() { return make_layout(make_shape(_8{}, _4{}), make_stride(_4{}, _1{})); }
static constexpr auto tiler = make_tile(_8{}, _16{});
static constexpr auto threads = make_layout(make_shape(_8{}, _16{}), make_stride(_16{}, _1{}));

template <class T>
static void put(void* out, T const& result) {
  if constexpr (!is_empty<T>::value) {
    new (out) T(result);
  }
}

// The first fields of `Operands` in `bench.rs`.
struct Operands {
  float const* data;
  size_t n, m;
};

#define CASE(name, ...)                                                                                              \
  extern "C" void cute_##name(Operands const* operands, size_t i, size_t j, void* out) {                             \
    auto [data, n, m] = *operands;                                                                                   \
    (void)data, (void)n, (void)m, (void)i, (void)j;                                                                  \
    put(out, __VA_ARGS__);                                                                                           \
  }

CASE(zipped_rows, zipped_divide(rows(n), tiler))
CASE(zipped, zipped_divide(matrix(n, m), tiler))
CASE(logical, logical_divide(matrix(n, m), tiler))
CASE(tiled, tiled_divide(matrix(n, m), tiler))
CASE(flat, flat_divide(matrix(n, m), tiler))
CASE(compose, composition(matrix(n, m), tiler))
CASE(compose_whole, composition(matrix(n, m), make_layout(_4{}, _2{})))
CASE(coalesce_columns, coalesce(make_layout(make_shape(int(n), int(m)), make_stride(_1{}, int(n)))))
CASE(coalesce, coalesce(make_layout(make_shape(_2{}, make_shape(_1{}, int(n))), make_stride(_1{}, make_stride(_6{}, _2{})))))
CASE(product, logical_product(block(), make_layout(make_shape(int(n), int(m)), make_stride(int(m), _1{}))))
CASE(blocked, blocked_product(block(), make_layout(make_shape(int(n), int(m)), make_stride(int(m), _1{}))))
CASE(to_shape, tile_to_shape(block(), make_shape(int(n), int(m))))
CASE(slice, make_tensor(data, matrix(n, m))(int(i), _))
CASE(tile_rows, local_tile(make_tensor(data, rows(n)), tiler, make_coord(int(i), int(j))))
CASE(tile, local_tile(make_tensor(data, matrix(n, m)), tiler, make_coord(int(i), int(j))))
CASE(tile_row, local_tile(make_tensor(data, matrix(n, m)), tiler, make_coord(int(i), _)))
CASE(outer, outer_partition(make_tensor(data, matrix(n, m)), tiler, make_coord(int(i), int(j))))
CASE(partition_rows, local_partition(make_tensor(data, rows(n)), threads, int(i)))
CASE(partition, local_partition(make_tensor(data, matrix(n, m)), threads, int(i)))
CASE(element, local_tile(make_tensor(data, matrix(n, m)), tiler, make_coord(int(i), int(j)))(3, 5))
CASE(open, zipped_divide(matrix(n, m), make_tile(int(4 << j), int(16 << j))))
CASE(tile_open, local_tile(make_tensor(data, matrix(n, m)), make_tile(int(4 << j), int(16 << j)), make_coord(int(i), int(j))))
CASE(padded, zipped_divide(matrix(n, m), tiler))

extern "C" void cute_sum(Operands const* operands, size_t i, size_t j, void* out) {
  auto [data, n, m] = *operands;
  auto tile = local_tile(make_tensor(data, matrix(n, m)), tiler, make_coord(int(i), int(j)));
  float sum = 0;
  for (int r = 0; r < 8; ++r) {
    for (int c = 0; c < 16; ++c) {
      sum += tile(r, c);
    }
  }
  put(out, sum);
}
