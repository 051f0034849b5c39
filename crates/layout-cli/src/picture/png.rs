//! Writes a picture as PNG, at twice the size of the SVG. The letters come from
//! bitmaps of Noto Sans Mono, so the file does not depend on the fonts of the machine.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use png::{BitDepth, ColorType, Compression, Encoder};

use crate::Failure;
use crate::picture::Picture;
use crate::picture::palette::Colour;
use crate::picture::sheet::{Canvas, draw};

/// The pixels for each pixel of the SVG.
const SCALE: i64 = 2;
/// The most pixels of a picture.
const MOST_PIXELS: i64 = 1 << 26;

/// The file of a PNG picture.
///
/// ```
/// use layout_cli::MaybeSwizzled;
/// use layout_cli::picture::{ColourBy, Picture, png};
/// let layout = MaybeSwizzled::read("(4,8):(8,1)")?;
/// let file = png::write(&Picture::of_layout(&layout, &ColourBy::Offset)?)?;
/// assert!(file.starts_with(b"\x89PNG"));
/// # Ok::<(), layout_cli::Failure>(())
/// ```
///
/// # Errors
///
/// More than 2^26 pixels.
pub fn write(picture: &Picture) -> Result<Vec<u8>, Failure> {
    let image = draw(picture, |width, height| {
        let (width, height) = (width * SCALE, height * SCALE);
        if width.saturating_mul(height) > MOST_PIXELS {
            let message =
                format!("a PNG has at most {MOST_PIXELS} pixels, and this one {width} by {height}");
            return Err(Failure::new(message).help("--svg and --html write pictures of any size"));
        }
        let pixels = vec![0xff; usize::try_from(3 * width * height).unwrap_or_default()];
        Ok(Image { width, height, pixels })
    })?;
    let mut file = Vec::new();
    let side = |side: i64| u32::try_from(side).unwrap_or(u32::MAX);
    let mut encoder = Encoder::new(&mut file, side(image.width), side(image.height));
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    let written = encoder.write_header().and_then(|mut png| png.write_image_data(&image.pixels));
    written.map_err(|error| Failure::new(format!("cannot write the PNG: {error}")))?;
    Ok(file)
}

/// Rows of pixels of red, green and blue.
struct Image {
    width: i64,
    height: i64,
    pixels: Vec<u8>,
}

/// Where a text is: its left end, its middle or its right end.
#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

impl Image {
    /// Mixes a colour into a pixel, 255 being the colour alone.
    fn mix(&mut self, x: i64, y: i64, colour: [u8; 3], share: u8) {
        if (0..self.width).contains(&x)
            && (0..self.height).contains(&y)
            && let Ok(at) = usize::try_from(3 * (y * self.width + x))
            && let Some(pixel) = self.pixels.get_mut(at..at + 3)
        {
            for (old, new) in pixel.iter_mut().zip(colour) {
                let mixed =
                    u32::from(*old) * u32::from(255 - share) + u32::from(new) * u32::from(share);
                *old = u8::try_from(mixed / 255).unwrap_or(u8::MAX);
            }
        }
    }

    /// Fills a rectangle, in pixels of the picture.
    fn fill(&mut self, [left, top, width, height]: [i64; 4], colour: [u8; 3]) {
        for y in top..top + height {
            for x in left..left + width {
                self.mix(x, y, colour, u8::MAX);
            }
        }
    }

    /// Writes a text on the line at `y`. A character that the font lacks is a question mark.
    fn text(&mut self, (x, y): (i64, i64), text: &str, anchor: Anchor, font: Font) {
        let advance = i64::try_from(get_raster_width(font.weight, SIZE)).unwrap_or(0);
        let length = advance * i64::try_from(text.chars().count()).unwrap_or(0);
        let left = x * SCALE
            - match anchor {
                Anchor::Start => 0,
                Anchor::Middle => length / 2,
                Anchor::End => length,
            };
        let letters = text.chars().filter_map(|letter| {
            let raster = |letter| get_raster(letter, font.weight, SIZE);
            raster(letter).or_else(|| raster('?'))
        });
        for (k, letter) in (0..).zip(letters) {
            for (row, line) in (0..).zip(letter.rows()) {
                for (column, share) in (0..).zip(line) {
                    let (x, y) = (left + k * advance + column, y * SCALE - ABOVE + row);
                    self.mix(x, y, font.colour, *share);
                }
            }
        }
    }
}

/// Letters of one weight and colour.
#[derive(Clone, Copy)]
struct Font {
    weight: FontWeight,
    colour: [u8; 3],
}

