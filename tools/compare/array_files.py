"""Random files of NumPy and safetensors, valid and damaged, read by them and by this library.

    pip install numpy==2.4.6 safetensors==0.8.0 ml_dtypes==0.6.0
    cargo build --manifest-path tools/compare/reader/Cargo.toml
    python tools/compare/array_files.py path/to/reader 10000 7      # files of each kind, seed

Prints a count for each outcome. A file that is read here and refused there, or read with other elements, fails.
"""

import io
import json
import random
import re
import subprocess
import sys
from collections import Counter

import ml_dtypes
import numpy as np
import safetensors
import safetensors.numpy

PLAIN = "? b B h H i I q Q e f d".split()
OTHER = ["F", "D", "M8[ns]", "m8[s]", "S3", "S5", "U2", "U5", "V6", "V16"]
NAMES = {"i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16", "i4": "int32", "u4": "uint32", "i8": "int64", "u8": "uint64"}
NAMES |= {"f2": "float16", "f4": "float32", "f8": "float64", "b1": "bool", "c8": "complex64", "c16": "complex128"}


class Reader:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"the reader stopped at {question[:400]}")
        return answer.rstrip("\n")


def native(array):
    """The extents, and the bytes in C order and this machine's order."""
    array = np.asarray(array)
    kind = array.dtype
    if kind.fields is None:
        array = array.astype(kind.newbyteorder("="), copy=False)
    return ",".join(map(str, array.shape)) + "|" + array.tobytes("C").hex()


def shape(draw):
    if draw.random() < 0.1:
        # Many axes, most of one index.
        return tuple(draw.choice([1, 1, 1, 2]) for _ in range(draw.randint(9, 32)))
    return tuple(draw.choice([0, 1, 2, 3, 4]) for _ in range(draw.randint(0, 4)))


