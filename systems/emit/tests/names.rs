//! Names of leaves: keywords and types of the languages are refused, and names next to them are not.

use static_layout_emit::{Domain, IndexFunctions, Language, SymbolicLayout};

/// The keywords of the languages in alphabetic order, and their types.
const KEYWORDS: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t \
    class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default \
    delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable \
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires \
    restrict return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true \
    try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor xor_eq \
    blockDim blockIdx threadIdx device constant fragment generic global half image2d_t kernel local pipe read_only sampler_t \
    size_t thread threadgroup uchar uint ulong uniform ushort vertex write_only int4 uint2 float4x4 half8 \
    bitcast u32 func index NULL unix box dyn gen in uint32_t";

#[test]
fn names_are_no_keywords() {
    let wgsl = naga::keywords::wgsl::RESERVED.iter().copied();
    for word in KEYWORDS.split_whitespace().chain(wgsl) {
        let refused = format!("({word},4):(1,{word})").parse::<SymbolicLayout>().unwrap_err();
        let expected = format!("at byte 1: expected another name: {word} is reserved");
        assert_eq!(refused.to_string(), expected);
    }
    for name in ["classes", "New", "int5", "k0", "out", "batch"] {
        assert!(format!("({name},4):(1,{name})").parse::<SymbolicLayout>().is_ok(), "{name}");
    }
}

/// GLSL alone has these types, and their names are names next to them.
#[test]
fn types_of_glsl_are_no_names_in_glsl() {
    let text = |name: &str, language: Language| {
        let layout = format!("({name},4):(4,1)").parse().unwrap();
        IndexFunctions::new(&layout, Domain::Modes, Some(32)).unwrap().text(language, "a")
    };
    let types = "mat2 mat3 mat4 dmat3 dmat2x4 uvec3 sampler3DRect usampler2DArray isampler2DMS sampler2DRectShadow \
        samplerCubeArrayShadow image1D uimage2DMSArray iimageCubeArray imageBuffer utexture2D itexture2DArray isubpassInputMS";
    for name in types.split_whitespace() {
        let refused = text(name, Language::Glsl).unwrap_err().to_string();
        assert_eq!(refused, format!("{name} is reserved in glsl: use another name"));
        assert!(text(name, Language::Cuda).is_ok(), "{name}");
    }
    for name in "mat mat5 dmat image texture2 images2D matrix sampler1 i2D u3D isub".split(' ') {
        assert!(text(name, Language::Glsl).is_ok(), "{name}");
    }
}
