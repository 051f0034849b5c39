#!/usr/bin/env python3
"""Tests the page in a headless Chromium: `crates/explorer/test.py`; `--shots` writes `shots/`, `--strict` bounds times."""
import base64
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
MOST_BYTES = 560_000


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
        self.load(f"{PAGE}#{urllib.parse.urlencode({'e': expression, **fields})}")

    def first(self):
        """Opens the page as one who has no link does."""
        self.load(PAGE)

    def load(self, address):
        # The blank page between forces a load; another fragment of the open page would not.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
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


def beside(page):
    """On a wide screen operands and steps are beside the picture, and a product of an instruction fits the window."""
    box = "(({ left, top, right, bottom }) => [left, top, right, bottom])(document.querySelector(%r).getBoundingClientRect())"
    for expression in ["(6,2):(8,2) o (4,3):(3,1)", "Sw<3,0,3> o 0 o (8,8):(8,1)", "zipped_divide((8,12):(12,1), <4,3>)"]:
        page.open(expression, by="bank=16")
        _, top, right, _ = page.run(box % "#picture-section")
        left, other, _, _ = page.run(box % "#operands-section")
        assert left > right and abs(top - other) < 1, (expression, left, right, top, other)
    # Below each other where there is no room.
    page.size(900, 900)
    page.open("(6,2):(8,2) o (4,3):(3,1)")
    assert page.run(box % "#operands-section")[1] >= page.run(box % "#picture-section")[3]
    page.size(1280, 900)
    # The banks before a swizzle: a column of 8 in one bank. After it: all of them.
    page.open("Sw<3,3,3> o 0 o (8,64):(64,1)", by="bank=2")
    fills = "[...Array(8).keys()].map((row) => %s.picture.cell(0, row, 0).fill)"
    before, after = (len(set(page.run(fills % grid))) for grid in ("explorer.operands.grids[0]", "explorer.grid"))
    assert (before, after) == (1, 8) and page.text("operands-title") == "Before the swizzle", (before, after)
    page.open("", view="threads", kind="atom", atom="SM80_16x8x16_F32F16F16F32_TN")
    sides = {name: page.run(box % f"[data-operand={name}] canvas") for name in "ABC"}
    assert all(bottom <= 900 and right <= 1280 for _, _, right, bottom in sides.values()), sides
    assert page.run("explorer.views.threads.grids.every((grid) => grid.numbers && grid.size >= 9)")
    # A letter that reaches below the line is not cut off in a field.
    high = page.run("[...document.querySelectorAll('input')].filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight).map((one) => one.id)")
    assert high == [], high


def fold(page):
    """On a laptop the first picture is on the first screen as a whole, and each view begins there."""
    page.size(1280, 800)
    page.first()
    top, bottom = page.run("""(({ top }, [[, y]]) => [top + y, top + y + explorer.grid.depth])(
        document.getElementById('grid').getBoundingClientRect(), explorer.grid.places)""")
    assert top < 400 and bottom <= 800, (top, bottom)
    # The examples are open beside it.
    assert page.run("""(({ left }) => left > document.getElementById('picture-section').getBoundingClientRect().right)(
        document.querySelector('#gallery a').getBoundingClientRect())""")
    for fields in [{"view": "threads", "kind": "atom", "atom": "SM80_16x8x16_F16"}, {"view": "product"}]:
        page.open("", **fields)
        ends = page.run("[...document.querySelectorAll('[data-operand] canvas')].map((one) => one.getBoundingClientRect().bottom)")
        assert len(ends) == 3 and max(ends) <= 800, (fields, ends)
        # What the product is stands left of B and above A.
        words, b, a = (page.run(f"(({{ right, bottom, top, left }}) => [right, bottom, top, left])(document.querySelector('main:not([hidden]) {one}').getBoundingClientRect())")
                       for one in (".words", "[data-operand=B]", "[data-operand=A]"))
        assert words[0] <= b[3] and words[1] <= a[2], (words, b, a)
        assert "C = A B" in page.run("document.querySelector('main:not([hidden]) .words').textContent")
        captions = page.run("[...document.querySelectorAll('main:not([hidden]) [data-operand=B] figcaption')].map((one) => one.textContent)")
        assert captions[0].startswith("B (K,N) "), captions
    page.size(1280, 900)
    return f"ok, the picture is between {top:.0f} and {bottom:.0f} of 800 pixels"


