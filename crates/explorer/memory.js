'use strict';
// Draws offsets in the order of memory, with the elements at each.

// The largest number of offsets that is drawn.
const MOST_OFFSETS = 1 << 18;
// The most elements that are found before the grid is on the screen.
const AT_ONCE = 1 << 12;

class Memory {
  // `chosen` is called with the linear coordinate of a clicked element.
  constructor({ section, canvas, sheet, frame, hint, chosen }) {
    Object.assign(this, { section, frame, hint, picture: null, current: null, lit: null });
    this.view = new View({ canvas, sheet, frame, draw: () => this.draw(this.current) });
    canvas.addEventListener('click', (event) => {
      const [x, y] = [event.offsetX + frame.scrollLeft, event.offsetY + frame.scrollTop];
      const k = Math.floor(y / HEIGHT) * this.across + Math.floor((x - this.label) / this.cell);
      if (x >= this.label && k >= 0 && k < this.count && this.many[k]) chosen(this.linear[k]);
    });
  }

  // Shows the elements of `picture` at their offsets; null hides the section. Many elements follow after the grid is drawn.
  show(picture) {
    Object.assign(this, { picture, lit: null, count: 0 });
    this.section.hidden = picture === null;
    if (picture === null) return;
    if (picture.size <= AT_ONCE) {
      this.collect();
      return;
    }
    requestAnimationFrame(() => setTimeout(() => {
      if (this.picture === picture) this.collect();
    }));
  }

  collect() {
    const { picture } = this;
    if (!picture.complete) {
      this.hint.textContent = `Memory is drawn for layouts of up to ${MOST_CELLS} coordinates.`;
      [this.label, this.across, this.cell] = [0, 1, 1];
      this.view.resize(0, 0);
      this.view.begin();
      return;
    }
    const [least, most] = picture.drawing.bounds;
    [this.from, this.all] = [least, most + 1 - least];
    this.count = Math.min(MOST_OFFSETS, this.all);
    // By offset: the number of its elements, and the linear coordinate, the colour and the group of the last.
    [this.many, this.linear] = [new Uint32Array(this.count), new Uint32Array(this.count)];
    [this.colours, this.groups] = [new Uint8Array(this.count), new Uint32Array(this.count)];
    const { rows, columns } = picture.drawing;
    for (let p = 0; p < picture.panels; p += 1) {
      const { count, words, colours, groups } = picture.all(p);
      for (let k = 0; k < count; k += 1) {
        const offset = Offset.number(words, k) - least;
        if (offset >= this.count) continue;
        this.many[offset] += 1;
        this.colours[offset] = colours[k];
        this.groups[offset] = groups[k];
        const row = Math.floor(k / columns);
        this.linear[offset] = row + rows * (k - row * columns + columns * p);
      }
    }
    this.say();
    this.measure();
    this.draw(null);
  }

  // Lights the offsets for which `lit(offset, group)` is true. Null lights all.
  light(lit) {
    if (lit === null && this.lit === null) return;
    this.lit = lit;
    this.draw(this.current);
  }

  say() {
    let holes = 0;
    let shared = 0;
    for (const cells of this.many) {
      if (cells === 0) holes += 1;
      if (cells > 1) shared += 1;
    }
    const parts = [`Offsets ${this.from} to ${this.from + this.count - 1}`];
    if (this.all > this.count) parts.push(`of ${this.all}`);
    const notes = [];
    if (holes) notes.push(`${holes} hold no element`);
    if (shared) notes.push(`${shared} hold more than one`);
    if (!holes && !shared) notes.push('each holds one element');
    this.hint.textContent = `${parts.join(' ')}: ${notes.join(', ')}. Each cell shows the linear coordinate of its element.`;
  }

  // The number of offsets in a row is a power of two, like that of cache lines and banks.
  measure() {
    const ink = this.view.canvas.getContext('2d', { alpha: false });
    ink.font = FONT;
    const wide = (number) => ink.measureText('0').width * String(number).length;
    this.cell = Math.max(LEAST_WIDTH, wide(this.picture.size) + 10);
    this.label = Math.max(wide(this.from), wide(this.from + this.count)) + LABEL_GAP;
    this.across = 1;
    while (this.across * 2 * this.cell + this.label <= this.frame.clientWidth) this.across *= 2;
    const rows = Math.ceil(this.count / this.across);
    this.view.resize(this.label + Math.min(this.across, this.count) * this.cell, rows * HEIGHT);
  }

  draw(current) {
    this.current = current;
    if (this.picture === null || this.count === 0) return;
    const [ink, seen] = this.view.begin();
    const first = Math.floor(seen.top / HEIGHT) * this.across;
    const last = Math.min(this.count, Math.ceil((seen.top + seen.high) / HEIGHT) * this.across);
    for (let k = first; k < last; k += 1) {
      const [x, y] = [this.label + (k % this.across) * this.cell, Math.floor(k / this.across) * HEIGHT];
      if (k % this.across === 0) {
        ink.fillStyle = seen.faint;
        ink.textAlign = 'right';
        ink.fillText(String(this.from + k), this.label - LABEL_GAP, y + HEIGHT / 2);
      }
      this.offset(ink, seen, k, [x, y], current);
    }
  }

  offset(ink, seen, k, [x, y], current) {
    const { cell } = this;
    if (!this.many[k]) {
      ink.strokeStyle = seen.line;
      ink.lineWidth = 1;
      ink.strokeRect(x + 0.5, y + 0.5, cell - 2, HEIGHT - 2);
      return;
    }
    const lit = !this.lit || this.lit(this.from + k, this.groups[k]);
    ink.globalAlpha = lit ? 1 : DIM;
    ink.fillStyle = this.picture.fills[this.colours[k]] ?? '#ffffff';
    ink.fillRect(x, y, cell - 1, HEIGHT - 1);
    ink.fillStyle = lit ? INK : seen.ink;
    ink.textAlign = 'center';
    ink.fillText(this.many[k] > 1 ? `×${this.many[k]}` : String(this.linear[k]), x + cell / 2, y + HEIGHT / 2 + 0.5);
    ink.globalAlpha = 1;
    if (current && current.offset === this.from + k) {
      ink.strokeStyle = seen.ring;
      ink.lineWidth = 3;
      ink.strokeRect(x + 1, y + 1, cell - 3, HEIGHT - 3);
    }
  }
}
