//! The program of the chapter on many machines.

#[path = "../examples/blocks.rs"]
mod blocks;

#[test]
fn the_program_of_the_chapter_runs() {
    let (_, program) = include_str!("../examples/blocks.rs").split_once("\n\n").unwrap();
    let chapter = include_str!("../../../docs/book/distributed.md");
    let program = program.replace("pub(crate) fn main", "fn main");
    assert!(chapter.contains(&program), "the chapter has another program than examples/blocks.rs");
    blocks::main().unwrap();
}
