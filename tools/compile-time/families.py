"""Templates of each operation of the table in Rust and in CuTe.

`{0}` is the first operand as a value of its type, `{text0}` its notation, `{list0}` a tuple of mode numbers without
parentheses, `{type0}` the Rust type.
"""
from dataclasses import dataclass

BITS = {"8": "uint8_t", "16": "uint16_t", "32": "uint32_t", "64": "uint64_t"}


@dataclass(frozen=True)
class Family:
    rust: str
    cxx: str
    method: str             # of the library, and of `layout eval`
    indexed: bool = False   # called with four run-time coordinates


def method(name, cute=None):
    """Returns the template of a method with one operand."""
    return Family(f"{{0}}.{name}({{1}})", f"{cute or name}({{0}}, {{1}})", name)


def alone(name, cute=None):
    return Family(f"{{0}}.{name}()", f"{cute or name}({{0}})", name)


def padded(name):
    return Family(f"{{0}}.{name}_padded({{1}}).layout()", f"{name}({{0}}, {{1}})", name + "_padded")


COMPOSE = method("compose", "composition")
INDEX = Family("{0}.index((i, j, k, l))", "{0}(i, j, k, l)", "index", indexed=True)
SLICE = Family("{0}.slice({1}).0", "get<0>(slice_and_offset({1}, {0}))", "slice")

FAMILIES = {
    "flatten": alone("flatten"),
    "group": Family("{0}.group::<{text1}, {text2}>()", "group<{text1},{text2}>({0})", "group"),
    "select": Family("{0}.select::<{type1}>()", "select<{list1}>({0})", "select"),
    "permute": Family("{0}.permute::<{type1}>()", "select<{list1}>({0})", "permute"),
    "coalesce": alone("coalesce"),
    "coalesce_by": method("coalesce_by", "coalesce"),
    "filter": alone("filter"),
    "compose": COMPOSE,
    "compose by mode": COMPOSE,
    "complement": method("complement"),
    "logical_divide": method("logical_divide"),
    "logical_divide by mode": method("logical_divide"),
    "zipped_divide": method("zipped_divide"),
    "tiled_divide": method("tiled_divide"),
    "flat_divide": method("flat_divide"),
    "logical_divide_padded": padded("logical_divide"),
    "zipped_divide_padded": padded("zipped_divide"),
    "tiled_divide_padded": padded("tiled_divide"),
    "flat_divide_padded": padded("flat_divide"),
    "logical_product": method("logical_product"),
    "zipped_product": method("zipped_product"),
    "tiled_product": method("tiled_product"),
    "flat_product": method("flat_product"),
    "blocked_product": method("blocked_product"),
    "raked_product": method("raked_product"),
    "tile_to_shape": method("tile_to_shape"),
    "right_inverse": alone("right_inverse"),
    "left_inverse": alone("left_inverse"),
    "nullspace": alone("nullspace"),
    "max_common_layout": method("max_common_layout"),
    "upcast": Family("{0}.upcast::<{text1}>()", "upcast<{text1}>({0})", "upcast"),
    "downcast": Family("{0}.downcast::<{text1}>()", "downcast<{text1}>({0})", "downcast"),
    "recast_bits": Family("{0}.recast_bits::<{text1}, {text2}>()", "recast_layout<{bits1},{bits2}>({0})",
                          "recast_bits"),
    "index": INDEX,
    "index_static": Family("{0}.index_static({1})", "{0}({1})", "index"),
    "slice": SLICE,
    "swizzled compose": COMPOSE,
    "swizzled logical_divide": method("logical_divide"),
    "swizzled slice": SLICE,
    "swizzled index": INDEX,
    # Axes of arrays in C order, of which CuTe has no operations. They are compared with what its users write instead. A
    # slice is the part of the first axis beside the other axes, and the offset of its first element; the user computes
    # extent and step. A broadcast is one more mode of stride 0; the user compares the shapes. The reshape is in Fortran
    # order, with another result.
    "reshape": Family("{0}.reshape({1})", "composition({0}, make_layout({1}))", "reshape"),
    "slice_axes": Family("{0}.slice_axes(slices!({text1}..{text2}; {text3})).0",
                         "({0}(make_coord({v1}, Int<0>{{}}, Int<0>{{}}, Int<0>{{}})), "
                         "composition({0}, make_tile({v4}, _, _, _)))", "slice_axes"),
    "broadcast_to": Family("{0}.broadcast_to({1})", "prepend({0}, {v2})", "broadcast_to"),
    "identity compose": Family("Layout::identity({0}).compose({1})",
                               "composition(make_identity_layout({0}), {1})", "identity"),
}
