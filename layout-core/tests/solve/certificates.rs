//! Certificates of random problems hold. Damaged ones are refused, and what the checker accepts enumeration confirms.

use layout_core::certificate;
use layout_core::memory::{Access, Instruction, NVIDIA, Served, SharedMemory};
use layout_core::solve::{AccessUse, Maps, Problem, Space};

use crate::draw::Random;
use crate::random::{Case, models};
use crate::solutions::{STEPS, least, least_linear};

/// The certificate of the least cost.
fn certificate(case: &Case, space: Space) -> String {
    let problem = Problem::new(case.layout, &case.uses, &case.memory, space).unwrap();
    let found = problem.solve(STEPS).unwrap();
    let mut text = String::new();
    certificate::write(&problem, &found, &mut text).unwrap();
    let claim = certificate::check(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((claim.cost, claim.map), (found.cost(), found.map()));
    assert!(claim.layout == *found.layout() && claim.is_about(&problem));
    text
}

/// Random problems of all models: some of strides and swizzles, some of linear maps of few bits.
fn cases(seed: u64, count: usize) -> Vec<(Case, Space)> {
    let (mut random, mut all) = (Random(seed), Vec::new());
    while all.len() < count {
        let memory = random.of(&models());
        let linear = random.below(2) == 0 && memory.name != "odd";
        let case = Case::new(&mut random, memory, linear);
        let vector = case.layout.leaf(0).0;
        let maps = random.of(&[Maps::Identity, Maps::Swizzles, Maps::Tma]);
        let access = case.uses[0].access;
        let space = Space {
            padding: if maps != Maps::Tma && random.below(3) == 0 { vector } else { 0 },
            orders: random.below(4) == 0,
            maps,
            bytes: (random.below(4) == 0).then(|| case.layout.cosize() * access.element() * 5 / 4),
        };
        let space =
            if linear && access.width() != 12 { Space::SWIZZLES.with(Maps::Linear) } else { space };
        all.push((case, space));
    }
    all
}

#[test]
fn certificates_hold() {
    let (mut lines, mut kinds) = (0, [0; 4]);
    for (case, space) in cases(3, 1_000) {
        let text = certificate(&case, space);
        lines += text.lines().count();
        for (kind, name) in kinds.iter_mut().zip(["refuse", "rows", "broken", "large"]) {
            *kind += text.lines().filter(|line| line.split(' ').next() == Some(name)).count();
        }
    }
    assert!(lines > 10_000 && kinds.iter().all(|count| *count > 20), "{lines} lines, {kinds:?}");
}

/// Sets the checksum of a text whose last line is `end ..`.
pub fn summed(text: &str) -> String {
    let body = &text[..text.rfind("end ").unwrap()];
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}end {sum:016x}\n")
}

/// A claim is about the problem that its text states.
#[test]
fn claims_are_about_their_problems() {
    let (access, layout) = (Access::new(4, 4).unwrap(), "(16,32):(32,1)".parse().unwrap());
    let one = |text: &str| AccessUse::new(&text.parse().unwrap(), access, 1).unwrap();
    let uses = [one("(32,16):(16,1)"), one("((16,2),16):((1,16),32)")];
    let problem = Problem::new(layout, &uses, &NVIDIA, Space::SWIZZLES).unwrap();
    let mut text = String::new();
    certificate::write(&problem, &problem.solve(STEPS).unwrap(), &mut text).unwrap();
    let claim = certificate::check(&text).unwrap();
    assert_eq!(
        claim.problem,
        "layout (16,32):(32,1)\n\
         space padding 0 orders false maps swizzles bytes 0\n\
         machine nvidia lanes 32 word 4\n\
         access (32,16):(16,1) element 4 width 4 times 1 banks 32 phases ffffffff\n\
         access ((16,2),16):((1,16),32) element 4 width 4 times 1 banks 32 phases ffffffff\n"
    );
    let twice = [uses[0], AccessUse { times: 2, ..uses[1] }];
    let named = SharedMemory { name: "other", ..NVIDIA };
    let bytes = Space { bytes: Some(1 << 20), ..Space::SWIZZLES };
    for other in [
        Problem::new("(16,32):(1,16)".parse().unwrap(), &uses, &NVIDIA, Space::SWIZZLES),
        Problem::new(layout, &uses[..1], &NVIDIA, Space::SWIZZLES),
        Problem::new(layout, &twice, &NVIDIA, Space::SWIZZLES),
        Problem::new(layout, &uses, &named, Space::SWIZZLES),
        Problem::new(layout, &uses, &NVIDIA, bytes),
    ] {
        assert!(!claim.is_about(&other.unwrap()));
    }
    // A machine of this crate has its own banks.
    let served = [Served { banks: 1024, ..NVIDIA.served[0] }];
    for (name, is_proven) in [("nvidia", false), ("NVIDIA", false), ("wide", true)] {
        let memory = SharedMemory { name, served: &served, ..NVIDIA };
        let problem = Problem::new(layout, &uses, &memory, Space::SWIZZLES).unwrap();
        let mut text = String::new();
        certificate::write(&problem, &problem.solve(STEPS).unwrap(), &mut text).unwrap();
        let reason = certificate::check(&text).map(|_| ()).map_err(|error| error.reason);
        let refused = Err("the machine of this name has other banks or phases");
        assert_eq!(reason, if is_proven { Ok(()) } else { refused });
    }
}

