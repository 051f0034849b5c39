'use strict';
// Draws offsets in the order of memory, with the elements at each.

// The largest height in pixels that browsers scroll reliably.
const MOST_OFFSETS = 1 << 18;

class Memory {
  constructor({ section, canvas, sheet, frame, hint }) {
    Object.assign(this, { section, frame, hint, picture: null, current: null });
    this.view = new View({ canvas, sheet, frame, draw: () => this.draw(this.current) });
  }

  // Shows the elements of `picture` at their offsets; null hides the section.
  show(picture) {
    this.picture = picture;
    this.section.hidden = picture === null;
    if (picture === null) return;
    this.here = new Map();
    let [least, most] = [0, 0];
    for (const cell of picture.cells) {
      const cells = this.here.get(cell.offset);
      if (cells) cells.push(cell);
      else this.here.set(cell.offset, [cell]);
      [least, most] = [Math.min(least, cell.offset), Math.max(most, cell.offset)];
    }
    [this.from, this.all] = [least, most + 1 - least];
    this.count = Math.min(MOST_OFFSETS, this.all);
    this.say();
    this.measure();
    this.draw(null);
  }

  say() {
    let holes = 0;
    let shared = 0;
    for (let k = 0; k < this.count; k += 1) {
      const cells = this.here.get(this.from + k)?.length ?? 0;
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
    this.cell = Math.max(LEAST_WIDTH, wide(this.picture.cells.length) + 10);
    this.label = Math.max(wide(this.from), wide(this.from + this.count)) + LABEL_GAP;
    this.across = 1;
    while (this.across * 2 * this.cell + this.label <= this.frame.clientWidth) this.across *= 2;
    const rows = Math.ceil(this.count / this.across);
    this.view.resize(this.label + Math.min(this.across, this.count) * this.cell, rows * HEIGHT);
  }

  draw(current) {
    this.current = current;
    if (this.picture === null) return;
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
      this.offset(ink, seen, this.here.get(this.from + k), [x, y], current);
    }
  }

  offset(ink, seen, cells, [x, y], current) {
    const { cell } = this;
    if (!cells) {
      ink.strokeStyle = seen.line;
      ink.lineWidth = 1;
      ink.strokeRect(x + 0.5, y + 0.5, cell - 2, HEIGHT - 2);
      return;
    }
    ink.fillStyle = cells[0].fill;
    ink.fillRect(x, y, cell - 1, HEIGHT - 1);
    ink.fillStyle = INK;
    ink.textAlign = 'center';
    ink.fillText(cells.length > 1 ? `×${cells.length}` : String(cells[0].linear), x + cell / 2, y + HEIGHT / 2 + 0.5);
    if (current && cells.includes(current)) {
      ink.strokeStyle = seen.ring;
      ink.lineWidth = 3;
      ink.strokeRect(x + 1, y + 1, cell - 3, HEIGHT - 3);
    }
  }
}