def tiles(page):
    """Coloured by tile, a divide has the colours of its own tiles, and its operand too, with lines between them."""
    page.open("zipped_divide((8,12):(12,1), <4,6>)", by="tile=")
    tile = lambda offset: offset // 12 // 4 + 2 * (offset % 12 // 6)
    for grid in ("explorer.grid", "explorer.operands.grids[0]"):
        cells = page.run(f"{grid}.picture.cells.map((cell) => [cell.offset, cell.group, cell.fill])")
        assert [group for _, group, _ in cells] == [tile(offset) for offset, _, _ in cells], (grid, cells)
        assert len({fill for _, _, fill in cells}) == 4 and page.run(f"{grid}.picture.borders"), grid
    # The tiles of a layout that no operation makes are by four.
    page.open("(8,8):(8,1)", by="tile=")
    assert len(set(page.run("explorer.grid.picture.cells.map((cell) => cell.group)"))) == 4
    page.open("8:1", by="tile=")
    assert page.cells() == list(range(8)) and page.text("uncoloured") == "", page.text("uncoloured")


def names(page):
    """A layout of names is drawn for small integers that satisfy its facts and its condition, which the page says."""
    page.open("zipped_divide((n,12):(12,1), <4,3>)", by="thread")
    assert page.text("answer") == "((4,3),(n/4,4)):((12,1),(48,3)) # if 4 divides n", page.text("answer")
    assert page.cells() == offsets("((4,3),(2,4)):((12,1),(48,3))"), page.cells()
    facts = page.text("facts")
    for fact in ["12*n", "4 divides n", "n = 8", "((4,3),(2,4)):((12,1),(48,3))"]:
        assert fact in facts, facts
    page.open("(n{div=8 <=64},m):(m,1)")
    assert "n = 16, m = 3" in page.text("facts") and page.cells() == offsets("(16,3):(3,1)"), page.text("facts")
    page.open("(n,m):(1,k) / 8")
    assert "depends on the integers of n, m, k" in page.run("explorer.answer.refused")


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


def copied(page):
    """The button copies the address, which opens the same state."""
    page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.open("(8,12):(12,1)", by="tile=<4,3>")
    page.run("document.getElementById('copy-link').click(); new Promise((done) => setTimeout(done, 200))")
    assert page.run("navigator.clipboard.readText()") == page.run("location.href"), page.text("saved")
    # A link to this disk says so; a page that knows its address gives it.
    assert "only this machine" in page.text("saved"), page.text("saved")
    page.run("document.querySelector('meta[name=hosted]').content = 'https://layouts.example/page/'")
    page.run("document.getElementById('copy-link').click(); new Promise((done) => setTimeout(done, 200))")
    copied = page.run("navigator.clipboard.readText()")
    assert copied == "https://layouts.example/page/" + page.run("location.hash") and page.text("saved") == "link copied", copied
    assert "by=tile" in page.run("location.href") and page.text("saved"), page.text("saved")


def refusals(page):
    page.open("(6,2):(8,2) o (4,3):(5,1)")
    assert "cannot compose" in page.text("refusal"), page.text("refusal")
    page.open("(4,8):(1,4)")
    page.type("(4,8):(1,4,2)")
    assert "is not congruent with" in page.text("refusal") and "^^^^^^^" in page.text("refusal"), page.text("refusal")
    assert page.run("document.getElementById('expression').getAttribute('aria-invalid')") == "true"
    page.type("(4,8):(2,8)")
    assert page.run("document.getElementById('refusal').hidden")
    # Nothing typed is no mistake.
    page.run("Object.assign(document.getElementById('expression'), { value: '' }).dispatchEvent(new Event('input'))")
    assert page.run("document.getElementById('refusal').hidden")
    page.type("(4,8):(2,8)")
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
    """The verdict of bank conflicts, and the cells of the access that conflicts. A memory with a swizzle comes first."""
    page.open("", view="access", threads="(8,8):(1,8)", memory="(8,64):(64,1)", bytes="2", width="16", swizzle="Sw<3,3,3>")
    shown = "[...document.querySelectorAll('figure .verdict:not(.other)')].map((one) => [one.className, one.textContent])"
    verdicts = page.run(shown)
    found = ["verdict free", "✓ shared memory: no conflict, 1 wavefront"]
    assert verdicts == [found, ["verdict before", "without the swizzle, shared memory: 8-way conflict, 8 wavefronts instead of 1"]], verdicts
    # Eight rows begin at bank 0, where 2 elements of 2 bytes are a word.
    lit = page.run("((grid) => grid.picture.cells.filter(grid.lit).map((cell) => [cell.row, cell.column]))(explorer.views.access.grids[1])")
    assert sorted(lit) == [[row, column] for row in range(8) for column in range(2)], lit
    page.run("Object.assign(explorer.views.access.state, { threads: '(' }); explorer.views.access.show()")
    assert "expected" in page.run("explorer.views.access.refused.textContent")


