"""Compares what `static-layout-zarr` reads and writes with zarr-python 3.1.6 and tensorstore 0.1.86: random stores of both
formats, valid and damaged.

    pip install zarr==3.1.6 numcodecs==0.16.6 pcodec==1.1.0 google-crc32c==1.9.0 tensorstore==0.1.86 ml_dtypes==0.6.0
    cargo build -p static-layout-zarr --example elements
    python tools/compare/zarr_files.py target/debug/examples/elements [zarr|tensorstore|ours [COUNT [SEED]]]

Each writer (without one: all three) writes COUNT stores: 10,000 by zarr-python, 10,000 by tensorstore, 1,000 by this crate.
Each is read by all three, then damaged once, and read again: a bit, a cut, bytes that follow, a number or key of the metadata,
a file that is lost or has another name. A valid store must be read with the same elements and the name of their type, and the
chunks inside its shards must have the same extents. A damaged one is refused, read equally, or explained by a row of `WHY`; the
program prints how many of each, and fails on the others.

Last runs, all without another difference: by tensorstore 10,000 stores, all read equal to it, and 5,932 to zarr-python (12 but for bits of NaN), which does
not read the others; by this crate 1,000, all read equal by tensorstore, and 954 by zarr-python, which has no bfloat16; by
zarr-python seeds 2 and 3 with 3,500 each, of which 6,761 were written: 6,688 read equal, 18 refused (numbers that no integer of
the array is), 55 not read again by it; and 7,000 of seed 1.
"""

import collections
import contextlib
import io
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import warnings

import ml_dtypes
import numpy as np

if sys.argv[1:] == ["--tensorstore"]:
    import tensorstore

    # Damaged numbers may ask for more memory than there is, which ends this process.
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    for line in sys.stdin:
        folder = line.rstrip("\n")
        driver = "zarr3" if os.path.exists(os.path.join(folder, "zarr.json")) else "zarr"
        spec = {"driver": driver, "kvstore": {"driver": "file", "path": folder + "/"}}
        try:
            context = tensorstore.Context({"cache_pool": {"total_bytes_limit": 0}})
            array = tensorstore.open(spec, open=True, read=True, context=context).result()
            if array.size > 1 << 16:
                raise ValueError("more elements than are read here")
            if array.dtype.name in ("byte", "char"):
                raise ValueError("NumPy gets no bytes of these elements")
            found = np.ascontiguousarray(array.read().result())
            print("read", array.dtype.name, found.tobytes().hex(), flush=True)
        except BaseException as error:
            print("refused", " ".join(str(error).split()), flush=True)
    sys.exit()

import zarr
from zarr.codecs import (
    BloscCodec,
    BytesCodec,
    Crc32cCodec,
    GzipCodec,
    ShardingCodec,
    TransposeCodec,
    ZstdCodec,
)
from zarr.codecs import numcodecs as others
import numcodecs
from numcodecs.pcodec import PCodec

