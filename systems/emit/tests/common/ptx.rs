//! An interpreter of the PTX instructions that the texts have.

use std::collections::HashMap;

/// A function of a PTX text.
pub struct Function {
    /// The bits of its integers.
    pub bits: u32,
    parameters: Vec<String>,
    lines: Vec<Vec<String>>,
}

/// The functions of a text in order.
pub fn functions(text: &str) -> Vec<Function> {
    let mut out: Vec<Function> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        if let Some(rest) = line.strip_prefix(".visible .func (") {
            let (_, inputs) = rest.split_once(") ").unwrap();
            let (_, inputs) = inputs.split_once('(').unwrap();
            let inputs = inputs.trim_end_matches(')');
            let mut parameters: Vec<String> = Vec::new();
            for input in inputs.split(", ").filter(|input| !input.is_empty()) {
                let name = input.split(' ').next_back().unwrap();
                match name.split_once('[') {
                    None => parameters.push(name.to_owned()),
                    // A divisor: three integers.
                    Some((name, size)) => {
                        let size: usize = size.trim_end_matches(']').parse().unwrap();
                        parameters.extend((0..3).map(|k| format!("{name}+{}", k * size / 3)));
                    }
                }
            }
            let bits =
                if inputs.contains(".b64") || rest.starts_with(".param .b64") { 64 } else { 32 };
            out.push(Function { bits, parameters, lines: Vec::new() });
        } else if line.ends_with(';') && !line.starts_with('.') {
            let words = line.trim_end_matches(';').replace([',', '[', ']'], " ");
            out.last_mut()
                .unwrap()
                .lines
                .push(words.split_whitespace().map(str::to_owned).collect());
        }
    }
    out
}

impl Function {
    /// Runs the function.
    pub fn call(&self, inputs: &[u64]) -> u64 {
        assert_eq!(inputs.len(), self.parameters.len());
        let mut registers: HashMap<&str, u64> = HashMap::new();
        let mut carry = 0;
        for line in &self.lines {
            let value = |registers: &HashMap<&str, u64>, word: &str| {
                word.parse::<u64>().unwrap_or_else(|_| registers[word])
            };
            let mask = if line[0].contains("64") { u64::MAX } else { u64::from(u32::MAX) };
            if line[0] == "ret" {
                continue;
            }
            if line[0].starts_with("st.param") {
                return value(&registers, &line[2]) & mask;
            }
            if line[0].starts_with("ld.param") {
                let at = self.parameters.iter().position(|name| *name == line[2]).unwrap();
                registers.insert(&line[1], inputs[at] & mask);
                continue;
            }
            if line[0].starts_with("mov") {
                let moved = value(&registers, &line[2]) & mask;
                registers.insert(&line[1], moved);
                continue;
            }
            let (x, y) = (value(&registers, &line[2]), value(&registers, &line[3]));
            let code = line[0].split('.').next().unwrap();
            let result = match code {
                "add" => x.wrapping_add(y),
                "sub" => x.wrapping_sub(y),
                "mul" => x.wrapping_mul(y),
                "div" => x / y,
                "rem" => x % y,
                "and" => x & y,
                "xor" => x ^ y,
                "shl" => x << y,
                "shr" => x >> y,
                // `mad.lo.cc a, x, y, z` and `madc.hi a, x, y, z`.
                "mad" => {
                    let sum = (u128::from(x) * u128::from(y)) as u64 & mask;
                    let sum = u128::from(sum) + u128::from(value(&registers, &line[4]));
                    carry = u64::from(sum > u128::from(mask));
                    sum as u64
                }
                "madc" => {
                    let high = (u128::from(x) * u128::from(y)) >> mask.count_ones();
                    (high as u64).wrapping_add(value(&registers, &line[4])).wrapping_add(carry)
                }
                "setp" => u64::from(x < y),
                // `selp a, b, p`: the predicate is the last operand.
                "selp" => {
                    if registers[line[4].as_str()] != 0 {
                        x
                    } else {
                        y
                    }
                }
                _ => panic!("no instruction {code}"),
            };
            registers.insert(&line[1], result & mask);
        }
        panic!("no result")
    }
}
