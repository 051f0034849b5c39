"""Lists the mutants of the compile-time checks. Each mutant changes one line."""
import os
import re

import guards
from programs import read

CHECKS = ["src/types/check", "src/tensor/disjoint.rs", "src/tensor/partition.rs"]
# Patterns and their replacements.
CHANGES = [
    (r" && ", " || "), (r" \|\| ", " && "), (r" == ", " != "), (r" != ", " == "), (r" < (?=\S)", " <= "),
    (r" <= ", " < "), (r" > (?=\S)", " >= "), (r" >= ", " > "), (r" - (?=\S)", " + "), (r" \+ (?=\S)", " - "),
    (r"(?<=[ (])!(?=[a-z<(])", ""), (r"\b1(?=[;,) ])", "0"),
    (r"^(\s*)if (?!let)(.*[^\s]) \{$", r"\1if true || \2 {"), (r"^(\s*)if (?!let)(.*[^\s]) \{$", r"\1if false && \2 {"),
    # A check that is omitted.
    (r"^(\s*)((?:check::)?(?:require|offsets|exists|possible|adds_up|agree|disjoint|divides|fits|inverts|not_refused|"
     r"exists_if_static|divides_padded|try_disjoint)\b.*[^(])$", r"\1// \2"),
]
# An operand of `&&` or `||`.
OPERAND = (r"!?(?:<(?:[^&|<>]|<[^<>]*>|->)*>(?:::\w+)+|[\w.&:]+(?:::<[^()]*?>)?(?:\([^()]*\)(?:\.\w+)*)*|\([^()]*\))"
           r"(?: (?:[<>]=?|[!=]=) [^\s,;{)]+)?")
# A second list, for a sample that no test was written for.
OTHERS = [
    # A number plus or minus 1.
    (r"(?<![\w.\"@])(\d+)\b(?!\.\d|[\w@])", lambda found: str(int(found[1]) + 1)),
    (r"(?<![\w.\"@])([1-9]\d*)\b(?!\.\d|[\w@])", lambda found: str(int(found[1]) - 1)),
    # A statement or an operand is removed.
    (r"^(\s*)((?!(?:let|const|break)\b)[\w<*&].*;)$", r"\1// \2"), (r"^(\s*)((?:&&|\|\|) (?!let).*[^{(])$", r"\1// \2"),
    (rf"(?<=[ (]){OPERAND} (?:&&|\|\|) (?=\S)", ""), (rf"(?<=\S) (?:&&|\|\|) (?!let){OPERAND}(?=[;,) ]|$)", ""),
    # A predicate or a result is inverted.
    (r"\.is_none\(\)", ".is_some()"), (r"\.is_some\(\)", ".is_none()"), (r"\.is_ok\(\)", ".is_err()"),
    (r"\.is_err\(\)", ".is_ok()"), (r"(?<=[ (])Some\((?:[^()]|\([^()]*\))*\)(?![),\]]* (?:=|if))", "None"),
    (r"(?<![!\w])(<(?:[^&|<>]|<[^<>]*>)*>::(?:VALUE|IS_IDENTITY))\b", r"!\1"), (r"\bfalse\b", "true"),
    # Two values, operands or types are swapped.
    (r"\{ ([^{}]+) \} else \{ ([^{}]+) \}", r"{ \2 } else { \1 }"),
    (r"(?<=[\w>]\()([^(),<>]+), ([^(),<>]+)(?=\))", r"\2, \1"), (r"::<([^<>,]+), (?!I\b)([^<>,]+)(?=[>,])", r"::<\2, \1"),
]
ARM = re.compile(r"^(\s*)(.*?) => ([^{]+|.*\}),$")


def sources(root):
    for place in CHECKS:
        path = os.path.join(root, place)
        if os.path.isdir(path):
            yield from (f"{place}/{name}" for name in sorted(os.listdir(path)) if name != "tests.rs")
        else:
            yield place


def lines_of(root):
    """Yields the lines that may change: the file, all its lines, and the number of the line."""
    for path in sources(root):
        lines = read(os.path.join(root, path)).split("#[cfg(test)]\nmod tests {")[0].split("\n")
        for number, line in enumerate(lines):
            if not line.lstrip().startswith(("//", "use ", "#", "fn ", "pub ", "pub(", "const fn", "impl", "type ")):
                yield path, lines, number


def changed(line, changes):
    for old, new in changes:
        for found in re.finditer(old, line):
            yield line[: found.start()] + (new(found) if callable(new) else found.expand(new)) + line[found.end() :]


def mutants(root):
    """Yields `(file, line number, line, mutated line)` by the first list."""
    for path, lines, number in lines_of(root):
        for new in changed(lines[number], CHANGES):
            yield path, number, lines[number], new


def others(root):
    """Yields the mutants by the second list, in functions, that the first list does not have."""
    known = set(mutants(root))
    for path, lines, number in lines_of(root):
        function, line = guards.enclosing(lines, number), lines[number]
        if not function or number <= function.open:
            continue
        news = list(changed(line, OTHERS))
        arms = ARM.match(line), ARM.match(lines[number + 1])
        if all(arms):
            # Swaps the values of two match arms. The rest of the second arm becomes unreachable.
            (indent, first, one), (_, second, two) = (arm.groups() for arm in arms)
            news.append(f"{indent}{first} => {two}, {second} => {one},")
        for new in dict.fromkeys(news):
            if is_whole(line, new) and (path, number, line, new) not in known:
                yield path, number, line, new


def is_whole(line, new):
    """Whether the line differs and its brackets still balance."""
    if new.lstrip().startswith("//"):
        new = ""
    return line != new and all(
        line.count(one) - line.count(two) == new.count(one) - new.count(two) for one, two in ("()", "[]", "{}"))
