//! Bank conflicts and transactions of accesses to memory, with the cells that conflict.

use layout_cli::memory::{self, requests, search, variants};
use layout_cli::{Failure, MaybeSwizzled, bits};
use layout_core::BankSwizzle;
use layout_core::memory::{Access, Conflict, Cost, NVIDIA, NVIDIA_GLOBAL, Request};
use serde_json::{Value as Json, json};

use crate::answer::refused;

/// The most requests that are listed.
const LISTED: usize = 64;
/// The most threads, and values of each, whose cells are listed.
const THREADS: i64 = 1024;
const VALUES: i64 = 256;

/// Answers `{"access": {"threads": LAYOUT, "memory": LAYOUT, "bytes": N, "width": N, "swizzle": SWIZZLE, "find": BOOL}}`.
///
/// `memories` has for each layout its `text`; the verdicts `banks` and `lines`; whether it is `free` of conflicts; the
/// worst `conflict`: its bank, its words, and for each word the threads and the cells, as linear coordinates; and the
/// `requests`. `held` has the linear coordinates of each thread's values, for at most 1024 threads. `found` is the text of
/// the search for a swizzle, with `find`; `xors` has the swizzle of fewest xors, which need not be CuTe's.
pub(crate) fn access(question: &Json) -> Json {
    answer(question).unwrap_or_else(|failure| refused(&failure))
}

fn answer(question: &Json) -> Result<Json, Failure> {
    let text = |name: &str| question[name].as_str().filter(|text| !text.trim().is_empty());
    let named = text("memory").or_else(|| text("threads")).unwrap_or_default();
    let bytes = memory::read(named, question["bytes"].as_i64())?.1.unwrap_or(4);
    let access = Access::new(bytes, question["width"].as_i64().unwrap_or(bytes))?;
    let threads = MaybeSwizzled::read(text("threads").unwrap_or_default())?;
    let memory = text("memory").map(MaybeSwizzled::read).transpose()?;
    let swizzle = text("swizzle")
        .map(|text| text.parse().map_err(|error| Failure::of(&error, text)))
        .transpose()?;
    let all = variants(&threads, memory, swizzle)?;
    let mut found = Json::Null;
    if question["find"].as_bool() == Some(true) {
        let result = search::find(&[threads], &all[0], access, &NVIDIA)?;
        let xors = bits::fewest_xors(&threads.plain(), &all[0].plain(), access);
        found = json!({
            "swizzle": result.best.swizzle.to_string(),
            "bytes": result.best.in_bytes.to_string(),
            "needed": !result.best.swizzle.is_identity(),
            "before": result.before.to_string(),
            "after": result.after.to_string(),
            "xors": xors.ok().as_ref().map(xors_of),
        });
    }
    let memories = all.iter().map(|memory| of(&threads, memory, access));
    let count = thread_count(&threads);
    let values = (threads.size() / count.max(1)).min(VALUES);
    let held = (0..count.min(THREADS)).map(|thread| {
        (0..values).filter_map(|value| threads.offset(thread + count * value)).collect::<Vec<_>>()
    });
    Ok(json!({
        "held": held.collect::<Vec<_>>(),
        "memories": memories.collect::<Result<Vec<_>, _>>()?,
        "found": found,
    }))
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

fn of(threads: &MaybeSwizzled, memory: &MaybeSwizzled, access: Access) -> Result<Json, Failure> {
    let pattern = memory::pattern(threads, memory, access)?;
    let all = requests(&pattern, NVIDIA.lanes)?;
    let cost = pattern.cost(&NVIDIA)?;
    let held = HeldCells { threads, memory, count: thread_count(threads), access };
    let conflict = pattern.conflict(&NVIDIA)?.map(|conflict| held.conflict(&conflict));
    let listed = all.iter().take(LISTED).map(|request| held.request(request));
    Ok(json!({
        "text": memory.to_string(),
        "banks": cost.to_string(),
        "free": cost.is_free(),
        "lines": pattern.traffic(&NVIDIA_GLOBAL)?.to_string(),
        "conflict": conflict,
        "requests": listed.collect::<Vec<_>>(),
        "more": all.len().saturating_sub(LISTED),
    }))
}

fn thread_count(threads: &MaybeSwizzled) -> i64 {
    let layout = threads.plain();
    if layout.rank() == 2 { layout.mode(0).map_or(1, |mode| mode.size()) } else { layout.size() }
}

/// Finds the cells that threads access.
struct HeldCells<'a> {
    threads: &'a MaybeSwizzled,
    memory: &'a MaybeSwizzled,
    count: i64,
    access: Access,
}

impl HeldCells<'_> {
    /// The linear coordinates that a thread accesses from `value` on.
    fn cells(&self, thread: i64, value: i64) -> impl Iterator<Item = i64> {
        let at = move |value| self.threads.offset(thread + self.count * value);
        (value..value + self.access.elements()).filter_map(at)
    }

    fn request(&self, request: &Request) -> Json {
        let threads = (request.first_thread()..).take(request.addresses().len());
        let cells = threads.flat_map(|thread| self.cells(thread, request.value()));
        let cost = NVIDIA.cost(request).unwrap_or(Cost::NONE);
        json!({
            "name": request.to_string(),
            "banks": cost.to_string(),
            "free": cost.is_free(),
            "lines": NVIDIA_GLOBAL.traffic(request).to_string(),
            "cells": cells.collect::<Vec<_>>(),
        })
    }

    fn conflict(&self, conflict: &Conflict) -> Json {
        let words = conflict.words().iter().map(|(word, lanes)| {
            let bytes = word * NVIDIA.word..(word + 1) * NVIDIA.word;
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
