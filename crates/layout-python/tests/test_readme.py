"""The README's cells."""
import doctest
import pathlib

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"


def test_the_cells_of_the_readme():
    text = README.read_text()
    cells = text.split("```python\n")[1:]
    test = doctest.DocTestParser().get_doctest("".join(cell.split("```")[0] for cell in cells), {}, "README", str(README), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.summarize().failed == 0 and len(test.examples) > 10
