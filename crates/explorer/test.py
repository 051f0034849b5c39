#!/usr/bin/env python3
"""Tests the page in a headless Chromium: `crates/explorer/test.py`; `--shots` writes `shots/`, `--strict` bounds times."""
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from xml.etree import ElementTree

from browser import Browser, find

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = "file://" + urllib.parse.quote(os.path.join(HERE, "index.html"))
# The most milliseconds of drawing a layout of 128 by 128, and of any layout where `speed` says so.
FRAME = 16
# The most bytes of the page with its engine.
MOST_BYTES = 400_000


def offsets(layout):
    """Computes the offsets of a plain layout without the engine."""
    shape, stride = (eval(re.sub(r"(\d+)\)", r"\1,)", side)) for side in layout.split(":"))

    def leaves(tree):
        return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, tuple) else [tree]

    found = [0]
    for extent, step in zip(leaves(shape), leaves(stride)):
        found = [offset + k * step for k in range(extent) for offset in found]
    return found


class Page(Browser):
    def open(self, expression, **fields):
        fields = urllib.parse.urlencode({"e": expression, **fields})
        # The blank page between forces a load; another fragment of the open page would not.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=f"{PAGE}#{fields}")
        until = time.time() + 60
        while self.run("document.documentElement?.dataset.ready ?? ''") != "yes":
            assert time.time() < until, "the page did not start"
            time.sleep(0.05)

    def text(self, name):
        return self.run(f"document.getElementById({name!r}).textContent")

    def type(self, text):
        self.run("document.getElementById('expression').select()")
        self.call("Input.insertText", text=text)

    def cells(self):
        """Returns the shown offsets by linear coordinate."""
        return self.run("""explorer.grid.picture.cells.toSorted((a, b) => a.linear - b.linear)
            .map((cell) => cell.offset)""")


def grids(page):
    for layout in ["(8,(2,2)):(2,(1,16))", "(4,6):(-6,1)", "(3,6):(1,1)", "(2,3,4):(12,4,1)", "((2,2),(3,2)):((1,6),(2,12))"]:
        page.open(layout)
        assert page.text("answer") == layout, page.text("answer")
        assert page.cells() == offsets(layout), layout
    page.open("coalesce((2,(1,6)):(1,(6,2)))")
    assert page.text("answer") == "12:1", page.text("answer")


def labels(page):
    """Each panel of a layout of rank 3 keeps its row labels: ink beside each row."""
    page.open("(3,3,2):(1,3,9)")
    inked = page.run("""(() => {
        const { grid } = explorer;
        const { canvas } = grid;
        const scale = globalThis.devicePixelRatio || 1;
        const ink = canvas.getContext('2d');
        const paper = ink.getImageData(canvas.width - 2, 2, 1, 1).data.join();
        const rows = [...Array(grid.picture.rows).keys()];
        return grid.places.map(([left, y]) => rows.map((row) => {
            const top = y + row * grid.height;
            const { data } = ink.getImageData((left - grid.labels) * scale, top * scale, (grid.labels - 2) * scale, grid.height * scale);
            for (let k = 0; k < data.length; k += 4) if (data.slice(k, k + 4).join() !== paper) return true;
            return false;
        }));
    })()""")
    assert inked == [[True] * 3] * 2, inked


def examples(page):
    page.open("(4,4):(4,1)")
    links = page.run("[...document.querySelectorAll('#gallery a')].map((link) => link.hash)")
    assert len(links) >= 30, links
    for link in links:
        page.run(f"location.hash = {link!r}; new Promise((done) => setTimeout(done, 30))")
        if "view=" in link:
            view = page.run("explorer.views[explorer.view].answer")
            assert "refused" not in view and page.run("explorer.views[explorer.view].grids.length") > 0, link
            continue
        assert page.run("explorer.answer.refused ?? explorer.answer.uncoloured ?? ''") == "", link
        assert page.run("explorer.grid.picture.size") > 0, link


