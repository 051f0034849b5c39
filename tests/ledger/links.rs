//! Links between the Markdown files of the repository, and links to other files, resolve; the book is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use static_layout_tests::root;

/// The Markdown files below a folder, except build outputs.
pub(crate) fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                pages(&path, found);
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn paths_in_architecture_exist() {
    let root = root();
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let paths: Vec<&str> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| {
            let begin = code.split('/').next().unwrap();
            code.contains('/')
                && !code.contains(|c: char| c.is_whitespace() || "!(<*".contains(c))
                && root.join(begin).is_dir()
        })
        .collect();
    assert!(paths.len() > 40, "{paths:?}");
    for path in paths {
        assert!(root.join(path).exists(), "ARCHITECTURE.md names {path}");
    }
}

/// A page without its blocks of code, and without code in its lines.
pub(crate) fn prose(text: &str) -> String {
    let mut fence: Option<String> = None;
    let mut prose = String::new();
    for line in text.lines() {
        let start = line.trim_start();
        let ticks: String = start.chars().take_while(|c| *c == '`').collect();
        match &fence {
            Some(open) if ticks.len() >= open.len() => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => {
                // Every second part is code.
                let outside: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
                prose.push_str(&outside);
                prose.push('\n');
            }
        }
    }
    prose
}

/// The targets of links, `[text](target)` and `[label]: target`.
fn targets(prose: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose.lines() {
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        found.extend(inline.map(|(target, _)| target.to_string()));
        let definition = line.strip_prefix('[').and_then(|line| line.split_once("]: "));
        found.extend(definition.map(|(_, target)| target.trim().to_string()));
    }
    found
}

/// `[text][label]` without a definition of the label.
fn undefined(prose: &str) -> Vec<String> {
    let used = prose.split("][").skip(1).filter_map(|rest| rest.split_once(']'));
    let is_defined = |label: &&str| prose.lines().any(|x| x.starts_with(&format!("[{label}]: ")));
    used.map(|(label, _)| label).filter(|label| !is_defined(label)).map(String::from).collect()
}

/// The anchors of the headings, as code hosts and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept =
                words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

fn problem(page: &Path, target: &str) -> Option<String> {
    let elsewhere = ["http://", "https://", "mailto:", "data:", "crate::"];
    if elsewhere.iter().any(|scheme| target.starts_with(scheme)) {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_path_buf() } else { page.parent().unwrap().join(file) };
    if !path.exists() {
        return Some("there is no such file".into());
    }
    let has = anchor.is_empty() || anchors(&fs::read_to_string(path).unwrap()).contains(anchor);
    (!has).then(|| format!("there is no heading `{anchor}`"))
}

#[test]
fn every_link_leads_somewhere() {
    let mut all = Vec::new();
    pages(root(), &mut all);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for page in &all {
        let prose = prose(&fs::read_to_string(page).unwrap());
        let place = page.strip_prefix(root()).unwrap().display();
        for target in targets(&prose) {
            count += 1;
            wrong.extend(problem(page, &target).map(|why| format!("{place}: {target}: {why}")));
        }
        let undefined = undefined(&prose);
        wrong.extend(undefined.iter().map(|label| format!("{place}: [{label}] is not defined")));
    }
    assert!(count > 200, "{count} links are found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// In the reference, `src/book/links.md` maps the labels of links to pages, and `pictures.md` has the pictures.
#[test]
fn every_label_of_the_book_has_a_page() {
    let pages = ["src/book/links.md", "src/book/pictures.md"];
    let pages = pages.map(|file| fs::read_to_string(root().join(file)).unwrap()).concat();
    let mut missing = Vec::new();
    for entry in fs::read_dir(root().join("docs/book")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md")
            && !path.ends_with("SUMMARY.md")
        {
            let text = fs::read_to_string(&path).unwrap();
            let labels = text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
            let labels = labels.filter(|(label, _)| !pages.contains(&format!("[{label}]: ")));
            missing.extend(labels.map(|(label, _)| format!("{}: [{label}]", path.display())));
            assert!(!prose(&text).contains("]("), "{}: a link without a label", path.display());
        }
    }
    assert!(missing.is_empty(), "not in `src/book`:\n{}", missing.join("\n"));
}

/// Chapters are files, lines of the summary, rows of the preface, and modules of `book`.
#[test]
fn every_chapter_of_the_book_is_in_its_lists() {
    let book = root().join("docs/book");
    let names = |text: &str| -> Vec<String> {
        let files = targets(&prose(text))
            .into_iter()
            .filter_map(|x| x.strip_suffix(".md").map(String::from));
        files.filter(|name| !name.contains('/') && name != "README").collect()
    };
    let summary = names(&fs::read_to_string(book.join("SUMMARY.md")).unwrap());
    let preface = names(&fs::read_to_string(book.join("README.md")).unwrap());
    let modules = fs::read_to_string(root().join("src/book.rs")).unwrap();
    let modules: Vec<String> = modules
        .lines()
        .filter_map(|line| line.trim().split_once(" \"../docs/book/"))
        .map(|(name, _)| name.to_string())
        .collect();
    assert_eq!(summary, preface, "the summary and the preface");
    assert_eq!(summary, modules, "the summary and `src/book.rs`");
    let mut files: Vec<String> = fs::read_dir(&book)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".md").map(String::from))
        .filter(|name| name != "README" && name != "SUMMARY")
        .collect();
    let mut summary = summary;
    files.sort();
    summary.sort();
    assert_eq!(files, summary, "the files and the summary");
}
