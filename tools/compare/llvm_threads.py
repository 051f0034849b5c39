"""Runs a kernel's LLVM text on all threads of a block at once, and records each access of shared memory.

Triton chooses the layout of the shared memory of a conversion while it lowers the conversion, and shows it nowhere else. `run`
reads the LLVM text that it writes for NVIDIA and AMD: straight-line code of integers. Whatever else is in the text is an
`Unread`, so no access is missed.
"""
import re

import numpy as np

BYTES = 1 << 18


class Unread(Exception):
    """The text has an instruction that this file does not run."""


class Access:
    """One instruction of shared memory: the byte address of each thread, -1 where it is off, and the bytes there, a row a thread."""

    def __init__(self, kind, width, addresses, data, barriers):
        self.kind, self.width, self.addresses, self.data, self.barriers = kind, width, addresses, data, barriers


def bits_of(kind):
    """The bits of an integer or a pointer, and the number of lanes of a vector (0 for a scalar)."""
    vector = re.fullmatch(r"<(\d+) x (.*)>", kind)
    if vector:
        return bits_of(vector[2])[0], int(vector[1])
    if kind.startswith("ptr addrspace(1)") or kind == "ptr":
        return 64, 0
    if kind.startswith("ptr"):
        return 32, 0
    if re.fullmatch(r"i\d+", kind):
        return int(kind[1:]), 0
    if kind in ("half", "bfloat"):
        return 16, 0
    if kind in ("float", "double"):
        return (32, 64)[kind == "double"], 0
    raise Unread(f"type {kind}")


def masked(value, bits):
    return value if bits >= 64 else value & np.uint64((1 << bits) - 1)


def signed(value, bits):
    shift = np.uint64(64 - bits)
    return (value << shift).astype(np.int64) >> shift.astype(np.int64)


def split(text):
    """The parts between commas outside of brackets and quotes."""
    parts, depth, start, quoted = [], 0, 0, False
    for k, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += letter in "([{<"
            depth -= letter in ")]}>"
            if letter == "," and depth == 0:
                parts.append(text[start:k].strip())
                start = k + 1
    return parts + [text[start:].strip()]


TYPE = r"(?:ptr addrspace\(\d+\)|ptr|i\d+|<[^>]*>|\{[^}]*\}|half|bfloat|float|double)"
FLAGS = r"(?:nuw |nsw |exact |disjoint |inbounds |samesign |nneg |nusw |tail |volatile )*"
NUMBERS = {
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "add": np.add, "sub": np.subtract,
    "mul": np.multiply, "shl": np.left_shift, "lshr": np.right_shift,
}
COMPARISONS = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}