def threads(page):
    # Accumulators of a warp: 32 threads of 4 values, over 16 rows of 8 columns.
    for by, groups in [("thread", 32), ("value", 4)]:
        page.open("((4,8),(2,2)):((32,1),(16,8))", by=by)
        fills = page.run("Object.fromEntries(explorer.grid.picture.cells.map((cell) => [cell.offset, cell.fill]))")
        assert len(set(fills.values())) == groups, (by, fills)
        # Row 0, columns 0 and 1, and rows 0 and 8: one thread, two values each.
        same = [fills["0"] == fills["16"], fills["0"] == fills["8"]]
        assert same == [by == "thread"] * 2, (by, same)


def operands(page):
    """An operation shows its operands, a swizzle the layout before it, and a click shows an operand alone."""
    for expression, expected in [
        ("(6,2):(8,2) o (4,3):(3,1)", ["(6,2):(8,2)", "(4,3):(3,1)"]),
        ("Sw<3,0,3> o 0 o (8,8):(8,1)", ["(8,8):(8,1)"]),
        ("complement((2,2):(1,6), 24)", ["(2,2):(1,6)"]),
        ("(4,8):(8,1)", []),
    ]:
        page.open(expression)
        names = page.run("[...document.querySelectorAll('figcaption')].map((caption) => caption.textContent)")
        assert names == expected, (expression, names)
        drawn = page.run("explorer.operands.grids.map((grid) => grid.picture.cells.toSorted((a, b) => a.linear - b.linear).map((cell) => cell.offset))")
        assert drawn == [offsets(layout) for layout in expected], (expression, drawn)
        assert page.run("document.getElementById('operands-section').hidden") == (not expected)
    page.open("(6,2):(8,2) o (4,3):(3,1)")
    page.run("document.querySelectorAll('figcaption button')[1].click()")
    assert page.text("answer") == "(4,3):(3,1)", page.text("answer")


def saved(page):
    """The SVG has every cell and label, and the PNG is an image of twice its size."""
    page.open("(3,2,2):(1,3,6)")
    svg = page.run("Saved.svg(explorer.grid)")
    root = ElementTree.fromstring(svg)
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(text for text in texts if text.isdigit()) == sorted(
        [str(k) for k in range(12)] + ["0", "1", "2", "0", "1"] * 2), texts
    kind, size = page.run("""Saved.png([explorer.grid]).then(async (blob) => {
        const image = await createImageBitmap(blob);
        return [blob.type, [image.width, image.height]];
    })""")
    assert kind == "image/png", kind
    assert size == [2 * int(float(root.get(side))) for side in ("width", "height")], size


def refusals(page):
    page.open("(6,2):(8,2) o (4,3):(5,1)")
    assert "cannot compose" in page.text("refusal"), page.text("refusal")
    page.open("(4,8):(1,4)")
    page.type("(4,8):(1,4,2)")
    assert "is not congruent with" in page.text("refusal") and "^^^^^^^" in page.text("refusal"), page.text("refusal")
    assert page.run("document.getElementById('expression').getAttribute('aria-invalid')") == "true"
    page.type("(4,8):(2,8)")
    assert page.run("document.getElementById('refusal').hidden")
    assert page.cells() == offsets("(4,8):(2,8)")


