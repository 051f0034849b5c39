"""Puts all mutants of the compile-time checks into one copy of the library.

A function with the mutants 17 and 18 becomes four: the original as `name_0`, one for each mutant, and under its own name

    match crate::active() { 17 => name_17::<A>(a), 18 => name_18::<A>(a), _ => name_0::<A>(a) }

At run time `active` is the environment variable MUTANT. In constant evaluation it is a constant of the library, whose bytes
follow a mark in the metadata; overwriting them selects a mutant without a build. The compiler evaluates the constant again in
each crate that uses the library, since all checks are generic.
"""
import re

MARK = b"the active mutant of the checks "
# What the crate needs to define `active`.
HEAD = "#![feature(core_intrinsics, const_eval_select)]\n#![allow(warnings)]\n"
TAIL = """
extern crate std as std_of_mutants;
const ACTIVE: [u8; 36] = *b"the active mutant of the checks 0000";
const CHOSEN: u32 = {
    let (mut number, mut k) = (0, 32);
    while k < 36 {
        number = number * 10 + (ACTIVE[k] - b'0') as u32;
        k += 1;
    }
    number
};
const fn inactive() -> u32 {
    CHOSEN
}
fn chosen() -> u32 {
    static SELECTED: std_of_mutants::sync::OnceLock<u32> = std_of_mutants::sync::OnceLock::new();
    *SELECTED.get_or_init(|| std_of_mutants::env::var("MUTANT").map_or(0, |text| text.parse().unwrap()))
}
#[doc(hidden)]
pub const fn active() -> u32 {
    core::intrinsics::const_eval_select((), inactive, chosen)
}
"""

# What the kernels need for that: they have mutants, too.
TAIL_OF_KERNELS = "\npub(crate) use static_layout::active;\n"

START = re.compile(r"^( {0,4})((?:pub(?:\([^)]*\))? )?(?:const )?(?:unsafe )?fn (\w+).*)$")


class Function:
    """Lines `first..=last` of a file, including attributes. The name is in line `at`."""

    def __init__(self, lines, at):
        self.at = at
        indent, _, self.name = START.match(lines[at]).groups()
        self.last = next(k for k in range(at, len(lines)) if lines[k] == indent + "}" or (k == at and lines[k].endswith("}")))
        self.open = next(k for k in range(at, self.last + 1) if lines[k].rstrip().endswith("{"))
        self.first = at
        while re.match(r"\s*#\[", lines[self.first - 1]):
            self.first -= 1
        self.attributes = lines[self.first : at]
        self.head = " ".join(line.strip() for line in lines[at : self.open + 1]).rstrip("{ ")
        self.body = lines[self.open + 1 : self.last + 1]
        self.indent = indent

    def is_const(self):
        return "const fn" in self.head

    def call(self):
        """Returns the prefix and the arguments of a call from a function with the same signature."""
        generics, rest = "", self.head[self.head.index(self.name) + len(self.name) :]
        if rest.startswith("<"):
            inside, rest = bracketed(rest)
            names = [re.match(r"(?:const )?([\w']+)", part.strip()).group(1) for part in parts(inside)]
            names = [name for name in names if not name.startswith("'")]
            generics = f"::<{', '.join(names)}>" if names else ""
        inside, _ = bracketed(rest)
        passed = [re.sub(r"^(?:&'?\w* ?)?(?:mut )?", "", part.strip()).split(":")[0].strip() for part in parts(inside)]
        passed = ["self" if "self" in part.split(":")[0] else name for part, name in zip(parts(inside), passed)]
        return ("Self::" if "self" in passed else ""), f"{generics}({', '.join(passed)})"

    def named(self, k):
        return self.head.replace(f"fn {self.name}", f"fn {self.name}_{k}", 1)


def bracketed(text):
    """Splits the text, which begins with a bracket, into the inside of the bracket and the rest."""
    depth, k = 0, 0
    while True:
        if text[k] in "<([":
            depth += 1
        elif text[k] in ")]" or (text[k] == ">" and text[k - 1] != "-"):
            depth -= 1
        if not depth:
            return text[1:k], text[k + 1 :]
        k += 1


def parts(text):
    """Splits the text at the commas outside brackets."""
    found, depth = [""], 0
    for k, letter in enumerate(text):
        if letter in "<([":
            depth += 1
        elif letter in ")]" or (letter == ">" and text[k - 1] != "-"):
            depth -= 1
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part for part in found if part.strip()]


def enclosing(lines, number):
    """Returns the outermost function around a line, or None."""
    found = [Function(lines, at) for at in range(number + 1) if START.match(lines[at]) and "{" in "".join(lines[at : at + 12])]
    found = [function for function in found if function.at <= number <= function.last]
    return min(found, key=lambda function: len(function.indent), default=None)


def in_const(lines, mutants):
    """Inserts the mutants of blocks `const { .. }` in functions that are not `const`. Returns the lines and the other mutants."""
    others, of = [], {}
    for mutant in mutants:
        function = enclosing(lines, mutant[1])
        begins = [k for k in range(function.open, mutant[1]) if lines[k].endswith("const {")]
        ends = [next(n for n in range(k, function.last) if re.match(" *}", lines[n])) for k in begins]
        here = [(begin, end) for begin, end in zip(begins, ends) if mutant[1] < end and not function.is_const()]
        (of.setdefault(here[0], []) if here else others).append(mutant)
    lines = list(lines)
    for (begin, end), found in of.items():
        arms = [(k, [*lines[begin + 1 : number], line, *lines[number + 1 : end]]) for k, number, line in found]
        arms.append(("_", lines[begin + 1 : end]))
        # In one line, so that the numbers of the other lines stay the same.
        lines[begin] += " match crate::active() { " + " ".join(f"{k} => {{ {joined(body)} }}" for k, body in arms) + " }"
        lines[begin + 1 : end] = [""] * (end - begin - 1)
    return lines, others


def joined(lines):
    return " ".join(line for line in lines if not line.lstrip().startswith("//"))


def rewritten(text, mutants):
    """Inserts the mutants `(k, line number, mutated line)`. Returns the text and the new lines of each mutant."""
    lines, of = text.split("\n"), {}
    lines, mutants = in_const(lines, mutants)
    for k, number, line in mutants:
        function = enclosing(lines, number)
        of.setdefault(function.at, (function, []))[1].append((k, number, line))
    out, places, at = [], {}, 0
    for start in sorted(of):
        function, found = of[start]
        out += lines[at : function.first]
        before, call = function.call()
        arms = [f"{k} => {before}{function.name}_{k}{call}," for k, *_ in found]
        arms.append(f"_ => {before}{function.name}_0{call},")
        dispatch = "match crate::active() { " + " ".join(arms) + " }"
        if "unsafe fn" in function.head:
            dispatch = "unsafe { " + dispatch + " }"
        out += [*function.attributes, function.head + " { " + dispatch + " }"]
        out += [*function.attributes, function.named(0) + " {", *function.body]
        for k, number, line in found:
            body = list(function.body)
            body[number - function.open - 1] = line
            begin = len(out)
            out += [*function.attributes, function.named(k) + " {", *body]
            places[k] = range(begin + 1, len(out) + 1)
        at = function.last + 1
    return "\n".join(out + lines[at:]), places
