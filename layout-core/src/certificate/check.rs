//! The checker. It knows the definition of a space and the count of a memory, and no search: it walks the candidates, and
//! demands a proof for each.

use core::fmt;

use crate::certificate::read::{Reader, Stated, Unproven};
use crate::certificate::write::state;
use crate::certificate::{SEED, checksum};
use crate::memory::access::unswizzled;
use crate::memory::cost::Counter;
use crate::memory::count::Blocks;
use crate::memory::{AccessPattern, Request};
use crate::solve::linear::MAX_END;
use crate::solve::space::{Strides, Swizzles, of_elements};
use crate::solve::walk::MAX_ROWS;
use crate::solve::{AccessUse, Map, Maps, Problem};
use crate::value::{ComposedLayout, Layout};

/// The most nodes of a walk of rows, so that a short text does not take long.
const MAX_NODES: usize = 1 << 16;

/// What a certificate proves: no candidate of its space costs less.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The lines that state the problem, from the memory layout to the last access. The proof holds for the banks and phases of
    /// these lines, which are those of the machine if it is one of [`SHARED`](crate::memory::SHARED).
    pub problem: &'a str,
    /// The strides of the answer.
    pub layout: Layout,
    /// The map of their offsets.
    pub map: Map,
    /// The weighted sum of wavefronts.
    pub cost: i64,
    /// The number of lines that refuse candidates.
    pub refused: usize,
}

impl Claim<'_> {
    /// Whether the claim is about this problem.
    ///
    /// ```
    /// use layout_core::certificate;
    /// use layout_core::memory::{Access, NVIDIA};
    /// use layout_core::solve::{AccessUse, Problem, Space};
    /// let uses = [AccessUse::new(&"32:1".parse()?, Access::new(4, 4)?, 1)?];
    /// let problem = |space| Problem::new("(32,32):(32,1)".parse()?, &uses, &NVIDIA, space);
    /// let (one, other) = (problem(Space::SWIZZLES)?, problem(Space { padding: 1, ..Space::SWIZZLES })?);
    /// let mut text = String::new();
    /// certificate::write(&one, &one.solve(1 << 20)?, &mut text).unwrap();
    /// let claim = certificate::check(&text).unwrap();
    /// assert_eq!((claim.is_about(&one), claim.is_about(&other)), (true, false));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn is_about(&self, problem: &Problem<'_>) -> bool {
        let mut rest = Rest(self.problem);
        state(problem, &mut rest).is_ok() && rest.0.is_empty()
    }
}

/// The end of a text, whose begin is written again.
struct Rest<'a>(&'a str);

impl fmt::Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Checks a certificate.
///
/// # Errors
/// The line that is wrong, or that proves too little.
pub fn check(text: &str) -> Result<Claim<'_>, Unproven> {
    let mut reader = Reader::new(text);
    let stated = Stated::read(&mut reader)?;
    let mut proof = Proof { stated: &stated, reader, least: 0, refused: 0, nodes: 0 };
    let layout = unswizzled(&stated.answer).map_err(|_| proof.fail("the answer has no offsets"))?;
    let phases = proof.sum(&layout, |k, request| proof.stated.served(k).count(request));
    proof.least = phases.ok_or(proof.fail("the answer does not serve an access"))?;
    if proof.cost_of_answer() != Some(stated.cost) {
        return Err(proof.fail("the answer has another cost, or is not in the space"));
    }
    match stated.space.maps {
        Maps::Linear => proof.linear_maps()?,
        _ => proof.candidates()?,
    }
    let (mut reader, refused) = (proof.reader, proof.refused);
    reader.begin("end")?;
    let sum = reader.word();
    let body =
        text.strip_suffix('\n').and_then(|text| text.strip_suffix(sum)?.strip_suffix("end "));
    let is_sum = |body| reader.mask(sum.trim_start_matches('0')) == Ok(checksum(body, SEED));
    if sum.len() != 16 || !body.is_some_and(is_sum) {
        return Err(reader.fail("the checksum is another one, or not at the end"));
    }
    let Stated { answer: layout, map, cost, .. } = stated;
    // The lines up to the answer are read, and none of them begins with its word.
    let (_, lines) = text.split_once('\n').unwrap_or_default();
    let problem = lines.split_at(lines.find("\nanswer ").map_or(0, |at| at + 1)).0;
    Ok(Claim { problem, layout, map, cost, refused })
}

