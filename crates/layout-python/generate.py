#!/usr/bin/env python3
"""generate.py: the types and the examples of all operations, from the table of the installed package.

Writes `python/static_layout/_engine.pyi`, the stub of the engine, from `engine.pyi.in` and the table, and `src/examples.txt`,
a value and a refusal of each operation for its docstring. `generate.py --check` fails where a file would change. An
operation is tried on sample values; the classes of its results are the types of the stub."""
import builtins
import itertools
import keyword
import pathlib
import sys

import static_layout as sl
from static_layout import _engine

HERE = pathlib.Path(__file__).resolve().parent
STUB = HERE / "python/static_layout/_engine.pyi"
INIT = HERE / "python/static_layout/__init__.py"
EXAMPLES = HERE / "src/examples.txt"

PLAIN = ["(4,8):(8,1)", "(6,2):(8,2)", "(4,4):(4,1)", "8:1", "4:2", "(2,(2,2)):(4,(1,2))", "(4,3):(3,1)", "(3,1,4):(4,0,1)", "(4,8):(1,4)", "(4,8):(1@0,1@1)", "(2,2):(1,1)"]
SWIZZLED = ["Sw<2,0,2> o (4,4):(4,1)", "Sw<1,0,3> o (8,2):(1,8)", "Sw<0,4,3> o 5 o (4,8):(8,1)"]
PADDED = "zipped_divide_padded((6,4):(4,1), <4,4>)"
PADDED_SWIZZLED = "zipped_divide_padded(Sw<1,0,3> o (6,4):(4,1), <4,4>)"
# The Python expressions of values whose `repr` is none.
EXPRESSIONS = {
    PADDED: "zipped_divide_padded(Layout((6, 4), (4, 1)), (4, 4))",
    PADDED_SWIZZLED: "zipped_divide_padded(Swizzle(1, 0, 3) @ Layout((6, 4), (4, 1)), (4, 4))",
}
SAMPLES = {
    "a layout": PLAIN + SWIZZLED,
    "a swizzled layout": SWIZZLED,
    "a tiler or a layout": ["<2,4>", "4:1", "<2,2>", "(2,2):(1,2)", "4:2", "2:1", "(4,3):(3,1)"],
    "a tuple": ["(4,8)", "(2,(2,2))", "8", "(2,3)", "(1,0)", "(32)", "(2,4)", "(1,2)", "(4,4)"],
    "a coordinate": ["(1,2)", "(1,_)", "3", "(0,1)", "(0,0)"],
    "an integer": ["8", "2", "1", "0", "32", "3", "16"],
    "an integer that is not negative": ["1", "0", "2", "3"],
    "a swizzle": ["Sw<2,0,2>", "Sw<3,4,3>"],
    "a padded layout": [PADDED],
    "a padded layout with a swizzle": [PADDED_SWIZZLED],
    "a text in quotation marks": [
        '"1:3, ::2"', '"!cute.layout<\\"(4,8):(8,1)\\">"', '"((3, 4):(4, 1))"', '"(_2, 3):(_1, _8)"', '"memref<4x8xf32, strided<[8, 1]>>"',
        '"f32[4,8]{1,0}"', '"StridedLayout(shape=(4, 8), strides=(8, 1), itemsize=4)"',
        "\"{'shape': (4, 8), 'strides': (32, 4), 'typestr': '<f4', 'version': 3}\"", '"Layout<Shape<_2,_4>>{}"',
        '"tensor<16x16xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>>"',
    ],
    "the number of a mode, or several as (1,0)": ["(1,0)", "1", "0", "(0)"],
    "the number of an axis, or several as (0,-1)": ["0", "(0,-1)", "1"],
}
TYPES = {
    "a layout": "LayoutLike",
    "a swizzled layout": "ComposedLayout",
    "a tiler or a layout": "TilerLike",
    "a tuple": "IntTupleLike",
    "a coordinate": "CoordLike",
    "an integer": "int",
    "an integer that is not negative": "int",
    "a swizzle": "Swizzle",
    "a padded layout": "PaddedLayout",
    "a padded layout with a swizzle": "PaddedLayout",
    "a text in quotation marks": "str",
    "the number of a mode, or several as (1,0)": "IntTupleLike",
    "the number of an axis, or several as (0,-1)": "IntTupleLike",
}
# Operations whose results are integers of the nesting, also of a layout of names.
FORM = {"rank", "depth"}
# The most calls of an operation that are tried.
TRIED = 4000
# Classes with methods, and what their first parameters take.
CLASSES = {
    "Layout": {"a layout", "a tiler or a layout"},
    "ComposedLayout": {"a layout", "a swizzled layout"},
    "SymbolicLayout": {"a layout", "a tiler or a layout"},
    "PaddedLayout": {"a padded layout", "a padded layout with a swizzle"},
    "Swizzle": {"a swizzle"},
}


