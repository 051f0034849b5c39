//! What cannot be planned is refused with the operands, the rule and its numbers.

use layout_core::copy::{
    CopyInstruction, CopyOperand, CopySearch, CopySpace, Device, MemorySpace, SM80, plan_copy,
};
use layout_core::memory::NVIDIA_GLOBAL;
use layout_core::{ComposedLayout, Layout, Swizzle};

fn global(text: &str) -> CopyOperand {
    CopyOperand::global(&text.parse().unwrap()).unwrap()
}

fn registers(text: &str) -> CopyOperand {
    CopyOperand::registers(&text.parse().unwrap()).unwrap()
}

fn refused(
    from: &CopyOperand,
    to: &CopyOperand,
    element: i64,
    threads: i64,
    device: &Device<'_>,
) -> String {
    plan_copy(from, to, element, threads, device).unwrap_err().to_string()
}

#[test]
fn threads_elements_and_widths() {
    let tile = global("(8,4):(1,8)");
    let names = "cannot copy (8,4):(1,8) to (8,4):(1,8)";
    for threads in [0, -1, 1025] {
        assert_eq!(
            refused(&tile, &tile, 4, threads, &SM80),
            format!("{names}: a block has 1 to 1024 threads, not {threads}")
        );
    }
    assert_eq!(
        refused(&tile, &tile, 3, 32, &SM80),
        "no count of memory accesses: an element has 1, 2, 4, 8 or 16 bytes, not 3"
    );
    let narrow = |width| {
        let space = CopySpace { width, ..CopySpace::DEFAULT };
        CopySearch::new(&tile, &tile, 4, 32, &SM80, space).err().unwrap().to_string()
    };
    assert_eq!(narrow(2), format!("{names}: an access of 2 bytes is less than an element of 4"));
    assert!(narrow(64).ends_with("an access has 1, 2, 4, 8, 12 or 16 bytes, not 64"));
    let space = CopySpace { padding: -1, ..CopySpace::DEFAULT };
    let padded = CopySearch::new(&tile, &tile, 4, 32, &SM80, space).err().unwrap().to_string();
    assert_eq!(padded, format!("{names}: the stride -1 is negative"));
}

#[test]
fn operands() {
    let tile = global("(8,4):(1,8)");
    let of = |from: &str, to: &str| refused(&global(from), &global(to), 4, 32, &SM80);
    assert_eq!(
        of("(8,4):(1,8)", "(8,5):(1,8)"),
        "cannot copy (8,4):(1,8) to (8,5):(1,8): the sizes 32 and 40 differ"
    );
    assert_eq!(
        of("(4,6):(1,4)", "(6,4):(4,1)"),
        "cannot copy (4,6):(1,4) to (6,4):(4,1): 4 does not divide 6: the shapes have no modes in common"
    );
    assert!(
        of("(8,0):(1,8)", "(8,0):(1,8)").ends_with("an extent is 0: there is nothing to work on")
    );
    assert!(
        of("(1024,512):(1,1024)", "(1024,512):(1,1024)")
            .ends_with("524288 values are more than 262144")
    );
    assert!(of("(8,4):(1,8)", "(8,4):(1,4)").contains("share the offset"));
    assert!(of("8:1", "8:0").contains("share the offset"));
    let modes = "(2,2,2,2,2,2,2,2,2,2,2,2,2)";
    let strides = (0..13).map(|k| (1 << (2 * k)).to_string()).collect::<Vec<_>>().join(",");
    let many: Layout =
        format!("(({}),2):(({}),{})", &modes[1..24], &strides[..strides.len() - 9], 1 << 24)
            .parse()
            .unwrap();
    let many = CopyOperand::global(&many).unwrap();
    assert!(
        refused(&many, &many, 4, 32, &SM80)
            .ends_with("the operands have 13 modes in common, more than 12")
    );
    let coordinates: Layout = "(4,8):(1@0,1@1)".parse().unwrap();
    assert!(CopyOperand::global(&coordinates).unwrap_err().to_string().contains("counts in units"));
    assert!(
        of("2:4611686018427387904", "2:1")
            .ends_with("4611686018427387904 * 4 is past 9223372036854775807")
    );
    // Masked coordinates past the integers are not addresses.
    let far = global("(3,2):(288230376151711744,1)");
    let plan = plan_copy(&far, &global("(3,2):(1,4)"), 1, 1024, &SM80).unwrap();
    assert_eq!(plan.cost().masked, 1024 - 6);
    // More threads than elements are masked.
    let plan = plan_copy(&tile, &tile, 4, 1024, &SM80).unwrap();
    assert_eq!(plan.cost().masked, 1024 - 32);
}

