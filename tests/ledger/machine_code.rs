//! Kernels are compiled for the machine that they run on.

use std::path::Path;

use static_layout_tests::root;

use super::unsafe_places::sources;

/// Whether `text` has a task whose `run` is not `#[inline(always)]`. A machine enables its instructions in the function
/// that calls `run`. A `run` that is not inlined is compiled for the least machine, where each vector instruction is a
/// call.
fn runs_alone(text: &str) -> Option<&str> {
    let tasks = text.split("> Task for ").skip(1);
    tasks.map(|task| task.split("\n}").next().unwrap_or(task)).find_map(|task| {
        let (before, _) = task.split_once("fn run<")?;
        let attribute = before.trim_end().lines().next_back()?.trim();
        (!attribute.ends_with("#[inline(always)]")).then(|| task.lines().next().unwrap_or(task))
    })
}

#[test]
fn kernels_are_compiled_for_the_machine() {
    let mut files = Vec::new();
    sources(&root().join("crates/layout-kernels/src"), &mut files);
    // `simd` runs the tasks of others.
    let simd = root().join("crates/layout-kernels/src/simd");
    files.retain(|file| !file.ends_with("tests.rs") && !file.starts_with(&simd));
    let mut tasks = 0;
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a source");
        tasks += text.matches("> Task for ").count();
        if let Some(task) = runs_alone(&text) {
            panic!("{}: `run` of {task} is not #[inline(always)]", Path::display(file));
        }
    }
    assert!(tasks > 10, "{tasks} tasks");
    assert!(runs_alone("impl<T> Task for X<T> {\n    fn run<M>(self) {}\n}").is_some());
}
