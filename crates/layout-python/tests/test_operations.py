"""The operations of the table: their examples, their names, and what the stub says of them."""
import ast
import inspect
import pathlib
import pickle

import pytest

import static_layout as sl

HERE = pathlib.Path(sl.__file__).parent
TABLE = sl._engine._table()
NAMES = sorted({name for row in TABLE for name in [row["name"], *row["aliases"]]})


def examples():
    for name in sorted({row["name"] for row in TABLE}):
        lines = getattr(sl._engine, name).__doc__.split("\n")
        for call, result in zip(lines, lines[1:]):
            if call.startswith(">>> "):
                yield pytest.param(call[4:], result, id=call[4:])


@pytest.mark.parametrize("call, result", list(examples()))
def test_examples_of_docstrings(call, result):
    scope = vars(sl)
    if result.startswith("LayoutError: "):
        with pytest.raises(sl.LayoutError) as refused:
            eval(call, scope)
        assert refused.value.message == result[len("LayoutError: "):]
    else:
        assert repr(eval(call, scope)) == result


def test_every_operation_has_an_example():
    without = [name for name in {row["name"] for row in TABLE} if ">>> " not in getattr(sl._engine, name).__doc__]
    # Its result has several lines.
    assert without == ["description"]


@pytest.mark.parametrize("name", NAMES)
def test_an_operation_is_a_function(name):
    operation = getattr(sl._engine, name)
    assert callable(operation)
    if isinstance(operation, sl.Operation):
        assert operation.__name__ == name and operation.__doc__
        assert pickle.loads(pickle.dumps(operation)).__name__ == name
        inspect.signature(operation)
        with pytest.raises(TypeError):
            operation(*[1] * 20)


def test_arguments_by_name():
    a = sl.Layout((8, 8), (8, 1))
    assert sl.zipped_divide(a, tiler=(2, 4)) == a.zipped_divide(tiler=(2, 4)) == a.zipped_divide((2, 4))
    assert sl.complement(sl.Layout(4, 2), m=32) == sl.complement(sl.Layout(4, 2), 32)
    with pytest.raises(TypeError, match="by name"):
        sl.zipped_divide(a, tilers=(2, 4))


def test_methods_are_functions():
    a = sl.Layout((4, 8), (8, 1))
    method = a.coalesce
    assert method() == sl.coalesce(a) == sl.Layout.coalesce(a)
    assert sl.Swizzle(2, 0, 2).apply(7) == sl.Swizzle(2, 0, 2)(7)


def stub_names(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def test_the_stub_has_what_the_engine_has():
    stub = ast.parse((HERE / "_engine.pyi").read_text())
    # What only annotations name.
    types = {"HasShapeAndStride"}
    stated = set(stub_names(stub.body)) - types
    assert stated == {name for name in dir(sl._engine) if not name.startswith("__")} - {"__version__"}
    for node in stub.body:
        if isinstance(node, ast.ClassDef) and node.name not in types:
            kind = getattr(sl._engine, node.name)
            own = {name for name in vars(kind) if not name.startswith("_")}
            attributes = {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
            assert own <= set(stub_names(node.body)) | attributes, node.name
            for name in stub_names(node.body):
                assert hasattr(kind, name) or name == "__getattr__", (node.name, name)
