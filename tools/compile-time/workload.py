"""The workload. A case is a layout, the operations applied to it in turn, and the result if it is known."""
import json
import os
import random
from dataclasses import dataclass

from notation import normal, operand, parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = os.path.join(HERE, "rows.jsonl")


@dataclass(frozen=True)
class Case:
    name: str
    start: tuple
    steps: tuple            # (operation, operand) pairs
    out: tuple | None       # as CuTe gives it; None where nothing is asserted

    @property
    def normal_out(self):
        return self.out and normal(self.out)


def case(start, *steps, name=None, out=None):
    parsed = tuple((op, parse(operand)) for op, operand in steps)
    return Case(name or " ".join([start, *(f"{op} {operand}" for op, operand in steps)]),
                parse(start), parsed, out and parse(out))


def operations():
    """Returns the recorded operations. The four kinds alternate, so that every prefix has all of them."""
    with open(os.path.join(HERE, "ops.jsonl")) as file:
        rows = [json.loads(line) for line in file]
    return [case(row["args"][0], (row["op"], row["args"][1]), out=row["out"]) for row in rows]


@dataclass(frozen=True)
class Row:
    """An operation of the table with operands, and CuTe's result if there is one to compare."""
    op: str
    texts: tuple
    operands: tuple
    out: object
    own: object             # the library's


def row_case(row):
    out = row.get("out")
    own = row.get("own", out)
    return Row(row["op"], tuple(row["args"]), tuple(map(operand, row["args"])), out and operand(out),
               own and operand(own))


def rows():
    """Returns the recorded rows of each operation."""
    found = {}
    with open(ROWS) as file:
        for line in file:
            row = json.loads(line)
            found.setdefault(row["op"], []).append(row_case(row))
    return found


def chains(count, seed=7):
    """Returns chains of divide, compose and product, on four leaves of powers of two with shuffled strides."""
    rng = random.Random(seed)
    return [chain(rng, k) for k in range(count)]


def chain(rng, k):
    widths = [rng.randint(1, 6) for _ in range(4)]
    total, strides, low = sum(widths), [0] * 4, 0
    for i in rng.sample(range(4), 4):
        strides[i], low = 1 << low, low + widths[i]
    nest = lambda x: ((x[0], x[1]), (x[2], x[3]))
    start = nest([1 << w for w in widths]), nest(strides)
    tile, cut = disjoint(rng, total), disjoint(rng, total)
    extents = rng.sample([2, 4, 8, 16], 2)  # the gaps between strides are powers of two
    grid = tuple(extents), rng.choice([(1, extents[0]), (extents[1], 1)])
    steps = ("logical_divide", tile), ("composition", cut), ("logical_product", grid)
    return Case(f"chain {k}", start, steps, None)


def disjoint(rng, total):
    """Returns two modes that take disjoint ranges of the bits of a linear index."""
    a, b, c, d = sorted(rng.choice(range(total + 1)) for _ in range(4))
    modes = [(1 << (b - a), 1 << a), (1 << (d - c), 1 << c)]
    rng.shuffle(modes)
    shape, stride = zip(*modes)
    return normal((shape, stride))


def extremes():
    """Returns cases of deep evaluation: large extents, primes, nesting, many modes, long chains."""
    divide, compose, product = "logical_divide", "composition", "logical_product"
    k, m, g = 1 << 10, 1 << 20, 1 << 30
    mersenne = (1 << 31) - 1
    twelve = "({}):({})".format(",".join(["2"] * 12), ",".join(str(1 << i) for i in range(12)))
    return [
        case("(64,64):(1,64)", (divide, "16:4"), name="divide, size 2^12"),
        case(f"({k},{k}):(1,{k})", (divide, "16:4"), name="divide, size 2^20"),
        case(f"({m},{m}):(1,{m})", (divide, f"{k}:8"), name="divide, size 2^40"),
        case("(999983,4):(4,1)", (divide, f"2:{2 * 999983}"), name="divide, 6-digit prime"),
        case(f"({mersenne},4):(4,1)", (divide, f"2:{2 * mersenne}"), name="divide, 10-digit prime"),
        case("((64,(32,3)),(512,2048)):((1,(67108864,2147483648)),(64,32768))",
             (divide, "(16,8):(2,64)"), name="divide, nested 3 deep, 2^35"),
        case("((12,6),(16,8)):((768,128),(8,1))", (divide, "(3,8):(12,72)"),
             name="divide, four irregular modes"),
        case(twelve, (divide, "(4,8):(2,64)"), name="divide, twelve modes"),
        case("((64,(32,3)),(512,2048)):((1,(67108864,2147483648)),(64,32768))",
             ("zipped_divide", "<(8,32):(1,64),(4,16):(2,1024)>"), name="zipped divide, nested 3 deep, 2^35"),
        case(f"({m},{k}):({k},1)", (product, f"({k},4):(4,1)"), name="product, size 2^42"),
        case(f"(({m},4096),(1,{k})):((1,{m}),(0,{4 * g}))", (divide, "(128,16):(16384,1)"),
             (compose, f"({k},4096):(2,16384)"), (product, "(4,2):(1,4)"), name="chain, size 2^42"),
        case(f"((786432,{k}),({k},1)):((1,786432),({k * 786432},0))", (divide, "(48,4):(1,192)"),
             (compose, "(4,3,64):(2,16,48)"), (product, "(4,3):(1,4)"), name="chain, size 3*2^38"),
        case("((12,6),(16,8)):((768,128),(8,1))", (divide, "(3,8):(12,72)"), (product, "(3,5):(5,1)"),
             (divide, "6:1"), (product, "(7,2):(1,7)"), (compose, "(24,2):(1,48)"), (product, "4:1"),
             name="chain of six operations"),
    ]
