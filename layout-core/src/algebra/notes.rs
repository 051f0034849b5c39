//! [`Notes`]: the steps of the algorithms in words, for `layout explain`.
//!
//! An algorithm notes a step where it takes it: `note!(self.note_step(i, s, r))`. The sentences of all steps are here.
//! So there is one walk, and an explanation prints the steps that it took.
//!
//! | place | what fills it |
//! |---|---|
//! | `{}` | the next number |
//! | `{:}` | the next two numbers as a mode `extent:stride` |
//! | `{L}` | the next layout |
//! | `{C}` | the shape of the next layout |
//!
//! What a step finds follows ` -> `. The spaces before a sentence are its level: none for a mode of a tiler, one for a part
//! of an operation, two for a leaf, three for a step of a leaf. A line belongs to the lines of lower
//! levels before it.
//!
//! # Cost
//! The algorithms have a parameter `ROOM`, the capacity of their notes in bytes. Public functions run with 0: then a note
//! is a branch on a constant, which a build removes. `const` evaluation takes the branch, and for each call of a function
//! passes over its statements. So `note!` takes a single call with few arguments.

use core::str;

use crate::algebra::complement::ComplementEnd;
use crate::algebra::compose::{ModeWalk, step};
use crate::algebra::divide::{DivideForm, Division};
use crate::algebra::guard::GuardBuilder;
use crate::algebra::recast::group;
use crate::error::{LayoutError, Operand, Rule};
use crate::layout::builder::Builder;
use crate::layout::modes::LeafOrder;
use crate::number::{ceil_div, tri};
use crate::value::{Layout, Modes, Num, Text, Tiler, TreePosition};

/// Runs a note where there is room for notes. The function has a parameter `ROOM`.
macro_rules! note {
    ($note:expr) => {
        match ROOM {
            0 => {}
            _ => $note,
        }
    };
}
pub(crate) use note;

/// No notes, borrowed.
macro_rules! off {
    () => {
        &mut $crate::algebra::notes::Notes { bytes: [], len: 0, full: false, carried: false }
    };
}
pub(crate) use off;

/// Lines of at most `ROOM` bytes together.
#[derive(Debug)]
pub struct Notes<const ROOM: usize> {
    pub(crate) bytes: [u8; ROOM],
    pub(crate) len: usize,
    pub(crate) full: bool,
    /// Whether a note tells of a carry already, which every later leaf would find again.
    pub(crate) carried: bool,
}

impl<const ROOM: usize> Notes<ROOM> {
    /// No line yet.
    pub const EMPTY: Self = Self { bytes: [0; ROOM], len: 0, full: false, carried: false };

