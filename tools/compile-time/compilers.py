"""Runs the measured compilers on programs, and returns their user CPU or instructions."""
import glob
import os
import re
import resource
import shlex
import shutil
import subprocess
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.path.abspath(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")))
CACHE = os.environ.get("STATIC_LAYOUT_BENCH_CACHE", os.path.join(tempfile.gettempdir(), "static-layout-bench"))
PATIENCE = 300  # seconds for one program


class Failed(Exception):
    """A program did not compile. The argument is the text of the compiler."""


def measured(command, cwd):
    """Runs a command. Returns its user CPU in seconds, children included, and its standard error."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        run = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Failed(f"not finished after {PATIENCE} s") from None
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if run.returncode:
        raise Failed(run.stderr)
    return used, run.stderr


def instructions(command, cwd, **environment):
    """Runs a command under valgrind. Returns its number of instructions."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    run = subprocess.run(valgrind + command, cwd=cwd, capture_output=True, text=True, env=os.environ | environment)
    found = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    if run.returncode or not found:
        raise Failed(run.stderr)
    return int(found[1].replace(",", ""))


class Rustc:
    """One toolchain and trait solver, with the library built for it."""

    SOLVERS = {"stable": ("+stable", []), "next": ("+nightly", ["-Znext-solver=globally"]),
               "const": ("+nightly", ["-Znext-solver=globally"])}

    def __init__(self, solver):
        self.name = solver
        self.toolchain, self.flags = self.SOLVERS[solver]
        self.target = os.path.join(TARGET, "compile-time-" + solver)
        # `const` is the front end whose types are constants, a workspace of its own.
        self.library = "static_layout_const" if solver == "const" else "static_layout"
        package = ["--manifest-path=crates/layout-const/Cargo.toml"] if solver == "const" else \
            ["--package=static-layout", "--no-default-features"]
        for profile in ([], ["--release"]):
            # The feature `owned` is off, since the programs do not use it.
            command = ["cargo", self.toolchain, "rustc", *package, "--lib", *profile, "--target-dir", self.target, "--", *self.flags]
            environment = os.environ | ({"RUSTFLAGS": " ".join(self.flags)} if solver == "const" else {})
            run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
            if run.returncode:
                raise Failed(run.stderr)

    def version(self):
        run = subprocess.run(["rustc", self.toolchain, "--version"], capture_output=True, text=True)
        return " ".join([run.stdout.strip(), *self.flags])

    def compile(self, program, emit):
        """Returns the user CPU. `emit` is "check" (metadata only), "debug" or "release" (code)."""
        return self.run(program, emit)[0]

    def memory(self, program, emit):
        """Returns the most memory of `rustc`, in MiB."""
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.Popen(["rustc", self.toolchain, *self.arguments(program, emit, folder)], cwd=folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, used = os.wait4(run.pid, 0)
            run.returncode = os.waitstatus_to_exitcode(status)
            if run.returncode:
                raise Failed(f"exit {run.returncode}")
            return used.ru_maxrss >> 10

    def passes(self, program, emit):
        """Returns the compiler's table of its passes."""
        return self.run(program, emit, "-Ztime-passes")[1]

    def instructions(self, program, emit):
        """Returns the instructions of `rustc`."""
        root = subprocess.run(["rustc", self.toolchain, "--print", "sysroot"], capture_output=True, text=True).stdout.strip()
        with tempfile.TemporaryDirectory() as folder:
            command = [f"{root}/bin/rustc", *self.arguments(program, emit, folder)]
            return instructions(command, folder, LD_LIBRARY_PATH=f"{root}/lib")

    def run(self, program, emit, *extra):
        with tempfile.TemporaryDirectory() as folder:
            return measured(["rustc", self.toolchain, *self.arguments(program, emit, folder), *extra], folder)

    def arguments(self, program, emit, folder):
        """Writes the program to `folder`, and returns the arguments of rustc."""
        profile = "release" if emit == "release" else "debug"
        built = os.path.join(self.target, profile)
        kind = {"check": ["--emit=metadata"], "debug": ["--emit=obj"], "release": ["--emit=obj", "-O"]}[emit]
        path = os.path.join(folder, "program.rs")
        with open(path, "w") as file:
            file.write(program)
        return [*self.flags, "--edition=2024", "--crate-type=lib", *kind, path, "--out-dir", folder,
                "--extern", f"{self.library}={built}/lib{self.library}.rlib", "-L", f"dependency={built}/deps"]


class Gxx:
    """g++ with CuTe's headers, from the Python packages that ship them."""

    PACKAGES = ["nvidia-cutlass==4.2.0.0", "nvidia-cuda-runtime-cu12==12.9.79",
                "nvidia-cuda-nvcc-cu12==12.9.86", "nvidia-cuda-cccl-cu12==12.9.27"]

    def __init__(self):
        if not shutil.which("g++"):
            raise Failed("no g++")
        self.includes = self.find() or self.download()

    @staticmethod
    def find():
        headers = ["cute/layout.hpp", "cuda_runtime_api.h", "crt/host_defines.h", "cuda/std/utility"]
        found = [glob.glob(f"{CACHE}/**/include/{header}", recursive=True) for header in headers]
        if not all(found):
            return None
        return [hits[0][: -len(header) - 1] for hits, header in zip(found, headers)]

    def download(self):
        with tempfile.TemporaryDirectory() as wheels:
            for package in self.PACKAGES:
                run = subprocess.run(["pip", "download", "-q", "--no-deps", "-d", wheels, package],
                                     capture_output=True, text=True)
                if run.returncode:
                    raise Failed(f"no headers: {run.stderr.strip()[-200:]}")
            for wheel in glob.glob(wheels + "/*.whl"):
                with zipfile.ZipFile(wheel) as archive:
                    archive.extractall(CACHE, [n for n in archive.namelist() if "/include/" in n])
        includes = self.find()
        if not includes:
            raise Failed(f"the packages do not hold the headers: {', '.join(self.PACKAGES)}")
        return includes

    def version(self):
        run = subprocess.run(["g++", "--version"], capture_output=True, text=True)
        return f"{run.stdout.splitlines()[0]}, {self.PACKAGES[0]}"

    def compile(self, program, *flags):
        with tempfile.TemporaryDirectory() as folder:
            return measured(self.command(program, folder, *flags), folder)[0]

    def instructions(self, program, *flags):
        """Returns the instructions of `cc1plus`, without the driver and the assembler."""
        with tempfile.TemporaryDirectory() as folder:
            calls = subprocess.run([*self.command(program, folder, *flags), "-###"], capture_output=True, text=True).stderr
            call = next(shlex.split(line) for line in calls.splitlines() if "/cc1plus" in line and line.startswith(" "))
            call[call.index("-o") + 1] = os.path.join(folder, "program.s")
            return instructions(call, folder)

    def command(self, program, folder, *flags):
        path = os.path.join(folder, "program.cpp")
        with open(path, "w") as file:
            file.write(program)
        return ["g++", "-std=c++17", *flags, *(f"-I{i}" for i in self.includes), path,
                *([] if "-fsyntax-only" in flags else ["-o", path + ".o"])]
