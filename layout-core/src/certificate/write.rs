//! Writes the certificate of an exhausted search.

use core::fmt::{self, Write};

use crate::certificate::{SEED, checksum};
use crate::memory::AccessPattern;
use crate::memory::access::unswizzled;
use crate::memory::count::Blocks;
use crate::solve::space::{Strides, Swizzles, of_elements};
use crate::solve::walk::Tree;
use crate::solve::{Map, Maps, Problem, Search, Solution};
use crate::value::ComposedLayout;

/// Writes the certificate of a solution. The search must be exhausted: otherwise the text proves too little, and
/// [`check`](crate::certificate::check) refuses it.
///
/// ```
/// use layout_core::certificate;
/// use layout_core::memory::{Access, NVIDIA};
/// use layout_core::solve::{AccessUse, Problem, Space};
/// let uses = [AccessUse::new(&"(8,8):(1,8)".parse()?, Access::new(2, 16)?, 1)?];
/// let problem = Problem::new("(8,64):(64,1)".parse()?, &uses, &NVIDIA, Space::SWIZZLES)?;
/// let mut text = String::new();
/// certificate::write(&problem, &problem.solve(1 << 20)?, &mut text).unwrap();
/// assert_eq!(certificate::check(&text).unwrap().cost, 1);
/// assert!(certificate::check(&text.replace("cost 1", "cost 2")).is_err());
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
///
/// # Errors
/// The errors of `out`.
pub fn write(problem: &Problem<'_>, solution: &Solution, out: &mut dyn Write) -> fmt::Result {
    let mut out = Summed { out, sum: SEED };
    out.write_str("layout certificate 1\n")?;
    state(problem, &mut out)?;
    write!(out, "answer {} ", solution.layout())?;
    match solution.map() {
        Map::Swizzle(swizzle) => writeln!(out, "swizzle {swizzle}")?,
        Map::Linear(matrix) => {
            for (k, column) in matrix.columns().iter().enumerate() {
                write!(out, "{}{column}", if k == 0 { "matrix " } else { "," })?;
            }
            writeln!(out)?;
        }
    }
    writeln!(out, "cost {} place {}", solution.cost(), solution.place())?;
    match problem.space.maps {
        Maps::Linear => rows(problem, solution, &mut out)?,
        _ => candidates(problem, solution, &mut out)?,
    }
    let sum = out.sum;
    writeln!(out, "end {sum:016x}")
}

/// The lines that state a problem.
pub(super) fn state(problem: &Problem<'_>, out: &mut dyn Write) -> fmt::Result {
    let Problem { layout, uses, memory, space } = *problem;
    let maps = match space.maps {
        Maps::Identity => "identity",
        Maps::Swizzles => "swizzles",
        Maps::Tma => "tma",
        Maps::Linear => "linear",
    };
    let bytes = space.bytes.unwrap_or(0);
    writeln!(out, "layout {layout}")?;
    writeln!(
        out,
        "space padding {} orders {} maps {maps} bytes {bytes}",
        space.padding, space.orders
    )?;
    let name = memory.name.split_whitespace().next().unwrap_or("-");
    writeln!(out, "machine {name} lanes {} word {}", memory.lanes, memory.word)?;
    for access in uses {
        let Ok(served) = memory.served(&access.access) else { continue };
        if access.threads.swizzle().is_identity() && access.threads.offset() == 0 {
            write!(out, "access {}", access.threads.plain())?;
        } else {
            write!(out, "access {}", Spaceless(&access.threads))?;
        }
        let (element, width) = (access.access.element(), access.access.width());
        write!(
            out,
            " element {element} width {width} times {} banks {}",
            access.times, served.banks
        )?;
        for (k, phase) in served.phases.iter().enumerate() {
            write!(out, "{}{phase:x}", if k == 0 { " phases " } else { "," })?;
        }
        for (k, xor) in served.joins.iter().enumerate() {
            write!(out, "{}{xor}", if k == 0 { " joins " } else { "," })?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Text without blanks, so that it is one word of a line.
struct Spaceless<'a>(&'a ComposedLayout);

impl fmt::Display for Spaceless<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Skip<'a, 'b>(&'a mut fmt::Formatter<'b>);
        impl Write for Skip<'_, '_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                text.split(' ').try_for_each(|part| self.0.write_str(part))
            }
        }
        write!(Skip(f), "{}", self.0)
    }
}

/// Adds what it writes to a checksum.
struct Summed<'a> {
    out: &'a mut dyn Write,
    sum: u64,
}

impl Write for Summed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.sum = checksum(text, self.sum);
        self.out.write_str(text)
    }
}

