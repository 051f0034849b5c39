//! Reads what a certificate states, word by word: a text has one spelling.

use core::fmt;
use core::str::Lines;

use crate::bits::matrix::BitMatrix;
use crate::memory::access::unswizzled;
use crate::memory::{Access, Instruction, MAX_LANES, SHARED, Served, SharedMemory};
use crate::solve::{AccessUse, MAX_ACCESSES, MAX_PADDING, Map, Maps, Space};
use crate::value::{ComposedLayout, Layout, Swizzle};

/// The most ways in which the phases of an access join.
const MAX_JOINS: usize = 8;

/// Why a text proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unproven {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: &'static str,
}

/// `line 7: the threads are not in one phase`.
impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for Unproven {}

/// The lines of a text, and the words of the line that is read.
pub(super) struct Reader<'a> {
    lines: Lines<'a>,
    words: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines(), words: "", line: 0 }
    }

    pub(super) fn fail(&self, reason: &'static str) -> Unproven {
        Unproven { line: self.line, reason }
    }

    /// The first word of the next line, without reading it.
    pub(super) fn peek(&self) -> &'a str {
        let line = self.peek_line();
        line.split_once(' ').map_or(line, |(first, _)| first)
    }

    /// The next line, without reading it.
    pub(super) fn peek_line(&self) -> &'a str {
        self.lines.clone().next().unwrap_or("")
    }

    /// The next word as a number.
    pub(super) fn integer(&mut self, most: i64) -> Result<i64, Unproven> {
        let word = self.word();
        self.parse(word, most)
    }

    /// Goes to the next line, which begins with `first`.
    pub(super) fn begin(&mut self, first: &str) -> Result<(), Unproven> {
        self.finish()?;
        self.words = self.lines.next().unwrap_or("");
        self.line += 1;
        self.expect(first)
    }

    /// Nothing follows in the line.
    pub(super) fn finish(&self) -> Result<(), Unproven> {
        if self.words.is_empty() { Ok(()) } else { Err(self.fail("a word is too much")) }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn word(&mut self) -> &'a str {
        let (word, rest) = self.words.split_once(' ').unwrap_or((self.words, ""));
        self.words = rest;
        word
    }

    fn expect(&mut self, name: &str) -> Result<(), Unproven> {
        if self.word() == name { Ok(()) } else { Err(self.fail("another word is expected")) }
    }

    /// The number after `name`.
    fn number(&mut self, name: &str, most: i64) -> Result<i64, Unproven> {
        self.expect(name)?;
        self.integer(most)
    }

    /// A number as it is printed: without a sign, or zeros in front.
    pub(super) fn parse(&self, word: &str, most: i64) -> Result<i64, Unproven> {
        let is_plain = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_short = word == "0" || !word.starts_with('0');
        let number = word.parse().ok().filter(|number| is_plain && is_short && *number <= most);
        number.ok_or(self.fail("a number is expected, or a smaller one"))
    }

    /// A number of lower-case hexadecimal digits.
    pub(super) fn mask(&self, word: &str) -> Result<u64, Unproven> {
        let is_plain = word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let mask =
            u64::from_str_radix(word, 16).ok().filter(|_| is_plain && !word.starts_with('0'));
        mask.ok_or(self.fail("a mask is expected"))
    }

    fn layout(&mut self) -> Result<Layout, Unproven> {
        let word = self.word();
        Layout::parse(word).map_err(|_| self.fail("a layout is expected"))
    }
}

/// What the lines before the proof state.
pub(super) struct Stated {
    pub(super) layout: Layout,
    pub(super) space: Space,
    lanes: u32,
    pub(super) word: i64,
    uses: [Option<AccessUse>; MAX_ACCESSES],
    banks: [i64; MAX_ACCESSES],
    phases: [[u64; MAX_LANES]; MAX_ACCESSES],
    counts: [usize; MAX_ACCESSES],
    joins: [[u32; MAX_JOINS]; MAX_ACCESSES],
    joined: [usize; MAX_ACCESSES],
    pub(super) answer: Layout,
    pub(super) map: Map,
    pub(super) cost: i64,
    pub(super) place: i64,
}

