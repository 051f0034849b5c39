'use strict';
// Offsets in the order of memory: for each, the elements that lie there.

const MOST_OFFSETS = 4096;

class Memory {
  constructor(section, canvas, hint) {
    Object.assign(this, { section, canvas, hint, picture: null });
  }

  // The elements of `picture` at their offsets; null shows nothing.
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

  draw(current) {
    if (this.picture === null) return;
    const ink = this.canvas.getContext('2d');
    ink.font = FONT;
    const wide = (number) => ink.measureText('0').width * String(number).length;
    const cell = Math.max(LEAST_WIDTH, wide(this.picture.cells.length) + 10);
    const label = Math.max(wide(this.from), wide(this.from + this.count)) + LABEL_GAP;
    let across = 1;
    // A power of two, as lines and banks are.
    while (across * 2 * cell + label <= this.section.clientWidth - 32) across *= 2;
    const [width, high] = [label + Math.min(across, this.count) * cell, Math.ceil(this.count / across) * HEIGHT];
    const scale = globalThis.devicePixelRatio || 1;
    [this.canvas.width, this.canvas.height] = [Math.ceil(width * scale), Math.ceil(high * scale)];
    [this.canvas.style.width, this.canvas.style.height] = [`${width}px`, `${high}px`];
    ink.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(document.documentElement);
    ink.font = FONT;
    ink.textBaseline = 'middle';
    for (let k = 0; k < this.count; k += 1) {
      const [x, y] = [label + (k % across) * cell, Math.floor(k / across) * HEIGHT];
      if (k % across === 0) {
        ink.fillStyle = style.getPropertyValue('--faint');
        ink.textAlign = 'right';
        ink.fillText(String(this.from + k), label - LABEL_GAP, y + HEIGHT / 2);
      }
      this.offset(ink, style, this.here.get(this.from + k), [x, y, cell], current);
    }
  }

  offset(ink, style, cells, [x, y, cell], current) {
    if (!cells) {
      ink.strokeStyle = style.getPropertyValue('--line');
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
      ink.strokeStyle = style.getPropertyValue('--ring');
      ink.lineWidth = 3;
      ink.strokeRect(x + 1, y + 1, cell - 3, HEIGHT - 3);
    }
  }
}
