// A convolution by oneDNN on one thread, of images with channels fastest. It chooses the format of its filters itself; they
// are reordered once, before any call.
#include <dnnl.hpp>
#include <omp.h>

using namespace dnnl;

namespace {
struct Convolution {
    stream on;
    convolution_forward run;
    memory image, filter, result;
};
} // namespace

// Image (H,W,C), filter (R,S,C,K) and result (P,Q,K), each with the last mode fastest; `zeros` rows and columns of zeros
// around the image.
extern "C" void* onednn_convolution(long h, long w, long c, long r, long s, long k, long zeros, float* image, float* filter,
                                    float* result) {
    omp_set_num_threads(1);
    static engine cpu(engine::kind::cpu, 0);
    stream on(cpu);
    using tag = memory::format_tag;
    const auto f32 = memory::data_type::f32;
    const long p = h + 2 * zeros - r + 1, q = w + 2 * zeros - s + 1;
    memory::desc given_image({1, c, h, w}, f32, tag::nhwc), given_result({1, k, p, q}, f32, tag::nhwc);
    memory::desc given_filter({k, c, r, s}, f32, tag::hwio), any_filter({k, c, r, s}, f32, tag::any);
    convolution_forward::desc what(prop_kind::forward_inference, algorithm::convolution_direct, given_image, any_filter,
                                   given_result, {1, 1}, {zeros, zeros}, {zeros, zeros});
    convolution_forward::primitive_desc how(what, cpu);
    memory to_filter(how.weights_desc(), cpu), from_filter(given_filter, cpu, filter);
    reorder(from_filter, to_filter).execute(on, from_filter, to_filter);
    on.wait();
    return new Convolution{on, convolution_forward(how), memory(given_image, cpu, image), to_filter,
                           memory(given_result, cpu, result)};
}

extern "C" void onednn_run(void* convolution) {
    auto& of = *static_cast<Convolution*>(convolution);
    of.run.execute(of.on, {{DNNL_ARG_SRC, of.image}, {DNNL_ARG_WEIGHTS, of.filter}, {DNNL_ARG_DST, of.result}});
    of.on.wait();
}

extern "C" void onednn_free(void* convolution) { delete static_cast<Convolution*>(convolution); }

namespace {
struct Product {
    stream on;
    matmul run;
    memory a, b, c;
};
} // namespace

// A product of row-major matrices of `bf16` into `f32`, on one thread.
extern "C" void* onednn_bf16(long m, long n, long k, const void* a, const void* b, float* c) {
    omp_set_num_threads(1);
    static engine cpu(engine::kind::cpu, 0);
    stream on(cpu);
    using tag = memory::format_tag;
    const auto bf16 = memory::data_type::bf16;
    memory::desc of_a({m, k}, bf16, tag::ab), of_b({k, n}, bf16, tag::ab), of_c({m, n}, memory::data_type::f32, tag::ab);
    matmul::primitive_desc how(matmul::desc(of_a, of_b, of_c), cpu);
    return new Product{on, matmul(how), memory(of_a, cpu, const_cast<void*>(a)), memory(of_b, cpu, const_cast<void*>(b)),
                       memory(of_c, cpu, c)};
}

extern "C" void onednn_multiply(void* product) {
    auto& of = *static_cast<Product*>(product);
    of.run.execute(of.on, {{DNNL_ARG_SRC, of.a}, {DNNL_ARG_WEIGHTS, of.b}, {DNNL_ARG_DST, of.c}});
    of.on.wait();
}

extern "C" void onednn_free_product(void* product) { delete static_cast<Product*>(product); }
