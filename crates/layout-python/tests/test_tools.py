"""Pictures, accesses to memory, atoms, bits, texts of other systems, shardings, the lint, the command."""
import subprocess
import sys

import pytest

import static_layout as sl
from static_layout import Layout, LayoutError, Swizzle
from static_layout.testing import assert_conflict_free, assert_injective, assert_same_function

FLOATS = Layout((32, 32), (32, 1))


def test_pictures(tmp_path):
    a = Layout((4, 8), (8, 1))
    for value in (a, Swizzle(2, 0, 2) @ Layout((4, 4), (4, 1)), a // (2, 4), sl.BitLayout(a), sl.atom("SM80_16x8x16_F16")):
        assert value._repr_svg_().startswith("<svg")
    picture = sl.draw(a, "tile=<2,4>")
    assert "(1,0)" in picture.svg() and str(picture).startswith("(4,8):(8,1)\n")
    for suffix, begins in (("svg", "<svg"), ("html", "<!doctype"), ("tex", "\\"), ("json", "{"), ("txt", "(4,8)")):
        picture.save(tmp_path / f"a.{suffix}")
        assert (tmp_path / f"a.{suffix}").read_text().lower().startswith(begins)
    with pytest.raises(ValueError, match="saved as"):
        picture.save(tmp_path / "a.gif")
    assert "T1V0" in str(sl.draw_threads("((4,8),(2,2)):((32,1),(16,8))", (16, 8)))
    assert "T0V1" in str(sl.draw_copy(Layout((4, 2), (2, 1)), (1, 2)))
    assert Layout((2**20, 2**20))._repr_svg_() is None


def test_explanations():
    found = sl.explain("(10,2):(16,4) o (5,4):(1,5)")
    assert "10:16: 10/5 = 2 of its coordinates" in str(found) and found.value == Layout((5, (2, 2)), (16, (80, 4)))
    assert "<code>" in found._repr_html_() and "&rarr;" in found._repr_html_()
    refused = sl.explain("10:1 / 4")
    assert refused.value is None and "refused" in str(refused) and "<4>" not in refused._repr_html_()


def test_bank_conflicts():
    column = Layout((32, 1), (1, 0))
    found = sl.bank_conflicts(column, FLOATS)
    assert (found.wavefronts, found.least, found.ways, found.is_free) == (32, 1, 32, False)
    assert "bank 0" in found.worst and found._repr_svg_().startswith("<svg")
    better = sl.find_swizzle(column, FLOATS)
    assert (better.before, better.after) == (32, 1)
    assert sl.bank_conflicts(column, better.swizzle @ FLOATS).is_free
    assert_conflict_free(column, better.swizzle @ FLOATS)
    with pytest.raises(AssertionError, match=r"32-way conflict(.|\n)*help: Sw<"):
        assert_conflict_free(column, FLOATS)
    with pytest.raises(LayoutError, match="no memory is called"):
        sl.bank_conflicts(column, FLOATS, machine="abacus")


def test_solve():
    found = sl.solve(FLOATS, "32:32", "32:1 times 2")
    assert (found.before, found.cost, found.bound, found.is_exhausted) == (65, 3, 3, True)
    assert all(sl.bank_conflicts(use, found.layout).is_free for use in ("32:32", "32:1"))
    assert sl.check_certificate(found.certificate()).startswith("no candidate costs less than 3")
    with pytest.raises(LayoutError, match="not proven"):
        sl.check_certificate(found.certificate().replace("cost 3", "cost 2", 1))


def test_assertions():
    assert_same_function(Layout((2, 4), (1, 2)), Layout(8))
    with pytest.raises(AssertionError, match="differ"):
        assert_same_function(Layout((2, 4), (4, 1)), Layout(8))
    assert_injective(Layout((2, 4), (4, 1)))
    with pytest.raises(AssertionError, match=r"\(1, 0\) and \(0, 1\)"):
        assert_injective(Layout((2, 2), (1, 1)))


def test_a_padded_layout_is_not_drawn_or_counted():
    padded = Layout((6, 4)).logical_divide_padded((4, 2))
    for call in (sl.draw, lambda a: sl.bank_conflicts(a, FLOATS)):
        with pytest.raises(TypeError, match="past the end"):
            call(padded)
    assert padded._repr_svg_().startswith("<svg")


def test_atoms():
    atom = sl.atom("SM80_16x8x16_F32F16F16F32_TN")
    assert atom.operands == ["A", "B", "C"] and atom.A.tile == (16, 16)
    assert atom.A.layout == Layout("((4,8),(2,2,2)):((32,1),(16,8,128))")
    tiled = atom.tiled((2, 2), (1, 2, 1))
    assert tiled.C.tile == (32, 32)
    assert all(sl.atom(name).operands for name in sl.atom_names())
    assert eval(repr(atom), vars(sl)) == atom != tiled and repr(tiled).startswith("<Atom ")
    with pytest.raises(ValueError, match="times in a direction"):
        atom.tiled((2, 2), (2**59, 1, 1))
    with pytest.raises(LayoutError, match="unknown atom"):
        sl.atom("SM80")
    with pytest.raises(AttributeError):
        atom.D


def test_bits():
    a = Layout((4, 8), (8, 1))
    bits = sl.BitLayout(a)
    assert all(bits(i, j) == a(i, j) for i in range(4) for j in range(8))
    assert bits.to_layout() == a and (bits.inverse() @ bits).columns == [1 << k for k in range(5)]
    assert bits.inputs == {"mode0": 2, "mode1": 3}
    with pytest.raises(LayoutError):
        sl.BitLayout(Layout((3, 4)))


def test_texts_of_other_systems():
    a = Layout((4, 8), (8, 1))
    refused = []
    for system in sl.systems():
        for element in (None, "f32", 4):
            try:
                text = sl.to_text(a, system, element)
                break
            except LayoutError:
                pass
        else:
            refused.append(system)
            continue
        read = sl.from_text(text, system)
        assert read == a or sl.same_function(read, a), (system, text, read)
    assert refused == []
    assert sl.from_text("memref<4x8xf32, strided<[8, 1]>>", "mlir") == a
    with pytest.raises(LayoutError, match="no word"):
        sl.to_text(Swizzle(2, 0, 2) @ Layout((4, 4), (4, 1)), "mlir", element="f32")
    with pytest.raises(ValueError, match="they are cute, "):
        sl.to_text(a, "fortran")


def test_shardings():
    mesh = sl.Mesh({"x": 2, "y": 4})
    a, b = sl.Sharding(mesh, (64, 32), ("y", None)), sl.Sharding(mesh, (64, 32), (None, ("x", "y")))
    assert a == sl.Sharding("(64/y,32) on [x=2,y=4]") and len(mesh) == 8 and a.local_shape(3) == (16, 32)
    assert sorted(device for device, _ in a.owners((63, 0))) == [3, 7]
    assert a.to_text("hlo") == "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"
    assert sl.Sharding.from_hlo(a.to_text("hlo"), (64, 32), 8).local_shape(3) == (16, 32)
    plan = sl.plan(a, b)
    totals = plan.totals()
    assert totals.moved + totals.kept == 64 * 32
    assert sum(one.elements for device in range(8) for one in plan.receives(device)) == 64 * 32
    with pytest.raises(LayoutError, match="used twice"):
        sl.Sharding(mesh, (64, 32), ("x", "x"))


def test_the_page(tmp_path):
    page = sl.explore(Layout((4, 8), (8, 1)))
    assert "location.hash ||= '#e=%284%2C8%29%3A%288%2C1%29'" in page.html()
    assert page._repr_html_().startswith("<iframe srcdoc=")
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page.html()


def test_lint(tmp_path):
    path = tmp_path / "wrong.txt"
    path.write_text("What another tool computes.\n(6,2):(1,7) o (3,2):(2,3) = (3,2):(2,3)\n")
    found = sl.lint(path)
    assert ("wrong-result", "error", 2) in [(finding.rule, finding.level, finding.line) for finding in found]
    assert any("at (2,1) it is 7, and the exact value is 8" in finding.message for finding in found)
    assert found == sl.lint_text(path.read_text(), "wrong.txt")
    with pytest.raises(LayoutError, match="cannot read"):
        sl.lint(tmp_path / "none.py")


def test_emit_and_command():
    text = sl.emit(sl.SymbolicLayout("(n,64):(64,1)"), "c", name="rows")
    assert "rows_index(uint64_t" in text
    for facts in ("n<=4096", ["n<=4096"]):
        assert "uint32_t" in sl.emit(sl.SymbolicLayout("(n,64):(64,1)"), "c", facts=facts)
    assert sl.emit("(n{div=8 <=4096},64):(64,1)", "c").count("n%8==0") == 1
    with pytest.raises(LayoutError) as refused:
        sl.emit(Layout(8), "cobol")
    assert "\\n" not in str(refused.value) and refused.value.help
    assert sl.command("eval", "(4,8):row o 4:2") == "(2,2):(16,1)\n"
    with pytest.raises(LayoutError, match="cannot divide"):
        sl.command("eval", "10:1 / 4")
    done = subprocess.run([sys.executable, "-m", "static_layout", "eval", "(4,8):row o 4:2"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "(2,2):(16,1)\n")
    done = subprocess.run([sys.executable, "-m", "static_layout", "eval", "10:1 / 4"], capture_output=True, text=True)
    assert done.returncode == 2 and "does not divide" in done.stderr


def test_import_is_quick():
    code = "import time; t = time.perf_counter(); import static_layout; print(time.perf_counter() - t); import sys; assert 'numpy' not in sys.modules"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    assert min(times) < 0.05