def steps(page):
    page.open("(10,2):(16,4) o (5,4):(1,5)")
    assert page.text("answer") == "(5,(2,2)):(16,(80,4))", page.text("answer")
    count = page.run("explorer.answer.steps.length")
    assert count > 3 and page.text("step-count") == f"{count} steps", page.text("step-count")
    lit = []
    for k in range(count):
        page.run("document.getElementById('step-on').click()")
        assert page.text("step-count") == f"{k + 1} of {count}", page.text("step-count")
        assert page.text("answer") == "(5,(2,2)):(16,(80,4))", page.text("answer")
        found = page.run(f"explorer.answer.steps[{k}].found")
        cells = page.run("explorer.operands.grids[0].lit && explorer.operands.grids[0].picture.cells.filter(explorer.operands.grids[0].lit).map((cell) => cell.offset)")
        if k > 0 and found and ":" in found:
            assert sorted(cells) == sorted(set(offsets(found)) & set(offsets("(10,2):(16,4)"))), (found, cells)
        lit.append(cells)
    # The first step is the whole operation, which lights all.
    assert lit[0] is None and all(lit[1:]) and len({str(cells) for cells in lit}) > 2, lit
    page.open("(10,2):(16,4) o (5,4):(1,5)", step="1")
    assert page.text("step-count") == f"2 of {count}", page.text("step-count")


def links(page):
    page.open("(8,12):(12,1)", by="tile=<4,3>", whole="yes")
    page.type("(8,8):(8,1)")
    fields = urllib.parse.parse_qs(page.run("location.hash").lstrip("#"))
    assert fields == {"e": ["(8,8):(8,1)"], "by": ["tile=<4,3>"], "whole": ["yes"]}, fields
    colours = page.run("explorer.grid.picture.cells.map((cell) => cell.fill)")
    page.open(fields["e"][0], by=fields["by"][0], whole="yes")
    assert page.run("explorer.grid.picture.cells.map((cell) => cell.fill)") == colours
    assert len(set(colours)) == 6, colours


def keyboard(page):
    page.open("(3,5):(5,1)")
    page.run("document.getElementById('grid').focus()")
    assert page.text("cell") == "(0,0) → 0, linear coordinate 0", page.text("cell")
    for key in ["ArrowRight", "ArrowRight", "ArrowDown"]:
        page.press(key)
    assert page.text("cell") == "(1,2) → 7, linear coordinate 7", page.text("cell")
    page.press("End")
    assert page.text("cell") == "(1,4) → 9, linear coordinate 13", page.text("cell")


def large(page):
    page.open("(256,256):(256,1)")
    page.run("document.getElementById('grid').focus()")
    page.press("End")
    assert page.text("cell") == "(0,255) → 255, linear coordinate 65280", page.text("cell")
    assert page.run("explorer.grid.frame.scrollLeft") > 5000
    page.open("(1024,1024):(1024,1)")
    page.run("document.getElementById('grid').focus()")
    for key in ["End", "ArrowDown"]:
        page.press(key)
    assert page.text("cell") == "(1,1023) → 2047, linear coordinate 1047553", page.text("cell")
    # Extents past 2^31, whose sheet has the rows from a given one.
    page.open("(3000000000,4):(1,3000000000)")
    assert page.text("answer") == "(3000000000,4):(1,3000000000)", page.text("answer")
    assert "131072 of 3000000000 rows" in page.text("cut-words"), page.text("cut-words")
    page.run("Object.assign(document.getElementById('from'), { value: '2999999990,1' }).dispatchEvent(new Event('change'))")
    page.run("document.getElementById('grid').focus()")
    assert page.text("cell") == "(2999999990,1) → 5999999990, linear coordinate 5999999990", page.text("cell")
    page.open("(4,2):(1,9000000000000000000)")
    texts = page.run("explorer.grid.picture.cells.map((cell) => cell.text)")
    assert texts[1] == "9000000000000000000" and texts[7] == "9000000000000000003", texts


def groups(page):
    """A click lights the cells of a group in the grid and in memory."""
    page.open("((4,8),(2,2)):((32,1),(16,8))", by="thread")
    page.run("explorer.pin(explorer.grid.picture.cell(0, 5, 0))")
    lit = page.run("explorer.grid.picture.cells.filter(explorer.grid.lit).map((cell) => cell.offset)")
    assert sorted(lit) == [33, 41, 49, 57], lit
    lit = page.run("[...Array(128).keys()].filter((k) => explorer.memory.lit(k, explorer.memory.groups[k]))")
    assert lit == [33, 41, 49, 57], lit
    page.run("explorer.pin(explorer.grid.picture.cell(0, 5, 0))")
    assert page.run("explorer.grid.lit") is None


