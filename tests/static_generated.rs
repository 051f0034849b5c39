//! The generated tests are what `tests/generate` writes.

#[path = "generate/mod.rs"]
mod generate;

#[test]
fn files_are_up_to_date() {
    let update = std::env::var_os("UPDATE").is_some();
    for file in generate::files() {
        let path = generate::root().join(file.path);
        if update {
            std::fs::write(&path, &file.text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == file.text, "{} is not what is generated: run with UPDATE=1", file.path);
    }
}