class Block:
    """The registers of all threads, an array each, a list of arrays for a vector or a structure."""

    def __init__(self, threads, lanes):
        self.threads, self.lanes = threads, lanes
        self.names, self.memory = {}, np.zeros(BYTES, dtype=np.uint8)
        self.accesses, self.stored, self.barriers = [], [], 0

    # Values.

    def all(self, number):
        return np.full(self.threads, number & (1 << 64) - 1, dtype=np.uint64)

    def value(self, text, kind):
        text = text.strip()
        if text in self.names:
            return self.names[text]
        bits, lanes = bits_of(kind)
        if text in ("poison", "undef", "zeroinitializer", "null", "false"):
            return [self.all(0) for _ in range(lanes)] if lanes else self.all(0)
        if text == "true":
            return self.all(1)
        if re.fullmatch(r"-?\d+", text):
            return masked(self.all(int(text)), bits)
        if text == "@global_smem":
            return self.all(0)
        splat = re.fullmatch(r"splat \((\S+) (\S+)\)", text)
        if splat:
            return [self.value(splat[2], splat[1]) for _ in range(lanes)]
        if text.startswith("<"):
            return [self.value(*reversed(part.split(" ", 1))) for part in split(text[1:-1])]
        folded = re.fullmatch(r"getelementptr (?:inbounds )?(?:nuw )?\((.*)\)", text)
        if folded:
            return self.element("getelementptr " + folded[1])
        raise Unread(f"value {text}")

    def operand(self, text):
        """A value with its type in front."""
        found = re.fullmatch(rf"({TYPE})\s+(?:(?:noundef|nonnull|align \d+|range\([^)]*\)) )*(.*)", text.strip())
        if not found:
            raise Unread(f"operand {text}")
        return self.value(found[2], found[1]), found[1]

    # Instructions.

    def step(self, line):
        name, body = None, line
        named = re.fullmatch(r"(%[\w.]+) = (.*)", line)
        if named:
            name, body = named.groups()
        result = self.compute(body)
        if name:
            self.names[name] = result

    def compute(self, body):
        word = body.split(" ", 1)[0]
        if word in ("tail", "call", "musttail"):
            return self.call(body)
        if word == "fence":
            return None
        if word in NUMBERS or word == "ashr":
            found = re.fullmatch(rf"{word} {FLAGS}({TYPE}) (.*)", body)
            kind, (left, right) = found[1], split(found[2])
            return self.mapped(lambda a, b, bits: self.number(word, a, b, bits), kind, left, right)
        if word == "icmp":
            found = re.fullmatch(rf"icmp {FLAGS}(\w+) ({TYPE}) (.*)", body)
            relation, kind, (left, right) = found[1], found[2], split(found[3])
            function = getattr(np, COMPARISONS[relation[-2:]])
            at = (lambda a, bits: signed(a, bits)) if relation.startswith("s") else (lambda a, bits: a)
            compare = lambda a, b, bits: function(at(a, bits), at(b, bits)).astype(np.uint64)
            return self.mapped(compare, kind, left, right)
        if word == "select":
            (mask, _), (left, _), (right, _) = map(self.operand, split(body[7:]))
            if isinstance(left, list):
                return [np.where(mask != 0, a, b) for a, b in zip(left, right)]
            return np.where(mask != 0, left, right)
        if word in ("trunc", "zext", "sext", "bitcast", "ptrtoint", "inttoptr", "freeze", "addrspacecast"):
            found = re.fullmatch(rf"{word} {FLAGS}({TYPE}) (\S+|<.*>)(?: to ({TYPE}))?", body)
            return self.cast(word, self.value(found[2], found[1]), found[1], found[3] or found[1])
        if word == "getelementptr":
            return self.element(body)
        if word in ("insertelement", "insertvalue"):
            parts = split(body[len(word):])
            whole, kind = parts[0].rsplit(" ", 1)[1], parts[0].rsplit(" ", 1)[0]
            place = int(parts[2].split()[-1])
            if kind.startswith("{"):
                count = len(split(kind[1:-1]))
                whole = list(self.names.get(whole, [None] * count))
            else:
                whole = list(self.value(whole, kind))
            whole[place] = self.operand(parts[1])[0]
            return whole
        if word in ("extractelement", "extractvalue"):
            parts = split(body[len(word):])
            kind, name = parts[0].rsplit(" ", 1)
            whole = self.names[name] if name in self.names else self.value(name, kind)
            return whole[int(parts[1].split()[-1])]
        if word == "shufflevector":
            (left, _), (right, _) = map(self.operand, split(body[14:])[:2])
            both = left + right
            mask = split(body[14:])[2]
            count = int(re.match(r"<(\d+) x", mask)[1])
            places = [0] * count if "zeroinitializer" in mask else [
                0 if "poison" in part else int(part.split()[-1]) for part in split(mask.split("> ", 1)[1][1:-1])]
            return [both[place] for place in places]
        if word == "load":
            found = re.match(rf"load (?:volatile )?({TYPE}), ptr addrspace\(3\) ([^,]+)", body)
            if not found:
                raise Unread(body)
            bits, lanes = bits_of(found[1])
            data = self.read("load", self.value(found[2], "ptr addrspace(3)"), bits // 8 * max(lanes, 1))
            return self.unpacked(data, found[1])
        if word == "store":
            found = re.match(rf"store (?:volatile )?({TYPE}) (.*), (ptr addrspace\([13]\)) ([^,]+)(?:, .*)?$", body)
            if not found:
                raise Unread(body)
            value, address = self.value(found[2], found[1]), self.value(found[4], found[3])
            data = self.packed(value, found[1])
            if "(1)" in found[3]:
                self.stored.append((address, data, np.ones(self.threads, bool)))
            else:
                self.write("store", address, data)
            return None
        raise Unread(body)

    def mapped(self, function, kind, left, right):
        bits, lanes = bits_of(kind)
        left, right = self.value(left, kind), self.value(right, kind)
        if lanes:
            return [function(a, b, bits) for a, b in zip(left, right)]
        return function(left, right, bits)

    def number(self, word, left, right, bits):
        if word == "ashr":
            return masked((signed(left, bits) >> right.astype(np.int64)).astype(np.uint64), bits)
        return masked(NUMBERS[word](left, right), bits)

    def element(self, body):
        parts = split(re.sub(rf"^getelementptr {FLAGS}", "", body))
        kind = parts[0]
        array = re.fullmatch(r"\[(\d+) x (.*)\]", kind)
        bits, lanes = bits_of(array[2] if array else kind)
        size = bits // 8 * max(1, lanes)
        base, pointer = self.operand(parts[1])
        if array and len(parts) == 4:
            parts.pop(2)
        elif array:
            size *= int(array[1])
        (index, of), = [self.operand(part) for part in parts[2:]]
        index = signed(index, bits_of(of)[0]).astype(np.uint64)
        return masked(base + index * np.uint64(size), bits_of(pointer)[0])

    def cast(self, word, value, kind, to):
        if word == "freeze":
            return value
        (bits, lanes), (more, others) = bits_of(kind), bits_of(to)
        if word == "bitcast":
            return self.unpacked(self.packed(value, kind), to)
        one = lambda a: masked(signed(a, bits).astype(np.uint64) if word == "sext" else a, more)
        return [one(a) for a in value] if lanes else one(value)

    def packed(self, value, kind):
        """The bytes of a value, a row for each thread."""
        bits, lanes = bits_of(kind)
        if bits % 8:
            raise Unread(f"{bits} bits in memory")
        columns = value if lanes else [value]
        rows = [column[:, None] >> np.arange(0, bits, 8, dtype=np.uint64) for column in columns]
        return (np.concatenate(rows, axis=1) & np.uint64(255)).astype(np.uint8)

    def unpacked(self, data, kind):
        bits, lanes = bits_of(kind)
        size = bits // 8
        columns = []
        for k in range(max(lanes, 1)):
            part = data[:, k * size:(k + 1) * size].astype(np.uint64)
            columns.append((part << np.arange(0, bits, 8, dtype=np.uint64)).sum(axis=1, dtype=np.uint64))
        return columns if lanes else columns[0]

    # Memory.

    def note(self, kind, addresses, data):
        self.accesses.append(Access(kind, data.shape[1], addresses.astype(np.int64), data.copy(), self.barriers))

    def read(self, kind, addresses, width):
        data = self.memory[addresses.astype(np.int64)[:, None] + np.arange(width)]
        self.note(kind, addresses, data)
        return data

    def write(self, kind, addresses, data):
        self.memory[addresses.astype(np.int64)[:, None] + np.arange(data.shape[1])] = data
        self.note(kind, addresses, data)

    def call(self, body):
        assembly = re.search(r'asm (?:sideeffect )?"([^"]*)", "([^"]*)"\s*\((.*)\)', body)
        if assembly:
            return self.assembly(*assembly.groups())
        function, arguments = re.search(r"@([\w.]+)\((.*)\)", body).groups()
        if function in ("llvm.nvvm.read.ptx.sreg.tid.x", "llvm.amdgcn.workitem.id.x"):
            return np.arange(self.threads, dtype=np.uint64)
        if function.startswith("llvm.amdgcn.readfirstlane"):
            value = self.operand(arguments)[0]
            return value[np.arange(self.threads) // self.lanes * self.lanes]
        if "barrier" in function:
            self.barriers += 1
            return None
        matrix = re.search(r"(ldmatrix|stmatrix)\.sync\.aligned\.m8n8\.x(\d)(\.trans)?\.b16", function)
        if matrix:
            operands = [self.operand(part)[0] for part in split(arguments)]
            return self.matrices(matrix[1], int(matrix[2]), bool(matrix[3]), operands)
        if function.startswith("llvm.assume") or function.startswith("llvm.dbg") or "wave.barrier" in function:
            return None
        if function.startswith("llvm.vector.reduce.or"):
            return np.bitwise_or.reduce(self.operand(arguments)[0])
        raise Unread(function)

    def matrices(self, name, count, turned, operands):
        """`ldmatrix` and `stmatrix`: lane `8m + r` of a warp has the address of row `r` of matrix `m`."""
        lane = np.arange(self.threads) % 32
        warp = np.arange(self.threads) // 32 * 32
        addresses = np.where(lane < 8 * count, operands[0].astype(np.int64), -1)
        rows = np.zeros((self.threads, 16), dtype=np.uint8)
        column, row = (lane // 4, 2 * (lane % 4)) if turned else (2 * (lane % 4), lane // 4)
        step = (1, 0) if turned else (0, 1)
        places = [[(warp + 8 * m + row + step[0] * k, 2 * (column + step[1] * k)) for k in (0, 1)] for m in range(count)]
        if name == "ldmatrix":
            on = addresses >= 0
            rows[on] = self.memory[addresses[on][:, None] + np.arange(16)]
            out = []
            for m in range(count):
                halves = [rows[at, byte].astype(np.uint64) | rows[at, byte + 1].astype(np.uint64) << np.uint64(8) for at, byte in places[m]]
                out.append(halves[0] | halves[1] << np.uint64(16))
            self.accesses.append(Access("load-matrix", 16, addresses, rows, self.barriers))
            return out if count > 1 else out[0]
        for m in range(count):
            for k, (at, byte) in enumerate(places[m]):
                half = operands[1 + m] >> np.uint64(16 * k)
                rows[at, byte], rows[at, byte + 1] = half & np.uint64(255), half >> np.uint64(8) & np.uint64(255)
        on = addresses >= 0
        self.memory[addresses[on][:, None] + np.arange(16)] = rows[on]
        self.accesses.append(Access("store-matrix", 16, addresses, rows, self.barriers))
        return None

    def assembly(self, text, constraints, arguments):
        operands = [self.operand(part) for part in split(arguments)]
        store = re.match(r"(?:@\$\d+ )?st\.(global|shared)\.(?:v(\d)\.)?b(\d+) \[ ?\$(\d+) \+ (\d+) ?\], \{ (.*) \};$", text.strip())
        if not store:
            raise Unread(text)
        places = [int(part.strip()[1:]) for part in store[6].split(",")]
        data = np.concatenate([self.packed(operands[k][0], f"i{store[3]}") for k in places], axis=1)
        address = operands[int(store[4])][0] + np.uint64(int(store[5]))
        on = operands[int(text.strip()[2:].split()[0])][0] != 0 if text.strip().startswith("@") else np.ones(self.threads, bool)
        if store[1] == "global":
            self.stored.append((address, data, on))
        elif not on.all():
            raise Unread("a store of some threads")
        else:
            self.write("store", address, data)
        return None


def instructions(assembly):
    """The accesses of shared memory of a program in PTX or of AMD's assembler, as (kind, bytes), a list for each part between barriers."""
    parts = [[]]
    for line in assembly.splitlines():
        line = line.strip()
        if re.match(r"(bar|barrier)(\.cta)?\.sync|s_barrier\b|s_barrier_wait", line):
            parts.append([])
        nvidia = re.match(r"(?:@%\w+ )?(ld|st)\.shared(?:::cta)?\.(?:v(\d)\.)?[bu](\d+)", line)
        matrix = re.match(r"(ld|st)matrix\.sync", line)
        amd = re.match(r"ds_(read|write|load|store)(2|2st64|_2addr)?_[biu](\d+)", line)
        if nvidia:
            parts[-1].append((("load", "store")[nvidia[1] == "st"], int(nvidia[2] or 1) * int(nvidia[3]) // 8))
        elif matrix:
            parts[-1].append((("load-matrix", "store-matrix")[matrix[1] == "st"], 16))
        elif amd:
            kind = "load" if amd[1] in ("read", "load") else "store"
            parts[-1] += [(kind, int(amd[3]) // 8)] * (2 if amd[2] else 1)
        elif re.match(r"(ld|st|red|atom)\.shared|ds_(?!bpermute|permute|swizzle)", line):
            raise Unread(line)
    return parts


def merged(accesses, parts):
    """The accesses as the assembler has them: its compiler joins those of neighbours."""
    out = []
    for k, part in enumerate(parts):
        rest = [access for access in accesses if access.barriers == k]
        # The widest first: whatever they leave is narrow in the program, too.
        for kind, width in sorted(part, key=lambda found: -found[1]):
            joined = next(filter(None, (joins(first, rest, kind, width) for first in rest)), None)
            if joined is None:
                raise Unread(f"no {kind} of {width} bytes")
            rest = [access for access in rest if access not in joined]
            joined.sort(key=lambda access: access.addresses[0])
            data = np.concatenate([access.data for access in joined], axis=1)
            out.append(Access(kind, width, joined[0].addresses, data, k))
        if rest:
            raise Unread(f"{len(rest)} accesses more than in the program")
    return out


def joins(first, accesses, kind, width):
    """The accesses that are one of these bytes with the first one, which has the lowest address."""
    found, size = [], 0
    if first.kind != kind or (first.addresses >= 0).all() and (first.addresses % width).any():
        return None
    while size < width:
        following = (access for access in accesses if access.kind == kind and (access.addresses == first.addresses + size).all())
        access = next(following, None)
        if access is None:
            return None
        found.append(access)
        size += access.width
    return found if size == width else None


def run(text, threads, lanes):
    """Runs the only kernel of the text with pointers of 0. The block after it: its accesses, and what it stored in global memory."""
    block = Block(threads, lanes)
    lines = iter(text.splitlines())
    header = next(line for line in lines if line.startswith("define"))
    for name in re.findall(r"(%\d+)(?:,|\))", header):
        block.names[name] = block.all(0)
    for line in lines:
        line = re.sub(r",? ?![\w]+ !\d+", "", line.split(" ;")[0]).strip().rstrip(",")
        if line.startswith("ret "):
            return block
        if not line or line.startswith(";"):
            continue
        if line.startswith(("br ", "switch ")):
            raise Unread("a branch")
        block.step(line)
    raise Unread("no end")