def solved(page):
    """The layout of least cost with both pictures and its certificate, in all spaces, and refusals in words."""
    wait = "new Promise((done) => { const look = () => document.getElementById('found').textContent === 'Searching ..' ? setTimeout(look, 20) : done(); look(); })"
    lines = "[...document.querySelectorAll('#found p')].map((one) => one.textContent)"
    shown = "[...document.querySelectorAll('figure .verdict:not(.other)')].map((one) => [one.className, one.textContent])"

    def solve(**fields):
        page.open("", view="access", **{"swizzle": "", "bytes": "4", "width": "4", **fields})
        page.run("document.getElementById('solve').click()")
        page.run(wait)
        return page.run(lines)

    # What needs no change has one picture.
    told = solve(threads="32:1", memory="(32,33):(33,1)")
    assert told[0] == "(32,33):(33,1)" and told[3] == "no candidate costs less, and none is smaller: 1 seen", told
    assert len(page.run(shown)) == 1
    # The good news comes first and above the fold, and no verdict of the old memory is red.
    told = solve(threads="(8,8):(1,8)", memory="(8,64):(64,1)", bytes="2", width="16")
    assert told[:2] == ["Sw<3,3,3> o 0 o (8,64):(64,1)", "1 wavefront on nvidia, instead of 8"], told
    assert page.run(shown) == [["verdict free", "✓ shared memory: no conflict, 1 wavefront"],
                               ["verdict before", "before, shared memory: 8-way conflict, 8 wavefronts instead of 1"]], page.run(shown)
    assert page.run("document.querySelector('figure canvas').getBoundingClientRect().top") < 520
    # The pictures of the puzzle are next to each other. A column has one bank before, and 16 after.
    puzzle = {"threads": "(32,16):(16,1) and ((16,2),16):((1,16),32)", "memory": "(16,32):(32,1)"}
    told = solve(**puzzle)
    assert told == ["Sw<4,1,4> o 0 o (16,32):(32,1)", "32 wavefronts on nvidia, instead of 272", "space: the strides, swizzles",
                    "no candidate costs less, and each of the 139 smaller ones costs more: 140 seen"], told
    banks = page.run("explorer.views.access.grids.map((grid) => new Set(grid.picture.cells.filter((cell) => cell.column === 0).map((cell) => cell.fill)).size)")
    assert banks == [16, 1], banks
    # The link holds the search.
    assert page.run("location.hash.includes('solve=yes')")
    # The certificate is written when it is opened, and is the command's.
    page.run("document.querySelector('#access-view details').open = true; new Promise((done) => setTimeout(done, 200))")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "certificate")
        with open(path, "w") as file:
            file.write(page.text("certificate"))
        checked = subprocess.run([command(), "check-certificate", path], capture_output=True, text=True)
        proven = "proven: no candidate costs less than 32, and 139 lines refuse the others\nanswer Sw<4,1,4> o 0 o (16,32):(32,1)\n"
        assert checked.stdout.startswith(proven + "layout (16,32):(32,1)\n"), checked
    page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.run("document.querySelector('#access-view details button').click()")
    assert page.run("navigator.clipboard.readText()").startswith("layout certificate 1\n")
    # Other spaces and machines. A linear map that is no layout leads to the view of bits.
    assert solve(**puzzle, maps="identity", padding="4")[:2] == ["(16,32):(34,1)", "32 wavefronts on nvidia, instead of 272"]
    assert solve(**puzzle, maps="tma")[1] == "48 wavefronts on nvidia, instead of 272"
    wave = {"threads": "((16,4),8):((1,128),16)", "memory": "(16,64):(64,1)", "bytes": "2", "width": "16"}
    assert solve(**wave, machine="cdna3")[0] == "Sw<2,4,2> o 0 o (16,64):(64,1)"
    assert solve(**wave, machine="cdna4")[0] == "Sw<2,4,3> o 0 o (16,64):(64,1)"
    blocks = "(32,32):(32,1) and (32,32):(1,32) and ((2,16),(16,2)):((1,32),(2,512)) and ((16,2),(2,16)):((1,32),(16,64))"
    told = solve(threads=blocks, memory="(32,32):(32,1)", maps="linear")
    assert told[1] == "128 wavefronts on nvidia, instead of 1632" and told[3].startswith("no linear map costs less: "), told
    assert page.run("document.querySelector('#found a').getAttribute('href')").startswith("#view=bits&text=")
    assert len(page.run(shown)) == 1
    # How often an access happens is its weight.
    assert solve(threads="32:32 and 32:1 times 4", memory="(32,32):(32,1)", maps="identity")[1] == "129 weighted wavefronts on nvidia, instead of 129"
    # The search goes on while no candidate serves the accesses: here the first one is the 601st.
    told = solve(threads="(32,8):(1,32)", memory="(2,2,2,2,2,8):(1,2,4,8,16,32)", bytes="2", width="16", orders="yes")
    assert told[0] == "(2,2,2,2,2,8):(8,16,32,64,128,1)" and told[3].endswith("each of the 600 smaller ones costs more: 601 seen"), told
    assert len(page.run(shown)) == 1
    # A space that is too large is left after about a second, with a bound, and without a certificate.
    start = time.time()
    told = solve(threads="(900,30):(30,1)", memory="(30,30,30):(900,30,1)", padding="30", orders="yes")
    assert time.time() - start < 10 and "candidates before the search was stopped; none costs less than " in told[3], told
    assert page.run("document.querySelector('#access-view details').hidden")
    # A mistake in an access, and a space that does not exist.
    for fields, words in [({"threads": "32:1 and 32:1 width 3"}, "3"), ({"threads": "32:1 and 32:1 times x"}, "a number is expected after times, not x"),
                          ({"threads": "32:1", "machine": "pdp11"}, "no memory is called pdp11"), ({"threads": "32:1", "padding": "2", "maps": "tma"}, "padding")]:
        solve(**{"memory": "(32,32):(32,1)", **fields})
        refused = page.run("[explorer.views.access.refused.hidden, explorer.views.access.refused.textContent]")
        assert not refused[0] and words in refused[1], refused