    /// The lines with their levels. The last line is `...` where the others do not fit.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = str::from_utf8(&self.bytes[..self.len]).unwrap_or_default().lines();
        lines.map(|line| (line.len() - line.trim_start().len(), line.trim_start()))
    }

    /// Adds a line, with its places filled.
    const fn say(&mut self, sentence: &str, numbers: &[i64], layouts: &[&Layout]) {
        let (bytes, mut line, mut i) = (sentence.as_bytes(), Text::EMPTY, 0);
        let (mut number, mut layout) = (0, 0);
        while i < bytes.len() {
            if bytes[i] != b'{' {
                line.char(bytes[i] as char);
                i += 1;
                continue;
            }
            let place = bytes[i + 1];
            match place {
                b'L' => layouts[layout].write(&mut line, false),
                b'C' => layouts[layout].shape().write(&mut line, false),
                b':' => {
                    write_mode(&mut line, numbers[number], numbers[number + 1]);
                    number += 2;
                }
                _ => {
                    line.integer(numbers[number]);
                    number += 1;
                }
            }
            layout += matches!(place, b'L' | b'C') as usize;
            i += if place == b'}' { 2 } else { 3 };
        }
        self.push(line.as_str().as_bytes());
    }

    const fn push(&mut self, mut line: &[u8]) {
        if self.full {
            return;
        }
        let mut i = 0;
        if self.len + line.len() + 5 > ROOM {
            (line, self.full) = (b"...", true);
        }
        while i < line.len() {
            self.bytes[self.len + i] = line[i];
            i += 1;
        }
        self.bytes[self.len + i] = b'\n';
        self.len += i + 1;
    }

    /// The coalesced `modes`, of which there were `count` before.
    pub(crate) const fn coalesced(&mut self, sentence: &str, modes: &Modes, count: usize) {
        if modes.len < count {
            self.say(sentence, &[], &[&noted(modes)]);
        }
    }

    /// Mode `i` of an operation by mode: what is done, or that the tiler keeps it.
    pub(crate) const fn mode(
        &mut self,
        sentence: &str,
        i: usize,
        (a, at): (&Layout, TreePosition),
        (b, tile): (&Tiler, TreePosition),
    ) {
        if b.keeps(i) {
            self.say("mode {} is kept -> {L}", &[i as i64], &[&a.part(at)]);
        } else {
            self.say(sentence, &[i as i64], &[&a.part(at), &b.layout.part(tile)]);
        }
    }

    /// The modes of `a` from mode `i` on, which a division or a product by mode leaves as they are, and the `order` of the
    /// result.
    pub(crate) const fn others(
        &mut self,
        mut i: usize,
        a: &Layout,
        mut at: TreePosition,
        order: &str,
    ) {
        while i < a.rank() {
            self.say("mode {} is left as it is -> {L}", &[i as i64], &[&a.part(at)]);
            at = a.profile.after(at);
            i += 1;
        }
        self.say(order, &[], &[]);
    }

    /// The tile of a division, which walks the coalesced modes of `a` at `at`.
    pub(crate) const fn tile(&mut self, walked: &Modes, count: usize, t: &Layout) {
        self.coalesced(" the modes, coalesced -> {L}", walked, count);
        self.say(" the tile: {L} o {L}", &[], &[&noted(walked), t]);
    }

    /// A part of a division or a product, with the modes that it finds or walks.
    pub(crate) const fn part(&mut self, sentence: &str, size: i64, modes: &Layout) {
        self.say(sentence, &[size], &[modes]);
    }

    /// The rest of a division.
    pub(crate) const fn rest(&mut self, walked: &Modes, free: &Modes) {
        let (single, walked, free) = (free.len == 0, noted(walked), noted(free));
        self.say("  the complement of the tile -> {L}", &[], &[&free]);
        self.say(" the rest: {L} o {L}", &[], &[&walked, &free]);
        if single {
            self.say("  a single tile -> 1:0", &[], &[]);
        }
    }

    /// The raked or the blocked order of a product.
    pub(crate) const fn paired(&mut self, raked: bool) {
        let order = match raked {
            true => "each mode of the repeats before the mode of the block: blocks interleave",
            false => "each mode of the block before the mode of the repeats: blocks stay whole",
        };
        self.say(order, &[], &[]);
    }

    /// `n` steps of `t` linear indices, of which `left` remain, with the coordinate of one step in the modes `a`.
    pub(crate) const fn digits(&mut self, a: &Modes, left: i64, n: i64, t: i64) {
        let (mut coordinate, mut rest, mut k) = (*a, t, 0);
        while k + 1 < a.len {
            coordinate.extents[k] = rest % a.extents[k];
            rest /= a.extents[k];
            k += 1;
        }
        coordinate.extents[k] = rest;
        let coordinate = noted(&coordinate);
        self.say("   a step of {} adds the coordinate {C}", &[t], &[&coordinate]);
        if left % n != 0 {
            let sentence = "   the step after {} of them carries into the next mode, and {} does not divide {}";
            self.say(sentence, &[n - 1, n, left], &[]);
        }
    }

    /// Steps that pass the end of the mode `m:d` with the steps before: they reach `before` and `reached`.
    pub(crate) const fn passed(&mut self, (m, d): (i64, i64), before: i128, reached: i128) {
        let sentence =
            "   {:}: the steps before reach its coordinate {}, with these steps {}, past its end";
        self.say(sentence, &[m, d, before as i64, reached as i64], &[]);
    }

    /// `n` steps by their digits, each at the offset `offset`.
    pub(crate) const fn digit_run(&mut self, n: i64, offset: i64) {
        let sentence = "   its offset is {}; {} steps carry into no mode -> {:}";
        self.say(sentence, &[offset, n, n, offset], &[]);
    }

    /// The leaf `s:d` of a recast by `n`.
    pub(crate) const fn grouped(&mut self, s: Num, d: Num, n: i64) {
        let (to, (s, d)) = (group(s, d, n), (s.value, d.value));
        let Ok((t, e)) = to else {
            let sentence = "{:}: steps of {} do not end where groups of {} end";
            return self.say(sentence, &[s, d, d, n], &[]);
        };
        let (t, e) = (t.value, e.value);
        if s == 1 {
            self.say("{:}: has a single coordinate -> {:}", &[s, d, t, e], &[]);
        } else if d % n == 0 {
            self.say("{:}: each step is {}/{} groups -> {:}", &[s, d, d, n, t, e], &[]);
        } else {
            let digits = n / d;
            let last = if s < digits { s - 1 } else { digits - 1 };
            let sentence =
                "{:}: each {}/{} = {} coordinates are in one group, the last at {} -> {:}";
            self.say(sentence, &[s, d, n, d, digits, last * d, t, e], &[]);
        }
    }

    /// The mode `leaf` of a right inverse, where the offsets so far end at `covered`.
    pub(crate) const fn link(&mut self, modes: &Modes, leaf: usize, covered: i64, start: i64) {
        let (s, d) = (modes.extents[leaf], modes.strides[leaf]);
        if d == covered {
            let sentence = "{:}: its stride is {}, where the offsets so far end -> {:}";
            self.say(sentence, &[s, d, d, s, start], &[]);
        } else {
            let sentence =
                "{:}: its stride is {}, but the offsets so far end at {}; the mode is left out";
            self.say(sentence, &[s, d, d, covered], &[]);
        }
    }

    /// The mode `leaf` of a left inverse. The mode below it has the stride `below`, ends at `covered`, and starts at `place`.
    pub(crate) const fn digit(
        &mut self,
        modes: &Modes,
        leaf: usize,
        below: i64,
        covered: i64,
        place: i64,
    ) {
        let (s, d) = (modes.extents[leaf], modes.strides[leaf]);
        if d % below != 0 {
            let sentence =
                "{:}: its stride is {}, not a multiple of {}, the stride of the mode below it";
            self.say(sentence, &[s, d, d, below], &[]);
        } else if d < covered {
            let sentence = "{:}: its stride is {}, below {}, where the mode of stride {} ends";
            self.say(sentence, &[s, d, d, covered, below], &[]);
        } else if d > below {
            let sentence = "below {} an offset has {}/{} digits -> {:}";
            self.say(sentence, &[d, d, below, d / below, place], &[]);
        }
    }

    /// The last digit of a left inverse.
    pub(crate) const fn last_digit(&mut self, d: i64, s: i64, place: i64) {
        self.say("the last digit, in steps of {} -> {:}", &[d, s, place], &[]);
    }

    /// The mode `leaf` of an inverse, where the modes below it end at `covered`.
    pub(crate) const fn undone(&mut self, modes: &Modes, leaf: usize, covered: i64, start: i64) {
        let (s, d) = (modes.extents[leaf], modes.strides[leaf]);
        if d == covered {
            let sentence = "{:}: every offset below {} occurs once -> {:}";
            self.say(sentence, &[s, d, s.saturating_mul(d), s, start], &[]);
        } else {
            let sentence = "{:}: its stride is {}, but the modes below it end at {}";
            self.say(sentence, &[s, d, d, covered], &[]);
        }
    }

    /// The leaves that a refusal names by a number alone.
    const fn refused(&mut self, rule: &Rule, layout: &Layout) {
        if let Rule::Straddle { reach, count } = *rule {
            let sentence = "the last ones together are at {}, past the end of a group of {}";
            return self.say(sentence, &[reach, count], &[]);
        }
        let mut k = 0;
        while k < layout.modes.len {
            let (s, d) = (layout.modes.extents[k], layout.modes.strides[k]);
            match *rule {
                Rule::NegativeStride { stride } if d == stride && s != 1 => {
                    return self.say("  {:} walks down", &[s, d], &[]);
                }
                Rule::Repeats { extent } | Rule::Broadcast { extent } if d == 0 && s == extent => {
                    return self.say("  {:} repeats one element", &[s, d], &[]);
                }
                Rule::Empty if s == 0 => return self.say("  {:} has no element", &[s, d], &[]),
                _ => {}
            }
            k += 1;
        }
    }
}

