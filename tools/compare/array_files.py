"""Random arrays of NumPy, safetensors and Arrow, in files and in memory, valid and damaged, read by them and by this library.

    pip install numpy==2.4.6 safetensors==0.8.0 ml_dtypes==0.6.0 pyarrow==26.0.1
    cargo build --manifest-path tools/compare/reader/Cargo.toml
    python tools/compare/array_files.py path/to/reader 10000 7          # of each kind, valid and damaged, seed
    python tools/compare/array_files.py path/to/reader 10000 7 npz      # of one kind

| kind | of | damaged | compared with |
|---|---|---|---|
| npy | all types, orders, versions, names of types | bytes, mostly of the header | numpy.load |
| npz | 0 to 3 such files, stored or deflated | bytes of any place | numpy.load |
| safetensors | all types of whole bytes | bytes, mostly of the header | safetensors.deserialize |
| dlpack | capsules of NumPy: strides, offsets, flags | fields that describe memory | numpy.from_dlpack |
| message | tensors of Arrow IPC: strides, names | bytes of any place | pyarrow.ipc.read_tensor |
| fixed | columns of arrow.fixed_shape_tensor in a stream | the metadata | pyarrow |
| variable | columns of arrow.variable_shape_tensor in a stream | the metadata, extents | the format's text, as `model` |

The reader answers with the bits, and stops if a typed reader, or a view in place, has other elements. Ranks are 0 to 16, and more
where the format allows it. Prints a count for each outcome. What is read here and refused there, or has other elements, fails,
unless its elements are those before the damage; what is refused here and read there has a reason of a list, or fails.

With the seed 7 on 2026-11-29, of 10,000 valid and 10,000 damaged ones each: all valid ones are read equal, except tensors without
axes in 950 messages, whose header the verifier of the crate `flatbuffers` refuses; of the damaged ones none fails. Read by both and
equal, refused here alone, read here alone: npy 205, 90, 0; npz 966, 1315, 343; safetensors 605, 11, 0; dlpack 4696, 340, 2105 (types
that NumPy has not, as bits); message 2038, 577, 13; fixed 1256, 1574, 230; variable 1467, 1, 0. The others are refused by both.
"""

import ctypes
import io
import json
import multiprocessing
import random
import re
import subprocess
import sys
from collections import Counter

import ml_dtypes
import numpy as np
import pyarrow as pa
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


def shape(draw, most=32):
    if draw.random() < 0.3:
        # Many axes, most of one index.
        rank = draw.randint(5, 16) if draw.random() < 0.9 else draw.randint(17, max(most, 17))
        return tuple(draw.choice([1, 1, 1, 2] if draw.random() < 0.98 else [0]) for _ in range(min(rank, most)))
    return tuple(draw.choice([0, 1, 2, 3, 4]) for _ in range(draw.randint(0, 4)))


def few(draw, most=32):
    extents = shape(draw, most)
    while np.prod(extents) > 1024:
        extents = shape(draw, most)
    return extents


def drawn(draw):
    extents = few(draw)
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
    ("bytes of bool other than 0 and 1", r"no value of bool"),
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
            name, extents = draw.choice(list(TENSORS)), few(draw)
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
            elif theirs == "parts of bytes" or re.search("cannot make|axes|no value of bool", ours):
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