def drawn(draw):
    extents = shape(draw)
    while np.prod(extents) > 4096:
        extents = shape(draw)
    if draw.random() < 0.1:
        fields = [(f"f{k}", draw.choice(["<i2", "<f4", "|u1", ("<f4", (2,))])) for k in range(draw.randint(1, 3))]
        fields = [(name, *kind) if isinstance(kind, tuple) else (name, kind) for name, kind in fields]
        kind = np.dtype(fields)
        while kind.itemsize not in (1, 2, 3, 4, 5, 6, 8, 12, 16):
            kind = np.dtype([("a", "<i2"), ("b", "|u1", (2,))])
    else:
        kind = np.dtype(draw.choice(PLAIN + PLAIN + OTHER))
        if draw.random() < 0.4:
            kind = kind.newbyteorder(">")
    count = int(np.prod(extents))
    if kind == bool:
        data = bytes(draw.randint(0, 1) for _ in range(count))
    elif kind.kind == "U":
        # Characters of Unicode.
        text = [draw.randint(1, 0xD7FF) for _ in range(count * kind.itemsize // 4)]
        data = np.array(text, dtype="<u4").astype(kind.str[0] + "u4").tobytes()
    else:
        data = draw.randbytes(count * kind.itemsize)
    array = np.frombuffer(data, dtype=kind).reshape(extents)
    return np.asfortranarray(array) if draw.random() < 0.3 and array.ndim else array


def saved(array, draw):
    """The bytes of a file, with other texts of the same type in its header."""
    out = io.BytesIO()
    np.lib.format.write_array(out, array, version=draw.choice([(1, 0), (1, 0), (2, 0), (3, 0)]), allow_pickle=False)
    file = out.getvalue()
    descr = array.dtype.str
    if array.dtype.fields is None and draw.random() < 0.3:
        others = ["=" + descr[1:], descr[1:], "|" + descr[1:]] if descr[0] != ">" else [descr]
        code = NAMES.get(descr[1:])
        others += [code] if code and descr[0] != ">" else []
        other = draw.choice(others)
        # As many spaces less before the line feed, so that the header has its length.
        old, new = f"'{descr}'".encode(), f"'{other}'".encode()
        pad = len(new) - len(old)
        changed = file.replace(old, new, 1)
        end = changed.index(b"\n")
        if pad > 0 and changed[end - pad : end] == b" " * pad:
            file = changed[: end - pad] + changed[end:]
        elif pad <= 0:
            file = changed[:end] + b" " * -pad + changed[end:]
    return file


def damaged(file, draw, head):
    file = bytearray(file)
    for _ in range(draw.choice([1, 1, 2])):
        at = draw.randrange(min(len(file), head) if draw.random() < 0.9 else len(file))
        # Mostly of the same length: others are refused for their lengths.
        match draw.choice([0, 1, 2, 2, 2, 2, 3, 3, 3, 4]):
            case 0:
                del file[at]
            case 1:
                file.insert(at, draw.choice(b"'\",:()[]{}0123456789<>=|fiuTF \n\x00"))
            case 2:
                file[at] = draw.choice(b"'\",:()[]{}0123456789<>=|fiuTF \n\x00")
            case 3:
                file[at] ^= 1 << draw.randrange(8)
            case 4:
                del file[draw.randrange(len(file)) :]
        if not file:
            break
    return bytes(file)


def numpy_reads(file):
    try:
        found = np.load(io.BytesIO(file), allow_pickle=False)
        # Anything but an array is another format: an archive.
        return native(found) if isinstance(found, np.ndarray) else None
    except Exception:
        return None


# Why a file that NumPy reads is refused here.
STRICT = [
    ("the header: a Python literal that NumPy does not write", r"malformed .npy header"),
    ("the header: bytes past ASCII, which are Latin-1 before version 3.0", r"past ASCII|is not text"),
    ("bytes after the elements", r"bytes, \d+ are there"),
    ("a size that depends on the machine", r"depends on the machine"),
    ("fields of the other byte order", r"fields of the other byte order"),
    ("elements of another type: Python's own, void of no size, or a size that the reader does not try", r"the elements are"),
    ("a product of extents past 2^63, beside an extent of 0", r"cannot make"),
]


def strict(ours):
    reason = next((reason for reason, text in STRICT if re.search(text, ours)), None)
    return f"NumPy reads, refused here: {reason}" if reason else None


def npy(reader, count, draw):
    outcomes, failures = Counter(), []
    for _ in range(count):
        array = drawn(draw)
        file = saved(array, draw)
        ours, theirs = reader.ask("npy " + file.hex()), numpy_reads(file)
        # The name of a type may have the sign between the parts, too.
        if theirs is not None and ours.endswith("|" + theirs):
            outcomes["valid: equal"] += 1
        else:
            failures.append((array.dtype, array.shape, ours[:200], (theirs or "refused")[:200]))
    for _ in range(count):
        file = damaged(saved(drawn(draw), draw), draw, 128)
        ours, theirs = reader.ask("npy " + file.hex()), numpy_reads(file)
        if ours.startswith("refused: "):
            outcome = "refused by both" if theirs is None else strict(ours)
        else:
            outcome = "read equal" if theirs is not None and ours.endswith("|" + theirs) else None
        if outcome is None:
            failures.append((file[:160], ours[:200], (theirs or "refused")[:200]))
        else:
            outcomes["damaged: " + outcome] += 1
    return outcomes, failures


TENSORS = {"BOOL": "bool", "U8": "u1", "I8": "i1", "U16": "u2", "I16": "i2", "U32": "u4", "I32": "i4", "U64": "u8", "I64": "i8"}
TENSORS |= {"F16": "f2", "F32": "f4", "F64": "f8", "BF16": ml_dtypes.bfloat16, "C64": "c8"}
TENSORS |= {"F8_E4M3": ml_dtypes.float8_e4m3fn, "F8_E5M2": ml_dtypes.float8_e5m2, "F8_E8M0": ml_dtypes.float8_e8m0fnu}


def tensors(reader, count, draw):
    def file():
        named, expected = {}, []
        for k in range(draw.randint(0, 3)):
            name, extents = draw.choice(list(TENSORS)), shape(draw)
            while np.prod(extents) > 1024:
                extents = shape(draw)
            kind = np.dtype(TENSORS[name])
            size = int(np.prod(extents))
            data = bytes(draw.randint(0, 1) for _ in range(size)) if name == "BOOL" else draw.randbytes(size * kind.itemsize)
            named[f"t{k}"] = {"dtype": name, "shape": list(extents), "data": data}
            expected.append(f"t{k}:{name}|" + ",".join(map(str, extents)) + "|" + data.hex())
        metadata = {"format": "np"} if draw.random() < 0.3 else None
        return written(named, metadata), ";".join(sorted(expected))

    outcomes, failures = Counter(), []
    for _ in range(count):
        data, expected = file()
        safetensors.deserialize(data)
        ours = reader.ask("safetensors " + data.hex())
        if ours == expected:
            outcomes["valid: equal"] += 1
        else:
            failures.append((ours[:200], expected[:200]))
    for _ in range(count):
        data = damaged(file()[0], draw, 200)
        ours = reader.ask("safetensors " + data.hex())
        try:
            found = safetensors.deserialize(data)
            bits = {"F4", "F6_E2M3", "F6_E3M2"}
            if any(tensor["dtype"] in bits for _, tensor in found):
                theirs = "parts of bytes"
            else:
                row = lambda name, tensor: f"{name}:{tensor['dtype']}|{','.join(map(str, tensor['shape']))}|{bytes(tensor['data']).hex()}"
                theirs = ";".join(sorted(row(name, tensor) for name, tensor in found))
        except Exception:
            theirs = None
        if ours.startswith("refused: "):
            if theirs is None:
                outcomes["damaged: refused by both"] += 1
            elif theirs == "parts of bytes" or "cannot make" in ours or "axes" in ours:
                outcomes["damaged: safetensors reads, refused here: " + re.sub(r"\d+", "n", ours[9:])] += 1
            else:
                failures.append((data[:200], ours[:200], theirs[:200]))
        elif theirs == ours:
            outcomes["damaged: read equal"] += 1
        else:
            failures.append((data[:200], ours[:200], (theirs or "refused")[:200]))
    return outcomes, failures


def written(named, metadata):
    """A file, by safetensors where it has a name for the type in Python, else by its format."""
    numpy_has = all(tensor["dtype"] not in ("F8_E4M3", "F8_E5M2", "F8_E8M0", "BF16") for tensor in named.values())
    if numpy_has:
        arrays = {
            name: np.frombuffer(tensor["data"], dtype=TENSORS[tensor["dtype"]]).reshape(tensor["shape"])
            for name, tensor in named.items()
        }
        return safetensors.numpy.save(arrays, metadata)
    header, at, data = {}, 0, b""
    if metadata:
        header["__metadata__"] = metadata
    # Aligned ones first, as the format orders them.
    for name, tensor in sorted(named.items(), key=lambda item: -np.dtype(TENSORS[item[1]["dtype"]]).itemsize):
        end = at + len(tensor["data"])
        header[name] = {"dtype": tensor["dtype"], "shape": tensor["shape"], "data_offsets": [at, end]}
        at, data = end, data + tensor["data"]
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    reader, count, failed = Reader(sys.argv[1]), int(sys.argv[2]), False
    for name, ask in [("npy", npy), ("safetensors", tensors)]:
        outcomes, failures = ask(reader, count, random.Random(int(sys.argv[3])))
        for outcome, number in sorted(outcomes.items()):
            print(f"{name} | {outcome} | {number}")
        for failure in failures[:20]:
            print(f"{name} FAIL", *failure, sep=" | ")
        print(f"{name} | {len(failures)} fail")
        failed |= bool(failures)
    sys.exit(failed)