def value(text):
    return text[1:-1].replace('\\"', '"') if text.startswith('"') else sl.evaluate(text)


VALUES = {kind: [value(text) for text in texts] for kind, texts in SAMPLES.items()}


def calls(row):
    """The results and the refusals of a row on samples: (arguments, result or error)."""
    needed = [kind for _, kind, optional in row["parameters"] if not optional]
    function = getattr(_engine, row["name"])
    for arguments in itertools.islice(itertools.product(*(VALUES[kind] for kind in needed)), TRIED):
        try:
            yield arguments, function(*arguments)
        except (sl.LayoutError, TypeError) as error:
            yield arguments, error


def type_of(result):
    if isinstance(result, tuple):
        return type(result).__name__ if hasattr(result, "_fields") else "IntTuple"
    return {"NoneType": "None", "E": "IntTuple"}.get(type(result).__name__, type(result).__name__)


def survey(row):
    """The classes of results by the class of the first argument, an example and a refusal."""
    found, example, refusal = {}, None, None
    for arguments, result in calls(row):
        if isinstance(result, sl.LayoutError):
            if refusal is None or (refusal[1].rule in (None, "Syntax") and result.rule is not None):
                refusal = (arguments, result)
        elif not isinstance(result, Exception):
            first = type(arguments[0]).__name__ if arguments else ""
            found.setdefault(first, set()).add(type_of(result))
            if example is None or (example[1] == example[0][0] and result != arguments[0]):
                example = (arguments, result)
    return found, example, refusal


def union(types):
    return " | ".join(sorted(types, key=lambda one: (one == "None", one))) or "Any"


def parameters(row, first=None):
    out = []
    for at, (name, kind, optional) in enumerate(row["parameters"]):
        of = first if first and at == 0 else TYPES[kind]
        name = name + "_" if keyword.iskeyword(name) else name
        out.append(f"{name}: {of} | None = None" if optional else f"{name}: {of}")
    return out


def overloads(rows, surveys, of_class=None):
    """(parameters, result) of each way to call the rows, as a method of a class or as a function."""
    out = []
    for row in rows:
        if not row["parameters"]:
            continue
        kind = row["parameters"][0][1]
        found = surveys[id(row)][0]
        if of_class:
            if kind not in CLASSES[of_class]:
                continue
            first = "Layout" if of_class == "SymbolicLayout" else of_class
            types = set(found.get(first, ()))
            if of_class == "SymbolicLayout":
                types = {"SymbolicLayout" if one == "Layout" else one for one in types} | ({"Int"} if types & {"int"} and row["name"] not in FORM else set())
            if types or not found:
                out.append((["self", *parameters(row)[1:]], union(types)))
            continue
        if kind == "a layout" and row["name"] not in FORM and "int" in set().union(*found.values()):
            out.append((parameters(row, "SymbolicLayout"), "Int | int"))
        if kind == "a layout" and {"Layout", "ComposedLayout"} <= set(found) and found["Layout"] != found["ComposedLayout"]:
            out.append((parameters(row, "ComposedLayout"), union(found["ComposedLayout"])))
            out.append((parameters(row), union(found["Layout"])))
        else:
            out.append((parameters(row), union(set().union(*found.values()) if found else set())))
    unique = []
    for one in out:
        if one not in unique:
            unique.append(one)
    # Of several with the same parameters the result is any of theirs.
    merged = {}
    for names, result in unique:
        merged.setdefault(tuple(names), set()).update(result.split(" | "))
    # A type checker takes the first way that fits, and the package the one whose classes fit without a conversion.
    ways = sorted(merged.items(), key=lambda way: " ".join(way[0]).count("Like"))
    return [(list(names), union(types)) for names, types in ways]


