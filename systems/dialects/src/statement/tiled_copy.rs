//! The type of a tiled copy of the CuTe DSL.

/// What a type `!cute.tiled_copy<..>` says of the threads, for the atoms that copy a fixed number of bits a thread.
///
/// ```
/// use static_layout_dialects::statement::TiledCopy;
/// let text = r#"!cute.tiled_copy<!cute_nvgpu.atom.universal_copy<f16, 128 b>, layout_copy_tv = <"((16,8),8):((64,1),8)">, tiler_mn = <"[8:1;128:1]">>"#;
/// let copy = TiledCopy::parse(text).expect("a copy");
/// assert_eq!((copy.bits, copy.threads, copy.tiler), (128, "((16,8),8):((64,1),8)", "[8:1;128:1]"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TiledCopy<'a> {
    /// The bits that an instruction moves for a thread.
    pub bits: i64,
    /// The layout of (thread,value) to the linear coordinate in the tile.
    pub threads: &'a str,
    /// The tiler of the tile.
    pub tiler: &'a str,
}

impl<'a> TiledCopy<'a> {
    /// Reads a type. `None` for any other text, and for atoms whose threads share their addresses, such as `ldsm`.
    pub fn parse(text: &'a str) -> Option<Self> {
        let rest = text.strip_prefix("!cute.tiled_copy<!cute_nvgpu.atom.")?;
        let (atom, rest) = rest.split_once('<')?;
        if !matches!(atom, "universal_copy" | "simt_async_copy") {
            return None;
        }
        let (parameters, rest) = rest.split_once('>')?;
        let bits = parameters.rsplit(',').next()?.trim().strip_suffix(" b")?.parse().ok()?;
        let quoted = |key: &str| rest.split_once(key)?.1.split_once("<\"")?.1.split_once('"');
        let (threads, _) = quoted("layout_copy_tv")?;
        let (tiler, _) = quoted("tiler_mn")?;
        Some(Self { bits, threads, tiler })
    }
}