def tiled(page):
    """Two by two atoms, repeated twice in N: every element of C has one holder, and A one for each column of atoms."""
    page.open("", view="threads", kind="atom", atom="SM80_16x8x16_F16", tiled="(2,2)", repeat="1x2x1")
    views = page.run("explorer.views.threads.grids.map((grid) => [grid.picture.operand.name, grid.picture.rows, grid.picture.columns, grid.picture.cells.map((cell) => [cell.row, cell.column, cell.holders])])")
    assert [view[:3] for view in views] == [["A", 32, 16], ["B", 16, 32], ["C", 32, 32]], views
    for name, _, _, cells in views:
        for row, column, holders in cells:
            pairs = list(zip(holders[::2], holders[1::2]))
            assert len(pairs) == (1 if name == "C" else 2), (name, row, column, pairs)
            for thread, value in pairs:
                atom, lane = divmod(thread, 32)
                m, n = atom % 2, atom // 2
                own, again = value % 4, value // 4
                if name == "C":
                    expected = (lambda i, j: (16 * m + i, 16 * again + 8 * n + j))(*fragment(lane, own, "C"))
                elif name == "A":
                    expected = (lambda i, j: (16 * m + i, j))(*fragment(lane, value, "A"))
                else:
                    expected = (lambda i, j: (i, 16 * again + 8 * n + j))(*fragment(lane, own, "B"))
                assert expected == (row, column), (name, thread, value, expected, row, column)
    page.run("Object.assign(explorer.views.threads.state, { tiled: '(2' }); explorer.views.threads.show()")
    assert page.run("!explorer.views.threads.refused.hidden")


def texts(page):
    """Cells show offset, index, coordinate, the offset before a swizzle, and data."""
    page.open("(2,(2,2)):(4,(2,1))", show="offset,index,coordinate,data", data="a b c d e f g h")
    found = page.run("explorer.grid.picture.cells.map((cell) => cell.text)")
    assert found[1] == "2 2 (0,(1,0)) c" and found[7] == "7 7 (1,(1,1)) h", found
    assert "show=offset%2Cindex%2Ccoordinate%2Cdata&data=a+b" in page.run("location.hash")
    page.open("Sw<1,0,1> o 0 o (2,2):(2,1)", show="offset,before")
    assert page.run("explorer.grid.picture.cells.map((cell) => cell.text)") == ["0 0", "1 1", "3 2", "2 3"]


def linked(page):
    """Operands have the colours of the result at the same offsets, and a cell is ringed in all panels."""
    page.open("(8,12):(12,1) / <4:2,_>", by="thread")
    here, there = (page.run(f"Object.fromEntries({grid}.picture.cells.map((cell) => [cell.offset, cell.fill]))")
                   for grid in ("explorer.grid", "explorer.operands.grids[0]"))
    assert here == there and len(set(here.values())) == 8, (here, there)
    page.run("explorer.pin(explorer.grid.picture.cell(0, 1, 0))")
    lit = [page.run(f"{grid}.picture.cells.filter({grid}.lit).map((cell) => cell.offset)") for grid in ("explorer.grid", "explorer.operands.grids[0]")]
    assert sorted(lit[0]) == sorted(lit[1]) == list(range(24, 36)), lit
    # A slice lights its cells in the whole, which are white elsewhere.
    page.open("(4,6):(6,1)(2,_)", by="none")
    assert page.cells() == [12, 13, 14, 15, 16, 17], page.cells()
    page.run("explorer.grid.select(explorer.grid.picture.cell(0, 0, 3))")
    assert page.run("explorer.operands.grids[0].current.offset") == 15
    # b in a o b has the coordinates of the result.
    page.open("(6,2):(8,2) o (4,3):(3,1)")
    page.run("explorer.operands.grids[1].select(explorer.operands.grids[1].picture.cell(0, 1, 2))")
    assert page.run("[explorer.grid.current.row, explorer.grid.current.column]") == [1, 2]
    # Another layout gives the colours; statements before the last are drawn, too.
    page.open("(2,2):(1,7); (4,4):(4,1)", by="layout=(4,4):(0,1)")
    fills = page.run("explorer.grid.picture.cells.map((cell) => cell.fill)")
    assert fills[:4] * 4 == fills and len(set(fills)) == 4, fills
    assert page.run("explorer.operands.grids.map((grid) => grid.picture.cells.map((cell) => cell.offset))") == [[0, 7, 1, 8]]