def declare(name, ways, indent=""):
    lines = []
    for names, result in ways:
        if len(ways) > 1:
            lines.append(f"{indent}@overload")
        lines.append(f"{indent}def {name}({', '.join(names)}) -> {result}: ...")
    return lines


def stub(table, surveys):
    by_name = {}
    for row in table:
        for name in [row["name"], *row["aliases"]]:
            by_name.setdefault(name, []).append(row)
    text = "# Written by generate.py.\n" + (HERE / "engine.pyi.in").read_text()
    for of_class in CLASSES:
        lines = []
        own = text.split(f"class {of_class}:")[1].split("\nclass ")[0]
        for name, rows in sorted(by_name.items()):
            if f"def {name}(" in own or not isinstance(vars(getattr(_engine, of_class)).get(name), _engine.Operation):
                continue
            lines += declare(name, overloads(rows, surveys, of_class), "    ")
        text = text.replace(f"    # the operations of {of_class}\n", "".join(line + "\n" for line in lines))
    lines = []
    for name, rows in sorted(by_name.items()):
        if isinstance(getattr(_engine, name), _engine.Operation):
            lines += declare(name, overloads(rows, surveys))
    return text.replace("# the operations\n", "".join(line + "\n" for line in lines))


SHOWN = {sl.evaluate(text): expression for text, expression in EXPRESSIONS.items()}


def shown(argument):
    return SHOWN.get(argument, repr(argument)) if isinstance(argument, sl.PaddedLayout) else repr(argument)


def examples(table, surveys):
    """Lines `name TAB call TAB result`, and `name TAB call TAB ! message` for a refusal; one of each a name."""
    lines, seen = [], set()
    for row in table:
        _, example, refusal = surveys[id(row)]
        for kind, found in (("", example), ("! ", refusal)):
            if found is None or (row["name"], kind) in seen:
                continue
            call = f"{row['name']}({', '.join(map(shown, found[0]))})"
            result = found[1].message if kind else shown(found[1])
            if len(call) + len(result) > 220 or "\n" in call + result or "\t" in call + result:
                continue
            seen.add((row["name"], kind))
            lines.append(f"{row['name']}\t{call}\t{kind}{result}\n")
    return "".join(lines)


# Readers of texts with the names of packages; `from_text` reads them all.
PACKAGES = {"cute_dsl", "cuda_core", "mlir", "mojo", "moye", "numpy", "triton", "xla"}


def names():
    """`__init__.py` with the list of names that `import *` brings: type checkers read no other form."""
    every = {name for name in dir(_engine) if not name.startswith("_")} | {"FoundSwizzle", "Slice"}
    every -= PACKAGES | set(dir(builtins))
    head = INIT.read_text().split("# Written by generate.py.")[0]
    lines = "".join(f'    "{name}",\n' for name in sorted(every))
    return f"{head}# Written by generate.py.\n__all__ = [\n{lines}]\n"


def main():
    table = sl._engine._table()
    surveys = {id(row): survey(row) for row in table}
    without = sorted({row["name"] for row in table if surveys[id(row)][1] is None})
    made = {STUB: stub(table, surveys), EXAMPLES: examples(table, surveys), INIT: names()}
    if without:
        print("rows without an example:", ", ".join(without), file=sys.stderr)
    if "--check" in sys.argv[1:]:
        stale = [str(path.relative_to(HERE)) for path, text in made.items() if not path.exists() or path.read_text() != text]
        if stale or without:
            sys.exit(f"run generate.py: {', '.join(stale) or 'an operation has no example'}")
        return
    for path, text in made.items():
        path.write_text(text)


if __name__ == "__main__":
    main()