impl<const ROOM: usize> ModeWalk<'_, ROOM> {
    /// The leaf `s:r`, before its walk.
    pub(crate) const fn note_leaf(&mut self, s: i64, r: i64) {
        if s == 1 {
            self.notes.say("  {:} has a single coordinate, which is 0 -> 1:0", &[s, r], &[]);
        } else if r == 0 || self.modes.len == 0 {
            self.notes.say("  {:} repeats one element -> {:}", &[s, r, s, 0], &[]);
        } else if r > 0 {
            self.notes.say("  {:} takes {} elements, in steps of {}", &[s, r, s, r], &[]);
        }
    }

    /// A leaf whose stride counts in the basis of a mode.
    pub(crate) const fn note_basis(&mut self, b: &Modes, k: usize) {
        let mut leaf = Modes::EMPTY;
        leaf.set(0, b.extent(k), b.stride(k));
        leaf.len = 1;
        let sentence = " {L} walks the mode that its basis names: {L}";
        self.notes.say(sentence, &[], &[&noted(&leaf), &noted(&self.modes)]);
    }

    /// The mode `i`, which each step of `r` passes.
    pub(crate) const fn note_pass(&mut self, i: usize, s: i64, r: i64) {
        let (m, d) = (self.modes.extents[i], self.modes.strides[i]);
        if r % m != 0 && s > 1 {
            self.notes.say("   {:}: a step of {} ends inside a mode of {}", &[m, d, r, m], &[]);
        } else {
            self.notes.say("   {:}: a step of {} passes {} of these modes", &[m, d, r, r / m], &[]);
        }
    }

    /// The last `s` steps of `r`, all of which mode `i` holds.
    pub(crate) const fn note_last_step(&mut self, i: usize, s: i64, r: i64) {
        let (m, d) = (self.modes.extent(i), self.modes.strides[i]);
        let m = if m.known { m.value } else { ENDLESS };
        let stride = r.saturating_mul(d);
        if i + 1 == self.modes.len {
            let sentence = "   {:}, the last mode, continues without end: {}, stride {}*{} -> {:}";
            self.notes.say(sentence, &[m, d, s, r, d, s, stride], &[]);
        } else {
            let sentence = "   {:}: {} of its {} coordinates, stride {}*{} -> {:}";
            self.notes.say(sentence, &[m, d, s, m, r, d, s, stride], &[]);
        }
    }

    /// The steps of `r` that mode `i` holds, of `s`. [`ModeWalk::note_last_step`] tells if these are all.
    pub(crate) const fn note_step(&mut self, i: usize, s: i64, r: i64) {
        let (m, d) = (self.modes.extents[i], self.modes.strides[i]);
        let stride = r.saturating_mul(d);
        match step(s, r, m) {
            Ok((n, _)) if n == s => {}
            Ok((n, _)) => {
                let sentence = "   {:}: {}/{} = {} of its coordinates, stride {}*{}; {}/{} = {} are left for the modes above -> {:}";
                self.notes.say(sentence, &[m, d, m, r, n, r, d, s, n, s / n, n, stride], &[]);
            }
            Err(_) if m % r != 0 => {
                let sentence = "   {:}: steps of {} do not end where the mode of {} ends";
                self.notes.say(sentence, &[m, d, r, m], &[]);
            }
            Err(_) => {
                let sentence = "   {:}: it holds {} steps of {}, and {} is not a multiple of {}";
                self.notes.say(sentence, &[m, d, m / r, r, s, m / r], &[]);
            }
        }
    }

    /// The first leaf with which the walks carry. The operation refuses the carry after the last leaf.
    pub(crate) const fn note_carry(&mut self, s: i64, r: i64) {
        if !self.notes.carried
            && let Err(Rule::Carry { extent }) = self.no_carry()
        {
            self.notes.carried = true;
            let sentence = "   with the leaves before it, {:} passes the end of the mode of {}";
            self.notes.say(sentence, &[s, r, extent], &[]);
        }
    }
}

