//! A filter for operations on layouts: one request a line, one answer a line. `tools/compare/operations.py` calls it.
//!
//! ```text
//! compose (4,8):(8,1) 2:4        the composition of two layouts
//! divide (4,8):(8,1) 2:4         the logical divide
//! coalesce (4,8):(1,4)
//! inverse (4,8):(8,1)            the right inverse
//! ```
//!
//! The answer to what is refused is `refused`. The time of all operations, without text, is printed to the standard error.

use layout_core::{Layout, LayoutError, Tiler};
use std::hint::black_box;
use std::io::Read;
use std::time::Instant;

/// A request, parsed.
enum Request {
    Compose(Layout, Tiler),
    Divide(Layout, Tiler),
    Coalesce(Layout),
    Inverse(Layout),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let requests = text.lines().map(parse).collect::<Result<Vec<_>, _>>()?;
    let start = Instant::now();
    for request in &requests {
        let _ = black_box(answer(black_box(request)));
    }
    eprintln!("{} operations in {:?}", requests.len(), start.elapsed());
    for request in &requests {
        match answer(request) {
            Ok(layout) => println!("{layout}"),
            Err(_) => println!("refused"),
        }
    }
    Ok(())
}

fn parse(line: &str) -> Result<Request, Box<dyn std::error::Error>> {
    let mut words = line.split(' ');
    let mut next = || words.next().ok_or("a word is missing");
    let (operation, a) = (next()?, next()?.parse()?);
    Ok(match operation {
        "compose" => Request::Compose(a, next()?.parse()?),
        "divide" => Request::Divide(a, next()?.parse()?),
        "coalesce" => Request::Coalesce(a),
        "inverse" => Request::Inverse(a),
        other => return Err(format!("no operation {other}").into()),
    })
}

fn answer(request: &Request) -> Result<Layout, LayoutError> {
    match request {
        Request::Compose(a, b) => a.compose(b),
        Request::Divide(a, b) => a.logical_divide(b),
        Request::Coalesce(a) => a.coalesce(),
        Request::Inverse(a) => a.right_inverse(),
    }
}
