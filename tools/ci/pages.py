#!/usr/bin/env python3
"""Writes what a user reads on the pages of `Layout`, `View` and `matmul`: each signature with its first sentence.

    cargo doc --no-deps -p static-layout -p static-layout-kernels && tools/ci/pages.py

The pages are in `docs/public-api/pages`. A change there shows what a change of bounds or names does to a reader.
"""
import html
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
DOC = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "doc")
PAGES = {
    "Layout": "static_layout/struct.Layout.html",
    "View": "static_layout/struct.View.html",
    "matmul": "static_layout_kernels/gemm/fn.matmul.html",
}
# Implementations that every type has say nothing of this one.
COMMON = re.compile(r'<h2 id="(blanket|synthetic)-implementations"')
SIGNATURE = re.compile(
    r'<h4 class="code-header">(?P<method>.*?)</h4>|<pre class="rust item-decl"><code>(?P<item>.*?)</code></pre>', re.S)
SENTENCE = re.compile(r'<div class="docblock[^"]*">\s*<p>(.*?)</p>', re.S)


def plain(text):
    text = re.sub(r"<br\s*/?>", "\n", text)
    return html.unescape(re.sub(r"<[^>]+>", "", text)).replace("\u00a0", " ").replace(" ⓘ", "").strip()


def page(source):
    source = COMMON.split(source)[0]
    found = list(SIGNATURE.finditer(source))
    lines = []
    for this, after in zip(found, found[1:] + [None]):
        signature = plain(this["method"] or this["item"])
        between = source[this.end(): after.start() if after else len(source)]
        said = SENTENCE.search(between)
        lines.append(signature)
        if said:
            first = re.split(r"(?<=[.:])\s", " ".join(plain(said[1]).split()))[0]
            lines.append(f"    // {first}")
        lines.append("")
    return "\n".join(lines)


def main():
    folder = os.path.join(ROOT, "docs/public-api/pages")
    os.makedirs(folder, exist_ok=True)
    for name, path in PAGES.items():
        with open(os.path.join(DOC, path), encoding="utf-8") as file:
            text = page(file.read())
        assert text.count("fn ") > 0, f"{path} shows no function"
        with open(os.path.join(folder, f"{name}.txt"), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