def fragment(thread, value, operand):
    """The (row, column) of m16n8k16 in the manual: PTX ISA, "Matrix Fragments for mma.m16n8k16"."""
    group, lane = thread // 4, thread % 4
    if operand == "A":
        return group + 8 * (value // 2 % 2), 2 * lane + value % 2 + 8 * (value // 4)
    if operand == "B":
        return 2 * lane + value % 2 + 8 * (value // 2), group
    return group + 8 * (value // 2), 2 * lane + value % 2


def atoms(page):
    """An instruction is a product: A left of C, B above it. A chosen thread is lit in all panels."""
    page.open("", view="threads", kind="atom", atom="SM80_16x8x16_F32F16F16F32_TN", thread="13")
    views = page.run("""explorer.views.threads.grids.map((grid) => [grid.picture.operand.name,
        grid.picture.cells.map((cell) => [cell.row, cell.column, cell.holders]),
        grid.picture.cells.filter(grid.lit).map((cell) => [cell.row, cell.column])])""")
    assert [name for name, _, _ in views] == ["A", "B", "C"], views
    for name, cells, lit in views:
        for row, column, holders in cells:
            assert fragment(*holders, name) == (row, column), (name, row, column, holders)
        expected = [fragment(13, value, name) for value in range({"A": 8, "B": 4, "C": 4}[name])]
        assert sorted(map(tuple, lit)) == sorted(expected), (name, lit)
    boxes = page.run("""Object.fromEntries([...document.querySelectorAll('[data-operand]')].map((figure) => {
        const { left, top, right, bottom } = figure.getBoundingClientRect();
        return [figure.dataset.operand, { left, top, right, bottom }];
    }))""")
    assert boxes["A"]["right"] <= boxes["C"]["left"] and boxes["B"]["bottom"] <= boxes["C"]["top"], boxes
    assert abs(boxes["A"]["top"] - boxes["C"]["top"]) < 1 and abs(boxes["B"]["left"] - boxes["C"]["left"]) < 1, boxes
    # A click chooses a thread, and another click on it all of them.
    grid = "explorer.views.threads.grids[2]"
    for thread in (3, None):
        page.run(f"{grid}.pinned({grid}.picture.cell(0, 0, 6))")
        assert page.run("explorer.views.threads.thread") == thread
    names = page.run("explorer.views.threads.names")
    assert len(names) > 60 and "SM80_16x8x16_F16" in names and "TDPBF16PS" in names, names
    for name in names:
        page.run(f"Object.assign(explorer.views.threads.state, {{ atom: {name!r} }}); explorer.views.threads.show()")
        assert page.run("explorer.views.threads.refused.hidden"), name


def accesses(page):
    """The verdict of bank conflicts, and the cells of the access that conflicts."""
    page.open("", view="access", threads="(8,8):(1,8)", memory="(8,64):(64,1)", bytes="2", width="16", swizzle="Sw<3,3,3>")
    verdicts = page.run("[...document.querySelectorAll('.verdict:not(.other)')].map((one) => one.textContent)")
    assert verdicts == ["✗ shared memory: 8-way conflict, 8 wavefronts instead of 1", "✓ shared memory: no conflict, 1 wavefront"], verdicts
    # Eight rows begin at bank 0, where 2 elements of 2 bytes are a word.
    lit = page.run("((grid) => grid.picture.cells.filter(grid.lit).map((cell) => [cell.row, cell.column]))(explorer.views.access.grids[0])")
    assert sorted(lit) == [[row, column] for row in range(8) for column in range(2)], lit
    page.open("", view="access", threads="32:1", memory="(32,33):(33,1)", bytes="4", width="4", swizzle="")
    page.run("document.getElementById('find').click()")
    assert page.text("found") == "No swizzle is needed.", page.text("found")
    page.open("", view="access", threads="(8,8):(1,8)", memory="(8,64):(64,1)", bytes="2", width="16", swizzle="")
    page.run("document.getElementById('find').click()")
    assert page.run("explorer.views.access.state.swizzle") == "Sw<3,3,3>"
    page.run("Object.assign(explorer.views.access.state, { threads: '(' }); explorer.views.access.show()")
    assert "expected" in page.run("explorer.views.access.refused.textContent")


def alone(page):
    """The page is small, and asks for nothing but its own files."""
    files = [name for name in os.listdir(HERE) if name.endswith((".html", ".css", ".js"))]
    size = sum(os.path.getsize(os.path.join(HERE, name)) for name in files)
    assert size < MOST_BYTES, size
    page.requests.clear()
    page.open("(4,4):(4,1)")
    page.type("(8,8):(8,1)")
    page.run("explorer.go('threads', {}); explorer.go('access', {}); new Promise((done) => setTimeout(done, 200))")
    asked = [name for name in page.requests if not name.startswith(("about:", "data:"))]
    own = {os.path.basename(urllib.parse.urlparse(name).path) for name in asked if name.startswith("file://")}
    assert len(own) == len({*asked}) and own == {*files}, asked
    return f"ok, {size} bytes"


def neighbours(page):
    """Neighbouring groups have colours that differ, also for people who see two of the three primaries."""
    page.open("32:1", by="thread")
    fills = page.run("explorer.grid.picture.fills")
    colours = [tuple(int(fill[k:k + 2], 16) for k in (1, 3, 5)) for fill in fills]
    for name, seen in VISION.items():
        for step in (1, 2, 4, 5, 8, 16):
            for k in range(32):
                far = distance(*(lab(seen, colours[(k + add) % 32]) for add in (0, step)))
                assert far > 6, (name, k, step, far, fills[k], fills[(k + step) % 32])


# Matrices of linear red, green and blue: Viénot, Brettel and Mollon (1999) for red and green; Brettel (1997) in its usual
# approximation by one plane for blue.
VISION = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "no green": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "no blue": ((1, 0.14461, -0.14461), (0, 0.85924, 0.14076), (0, 0.85924, 0.14076)),
}


def lab(vision, colour):
    """CIELAB of a colour as seen."""
    linear = [(x / 255 / 12.92 if x <= 10 else ((x / 255 + 0.055) / 1.055) ** 2.4) for x in colour]
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, linear)))) for row in vision)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def command_page(page):
    """Tests the page of `layout show --html`: keys pan and zoom, and the line above describes the cell in the middle."""
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(HERE, "../../target"))
    program = os.path.join(target, "debug", "layout")
    if not os.path.exists(program):
        sys.exit(f"no {program}: `cargo build -p static-layout-cli` builds it")
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "page.html")
        subprocess.run([program, "show", "(96,128):(128,1)", "--by", "tile=<32,32>", "--html", file], check=True)
        page.call("Page.navigate", url="file://" + urllib.parse.quote(file))
        until = time.time() + 60
        while page.run("document.readyState !== 'complete' || !document.querySelector('main svg')"):
            assert time.time() < until, "the page did not load"
            time.sleep(0.05)
    box = "document.querySelector('svg').getAttribute('viewBox').split(' ').map(Number)"
    whole = page.run(box)
    page.run("document.querySelector('main').focus()")
    said = set()
    for key in ["+"] * 9 + ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"]:
        page.run(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: {key!r}, bubbles: true }}))")
        words = page.run("document.querySelector('output').textContent")
        row, column, offset = map(int, re.fullmatch(r"in the middle: \((\d+),(\d+)\) → (\d+), tile \d+", words).groups())
        assert offset == 128 * row + column, words
        said.add((row, column))
    x, y, width, _ = page.run(box)
    assert len(said) > 4 and x > 0 and y > 0 and width < whole[2] / 4, (said, x, y, width)
    page.run("document.getElementById('all').click()")
    assert page.run(box) == whole