impl Modes {
    /// Notes how these modes coalesce, one after another.
    const fn note_coalesce<const ROOM: usize>(&self, notes: &mut Notes<ROOM>) -> Result<(), Rule> {
        let (mut out, mut k) = (Self::EMPTY, 0);
        while k < self.len {
            let (s, d, len) = (self.extents[k], self.strides[k], out.len);
            if s == 0 {
                let sentence =
                    "an extent is 0: the layout has no element and becomes one mode -> 0:0";
                notes.say(sentence, &[], &[]);
                return Ok(());
            }
            let (m, e) = match len {
                0 => (1, 0),
                _ => (out.extents[len - 1], out.strides[len - 1]),
            };
            tri!(out.append(self.extent(k), self.stride(k)));
            if s == 1 {
                notes.say("{:} has a single coordinate and is dropped", &[s, d], &[]);
            } else if len == 0 {
                notes.say("{:} is the first mode -> {:}", &[s, d, s, d], &[]);
            } else if out.len > len {
                let sentence = "{:} stays a mode: {:} ends at {}*{} = {}, not at {} -> {:}";
                let end = m.saturating_mul(e);
                notes.say(sentence, &[s, d, m, e, m, e, end, d, s, d], &[]);
            } else {
                let merged = out.extents[len - 1];
                let sentence = "{:} continues {:}: {}*{} = {} -> {:}";
                notes.say(sentence, &[s, d, m, e, m, e, d, merged, e], &[]);
            }
            k += 1;
        }
        if out.len == 0 {
            notes.say("no mode remains: a single element -> 1:0", &[], &[]);
        }
        Ok(())
    }

