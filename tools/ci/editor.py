#!/usr/bin/env python3
"""Asks rust-analyzer for the types that an editor shows in the book's examples and in `tests/shallow.rs`.

    rustup component add rust-analyzer rust-src
    tools/ci/editor.py [CHAPTER..] [--verbose]
    tools/ci/editor.py --diagnostics

Each example of the book, and each row of `tests/shallow.rs`, is a statement of a function of one crate, which depends on the
library by its path. Over the language server
protocol the script asks the hover of each name that `let` binds and of each method, and the completions behind each dot.
A hover must have no `{unknown}`, and completions must contain the method that is written there. rust-analyzer gives up where a
type nests 50 levels deep in its trait solver, whatever `recursion_limit` says: `OPEN` lists the examples that are deeper.

With the setting that `cargo layout editor vscode` prints, the diagnostics of two programs must arrive: a refusal of numbers, and
two types in digits (`--diagnostics`: these alone).
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
TARGET = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "editor")
CRATE = os.path.join(TARGET, "crate")
MANIFEST = """[package]
name = "examples"
version = "0.0.0"
edition = "2024"

[dependencies]
static-layout = {{ path = "{root}" }}
static-layout-kernels = {{ path = "{root}/crates/layout-kernels" }}
static-layout-formats = {{ path = "{root}/crates/layout-formats" }}
typenum = "1.20"
half = "2.6"
layout-core = {{ path = "{root}/layout-core", features = ["sharding"] }}

[workspace]
"""
SETTINGS = {
    "checkOnSave": False,
    "cachePriming": {"enable": False},
    "cargo": {"buildScripts": {"enable": True}, "targetDir": os.path.join(TARGET, "build")},
    "procMacro": {"enable": True},
    "completion": {"limit": None, "autoimport": {"enable": False}, "postfix": {"enable": False}},
    "hover": {"documentation": {"enable": True}},
    "numThreads": 2,
}


# Per chapter, the words of examples that have no answer: those without a reason of their own nest deeper. An entry that
# resolves is an error, so that the list remains true.
OPEN = {
    # `reshape` of a run-time extent with `_`, and a slice of its result.
    "coming_from": {"a", "mirror", "slice_axes"},
    # The type names a constant of `Self`, which rust-analyzer does not evaluate there.
    # A method that the macro reads as a type function is no call.
    "constants": {"to_string", "div_ceil"},
    # An iterator that a function returns as `impl Iterator`, in a `Result`.
    "distributed": {"map", "collect"},
    # The order of the memory of five modes ranks each before the first stride is known.
    "pages": {"cache", "to_string"},
    # A recast by two numbers, of which one divides the other, chooses between two operations.
    # The order of given strides ranks each leaf before the first stride is known.
    "shallow": {"recast_bits", "like"},
    # A slice of a swizzled layout computes the offset that moves into the swizzle.
    "swizzles": {"quarter", "to_string"},
}


class Server:
    """A language server that speaks over its standard input and output."""

    def __init__(self, folder=CRATE, settings=SETTINGS, environment=None):
        self.settings = settings
        binary = subprocess.run(["rustup", "which", "rust-analyzer"], capture_output=True, text=True, check=True).stdout.strip()
        self.process = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        cwd=folder, env=environment)
        self.last = 0
        self.quiescent = False
        self.health = "ok"
        uri = "file://" + folder
        self.request("initialize", {
            "processId": os.getpid(), "rootUri": uri, "workspaceFolders": [{"uri": uri, "name": "examples"}],
            "initializationOptions": settings,
            "capabilities": {
                "experimental": {"serverStatusNotification": True},
                "workspace": {"configuration": True},
                "textDocument": {"hover": {"contentFormat": ["markdown"]}},
            },
        })
        self.notify("initialized", {})
        while not self.quiescent:
            self.receive()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            raise SystemExit("rust-analyzer ended")
        message = json.loads(self.process.stdout.read(length))
        if "method" in message and "id" in message:
            answer = [self.settings for _ in message["params"]["items"]] if message["method"] == "workspace/configuration" else None
            self.send({"id": message["id"], "result": answer})
        elif message.get("method") == "experimental/serverStatus":
            status = message["params"]
            self.quiescent, self.health = status["quiescent"], status["health"]
            if self.health != "ok":
                raise SystemExit(f"rust-analyzer: {status.get('message')}")
        return message

    def request(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last and "method" not in message:
                if "error" in message:
                    if message["error"]["code"] == -32801:      # the content was modified: ask again
                        return self.request(method, params)
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]

    def at(self, method, path, line, column, **more):
        place = {"textDocument": {"uri": "file://" + path}, "position": {"line": line, "character": column}}
        return self.request("textDocument/" + method, {**place, **more})

    def close(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(timeout=30)


BLOCK = re.compile(r"^```rust([^\n]*)\n(.*?)^```$", re.S | re.M)


def examples(path):
    """The examples of a chapter that compile, each as a function."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    functions = []
    for flags, code in BLOCK.findall(text):
        if "compile_fail" in flags or "ignore" in flags:
            continue
        code = re.sub(r"^# ?", "", code, flags=re.M) if re.search(r"^# ", code, re.M) else code
        if "fn main()" in code:
            functions.append(f"mod example_{len(functions)} {{\n{code}}}\n")
        else:
            functions.append(f"fn example_{len(functions)}() {{\n{code}}}\n")
    return "\n".join(functions)


