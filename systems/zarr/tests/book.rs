//! The chapter on many machines has the function of the README, which is tested there.

#[test]
fn the_chapter_has_the_function_of_the_readme() {
    let (_, rest) = include_str!("../README.md").split_once("```rust\n").unwrap();
    let (function, _) = rest.split_once("```").unwrap();
    let chapter = include_str!("../../../docs/book/distributed.md");
    assert!(chapter.contains(function), "the chapter has another function than the README");
}
