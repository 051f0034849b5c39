//! The default members of the workspace depend on no package of `systems/`, not even in their tests.

use std::fs;

use static_layout_tests::root;

/// The entries of the list `name` of the workspace.
fn list<'a>(workspace: &'a str, name: &str) -> Vec<&'a str> {
    let (_, rest) = workspace.split_once(&format!("\n{name} = [")).unwrap();
    rest.split(']').next().unwrap().split('"').skip(1).step_by(2).collect()
}

/// The names in the manifests of `systems/`.
fn systems(workspace: &str) -> Vec<String> {
    let folders =
        list(workspace, "members").into_iter().filter(|path| path.starts_with("systems/"));
    let name = |folder| {
        let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("name = \"")).unwrap();
        line.trim_end_matches('"').to_string()
    };
    folders.map(name).collect()
}

#[test]
fn the_core_depends_on_no_other_system() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let systems = systems(&workspace);
    assert!(systems.len() >= 6, "{systems:?}");
    for member in list(&workspace, "default-members") {
        let text = fs::read_to_string(root().join(member).join("Cargo.toml")).unwrap();
        let found: Vec<&String> = systems.iter().filter(|&name| text.contains(name)).collect();
        assert!(found.is_empty(), "{member} names {found:?}");
        assert!(!member.starts_with("systems/"), "{member} is a default member");
    }
}
