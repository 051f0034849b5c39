//! Bank conflicts and transactions of accesses to memory, with the cells that conflict.

use layout_cli::memory::solve::{self, Question};
use layout_cli::memory::{self, requests, variants};
use layout_cli::{Failure, MaybeSwizzled, bits};
use layout_core::BankSwizzle;
use layout_core::memory::{Access, Conflict, Cost, GLOBAL, GlobalMemory, Request, SharedMemory};
use layout_core::solve::{AccessUse, Search, Space};
use serde_json::{Value as Json, json};

use crate::answer::{refused, without_options};

/// The most requests that are listed.
const LISTED: usize = 64;
/// The most threads, and values of each, whose cells are listed.
const THREADS: i64 = 1024;
const VALUES: i64 = 256;
/// The most bytes of a certificate.
const CERTIFICATE: usize = 1 << 20;

/// Answers `{"access": {"threads": ACCESSES, "memory": LAYOUT, "bytes": N, "width": N, "swizzle": SWIZZLE, "machine": NAME,
/// "solve": {"maps": NAME, "padding": N, "orders": BOOL, "steps": N, "certificate": BOOL}}}`. The accesses have the form of
/// `layout solve --and`, with ` and ` between them.
///
/// `memories` has for each layout its `text`; the verdicts `banks` and `lines`; whether it is `free` of conflicts; the
/// worst `conflict`: its bank, its words, and for each word the threads and the cells, as linear coordinates; and the
/// `requests`. `banks` is the number that the first access sees. `held` has the linear coordinates of each thread's values in the first
/// access, for at most 1024 threads.
///
/// With `solve`, the memories are the given one, unless it does not serve the accesses, and the result of a search, if `S:D` has
/// it. `found` has the lines of the `result`, which tell if no candidate so far serves the accesses; `exhausted`; the `bits` of a
/// linear map that `S:D` lacks; `xors`, the swizzle of fewest xors for one access, which need not be CuTe's; and the `certificate`,
/// or in `unproven` why there is none.
pub(crate) fn access(question: &Json) -> Json {
    answer(question).unwrap_or_else(|failure| refused(&failure))
}

fn answer(question: &Json) -> Result<Json, Failure> {
    let text = |name: &str| question[name].as_str().filter(|text| !text.trim().is_empty());
    let machine = memory::named(text("machine").unwrap_or("nvidia"))?;
    let bytes = question["bytes"].as_i64();
    let memory = text("memory").map(|text| memory::read(text, bytes)).transpose()?;
    let bytes = memory.as_ref().and_then(|(_, bytes)| *bytes).or(bytes).unwrap_or(4);
    let access = Access::new(bytes, question["width"].as_i64().unwrap_or(bytes))?;
    let texts = text("threads").unwrap_or_default().split(" and ");
    let uses = texts.map(|text| solve::access_use(text, access)).collect::<Result<Vec<_>, _>>()?;
    let swizzle = text("swizzle")
        .map(|text| text.parse().map_err(|error| Failure::of(&error, text)))
        .transpose()?;
    let threads = uses[0].threads.into();
    let mut all = variants(&threads, memory.map(|(layout, _)| layout), swizzle)?;
    let mut found = Json::Null;
    if let options @ Json::Object(_) = &question["solve"] {
        all.truncate(1);
        found = solved(&mut all, &uses, machine, options)?;
    }
    let accesses = Accesses { uses: &uses, machine };
    let count = thread_count(&threads);
    let values = (threads.size() / count.max(1)).min(VALUES);
    let held = (0..count.min(THREADS)).map(|thread| {
        (0..values).filter_map(|value| threads.offset(thread + count * value)).collect::<Vec<_>>()
    });
    let memories = all.iter().map(|memory| accesses.of(memory));
    // A search also begins with a layout that does not serve the accesses.
    let memories = memories.filter(|memory| found.is_null() || memory.is_ok());
    Ok(json!({
        "held": held.collect::<Vec<_>>(),
        "memories": memories.collect::<Result<Vec<_>, _>>()?,
        "banks": machine.served(&uses[0].access)?.banks,
        "found": found,
    }))
}

/// Searches for the layout of least cost, and appends it to the first memory layout.
fn solved(
    all: &mut Vec<MaybeSwizzled>,
    uses: &[AccessUse],
    machine: SharedMemory<'static>,
    options: &Json,
) -> Result<Json, Failure> {
    let number = |name: &str| options[name].as_i64().unwrap_or(0);
    let space = Space {
        padding: number("padding"),
        orders: options["orders"].as_bool().unwrap_or(false),
        maps: solve::maps(options["maps"].as_str().unwrap_or("swizzles"))?,
        bytes: None,
    };
    let question = Question::new(&all[0], uses.to_vec(), machine, space)?;
    let problem = question.problem()?;
    let mut search = Search::new(&problem)?;
    let has_ended = search.advance(number("steps"));
    let found = match search.solution() {
        Err(none) if !has_ended => {
            return Ok(json!({ "result": none.to_string(), "exhausted": false }));
        }
        found => found?,
    };
    let (layout, bits) = solve::mapped_layout(found.layout(), found.map())?;
    let xors = match uses {
        [one] if machine.name == "nvidia" && found.is_exhausted() => {
            bits::fewest_xors(&one.threads.plain(), &all[0].plain(), one.access).ok()
        }
        _ => None,
    };
    let mut answer = json!({
        "result": question.describe(&found, " before the search was stopped")?,
        "exhausted": found.is_exhausted(),
        "bits": layout.is_none().then_some(bits),
        "xors": xors.as_ref().map(xors_of),
    });
    if options["certificate"].as_bool() == Some(true) {
        match solve::certificate(&problem, &found, CERTIFICATE) {
            Ok(text) => answer["certificate"] = text.into(),
            Err(failure) => answer["unproven"] = without_options(&failure).into(),
        }
    }
    all.extend(layout.filter(|layout| layout.to_string() != all[0].to_string()));
    Ok(answer)
}

