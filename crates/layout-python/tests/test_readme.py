"""The cells of the README and of the book's chapter."""
import doctest
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("path", ["crates/layout-python/README.md", "docs/book/python.md"])
def test_the_cells_of_a_page(path):
    text = (ROOT / path).read_text()
    cells = text.split("```python\n")[1:]
    test = doctest.DocTestParser().get_doctest("".join(cell.split("```")[0] for cell in cells), {}, path, path, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize().failed == 0 and len(test.examples) > 5
