'use strict';
// A canvas of the size of the visible part of a scrolling sheet. It stays in view while the sheet scrolls.

const FONT = '13px ui-monospace, "SF Mono", Menlo, Consolas, monospace';
// The colour of text on cells, whose colours are light in both schemes.
const INK = '#10202f';

class View {
  // `canvas` is in `sheet`, which scrolls in `frame`. `draw` is called whenever the frame scrolls.
  constructor({ canvas, sheet, frame, draw }) {
    Object.assign(this, { canvas, sheet, frame });
    frame.addEventListener('scroll', () => requestAnimationFrame(draw));
  }

  // Sets the size of the sheet.
  resize(wide, high) {
    this.size = [wide, high];
    [this.sheet.style.width, this.sheet.style.height] = this.size.map((length) => `${length}px`);
  }

  // Clears the canvas, and returns the visible part and a context in units of the sheet.
  begin() {
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = this.frame;
    const [wide, high] = [Math.min(this.size[0], clientWidth), Math.min(this.size[1], clientHeight)];
    const scale = globalThis.devicePixelRatio || 1;
    [this.canvas.width, this.canvas.height] = [Math.ceil(wide * scale), Math.ceil(high * scale)];
    [this.canvas.style.width, this.canvas.style.height] = [`${wide}px`, `${high}px`];
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name);
    const seen = { left, top, wide, high, paper: colour('--paper'), faint: colour('--faint'), line: colour('--line'), ring: colour('--ring'), ink: colour('--ink') };
    const ink = this.canvas.getContext('2d', { alpha: false });
    ink.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    ink.fillStyle = seen.paper;
    // One pixel more, since the visible part may end within a pixel.
    ink.fillRect(left, top, wide + 1, high + 1);
    ink.font = FONT;
    ink.textBaseline = 'middle';
    return [ink, seen];
  }
}