/// The number of xors, each in words, and the text of the matrix.
fn xors_of(found: &BankSwizzle) -> Json {
    let matrix = found.matrix();
    let columns = matrix.columns().iter().enumerate();
    let words = columns.flat_map(|(from, column)| {
        let others = column & !(1 << from);
        (0..64).filter(move |to| others >> to & 1 == 1).map(move |to| format!("{to} ^= {from}"))
    });
    let images: Vec<_> = matrix.columns().iter().map(|column| format!("({column})")).collect();
    json!({
        "count": found.xors(),
        "words": words.collect::<Vec<_>>(),
        "bits": format!("{{word: {}}} -> {{word: {}}}", images.join(" "), matrix.outputs()),
    })
}

/// Accesses to a memory of banks.
struct Accesses<'a> {
    uses: &'a [AccessUse],
    machine: SharedMemory<'static>,
}

impl Accesses<'_> {
    /// The verdicts, the worst conflict and the requests of a memory layout.
    fn of(&self, memory: &MaybeSwizzled) -> Result<Json, Failure> {
        let Self { uses, machine } = self;
        let global = GLOBAL.iter().find(|global| machine.name.starts_with(global.name));
        let (mut total, mut lines, mut listed, mut count) = (Cost::NONE, Vec::new(), Vec::new(), 0);
        let mut worst: Option<(usize, Json)> = None;
        for (k, one) in uses.iter().enumerate() {
            let threads = one.threads.into();
            let pattern = memory::pattern(&threads, memory, one.access)?;
            let held = HeldCells { threads: &threads, memory, access: one.access, machine };
            let name = if uses.len() > 1 { format!("access {}, ", k + 1) } else { String::new() };
            total = total.plus(pattern.cost(machine)?);
            if let Some(global) = global {
                lines.push(format!("{name}{}", pattern.traffic(global)?));
            }
            if let Some(conflict) = pattern.conflict(machine)?
                && worst.as_ref().is_none_or(|(words, _)| *words < conflict.words().len())
            {
                worst = Some((conflict.words().len(), held.conflict(&conflict)));
            }
            let requests = requests(&pattern, machine.lanes)?;
            let rows = requests.iter().take(LISTED / uses.len());
            listed.extend(rows.map(|request| held.request(&name, request, global)));
            count += requests.len();
        }
        Ok(json!({
            "text": memory.to_string(),
            "banks": total.to_string(),
            "free": total.is_free(),
            "lines": lines.join("; "),
            "conflict": worst.map(|(_, conflict)| conflict),
            "more": count - listed.len(),
            "requests": listed,
        }))
    }
}

fn thread_count(threads: &MaybeSwizzled) -> i64 {
    let layout = threads.plain();
    if layout.rank() == 2 { layout.mode(0).map_or(1, |mode| mode.size()) } else { layout.size() }
}

/// Finds the cells that threads access.
struct HeldCells<'a> {
    threads: &'a MaybeSwizzled,
    memory: &'a MaybeSwizzled,
    access: Access,
    machine: &'a SharedMemory<'static>,
}

impl HeldCells<'_> {
    /// The linear coordinates that a thread accesses from `value` on.
    fn cells(&self, thread: i64, value: i64) -> impl Iterator<Item = i64> {
        let count = thread_count(self.threads);
        let at = move |value| self.threads.offset(thread + count * value);
        (value..value + self.access.elements()).filter_map(at)
    }

    fn request(&self, name: &str, request: &Request, global: Option<&GlobalMemory<'_>>) -> Json {
        let threads = (request.first_thread()..).take(request.addresses().len());
        let cells = threads.flat_map(|thread| self.cells(thread, request.value()));
        let cost = self.machine.cost(request).unwrap_or(Cost::NONE);
        json!({
            "name": format!("{name}{request}"),
            "banks": cost.to_string(),
            "free": cost.is_free(),
            "lines": global.map(|global| format!("; {}", global.traffic(request))).unwrap_or_default(),
            "cells": cells.collect::<Vec<_>>(),
        })
    }

    fn conflict(&self, conflict: &Conflict) -> Json {
        let words = conflict.words().iter().map(|(word, lanes)| {
            let bytes = word * self.machine.word..(word + 1) * self.machine.word;
            let threads: Vec<i64> = conflict.threads(*lanes).collect();
            let all = threads.iter().flat_map(|thread| self.cells(*thread, conflict.value()));
            let cells = all.filter(|cell| {
                let start = self.memory.offset(*cell).unwrap_or(0) * self.access.element();
                start < bytes.end && bytes.start < start + self.access.element()
            });
            json!({ "word": word, "threads": threads, "cells": cells.collect::<Vec<_>>() })
        });
        json!({
            "text": conflict.to_string(),
            "bank": conflict.bank(),
            "warp": conflict.warp(),
            "words": words.collect::<Vec<_>>(),
        })
    }
}