    /// Notes the gap below the leaf `k` of the order, where the modes below end at `covered`.
    pub(crate) const fn note_gap<const ROOM: usize>(
        &self,
        order: &LeafOrder,
        k: usize,
        covered: i64,
        end: ComplementEnd,
        notes: &mut Notes<ROOM>,
    ) {
        let leaf = order.leaves[k] as usize;
        let below = order.leaves[k.saturating_sub(1)] as usize;
        let (s, d) = (self.extents[leaf], self.strides[leaf]);
        let (m, e) = (self.extents[below], self.strides[below]);
        let (gap, next) = (d / covered, s.saturating_mul(d));
        if d < covered {
            let sentence = "  the stride of {:} is {}, below {}, where {:} ends";
            notes.say(sentence, &[s, d, d, covered, m, e], &[]);
        } else if d % covered != 0 && !matches!(end, ComplementEnd::Never) {
            let sentence = "  the stride of {:} is {}, not a multiple of {}, where {:} ends";
            notes.say(sentence, &[s, d, d, covered, m, e], &[]);
        } else if gap > 1 {
            let sentence = "  the stride of {:} is {}: {}/{} = {} steps of {} are free below it, and both cover what is below {} -> {:}";
            let numbers = [s, d, d, d, covered, gap, covered, next, gap, covered];
            notes.say(sentence, &numbers, &[]);
        } else {
            let sentence = "  the stride of {:} is {}: nothing is free below it, and it covers what is below {}";
            notes.say(sentence, &[s, d, d, next], &[]);
        }
    }

    /// Notes where the sorted modes start.
    pub(crate) const fn note_starts<const ROOM: usize>(
        &self,
        order: &LeafOrder,
        starts: &[i64],
        notes: &mut Notes<ROOM>,
    ) {
        if order.len == 0 {
            notes.say("no mode has a stride above 0 -> 1:0", &[], &[]);
        }
        let mut k = 0;
        while k < order.len {
            let leaf = order.leaves[k] as usize;
            let numbers = [self.extents[leaf], self.strides[leaf], starts[leaf]];
            notes.say("{:} starts at the linear index {}", &numbers, &[]);
            k += 1;
        }
    }
}