struct Proof<'a> {
    stated: &'a Stated,
    reader: Reader<'a>,
    /// The sum of phases, each of which takes a wavefront, whatever the candidate.
    least: i64,
    refused: usize,
    nodes: usize,
}

impl Proof<'_> {
    fn fail(&self, reason: &'static str) -> Unproven {
        self.reader.fail(reason)
    }

    /// The pattern of access `k` on a layout.
    fn pattern(&self, k: usize, layout: &ComposedLayout) -> Option<AccessPattern> {
        let (_, access) = self.stated.uses().nth(k)?;
        AccessPattern::new(&access.threads, layout, access.access).ok()
    }

    /// The sum over accesses of their weight, times the sum of `count` over requests. `None` for a layout that does not serve
    /// an access.
    fn sum(
        &self,
        layout: &ComposedLayout,
        mut count: impl FnMut(usize, &Request) -> i64,
    ) -> Option<i64> {
        let mut sum = 0_i64;
        for (k, access) in self.stated.uses() {
            let pattern = self.pattern(k, layout)?;
            for r in 0..pattern.requests(self.stated.lanes()) {
                let request = pattern.request(self.stated.lanes(), r).ok()?;
                sum = sum.checked_add(access.times.checked_mul(count(k, &request))?)?;
            }
        }
        Some(sum)
    }

    /// The phases of a request, as lanes that are there. Phases that join are one.
    fn phases(&self, k: usize, request: &Request) -> impl Iterator<Item = u64> {
        let (served, active) = (self.stated.served(k), request.active());
        let together = served.together(request);
        (0..served.phases.len())
            .step_by(together)
            .map(move |k| served.lanes(k, together) & active)
            .filter(|phase| *phase != 0)
    }

    /// The bits of an element, of the widest access, and of a bank.
    fn bits(&self) -> (u32, u32, u32) {
        let most = |f: &dyn Fn(usize, &AccessUse) -> i64| {
            self.stated.uses().map(|(k, access)| f(k, access)).max().unwrap_or(1)
        };
        let banks = most(&|k, _| self.stated.served(k).banks);
        let element = most(&|_, access| access.access.element()).trailing_zeros();
        let widest = most(&|_, access| access.access.alignment()).trailing_zeros();
        (element, widest, i64::BITS - (banks - 1).leading_zeros())
    }

    /// The bits of an address that linear maps keep, and the end of the bits that they move.
    fn moved(&self) -> (u32, u32) {
        let (element, low, _) = self.bits();
        let kept = low.max(self.stated.word.trailing_zeros());
        let last = (self.stated.layout.cosize() - 1).max(0);
        (kept, (i64::BITS - last.leading_zeros() + element).max(kept))
    }

    fn cost_of_answer(&self) -> Option<i64> {
        let Stated { space, layout, answer, .. } = self.stated;
        let ((element, ..), (kept, end)) = (self.bits(), self.moved());
        let mut counter = Counter::new();
        let mut count = |k, request: &Request| {
            counter.count(&self.stated.served(k), self.stated.word, request).wavefronts
        };
        let is_linear = space.maps == Maps::Linear;
        match self.stated.map {
            Map::Swizzle(swizzle) => {
                let keeps = swizzle.base() + element >= kept && swizzle.end() + element <= end;
                let is_there = answer.equals(layout) && (swizzle.is_identity() || keeps);
                (!is_linear || is_there).then_some(())?;
                self.sum(&ComposedLayout::new(swizzle, 0, *answer).ok()?, count)
            }
            Map::Linear(matrix) => {
                let low = kept - element;
                let keeps =
                    matrix.columns().iter().enumerate().all(|(k, column)| match k < low as usize {
                        true => *column == 1 << k,
                        false => column.trailing_zeros() >= low,
                    });
                let is_whole = matrix.inputs() + element == end && matrix.inverse().is_ok();
                (is_linear && keeps && is_whole && answer.equals(layout)).then_some(())?;
                self.sum(&unswizzled(answer).ok()?, |k, request| {
                    let moved = |address: i64| matrix.apply((address >> element) as u64) << element;
                    count(k, &request.mapped(|address| moved(address) as i64))
                })
            }
        }
    }

    /// Walks the candidates. Each one before the answer must cost more, and each one after it no less.
    fn candidates(&mut self) -> Result<(), Unproven> {
        let Stated { layout, space, place, cost, answer, map, .. } = self.stated;
        let (element, low, banks) = self.bits();
        let fail = self.fail("the space is not one that can be searched");
        let mut strides = Strides::new(layout, space, 1 << (low - element)).map_err(|_| fail)?;
        let mut at = 0;
        while let Some(layout) = strides.next() {
            if self.reader.peek() == "broken" {
                self.broken(&unswizzled(&layout).map_err(|_| fail)?)?;
                at += 1;
                continue;
            }
            let mut swizzles = Swizzles::new(&layout, space.maps, element, low, banks);
            while let Some(swizzle) = swizzles.next() {
                if at > *place && self.least == *cost {
                    return Ok(());
                }
                let swizzle = of_elements(&swizzle, element).ok_or(fail)?;
                let composed = ComposedLayout::new(swizzle, 0, layout).map_err(|_| fail)?;
                if at != *place {
                    self.refuse(&composed, cost + i64::from(at < *place))?;
                    at += 1;
                    continue;
                }
                self.reader.begin("here")?;
                if !answer.equals(&layout)
                    || *map != Map::Swizzle(swizzle)
                    || self.is_large(&composed)
                {
                    return Err(self.fail("the candidate at this place is not the answer"));
                }
                at += 1;
            }
        }
        if at > *place { Ok(()) } else { Err(self.fail("the space has no such place")) }
    }

    fn is_large(&self, layout: &ComposedLayout) -> bool {
        self.stated.space.bytes.is_some_and(|most| layout.bounds().1 >= most >> self.bits().0)
    }

    /// A line that names an access which a layout does not serve.
    fn broken(&mut self, layout: &ComposedLayout) -> Result<(), Unproven> {
        self.reader.begin("broken")?;
        let k = self.reader.integer(7)? as usize;
        let lanes = self.stated.lanes();
        self.refused += 1;
        let is_broken = self.pattern(k, layout).is_some_and(|pattern| {
            (0..pattern.requests(lanes)).any(|r| pattern.request(lanes, r).is_err())
        });
        if is_broken { Ok(()) } else { Err(self.fail("the layout serves this access")) }
    }

    /// A line that proves that a candidate costs `least` or more.
    fn refuse(&mut self, layout: &ComposedLayout, least: i64) -> Result<(), Unproven> {
        match self.reader.peek() {
            "broken" => return self.broken(layout),
            "large" => {
                self.reader.begin("large")?;
                self.refused += 1;
                let fail = self.fail("the candidate is not too large");
                return if self.is_large(layout) { Ok(()) } else { Err(fail) };
            }
            _ => self.reader.begin("refuse")?,
        }
        self.refused += 1;
        let (mut sum, mut last) = (self.least, None);
        while !self.reader.is_finished() {
            let (group, more) = self.group(layout)?;
            // Groups in ascending order are different phases.
            if last.is_some_and(|last| group <= last) {
                return Err(self.fail("the groups are not in order"));
            }
            last = Some(group);
            sum = sum.saturating_add(more);
        }
        if sum >= least { Ok(()) } else { Err(self.fail("the conflicts cost too little")) }
    }

    /// A group: its access, request and phase, and what its threads, with words of one bank, cost more than one wavefront.
    fn group(&mut self, layout: &ComposedLayout) -> Result<((usize, i64, usize), i64), Unproven> {
        let (k, value) = (self.reader.integer(7)? as usize, self.reader.integer(1 << 20)?);
        let (bank, list) = (self.reader.integer(1 << 20)?, self.reader.word());
        let list = list.strip_suffix(';').unwrap_or(list);
        let wrong = self.fail("there is no such request or thread");
        let (pattern, lanes) = (self.pattern(k, layout).ok_or(wrong)?, self.stated.lanes());
        let (served, access, word) = (self.stated.served(k), *pattern.access(), self.stated.word);
        let each = pattern.counts().1 / access.elements();
        let (mut found, mut words, mut ways) = (None, [0_i64; 64], 0);
        for thread in list.split(',') {
            let thread = self.reader.parse(thread, 1 << 20)?;
            let (warp, lane) = (thread / i64::from(lanes), thread % i64::from(lanes));
            let r = warp * each + value / access.elements();
            if thread >= pattern.counts().0
                || value >= pattern.counts().1
                || value % access.elements() != 0
            {
                return Err(wrong);
            }
            let request = pattern.request(lanes, r).map_err(|_| wrong)?;
            let address = request.addresses()[lane as usize];
            let mut all =
                address.div_euclid(word)..=(address + access.width() - 1).div_euclid(word);
            let hit = all.find(|word| word.rem_euclid(served.banks) == bank);
            let here = hit.ok_or(self.fail("a thread has no word in the bank"))?;
            let phase = served.phases.iter().position(|phase| phase >> lane & 1 == 1);
            let of = (k, r, phase.ok_or(wrong)? / served.together(&request));
            if *found.get_or_insert(of) != of || words[..ways].contains(&here) {
                return Err(self.fail("the threads are not in one phase, or have one word"));
            }
            words[ways] = here;
            ways += 1;
        }
        let times = self.stated.uses().nth(k).map_or(0, |(_, access)| access.times);
        Ok((found.ok_or(wrong)?, times * (ways as i64 - 1)))
    }

    /// Walks the rows of a bank in echelon form. Each class needs a line, or all classes within it do.
    fn linear_maps(&mut self) -> Result<(), Unproven> {
        let (kept, end) = self.moved();
        let Stated { layout, space, word, .. } = self.stated;
        let is_plain = Strides::new(layout, space, 1).is_ok();
        let is_whole = self.stated.uses().all(|(k, access)| {
            let is_power = self.stated.served(k).banks.count_ones() == 1;
            is_power && access.access.width() == access.access.alignment()
        });
        // A map may move an element to any of the offsets.
        let fits = end <= MAX_END && space.bytes.is_none_or(|most| most >> end > 0);
        if !is_plain || !is_whole || !fits {
            return Err(self.fail("the space is not one of linear maps"));
        }
        let low = kept - word.trailing_zeros();
        let mut rows = Rows { rows: [0; MAX_ROWS], depth: 0, groups: 0, kept, end, low };
        for (k, _) in self.stated.uses() {
            rows.groups |= 1 << rows.of(self.stated.served(k).banks).1;
        }
        self.class(&mut rows, 0, 0)
    }

    /// A class: the maps with these rows. `pivots` are those of the rows, and further ones of their group are below `limit`.
    fn class(&mut self, rows: &mut Rows, limit: usize, pivots: u64) -> Result<(), Unproven> {
        self.nodes += 1;
        if self.nodes > MAX_NODES + 2 * self.refused {
            return Err(self.fail("the walk is too long"));
        }
        if self.reader.peek() == "rows" && self.names(rows) {
            self.refused += 1;
            let layout = unswizzled(&self.stated.layout).map_err(|_| self.fail("no offsets"))?;
            let bound = self.sum(&layout, |k, request| {
                let phases = self.phases(k, request);
                let (word, banks) = (self.stated.word, self.stated.served(k).banks);
                phases.map(|phase| rows.bound(request, phase, word, banks)).sum()
            });
            self.reader.begin("rows")?;
            self.reader.word();
            let is_enough = bound.is_some_and(|bound| bound >= self.stated.cost);
            return if is_enough { Ok(()) } else { Err(self.fail("the rank costs too little")) };
        }
        let width = (rows.end - rows.kept) as usize;
        let limit =
            if rows.groups >> rows.depth & 1 == 1 || rows.depth == 0 { width } else { limit };
        let following = rows.groups >> rows.depth >> 1;
        if following == 0 {
            return Err(self.fail("a class of maps has no line"));
        }
        let is_free = |place: &usize| pivots >> place & 1 == 0;
        // The rows of the group that follow have lower pivots.
        let needed = following.trailing_zeros() as usize;
        for pivot in (0..limit).rev().filter(is_free) {
            if (0..pivot).filter(is_free).count() < needed {
                break;
            }
            let free = (pivot + 1..width).filter(is_free);
            for bits in 0..1_u64 << free.clone().count() {
                let set = free.clone().enumerate().filter(|(j, _)| bits >> j & 1 == 1);
                let places = set.fold(1 << pivot, |all, (_, place)| all | 1_u64 << place);
                // Place 0 is the highest bit of an address.
                rows.rows[rows.depth] = places.reverse_bits() >> (u64::BITS - rows.end);
                rows.depth += 1;
                self.class(rows, pivot, pivots | 1 << pivot)?;
                rows.depth -= 1;
            }
        }
        Ok(())
    }

    /// Whether the next line has these rows.
    fn names(&self, rows: &Rows) -> bool {
        let mut words = self.reader.peek_line().split(' ').skip(1);
        let (Some(list), None) = (words.next(), words.next()) else { return false };
        let rows = &rows.rows[..rows.depth];
        if rows.is_empty() {
            return list == "-";
        }
        let masks = list.split(',').map(|mask| self.reader.mask(mask).ok());
        masks.eq(rows.iter().map(|row| Some(*row)))
    }
}

