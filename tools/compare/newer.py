"""What newer layout systems answer, for the table in COMPARE.md.

Needs Python 3.10 or newer, no GPU:
    pip install nvidia-cutlass-dsl==4.8.1 tensor-layouts==0.3.2 triton==3.9.0
    python tools/compare/newer.py

Draws pairs of a layout and one mode from the universe of COMPARE.md ("Right, wrong, refused"), asks for their
composition, and compares each answer with the definition at every coordinate. A system that is not installed is
skipped, and the output says so.
"""

import random
import re
import subprocess
import sys

EXTENTS, STRIDES = [2, 3, 4, 6], [1, 2, 3, 4, 6, 8, 12, 24]


def offset(shape, stride, index):
    """The offset of a linear index. The last mode continues past its extent."""
    total = 0
    for k, (extent, step) in enumerate(zip(shape, stride)):
        last = k == len(shape) - 1
        total += (index if last else index % extent) * step
        index //= extent
    return total


def product(numbers):
    total = 1
    for number in numbers:
        total *= number
    return total


def pairs(count):
    """In-bounds pairs, the same ones for every system."""
    draw, found = random.Random(1), []
    while len(found) < count:
        rank = draw.randint(1, 3)
        shape = [draw.choice(EXTENTS) for _ in range(rank)]
        stride = [draw.choice(STRIDES) for _ in range(rank)]
        n, step = draw.randint(2, 12), draw.randint(1, 12)
        if (n - 1) * step < product(shape):
            found.append((shape, stride, n, step))
    return found


def report(name, sample, answers):
    """Counts answers: texts `S:D`, None where the system refuses."""
    accepted = wrong = 0
    for (shape, stride, n, step), answer in zip(sample, answers):
        if answer is None:
            continue
        accepted += 1
        extents, steps = [[int(x) for x in re.findall(r"-?\d+", part)] for part in answer.split(":")]
        same = product(extents) == n and all(
            offset(extents, steps, i) == offset(shape, stride, i * step) for i in range(n)
        )
        wrong += not same
    print(f"{name}: of {len(sample)} pairs {accepted} accepted, {wrong} of these wrong")


def has(module, name):
    """Which operations of the algebra a module has, under CuTe's names."""
    names = "coalesce complement logical_divide zipped_divide logical_product blocked_product raked_product"
    wanted = names.split() + ["right_inverse", "left_inverse"]
    missing = [wanted_name for wanted_name in wanted if not hasattr(module, wanted_name)]
    print(f"{name}: {'all operations' if not missing else 'without ' + ', '.join(missing)}")


def cute_dsl(count):
    import cutlass.cute as cute

    sample, answers = pairs(count), []

    # The compiler of the DSL rewrites loops of the function that it traces, but not those of its callees.
    def ask():
        k = 0
        while k < len(sample):
            shape, stride, n, step = sample[k]
            try:
                layout = cute.make_layout(tuple(shape), stride=tuple(stride))
                answers.append(str(cute.composition(layout, cute.make_layout(n, stride=step))))
            except Exception:
                answers.append(None)
            k += 1

        layout = cute.make_layout((4, 3), stride=(1, 4))
        print("CuTe DSL: (4,3):(1,4) at (5,0) is", cute.crd2idx((5, 0), layout))
        nine, six = cute.make_layout(9, stride=1), cute.make_layout(6, stride=1)
        print("CuTe DSL: 9:1 divided by 6:1 is", cute.logical_divide(nine, six))

    @cute.jit
    def trace():
        ask()

    trace()
    report("CuTe DSL", sample, answers)
    has(cute, "CuTe DSL")


def tensor_layouts(count):
    import tensor_layouts
    from tensor_layouts import Layout, compose, logical_divide

    print("tensor-layouts: (4,3):(1,4) at (5,0) is", Layout((4, 3), (1, 4))(5, 0))
    print("tensor-layouts: 9:1 divided by 6:1 is", logical_divide(Layout(9, 1), Layout(6, 1)))
    has(tensor_layouts, "tensor-layouts")
    sample, answers = pairs(count), []
    for shape, stride, n, step in sample:
        try:
            answers.append(str(compose(Layout(tuple(shape), tuple(stride)), Layout(n, step))))
        except Exception:
            answers.append(None)
    report("tensor-layouts", sample, answers)


def triton():
    import triton

    make = "from triton._C.libtriton import linear_layout as l; print(l.LinearLayout.identity_1d({}, 'a', 'b').bases)"
    for size in (4, 3):
        run = subprocess.run([sys.executable, "-c", make.format(size)], capture_output=True, text=True)
        said = (run.stdout if run.returncode == 0 else run.stderr).strip().splitlines()
        print(f"Triton {triton.__version__}, identity of {size}: {said[-1] if said else run.returncode}")


if __name__ == "__main__":
    for name, run in (
        ("CuTe DSL", lambda: cute_dsl(4000)),
        ("tensor-layouts", lambda: tensor_layouts(20000)),
        ("Triton", triton),
    ):
        try:
            run()
        except ImportError as missing:
            print(f"{name}: skipped, {missing}")
