"""Puts all mutants of run-time code into one copy of a crate. A function with the mutants 17 and 18 becomes

    fn name(..) { match crate::active() { 17 => { .. } 18 => { .. } _ => { .. } } }

with the whole body in each arm. `active` is that of `guards.py`: the environment variable MUTANT at run time, a number in the
metadata in constant evaluation. A mutant in a constant or in `const { .. }` has no place here.
"""
import re

START = re.compile(r"^( *)(?:pub(?:\([^)]*\))? )?(?:default )?(const )?(?:unsafe )?(?:extern \"C\" )?fn \w+")


def function(lines, number):
    """The innermost function around a line: the lines of its header's last `{` and of its `}`. None without one."""
    for at in range(number - 1, -1, -1):
        found = START.match(lines[at])
        if not found:
            continue
        indent = found[1]
        ends = next((k for k in range(at, len(lines)) if lines[k] == indent + "}"), None)
        opens = next((k for k in range(at, len(lines)) if lines[k].rstrip().endswith("{")), None)
        if ends is None or opens is None or opens > ends or lines[at].rstrip().endswith("}"):
            continue
        if any(line.rstrip().endswith(";") for line in lines[at:opens]):
            continue
        if opens < number < ends:
            return opens, ends
        if len(indent) <= 4 and ends < number:
            return None
    return None


def runs(lines, number, new):
    """The function whose body holds the line where it is run, not evaluated for a constant, nor the line `new` in its place."""
    found = function(lines, number)
    if not found:
        return None
    consts = [re.findall(r"\bconst \{.*?\}", line) for line in (lines[number], new)]
    runs_beside = consts[0] == consts[1] and lines[number].count("{") - lines[number].count("}") in (0, 1)
    for k in range(found[0] + 1, number + (0 if consts[0] and runs_beside else 1)):
        if re.search(r"\bconst \{|^\s*(?:pub )?(?:const|static) \w+:", lines[k]):
            indent = re.match(" *", lines[k])[0]
            ends = next((n for n in range(k, found[1]) if lines[n].startswith((indent + "}", indent + "]"))), k)
            if k == number or (lines[k].rstrip().endswith(("{", "[")) and number <= ends):
                return None
    return found


def rewritten(text, mutants):
    """The text with the mutants `(k, line number, mutated line)`, and two tables: the lines of the arm of each mutant, with
    that of the change, and the lines of each function with its mutants."""
    lines, of = text.split("\n"), {}
    for k, number, line in mutants:
        of.setdefault(runs(lines, number, line), []).append((k, number, line))
    # A function within another that has mutants, too, is part of its body.
    for inner in sorted(of, key=lambda found: found[1] - found[0]):
        outer = next((one for one in of if one[0] < inner[0] and inner[1] < one[1]), None)
        if outer:
            of[outer] += of.pop(inner)
    out, arms, functions, at = [], {}, [], 0
    for opens, ends in sorted(of):
        found, body = of[opens, ends], lines[opens + 1 : ends]
        begin = len(out) + opens - at + 1
        out += [*lines[at : opens + 1], "match crate::active() {"]
        for k, number, line in found:
            first = len(out) + 2
            arm = list(body)
            arm[number - opens - 1] = line
            out += [f"{k} => {{", *arm, "}"]
            arms[k] = range(first, len(out) + 1), first + number - opens - 1
        out += ["_ => {", *body, "}", "}"]
        functions.append((range(begin, len(out) + 2), [k for k, *_ in found]))
        at = ends
    return "\n".join(out + lines[at:]), arms, functions