def speed(page):
    """Measures the milliseconds of drawing, and of evaluating and drawing, as medians."""
    drawing = """(async () => {
        const taken = [];
        for (let k = 0; k < 30; k += 1) {
            const started = performance.now();
            explorer.grid.show(explorer.grid.picture, explorer.grid.whole);
            taken.push(performance.now() - started);
            await new Promise((done) => requestAnimationFrame(done));
        }
        return taken;
    })()"""
    asking = "(() => { const from = performance.now(); explorer.ask(); return performance.now() - from; })()"
    found = {}
    for size in (128, 1024):
        for name, fields in [("numbers", {}), ("whole", {"whole": "yes"})]:
            page.open(f"({size},{size}):({size},1)", **fields)
            found[size, name] = statistics.median(page.run(drawing))
            # Scrolling draws other cells each time.
            page.run("(async () => { for (let k = 1; k < 9; k += 1) { explorer.grid.frame.scrollTop = 900 * k; await new Promise(requestAnimationFrame); } })()")
        page.open(f"({size},{size}):({size},1)")
        found[size, "asked and drawn"] = statistics.median(page.run(asking) for _ in range(15))
    for (size, name), taken in found.items():
        print(f"{size} by {size}, {name}: {taken:.1f} ms")
    return found


def shots(page):
    os.makedirs(os.path.join(HERE, "shots"), exist_ok=True)
    for name, dark, size, expression, fields in [
        ("tiles", False, (1180, 720), "(8,12):(12,1)", {"by": "tile=<4,3>"}),
        ("swizzle", True, (1180, 640), "Sw<3,0,3> o 0 o (8,8):(8,1)", {"by": "bank=16"}),
        ("composition", False, (1180, 1010), "(6,2):(8,2) o (4,3):(3,1)", {"by": "offset", "step": "2"}),
        ("panels", False, (1180, 700), "(4,6,3):(1,4,24)", {"by": "offset"}),
        ("atom", False, (1180, 1180), "", {"view": "threads", "kind": "atom", "atom": "SM80_16x8x16_F32F16F16F32_TN", "thread": "13"}),
        ("conflict", False, (1180, 900), "", {"view": "access", "threads": "(8,8):(1,8)", "memory": "(8,64):(64,1)", "bytes": "2", "width": "16", "swizzle": "Sw<3,3,3>"}),
        ("million", False, (1180, 980), "(1024,1024):(1024,1)", {"by": "tile=<128,128>", "whole": "yes"}),
        ("phone-atom", True, (400, 860), "", {"view": "threads", "kind": "atom", "atom": "SM80_16x8x8_TF32"}),
        ("refused", False, (1180, 640), "(6,2):(8,2) o (4,3):(5,1)", {"by": "offset"}),
        ("phone", False, (400, 860), "(8,(2,2)):(2,(1,16))", {"by": "offset"}),
    ]:
        page.size(*size, dark=dark)
        page.open(expression, **fields)
        time.sleep(0.3)
        page.shot(os.path.join(HERE, "shots", f"{name}.png"))
    page.size(1280, 900)


def main():
    program = find()
    if program is None:
        sys.exit("no Chromium on this machine: install Debian's package `chromium`")
    page = Page(program)
    try:
        page.size(1280, 900)
        for check in [grids, labels, examples, threads, groups, operands, atoms, accesses, saved, refusals, steps, links, keyboard, large, alone, neighbours, command_page]:
            print(f"{check.__name__}: {check(page) or 'ok'}")
        found = speed(page)
        if "--shots" in sys.argv:
            shots(page)
        if "--strict" in sys.argv:
            slow = {case: taken for case, taken in found.items() if taken >= FRAME}
            assert not slow, slow
    finally:
        page.close()


if __name__ == "__main__":
    main()
