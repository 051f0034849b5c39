//! Counts transactions of global memory: sectors of 32 bytes, and lines of four sectors.

use std::collections::BTreeSet;
use std::fmt;

use crate::memory::request::Request;

/// The bytes of a sector.
pub const SECTOR: i64 = 32;
/// The bytes of a line.
pub const LINE: i64 = 128;

/// The traffic of requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of requests.
    pub requests: i64,
    /// The different bytes that each request accesses, summed over requests.
    pub bytes: i64,
    /// The sectors that hold those bytes.
    pub sectors: i64,
    /// The least number of sectors for as many bytes.
    pub least_sectors: i64,
    /// The lines that hold those bytes.
    pub lines: i64,
    /// The least number of lines for as many bytes.
    pub least_lines: i64,
}

/// The traffic of a request.
pub fn traffic(request: &Request) -> Traffic {
    let starts: BTreeSet<i64> = request.lanes.iter().map(|lane| lane.address).collect();
    let blocks = |size: i64| {
        let blocks = starts.iter().flat_map(|start| {
            start.div_euclid(size)..=(start + request.access.width() - 1).div_euclid(size)
        });
        count(blocks.collect::<BTreeSet<_>>().len())
    };
    // Accesses are aligned, so two of them are equal or disjoint.
    let bytes = count(starts.len()) * request.access.width();
    Traffic {
        requests: 1,
        bytes,
        sectors: blocks(SECTOR),
        least_sectors: (bytes + SECTOR - 1) / SECTOR,
        lines: blocks(LINE),
        least_lines: (bytes + LINE - 1) / LINE,
    }
}

/// The total traffic of requests.
pub fn total<'a>(requests: impl IntoIterator<Item = &'a Request>) -> Traffic {
    requests.into_iter().map(traffic).fold(Traffic::default(), |a, b| Traffic {
        requests: a.requests + b.requests,
        bytes: a.bytes + b.bytes,
        sectors: a.sectors + b.sectors,
        least_sectors: a.least_sectors + b.least_sectors,
        lines: a.lines + b.lines,
        least_lines: a.least_lines + b.least_lines,
    })
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// `32 sectors instead of 4, 32 lines instead of 1: 12% of the bytes moved are used`.
impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |f: &mut fmt::Formatter<'_>, count: i64, least: i64, name: &str| {
            let s = if count == 1 { "" } else { "s" };
            write!(f, "{count} {name}{s}")?;
            if count > least { write!(f, " instead of {least}") } else { Ok(()) }
        };
        part(f, self.sectors, self.least_sectors, "sector")?;
        f.write_str(", ")?;
        part(f, self.lines, self.least_lines, "line")?;
        let moved = (self.sectors * SECTOR).max(1);
        write!(f, ": {}% of the bytes moved are used", self.bytes * 100 / moved)
    }
}