def products(page):
    """A product with data: C has the sums, and a cell of C lights a row of A and a column of B."""
    page.open("", view="product", a="(2,3):(3,1)", b="(3,4):(4,1)", c="(2,4):(4,1)", **{"data-a": "1 2 3 4 5 6", "data-b": " ".join(map(str, range(12)))})
    found = page.run("explorer.views.product.grids[2].picture.cells.map((cell) => Number(cell.text.split(' ')[1]))")
    expected = [sum((3 * m + k + 1) * (n + 4 * k) for k in range(3)) for m in range(2) for n in range(4)]
    assert found == expected, (found, expected)
    page.run("explorer.views.product.grids[2].select(explorer.views.product.grids[2].picture.cell(0, 1, 2))")
    lit = page.run("explorer.views.product.grids.slice(0, 2).map((grid) => grid.picture.cells.filter(grid.lit).map((cell) => [cell.row, cell.column]))")
    assert lit == [[[1, k] for k in range(3)], [[k, 2] for k in range(3)]], lit
    page.run("Object.assign(explorer.views.product.state, { b: '(5,4):(4,1)' }); explorer.views.product.show()")
    assert "both are K" in page.run("explorer.views.product.refused.textContent")


def bits(page):
    """A swizzle as a matrix of bits and as a grid; a bit lights the coordinates that have it."""
    page.open("", view="bits", text="Sw<2,0,3> o 0 o (8,8):(8,1)")
    grids = "explorer.views.bits.grids"
    ones = page.run(f"{grids}[0].picture.cells.filter((cell) => cell.text === '1').map((cell) => [cell.row, cell.column])")
    assert sorted(ones) == sorted([[3, 0], [4, 1], [5, 2], [0, 0], [1, 1], [0, 3], [1, 4], [2, 5]]), ones
    offset = lambda i, j: 8 * i + j ^ (i & 3)
    found = page.run(f"{grids}[1].picture.cells.map((cell) => Number(cell.text))")
    assert found == [offset(i, j) for i in range(8) for j in range(8)], found
    page.run(f"{grids}[0].pinned({grids}[0].picture.cell(0, 0, 1))")
    lit = page.run(f"{grids}[1].picture.cells.filter({grids}[1].lit).map((cell) => cell.row)")
    assert sorted(set(lit)) == [2, 3, 6, 7] and len(lit) == 32, lit
    page.open("", view="bits", text="{register: (0,1) (8,0), lane: (0,2) (0,4) (1,0) (2,0) (4,0)} -> {row: 4, column: 3}")
    assert page.run(f"[{grids}[1].picture.rows, {grids}[1].picture.columns, {grids}[1].picture.cell(0, 3, 5).text]") == [4, 32, "(9,3)"]
    page.open("", view="bits", text="{register: (1) (2), lane: (4)} -> {x: 3}", to="{register: (1) (4), lane: (2)} -> {x: 3}")
    assert "vectors of 2 elements; " in page.text("bits-said") and " warp shuffles, and no fewer" in page.text("bits-said"), page.text("bits-said")
    page.open("", view="bits", text="(3,8)")
    assert "3" in page.run("explorer.views.bits.refused.textContent")
    # The fewest xors of a transpose of floats: five.
    page.open("", view="access", threads="32:32", memory="(32,32):(1,32)", bytes="4", width="4", swizzle="")
    page.run("document.getElementById('solve').click()")
    assert "fewer than 5 xors" in page.text("found"), page.text("found")
    page.run("Object.assign(document.getElementById('access-thread'), { value: '3' }).dispatchEvent(new Event('input'))")
    held = page.text("access-held")
    assert held.startswith("Thread 3 accesses ") and held.endswith("; 96: 1 consecutive elements, 4 bytes at once"), held