def write_crate(chapters):
    source = os.path.join(CRATE, "src")
    shutil.rmtree(source, ignore_errors=True)
    os.makedirs(source)
    shutil.copy(os.path.join(ROOT, "Cargo.lock"), CRATE)
    with open(os.path.join(CRATE, "Cargo.toml"), "w", encoding="utf-8") as file:
        file.write(MANIFEST.format(root=ROOT))
    book = os.path.join(ROOT, "docs/book")
    modules = {}
    for name in sorted(os.listdir(book)):
        if name.endswith(".md") and name not in ("README.md", "SUMMARY.md"):
            text = examples(os.path.join(book, name))
            if text:
                modules[name[:-3]] = text
    with open(os.path.join(ROOT, "tests/shallow.rs"), encoding="utf-8") as file:
        text = re.sub(r"^#!\[.*\n|^//!.*\n|^#\[test\]\n", "", file.read(), flags=re.M)
        # Each row of the table as a binding, whose hover is the type of the result.
        head, rows = text.split("    let mut called = operations! {\n")
        rows = re.sub(r"^ {8}(\w+): ", r"    let \1 = ", rows.split("\n    };\n")[0], flags=re.M)
        modules["shallow"] = f"{head}{rows}\n}}\n"
    if chapters:
        modules = {name: text for name, text in modules.items() if name in chapters}
    for name, text in modules.items():
        with open(os.path.join(source, name + ".rs"), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(source, "lib.rs"), "w", encoding="utf-8") as file:
        file.write("#![allow(unused)]\n" + "".join(f"mod {name};\n" for name in modules))
    return modules


BINDING = re.compile(r"\blet\s+(?:mut\s+)?(\w+)|\blet\s+\(([^)]*)\)|\bfor\s+\(?([\w, ]+?)\)?\s+in\b")
METHOD = re.compile(r"\.\s*([a-z_]\w*)\s*(?:\(|::<)")


def names_of(code):
    for found in BINDING.finditer(code):
        group = next(i for i in (1, 2, 3) if found[i])
        for name in re.finditer(r"[A-Za-z_]\w*", found[group]):
            if name[0] not in ("mut", "_"):
                yield name[0], found.start(group) + name.start()


def without_comments(line):
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: '"' + " " * (len(m[0]) - 2) + '"', line)
    return re.sub(r"//.*", "", line)


def shown(hover):
    if hover is None:
        return None
    contents = hover["contents"]
    return contents["value"] if isinstance(contents, dict) else str(contents)


# Two programs, each with the line of a diagnostic and what an editor must show of it.
DIAGNOSTICS = {
    "numbers": ("""use static_layout::*;

fn main() {
    let a = layout!((6,4):(4,1));
    let _ = a.logical_divide(layout!(4:1));
}
""", 4, ["cannot divide (6,4):(4,1) by 4:1: 4 does not divide 6"]),
    "types": ("""use static_layout::*;

fn main() {
    let (a, b) = (layout!((16,128):(1,16)), layout!((16,128):(128,1)));
    let _ = if a.size() > 3 { a } else { b };
}
""", 4, ["found struct `Layout!((16,128):(128,1))`", "`to_dynamic()` gives both layouts one type, `dynamic::Layout`"]),
}


def shipped():
    """The settings that `cargo layout editor vscode` prints, as rust-analyzer takes them."""
    with open(os.path.join(ROOT, "crates/layout-cli/editors/vscode.json"), encoding="utf-8") as file:
        settings = json.load(file)
    nested = {**SETTINGS, "checkOnSave": True}
    for name, value in settings.items():
        _, group, key = name.split(".")
        nested[group] = {**nested.get(group, {}), key: value}
    return nested


