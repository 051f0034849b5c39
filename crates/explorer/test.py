#!/usr/bin/env python3
"""Tests the page in a headless Chromium: `crates/explorer/test.py`; `--shots` writes `shots/`."""
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
# The most milliseconds of drawing a layout of 64 by 64.
FRAME = 16


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
        return grid.picture.panels.map((panel, p) => panel.rows.map((_, row) => {
            const top = grid.tops[p] + row * grid.height;
            const { data } = ink.getImageData(0, top * scale, grid.labels * scale, grid.height * scale);
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
        assert page.run("explorer.answer.refused ?? explorer.answer.uncoloured ?? ''") == "", link
        assert page.run("explorer.grid.picture.cells.length") > 0, link


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
    kind, size = page.run("""Saved.png(explorer.grid).then(async (blob) => {
        const image = await createImageBitmap(blob);
        return [blob.type, [image.width, image.height]];
    })""")
    assert kind == "image/png", kind
    assert size == [2 * int(float(root.get(side))) for side in ("width", "height")], size


def refusals(page):
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
    shown = set()
    for k in range(count):
        page.run("document.getElementById('step-on').click()")
        assert page.text("step-count") == f"{k + 1} of {count}", page.text("step-count")
        shown.add(page.text("answer"))
    # Layouts of their own among them, and the answer.
    assert "(5,(2,2)):(16,(80,4))" in shown and len(shown) > 1, shown
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
    assert "at most 131072 cells" in page.text("uncoloured"), page.text("uncoloured")


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
    for name, fields in [("numbers", {}), ("whole", {"whole": "yes"})]:
        page.open("(64,64):(64,1)", **fields)
        found[name] = statistics.median(page.run(drawing))
    found["asked and drawn"] = statistics.median(page.run(asking) for _ in range(15))
    words = ", ".join(f"{name} {taken:.1f} ms" for name, taken in found.items())
    print(f"64 by 64, drawn again: {words}")
    return found


def shots(page):
    os.makedirs(os.path.join(HERE, "shots"), exist_ok=True)
    for name, dark, size, expression, fields in [
        ("tiles", False, (1180, 720), "(8,12):(12,1)", {"by": "tile=<4,3>"}),
        ("swizzle", True, (1180, 640), "Sw<3,0,3> o 0 o (8,8):(8,1)", {"by": "bank=16"}),
        ("composition", False, (1180, 1010), "(6,2):(8,2) o (4,3):(3,1)", {"by": "offset", "step": "2"}),
        ("refused", False, (1180, 640), "(6,2):(8,2) o (4,3):(5,1)", {"by": "offset"}),
        ("narrow", False, (400, 860), "(8,(2,2)):(2,(1,16))", {"by": "offset"}),
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
        for check in [grids, labels, examples, threads, operands, saved, refusals, steps, links, keyboard, large, command_page]:
            print(f"{check.__name__}: {check(page) or 'ok'}")
        found = speed(page)
        if "--shots" in sys.argv:
            shots(page)
        # Drawing alone is far below the bound. With the engine it is close, so other load may exceed it.
        bounded = found if "--strict" in sys.argv else [name for name in found if name != "asked and drawn"]
        assert all(found[name] < FRAME for name in bounded), found
    finally:
        page.close()


if __name__ == "__main__":
    main()
