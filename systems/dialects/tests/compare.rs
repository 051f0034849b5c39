//! Checks with the compiler that each name of the dialects in `COMPARE.md` exists.

use std::fs;
use std::path::Path;

use static_layout_tests::compiler::errors_with;
use static_layout_tests::names::{missing, names, program};
use static_layout_tests::root;

#[test]
fn every_name_of_the_comparison_is_there() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dialects");
    let names = names(true);
    assert!(names.len() > 100, "{} names", names.len());
    let (name, path) = program(&folder.join("src"), &names);
    // A name that does not exist, so there is an error to find.
    let text = fs::read_to_string(&path).unwrap();
    let wrong = "fn wrong() { use static_layout_dialects::NoSystem as _named; }\n";
    fs::write(&path, text + wrong).unwrap();
    let dependency = format!(
        "static-layout-dialects = {{ path = {:?}, features = [\"types\"] }}",
        root().join("systems/dialects")
    );
    let errors = errors_with(&folder, &dependency, &[(name, path)]);
    assert!(errors.iter().any(|error| error.rendered.contains("NoSystem")));
    let (unknown, _) = missing(&names, &errors);
    assert!(unknown.is_empty(), "COMPARE.md names what is not there: {unknown:?}");
}
