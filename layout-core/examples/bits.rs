//! A filter between layouts and matrices over F2: one request a line, one answer a line. `tools/compare/bits.py` calls it.
//!
//! ```text
//! of (4,8):(8,1)            the images of the bits of the coordinate: 8 16 1 2 4
//! to 2,3 5 8 16 1 2 4       the layout of modes of 2 and 3 bits with these images, of 5 bits
//! ```
//!
//! The answer to what is refused is `refused`. The time of all conversions, without text, is printed to the standard error.

use layout_core::{BitDims, BitLayout, BitMatrix, ComposedLayout, Layout, LayoutError, Swizzle};
use std::hint::black_box;
use std::io::Read;
use std::time::Instant;

/// A request, parsed.
enum Request {
    Of(ComposedLayout),
    To(BitLayout),
}

/// Its answer.
enum Answer {
    Bits(BitLayout),
    Layout(ComposedLayout),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let requests = text.lines().map(parse).collect::<Result<Vec<_>, _>>()?;
    let start = Instant::now();
    let answers: Vec<_> = requests.iter().map(|request| black_box(answer(request))).collect();
    eprintln!("{} conversions in {:?}", answers.len(), start.elapsed());
    for answer in answers {
        match answer {
            Ok(Answer::Bits(bits)) => {
                let columns = bits.matrix().columns().iter().map(u64::to_string);
                println!("{}", columns.collect::<Vec<_>>().join(" "));
            }
            Ok(Answer::Layout(layout)) => println!("{layout}"),
            Err(_) => println!("refused"),
        }
    }
    Ok(())
}

fn parse(line: &str) -> Result<Request, Box<dyn std::error::Error>> {
    if let Some(layout) = line.strip_prefix("of ") {
        return Ok(Request::Of(match layout.parse::<Layout>() {
            Ok(layout) => ComposedLayout::new(Swizzle::IDENTITY, 0, layout)?,
            Err(_) => layout.parse()?,
        }));
    }
    let mut words = line.split(' ').skip(1);
    let mut next = || words.next().ok_or("a word is missing");
    let names = ["m0", "m1", "m2", "m3"];
    let widths = next()?.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    let dims: Vec<_> = names.into_iter().zip(widths).collect();
    let outputs = next()?.parse()?;
    let columns = words.map(str::parse).collect::<Result<Vec<u64>, _>>()?;
    let matrix = BitMatrix::new(outputs, &columns)?;
    let offset = BitDims::new(&[("offset", outputs)])?;
    Ok(Request::To(BitLayout::new(BitDims::new(&dims)?, offset, matrix)?))
}

fn answer(request: &Request) -> Result<Answer, LayoutError> {
    match request {
        Request::Of(layout) => BitLayout::of(layout).map(Answer::Bits),
        Request::To(bits) => bits.to_layout().map(Answer::Layout),
    }
}
