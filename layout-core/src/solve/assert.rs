//! What assertions of layouts say where they fail, for macros: the numbers, the two threads, the nearest fix.

use crate::error::LayoutError;
use crate::memory::access::Places;
use crate::memory::cost::Counter;
use crate::memory::{Access, AccessPattern, Cost, GlobalMemory, SharedMemory, Traffic};
use crate::solve::linear::LinearAccess;
use crate::solve::{AccessUse, Problem, Space};
use crate::value::{ComposedLayout, Layout, Text};

/// The candidates that a failed assertion tries, which the compiler evaluates.
const STEPS: i64 = 256;

/// The text of a failed assertion that accesses have no bank conflict.
///
/// # Errors
/// The errors of [`AccessPattern::new`] and [`AccessPattern::cost`].
pub const fn conflict(
    threads: &ComposedLayout,
    memory: &ComposedLayout,
    access: Access,
    machine: &SharedMemory<'_>,
) -> Result<Option<Text>, LayoutError> {
    let pattern = match AccessPattern::new(threads, memory, access) {
        Ok(pattern) => pattern,
        Err(error) => return Err(error),
    };
    let mut counter = Counter::new();
    let cost = match cost(&pattern, machine, &mut counter) {
        Ok(cost) => cost,
        Err(error) => return Err(error),
    };
    let Some(worst) = counter.worst else { return Ok(None) };
    if cost.is_free() {
        return Ok(None);
    }
    let text = accesses(threads, memory).then(" with a conflict: ").then_number(cost.wavefronts);
    let mut text = text.then(" wavefronts instead of ").then_number(cost.least);
    if let (Some((a, b)), [(first, _), (second, _), ..]) = (worst.pair(), worst.words()) {
        text = text.then("\nthe threads ").then_number(a).then(" and ").then_number(b);
        text = text
            .then(" collide in bank ")
            .then_number(worst.bank())
            .then(" of ")
            .then(machine.name);
        text = text.then(": words ").then_number(*first).then(" and ").then_number(*second);
    }
    if let Some(free) = freed(&pattern, machine) {
        text = written(text.then("\nhelp: "), &free).then(" has none");
    }
    Ok(Some(text))
}

const fn accesses(threads: &ComposedLayout, memory: &ComposedLayout) -> Text {
    written(written(Text::EMPTY, threads).then(" accesses "), memory)
}

/// Appends a layout. A swizzle that changes nothing is not written.
const fn written(mut text: Text, layout: &ComposedLayout) -> Text {
    if layout.swizzle().is_identity() && layout.offset() == 0 {
        return text.then_layout(&layout.plain());
    }
    layout.write(&mut text, false);
    text
}

/// The cost, and a conflict in `counter`. Requests of a linear access all cost the same, so that the first one suffices.
const fn cost(
    pattern: &AccessPattern,
    machine: &SharedMemory<'_>,
    counter: &mut Counter,
) -> Result<Cost, LayoutError> {
    if let (Some(linear), Ok(served)) =
        (LinearAccess::of(pattern, machine), machine.served(pattern.access()))
        && pattern.requests(machine.lanes) > 0
    {
        return match pattern.request_of(machine.lanes, 0, Places::Addresses) {
            Ok(request) => {
                let one = counter.count(served, machine.word, &request);
                let times = pattern.requests(machine.lanes);
                let wavefronts = linear.wavefronts();
                Ok(Cost { wavefronts, least: one.least * times, ways: one.ways })
            }
            Err(error) => Err(error),
        };
    }
    pattern.count(machine, counter)
}

/// The layout without its swizzle, with one that frees the access.
const fn freed(pattern: &AccessPattern, machine: &SharedMemory<'_>) -> Option<ComposedLayout> {
    let (threads, access) = (*pattern.threads(), *pattern.access());
    let uses = [AccessUse { threads, access, times: 1 }];
    let problem = match Problem::new(pattern.memory().plain(), &uses, machine, Space::SWIZZLES) {
        Ok(problem) => problem,
        Err(_) => return None,
    };
    match problem.solve(STEPS) {
        Ok(found) if found.is_exhausted() && found.cost() == found.bound() => {
            match found.composed() {
                Ok(layout) => Some(layout),
                Err(_) => None,
            }
        }
        _ => None,
    }
}

/// The text of a failed assertion that accesses move no more sectors than their bytes need.
///
/// # Errors
/// The errors of [`AccessPattern::new`] and [`AccessPattern::traffic`].
pub const fn uncoalesced(
    threads: &ComposedLayout,
    memory: &ComposedLayout,
    access: Access,
    machine: &GlobalMemory<'_>,
) -> Result<Option<Text>, LayoutError> {
    let pattern = match AccessPattern::new(threads, memory, access) {
        Ok(pattern) => pattern,
        Err(error) => return Err(error),
    };
    let mut k = 0;
    while k < pattern.requests(machine.lanes) {
        let request = match pattern.request(machine.lanes, k) {
            Ok(request) => request,
            Err(error) => return Err(error),
        };
        let Traffic { sectors, least_sectors, .. } = machine.traffic(&request);
        if sectors > least_sectors {
            let text =
                accesses(threads, memory).then(" in ").then_number(sectors).then(" sectors of ");
            let text = text.then_number(machine.sector).then(" bytes instead of ");
            let mut text = text.then_number(least_sectors);
            let (addresses, mut lane) = (request.addresses(), 1);
            while lane < addresses.len()
                && addresses[lane] / machine.sector == addresses[0] / machine.sector
            {
                lane += 1;
            }
            if lane < addresses.len() {
                let first = request.first_thread();
                text = text.then("\nthe threads ").then_number(first).then(" and ");
                text = text.then_number(first + lane as i64).then(" are at the bytes ");
                text = text.then_number(addresses[0]).then(" and ").then_number(addresses[lane]);
            }
            return Ok(Some(text));
        }
        k += 1;
    }
    Ok(None)
}

/// The text of a failed assertion that two layouts have a common vector of `n` elements.
///
/// # Errors
/// The errors of [`Layout::max_common_vector`].
pub const fn no_vector(n: i64, a: &Layout, b: &Layout) -> Result<Option<Text>, LayoutError> {
    match a.max_common_vector(b) {
        Ok(found) if found % n == 0 => Ok(None),
        Ok(found) => {
            let text = Text::EMPTY.then_layout(a).then(" and ").then_layout(b);
            let text = text.then(" have a common vector of ").then_number(found);
            Ok(Some(text.then(", not of ").then_number(n).then(" elements")))
        }
        Err(error) => Err(error),
    }
}
