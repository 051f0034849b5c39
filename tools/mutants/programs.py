"""What notices a mutant while it is compiled: programs of all mistakes that are refused in `const`, and of all
examples of the documentation that are right. Each is a module, so that one run of the compiler asks hundreds."""
import glob
import os
import re

# These features are off.
OFF = re.compile("interop_(arrow|image|mdarray|nalgebra|ndarray|safetensors|npy|dlpack)")
# What is about kernels or parts takes the compiler longest, then views.
KERNELS = re.compile(
    r"gemm|copy|transform|axpby|reduce|convolve|transpose|fill|matmul|sum\b|permute|combine|Kernel|windows|iter_mut|"
    r"for_each|parts|split|update")
VIEWS = re.compile(r"gemm|copy|transform|axpby|reduce|convolve|transpose|fill|View|Tensor|Owned|Boxed|view|tensor|matmul|sum\b")
# The program of the mistakes that a file of checks is about: asked first of its mutants.
NEAR = {
    "gemm/agree.rs": ("near_products", "gemm|matmul"),
    "tensor/parting.rs": ("near_parts", "tile|partition|shares"),
    "tensor/disjoint.rs": ("near_splits", "split_mut|tiles_mut|partition_mut"),
}
# Where code is not generic its mistakes are found before all others, and hide them.
EARLY = re.compile(r"::IS_")
# An error of this program's own, after the rest was looked at: no code is made of what is right.
LAST = "struct Last<T>(T);\nimpl<T> Last<T> {\n    const LAST: () = panic!(\"the last one\");\n}\nfn last<T>() {\n    Last::<T>::LAST\n}\n"


def groups(root):
    """The modules of each program, the cheapest program first."""
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


def mistakes(root):
    """The mistakes of `ui-tests`, and those of the documentation, by name."""
    ui, found = os.path.join(root, "ui-tests"), {}
    for path in sorted(glob.glob(os.path.join(ui, "*/*.stderr"))):
        if set(re.findall(r"^error(?:\[(\w+)\])?", read(path), re.M)) == {"E0080"}:
            text = read(path.replace(".stderr", ".rs"))
            found["m_" + os.path.basename(path)[:-7]] = re.sub(r"^//!.*\n", "", text, flags=re.M).replace("fn main()", "pub fn main()")
    for place, lines in blocks(root, r"compile_fail,E0080"):
        found[f"m_{place}"] = "pub fn main() {\n" + "\n".join(lines) + "\n}\n"
    return found


def examples(root):
    """The examples of the documentation that compile, by name."""
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
    """The blocks of code that begin with this mark, each with a name of its file and line."""
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
                        path = os.path.relpath(os.path.join(place, name), os.path.join(root, "src"))
                        yield f"{re.sub(r'[^a-z0-9]', '_', path[:-3])}_{number}", block[1]
                    block = None
                elif block is not None:
                    block[1].append(re.sub(r"^# |^#$", "", said.group(1)))


def put(folder, name, bodies, last=True):
    """Writes the program `name`: each body is a module."""
    for module, body in bodies.items():
        write(os.path.join(folder, "programs", name, f"{module}.rs"), body)
    modules = "".join(f'#[path = "{name}/{module}.rs"]\nmod {module};\n' for module in bodies)
    calls = "".join(f"    {module}::main();\n" for module in bodies)
    end = "    last::<u8>();\n" if last else ""
    write(os.path.join(folder, "programs", f"{name}.rs"), modules + LAST + "fn main() {\n" + calls + end + "}\n")
