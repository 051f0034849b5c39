//! The words that are not names of run-time leaves.

use crate::Language;

/// What the functions use themselves, apart from the numbered names `c0` and `t0`.
const OWN: &str = "x o col row order index";

/// Keywords of C23 and C++26. The texts for CUDA and Metal are C++, the texts for C and OpenCL are C.
const C: &str = "alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break \
     case catch char char16_t char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval \
     constexpr constinit continue contract_assert decltype default delete do double dynamic_cast else enum explicit export \
     extern false float for fortran friend goto if inline int long mutable namespace new noexcept not not_eq nullptr \
     operator or or_eq private protected public reflexpr register reinterpret_cast requires restrict return short signed \
     sizeof static static_assert static_cast struct switch synchronized template this thread_local throw true try typedef \
     typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t while xor xor_eq";

/// Macros that compilers of C and C++ define before a text begins.
const MACROS: &str = "HUGE_VAL HUGE_VALF INFINITY MAXFLOAT NAN NULL linux unix";

/// CUDA's variables, and the words of OpenCL C and of Metal.
const DEVICES: &str = "blockDim blockIdx gridDim threadIdx warpSize as_type bfloat cl_mem_fence_flags clk_event_t complex \
     constant device event_t fragment generic global half image1d_array_t image1d_buffer_t image1d_t image2d_array_depth_t \
     image2d_array_msaa_depth_t image2d_array_msaa_t image2d_array_t image2d_depth_t image2d_msaa_depth_t image2d_msaa_t \
     image2d_t image3d_t imaginary intptr_t kernel local metal ndrange_t object_data pipe ptrdiff_t quad queue_t ray_data \
     read_only read_write reserve_id_t sampler_t size_t thread threadgroup threadgroup_imageblock uchar uint uintptr_t \
     ulong uniform ushort vertex write_only";

/// WGSL's keywords, reserved words, types and `bitcast`.
const WGSL: &str = "CompileShader ComputeShader DomainShader GeometryShader Hullshader NULL Self abstract active alias as \
     asm_fragment async atomic attribute await become binding_array bitcast cast coherent column_major common compile \
     compile_fragment const_assert continuing crate debugger demote demote_to_helper diagnostic discard enable extends \
     external f16 f32 f64 fallthrough filter final finally fn from func fxgroup get groupshared handle highp i16 i32 i64 i8 \
     impl implements import inout instanceof interface layout let loop lowp macro macro_rules match mat2x2 mat2x3 mat2x4 \
     mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 mediump meta mod module move mut nil noinline nointerpolation \
     non_coherent noncoherent noperspective null of override package packoffset partition pass patch pixelfragment precise \
     precision premerge priv ptr pub readonly ref regardless require resource sampler sampler_comparison self set shared \
     smooth snorm std subroutine super target texture_1d texture_2d texture_2d_array texture_3d texture_cube \
     texture_cube_array texture_depth_2d texture_depth_2d_array texture_depth_cube texture_depth_cube_array \
     texture_depth_multisampled_2d texture_external texture_multisampled_2d texture_storage_1d texture_storage_2d \
     texture_storage_2d_array texture_storage_3d trait type u16 u32 u64 u8 unless unorm unsafe unsized use var varying vec2 \
     vec3 vec4 wgsl where with workgroup writeonly yield array";

/// Rust's keywords that are not words of WGSL, and the integers of C.
const RUST_AND_C: &str = "box dyn gen in int32_t int64_t uint32_t uint64_t";

/// GLSL's keywords and reserved words that are not words of a list above, except for the opaque types of [`is_opaque`].
const GLSL: &str = "atomic_uint attribute bool buffer bvec2 bvec3 bvec4 centroid devicecoherent dmat2 dmat2x2 dmat2x3 dmat2x4 \
     dmat3 dmat3x2 dmat3x3 dmat3x4 dmat4 dmat4x2 dmat4x3 dmat4x4 dvec2 dvec3 dvec4 fixed flat fvec2 fvec3 fvec4 hvec2 hvec3 \
     hvec4 in input invariant isubpassInput isubpassInputMS ivec2 ivec3 ivec4 mat2 mat3 mat4 nonprivate out output pervertexEXT pervertexNV \
     queuefamilycoherent resource sample samplerShadow shadercallcoherent subgroupcoherent subpassInput subpassInputMS superp \
     usubpassInput usubpassInputMS uvec2 uvec3 uvec4 workgroupcoherent";

/// Python's keywords, and the modules of Triton's texts.
const PYTHON: &str = "False None True and as assert async await break class continue def del elif else except finally for from \
     global if import in is lambda nonlocal not or pass raise return tl triton try while with yield";

/// Macros of HIP's headers, and what the texts name in SYCL.
const HIP: &str = "hipBlockDim_x hipBlockDim_y hipBlockDim_z hipBlockIdx_x hipBlockIdx_y hipBlockIdx_z hipGridDim_x hipGridDim_y \
     hipGridDim_z hipThreadIdx_x hipThreadIdx_y hipThreadIdx_z";

/// Whether GLSL, HIP or Triton reserves the word: their texts refuse it, the other languages have it as a name.
pub(crate) fn is_reserved_in(language: Language, name: &str) -> bool {
    let has = |list: &str| list.split_whitespace().any(|word| word == name);
    match language {
        Language::Glsl => {
            has(GLSL) || is_opaque(name) || name.starts_with("gl_") || name.contains("__")
        }
        Language::Triton => has(PYTHON),
        Language::Hip => has(HIP),
        _ => false,
    }
}

/// Whether the name is an opaque type of GLSL: `image3D`, `usampler2DArray`, `samplerCubeArrayShadow`.
fn is_opaque<'a>(name: &'a str) -> bool {
    let form = |name: &'a str| {
        ["sampler", "image", "texture"].into_iter().find_map(|kind| name.strip_prefix(kind))
    };
    let form = form(name).or_else(|| form(name.strip_prefix(['i', 'u'])?)).unwrap_or_default();
    let form = form.strip_suffix("Shadow").unwrap_or(form);
    let form = form.strip_suffix("Array").unwrap_or(form);
    ["1D", "2D", "3D", "Cube", "Buffer", "2DRect", "3DRect", "2DMS"].contains(&form)
}

/// Whether a language of the texts reserves the word, or the functions use it. PTX and MLIR reserve none: there each name
/// has a prefix.
pub(crate) fn is_reserved(name: &str) -> bool {
    let lists = [OWN, C, MACROS, DEVICES, WGSL, RUST_AND_C];
    let is_numbered =
        |letter| name.strip_prefix(letter).is_some_and(|rest: &str| rest.parse::<u64>().is_ok());
    lists.iter().any(|list| list.split_whitespace().any(|word| word == name))
        || is_numbered('c')
        || is_numbered('t')
        || is_divisor(name)
        || is_vector(name)
}

/// Whether the name is one of a divisor: `by0`, `by0_shift`.
fn is_divisor(name: &str) -> bool {
    let number = name.strip_prefix("by").and_then(|rest| rest.split('_').next());
    number.is_some_and(|number| number.parse::<u64>().is_ok())
}

/// Whether the name is a vector or a matrix type of OpenCL C or Metal: `uint4`, `float4x4`.
fn is_vector(name: &str) -> bool {
    let Some(at) = name.find(|c: char| c.is_ascii_digit()) else { return false };
    let (element, sizes) = name.split_at(at);
    let elements = "bfloat bool char double float half int long quad short uchar uint ulong ushort";
    elements.split(' ').any(|one| one == element)
        && sizes.split('x').all(|size| ["2", "3", "4", "8", "16"].contains(&size))
}
