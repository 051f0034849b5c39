//! The files of the explorer, for programs that serve it or write it to a folder.
//!
//! ```
//! let index = static_layout_explorer::file("index.html").unwrap();
//! assert!(index.text.contains("<title>Layout explorer</title>"));
//! // The page asks for no other files.
//! for part in index.text.split("src=\"").skip(1) {
//!     let name = part.split('"').next().unwrap();
//!     assert!(static_layout_explorer::file(name).is_some(), "{name}");
//! }
//! ```
#![no_std]

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// The name, without a folder.
    pub name: &'static str,
    /// The media type for `Content-Type`.
    pub media_type: &'static str,
    /// The contents.
    pub text: &'static str,
}

/// A row for each file: its name, and its media type.
macro_rules! files {
    ($($name:literal $media_type:literal,)*) => {
        &[$(PageFile {
            name: $name,
            media_type: concat!("text/", $media_type, "; charset=utf-8"),
            text: include_str!(concat!("../", $name)),
        },)*]
    };
}

/// All files. The page itself is the first.
pub const FILES: &[PageFile] = files![
    "index.html" "html",
    "style.css" "css",
    "engine.wasm.js" "javascript",
    "unpack.js" "javascript",
    "engine.js" "javascript",
    "view.js" "javascript",
    "parts.js" "javascript",
    "picture.js" "javascript",
    "grid.js" "javascript",
    "memory.js" "javascript",
    "operands.js" "javascript",
    "steps.js" "javascript",
    "threads.js" "javascript",
    "product.js" "javascript",
    "access.js" "javascript",
    "bits.js" "javascript",
    "link.js" "javascript",
    "saved.js" "javascript",
    "explorer.js" "javascript",
];

/// The file with a name, `index.html` for the empty one.
pub fn file(name: &str) -> Option<&'static PageFile> {
    let name = if name.is_empty() { "index.html" } else { name };
    FILES.iter().find(|file| file.name == name)
}