impl Stated {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Unproven> {
        reader.begin("layout")?;
        reader.expect("certificate")?;
        reader.expect("1")?;
        reader.begin("layout")?;
        let layout = reader.layout()?;
        reader.begin("space")?;
        let padding = reader.number("padding", MAX_PADDING)?;
        reader.expect("orders")?;
        let orders = match reader.word() {
            "true" => true,
            "false" => false,
            _ => return Err(reader.fail("true or false is expected")),
        };
        reader.expect("maps")?;
        let maps = match reader.word() {
            "identity" => Maps::Identity,
            "swizzles" => Maps::Swizzles,
            "tma" => Maps::Tma,
            "linear" => Maps::Linear,
            _ => return Err(reader.fail("the maps are unknown")),
        };
        let bytes = Some(reader.number("bytes", i64::MAX)?).filter(|bytes| *bytes > 0);
        let space = Space { padding, orders, maps, bytes };
        if padding > 0 && matches!(maps, Maps::Linear | Maps::Tma) {
            return Err(reader.fail("these maps have no padding"));
        }
        if orders && maps == Maps::Linear {
            return Err(reader.fail("linear maps have no orders"));
        }
        reader.begin("machine")?;
        let name = reader.word();
        if !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(reader.fail("a name of letters, digits and signs is expected"));
        }
        let (lanes, word) =
            (reader.number("lanes", MAX_LANES as i64)?, reader.number("word", 1 << 10)?);
        let mut stated = Self {
            layout,
            space,
            lanes: lanes as u32,
            word,
            uses: [None; MAX_ACCESSES],
            banks: [1; MAX_ACCESSES],
            phases: [[0; MAX_LANES]; MAX_ACCESSES],
            counts: [0; MAX_ACCESSES],
            joins: [[0; MAX_JOINS]; MAX_ACCESSES],
            joined: [0; MAX_ACCESSES],
            answer: layout,
            map: Map::Swizzle(Swizzle::IDENTITY),
            cost: 0,
            place: 0,
        };
        for k in 0..MAX_ACCESSES {
            if k == 0 || reader.peek() == "access" {
                stated.access(k, reader)?;
            }
        }
        let known = SHARED.iter().find(|known| known.name.eq_ignore_ascii_case(name));
        if known.is_some_and(|known| !stated.is_on(known)) {
            return Err(reader.fail("the machine of this name has other banks or phases"));
        }
        reader.begin("answer")?;
        stated.answer = reader.layout()?;
        stated.map = match (reader.word(), reader.word()) {
            ("swizzle", text) => {
                Map::Swizzle(text.parse().map_err(|_| reader.fail("a swizzle is expected"))?)
            }
            ("matrix", text) => Map::Linear(matrix(reader, text)?),
            _ => return Err(reader.fail("a map is expected")),
        };
        reader.begin("cost")?;
        stated.cost = reader.integer(1 << 50)?;
        stated.place = reader.number("place", i64::MAX - 1)?;
        Ok(stated)
    }

    fn access(&mut self, k: usize, reader: &mut Reader<'_>) -> Result<(), Unproven> {
        reader.begin("access")?;
        let word = reader.word();
        let threads = match Layout::parse(word) {
            Ok(threads) => unswizzled(&threads),
            Err(_) => word.parse::<ComposedLayout>(),
        };
        let threads = threads.map_err(|_| reader.fail("a layout of threads is expected"))?;
        let (element, width) = (reader.number("element", 16)?, reader.number("width", 16)?);
        let access = Access::new(element, width)
            .map_err(|_| reader.fail("no instruction moves so many bytes"))?;
        let times = reader.number("times", 1 << 20)?;
        self.banks[k] = reader.number("banks", 1 << 20)?;
        reader.expect("phases")?;
        for phase in reader.word().split(',') {
            let Some(place) = self.phases[k].get_mut(self.counts[k]) else {
                return Err(reader.fail("the phases are too many"));
            };
            *place = reader.mask(phase)?;
            self.counts[k] += 1;
        }
        if !reader.is_finished() {
            reader.expect("joins")?;
            for xor in reader.word().split(',') {
                let Some(place) = self.joins[k].get_mut(self.joined[k]) else {
                    return Err(reader.fail("phases join in too many ways"));
                };
                *place = reader.parse(xor, MAX_LANES as i64)? as u32;
                self.joined[k] += 1;
            }
        }
        self.uses[k] = Some(AccessUse { threads, access, times });
        let row = self.served(k);
        let memory = SharedMemory { name: "", lanes: self.lanes, word: self.word, served: &[row] };
        let one_size = self.uses().all(|(_, other)| other.access.element() == element);
        if times < 1 || !one_size || memory.check().is_err() {
            return Err(reader.fail("the access or its phases are wrong"));
        }
        Ok(())
    }

    /// The accesses, with their numbers.
    pub(super) fn uses(&self) -> impl Iterator<Item = (usize, &AccessUse)> {
        self.uses.iter().enumerate().filter_map(|(k, access)| Some((k, access.as_ref()?)))
    }

    /// How the memory serves access `k`.
    pub(super) fn served(&self, k: usize) -> Served<'_> {
        let width = self.uses[k].map_or(0, |access| access.access.width());
        let (bytes, banks) = (width.max(self.word), self.banks[k]);
        let phases = self.phases[k].split_at(self.counts[k]).0;
        let joins = self.joins[k].split_at(self.joined[k]).0;
        Served { instruction: Instruction::Load, bytes, banks, phases, joins, source: "" }
    }

    /// Whether a row of the machine serves each access so.
    fn is_on(&self, machine: &SharedMemory<'_>) -> bool {
        let has_row = |k: usize| {
            let Served { bytes, banks, phases, joins, .. } = self.served(k);
            let is_row = |row: &Served<'_>| {
                (row.bytes, row.banks, row.phases, row.joins) == (bytes, banks, phases, joins)
            };
            machine.served.iter().any(is_row)
        };
        (machine.lanes, machine.word) == (self.lanes, self.word)
            && self.uses().all(|(k, _)| has_row(k))
    }

    pub(super) const fn lanes(&self) -> u32 {
        self.lanes
    }
}

/// A matrix as its columns, as many as rows.
fn matrix(reader: &Reader<'_>, text: &str) -> Result<BitMatrix, Unproven> {
    let (mut columns, mut len) = ([0; 64], 0);
    for word in text.split(',') {
        let Some(place) = columns.get_mut(len) else {
            return Err(reader.fail("a matrix is too large"));
        };
        *place = reader.parse(word, i64::MAX)? as u64;
        len += 1;
    }
    BitMatrix::new(len as u32, columns.split_at(len).0)
        .map_err(|_| reader.fail("a column has too many bits"))
}
