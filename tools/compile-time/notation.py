"""Parses layouts, tilers, tuples and coordinates, and writes them as Rust and C++ types."""
import re
from typing import NamedTuple


class Swizzled(NamedTuple):
    """A swizzled layout, `Sw<3,4,3> o 0 o (8,64):(64,1)`."""
    bits: tuple
    offset: int
    layout: tuple


class Unit(tuple):
    """A stride with a basis: the coefficient and the path, innermost first."""
    def __new__(cls, *parts):
        return super().__new__(cls, parts)


def operand(text):
    """Parses an operand. Text without a colon is a tuple, a coordinate or an integer."""
    return parse(text) if ":" in text or text.startswith("<") else Tree(tree(text))


class Tree(NamedTuple):
    """A tuple or an integer that is not a layout."""
    tree: object


def parse(text):
    """A layout `(2,(2,2)):(4,(1,2))` as a pair of nested tuples, a by-mode tiler `<4,8:2>` as a list of layouts.

    `4` as a tiler's element is the layout `4:1`.
    """
    if text.startswith("Sw<"):
        swizzle, offset, layout = text.split(" o ")
        return Swizzled(tuple(map(int, swizzle[3:-1].split(","))), int(offset), parse(layout))
    if text.startswith("<"):
        return [parse(mode) for mode in split(text[1:-1])]
    shape, _, stride = text.partition(":")
    return tree(shape), tree(stride or "1")


def split(text):
    """Splits text such as `4,(8,8):(1,8)` at the commas outside parentheses."""
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def tree(text):
    if text.startswith("("):
        return tuple(tree(part) for part in split(text[1:-1]))
    if text == "_":
        return text
    if "@" in text:  # 3@1@0: 3 times the unit of nested mode 0.1, the path innermost first
        return Unit(*map(int, text.split("@")))
    assert re.fullmatch(r"\d+", text), text
    return int(text)


def normal(layout):
    """Returns the layout with stride 0 at every extent of 1, as in the library's results."""
    if isinstance(layout, Swizzled):
        return layout._replace(layout=normal(layout.layout))

    def strides(shape, stride):
        if isinstance(shape, tuple):
            return tuple(map(strides, shape, stride))
        return 0 if shape == 1 else stride
    shape, stride = layout
    return shape, strides(shape, stride)


def text(value):
    """Returns the notation that the library's macros accept."""
    if isinstance(value, list):
        return ", ".join(map(text, value))
    if isinstance(value[0], int) and value[1] == 1:
        return f"{value[0]}:1"
    return ":".join(map(tree_text, value))


def tree_text(tree):
    if isinstance(tree, int):
        return str(tree)
    return "(" + ",".join(map(tree_text, tree)) + ")"


def constant(value):
    """Returns the operand as a value of the front end whose types are constants, and its type."""
    if isinstance(value, list):
        step = lambda mode: isinstance(mode[0], int) and mode[1] == 1  # `tile!` writes `4` for `4:1`
        return 'Tile::<"<' + ",".join(plain(m[0]) if step(m) else ":".join(map(plain, m)) for m in value) + '>">'
    if isinstance(value, Tree):
        return f'Tuple::<"{plain(value.tree)}">'
    value, front = normal(value), ""
    if isinstance(value, Swizzled):
        front = f"Sw<{plain(value.bits)[1:-1]}> o {value.offset} o "
        value = value.layout
    return 'Layout::<"' + front + ":".join(map(plain, value)) + '">'


def plain(tree):
    """Returns the notation of a tuple, as the library writes it."""
    if isinstance(tree, Unit):
        return "@".join(map(str, tree))
    if isinstance(tree, tuple):
        return "(" + ",".join(map(plain, tree)) + ")"
    return str(tree)


def rust(value):
    """Returns the Rust type of a layout or by-mode tiler, with the numeral names that the macros write."""
    if isinstance(value, list):
        return "Tile<(" + "".join(rust(mode) + "," for mode in value) + ")>"
    if isinstance(value, Tree):
        return rust_tree(value.tree)
    if isinstance(value, Swizzled):
        bits, base, shift = map(rust_tree, value.bits)
        return f"ComposedLayout<Swizzle<{bits}, {base}, {shift}>, {rust_tree(value.offset)}, {rust(value.layout)}>"
    return "Layout<{}, {}>".format(*map(rust_tree, value))


def rust_tree(tree):
    if tree == "_":
        return "Keep"
    if isinstance(tree, Unit):
        value = rust_tree(tree[0])
        for mode in tree[1:]:
            value = f"Basis<{value}, {rust_tree(mode)}>"
        return value
    if isinstance(tree, tuple):
        return "(" + "".join(rust_tree(e) + "," for e in tree) + ")"
    if tree <= 1024 or tree & (tree - 1) == 0:
        return f"U{tree}"
    return f"UInt<{rust_tree(tree >> 1)}, B{tree & 1}>"


def cxx(value):
    """Returns the CuTe type of a layout or by-mode tiler. An element `n:1` of a tiler is the integer."""
    if isinstance(value, list):
        plain = lambda mode: isinstance(mode[0], int) and mode[1] == 1
        return "Tile<" + ",".join(cxx_tree(m[0]) if plain(m) else cxx(m) for m in value) + ">"
    if isinstance(value, Tree):
        return cxx_tree(value.tree)
    if isinstance(value, Swizzled):
        swizzle = "Swizzle<{},{},{}>".format(*value.bits)
        return f"ComposedLayout<{swizzle},{cxx_tree(value.offset)},{cxx(value.layout)}>"
    return "Layout<{},{}>".format(*map(cxx_tree, value))


def cxx_tree(tree):
    if tree == "_":
        return "Underscore"
    if isinstance(tree, Unit):
        return f"ScaledBasis<Int<{tree[0]}>,{','.join(map(str, reversed(tree[1:])))}>"
    if isinstance(tree, tuple):
        return "tuple<" + ",".join(map(cxx_tree, tree)) + ">"
    return f"Int<{tree}>"
