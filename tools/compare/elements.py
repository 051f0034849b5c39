#!/usr/bin/env python3
"""elements.py: the values of small floats and integers, and their conversions from f32, by `ml_dtypes`.

    pip install ml_dtypes==0.6.0 numpy && python tools/compare/elements.py > tests/golden/elements/elements.jsonl

One line for each type:

    type     the name of the type in `static-layout-formats`; ml_dtypes its name there
    values   the bits of the f32 of each code, 8 hexadecimal digits each
    casts    the bits of an f32, 8 digits, and its code, 2 digits: every value, the midpoint of each two neighbours with the f32
             below and above it, the same about the ends of the range, zeros, infinities, NaN, and powers of two of all sizes

A NaN is not a value with one pattern of bits: of `values`, each is 7fc00000."""
import json
import sys

import ml_dtypes
import numpy as np

TYPES = {
    "u1": "uint1",
    "u2": "uint2",
    "u4": "uint4",
    "i2": "int2",
    "i4": "int4",
    "f4e2m1": "float4_e2m1fn",
    "f6e2m3": "float6_e2m3fn",
    "f6e3m2": "float6_e3m2fn",
    "f8e4m3": "float8_e4m3fn",
    "f8e4m3fnuz": "float8_e4m3fnuz",
    "f8e5m2": "float8_e5m2",
    "f8e5m2fnuz": "float8_e5m2fnuz",
    "f8e8m0": "float8_e8m0fnu",
}


def bits(values):
    return np.asarray(values, np.float32).view(np.uint32)


def inputs(values):
    """The f32 whose conversion is interesting, as bits."""
    finite = np.unique(values[np.isfinite(values)]).astype(np.float64)
    ends = [2 * finite[0] - finite[1], 2 * finite[-1] - finite[-2]]
    marks = np.concatenate([finite, ends, (finite[1:] + finite[:-1]) / 2])
    marks = np.concatenate([marks, (marks[-1:] + ends[:1]) / 2, (finite[-1:] + ends[1:]) / 2, (finite[:1] + ends[:1]) / 2])
    marks = marks.astype(np.float32)
    around = [marks, np.nextafter(marks, np.float32(np.inf)), np.nextafter(marks, np.float32(-np.inf))]
    powers = np.float32(2.0) ** np.arange(-149, 128, 8, dtype=np.float32)
    odd = np.array([0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F7FFFFF, 0xFF7FFFFF, 1, 0x80000001], np.uint32)
    return np.unique(np.concatenate([bits(np.concatenate(around)), bits(powers), bits(-powers), odd]))


def main():
    for name, there in TYPES.items():
        kind = np.dtype(getattr(ml_dtypes, there))
        width = (ml_dtypes.iinfo if "int" in there else ml_dtypes.finfo)(kind).bits
        codes = np.arange(1 << width, dtype=np.uint8)
        if there.startswith("int"):
            # A code of a signed integer is kept in a byte with its sign.
            codes = np.where(codes >> (width - 1), codes | (0xFF << width & 0xFF), codes).astype(np.uint8)
        with np.errstate(all="ignore"):
            values = codes.view(kind).astype(np.float32)
            asked = inputs(values)
            answers = asked.view(np.float32).astype(kind).view(np.uint8) & ((1 << width) - 1)
        words = np.where(np.isnan(values), np.uint32(0x7FC00000), bits(values))
        row = {
            "type": name,
            "ml_dtypes": there,
            "values": "".join(f"{word:08x}" for word in words),
            "casts": "".join(f"{word:08x}{code:02x}" for word, code in zip(asked, answers)),
        }
        print(json.dumps(row))
    print("ml_dtypes", ml_dtypes.__version__, file=sys.stderr)


main()
