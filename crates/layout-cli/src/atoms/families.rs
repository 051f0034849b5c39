//! Instructions whose extents are part of the name: those of warp groups (SM90) and of tensor memory (SM100).

use layout_core::mma::{MmaAtom, MmaOperand};

/// An instruction of a family.
pub struct FamilyMember {
    /// The name, with the extents in the order of CUTLASS.
    pub name: String,
    /// The layout from a thread to its lane.
    pub threads: &'static str,
    /// What a thread and a value are.
    pub note: &'static str,
    /// Operands whose tile and layout depend on the extents: name, modes, tile and thread-value layout.
    pub operands: Vec<(&'static str, &'static str, String, String)>,
}

const WARP_GROUP: &str =
    "128 threads of a warp group; A from registers, B is read from shared memory";
const SPARSE_WARP_GROUP: &str = "128 threads of a warp group; of each 4 neighbours of A along k 2 are held (of 2 one for \
                                 TF32), B is read from shared memory";
const ONE_BLOCK: &str = "a thread is a block of threads; A and B lie in shared memory (A of _TS in tensor memory), C in \
                         tensor memory";
const TWO_BLOCKS: &str = "a thread is a block of threads, of a pair; A and B lie in shared memory (A of _TS in tensor \
                          memory), C in tensor memory";

/// Finds a member of a family by a name in upper case, without namespaces; `extents` are the template's integers.
pub fn find(name: &str, extents: &[i64]) -> Option<FamilyMember> {
    warp_group(name).or_else(|| tensor_memory(name, extents))
}

/// Some names of each family: the short name, then the names in CUTLASS.
pub fn some_names() -> impl Iterator<Item = Vec<String>> {
    let groups = [8, 16, 32, 64, 128, 256].into_iter().map(|n| {
        let short = format!("SM90_64x{n}x16");
        let types = ["F32F16F16_RS", "F32F16F16_SS", "F32BF16BF16_RS", "F16F16F16_RS"];
        let named = types.iter().map(|types| format!("{short}_{types}"));
        let in_namespace = format!("SM90::GMMA::MMA_64x{n}x16_F32F16F16_SS");
        [short.clone()].into_iter().chain(named).chain([in_namespace]).collect()
    });
    let sparse = [64, 128, 256].into_iter().map(|n| {
        let typed = format!("SM90::GMMA::SPARSE::GMMA_64x{n}x32_F32F16F16_RS");
        vec![format!("SM90_SPARSE_64x{n}x32"), typed]
    });
    let blocks = [("", "", 64, 32), ("", "", 128, 128), ("_2SM", "_2x1SM", 256, 128)];
    let blocks = blocks.into_iter().map(|(short, pair, m, n)| {
        let types = ["half_t,half_t,float", "bfloat16_t,bfloat16_t,float"];
        let named = types.map(|types| format!("SM100_MMA_F16BF16{pair}_SS<{types},{m},{n}>"));
        [format!("SM100{short}_{m}x{n}x16")].into_iter().chain(named).collect()
    });
    groups.chain(sparse).chain(blocks)
}

/// `NxK` and what follows after an underscore.
fn extents(text: &str) -> Option<(i64, i64, Option<&str>)> {
    let (extents, rest) = text.split_once('_').map_or((text, None), |(e, rest)| (e, Some(rest)));
    let (n, k) = extents.split_once('X')?;
    Some((n.parse().ok()?, k.parse().ok()?, rest))
}

/// `SM90_64xNxK`, `SM90_64xNxK_F32F16F16_RS` and `.._RS_TN`: the operands that a warp group holds, A unless it comes from
/// shared memory (`_SS`), and C. They are the same for all element types of one K. Of a sparse A, K is twice as large.
fn warp_group(name: &str) -> Option<FamilyMember> {
    let sparse = name.strip_prefix("SM90_SPARSE_64X").or_else(|| name.strip_prefix("GMMA_64X"));
    let dense = name.strip_prefix("SM90_64X").or_else(|| name.strip_prefix("MMA_64X"));
    let (n, k, types) = extents(sparse.or(dense)?)?;
    // What threads hold of a sparse A is half of its elements, in the layout of a dense one.
    let atom = MmaAtom::warp_group(n, k).ok()?;
    let held = |operand| atom.layout(operand).map(|layout| layout.to_string()).ok();
    let depth = if sparse.is_some() && k % 2 == 0 { k / 2 } else { k };
    if !matches!(depth, 8 | 16 | 32) {
        return None;
    }
    let mut in_registers = true;
    if let Some(types) = types {
        let (types, saturates) = match types.strip_suffix("_SATURATE") {
            Some(types) => (types, true),
            None => (types, false),
        };
        let types = types.strip_suffix("_TN").unwrap_or(types);
        let (elements, source) = types.split_once('_')?;
        in_registers = match source {
            "RS" => true,
            "SS" => false,
            _ => return None,
        };
        // Integers have fewer extents.
        let is_integer = is_one_of(elements, "S32", &["S8", "U8"]);
        let is_known = match depth {
            8 => elements == "F32TF32TF32",
            16 => ["F16F16F16", "F32F16F16", "F32BF16BF16"].contains(&elements),
            _ if is_integer => n % 16 == 0 || n == 8 || n == 24,
            _ => ["F16", "F32"].iter().any(|to| is_one_of(elements, to, &["E4M3", "E5M2"])),
        };
        if !is_known || saturates && !is_integer {
            return None;
        }
    }
    let a = held(MmaOperand::A).filter(|_| in_registers);
    let a = a.map(|a| ("A", "(M,K)", format!("64x{k}"), a));
    let c = ("C", "(M,N)", format!("64x{n}"), held(MmaOperand::C)?);
    let operands = a.into_iter().chain([c]).collect();
    let types = types.map(|types| format!("_{types}")).unwrap_or_default();
    let kind = if sparse.is_some() { "SPARSE_" } else { "" };
    let note = if sparse.is_some() { SPARSE_WARP_GROUP } else { WARP_GROUP };
    Some(FamilyMember {
        name: format!("SM90_{kind}64x{n}x{k}{types}"),
        threads: "128:1",
        note,
        operands,
    })
}

