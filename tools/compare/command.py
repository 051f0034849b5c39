"""The command `layout` of this build, for the scripts that compare it with other systems."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
LAYOUT = os.environ.get("LAYOUT", os.path.join(TARGET, "debug", "layout"))


def build():
    """Builds the command, unless LAYOUT names one."""
    if "LAYOUT" not in os.environ:
        subprocess.run(["cargo", "build", "-q", "--locked", "-p", "static-layout-cli"], cwd=ROOT, check=True)


def command(*words):
    return subprocess.run([LAYOUT, *words], capture_output=True, text=True)


def run(*words):
    """What the command prints, or None where it refuses."""
    found = command(*words)
    return found.stdout.strip() if found.returncode == 0 else None


class Reader:
    """One process of `layout eval --lines`, which answers each text."""

    def __init__(self, *words):
        arguments = [LAYOUT, "eval", "--lines", *words]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)

    def __call__(self, text):
        """What the command prints of a text without newlines, or None where it refuses."""
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline().rstrip("\n")
        return None if said.startswith("error: ") else said


def without_torch():
    """Lets FlyDSL be imported without torch, which nothing that is called needs."""
    try:
        import torch  # noqa: F401
    except ImportError:
        import sys
        import unittest.mock

        sys.modules["torch"] = unittest.mock.MagicMock()
