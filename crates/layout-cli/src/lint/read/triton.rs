//! Triton's layouts: those that it refuses, transposes, and accesses to shared memory.
//!
//! | text | facts |
//! |---|---|
//! | `#ttg.linear` that is not read | why Triton has no such layout |
//! | `tt.trans`, `ttg.memdesc_trans` | whether the result's layout is the operand's with its dimensions exchanged |
//! | `ttg.local_load`, `local_store`, `local_alloc` of a `blocked` value, by warps of 32 lanes | one access of a warp |
//!
//! Operands of products are left out: `ldmatrix` reads them, by rows.
//!
//! A layout is linear over F2, so all accesses of a warp cost the same. The access of warp 0 to register 0 is counted.

use layout_core::{BitLayout, DimName};
use static_layout_dialects::TritonLayout;
use static_layout_dialects::statement::{Program, Statement};

use super::super::fact::{Fact, ThreadAccess};
use super::super::{Checked, Rule};
use layout_core::memory::{Access, Request};

/// The most bytes of an access.
const WIDEST: i64 = 16;

/// The attributes of layouts that Triton has no layout for.
pub(super) fn attributes(text: &str, program: &Program<'_>, facts: &mut Vec<Fact>) {
    for attribute in program.aliases.values().filter(|text| text.starts_with("#ttg.linear")) {
        if let Err(error) = TritonLayout::parse(attribute) {
            let begin = text.find(attribute).unwrap_or(0);
            let message = error.message_with_help().to_string();
            let message = message.lines().next().unwrap_or_default().to_owned();
            let span = begin..begin + attribute.len();
            facts.push(Fact::Refused(Rule::Inadmissible, span, message));
        }
    }
}

/// The facts of an operation.
pub(super) fn read(
    found: &Statement<'_>,
    name: &str,
    program: &Program<'_>,
    facts: &mut Vec<Fact>,
    checked: &mut Checked,
) {
    let types = || found.operands.iter().copied().chain(found.result);
    let tensors: Vec<_> = types().filter_map(|text| Tensor::of(text, program)).collect();
    let fact = match name {
        // Memory without a value.
        "local_alloc" if tensors.len() < 2 => return,
        "trans" | "memdesc_trans" => transposed(found, &tensors).map(|wrong| {
            *checked.evaluated.entry(name.to_owned()).or_default() += 1;
            wrong.map(|message| Fact::Refused(Rule::WrongResult, found.span.clone(), message))
        }),
        "local_load" | "local_store" | "local_alloc" => {
            shared_access(found, &tensors).map(|access| Some(Fact::Access(access)))
        }
        _ => return,
    };
    match fact {
        Some(fact) => facts.extend(fact),
        None => checked.skipped += 1,
    }
}

/// The type of a tensor in registers or in shared memory.
struct Tensor<'a> {
    shape: Vec<i64>,
    /// The bytes of an element.
    bytes: i64,
    layout: TritonLayout<'a>,
    is_memory: bool,
}

impl<'a> Tensor<'a> {
    /// Reads `tensor<64x64xf16, #blocked>` and `!ttg.memdesc<64x64xf16, #shared, #smem>`.
    fn of(text: &'a str, program: &Program<'a>) -> Option<Self> {
        let is_memory = text.starts_with("!ttg.memdesc<");
        let inside = text.strip_prefix("tensor<").or_else(|| text.strip_prefix("!ttg.memdesc<"))?;
        let (array, rest) = inside.strip_suffix('>')?.split_once(", ")?;
        let attribute = match rest.strip_prefix("#ttg.") {
            Some(_) => rest,
            None => program.resolve(rest.split(',').next()?.trim()),
        };
        let mut parts: Vec<_> = array.split('x').collect();
        let element = parts.pop()?;
        let shape = parts.iter().map(|part| part.parse().ok()).collect::<Option<Vec<i64>>>()?;
        let digits = element.find(|c: char| c.is_ascii_digit())?;
        let bits: i64 = element[digits..].parse().ok().filter(|bits| bits % 8 == 0)?;
        let layout = TritonLayout::parse(attribute).ok()?;
        Some(Self { shape, bytes: bits / 8, layout, is_memory })
    }

