"""Puts all mutants of run-time code into one copy of a crate. A function with the mutants 17 and 18 becomes

    fn name(..) { match crate::active() { 17 => { .. } 18 => { .. } _ => { .. } } }

with the whole body in each arm. `active` is that of `guards.py`: the environment variable MUTANT at run time, a number in the
metadata in constant evaluation. A mutant in a constant or in `const { .. }` has no place here. In the tables of `macro_rules`, whose
functions are elsewhere, the outermost call of an instruction that holds the change becomes such a `match`.
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


CALL = re.compile(r"(?<![\w:.])(?:_mm\w+|store_words\w*)(?:::<[^>]*>)?\(")


def call(line, new):
    """The place of the outermost call of an instruction in a line of a table that holds the change to `new`, and how it ends there."""
    end = 0
    for found in CALL.finditer(line):
        if found.start() < end:
            continue
        depth, end = 1, found.end()
        while depth and end < len(line):
            depth, end = depth + (line[end] == "(") - (line[end] == ")"), end + 1
        ends = len(new) - len(line) + end
        if not depth and line[: found.start()] == new[: found.start()] and line[end:] == new[ends:] and ends > found.start():
            return found.start(), end, ends
    return None


def place(lines, number, new):
    """The lines around what a mutant's arms hold: those of its function, or of the one line of a table. None without a place."""
    return runs(lines, number, new) or ((number - 1, number + 1) if call(lines[number], new) and not function(lines, number) else None)


def rewritten(text, mutants):
    """The text with the mutants `(k, line number, mutated line)`, and two tables: the lines of the arm of each mutant, with
    that of the change, and the lines of each function with its mutants."""
    lines, of = text.split("\n"), {}
    for k, number, line in mutants:
        of.setdefault(place(lines, number, line), []).append((k, number, line))
    # A function within another that has mutants, too, is part of its body.
    for inner in sorted(of, key=lambda found: found[1] - found[0]):
        outer = next((one for one in of if one[0] < inner[0] and inner[1] < one[1]), None)
        if outer:
            of[outer] += of.pop(inner)
    out, arms, functions, at = [], {}, [], 0
    for opens, ends_of in sorted(of):
        found, body = of[opens, ends_of], lines[opens + 1 : ends_of]
        begin = len(out) + opens - at + 1
        if not runs(lines, found[0][1], found[0][2]):
            out, text, rest = [*out, *lines[at : opens + 1]], lines[opens + 1], 0
            calls = {}
            for k, number, line in found:
                start, end, ends = call(text, line)
                calls.setdefault((start, end), []).append((k, line[start:ends]))
            for (start, end), news in sorted(calls.items()):
                out.append(text[rest:start] + "match crate::active() {")
                for k, new in news:
                    out.append(f"{k} => {new},")
                    arms[k] = range(len(out), len(out) + 1), len(out)
                out.append(f"_ => {text[start:end]} }}")
                rest = end
            out, at = [*out, text[rest:]], ends_of
            functions.append((range(begin, len(out) + 1), [k for k, *_ in found]))
            continue
        out += [*lines[at : opens + 1], "match crate::active() {"]
        for k, number, line in found:
            first = len(out) + 2
            arm = list(body)
            arm[number - opens - 1] = line
            out += [f"{k} => {{", *arm, "}"]
            arms[k] = range(first, len(out) + 1), first + number - opens - 1
        out += ["_ => {", *body, "}", "}"]
        functions.append((range(begin, len(out) + 2), [k for k, *_ in found]))
        at = ends_of
    return "\n".join(out + lines[at:]), arms, functions
