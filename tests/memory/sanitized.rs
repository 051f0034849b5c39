//! Writes parts of one tensor on several threads, under the thread sanitizer.
//!
//! `cargo test --test memory sanitized -- --ignored`; it needs a nightly toolchain. The standard library there is
//! not instrumented, so its locks look like races: `sanitized/threads.rs` starts its threads through
//! `pthread_create`, which the sanitizer knows.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use static_layout_tests::root;

const FLAGS: [&str; 2] = ["-Zsanitizer=thread", "-Cunsafe-allow-abi-mismatch=sanitizer"];
const TARGET: &str = "x86_64-unknown-linux-gnu";

#[test]
#[ignore = "needs a nightly toolchain"]
fn parts_on_threads_do_not_race() {
    let program = program();
    let run = |mode| Command::new(&program).arg(mode).output().expect("the program runs");
    let said = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let parts = run("parts");
    assert!(parts.status.success(), "{}", said(&parts));
    // The sanitizer finds a race.
    let shared = run("shared");
    assert!(said(&shared).contains("data race"), "{}", said(&shared));
}

/// The program and the library, built with the sanitizer.
fn program() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sanitized");
    succeeds(
        nightly("cargo")
            .args(["build", "--lib", "--target", TARGET, "--target-dir"])
            .arg(&folder)
            .env("RUSTFLAGS", FLAGS.join(" "))
            .current_dir(root()),
    );
    let (library, program) = (folder.join(TARGET).join("debug"), folder.join("threads"));
    let source = root().join("tests/memory/sanitized/threads.rs");
    succeeds(
        nightly("rustc")
            .args(["--edition", "2024", "--target", TARGET])
            .args(FLAGS)
            .arg(source)
            .arg("-o")
            .arg(&program)
            .arg("-L")
            .arg(format!("dependency={}", library.join("deps").display()))
            // The procedural macros are built for the host.
            .arg("-L")
            .arg(format!("dependency={}", folder.join("debug/deps").display()))
            .arg("--extern")
            .arg(format!("static_layout={}", library.join("libstatic_layout.rlib").display())),
    );
    program
}

fn nightly(tool: &str) -> Command {
    let mut command = Command::new("rustup");
    // Cargo sets these variables for the toolchain that runs this test.
    command
        .env_remove("RUSTC")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTUP_TOOLCHAIN");
    command.args(["run", "nightly", tool]);
    command
}

fn succeeds(command: &mut Command) {
    let output = command.output().expect("rustup runs");
    assert!(
        output.status.success(),
        "{command:?} failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