/// The height of a letter with what is above and below it: 23 pixels for the 26 of the SVG's 13 at this scale.
const SIZE: RasterHeight = RasterHeight::Size32;
/// The pixels of a letter's raster above the line on which it stands.
const ABOVE: i64 = 25;

const TEXT: Font = Font { weight: FontWeight::Regular, colour: [0x10, 0x20, 0x2f] };
const NAME: Font = Font { weight: FontWeight::Bold, ..TEXT };
const LABEL: Font = Font { colour: [0x44; 3], ..TEXT };

impl Canvas for Image {
    fn name(&mut self, x: i64, y: i64, text: &str) {
        self.text((x, y), text, Anchor::Start, NAME);
    }

    fn column(&mut self, x: i64, y: i64, text: &str) {
        self.text((x, y), text, Anchor::Middle, LABEL);
    }

    fn row(&mut self, x: i64, y: i64, text: &str) {
        self.text((x, y), text, Anchor::End, LABEL);
    }

    fn cell(&mut self, colour: Colour, _: &str, rectangle: [i64; 4], words: &[(i64, i64, &str)]) {
        let channels = |Colour(red, green, blue)| [red, green, blue];
        let [left, top, width, height] = rectangle.map(|side| side * SCALE);
        // A line of one pixel of the SVG, half of it on each side of the edge.
        self.fill([left - 1, top - 1, width + 2, height + 2], channels(colour.line()));
        self.fill([left + 1, top + 1, width - 2, height - 2], channels(colour));
        for (x, y, word) in words {
            self.text((*x, *y), word, Anchor::Middle, TEXT);
        }
    }

    fn edges(&mut self, lines: &[[i64; 4]]) {
        for line in lines {
            let [left, top, width, height] = line.map(|side| side * SCALE);
            self.fill([left - 2, top - 2, width + 4, height + 4], TEXT.colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SCALE, write};
    use crate::MaybeSwizzled;
    use crate::picture::palette::Colour;
    use crate::picture::{ColourBy, Picture};

    /// The colours of the pixels, row by row, and the width.
    fn pixels(file: &[u8]) -> (Vec<[u8; 3]>, usize) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut bytes).unwrap();
        let (pixels, rest) = bytes[..frame.buffer_size()].as_chunks::<3>();
        assert!(rest.is_empty());
        (pixels.to_vec(), frame.width as usize)
    }

    /// Each cell of the SVG is a rectangle of its colour with a text in it, and the lines around it are paper.
    #[test]
    fn cells_have_their_colours_and_texts() {
        for (text, by) in
            [("(4,6):(6,1)", "thread"), ("(4,(2,3)):(1,(4,8))", "offset"), ("(3,4)", "none")]
        {
            let by = ColourBy::read(by, 4).unwrap();
            let picture = Picture::of_layout(&MaybeSwizzled::read(text).unwrap(), &by).unwrap();
            let svg = crate::picture::svg::write(&picture);
            let (pixels, width) = pixels(&write(&picture).unwrap());
            let number = |text: &str, name: &str| {
                let at = text.split_once(&format!(" {name}=\"")).unwrap().1;
                at.split('"').next().unwrap().parse::<usize>().unwrap() * SCALE as usize
            };
            assert_eq!(width, number(&svg, "width"));
            let groups = svg.lines().filter(|line| line.starts_with("<g "));
            let cells = picture.panels.iter().flat_map(|panel| &panel.cells);
            let mut count = 0;
            for (cell, group) in cells.zip(groups) {
                let rectangle = &group[group.find("<rect").unwrap()..];
                let [x, y, wide, high] =
                    ["x", "y", "width", "height"].map(|name| number(rectangle, name));
                let colour = Colour::of(cell, &picture.key);
                let of = |Colour(red, green, blue)| [red, green, blue];
                assert_eq!(pixels[(y + 3) * width + x + 3], of(colour), "{text} {group}");
                assert_eq!(pixels[y * width + x + 3], of(colour.line()), "{text} {group}");
                let inside = (y + 2..y + high - 2)
                    .flat_map(|row| &pixels[row * width + x + 2..row * width + x + wide - 2]);
                let ink = inside.filter(|pixel| pixel.iter().all(|part| *part < 0x60)).count();
                assert!(ink > 20, "{text} {group}: {ink} dark pixels");
                count += 1;
            }
            assert_eq!(count, picture.panels[0].cells.len());
        }
    }
}
