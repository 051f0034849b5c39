"""Refusals: the rule, the operands, the numbers, and what would be accepted."""
import pickle

import pytest

import static_layout as sl
from static_layout import Layout, LayoutError, Tiler


def refusal(call):
    with pytest.raises(LayoutError) as refused:
        call()
    return refused.value


def test_a_refused_operation():
    a = Layout((6, 4), (4, 1))
    error = refusal(lambda: a // (4, 2))
    assert error.message == "cannot divide (6,4):(4,1) by <4:1,2:1>: 4 does not divide 6; the padded divide rounds up"
    assert (error.rule, error.operation) == ("Rest", "logical_divide")
    assert error.numbers == {"divisor": 4, "dividend": 6}
    assert error.operands == (a, Tiler(4, 2))
    assert error.help[0] == "the nearest extents that divide 6 are 3 and 6"
    assert str(error).startswith(error.message) and error.help[0] in str(error)
    assert isinstance(error, ValueError) and error.span is None


def test_a_suggestion_is_accepted():
    error = refusal(lambda: Layout(10).logical_divide(4))
    rounded = [line for line in error.help if line.startswith("logical_divide_padded")]
    assert rounded == ["logical_divide_padded rounds the number of tiles up: (4,3):(1,4)"]
    assert Layout(10).logical_divide_padded(4).layout == Layout("(4,3):(1,4)")


def test_a_text():
    error = refusal(lambda: sl.evaluate("(4,8):(1,4,2)"))
    assert error.span == (6, 13) and "^^^^^^^" in str(error)
    assert error.rule is None and error.operands == () and error.numbers == {}
    error = refusal(lambda: sl.evaluate("coalesc((4,8):row)"))
    assert any("coalesce" in line for line in error.help)


def test_wrong_types_name_the_parameter():
    with pytest.raises(TypeError, match="`tiler` of zipped_divide"):
        sl.zipped_divide(Layout(8), sl.Swizzle(1, 2, 3))
    with pytest.raises(TypeError, match="not dict"):
        sl.size({})


def test_names_of_values():
    assert sl.evaluate("a / <2,4>", a=Layout((4, 8), (8, 1))) == Layout((4, 8), (8, 1)) // (2, 4)
    assert sl.explain("a o b", a=Layout((10, 2), (16, 4)), b=Layout((5, 4), (1, 5))).value == Layout((5, (2, 2)), (16, (80, 4)))


def test_an_error_without_numbers_has_none():
    with pytest.raises(TypeError):
        LayoutError("x").numbers["a"] = 1


def test_errors_are_pickled():
    error = refusal(lambda: Layout((6, 4)) // (4, 2))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
