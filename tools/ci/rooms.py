#!/usr/bin/env python3
"""rooms.py: the arrows between the rooms of each crate, from its imports; an arrow upward fails.

A room is a folder or a file at the top of a crate's `src`. ROOMS lists them, the ground first; a room may import from the
rooms before it, not from those after it. Files of one room may import each other. A room that the list lacks, or that is
gone, fails too. `rooms.py --draw` prints what ARCHITECTURE.md shows of the library; the check compares the two."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = {
    "layout-core/src": "value error number tuple layout mapping algebra swizzle notation message open strided bits memory mma solve certificate copy descriptor symbolic sharding",
    # `at_caller`, `dispatch` and `dynamic` import nothing; what stands after `tensor` names things for users.
    "src": "at_caller dispatch dynamic types layout ops tensor int iter narrow frames notation assertion __private "
    "internal macros prelude guide book",
    "crates/layout-kernels/src": "at_caller crate_only list views written simd compiled side pause parts pool nest spread scaled fill copy stage transform gemm "
    "contract axpby reduce transpose convolve computed featured macros prelude",
    "crates/layout-formats/src": "at_caller element packed paged ragged scale",
    "crates/layout-python/src": "value convert array direct operation picture classes bits memory atoms systems lint command sharding",
}
# Arrows upward that remain. A new one fails, and so does one that is gone and still listed.
REMAINING = {}
# The rooms that ARCHITECTURE.md draws.
DRAWN = {"src": "types layout ops tensor"}


def paths(text, prefix=()):
    """The paths of a `use` tree."""
    depth, start, items = 0, 0, []
    for at, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if char == "," and depth == 0:
            items.append(text[start:at])
            start = at + 1
    for item in items + [text[start:]]:
        item = item.strip()
        if found := re.fullmatch(r"(.*?)\{(.*)\}", item, re.S):
            yield from paths(found[2], (*prefix, *(p.strip() for p in found[1].split("::") if p.strip())))
        elif item:
            yield (*prefix, *(p.strip() for p in item.split(" as ")[0].split("::")))


def room(path, module):
    """The room that a path leads to from `module`, or None."""
    if path[0] == "crate":
        return path[1] if len(path) > 1 else None
    base = list(module)
    while path and path[0] in ("super", "self"):
        base = base[:-1] if path[0] == "super" else base
        path = path[1:]
        if not base:
            return path[0] if path else None
    return None


def arrows(src):
    """(from, to) -> the files that import."""
    found = {}
    for file in sorted(src.rglob("*.rs")):
        module = list(file.relative_to(src).with_suffix("").parts)
        if module[-1] in ("mod", "lib", "main"):
            module.pop()
        if not module or "tests" in module:
            continue
        text = re.sub(r"//[^\n]*", "", file.read_text())
        text = re.split(r"#\[cfg\((?:all\()?test[^\]]*\]\s*mod ", text)[0]
        uses = [p for use in re.finditer(r"\buse\s+([^;]*);", text) for p in paths(use[1])]
        # `$crate` in a macro is a name for users, which the macro expands in their crate.
        uses += [tuple(p[0].split("::")) for p in re.finditer(r"(?<!\$)\bcrate(?:::[A-Za-z_]\w*)+", text)]
        for path in uses:
            to = room(list(path), module)
            if to and to != module[0] and ((src / to).is_dir() or (src / f"{to}.rs").exists()):
                found.setdefault((module[0], to), set()).add("/".join(module))
    return found


def draw(name):
    """A line for each drawn room: what it imports of the others."""
    rooms, found = DRAWN[name].split(), arrows(ROOT / name)
    return "\n".join(f"{a} -> {', '.join(b for b in rooms if (a, b) in found) or 'nothing'}" for a in reversed(rooms))


def main():
    if sys.argv[1:] == ["--draw"]:
        print("\n\n".join(draw(name) for name in DRAWN))
        return 0
    wrong = []
    for name, order in ROOMS.items():
        src, order = ROOT / name, order.split()
        there = {p.stem for p in src.iterdir() if p.is_dir() and any(p.rglob("*.rs")) or p.suffix == ".rs"} - {"lib"}
        wrong += [f"{name}: the room {r} is not in the list of tools/ci/rooms.py" for r in sorted(there - set(order))]
        wrong += [f"{name}: the list of tools/ci/rooms.py has a room {r} that is gone" for r in sorted(set(order) - there)]
        rank = {r: k for k, r in enumerate(order)}
        found, remaining = arrows(src), REMAINING.get(name, set())
        wrong += [f"{name}: {a} no longer imports {b}: take it off the list" for a, b in sorted(remaining - found.keys())]
        for (a, b), files in sorted(found.items()):
            if rank.get(a, 0) < rank.get(b, 0) and (a, b) not in remaining:
                wrong.append(f"{name}: {a} imports {b}, which is above it: {', '.join(sorted(files))}")
    page = (ROOT / "ARCHITECTURE.md").read_text()
    wrong += [f"ARCHITECTURE.md does not show `rooms.py --draw` of {name}:\n{draw(name)}" for name in DRAWN if draw(name) not in page]
    print("\n".join(wrong) or "no new import runs up")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