def diagnostics():
    """Waits until the shipped settings show each of `DIAGNOSTICS`, and fails where one has bits or does not arrive."""
    start = time.monotonic()
    subprocess.run(["cargo", "build", "-q", "--locked", "-p", "static-layout-cli", "--no-default-features", "--features", "command"],
                   cwd=ROOT, check=True)
    folder = os.path.join(TARGET, "diagnostics")
    source = os.path.join(folder, "src/bin")
    shutil.rmtree(source, ignore_errors=True)
    os.makedirs(source)
    shutil.copy(os.path.join(ROOT, "Cargo.lock"), folder)
    with open(os.path.join(folder, "Cargo.toml"), "w", encoding="utf-8") as file:
        file.write(MANIFEST.format(root=ROOT).split("static-layout-kernels")[0] + "\n[workspace]\n")
    paths = {os.path.join(source, name + ".rs"): name for name in DIAGNOSTICS}
    for path, name in paths.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(DIAGNOSTICS[name][0])
    # The folder of the setting, and the command that was just built.
    environment = {name: value for name, value in os.environ.items() if name != "CARGO_TARGET_DIR"}
    environment["PATH"] = os.path.join(os.path.dirname(TARGET), "debug") + os.pathsep + os.environ["PATH"]
    server = Server(folder, shipped(), environment)
    # A server that is silent ends, and so does the loop.
    timer = threading.Timer(300, server.process.kill)
    timer.start()
    for path, name in paths.items():
        document = {"uri": "file://" + path, "languageId": "rust", "version": 1, "text": DIAGNOSTICS[name][0]}
        server.notify("textDocument/didOpen", {"textDocument": document})
        server.notify("textDocument/didSave", {"textDocument": {"uri": "file://" + path}})
    wanted = set(DIAGNOSTICS)
    while wanted:
        message = server.receive()
        name = paths.get(message.get("params", {}).get("uri", "").removeprefix("file://"))
        if message.get("method") != "textDocument/publishDiagnostics" or name is None:
            continue
        _, line, words = DIAGNOSTICS[name]
        shown = message["params"]["diagnostics"]
        if any("UInt<" in diagnostic["message"] for diagnostic in shown):
            raise SystemExit(f"{name}: a diagnostic has bits: {shown}")
        if any(diagnostic["range"]["start"]["line"] == line and all(part in diagnostic["message"] for part in words) for diagnostic in shown):
            wanted.discard(name)
    timer.cancel()
    server.close()
    print(f"diagnostics of {', '.join(DIAGNOSTICS)}: in digits; {time.monotonic() - start:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*")
    parser.add_argument("--verbose", action="store_true", help="print every hover")
    parser.add_argument("--diagnostics", action="store_true", help="only the diagnostics of the setting that is shipped")
    arguments = parser.parse_args()
    diagnostics()
    if arguments.diagnostics:
        return 0
    modules = write_crate(arguments.chapters)
    start = time.monotonic()
    server = Server()
    print(f"started after {time.monotonic() - start:.1f} s, health {server.health}")
    count = {"names": 0, "methods": 0, "completions": 0}
    found, bits, lengths = [], 0, []
    for module, text in modules.items():
        path = os.path.join(CRATE, "src", module + ".rs")
        server.notify("textDocument/didOpen", {"textDocument": {"uri": "file://" + path, "languageId": "rust", "version": 1, "text": text}})
        for number, line in enumerate(text.split("\n")):
            code = without_comments(line)
            if "$" in code:     # the body of a macro has no types
                continue

            def ask(name, column):
                hover = shown(server.at("hover", path, number, column))
                if arguments.verbose:
                    print(f"{module}:{number + 1} {name}: {hover}")
                if hover is None or "{unknown}" in hover:
                    found.append((module, name, "hover", line.strip()))
                return hover or ""

            for name, column in names_of(code):
                count["names"] += 1
                first = ask(name, column).removeprefix("\n```rust\n").split("\n```")[0]
                lengths.append(len(first))
                bits += "UInt<" in first
            for method in METHOD.finditer(code):
                name, column = method[1], method.start(1)
                count["methods"] += 1
                ask(name, column)
                count["completions"] += 1
                answer = server.at("completion", path, number, column, context={"triggerKind": 1})
                items = answer["items"] if isinstance(answer, dict) else answer or []
                if name not in {re.match(r"\w*", item["label"])[0] for item in items}:
                    found.append((module, name, "completion", line.strip()))
        server.notify("textDocument/didClose", {"textDocument": {"uri": "file://" + path}})
    server.close()
    wrong = [row for row in found if row[1] not in OPEN.get(row[0], ())]
    seen = {row[:2] for row in found}
    solved = [(module, name) for module in modules for name in OPEN.get(module, ()) if (module, name) not in seen]
    for module, name, what, line in wrong:
        print(f"{module}: no {what} of `{name}`: {line}")
    for module, name in solved:
        print(f"{module}: `{name}` resolves: remove it from OPEN")
    lengths.sort()
    print(f"{', '.join(f'{n} {what}' for what, n in count.items())}: {len(found)} without an answer, {len(wrong)} of them not listed;"
          f" {time.monotonic() - start:.0f} s")
    print(f"hovers of names: {lengths[len(lengths) // 2]} characters in the median, {lengths[-1]} at most; {bits} spell numerals as bits")
    return 1 if wrong or solved else 0


if __name__ == "__main__":
    sys.exit(main())
