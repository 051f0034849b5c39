"""The notebook's cells give the outputs that it shows."""
import ast
import contextlib
import io
import json
import pathlib

NOTEBOOK = pathlib.Path(__file__).resolve().parents[1] / "notebooks/algebra.ipynb"


def run(source, scope):
    """Run a cell: what it prints, and the value of its last expression."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), "cell", "exec"), scope)
        value = eval(compile(last, "cell", "eval"), scope) if last else None
    return printed.getvalue(), value


def test_the_outputs_of_the_notebook():
    scope, compared = {}, 0
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed, value = run("".join(cell["source"]), scope)
        shown = "".join("".join(out["text"]) for out in cell["outputs"] if out["output_type"] == "stream")
        assert printed == shown
        for out in cell["outputs"]:
            data = {kind: "".join(text) for kind, text in out.get("data", {}).items()}
            if data:
                assert data["text/plain"] == repr(value)
                for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
                    assert data.get(kind) == (getattr(value, method)() if hasattr(value, method) else None), cell["source"]
                compared += 1
    assert compared > 15