def fingers(page):
    """On a phone: a tap lights a group, two fingers zoom, one scrolls, and nothing is wider than the screen."""
    page.call("Emulation.setDeviceMetricsOverride", width=400, height=860, deviceScaleFactor=2, mobile=True)
    page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
    try:
        page.open("(16,16):(16,1)", by="thread")
        assert page.run("document.documentElement.scrollWidth") <= 400
        page.run("document.getElementById('grid').scrollIntoView({ block: 'center' })")
        box = page.run("(({ left, top }) => [left, top])(document.getElementById('grid').getBoundingClientRect())")
        at = page.run("(() => { const [x, y] = explorer.grid.place(explorer.grid.picture.cell(0, 3, 1)); return [x + 5, y + 5]; })()")
        point = (box[0] + at[0], box[1] + at[1])
        page.touch("touchStart", point)
        page.touch("touchEnd")
        until = time.time() + 10
        while page.run("explorer.pinned") != 3:
            assert time.time() < until, page.run("explorer.pinned")
            time.sleep(0.05)
        middle = (box[0] + 150, box[1] + 150)
        apart = lambda gap: [(middle[0] - gap, middle[1]), (middle[0] + gap, middle[1])]
        before = page.run("explorer.grid.cell")
        page.touch("touchStart", *apart(30))
        for gap in range(35, 95, 10):
            page.touch("touchMove", *apart(gap))
        page.touch("touchEnd")
        wider = page.run("explorer.grid.cell")
        assert wider > 1.8 * before, (before, wider)
        # The page itself is not zoomed by it.
        assert page.run("visualViewport.scale") == 1
        page.touch("touchStart", middle)
        for far in range(10, 160, 10):
            page.touch("touchMove", (middle[0] - far, middle[1]))
            time.sleep(0.02)
        page.touch("touchEnd")
        until = time.time() + 10
        while page.run("explorer.grid.frame.scrollLeft") < 50:
            assert time.time() < until, "one finger does not scroll"
            time.sleep(0.05)
        # A row that scrolls on has a sign at its end, which goes at the end.
        sign = "getComputedStyle(document.getElementById('by'), '::after').content"
        assert page.run(sign) == '"›"' and page.run("getComputedStyle(document.getElementById('texts'), '::after').content") == '"›"'
        page.run("document.getElementById('by').scrollLeft = 1e4; new Promise((done) => setTimeout(done, 100))")
        assert page.run(sign) == "none", page.run(sign)
        for view in ("threads", "product", "access", "bits"):
            page.run(f"explorer.go({view!r}, {{}})")
            assert page.run("document.documentElement.scrollWidth") <= 400, view
        return f"ok, a pinch made cells of {before:.0f} pixels {wider:.0f} wide"
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)
        page.size(1280, 900)


def reader(page):
    """What a screen reader gets: every control has a name, a view says what it shows, and live regions say what changes."""
    controls = {"button", "textbox", "checkbox", "radio", "link", "combobox", "spinbutton", "application"}
    count = 0
    for view in ("layout", "threads", "product", "access", "bits"):
        page.open("(3,5):(5,1)", **({} if view == "layout" else {"view": view}))
        rows = page.tree()
        nameless = [row for row in rows if row[0] in controls and not row[1].strip()]
        assert not nameless, (view, nameless)
        count += sum(role in controls for role, _, _ in rows)
        assert any(role in ("status", "alert") or more.get("live") for role, _, more in rows), view
        assert [name for role, name, _ in rows if role == "heading"][0] == "Layout explorer", view
    page.open("(3,5):(5,1)")
    page.run("document.getElementById('grid').focus()")
    page.press("ArrowRight")
    live = [(role, name, more) for role, name, more in page.tree() if more.get("live") == "polite"]
    assert live and "(0,1) → 1, linear coordinate 3" in [name for _, name, _ in page.tree()], live
    page.type("(3,5):(5")
    alerts = [more for role, _, more in page.tree() if role == "alert"]
    assert alerts and alerts[0].get("live") == "assertive", alerts
    box = next(more for role, name, more in page.tree() if (role, name) == ("textbox", "Expression"))
    assert box.get("invalid") == "true", box
    # The box says what to type before one types, and the grid what its keys do.
    box = next(more for role, name, more in page.tree() if (role, name) == ("textbox", "Expression"))
    assert box.get("describedby") and "Type a shape" in page.text("meaning"), box
    assert "Arrow keys" in next(name for role, name, _ in page.tree() if role == "application")
    # A group of choices has a name, and one of them is chosen.
    rows = page.tree()
    assert [name for role, name, _ in rows if role == "radiogroup"] == ["Colours"], rows
    assert [name for role, name, more in rows if role == "radio" and more.get("checked") == "true"] == ["offset"], rows
    verdicts(page)
    return f"ok, {count} controls with names, {focus(page)} stops in reading order"