warnings.simplefilter("ignore")
KINDS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]
KINDS += ["bool", "float16", "complex64", "complex128"] * 2
# Read as bits.
BITS = ["V5", "V1", "S4", "S1", "U3", "M8[ns]", "m8[10s]", [("a", "<i4"), ("b", "<f8")], [("x", "u1")]]
# Of tensorstore alone.
SMALL = ["bfloat16", "bfloat16", "int4", "int2", "float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "float8_e5m2fnuz"]
CNAMES = ["lz4", "lz4hc", "blosclz", "zstd", "zlib"]

NO_INTEGER = "floating-point numbers that no integer of the array is, which NumPy leaves to the processor"

# Damaged stores that this crate refuses and zarr-python reads: what this crate says, and the reason.
WHY = [
    (
        r"a chunk of Blosc (has \d+ bytes, its file has|ends in its header)",
        "numcodecs does not compare the size in Blosc's header with the file",
    ),
    (
        r"bz2 header missing|\d+ bytes follow its end|invalid gzip header|unexpected end of file$",
        "the other ignores what follows the end of what is compressed",
    ),
    (
        r"Src size is incorrect|incomplete deflate stream|decompression not finished"
        r"|the file has \d+ bytes, a chunk at most",
        "tensorstore reads as many bytes as a chunk has, and neither the end of what is compressed nor what follows",
    ),
    (
        r"the index of the shard has \d+ bytes at \d+|before bytes that are needed|out-of-bounds bytes"
        r"|smaller than the expected size of its index|too short for its checksum",
        "the other takes chunks of a shard that are empty or past its end for missing, and looks at no other",
    ),
    (
        r"has the key `.*`, which is not known|it has no key `|its codecs are not a list"
        r"|has no (order of bytes|number `)",
        "the other ignores unknown keys, and takes defaults for missing ones",
    ),
    (
        r"the codec `\S*` is of `|chunks of .* do not divide a shard of",
        "zarr-python looks at a codec when it decodes a chunk, not before",
    ),
    (r" is not of u?int\d+$", NO_INTEGER),
    (r"has elements of", "a type that this crate does not read"),
    (r"is not of the numbers before it", "zarr-python takes the bytes of numbers for those of others"),
    (r"0 is not a valid match offset", "the library of LZ4 copies from the distance 0"),
    (r"has more than \d+ elements|its chunks are too large|are too large", "more elements than memory has"),
    (r"its fill value .* is not of", "the other reads more texts and numbers as fill values"),
    (r"is neither false nor true", "NumPy takes every byte but 0 for true"),
    (r"trailing characters", "for tensorstore, metadata ends at a byte 0"),
    (r"is there twice", "the other takes the last of two equal keys"),
]


def numbers(draw, dtype, shape):
    """Elements that compress, or noise."""
    size = int(np.prod(shape, dtype=np.int64))
    if dtype.kind == "U":
        texts = ["", "a", "zß", "語", "x\U0001f600y"]
        return np.array([draw.choice(texts) for _ in range(size)], dtype).reshape(shape)
    if dtype.kind == "b":
        return np.array([draw.random() < 0.5 for _ in range(size)], dtype).reshape(shape)
    if dtype.kind in "VS":
        return np.frombuffer(draw.randbytes(size * dtype.itemsize), dtype).reshape(shape)
    if dtype.kind in "mM":
        ticks = np.array([draw.getrandbits(62) for _ in range(size)], "<i8")
        return ticks.view(dtype.newbyteorder("<")).astype(dtype).reshape(shape)
    if dtype.kind == "c" and draw.random() < 0.5:
        part = np.dtype(f"f{dtype.itemsize // 2}")
        return (numbers(draw, part, shape) + 1j * numbers(draw, part, shape)).astype(dtype)
    if draw.random() < 0.5:
        elements = np.arange(size) % draw.choice([2, 5, 100, 1000])
        return elements.astype(dtype).reshape(shape)
    noise = np.frombuffer(draw.randbytes(size * dtype.itemsize), dtype.newbyteorder("="))
    if dtype.kind in "fc":
        noise = np.where(np.isfinite(noise), noise, 0)
    return noise.astype(dtype).reshape(shape)


def name_of(dtype):
    return dtype.newbyteorder("=").name


def fill_value(draw, dtype):
    if dtype.kind == "b":
        return draw.random() < 0.5
    if dtype.kind == "c":
        parts = [0, 1.5, -2.25, float("nan"), float("inf"), -float("inf")]
        return complex(draw.choice(parts), draw.choice(parts))
    if dtype.kind == "V" and dtype.fields is None:
        return draw.randbytes(dtype.itemsize)
    if dtype.kind == "S":
        return draw.choice([b"", b"a", b"ab"])[: dtype.itemsize]
    if dtype.kind == "U":
        return draw.choice(["", "a", "zß"])
    if dtype.kind in "mM":
        return draw.choice([dtype.type("NaT"), dtype.type(5, np.datetime_data(dtype)[0])])
    if dtype.kind == "f":
        return draw.choice([0, 1.5, -2.25, float("nan"), float("inf"), -float("inf"), 1e-30])
    info = np.iinfo(dtype)
    return draw.choice([0, 1, int(info.max), int(info.min), 7])


def has_pcodec(dtype):
    """Whether numcodecs compresses these numbers by pcodec."""
    return dtype.kind in "iuf" and dtype.itemsize > 1 and dtype.isnative


def packers(draw, dtype, second):
    """Compressors and checksums of one chunk."""
    element = dtype.itemsize
    cname, shuffle = draw.choice(CNAMES), draw.randint(0, 2)
    level = draw.randint(1, 9)
    if second:
        return draw.choice(
            [
                None,
                numcodecs.Zstd(level=draw.choice([0, 3, 12, -5])),
                numcodecs.Zlib(level=level),
                numcodecs.GZip(level=level),
                numcodecs.BZ2(level=level),
                numcodecs.LZ4(),
                numcodecs.Zstd(checksum=True),
                PCodec(level=level, equal_pages_up_to=draw.choice([262144, 1, 7])) if has_pcodec(dtype) else None,
                numcodecs.Blosc(
                    cname=cname,
                    clevel=draw.randint(0, 9),
                    shuffle=draw.choice([-1, 0, 1, 2]),
                    blocksize=draw.choice([0, 0, 16, 100, 256, 1024, 4096]),
                ),
            ]
        )
    blosc = lambda: BloscCodec(
        cname=cname,
        clevel=draw.randint(0, 9),
        shuffle=["noshuffle", "shuffle", "bitshuffle"][shuffle],
        typesize=draw.choice([element, element, 1, 3, 8, 17]),
        blocksize=draw.choice([0, 0, 16, 100, 512, 4096]),
    )
    one = [
        lambda: ZstdCodec(level=draw.choice([0, 3, 19, -3]), checksum=draw.random() < 0.5),
        lambda: GzipCodec(level=level),
        blosc,
        blosc,
        Crc32cCodec,
        lambda: others.Zlib(level=level),
        lambda: others.BZ2(level=level),
        lambda: others.LZ4(),
        lambda: others.Zstd(level=level),
        lambda: others.GZip(level=level),
        lambda: others.Blosc(cname=cname, clevel=level, shuffle=shuffle),
        lambda: others.Shuffle(elementsize=draw.choice([element, 1, 2 if element > 1 else 1])),
        others.CRC32,
        others.CRC32C,
        others.Adler32,
        others.Fletcher32,
        lambda: others.CRC32(location="end"),
        lambda: others.Adler32(location="end"),
    ]
    return [draw.choice(one)() for _ in range(draw.choice([0, 1, 1, 1, 2, 3]))]


def filters(draw, dtype, second):
    """Filters of numbers, with elements that they keep."""
    if dtype.kind == "b" and draw.random() < 0.3:
        return [numcodecs.PackBits() if second else others.PackBits()]
    if dtype.kind not in "iuf":
        return []
    named = dtype.str if second else dtype.name
    small = draw.choice(["i1", "u1", "i2", "<i4" if not second else ">i4"])
    integer = dtype.kind != "f"
    kinds = [None] * 6 + ["delta", "scale", "astype", "round", "quantize", "delta_as"]
    if second:
        kinds += ["shuffle", "crc32", "adler32", "fletcher32"]
    kind = draw.choice(kinds)
    make = (
        (lambda name, **keys: getattr(numcodecs, name)(**keys))
        if second
        else (lambda name, **keys: getattr(others, name)(**keys))
    )
    if kind == "delta":
        return [make("Delta", dtype=named)]
    if kind == "delta_as":
        if integer:
            # NumPy sums signed numbers into those of uint64 as floating-point ones.
            return [
                make(
                    "Delta",
                    dtype=named,
                    astype=draw.choice(["i4", "i8", "u2"] if name_of(dtype) != "uint64" else ["u2", "u8"]),
                )
            ]
        return [make("Delta", dtype=named, astype=draw.choice(["f4", "f8"]))]
    if kind == "scale":
        return [
            make(
                "FixedScaleOffset",
                offset=draw.choice([0, 10, 1000, -3.5]),
                scale=draw.choice([1, 10, 0.5, 3]),
                dtype=named,
                astype=small,
            )
        ]
    if kind == "astype":
        return [
            make(
                "AsType",
                encode_dtype=draw.choice(["f4", "f8"] if not integer else ["i8", "i4", "f8"]),
                decode_dtype=named,
            )
        ]
    if kind == "round" and not integer:
        return [make("BitRound", keepbits=draw.randint(1, 20))]
    if kind == "quantize" and not integer:
        return [
            make(
                "Quantize",
                digits=draw.randint(0, 4),
                dtype=named,
                **({"astype": draw.choice(["f4", "f8"])} if second else {}),
            )
        ]
    if kind == "shuffle":
        return [numcodecs.Shuffle(elementsize=dtype.itemsize)]
    if kind in ("crc32", "adler32", "fletcher32"):
        return [{"crc32": numcodecs.CRC32, "adler32": numcodecs.Adler32, "fletcher32": numcodecs.Fletcher32}[kind]()]
    return []


def shards(draw, dtype, chunk, depth):
    """A codec of shards of chunks that divide `chunk`."""
    inner = tuple(draw.choice([d for d in range(1, n + 1) if n % d == 0]) for n in chunk)
    codecs = []
    shape = inner
    if len(shape) > 1 and draw.random() < 0.3:
        order = draw.sample(range(len(shape)), len(shape))
        codecs.append(TransposeCodec(order=order))
        shape = tuple(shape[k] for k in order)
    if depth and draw.random() < 0.2:
        codecs.append(shards(draw, dtype, shape, 0))
    else:
        codecs.append(BytesCodec(endian=draw.choice(["little", "little", "big"])))
    codecs += packers(draw, dtype, False)
    index = [BytesCodec(endian=draw.choice(["little", "big"]))] + [Crc32cCodec()] * draw.choice([0, 1, 1])
    return ShardingCodec(
        chunk_shape=inner, codecs=codecs, index_codecs=index, index_location=draw.choice(["start", "end"])
    )


def write(draw, folder):
    """Writes one store. Returns the type of its elements, and the chunks inside its shards, if they are to be compared."""
    second = draw.random() < 0.35
    dtype = np.dtype(draw.choice(KINDS) if draw.random() < 0.8 else draw.choice(BITS))
    name = asked(dtype)
    rank = draw.choice([0, 1, 1, 2, 2, 2, 3, 4])
    shape = tuple(
        draw.choice([0, 1, 2, 3, 5, 7, 9]) if draw.random() < 0.9 else draw.randint(10, 60) for _ in range(rank)
    )
    if np.prod(shape, dtype=np.int64) > 4000:
        shape = tuple(min(n, 7) for n in shape)
    long = rank == 1 and draw.random() < 0.3
    if long:
        shape = (draw.randint(200, 3000),)
    chunk = tuple(draw.randint(1, 6) if not long else draw.randint(1, max(shape)) for _ in shape)
    chunk = tuple(n if n and draw.random() < 0.2 else c for n, c in zip(shape, chunk))
    keys = dict(shape=shape, overwrite=True)
    if dtype.fields is None:
        keys["fill_value"] = fill_value(draw, dtype)
    inner = []
    if second:
        # The fields of records have no other order here.
        dtype = dtype.newbyteorder(draw.choice("<>") if dtype.fields is None else "<")
        keys |= dict(
            zarr_format=2,
            dtype=dtype,
            chunks=chunk,
            order=draw.choice("CF"),
            compressors=packers(draw, dtype, True),
            filters=filters(draw, dtype, True) or None,
            chunk_key_encoding={"name": "v2", "separator": draw.choice("./")},
        )
        if isinstance(keys["compressors"], PCodec):
            keys["filters"] = None
        if draw.random() < 0.1:
            keys.pop("fill_value", None)
    else:
        first, shape_of_codec = [], chunk
        if rank > 1 and draw.random() < 0.3:
            for _ in range(draw.randint(1, 2)):
                order = draw.sample(range(rank), rank)
                first.append(TransposeCodec(order=order))
                shape_of_codec = tuple(shape_of_codec[k] for k in order)
        if rank and draw.random() < 0.35:
            codec = shards(draw, dtype, shape_of_codec, 1)
            inner = list(codec.chunk_shape)
            for transpose in reversed(first):
                back = [0] * rank
                for k, axis in enumerate(transpose.order):
                    back[axis] = inner[k]
                inner = back
        else:
            kept = filters(draw, dtype, False)
            first += kept
            # zarr-python 3.1.6 does not read its own numbers after a filter in the order "big": it swaps their bytes once.
            codec = BytesCodec(endian="little" if kept else draw.choice(["little", "big"]))
            if draw.random() < 0.1 and has_pcodec(dtype) and not kept:
                codec = others.PCodec(level=draw.randint(0, 9), equal_pages_up_to=draw.choice([262144, 1, 7]))
        keys |= dict(
            dtype=dtype,
            chunks=chunk,
            filters=first,
            serializer=codec,
            compressors=packers(draw, dtype, False) if not inner or draw.random() < 0.1 else [],
            chunk_key_encoding=draw.choice(
                [
                    {"name": "default", "separator": "/"},
                    {"name": "default", "separator": "."},
                    {"name": "v2", "separator": "."},
                    {"name": "v2", "separator": "/"},
                ]
            ),
        )
        if draw.random() < 0.3:
            keys["dimension_names"] = [draw.choice([None, "x", "y"]) for _ in shape]
    if draw.random() < 0.2:
        keys["attributes"] = {"units": "m", "list": [1, {"a": None}]}
    if draw.random() < 0.1 and not inner:
        # As a user writes it, with all defaults.
        keys = dict(shape=shape, dtype=dtype, zarr_format=keys.get("zarr_format", 3), overwrite=True)
    array = zarr.create_array(store=folder, config={"write_empty_chunks": draw.random() < 0.5}, **keys)
    elements = numbers(draw, dtype, shape)
    if draw.random() < 0.3 and rank and all(shape):
        cut = tuple(slice(0, draw.randint(0, n)) for n in shape)
        array[cut] = elements[cut]
    else:
        array[...] = elements
    return name, inner


def asked(dtype):
    """The type that this crate is asked for: one of `KINDS`, or bits."""
    name = dtype.newbyteorder("=").name
    return name if name in KINDS or name == "bfloat16" else f"raw{dtype.itemsize}"


def read(folder):
    """The type and bytes that zarr-python reads, or why not."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            array = zarr.open_array(folder, mode="r")
            if int(np.prod(array.shape, dtype=np.int64)) > 1 << 16:
                return None, "more elements than are read here"
            found = np.asarray(array[...])
        return (asked(array.dtype), found.astype(array.dtype.newbyteorder("<")).tobytes().hex()), None
    except MemoryError:
        return None, "MemoryError"
    except BaseException as error:  # its codecs raise all kinds
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return None, f"{type(error).__name__}: {error}"


class Reader:
    """A program that answers each line with one."""

    def __init__(self, *program):
        self.program, self.process = program, None

    def ask(self, line):
        """Whether it read, and what it says."""
        if self.process is None:
            self.process = subprocess.Popen(
                self.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.process.kill()
            self.process = None
            return False, "the program ended"
        kind, text = line.rstrip("\n").split(" ", 1)
        return kind == "read", text


def write_by_tensorstore(draw, folder):
    """Writes one store by tensorstore. Returns as `write`."""
    import tensorstore

    second = draw.random() < 0.35
    name = draw.choice(KINDS if draw.random() < 0.6 else SMALL)
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    rank = draw.choice([0, 1, 1, 2, 2, 2, 3])
    shape = [draw.choice([0, 1, 2, 3, 5, 7, 9, 20]) for _ in range(rank)]
    if np.prod(shape) > 4000:
        shape = [min(n, 7) for n in shape]
    chunk = [draw.randint(1, 6) for _ in shape]
    level = draw.randint(1, 9)
    blosc = dict(cname=draw.choice(CNAMES), clevel=draw.randint(0, 9), shuffle=draw.randint(0, 2), blocksize=0)
    inner = []

    def fill():
        parts = [0, 1, 1.5, -2.25, "NaN", "Infinity", "-Infinity"]
        if dtype.kind == "b":
            return draw.choice([True, False])
        if dtype.kind == "c":
            # tensorstore takes the bits of a part for those of `float32`.
            return [draw.choice(parts), draw.choice(parts + ["0x7fc00001"] if name == "complex64" else parts)]
        if name.startswith(("float8", "int4", "int2")):
            return 0 if name.startswith("float8") else draw.choice([0, 1, -1, -2])
        if name in ("float16", "bfloat16", "float32", "float64"):
            digits = {"float16": "7e01", "bfloat16": "7fc1", "float32": "7fc00001", "float64": "7ff8000000000001"}
            return draw.choice(parts + ["0x" + digits[name]])
        return int(draw.choice([0, 1, np.iinfo(dtype).max, np.iinfo(dtype).min]))

    if second:
        number = name in KINDS
        order = "|" if dtype.itemsize == 1 else draw.choice("<>")
        value = draw.choice([None, fill()])
        metadata = {
            "shape": shape,
            "chunks": chunk,
            "dtype": order + dtype.str[1:] if number else name,
            # tensorstore writes the bits of floating-point numbers in version 3 only.
            "fill_value": None if "0x" in str(value) else value,
            "order": draw.choice("CF") if rank > 1 else "C",
            "dimension_separator": draw.choice("./"),
            "compressor": draw.choice(
                [
                    None,
                    {"id": "zlib", "level": level},
                    {"id": "bz2", "level": level},
                    {"id": "zstd", "level": level},
                    {"id": "blosc", **blosc},
                ]
            ),
        }
    else:

        def codecs(extents, depth):
            found, packers = [], []
            if draw.random() < 0.3 and extents:
                order = draw.sample(range(len(extents)), len(extents))
                found.append({"name": "transpose", "configuration": {"order": order}})
                extents = [extents[k] for k in order]
            if depth and draw.random() < 0.4:
                nonlocal inner
                part = [draw.choice([d for d in range(1, n + 1) if n % d == 0]) for n in extents]
                index = [{"name": "bytes", "configuration": {"endian": draw.choice(["little", "big"])}}]
                index += [{"name": "crc32c"}] * draw.choice([0, 1])
                if depth == 2:
                    inner = part
                    for codec in found:
                        order = codec["configuration"]["order"]
                        inner = [part[order.index(axis)] for axis in range(len(part))]
                keys = {"chunk_shape": part, "codecs": codecs(part, depth - 1), "index_codecs": index}
                keys["index_location"] = draw.choice(["start", "end"])
                return found + [{"name": "sharding_indexed", "configuration": keys}]
            endian = {"endian": draw.choice(["little", "big"])} if dtype.itemsize > 1 else {}
            found.append({"name": "bytes", "configuration": endian})
            shuffle = ["noshuffle", "shuffle", "bitshuffle"][blosc["shuffle"]]
            packers += [
                {"name": "gzip", "configuration": {"level": level}},
                {"name": "zstd", "configuration": {"level": level}},
                {"name": "crc32c"},
                {"name": "blosc", "configuration": blosc | {"shuffle": shuffle, "typesize": dtype.itemsize}},
            ]
            return found + [draw.choice(packers) for _ in range(draw.choice([0, 0, 1, 1, 2]))]

        metadata = {
            "shape": shape,
            "data_type": name,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
            "chunk_key_encoding": {
                "name": draw.choice(["default", "v2"]),
                "configuration": {"separator": draw.choice("./")},
            },
            "fill_value": fill(),
            "codecs": codecs(chunk, 2),
        }
        if draw.random() < 0.3:
            metadata["dimension_names"] = [draw.choice([None, name]) for name in "xyz"[:rank]]
        if draw.random() < 0.3:
            metadata["attributes"] = {"units": "m"}
    spec = {"driver": "zarr" if second else "zarr3", "kvstore": {"driver": "file", "path": folder + "/"}}
    array = tensorstore.open(
        spec | {"metadata": metadata, "create": True, "store_data_equal_to_fill_value": draw.random() < 0.5}
    ).result()
    if dtype.itemsize == 1 and name in SMALL:
        least, most = (-8, 7) if name == "int4" else (-2, 1)
        if name[0] == "f":
            least, most = 0, 255
        noise = np.array([draw.randint(least, most) for _ in range(array.size)])
        elements = noise.astype(np.int8 if name[0] == "i" else np.uint8).view(np.int8).view(dtype).reshape(shape)
    elif name == "bfloat16":
        elements = np.frombuffer(draw.randbytes(2 * array.size), dtype).reshape(shape)
    else:
        elements = numbers(draw, dtype, shape)
    if draw.random() < 0.7 or not all(shape):
        array.write(elements).result()
    elif rank:
        cut = draw.randint(0, shape[0])
        array[:cut].write(elements[:cut]).result()
    return asked(dtype), inner


def write_by_ours(draw, folder, reader):
    """Writes one store by this crate. Returns as `write`, and the bytes of its elements."""
    name = draw.choice(KINDS + ["bfloat16"])
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    rank = draw.choice([0, 1, 2, 2, 3])
    shape = [draw.choice([0, 1, 2, 3, 5, 7, 9, 20]) for _ in range(rank)]
    chunk = [draw.choice([1, 2, 3, 4, 6]) for _ in shape]
    inner = [draw.choice([d for d in range(1, n + 1) if n % d == 0]) for n in chunk] if draw.random() < 0.5 else None
    if name == "bfloat16":
        elements = np.frombuffer(draw.randbytes(2 * int(np.prod(shape))), dtype)
    else:
        elements = numbers(draw, dtype, shape)
    digits = elements.tobytes().hex()
    what = {"shape": shape, "chunk": chunk, "inner": inner, "gzip": draw.choice([None, 0, 6]), "bytes": digits}
    is_read, text = reader.ask(f"{name} {folder} {json.dumps(what, separators=(',', ':'))}")
    if not is_read:
        raise ValueError(text)
    return name, inner or [], digits


def damage_key(draw, kind, path):
    """Drops, renames or duplicates a key of metadata, at any depth. Returns the key."""
    with open(path) as file:
        text = file.read()
    if kind == "duplicate":
        place = draw.choice(list(re.finditer(r'"\w+":', text)))
        other = draw.choice(["0", "null", "[]", '"x"'])
        with open(path, "w") as file:
            file.write(text[: place.start()] + place[0] + other + "," + text[place.start() :])
        return place[0]
    metadata, objects = json.loads(text), []

    def collect(value):
        if isinstance(value, dict):
            objects.extend((value, key) for key in value)
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            collect(part)

    collect(metadata)
    value, key = draw.choice(objects)
    found = value.pop(key)
    if kind == "rename":
        value[draw.choice([key + "x", key.upper(), "x", key[:-1]])] = found
    with open(path, "w") as file:
        json.dump(metadata, file)
    return key


def damage(draw, folder):
    """Damages one file. Returns what was done."""
    files = [os.path.join(root, file) for root, _, names in os.walk(folder) for file in names if file != ".zattrs"]
    chunks = [file for file in files if not file.endswith(("zarr.json", ".zarray"))]
    path = draw.choice(chunks) if chunks and draw.random() < 0.7 else draw.choice(files)
    with open(path, "rb") as file:
        data = bytearray(file.read())
    is_metadata = path.endswith(("zarr.json", ".zarray"))
    kinds = ["bit", "bit", "bits", "cut", "more", "number", "byte"]
    kinds += ["drop", "rename", "duplicate"] * (3 if is_metadata else 1)
    kind = draw.choice(kinds)
    if is_metadata and kind in ("drop", "rename", "duplicate"):
        key = damage_key(draw, kind, path)
        return f"{kind} {key} of {os.path.relpath(path, folder)}"
    if kind == "drop":
        os.remove(path)
        return f"{kind} {os.path.relpath(path, folder)}"
    if kind in ("rename", "duplicate"):
        other = draw.choice(chunks + [path + "0", os.path.join(folder, "c", "9"), os.path.join(folder, "0")])
        above = os.path.dirname(other)
        if not os.path.isdir(other) and (os.path.isdir(above) or not os.path.exists(above)):
            os.makedirs(above, exist_ok=True)
            (os.replace if kind == "rename" else shutil.copyfile)(path, other) if other != path else None
        return f"{kind} {os.path.relpath(path, folder)} as {os.path.relpath(other, folder)}"
    if not data:
        kind = "more"
    at = draw.randrange(len(data)) if data else 0
    if kind in ("bit", "bits"):
        for _ in range(1 if kind == "bit" else 3):
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    elif kind == "cut":
        del data[at:]
    elif kind == "more":
        data += draw.randbytes(draw.randint(1, 20))
    elif kind == "byte":
        data[at] = draw.choice([0, 255, 127, 128])
    elif is_metadata:
        places = list(re.finditer(rb"\d+", data))
        place = draw.choice(places)
        data[place.start() : place.end()] = str(draw.choice([0, 1, 2, 3, 4, 8, 9, 100, 2**31, 2**63])).encode()
    else:
        number = draw.choice([0, 1, 2**31, 2**32 - 1, 2**63 - 1, 2**64 - 1]).to_bytes(8, "little")
        data[at : at + 8] = number[: len(data) - at]
    with open(path, "wb") as file:
        file.write(data)
    return f"{kind} at {at} of {os.path.relpath(path, folder)}"


def stated_type(folder):
    """The type in the metadata."""
    for file, key in (("zarr.json", "data_type"), (".zarray", "dtype")):
        path = os.path.join(folder, file)
        if os.path.exists(path):
            with open(path) as file:
                return json.load(file)[key]


def compare(writer, count, seed, program):
    """Compares stores of one writer. Returns how many are not explained."""
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    reader, other = Reader(program), Reader(sys.executable, sys.argv[0], "--tensorstore")
    results, wrong = collections.Counter(), []
    for k in range(count):
        draw = random.Random(f"{seed} {writer} {k}")
        with tempfile.TemporaryDirectory(dir=base, ignore_cleanup_errors=True) as folder:

            def metadata():
                for name in ("zarr.json", ".zarray"):
                    path = os.path.join(folder, name)
                    if os.path.exists(path):
                        with open(path, errors="replace") as file:
                            return " ".join(file.read().split())

            def fault(what):
                wrong.append(k)
                print(f"{writer} {k}: {what}\n    {metadata()}", flush=True)

            def ours(name):
                """What this crate reads: the extents of chunks in shards, the bytes, and the name of the type; or why not."""
                is_read, text = reader.ask(f"{name} {folder}")
                if not is_read:
                    if text == "the program ended":
                        fault(text)
                    return None, text
                chunks, text = text.split("] ", 1)
                digits, name = text.split(" ", 1)
                return (json.loads(chunks + "]"), digits, name), None

            try:
                if writer == "zarr":
                    name, inner = write(draw, folder)
                elif writer == "tensorstore":
                    name, inner = write_by_tensorstore(draw, folder)
                else:
                    name, inner, digits = write_by_ours(draw, folder, reader)
            except Exception as error:
                if writer == "ours":
                    fault(f"not written: {error}")
                # zarr-python does not write what it offers: some filters in some types.
                results["not written: " + re.sub(r"\d+|'.*", "", f"{type(error).__name__}: {error}")[:60]] += 1
                continue
            found, why = ours(name)
            # Bits have the type as it is stated; others the name of version 3.
            stated = stated_type(folder) if name.startswith("raw") else name
            if found and stated not in (found[2], json.loads(found[2]) if found[2][0] in "[{" else None):
                fault(f"the type {found[2]}, not {stated}")
            elif found and found[0] != inner:
                fault(f"chunks in shards of {found[0]}, not {inner}")
            elif found and writer == "ours" and found[1] != digits:
                fault(f"other elements than were written: {found[1][:80]} {digits[:80]}")
            known = {}
            answers = {"zarr-python": read(folder), "tensorstore": by_tensorstore(other, folder)}
            for by, (expected, refused) in answers.items():
                known[by] = expected is not None
                if expected is None:
                    results[f"valid: {'read' if found else 'refused'} here, not read by {by}: {kind_of(refused)}"] += 1
                elif found is None and re.search(r" is not of (u?int|float)\d+$", why):
                    results[f"valid: refused here: {NO_INTEGER}"] += 1
                elif found is None:
                    fault(f"{why}; read by {by}")
                elif found[1] != expected[1] and by == "zarr-python" and same_numbers(name, found[1], expected[1]):
                    results[f"valid: equal but for bits of NaN to {by}, which has one NaN in metadata"] += 1
                elif found[1] != expected[1]:
                    fault(f"other elements than {by}: {found[1][:80]} {expected[1][:80]}")
                else:
                    results[f"valid: equal to {by}"] += 1
            before = found
            what = damage(draw, folder)
            by_zarr, theirs = read(folder)
            by_ts, theirs_ts = by_tensorstore(other, folder)
            found, why = ours(by_zarr[0] if by_zarr else name)
            for by, expected, refused in (("zarr-python", by_zarr, theirs), ("tensorstore", by_ts, theirs_ts)):
                if expected is None and found is None:
                    results[f"damaged: refused here and by {by}"] += 1
                elif expected and found and found[1] == expected[1]:
                    results[f"damaged: equal to {by}"] += 1
                elif expected and found and by == "zarr-python" and same_numbers(by_zarr[0], found[1], expected[1]):
                    results[f"damaged: equal but for bits of NaN to {by}, which has one NaN in metadata"] += 1
                elif expected is None and not known[by]:
                    results[f"damaged: read here, not read by {by} before the damage"] += 1
                elif expected is None and before and found[1] == before[1]:
                    reason = "in what no element needs, or in what it does not read"
                    results[f"damaged: read as before, refused by {by}: {reason}"] += 1
                elif expected is None and by_zarr and found[1] == by_zarr[1]:
                    results["damaged: equal to zarr-python, not read by tensorstore"] += 1
                elif expected is None and by_ts and found[1] == by_ts[1]:
                    results["damaged: equal to tensorstore, not read by zarr-python"] += 1
                elif found is None:
                    reason = next((reason for pattern, reason in WHY if re.search(pattern, why)), None)
                    if reason:
                        results[f"damaged: refused here, not by {by}: {reason}"] += 1
                    else:
                        fault(f"{what}: here: {why}; {by}: read")
                else:
                    fault(f"{what}: here: read {found[1][:60]}; {by}: {refused or 'read ' + expected[1][:60]}")
        if (k + 1) % 1000 == 0:
            print(writer, k + 1, len(wrong), flush=True)
    for result, times in sorted(results.items()):
        print(f"{times:7,} {writer}: {result}")
    return [f"{writer} {k}" for k in wrong]


def same_numbers(name, *digits):
    """Whether numbers are equal, and NaN where the other is."""
    if not name.startswith(("float", "complex")):
        return False
    part = {"complex64": "float32", "complex128": "float64"}.get(name, name)
    left, right = (np.frombuffer(bytes.fromhex(list), part) for list in digits)
    return np.array_equal(left, right, equal_nan=True)


def kind_of(refused):
    """A message without its numbers and paths."""
    return re.sub(r"\[source locations.*|'.*|\".*|\d+", "", refused)[:70]


def by_tensorstore(other, folder):
    """The type and bytes that tensorstore reads, or why not."""
    is_read, text = other.ask(folder)
    return (tuple(text.split(" ")), None) if is_read else (None, text)


def main():
    program = sys.argv[1]
    writers = sys.argv[2:3] or ["zarr", "tensorstore", "ours"]
    counts = {"zarr": 10_000, "tensorstore": 10_000, "ours": 1_000}
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    wrong = []
    for writer in writers:
        count = int(sys.argv[3]) if len(sys.argv) > 3 else counts[writer]
        wrong += compare(writer, count, seed, program)
    if wrong:
        sys.exit(f"{len(wrong)} not explained: {wrong[:50]}")


main()