#[test]
fn held() {
    let tile = global("(8,8):(1,8)");
    let of = |text: &str, threads| refused(&registers(text), &tile, 4, threads, &SM80);
    let names = |text: &str| format!("cannot copy {text} to (8,8):(1,8)");
    let text = "(32,2):(1,32)";
    assert_eq!(
        of(text, 64),
        format!("{}: the registers are those of 32 threads, and 64 copy", names(text))
    );
    let text = "(32,2,1):(1,32,0)";
    assert!(of(text, 32).starts_with(&format!(
        "{}: a thread-value layout has two modes, threads and values, not 3",
        names(text)
    )));
    let text = "(32,2):(1,16)";
    assert_eq!(
        of(text, 32),
        format!(
            "{}: the stride 16 is below 32, where the mode below it ends: the modes overlap",
            names(text)
        )
    );
    let text = "(32,2):(2,64)";
    assert!(of(text, 32).contains("the stride 2 is above 1, where the modes below it end"));
    let text = "(32,1):(1,0)";
    assert_eq!(of(text, 32), format!("{}: the sizes 32 and 64 differ", names(text)));
    assert!(of("(32,2):(-1,32)", 32).ends_with("the stride -1 is negative"));
    let swizzled: ComposedLayout = "Sw<1,0,3> o 0 o (32,2):(1,32)".parse().unwrap();
    let swizzled = CopyOperand::new(MemorySpace::Registers, &swizzled);
    assert!(
        refused(&swizzled, &tile, 4, 32, &SM80)
            .ends_with("registers have a layout without a swizzle or an offset")
    );
    let (a, b) = (registers("(32,2):(1,32)"), registers("(32,1):(1,0)"));
    assert!(refused(&a, &b, 4, 32, &SM80).ends_with("the sizes 64 and 32 differ"));
}

#[test]
fn devices() {
    let tile = global("(8,4):(1,8)");
    let shared = CopyOperand::shared(&"(8,4):(1,8)".parse().unwrap()).unwrap();
    let few = Device { instructions: &[], ..SM80 };
    assert_eq!(
        refused(&tile, &shared, 4, 32, &few),
        "cannot copy (8,4):(1,8) to (8,4):(1,8): the device has no instruction, or no published phases, for 4 bytes from global to shared"
    );
    let global = layout_core::memory::GlobalMemory { lanes: 64, ..NVIDIA_GLOBAL };
    assert!(
        refused(&tile, &tile, 4, 32, &Device { global, ..SM80 })
            .ends_with("not 32 lanes in shared memory and 64 in global memory")
    );
    let global = layout_core::memory::GlobalMemory { sector: 48, ..NVIDIA_GLOBAL };
    assert!(
        refused(&tile, &tile, 4, 32, &Device { global, ..SM80 }).ends_with("not 48 and 128 bytes")
    );
    let odd = [CopyInstruction {
        bytes: 6,
        ..*SM80.find(MemorySpace::Global, MemorySpace::Shared, 4).unwrap()
    }];
    let odd = [&odd[..]];
    assert!(
        refused(&tile, &tile, 4, 32, &Device { instructions: &odd, ..SM80 })
            .ends_with("an access has 1, 2, 4, 8, 12 or 16 bytes, not 6")
    );
}

#[test]
fn a_search_ends_early_with_a_gap() {
    let (from, to) = (global("(32,32):(1,32)"), global("(32,32):(32,1)"));
    let mut search = CopySearch::new(&from, &to, 4, 256, &SM80, CopySpace::DEFAULT).unwrap();
    assert!(search.plan().is_err());
    assert!(!search.advance(1));
    let early = search.plan().unwrap();
    assert!(!early.is_exhausted() && early.bound().is_less(&early.cost()));
    // Steps add up, however they are divided.
    while !search.advance(7) {}
    let (a, b) = (search.plan().unwrap(), plan_copy(&from, &to, 4, 256, &SM80).unwrap());
    assert_eq!((a.cost(), a.seen(), a.to_string()), (b.cost(), b.seen(), b.to_string()));
    assert!(a.cost().is_less(&early.cost()) && !a.cost().is_less(&early.bound()));
}

/// A search that leaves out buffers says so: its answer is not the least cost, and its bound is of all buffers.
#[test]
fn a_search_that_leaves_out_buffers_has_a_gap() {
    // More modes than those of which all orders are searched.
    let (from, to) = (
        global("(2,2,2,2,2,2,2,2,2):(256,128,64,32,16,8,4,2,1)"),
        global("(2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256)"),
    );
    let plan = plan_copy(&from, &to, 1, 1, &SM80).unwrap();
    assert!(!plan.is_exhausted());
    assert_eq!((plan.cost().sectors, plan.bound().sectors), (1024, 2 * 512 / 32));
}

/// Plans of small copies are made by the compiler.
#[test]
fn in_const() {
    const fn operand(text: &str) -> CopyOperand {
        match Layout::parse(text) {
            Ok(layout) => match CopyOperand::global(&layout) {
                Ok(operand) => operand,
                Err(_) => panic!(),
            },
            Err(_) => panic!(),
        }
    }
    const WIDTH: i64 = {
        let tile = operand("(32,4):(1,48)");
        match plan_copy(&tile, &tile, 2, 16, &SM80) {
            Ok(plan) => match plan.first() {
                Some(pass) => pass.width(),
                None => panic!(),
            },
            Err(_) => panic!(),
        }
    };
    assert_eq!(WIDTH, 16);
}

/// The address of an element, in bytes, is past the integers: the greatest and the least offset.
#[test]
fn offsets_at_the_ends_of_the_integers() {
    let tile = global("4:1");
    for offset in [i64::MAX - 3, -i64::MAX] {
        let far = ComposedLayout::new(Swizzle::IDENTITY, offset, "4:1".parse().unwrap()).unwrap();
        let far = CopyOperand::new(MemorySpace::Global, &far);
        let message = refused(&far, &tile, 4, 4, &SM80);
        assert!(message.contains(" * 4 is past 9223372036854775807"), "{message}");
    }
}