#[test]
fn damaged_texts_are_refused() {
    let mut random = Random(4);
    let texts: Vec<String> =
        cases(5, 100).iter().map(|(case, space)| certificate(case, *space)).collect();
    assert!(texts.iter().all(|text| *text == summed(text)));
    for _ in 0..10_000 {
        let text = texts[random.below(texts.len() as i64) as usize].as_bytes();
        let (at, mut damaged) = (random.below(text.len() as i64) as usize, text.to_vec());
        match random.below(4) {
            0 => damaged[at] = b" 0123456789,;abcdef()\n"[random.below(22) as usize],
            1 => damaged[at] = damaged[at].wrapping_add(1),
            2 => drop(damaged.remove(at)),
            _ => damaged.truncate(at),
        }
        let Ok(damaged) = String::from_utf8(damaged) else { continue };
        let is_same = damaged.as_bytes() == text;
        assert!(is_same || certificate::check(&damaged).is_err(), "{damaged}");
    }
}

/// The problem that a text states, read word by word.
fn stated(text: &str) -> Option<(Case, Space, i64)> {
    let mut lines = text.lines().skip(1);
    let layout = lines.next()?.strip_prefix("layout ")?.parse().ok()?;
    let words: Vec<&str> = lines.next()?.split(' ').collect();
    let maps = match words[6] {
        "identity" => Maps::Identity,
        "swizzles" => Maps::Swizzles,
        "tma" => Maps::Tma,
        _ => Maps::Linear,
    };
    let bytes: i64 = words[8].parse().ok()?;
    let space = Space {
        padding: words[2].parse().ok()?,
        orders: words[4] == "true",
        maps,
        bytes: Some(bytes).filter(|bytes| *bytes > 0),
    };
    let machine: Vec<&str> = lines.next()?.split(' ').collect();
    let (mut uses, mut served) = (Vec::new(), Vec::new());
    let mut line = lines.next()?;
    while let Some(access) = line.strip_prefix("access ") {
        let words: Vec<&str> = access.split(' ').collect();
        let number = |k: usize| words[k].parse::<i64>().unwrap();
        // Instructions tell the accesses apart, of which each has its own phases here.
        let instruction = Instruction::ALL[uses.len()];
        let width = number(4);
        let access = Access::new(number(2), width).ok()?.with(instruction);
        uses.push(AccessUse::new(&words[0].parse().ok()?, access, number(6)).ok()?);
        let phases: Vec<u64> =
            words[10].split(',').map(|mask| u64::from_str_radix(mask, 16).unwrap()).collect();
        let joins: Vec<u32> = words
            .get(12)
            .map_or(vec![], |list| list.split(',').map(|xor| xor.parse().unwrap()).collect());
        let bytes = width.max(machine[5].parse().ok()?);
        served.push(Served {
            instruction,
            bytes,
            banks: number(8),
            phases: phases.leak(),
            joins: joins.leak(),
            source: "",
        });
        line = lines.next()?;
    }
    let cost = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let (lanes, word) = (machine[3].parse().ok()?, machine[5].parse().ok()?);
    let memory = SharedMemory { name: "stated", lanes, word, served: served.leak() };
    Some((Case { layout, uses, memory }, space, cost))
}

/// A number of a text becomes another one, and the checksum is set: what is accepted is a true claim about what the text states.
#[test]
fn what_is_accepted_is_true() {
    let mut random = Random(6);
    let texts: Vec<String> = cases(7, 150)
        .iter()
        .filter(|(case, _)| case.layout.size() <= 256 && case.uses.len() <= 3)
        .map(|(case, space)| certificate(case, *space))
        .collect();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let text = &texts[random.below(texts.len() as i64) as usize];
        // Half of the changes are before the proof.
        let head = text.find("\ncost").unwrap() as i64 + 20;
        let most =
            if random.below(2) == 0 { head.min(text.len() as i64) } else { text.len() as i64 };
        let at = random.below(most) as usize;
        let bytes = text.as_bytes();
        if !bytes[at].is_ascii_hexdigit() || at >= text.rfind("end ").unwrap() {
            continue;
        }
        let mut damaged = bytes.to_vec();
        match random.below(3) {
            0 => damaged[at] = b"0123456789"[random.below(10) as usize],
            1 => drop(damaged.remove(at)),
            _ => damaged.insert(at, b"0123456789"[random.below(10) as usize]),
        }
        let damaged = summed(&String::from_utf8(damaged).unwrap());
        if damaged == *text {
            continue;
        }
        match certificate::check(&damaged) {
            Err(_) => refused += 1,
            Ok(claim) => {
                accepted += 1;
                let (case, space, cost) = stated(&damaged).unwrap();
                assert_eq!(claim.cost, cost);
                let (small, linear) = (case.layout.size() <= 1 << 12, space.maps == Maps::Linear);
                if small && !linear && space.padding <= 64 {
                    assert_eq!(least(&case, &space), cost, "{damaged}");
                } else if small
                    && linear
                    && let Some(least) = least_linear(&case)
                {
                    assert_eq!(least, cost, "{damaged}");
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 3_000, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_search_that_ended_early_proves_nothing() {
    let access = Access::new(4, 4).unwrap();
    let uses =
        ["32:32", "32:1"].map(|text| AccessUse::new(&text.parse().unwrap(), access, 1).unwrap());
    let problem =
        Problem::new("(32,32):(32,1)".parse().unwrap(), &uses, &NVIDIA, Space::SWIZZLES).unwrap();
    let (few, all) = (problem.solve(1).unwrap(), problem.solve(STEPS).unwrap());
    for (found, is_proven) in [(few, false), (all, true)] {
        let mut text = String::new();
        certificate::write(&problem, &found, &mut text).unwrap();
        assert_eq!(certificate::check(&text).is_ok(), is_proven);
    }
}