/// A line for each candidate that the claim is about.
fn candidates(problem: &Problem<'_>, solution: &Solution, out: &mut dyn Write) -> fmt::Result {
    let (element, low) = (problem.element(), problem.low());
    let widest = 1 << (low - element);
    let phases =
        (0..problem.uses.len()).map(|k| problem.phases(k).unwrap_or(0) * problem.uses[k].times);
    let least: i64 = phases.sum();
    let Ok(mut strides) = Strides::new(&problem.layout, &problem.space, widest) else {
        return Ok(());
    };
    let mut place = 0;
    while let Some(layout) = strides.next() {
        let Ok(plain) = unswizzled(&layout) else { return Err(fmt::Error) };
        let broken = (0..problem.uses.len()).find(|&k| !serves(problem, k, &plain));
        if let Some(access) = broken {
            writeln!(out, "broken {access}")?;
            place += 1;
            continue;
        }
        let mut swizzles =
            Swizzles::new(&layout, problem.space.maps, element, low, problem.bank_bits());
        while let Some(swizzle) = swizzles.next() {
            if place > solution.place() && solution.cost() == least {
                return Ok(());
            }
            if place == solution.place() {
                writeln!(out, "here")?;
            } else {
                let swizzle = of_elements(&swizzle, element).unwrap_or(swizzle);
                let Ok(composed) = ComposedLayout::new(swizzle, 0, layout) else {
                    return Err(fmt::Error);
                };
                let need = solution.cost() + i64::from(place < solution.place());
                refuse(problem, &composed, need - least, out)?;
            }
            place += 1;
        }
    }
    Ok(())
}

/// Groups of threads whose conflicts cost `more` wavefronts, one for each phase.
fn refuse(
    problem: &Problem<'_>,
    composed: &ComposedLayout,
    mut more: i64,
    out: &mut dyn Write,
) -> fmt::Result {
    if let Some(most) = problem.space.bytes
        && composed.bounds().1 >= most >> problem.element()
    {
        return writeln!(out, "large");
    }
    // Only 12 bytes have no bits that every swizzle keeps together.
    let odd = |k: usize| problem.uses[k].access.width() != problem.uses[k].access.alignment();
    if let Some(access) = (0..problem.uses.len()).find(|&k| odd(k) && !serves(problem, k, composed))
    {
        return writeln!(out, "broken {access}");
    }
    let memory = problem.memory;
    let (mut blocks, mut separator) = (Blocks::new(), "refuse");
    for (k, access) in problem.uses.iter().enumerate() {
        let (Ok(pattern), Ok(served)) = (
            AccessPattern::new(&access.threads, composed, access.access),
            memory.served(&access.access),
        ) else {
            continue;
        };
        for r in 0..pattern.requests(memory.lanes) {
            let Ok(request) = pattern.request(memory.lanes, r) else { return Err(fmt::Error) };
            let together = served.together(&request);
            for phase in (0..served.phases.len()).step_by(together) {
                if more <= 0 {
                    return writeln!(out);
                }
                blocks.count(&request, served.lanes(phase, together), memory.word, served.banks);
                if blocks.ways > 1 {
                    let worst = blocks.worst(&request, served.banks);
                    write!(out, "{separator} {k} {} {}", request.value(), worst.bank())?;
                    // One thread more than the wavefronts that are still to prove.
                    let enough = (more - 1) / access.times + 2;
                    let ways = blocks.ways.min(enough);
                    for (j, (_, lanes)) in worst.words().iter().take(ways as usize).enumerate() {
                        let thread = request.first_thread() + i64::from(lanes.trailing_zeros());
                        write!(out, "{}{thread}", if j == 0 { " " } else { "," })?;
                    }
                    more -= (ways - 1) * access.times;
                    separator = ";";
                }
            }
        }
    }
    writeln!(out)
}

/// Whether a layout serves each request of access `k`.
fn serves(problem: &Problem<'_>, k: usize, layout: &ComposedLayout) -> bool {
    let (access, lanes) = (&problem.uses[k], problem.memory.lanes);
    AccessPattern::new(&access.threads, layout, access.access).is_ok_and(|pattern| {
        (0..pattern.requests(lanes)).all(|r| pattern.request(lanes, r).is_ok())
    })
}

/// A line for each class of linear maps that a rank refuses.
fn rows(problem: &Problem<'_>, solution: &Solution, out: &mut dyn Write) -> fmt::Result {
    let Ok(search) = Search::new(problem) else { return Ok(()) };
    let (accesses, times) = search.accesses();
    let mut tree: Tree = search.whole();
    while !tree.is_done() {
        if tree.bound(accesses, &times) < solution.cost() && !tree.is_leaf() {
            tree.descend();
            continue;
        }
        out.write_str("rows ")?;
        if tree.rows().is_empty() {
            out.write_str("-")?;
        }
        for (k, row) in tree.rows().iter().enumerate() {
            write!(out, "{}{row:x}", if k == 0 { "" } else { "," })?;
        }
        writeln!(out)?;
        tree.skip();
    }
    Ok(())
}