def archives(reader, count, draw):
    def file():
        named = {f"a{k}": drawn(draw) for k in range(draw.randint(0, 3))}
        out = io.BytesIO()
        draw.choice([np.savez, np.savez_compressed])(out, **named)
        return out.getvalue(), named

    def parts(answer):
        # The name of a type, in which anything may be, is between the name and the array.
        rows = [(row.split(":")[0], "|".join(row.rsplit("|", 2)[1:])) for row in answer.split("\t") if row]
        return sorted(rows)

    def numpy_finds(data):
        found = np.load(io.BytesIO(data), allow_pickle=False)
        if isinstance(found, np.ndarray):
            return None
        # A damaged directory may have a name twice.
        return sorted({(name, native(found[name])) for name in found.files})

    outcomes, failures = Counter(), []
    for _ in range(count):
        data, named = file()
        ours = reader.ask("npz " + data.hex())
        if not ours.startswith("refused") and parts(ours) == sorted((name, native(array)) for name, array in named.items()):
            outcomes["valid: equal"] += 1
        else:
            failures.append((data[:200], ours[:300]))
    reasons = STRICT + [
        ("the directory: a field that zipfile does not compare", r"[Zz]ip|another name|does not take|lies outside|file not found"),
        ("a checksum or a stream that NumPy does not read to its end", r"checksum|deflate|corrupt|larger than"),
        ("an array whose file is no .npy file, which NumPy returns as bytes", r"not an .npy file"),
        ("a header that is cut off", r"cut off|version"),
        ("a size in the directory past 1 GiB", r"are taken out"),
    ]
    for _ in range(count):
        data, named = file()
        data, same = damaged(data, draw, 1 << 20), [(name, native(array)) for name, array in named.items()]
        ours = reader.ask("npz " + data.hex())
        try:
            theirs = numpy_finds(data)
        except Exception:
            theirs = None
        if ours.startswith("refused: "):
            reason = next((reason for reason, text in reasons if re.search(text, ours)), None)
            outcome = "refused by both" if theirs is None else reason and f"NumPy reads, refused here: {reason}"
        elif theirs is None and all(part in same for part in parts(ours)):
            # Each checksum holds.
            outcome = "read here, refused by NumPy: a damaged directory, or bytes before the archive, and the arrays as they were"
        else:
            outcome = "read equal" if theirs == parts(ours) else None
        if outcome is None:
            failures.append((data[:200], ours[:300], str(theirs)[:200]))
        else:
            outcomes["damaged: " + outcome] += 1
    return outcomes, failures


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("id", ctypes.c_int32), ("ndim", ctypes.c_int32)]
    _fields_ += [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]
    _fields_ += [("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p)]
    _fields_ += [("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)), ("flags", ctypes.c_uint64), ("tensor", DLTensor)]


CAPSULE = b"dltensor_versioned"
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: None)


class Capsule:
    """An object with a structure of these fields."""

    def __init__(self, fields):
        self.shape = (ctypes.c_int64 * 40)(*fields["shape"])
        self.strides = (ctypes.c_int64 * 40)(*(fields["strides"] or []))
        strides = ctypes.cast(self.strides, ctypes.POINTER(ctypes.c_int64)) if fields["strides"] is not None else None
        tensor = DLTensor(fields["data"], fields["device"], 0, fields["ndim"], fields["code"], fields["bits"], fields["lanes"])
        tensor.shape, tensor.strides, tensor.offset = ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64)), strides, fields["offset"]
        self.managed = Managed(fields["major"], 0, None, DELETER, fields["flags"], tensor)
        self.device = fields["device"]

    def __dlpack__(self, **_):
        return new_capsule(ctypes.addressof(self.managed), CAPSULE, None)

    def __dlpack_device__(self):
        return (self.device, 0)


def dlpack(reader, count, draw):
    def drawn_capsule():
        extents = few(draw)
        kind = np.dtype(draw.choice(PLAIN + ["F", "D"]))
        size = int(np.prod(extents)) * kind.itemsize
        data = bytes(draw.randint(0, 1) for _ in range(size)) if kind == bool else draw.randbytes(size)
        memory = np.frombuffer(bytearray(data), dtype=kind)
        array = memory.reshape(extents, order=draw.choice("CF"))
        if array.ndim and draw.random() < 0.5:
            array = array.transpose(draw.sample(range(array.ndim), array.ndim))
        if array.ndim and draw.random() < 0.5:
            array = array[tuple(slice(None, None, draw.choice([1, 1, 2, -1, -2])) for _ in range(array.ndim))]
        if draw.random() < 0.3:
            array.flags.writeable = False
        capsule = array.__dlpack__(max_version=(1, 0))
        managed = Managed.from_address(pointer_of(capsule, CAPSULE))
        tensor = managed.tensor
        fields = {"major": managed.major, "flags": managed.flags, "device": tensor.device, "code": tensor.code, "bits": tensor.bits}
        fields |= {"lanes": tensor.lanes, "ndim": tensor.ndim, "shape": tensor.shape[: tensor.ndim], "offset": tensor.offset}
        fields |= {"strides": tensor.strides[: tensor.ndim] if tensor.strides else None, "data": tensor.data}
        return fields, memory, array

    def ask(fields, memory):
        base = memory.ctypes.data
        strides = "-" if fields["strides"] is None else ",".join(map(str, fields["strides"])) or ","
        values = [fields[name] for name in "major flags device code bits lanes ndim".split()]
        values += [",".join(map(str, fields["shape"])) or ",", strides, fields["offset"], (fields["data"] or base) - base, base % 64]
        return reader.ask("dlpack " + " ".join(map(str, values)) + " " + memory.tobytes().hex())

    def is_inside(fields, memory):
        """Whether each element lies in the memory, if the extents are valid."""
        rank = fields["ndim"]
        if rank < 0 or rank > len(fields["shape"]):
            return rank < 0
        extents = fields["shape"][:rank]
        if any(extent <= 0 for extent in extents):
            return True
        size = -(-fields["bits"] * fields["lanes"] // 8)
        strides = fields["strides"][:rank] if fields["strides"] is not None else [int(np.prod(extents[k + 1 :])) for k in range(rank)]
        ends = [(extent - 1) * stride for extent, stride in zip(extents, strides)]
        first = (fields["data"] or memory.ctypes.data) - memory.ctypes.data + fields["offset"]
        low, high = (first + size * sum(pick(0, end) for end in ends) for pick in (min, max))
        return 0 <= low and high + size <= memory.nbytes

    def changed(fields):
        fields = dict(fields, shape=list(fields["shape"]), strides=fields["strides"] and list(fields["strides"]))
        for _ in range(draw.choice([1, 1, 2])):
            name = draw.choice("major flags device code bits lanes ndim shape strides strides offset code bits".split())
            match name:
                case "major":
                    fields[name] = draw.choice([0, 1, 2, 3])
                case "flags":
                    fields[name] = draw.randrange(8)
                case "device":
                    fields[name] = draw.choice([0, 1, 2, 3, 7, 10, 13])
                case "code":
                    fields[name] = draw.randrange(20)
                case "bits":
                    fields[name] = draw.choice([0, 1, 4, 8, 16, 24, 32, 64, 80, 128])
                case "lanes":
                    fields[name] = draw.choice([0, 1, 2, 4])
                case "ndim":
                    fields[name] = draw.choice([-1, 0, 1, fields["ndim"] - 1])
                case "shape" if fields["shape"]:
                    fields[name][draw.randrange(len(fields[name]))] = draw.choice([-1, 0, 1, 2, 5])
                case "strides" if draw.random() < 0.3 or not fields["strides"]:
                    fields[name] = None
                case "strides":
                    fields[name][draw.randrange(len(fields[name]))] = draw.choice([-3, -1, 0, 1, 2, 7])
                case "offset":
                    fields[name] = draw.choice([0, 1, 2, 4, 8])
        return fields

    outcomes, failures = Counter(), []
    for _ in range(count):
        fields, memory, array = drawn_capsule()
        ours = ask(fields, memory)
        if ours.endswith("|" + native(array)):
            outcomes["valid: equal"] += 1
        else:
            failures.append((fields, ours[:200], native(array)[:200]))
    reasons = [
        ("bytes of bool other than 0 and 1", r"no value of bool"),
        ("not aligned", r"past a multiple"),
        ("an extent is negative", r"is negative"),
        ("version 0 in a capsule of version 1", r"version 0"),
        ("a size of elements that the reader does not try", r"the elements are"),
    ]
    for _ in range(count):
        fields, memory, _ = drawn_capsule()
        other = changed(fields)
        while not is_inside(other, memory):
            other = changed(fields)
        # NumPy calls the deleter when the array goes, which is before the structure goes.
        capsule = Capsule(other)
        try:
            theirs = native(np.from_dlpack(capsule))
        except Exception:
            theirs = None
        ours = ask(other, memory)
        if ours.startswith("refused: "):
            reason = next((reason for reason, text in reasons if re.search(text, ours)), None)
            outcome = "refused by both" if theirs is None else reason and f"NumPy reads, refused here: {reason}"
        elif theirs is None:
            # What the standard has and NumPy has not.
            name = re.match(r"[a-z_0-9]*", ours)[0]
            known = {np.dtype(code).name for code in PLAIN + ["F", "D"]}
            if name not in known:
                outcome = "read as bits here: a type that NumPy has not"
            elif other["device"] == 3 or other["flags"] & 4:
                outcome = "read here: pinned memory, or a flag of other types, which NumPy refuses"
            else:
                outcome = None
        else:
            outcome = "read equal" if ours.endswith("|" + theirs) else None
        if outcome is None:
            failures.append((other, ours[:200], (theirs or "refused")[:200]))
        else:
            outcomes["damaged: " + outcome] += 1
    return outcomes, failures


NUMBERS = "u1 u2 u4 u8 i1 i2 i4 i8 f2 f4 f8".split()
LETTERS = ["a", "row", "é", "x y", 'q"q', "b\\", "n\n", "\U0001f600", "/"]


def numbers(draw, extents, kind=None):
    kind = kind or np.dtype(draw.choice(NUMBERS))
    return np.frombuffer(draw.randbytes(int(np.prod(extents)) * kind.itemsize), dtype=kind).reshape(extents)


def messages(reader, count, draw):
    def file():
        array = numbers(draw, few(draw))
        if array.ndim and draw.random() < 0.5:
            array = array.transpose(draw.sample(range(array.ndim), array.ndim))
        if array.ndim and draw.random() < 0.3:
            array = array[tuple(slice(None, None, draw.choice([1, 1, 2])) for _ in range(array.ndim))]
        names = [draw.choice(LETTERS).replace("\n", "") for _ in range(array.ndim)] if draw.random() < 0.5 else None
        out = pa.BufferOutputStream()
        pa.ipc.write_tensor(pa.Tensor.from_numpy(array, dim_names=names), out)
        return out.getvalue().to_pybytes(), array

    def theirs_of(data):
        tensor = pa.ipc.read_tensor(pa.BufferReader(data))
        names = [name or "" for name in tensor.dim_names] if tensor.dim_names else []
        return ("\t".join(names) if any(names) else "") + "|" + native(tensor.to_numpy())

    outcomes, failures = Counter(), []
    for _ in range(count):
        data, array = file()
        # pyarrow writes no names of a tensor that it copies for its gaps.
        ours, theirs = reader.ask("message " + data.hex()), theirs_of(data)
        if ours.endswith("|" + theirs) and theirs.endswith("|" + native(array)):
            outcomes["valid: equal"] += 1
        elif array.ndim == 0 and "is unaligned" in ours:
            outcomes["valid: refused here: no axes, whose empty list of strides is not aligned in the header"] += 1
        else:
            failures.append((data[:200], ours[:300], theirs[:300]))
    reasons = [
        ("a length of the body that is not that of the message", r"the body takes"),
        ("a stride that is not whole elements", r"whole elements"),
        ("an overlap of the header's parts that the verifier of flatbuffers refuses", r"[Rr]ange|Utf8|[Aa]lign|vtable|VTable|[Dd]epth|required|Union|[Tt]erminator|discriminant|limit"),
        ("elements of another type", r"the elements are"),
        ("the version of the metadata", r"version"),
        ("a place past the elements", r"outside|cannot view"),
        ("extents that overflow", r"cannot make|negative|axes"),
        ("a length before the header that is not its length", r"cut off|it is"),
    ]
    isolated = Isolated(theirs_of)
    for _ in range(count):
        data, array = file()
        data = damaged(data, draw, 1 << 20)
        ours = reader.ask("message " + data.hex())
        theirs = isolated(data)
        theirs = theirs and theirs.replace("\n", " ")
        if ours.startswith("refused: "):
            reason = next((reason for reason, text in reasons if re.search(text, ours)), None)
            outcome = "refused by both" if theirs is None else reason and f"pyarrow reads, refused here: {reason}"
        elif theirs == "stopped":
            outcome = "read here, and pyarrow stops the process"
        elif theirs is None and ours.endswith("|" + native(array)):
            # The verifier of flatbuffers in C++ has more rules, and pyarrow refuses the negative stride of a single row.
            outcome = "read here, refused by pyarrow: a header that it refuses, and the elements as they were"
        elif theirs is None and "0" in ours.split("|")[2].split(","):
            outcome = "read here, refused by pyarrow: extents that overflow beside an extent of 0"
        else:
            outcome = "read equal" if theirs is not None and ours.endswith("|" + theirs) else None
        if outcome is None:
            failures.append((data[:280], ours[:300], (theirs or "refused")[:300]))
        else:
            outcomes["damaged: " + outcome] += 1
    return outcomes, failures


class Isolated:
    """The answers of a process of its own, as damaged strides may lead pyarrow out of the message; None for a refusal."""

    def __init__(self, ask):
        self.ask = ask
        self.start()

    def start(self):
        self.pipe, theirs = multiprocessing.Pipe()
        multiprocessing.Process(target=self.serve, args=(theirs,), daemon=True).start()
        theirs.close()

    def serve(self, pipe):
        self.pipe.close()
        while True:
            data = pipe.recv_bytes()
            try:
                answer = "=" + self.ask(data)
            except Exception:
                answer = "-"
            pipe.send_bytes(answer.encode())

    def __call__(self, data):
        self.pipe.send_bytes(data)
        try:
            answer = self.pipe.recv_bytes().decode()
        except EOFError:
            self.start()
            return "stopped"
        return answer[1:] if answer[0] == "=" else None


def streamed(array, name, metadata):
    """A stream with one column of an extension type that has this text."""
    keys = {"ARROW:extension:name": name, "ARROW:extension:metadata": metadata}
    schema = pa.schema([pa.field("t", array.type, metadata=keys)])
    out = pa.BufferOutputStream()
    with pa.ipc.new_stream(out, schema) as writer:
        writer.write_batch(pa.record_batch([array], schema=schema))
    return out.getvalue().to_pybytes()


def described(draw, rank):
    """Keys of the metadata that any tensor of this rank may have."""
    keys = {}
    if draw.random() < 0.5:
        keys["permutation"] = draw.sample(range(rank), rank)
    if draw.random() < 0.5:
        keys["dim_names"] = [draw.choice(LETTERS).replace("\n", "\t" if draw.random() < 0.5 else "") for _ in range(rank)]
    return keys


def text_of(draw, keys):
    rows = list(keys.items())
    draw.shuffle(rows)
    return json.dumps(dict(rows), ensure_ascii=draw.random() < 0.5, indent=draw.choice([None, None, 1]))


def damaged_text(text, draw):
    for _ in range(draw.choice([1, 1, 2])):
        at = draw.randrange(len(text)) if text else 0
        letter = draw.choice("\"',:[]{}0123456789- nulltrue\\abcdim_sp \n")
        match draw.randrange(5):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + letter + text[at:]
            case 2 | 3:
                text = text[:at] + letter + text[at + 1 :]
            case 4:
                a, b = draw.choice([("permutation", "permutations"), ("dim_names", "names"), ("0", "1"), ("[", "[0,"), ("}", ',"a":1}'), ("}", ',"dim_names":null}')])
                text = text.replace(a, b, 1)
    return text


def model(text, rank, key):
    """The extents, permutation and names of a text; raises where the format's text does not allow it."""

    def pairs(found):
        assert len({name.replace("permutations", "permutation") for name, _ in found}) == len(found)
        return dict(found)

    found = json.loads(text, object_pairs_hook=pairs, parse_float=lambda _: None)
    assert type(found) is dict and found.keys() <= {key, "permutation", "permutations", "dim_names"}
    lists = {name: value for name, value in found.items() if value is not None}
    assert all(type(value) is list for value in lists.values())
    shape, names = lists.get(key), lists.get("dim_names")
    order = lists.get("permutation", lists.get("permutations"))
    order = list(range(rank)) if order is None else order
    assert all(type(axis) is int for axis in order) and sorted(order) == list(range(rank))
    # A half of a character past 2^16 is no text of UTF-8.
    assert names is None or len(names) == rank and all(name.encode() is not None for name in names)
    nothing = (int, type(None)) if key == "uniform_shape" else (int,)
    assert shape is None or len(shape) == rank and all(type(n) in nothing and (n is None or n >= 0) for n in shape)
    return shape, order, [names[axis] for axis in order] if names else []


def fixed(reader, count, draw):
    def column():
        extents = few(draw, 11)
        rows = draw.choice([0, 1, 2, 3])
        array = numbers(draw, (rows, *extents))
        size = int(np.prod(extents))
        lists = pa.FixedSizeListArray.from_arrays(pa.array(array.reshape(-1)), size) if rows and size else pa.array([[]] * rows, pa.list_(pa.from_numpy_dtype(array.dtype), size))
        if len(lists) != rows:
            return column()
        keys = {"shape": list(extents)} | described(draw, len(extents))
        return array, lists, keys

    def theirs_of(data):
        found = pa.ipc.open_stream(data).read_all().column(0).chunk(0)
        assert isinstance(found.type, pa.FixedShapeTensorType)
        order = found.type.permutation or list(range(len(found.type.shape)))
        values = found.storage.flatten().to_numpy(zero_copy_only=False).reshape(len(found), *found.type.shape)
        names = found.type.dim_names
        # Their names are in the order of the memory.
        named = "\t".join(names[axis] for axis in order) if names else ""
        return named + "|" + native(values.transpose([0, *(axis + 1 for axis in order)]))

    return compared(reader, count, draw, column, "arrow.fixed_shape_tensor", "shape", theirs_of)


def compared(reader, count, draw, column, name, key, theirs_of):
    outcomes, failures = Counter(), []
    reasons = [
        ("a key that is not read, or a key twice", r'expected "shape"|each key once'),
        ("`null` or another value of JSON in the place of a list", r"`\[` or null|an integer|a text in quotes|`,` or"),
        ("a text that is no JSON", r"expected"),
        ("a shape that overflows beside an extent of 0", r"cannot make"),
        ("a list of another length beside the shape", r"it has a list"),
        ("the shape lacks", r"it lacks"),
        ("a permutation that has an axis twice", r"does not have each of"),
    ]
    for k in range(2 * count):
        array, lists, keys = column()
        text = text_of(draw, keys)
        is_valid = k < count
        if not is_valid:
            text = damaged_text(text, draw)
        try:
            data = streamed(lists, name, text)
            theirs = theirs_of(data) if theirs_of else None
        except Exception as error:
            theirs = None
        ours = reader.ask("column " + data.hex())
        refused, theirs = ours.startswith("refused: "), theirs and theirs.replace("\n", " ")
        if is_valid:
            outcome = "valid: equal" if theirs is not None and ours == theirs else None
        elif refused and theirs is not None:
            reason = next((reason for reason, words in reasons if re.search(words, ours)), None)
            outcome = reason and f"damaged: pyarrow reads, refused here: {reason}"
        elif refused:
            outcome = "damaged: refused by both"
        elif theirs is None:
            # As arrow-rs writes the key, and what it writes for a key that lacks.
            outcome = "damaged: read here, refused by pyarrow: `null` for a key" if "null" in text else None
        elif ours == theirs:
            outcome = "damaged: read equal"
        else:
            # pyarrow reads no key of this name.
            outcome = "damaged: read here with the key of arrow-rs" if "permutations" in text else None
        if outcome is None:
            failures.append((text, ours[:300], (theirs or "refused")[:300]))
        else:
            outcomes[outcome] += 1
    return outcomes, failures


def variable(reader, count, draw):
    outcomes, failures = Counter(), []
    for k in range(2 * count):
        is_valid = k < count
        rank = draw.randint(0, 4) if draw.random() < 0.7 else draw.randint(5, 16)
        rows = [few(draw) for _ in range(draw.randint(0, 3))]
        rows = [tuple((list(extents) + [1] * rank)[:rank]) for extents in rows]
        kind = np.dtype(draw.choice(NUMBERS))
        arrays = [numbers(draw, extents, kind) for extents in rows]
        keys = described(draw, rank)
        if draw.random() < 0.5:
            same = [{extents[axis] for extents in rows} for axis in range(rank)]
            keys["uniform_shape"] = [next(iter(found)) if len(found) == 1 and draw.random() < 0.7 else None for found in same]
        text, shapes = text_of(draw, keys), [list(extents) for extents in rows]
        if not is_valid and (draw.random() < 0.7 or not shapes or not rank):
            text = damaged_text(text, draw)
        elif not is_valid:
            draw.choice(shapes)[draw.randrange(rank)] = draw.choice([-1, 0, 1, 2, 3, 1 << 30])
        lists = draw.choice([pa.list_, pa.large_list])(pa.from_numpy_dtype(kind))
        data = pa.array([array.reshape(-1) for array in arrays], lists)
        shape = pa.FixedSizeListArray.from_arrays(pa.array([n for row in shapes for n in row], pa.int32()), rank) if rank and shapes else pa.array([[]] * len(rows), pa.list_(pa.int32(), rank))
        if len(shape) != len(data):
            continue
        column = pa.StructArray.from_arrays([data, shape], ["data", "shape"])
        file = streamed(column, "arrow.variable_shape_tensor", text)
        try:
            uniform, order, names = model(text, rank, "uniform_shape")
            found = []
            for row, array in zip(shapes, arrays):
                assert uniform is None or all(n is None or n == extent for n, extent in zip(uniform, row))
                found.append(native(array.reshape(-1).reshape(row).transpose(order)) if min(row, default=0) >= 0 else 1 / 0)
            theirs = ("\t".join(names) + "|" + ";".join(found)).replace("\n", " ")
        except Exception:
            theirs = None
        ours = reader.ask("column " + file.hex())
        if ours.startswith("refused: ") and theirs is None and not is_valid:
            outcomes["damaged: refused by both"] += 1
        elif theirs is not None and ours == theirs:
            outcomes["valid: equal" if is_valid else "damaged: read equal"] += 1
        elif not is_valid and "-0" in text and "an integer, not `-`" in ours:
            outcomes["damaged: the format allows, refused here: -0"] += 1
        elif not is_valid and "cannot make" in ours:
            outcomes["damaged: the format allows, refused here: extents past 2^63 beside an extent of 0"] += 1
        else:
            failures.append((text, shapes, ours[:300], (theirs or "refused")[:300]))
    return outcomes, failures


KINDS = {"npy": npy, "npz": archives, "safetensors": tensors, "dlpack": dlpack, "message": messages, "fixed": fixed, "variable": variable}

if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    reader, count, failed = Reader(sys.argv[1]), int(sys.argv[2]), False
    for name in sys.argv[4:] or KINDS:
        outcomes, failures = KINDS[name](reader, count, random.Random(int(sys.argv[3])))
        for outcome, number in sorted(outcomes.items()):
            print(f"{name} | {outcome} | {number}")
        for failure in failures[:20]:
            print(f"{name} FAIL", *failure, sep=" | ")
        print(f"{name} | {len(failures)} fail", flush=True)
        failed |= bool(failures)
    sys.exit(failed)