/// The first rows of a bank, as masks of the bits of an address.
struct Rows {
    rows: [u64; MAX_ROWS],
    depth: usize,
    /// The numbers of rows of the accesses, as a set. Rows up to the next of them are a group: their pivots decrease.
    groups: u32,
    /// The bits of an address that stay, the end of its bits, and the bits of a word that stay.
    kept: u32,
    end: u32,
    low: u32,
}

impl Rows {
    /// The bits of one of `banks` that stay, and the number of rows of the others.
    fn of(&self, banks: i64) -> (u32, usize) {
        let low = self.low.min(banks.trailing_zeros());
        (low, (banks.trailing_zeros() - low).min(self.end - self.kept) as usize)
    }

    /// The fewest wavefronts of a phase, whatever the rows to come: its words, divided by the most banks that they reach.
    fn bound(&self, request: &Request, phase: u64, word: i64, banks: i64) -> i64 {
        let (low, ends) = self.of(banks);
        let depth = self.depth.min(ends);
        let mut blocks = Blocks::new();
        blocks.count(request, phase, word, 64);
        let words = blocks.all();
        let (mut span, mut rank) = ([0_u64; 64], 0);
        for other in words {
            let difference = ((other ^ words[0]) as u64) << word.trailing_zeros();
            let kept = difference >> word.trailing_zeros() & ((1 << low) - 1);
            let image = (0..depth).fold(kept, |image, j| {
                image | u64::from((difference & self.rows[j]).count_ones() & 1) << (low + j as u32)
            });
            let rest = span[..rank].iter().fold(image, |rest, row| rest.min(rest ^ row));
            if rest != 0 {
                span[rank] = rest;
                rank += 1;
            }
        }
        let banks = 1_i64 << (rank + ends - depth);
        (words.len() as i64 + banks - 1) / banks
    }
}