    fn bits(&self) -> Option<BitLayout> {
        self.layout.bits(&self.shape).ok()
    }
}

/// Why the result of a transpose is not the transpose. None where it is not read.
fn transposed(found: &Statement<'_>, tensors: &[Tensor<'_>]) -> Option<Option<String>> {
    let [from, to] = tensors else { return None };
    let (a, b) = (from.bits()?, to.bits()?);
    let order = match found.attributes.split_once("order = array<i32") {
        Some((_, rest)) => rest.trim_start_matches([':', ' ']).split_once('>')?.0,
        None => return None,
    };
    let order: Vec<usize> =
        order.split(',').map(|k| k.trim().parse().ok()).collect::<Option<_>>()?;
    if order.len() != from.shape.len() || order.iter().any(|&k| k >= order.len()) {
        return None;
    }
    let inputs = a.inputs();
    for i in 0..inputs.rank() {
        for bit in 0..inputs.width(i) {
            let mut coord = vec![0; inputs.rank()];
            coord[i] = 1 << bit;
            let (image, stated) = (a.index(&coord).ok()?, b.index(&coord).ok());
            let exact: Vec<u64> = order.iter().map(|&k| image[k]).collect();
            let stated = stated.map(|stated| stated[..order.len()].to_vec());
            if stated.as_ref() != Some(&exact) {
                let name = inputs.name(i).as_str().to_owned();
                let stated =
                    stated.map_or_else(|| "no element".to_owned(), |stated| format!("{stated:?}"));
                let message = format!(
                    "the transpose of {} is {} here: at {name} {} it is {stated}, and the exact element is {exact:?}",
                    from.layout,
                    to.layout,
                    1_u64 << bit
                );
                return Some(Some(message));
            }
        }
    }
    Some(None)
}

/// The access of a warp that moves registers to or from shared memory.
fn shared_access(found: &Statement<'_>, tensors: &[Tensor<'_>]) -> Option<ThreadAccess> {
    let memory = tensors.iter().find(|tensor| tensor.is_memory)?;
    let registers = tensors.iter().find(|tensor| !tensor.is_memory)?;
    if !registers.layout.to_string().starts_with("#ttg.blocked") {
        return None;
    }
    let offsets = registers.bits()?.convert(&memory.bits()?).ok()?;
    let inputs = offsets.inputs();
    let place = |name: &str| inputs.find(DimName::new(name));
    let (register, lane) = (place("register")?, place("lane")?);
    if inputs.width(lane) != 5 {
        return None;
    }
    let offset = |register_of: u64, lane_of: u64| {
        let mut coord = vec![0; inputs.rank()];
        (coord[register], coord[lane]) = (register_of, lane_of);
        offsets.index(&coord).ok().and_then(|image| i64::try_from(image[0]).ok())
    };
    // The registers that are neighbours in memory move in one instruction.
    let mut elements: i64 = 1;
    for bit in 0..inputs.width(register) {
        let is_next = offset(1 << bit, 0)? == elements;
        if !is_next || elements * memory.bytes >= WIDEST {
            break;
        }
        elements *= 2;
    }
    let access = Access::new(memory.bytes, elements * memory.bytes).ok()?;
    let addresses: Vec<_> =
        (0..32).map(|lane| Some(Some(offset(0, lane)? * memory.bytes))).collect::<Option<_>>()?;
    Some(ThreadAccess {
        span: found.span.clone(),
        threads: registers.layout.to_string(),
        memory: memory.layout.to_string(),
        requests: vec![Request::of(access, &addresses).ok()?],
        layouts: None,
        is_shared: true,
    })
}