def verdicts(page):
    """A live region says each verdict in a sentence, and contains no control."""
    def live(node, nodes):
        """The roles and the text within a live region."""
        below = [live(nodes[child], nodes) for child in node.get("childIds", []) if child in nodes]
        own = [] if node.get("ignored") else [node["role"]["value"]]
        text = node.get("name", {}).get("value", "") if own == ["StaticText"] else ""
        return own + sum((roles for roles, _ in below), []), text + "".join(words for _, words in below)

    for fields, sentence in [
        ({"view": "access", "threads": "(8,8):(1,8)", "memory": "(8,64):(64,1)", "bytes": "2", "width": "16", "swizzle": "Sw<3,3,3>"},
         "Sw<3,3,3> o 0 o (8,64):(64,1): no conflict, 1 wavefront; "),
        ({"view": "threads", "kind": "atom", "atom": "SM80_16x8x16_F16", "thread": "13"}, "Thread 13 holds: A (3,2) V0"),
        ({"view": "bits", "text": "Sw<2,0,3> o 0 o (8,8):(8,1)"}, "rank 6 of 6 bits, one to one and onto"),
        ({"e": "coalesce((2,(1,6)):(1,(6,2)))"}, "12:1"),
    ]:
        page.open(fields.pop("e", ""), **fields)
        nodes = {node["nodeId"]: node for node in page.call("Accessibility.getFullAXTree")["nodes"]}
        regions = [node for node in nodes.values() if not node.get("ignored")
                   and any(one["name"] == "live" for one in node.get("properties", [])) and node["role"]["value"] in ("status", "alert")]
        said = [live(node, nodes) for node in regions]
        assert any(words.startswith(sentence) for _, words in said), (sentence, said)
        assert not [roles for roles, _ in said if {"button", "application", "textbox", "figure"} & {*roles}], said


def focus(page):
    """The keyboard reaches each control that is seen, in reading order, and leaves each grid."""
    reachable = """[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
        .filter((one) => one.checkVisibility() && !one.disabled && !(one.type === 'radio' && !one.checked))"""
    count = 0
    for view in ("layout", "threads", "product", "access", "bits"):
        page.open("(10,2):(16,4) o (5,4):(1,5)", **({} if view == "layout" else {"view": view}))
        controls = page.run(f"globalThis.controls = {reachable}; controls.length")
        stops = []
        for _ in range(controls):
            page.press("Tab")
            stops.append(page.run("controls.indexOf(document.activeElement)"))
        # The order of the document is that of reading; nothing has a place of its own.
        assert stops == list(range(controls)), (view, stops, page.run("controls.map((one) => one.id || one.textContent)"))
        assert page.run("[...document.querySelectorAll('[tabindex]')].every((one) => one.tabIndex === 0)")
        # Down each column: what is beside the picture comes after it.
        above = page.run("""controls.slice(1).map((one) => [one.closest('.side') ? 1 : 0, (one.closest('header, details, .bar, figure') ?? one)
            .getBoundingClientRect().top])""")
        if view == "layout":
            columns = [[top for column, top in above if column == side] for side in (0, 1)]
            assert columns[1] and all(tops == sorted(tops) for tops in columns), above
            assert page.run("controls[0].className") == "skip"
        count += controls
    return count


def newcomer(page):
    """The notation and the operations are in the page, and a text in another notation is refused with this one."""
    page.open("(4,8):(8,1)")
    page.run("document.getElementById('notation').open = true; new Promise((done) => setTimeout(done, 50))")
    assert "zipped_divide(" in page.text("operations-list"), page.text("operations-list")[:300]
    examples = page.run("[...document.querySelectorAll('#notation > dl code')].map((one) => one.textContent)")
    for example in examples:
        page.type(f"let a = (4,8):row; let b = 8; let t = 2; {example}")
        assert page.run("document.getElementById('refusal').hidden"), (example, page.text("refusal"))
    page.type("[4,8]:[8,1]")
    assert "a layout is shape:stride" in page.text("refusal"), page.text("refusal")
    page.open("", view="threads", kind="atom", atom="SM80_16x8x17_F16")
    refused = page.run("explorer.views.threads.refused.textContent")
    assert "the nearest names are SM80_16x8x16_F16" in refused and "--" not in refused, refused
    page.open("(8,(2,2)):(2,(1,16))")
    assert page.run("document.querySelector('#facts div:last-child dt').textContent") == "permutation"
    # Where a composition fails, the last step says why.
    page.open("(4,6):(6,1) o 8:3")
    assert "past its end" in page.text("steps") and "at the coordinate 3 the offset is 8, not 31" in page.text("steps"), page.text("steps")
    page.type("foo(3)")
    assert "layout eval" not in page.text("refusal") and "Notation and operations" in page.text("refusal"), page.text("refusal")
    page.type("layout!((4,6):(6,1)).zipped_divide(tile!(2,3))")
    assert page.text("answer") == "((2,3),(2,2)):((6,1),(12,3))"
    # On a phone the picture is on the first screen.
    page.size(400, 860)
    page.first()
    top = page.run("document.getElementById('grid').getBoundingClientRect().top")
    assert top < 600, top
    page.size(1280, 900)
    return f"ok, the picture begins at {top:.0f} of 860 pixels on a phone"


