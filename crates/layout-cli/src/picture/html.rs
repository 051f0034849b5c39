//! Writes a picture as one HTML page: the SVG, with zoom and pan by mouse, touch and keyboard.

use crate::picture::{Picture, svg};

/// Writes a page without external files.
///
/// The wheel, `+` and `-` zoom, dragging and the arrow keys pan, `0` shows the whole picture. A line above the picture
/// describes the cell under the pointer, or the cell in the middle after a key.
pub fn write(picture: &Picture) -> String {
    let title = svg::escaped(&picture.title);
    PAGE.replace("{title}", &title).replace("{picture}", &svg::write(picture))
}

const PAGE: &str = r##"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;font:14px system-ui,sans-serif;color:#111;background:#fff}
header{display:flex;gap:.5em;align-items:center;padding:.4em .6em;border-bottom:1px solid #999}
output{font-family:ui-monospace,monospace;min-width:14em}
button{font:inherit;min-width:2.2em}
main{flex:1;overflow:hidden;touch-action:none;cursor:grab}
main:focus-visible{outline:3px solid #0072b2;outline-offset:-3px}
main svg{width:100%;height:100%;display:block}
main .label,main .label~.paper{pointer-events:none}
</style>
<header>
<button id="in" aria-label="larger">+</button>
<button id="out" aria-label="smaller">-</button>
<button id="all">all</button>
<output aria-live="polite">point at a cell; drag, wheel, arrows, + and - move and zoom</output>
</header>
<main tabindex="0" aria-label="picture">
{picture}</main>
<script>
"use strict";
const main = document.querySelector("main"), svg = document.querySelector("svg");
const said = document.querySelector("output");
const whole = svg.getAttribute("viewBox").split(" ").map(Number);
let box = whole.slice();
svg.removeAttribute("width");
svg.removeAttribute("height");
// The labels of a single panel stay visible: row labels at the left edge, column labels at the top edge.
const labels = document.querySelectorAll(".name").length > 1 ? [] : [...document.querySelectorAll(".label")];
const places = labels.map(label => [label, label.classList.contains("row") ? "x" : "y"])
  .map(([label, side]) => ({ label, side, at: Number(label.getAttribute(side)) }));
const ends = side => places.filter(place => place.side === side).map(place => place.at);
const [lowest, highest] = [Math.max(...ends("y")), Math.min(...ends("y"))];
// Strips behind the labels hide the cells under them.
const strip = (width, height) => {
  const strip = document.createElementNS(svg.namespaceURI, "rect");
  Object.entries({ class: "paper", width, height }).forEach(([name, value]) => strip.setAttribute(name, value));
  return svg.appendChild(strip);
};
const strips = places.length && {
  y: strip(whole[2] * 5, lowest - highest + 20), x: strip(Math.max(...ends("x")) + 5, whole[3] * 5),
};
labels.forEach(label => svg.append(label));
function show() {
  svg.setAttribute("viewBox", box.join(" "));
  const frame = main.getBoundingClientRect(), corner = under(frame.left, frame.top);
  const by = { x: Math.max(0, corner.x), y: Math.max(0, corner.y + 14 - highest) };
  for (const { label, side, at } of places) label.setAttribute(side, at + by[side]);
  for (const side in strips) {
    strips[side].style.display = by[side] > 0 ? "" : "none";
    strips[side].setAttribute(side, corner[side]);
  }
}
// `scale`: picture units for each screen pixel. `under`: the picture point under a screen point.
const scale = () => 1 / svg.getScreenCTM().a;
const under = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
const middle = () => ({ x: box[0] + box[2] / 2, y: box[1] + box[3] / 2 });
function zoom(factor, at) {
  const width = Math.min(Math.max(box[2] * factor, 60), whole[2] * 4), by = width / box[2];
  box = [at.x - (at.x - box[0]) * by, at.y - (at.y - box[1]) * by, width, box[3] * by];
  show();
}
function move(right, down) {
  box[0] += right;
  box[1] += down;
  show();
}
function all() {
  box = whole.slice();
  show();
}
main.addEventListener("wheel", event => {
  event.preventDefault();
  zoom(Math.exp(event.deltaY / 400), under(event.clientX, event.clientY));
}, { passive: false });
const fingers = new Map();
main.addEventListener("pointerdown", event => {
  fingers.set(event.pointerId, event);
  main.setPointerCapture(event.pointerId);
});
main.addEventListener("pointermove", event => {
  const before = fingers.get(event.pointerId);
  if (before) {
    const other = [...fingers.values()].find(finger => finger.pointerId !== event.pointerId);
    if (other) {
      const far = finger => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      zoom(far(before) / Math.max(far(event), 1), under(other.clientX, other.clientY));
    } else {
      move((before.clientX - event.clientX) * scale(), (before.clientY - event.clientY) * scale());
    }
    fingers.set(event.pointerId, event);
    return;
  }
  const cell = event.target.closest("svg g");
  if (cell) said.textContent = cell.firstChild.textContent;
});
for (const end of ["pointerup", "pointercancel"])
  main.addEventListener(end, event => fingers.delete(event.pointerId));
const keys = {
  "+": () => zoom(0.8, middle()), "=": () => zoom(0.8, middle()), "-": () => zoom(1.25, middle()), "0": all,
  ArrowLeft: () => move(-box[2] / 8, 0), ArrowRight: () => move(box[2] / 8, 0),
  ArrowUp: () => move(0, -box[3] / 8), ArrowDown: () => move(0, box[3] / 8),
};
main.addEventListener("keydown", event => {
  if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  keys[event.key]();
  const { x, y } = middle();
  const cell = [...document.querySelectorAll("svg g")].find(cell => {
    const at = cell.querySelector("rect"), near = name => Number(at.getAttribute(name));
    return near("x") <= x && x < near("x") + near("width") && near("y") <= y && y < near("y") + near("height");
  });
  if (cell) said.textContent = "in the middle: " + cell.firstChild.textContent;
});
document.getElementById("in").onclick = () => zoom(0.8, middle());
document.getElementById("out").onclick = () => zoom(1.25, middle());
document.getElementById("all").onclick = all;
show();
</script>
</html>
"##;
