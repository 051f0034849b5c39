"""Writes the programs that catch mutants while they are compiled: all programs that `const` rejects, and all valid examples of
the documentation. Each is a module, so that one run of the compiler covers hundreds.
"""
import glob
import itertools
import os
import re

# Examples of features that are off.
OFF = re.compile("interop_(arrow|generic_array|image|mdarray|nalgebra|ndarray|safetensors|npy|dlpack)")
# Modules about kernels or parts compile slowest, then those about views.
KERNELS = re.compile(
    r"gemm|copy|transform|axpby|reduce|convolve|transpose|fill|matmul|sum\b|permute|combine|Kernel|windows|iter_mut|"
    r"for_each|parts|split|update")
VIEWS = re.compile(r"gemm|copy|transform|axpby|reduce|convolve|transpose|fill|View|Tensor|Owned|Boxed|view|tensor|matmul|sum\b")
# For each file of checks the program that its mutants are tested with first, and the pattern of its modules.
NEAR = {
    "tensor/partition.rs": ("near_parts", "tile|partition|shares"),
    "tensor/disjoint.rs": ("near_splits", "split_mut|tiles_mut|partition_mut"),
}
# Errors in code that is not generic come first and hide all others, so they have a program of their own.
EARLY = re.compile(r"::IS_|^const \w+: (?:Multiple|Bounded)\b", re.M)
# A final error, so that no code is generated for valid programs.
LAST = "struct Last<T>(T);\nimpl<T> Last<T> {\n    const LAST: () = panic!(\"the last one\");\n}\nfn last<T>() {\n    Last::<T>::LAST\n}\n"


def groups(root):
    """Returns the modules of each program, the fastest program first."""
    bodies = {**mistakes(root), **{name: body for name, body in examples(root).items() if not OFF.search(name)}}
    found = {"early": {}, "layouts": {}, "views": {}, "kernels": {}}
    for name, body in bodies.items():
        slow = VIEWS.search(body) and ("kernels" if KERNELS.search(body) else "views")
        found["early" if name.startswith("m_") and EARLY.search(body) else slow or "layouts"][name] = body
    return found


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def mistakes(root, of_kernels=False):
    """Returns the programs of `ui-tests` and of the documentation that `const` rejects, by name; those of kernels alone, or
    without these."""
    found = {}
    for path in sorted(glob.glob(os.path.join(root, "ui-tests/**/*.stderr"), recursive=True)):
        if set(re.findall(r"^error(?:\[(\w+)\])?", read(path), re.M)) == {"E0080"}:
            text, name = read(path.replace(".stderr", ".rs")), os.path.basename(path)
            if ("static_layout_kernels" in text) != of_kernels:
                continue
            found["m_" + name[:-7]] = re.sub(r"^//!.*\n", "", text, flags=re.M).replace("fn main()", "pub fn main()")
    for place, lines in blocks(root, r"compile_fail,E0080") if not of_kernels else []:
        found[f"m_{place}"] = "pub fn main() {\n" + "\n".join(lines) + "\n}\n"
    return found


def examples(root):
    """Returns the valid examples of the documentation, by name."""
    found = {}
    for place, lines in blocks(root, r""):
        text = "\n".join(lines)
        if "fn main()" in text:
            found[f"v_{place}"] = text.replace("fn main()", "pub fn main()")
        elif re.search(r"Ok::<.*$", text.strip().split("\n")[-1]):
            found[f"v_{place}"] = (
                "pub fn main() {\n    fn inner() -> Result<(), impl std::fmt::Debug> {\n" + text + "\n}\n    inner().unwrap()\n}\n")
        else:
            found[f"v_{place}"] = "pub fn main() {\n" + text + "\n}\n"
    return found


def blocks(root, mark):
    """Yields the code blocks with this mark, and a name from file and line for each."""
    for place, _, files in sorted(os.walk(os.path.join(root, "src"))):
        for name in sorted(files):
            block = None
            for number, line in enumerate(read(os.path.join(place, name)).split("\n")):
                said = re.match(r"\s*//[/!] ?(.*)$", line)
                if not said:
                    block = None
                elif block is None and said.group(1).startswith("```"):
                    block = (said.group(1)[3:], [])
                elif block is not None and said.group(1).strip() == "```":
                    if block[0] == mark:
                        path = os.path.relpath(os.path.join(place, name), root)
                        yield f"{re.sub(r'[^a-z0-9]', '_', path[:-3])}_{number}", block[1]
                    block = None
                elif block is not None:
                    block[1].append(re.sub(r"^# |^#$", "", said.group(1)))


def bounds(root):
    """Returns the programs of `ui-tests` that the compiler refuses before it evaluates a constant, by name."""
    found = {}
    for path in sorted(glob.glob(os.path.join(root, "ui-tests/**/*.stderr"), recursive=True)):
        codes, text = set(re.findall(r"^error\[(\w+)\]", read(path), re.M)), read(path.replace(".stderr", ".rs"))
        if codes and "E0080" not in codes and "static_layout_kernels" not in text:
            found["m_" + os.path.basename(path)[:-7]] = re.sub(r"^//!.*\n", "", text, flags=re.M).replace("fn main()", "pub fn main()")
    return found


def rows(root, out):
    """Returns two programs for each module of rows that `crates/typed-tests` writes to the folder `out`: each fourth row, and
    all rows. The last test has an error, so that no code is generated."""
    head = f'#[macro_use]\n#[path = "{root}/crates/typed-tests/check/mod.rs"]\nmod check;\n'
    end = LAST.replace("fn last", "#[test]\nfn end() {\n    last::<u8>();\n}\nfn last")
    found = {}
    for path in glob.glob(os.path.join(root, "crates/typed-tests/tests/*.rs")):
        for module in re.findall(r"\w+", "".join(re.findall(r"written! \{(.*)\}", read(path)))):
            count = itertools.count()
            lines = [line for line in read(os.path.join(out, f"{module}.rs")).split("\n")
                     if not re.match(r" {8}\S.*;$", line) or next(count) % 4 == 0]
            macro = re.search(r"macro_rules! written \{.*?^\}", read(os.path.join(root, "crates/typed-tests/check/mod.rs")), re.M | re.S)[0]
            for name, text in ((f"few_{module}", "\n".join(lines)), (f"all_{module}", read(os.path.join(out, f"{module}.rs")))):
                body = re.search(r"mod \$module \{(.*)include!", macro, re.S)[1]
                found[name] = f"{head}mod {module} {{\n{body}\n{text}\n}}\n{end}"
    return found


def put(folder, name, bodies, last=True):
    """Writes the program `name` with a module for each body."""
    for module, body in bodies.items():
        write(os.path.join(folder, "programs", name, f"{module}.rs"), body)
    modules = "".join(f'#[path = "{name}/{module}.rs"]\nmod {module};\n' for module in bodies)
    calls = "".join(f"    {module}::main();\n" for module in bodies)
    end = "    last::<u8>();\n" if last else ""
    write(os.path.join(folder, "programs", f"{name}.rs"), modules + LAST + "fn main() {\n" + calls + end + "}\n")