impl ComplementEnd {
    /// Notes the steps of `covered` from there to the end.
    pub(crate) const fn note<const ROOM: usize>(self, covered: i64, notes: &mut Notes<ROOM>) {
        let (Self::At(range) | Self::Past(range)) = self else {
            let sentence = "  from {} on everything is free -> {:}";
            return notes.say(sentence, &[covered, ENDLESS, covered], &[]);
        };
        let Ok(Num { value: m, .. }) = range.product() else { return };
        if matches!(self, Self::Past(_)) {
            let steps = ceil_div(m, covered);
            let sentence = "  up to {}, rounded up: {} steps of {} -> {:}";
            notes.say(sentence, &[m, steps, covered, steps, covered], &[]);
        } else if m % covered == 0 {
            let steps = m / covered;
            let sentence = "  up to {}: {}/{} = {} steps of {} -> {:}";
            notes.say(sentence, &[m, m, covered, steps, covered, steps, covered], &[]);
        } else {
            let sentence = "  up to {}: {}/{} is not a whole number of steps of {}";
            notes.say(sentence, &[m, m, covered, covered], &[]);
        }
    }
}

/// The rule of a result that is not needed.
fn ignore(result: Result<Layout, LayoutError>) -> Result<(), Rule> {
    result.map(|_| ()).map_err(|error| error.rule)
}

/// Runs an operation for its notes. An operation that has none returns `false`.
#[doc(hidden)]
pub fn steps<const ROOM: usize>(
    operation: &str,
    a: &Layout,
    b: &Operand,
    notes: &mut Notes<ROOM>,
) -> bool {
    let (mut out, mut guard) = (Builder::EMPTY, GuardBuilder::EMPTY);
    let tiler = match *b {
        Operand::Tiler(tiler) => tiler,
        Operand::Layout(layout) => Tiler::whole(layout),
        _ => Tiler::whole(Layout::EMPTY),
    };
    let (kind, padded) = match operation.strip_suffix("_padded") {
        Some(kind) => (kind, true),
        None => (operation, false),
    };
    let form = match kind.split('_').next() {
        Some("zipped") => DivideForm::Zipped,
        Some("tiled") => DivideForm::Tiled,
        Some("flat") => DivideForm::Flat,
        _ => DivideForm::Logical,
    };
    let done = match (kind, *b) {
        ("coalesce", Operand::None) => a.modes.note_coalesce(notes),
        ("compose", Operand::Layout(_) | Operand::Tiler(_)) => a.composed(&tiler, &mut out, notes),
        ("complement", Operand::None) => {
            ignore(a.complement_at(Num::known(a.cosize()), true, notes))
        }
        ("complement", Operand::Integer(m)) => {
            ignore(a.complement_at(Num::known(m), padded, notes))
        }
        ("right_inverse", Operand::None) => a.chain(&mut out.layout.modes, notes),
        ("left_inverse", Operand::None) => a.inverted(false, &mut out.layout, notes),
        ("inverse", Operand::None) => a.inverted(true, &mut out.layout, notes),
        ("upcast", Operand::Integer(n)) => a.grouped(n, notes).map(|_| ()),
        ("blocked_product" | "raked_product", Operand::Layout(b)) => {
            a.paired(&b, kind == "raked_product", &mut out, notes)
        }
        (_, Operand::Layout(_) | Operand::Tiler(_)) if kind.ends_with("_product") => {
            a.product_into(&tiler, form, &mut out, notes)
        }
        (_, Operand::Layout(_) | Operand::Tiler(_)) if kind.ends_with("_divide") => {
            let guard = padded.then_some(&mut guard);
            Division::new(a, guard, notes).run(&tiler, form, &mut out)
        }
        _ => return false,
    };
    if let Err(rule) = done {
        notes.refused(&rule, a);
        if tiler.layout.modes.len > 0 {
            notes.refused(&rule, &tiler.layout);
        }
    }
    true
}

/// The extent of the last mode of a complement without an end, which prints as `*:8`.
const ENDLESS: i64 = i64::MIN;

const fn write_mode(line: &mut Text, extent: i64, stride: i64) {
    if extent == ENDLESS {
        line.char('*');
    } else {
        line.integer(extent);
    }
    line.char(':');
    line.integer(stride);
}

/// These modes as a layout.
const fn noted(modes: &Modes) -> Layout {
    match modes.layout() {
        Ok(layout) => layout,
        Err(_) => Layout::EMPTY,
    }
}
