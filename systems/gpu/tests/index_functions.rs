//! The index functions in WGSL of a thousand layouts, run on a device and compared on every coordinate.

#[path = "../../emit/tests/common/mod.rs"]
mod common;

use std::fmt::Write;

use common::cases;
use static_layout_emit::Language;
use static_layout_gpu::Gpu;

#[test]
fn wgsl_computes_the_offsets() {
    let gpu = Gpu::new().expect("a device: Debian's mesa-vulkan-drivers has one on the CPU");
    let narrow: Vec<_> = cases().iter().filter(|case| case.functions.width() == 32).collect();
    let mut compared = 0;
    // Lavapipe of Mesa 22.3 runs a module of fifty layouts without writing anything.
    for part in narrow.chunks(8) {
        let mut source = String::from(
            "@group(0) @binding(0) var<storage, read> calls: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;\n",
        );
        // A call is the number of its function, the start of its inputs, and the inputs after the last call.
        let (mut heads, mut inputs, mut expected) = (Vec::new(), Vec::new(), Vec::new());
        let (mut branches, mut first) = (String::new(), 0);
        for (k, case) in part.iter().enumerate() {
            let text = case.functions.text(Language::Wgsl, &format!("a{k}")).unwrap();
            for line in text.lines().filter_map(|line| line.strip_prefix("fn ")) {
                let (name, rest) = line.split_once('(').unwrap();
                let arguments: Vec<String> = rest[..rest.find(')').unwrap()]
                    .split(", ")
                    .enumerate()
                    .map(|(at, input)| {
                        let value = format!("calls[at + {at}u]");
                        if input.ends_with("i32") {
                            format!("bitcast<i32>({value})")
                        } else {
                            value
                        }
                    })
                    .collect();
                let call = format!("{name}({})", arguments.join(", "));
                let call = match rest.rsplit("-> ").next().unwrap().trim_end_matches(" {") {
                    "bool" => format!("select(0u, 1u, {call})"),
                    "i32" => format!("bitcast<u32>({call})"),
                    _ => call,
                };
                let _ = writeln!(branches, "        case {first}u: {{ out[i] = {call}; }}");
                first += 1;
            }
            source.push_str(&text);
            let base = first - 2 - case.functions.inverse().map_or(0, <[_]>::len);
            for (function, input, result) in case.calls() {
                heads.push([(base + function) as u32, inputs.len() as u32]);
                inputs.extend(input.iter().map(|&input| input as u32));
                expected.push(result as u32);
            }
        }
        let start = 2 * heads.len() as u32;
        let calls: Vec<u32> =
            heads.iter().flat_map(|&[function, at]| [function, start + at]).chain(inputs).collect();
        let _ = write!(
            source,
            "@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) thread: vec3<u32>) {{
    let i = thread.x;
    if (i >= {count}u) {{ return; }}
    let at = calls[2u * i + 1u];
    switch (calls[2u * i]) {{
{branches}        default: {{ out[i] = 0xffffffffu; }}
    }}
}}
",
            count = heads.len(),
        );
        let found =
            gpu.run_module(&source, &calls, heads.len(), heads.len().div_ceil(64) as u32).unwrap();
        for (k, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "call {k}, {:?}", heads[k]);
        }
        compared += found.len();
    }
    println!("{compared} calls of {} layouts on {}", narrow.len(), gpu.name());
    assert!(narrow.len() > 500 && compared > 100_000, "{} {compared}", narrow.len());
}