/// Whether `elements` are `to` and two of `inputs`.
fn is_one_of(elements: &str, to: &str, inputs: &[&str]) -> bool {
    elements.strip_prefix(to).is_some_and(|from| {
        inputs.iter().any(|a| from.strip_prefix(a).is_some_and(|b| inputs.contains(&b)))
    })
}

/// Instructions of tensor memory, without those after `_TS`, `_SCALED` and `_SPARSE`.
const KINDS: [(&str, i64); 6] =
    [("TF32", 8), ("F16BF16", 16), ("S8", 32), ("F8F6F4", 32), ("MXF8F6F4", 32), ("MXF4", 64)];

/// `SM100_MMA_F16BF16_SS` with M and N as the template's integers, or `SM100_MxNxK`; `_2x1SM` and `SM100_2SM_MxNxK` for a
/// pair of blocks, each with half of the rows of A, B and C.
fn tensor_memory(name: &str, template: &[i64]) -> Option<FamilyMember> {
    let (is_pair, [m, n, k]) = if let Some(rest) = name.strip_prefix("SM100_MMA_") {
        let (kind, is_sparse) = match rest.strip_suffix("_SPARSE") {
            Some(kind) => (kind, true),
            None => (rest, false),
        };
        let (kind, is_scaled) = match kind.strip_suffix("_SCALED") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let (kind, source) = kind.rsplit_once('_')?;
        let (kind, is_pair) = match kind.strip_suffix("_2X1SM") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        // CUTLASS's name of the sparse one also tells the other format.
        let kind = match (kind, is_sparse) {
            ("MXF4NVF4", true) => "MXF4",
            ("MXF4" | "MXF4NVF4", _) if is_sparse || kind != "MXF4" => return None,
            _ => kind,
        };
        let (_, depth) = KINDS.iter().find(|(known, _)| *known == kind)?;
        let from_memory = match source {
            "SS" => false,
            "TS" if !is_sparse && !kind.starts_with("MX") => true,
            _ => return None,
        };
        let (&[m, n, ..], false) = (template, is_scaled && (kind != "F16BF16" || is_sparse)) else {
            return None;
        };
        if !has_extents(kind, is_pair, from_memory, m, n) {
            return None;
        }
        (is_pair, [m, n, if is_sparse { 2 * depth } else { *depth }])
    } else if let Some(rest) = name.strip_prefix("SM103_MXF4_ULTRA_") {
        let is_pair = match rest {
            "SS_VS" => false,
            "2X1SM_SS_VS" => true,
            _ => return None,
        };
        let &[m, n, ..] = template else { return None };
        let rows: &[i64] = if is_pair { &[128, 256] } else { &[128] };
        if !rows.contains(&m) || n % 16 != 0 || !(16..=256).contains(&n) {
            return None;
        }
        (is_pair, [m, n, 96])
    } else {
        let (rest, is_pair) = match name.strip_prefix("SM100_2SM_") {
            Some(rest) => (rest, true),
            None => (name.strip_prefix("SM100_")?, false),
        };
        let (m, rest) = rest.split_once('X')?;
        let (m, (n, k, None)) = (m.parse().ok()?, extents(rest)?) else { return None };
        // Sparse ones have twice the depth.
        let is_known = KINDS.iter().any(|&(kind, depth)| {
            (k == depth || k == 2 * depth) && has_extents(kind, is_pair, false, m, n)
        });
        if !is_known {
            return None;
        }
        (is_pair, [m, n, k])
    };
    let parts = if is_pair { 2 } else { 1 };
    let held = |rows: i64, columns: i64| {
        let part = rows / parts;
        let step = if is_pair { part } else { 0 };
        format!("({parts},({part},{columns})):({step},(1,{rows}))")
    };
    let (threads, note) = if is_pair { ("2:1", TWO_BLOCKS) } else { ("1:0", ONE_BLOCK) };
    Some(FamilyMember {
        name: format!("SM100{}_{m}x{n}x{k}", if is_pair { "_2SM" } else { "" }),
        threads,
        note,
        operands: vec![
            ("A", "(M,K)", format!("{m}x{k}"), held(m, k)),
            ("B", "(N,K)", format!("{n}x{k}"), held(n, k)),
            ("C", "(M,N)", format!("{m}x{n}"), held(m, n)),
        ],
    })
}

/// Whether CUTLASS's assertions allow these extents.
fn has_extents(kind: &str, is_pair: bool, from_memory: bool, m: i64, n: i64) -> bool {
    let is_scaled_by_blocks = kind.starts_with("MX");
    let rows: &[i64] = match (kind, is_pair) {
        ("MXF8F6F4", true) => &[256],
        (_, true) => &[128, 256],
        (_, false) if is_scaled_by_blocks => &[128],
        (_, false) => &[64, 128],
    };
    let step = match (kind, is_pair) {
        ("S8" | "F8F6F4", true) => 32,
        (_, true) if from_memory => 32,
        (_, true) => 16,
        ("S8", false) if n != 8 => 16,
        ("F8F6F4", false) if m == 128 => 16,
        (_, false) if from_memory && m == 128 && kind != "S8" => 16,
        (_, false) => 8,
    };
    rows.contains(&m) && n % step == 0 && (step..=256).contains(&n)
}