def printed(page):
    """The browser prints the page as PDF."""
    page.open("(4,4):(4,1)")
    pdf = base64.b64decode(page.call("Page.printToPDF", printBackground=True)["data"])
    assert pdf.startswith(b"%PDF") and len(pdf) > 10_000, len(pdf)
    return f"ok, {len(pdf)} bytes"


def alone(page):
    """The page is small, and asks for nothing but its own files: of all requests, those of the network are stopped and kept."""
    files = [name for name in os.listdir(HERE) if name.endswith((".html", ".css", ".js"))]
    size = sum(os.path.getsize(os.path.join(HERE, name)) for name in files)
    assert size < MOST_BYTES, size
    page.requests.clear()
    page.open("(4,4):(4,1)")
    page.type("(8,8):(8,1)")
    page.run("for (const view of Object.keys(explorer.views)) explorer.go(view, {}); new Promise((done) => setTimeout(done, 200))")
    page.run("explorer.go('layout', {}); Saved.png([explorer.grid]).then(() => document.querySelectorAll('#gallery a').length)")
    asked = [name for name in page.requests if not name.startswith(("about:", "data:"))]
    assert not [name for name in asked if not name.startswith("file://")], asked
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


def command():
    """Returns the path of the command `layout`."""
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(HERE, "../../target"))
    program = os.path.join(target, "debug", "layout")
    if not os.path.exists(program):
        sys.exit(f"no {program}: `cargo build -p static-layout-cli` builds it")
    return program


def one_file(page):
    """Tests the page of `layout serve --page`: one file, which opens at its expression and copies a link to its address."""
    program = command()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "page.html")
        words = ["serve", "--page", file, "(4,8):(8,1) / <2,4>", "--address", "https://layouts.example/"]
        subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL)
        page.requests.clear()
        page.load("file://" + urllib.parse.quote(file))
        assert page.text("answer") == "((2,2),(4,2)):((8,16),(1,4))", page.text("answer")
        assert page.cells() == offsets("((2,2),(4,2)):((8,16),(1,4))")
        assert page.run("Link.sent()[0]") == "https://layouts.example/" + page.run("location.hash")
        asked = {name.split("#")[0] for name in page.requests if not name.startswith(("about:", "data:"))}
        assert asked == {"file://" + urllib.parse.quote(file)}, asked
        return f"ok, {os.path.getsize(file)} bytes"


def command_page(page):
    """Tests the page of `layout show --html`: keys pan and zoom, and the line above describes the cell in the middle."""
    program = command()
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
    page.open("(1024,1024):(1024,1)")
    for name, act in [("scrolled", "explorer.grid.frame.scrollTo(37 * k, 53 * k)"), ("zoomed", "explorer.grid.scale(1 / (1 + k / 12))")]:
        frames = page.run("""(async () => {
            const taken = [];
            await new Promise(requestAnimationFrame);
            for (let k = 1; k <= 60; k += 1) {
                const from = performance.now();
                %s;
                await new Promise(requestAnimationFrame);
                await new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
                taken.push(performance.now() - from);
            }
            return taken.sort((a, b) => a - b);
        })()""" % act)
        print(f"1024 by 1024, {name}, a frame in all: {frames[30]:.1f} ms in the middle, {frames[57]:.1f} ms for 95 of 100")
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
        ("solved", False, (1180, 900), "", {"view": "access", "threads": "(32,16):(16,1) and ((16,2),16):((1,16),32)", "memory": "(16,32):(32,1)", "bytes": "4", "width": "4", "swizzle": "", "solve": "yes"}),
        ("million", False, (1180, 980), "(1024,1024):(1024,1)", {"by": "tile=<128,128>", "whole": "yes"}),
        ("phone-atom", True, (400, 860), "", {"view": "threads", "kind": "atom", "atom": "SM80_16x8x8_TF32"}),
        ("tiled-atom", False, (1180, 1000), "", {"view": "threads", "kind": "atom", "atom": "SM80_16x8x16_F16", "tiled": "(2,2)", "thread": "70"}),
        ("product", False, (1180, 900), "", {"view": "product", "a": "(4,8):(8,1)", "b": "(8,6):(6,1)", "c": "(4,6):(6,1)"}),
        ("bits", False, (1180, 800), "", {"view": "bits", "text": "Sw<2,0,3> o 0 o (8,8):(8,1)"}),
        ("divide", False, (1180, 1100), "(8,12):(12,1) / <4,3>", {"by": "tile="}),
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
        for check in [grids, labels, examples, threads, groups, operands, beside, fold, tiles, names, linked, texts, atoms, tiled, accesses, solved, products, bits, saved, copied, refusals, steps, links, keyboard, reader, newcomer, fingers, printed, large, alone, neighbours, one_file, command_page]:
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
