//! What the proofs are compared with: `tools/ci/proofs.sh` names a file by `PROVEN_ROWS`, and the functions extracted from Coq
//! get the results in it again. A row is a request and its result, with tabs between.

use layout_core::certificate;
use layout_core::memory::{Access, AccessPattern, Instruction, Served, SharedMemory};
use layout_core::solve::{Maps, Problem, Space};

use crate::certificates::summed;
use crate::draw::Random;
use crate::random::{Case, models};
use crate::solutions::STEPS;

/// `wavefronts B C,C,C N`: threads whose words are sums of the columns `C`, which share no bit of five, take `N` wavefronts on
/// `2^B` banks.
fn wavefronts() -> Vec<String> {
    let mut rows = Vec::new();
    for bits in 0..=4 {
        let phases: &[u64] = &[0xff];
        let instruction = Instruction::Load;
        let row =
            Served { instruction, bytes: 4, banks: 1 << bits, phases, joins: &[], source: "" };
        let memory = SharedMemory { name: "rows", lanes: 8, word: 4, served: &[row] };
        // Each bit goes to one of the columns, or to none.
        for code in 0..4_usize.pow(5) {
            let mut columns = [0; 4];
            (0..5).for_each(|bit| columns[code >> (2 * bit) & 3] |= 1 << bit);
            let [a, b, c, _] = columns;
            let threads = format!("((2,2,2),1):(({a},{b},{c}),0)").parse().unwrap();
            let layout = "32:1".parse().unwrap();
            let pattern =
                AccessPattern::of_layouts(&threads, &layout, Access::new(4, 4).unwrap()).unwrap();
            let count = pattern.cost(&memory).unwrap().wavefronts;
            rows.push(format!("wavefronts\t{bits}\t{a},{b},{c}\t{count}"));
        }
    }
    rows
}

/// A certificate of linear maps, some with a wrong cost, column or row, without a row, or with one twice or too early.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let place = |name: &str| lines.iter().position(|line| line.starts_with(name)).unwrap();
    let (answer, cost, first) = (place("answer"), place("cost"), place("rows"));
    let count = lines.len() - 1 - first;
    let at = first + random.below(count as i64) as usize;
    let flip = |word: u64, random: &mut Random| word ^ 1 << random.below(8);
    let kind = random.below(8);
    match kind {
        0 => {
            let words: Vec<&str> = lines[cost].split(' ').collect();
            let other = words[1].parse::<i64>().unwrap() + random.of(&[-1, 1]);
            lines[cost] = format!("cost {other} place {}", words[3]);
        }
        1 if lines[answer].contains(" matrix ") => {
            let (head, list) = lines[answer].rsplit_once(' ').unwrap();
            let mut columns: Vec<u64> = list.split(',').map(|word| word.parse().unwrap()).collect();
            let k = random.below(columns.len() as i64) as usize;
            columns[k] = flip(columns[k], random);
            let list: Vec<_> = columns.iter().map(u64::to_string).collect();
            lines[answer] = format!("{head} {}", list.join(","));
        }
        2 if lines[at] != "rows -" => {
            let list = lines[at].strip_prefix("rows ").unwrap();
            let mut masks: Vec<_> =
                list.split(',').map(|mask| u64::from_str_radix(mask, 16).unwrap()).collect();
            let k = random.below(masks.len() as i64) as usize;
            masks[k] = flip(masks[k], random).max(1);
            let list: Vec<_> = masks.iter().map(|mask| format!("{mask:x}")).collect();
            lines[at] = format!("rows {}", list.join(","));
        }
        3 => drop(lines.remove(at)),
        4 => lines.insert(at, lines[at].clone()),
        5 if at > first => lines.swap(at - 1, at),
        6 if lines[at].contains(',') => {
            // The class above this one: all lines of it become one.
            let above = lines[at].rsplit_once(',').unwrap().0.to_owned();
            lines[at] = above.clone();
            let mut k = 0;
            lines.retain(|line| {
                k += 1;
                k - 1 == at || !line.starts_with(&format!("{above},"))
            });
        }
        _ => {}
    }
    summed(&(lines.join("\n") + "\n"))
}

/// The lines of a certificate, then `accepted` or `refused`.
fn certificates(count: usize) -> Vec<String> {
    let (mut random, mut rows) = (Random(9), Vec::new());
    let models: Vec<_> = models().into_iter().filter(|memory| memory.name != "odd").collect();
    while rows.len() < count {
        let case = if random.below(2) == 0 {
            Case::of_two_banks(&mut random)
        } else {
            let memory = random.of(&models);
            Case::new(&mut random, memory, true)
        };
        if case.uses[0].access.width() == 12 {
            continue;
        }
        let space = Space::SWIZZLES.with(Maps::Linear);
        let problem = Problem::new(case.layout, &case.uses, &case.memory, space).unwrap();
        let mut text = String::new();
        certificate::write(&problem, &problem.solve(STEPS).unwrap(), &mut text).unwrap();
        for _ in 0..4 {
            let text = damaged(&text, &mut random);
            let result = if certificate::check(&text).is_ok() { "accepted" } else { "refused" };
            rows.push(format!("{}\t{result}", text.trim_end().replace('\n', "\t")));
        }
    }
    rows
}

#[test]
fn rows_of_the_proofs() {
    let mut rows = certificates(4_000);
    let accepted = rows.iter().filter(|row| row.ends_with("accepted")).count();
    assert!(accepted > 1_000 && rows.len() - accepted > 1_000, "{accepted} of {}", rows.len());
    rows.extend(wavefronts());
    if let Some(path) = std::env::var_os("PROVEN_ROWS") {
        std::fs::write(path, rows.join("\n") + "\n").unwrap();
    }
}
