//! What a block on the CPU refuses.

use gpu_kernels::block::{Block, LoopBlock};

type Memory = LoopBlock<1024>;

/// Runs `part` for each thread of a block.
fn run(block: &mut Memory, part: impl FnMut(&mut Memory, u32, &mut ())) {
    let mut each = block.each(());
    block.run(&mut each, part);
}

#[test]
#[should_panic(expected = "number 1: thread 0 reads what thread Some(1) wrote")]
fn a_number_of_another_thread() {
    let mut block = Memory::new([0, 0]);
    run(&mut block, |block, thread, ()| block.write(thread as usize, 1.0));
    run(&mut block, |block, thread, ()| {
        let _: f32 = block.read(thread as usize + 1);
    });
}

#[test]
#[should_panic(expected = "number 0: thread 0 writes what another one uses")]
fn a_number_that_another_thread_reads() {
    let mut block = Memory::new([0, 0]);
    run(&mut block, |block, thread, ()| block.write(thread as usize, 1.0));
    block.sync();
    run(&mut block, |block, thread, ()| {
        let _: f32 = block.read((thread as usize + 255) % 256);
    });
    run(&mut block, |block, thread, ()| block.write(thread as usize, 2.0));
}

#[test]
#[should_panic(expected = "number 7: no thread wrote it")]
fn a_number_that_no_thread_wrote() {
    run(&mut Memory::new([0, 0]), |block, _, ()| {
        let _: f32 = block.read(7);
    });
}

/// A copy in one group, and one in a later group, with a wait that leaves `LATER` groups.
fn waits<const LATER: usize>() {
    let (numbers, mut block) = ([1.0_f32, 2.0], Memory::new([0, 0]));
    run(&mut block, |block, thread, ()| {
        for (at, number) in numbers.iter().enumerate() {
            // SAFETY: it is a number.
            unsafe { block.fetch(2 * thread as usize + at, number, [0, 0], [1, 1]) };
            block.commit();
        }
        block.wait::<LATER>();
        assert_eq!(block.read::<f32>(2 * thread as usize), 1.0);
    });
}

#[test]
fn a_copy_that_is_waited_for() {
    waits::<1>();
    waits::<0>();
}

#[test]
#[should_panic(expected = "number 0: a copy is on its way")]
fn a_copy_that_is_not_waited_for() {
    waits::<2>();
}
