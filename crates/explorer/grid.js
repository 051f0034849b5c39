'use strict';
// Draws a picture: panels with a cell for each coordinate. Only the visible part is drawn, so that any layout costs no more
// than what is on the screen.

const LEAST_WIDTH = 34;
const HEIGHT = 30;
// Small layouts grow up to this size, to use the screen.
const MOST_WIDTH = 68;
const MOST_HEIGHT = 46;
// The width in pixels up to which labels widen a column.
const MOST_NAME = 56;
const LABEL_GAP = 9;
const HEAD = 24;
const PANEL_GAP = 24;
// The part of the window's height that a grid fills.
const SHARE = 0.68;
// The sizes of the texts of cells, in pixels: the largest with which all columns fit is taken.
const SIZES = [13, 11, 10, 9];
// The least height of a cell with one line of text, and of each further line.
const LEAST_HEIGHT = 16;
const LEAST_LINE = 10;
// The opacity of cells that are not lit.
const DIM = 0.22;

class Grid {
  // `ring` marks the current cell. `chosen` is called with the cell whenever it changes, `pinned` with a clicked cell. `wide`
  // returns the width for each cell, which is that of the frame divided by the columns unless it is given.
  constructor({ canvas, sheet, frame, ring, chosen, pinned = () => {}, share = SHARE, wide = null }) {
    Object.assign(this, { canvas, frame, ring, chosen, pinned, share, wide, picture: null, current: null, lit: null, zoom: 1, bitmaps: new Map(), fingers: new Map() });
    this.view = new View({ canvas, sheet, frame, draw: () => this.draw() });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerdown', (event) => {
      this.fingers.set(event.pointerId, event);
      this.point(event);
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      canvas.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    }
    canvas.addEventListener('click', (event) => {
      if (this.point(event)) this.pinned(this.current);
    });
    canvas.addEventListener('keydown', (event) => this.key(event));
    canvas.addEventListener('focus', () => {
      if (!this.current && this.picture?.size) this.select(this.picture.cell(0, 0, 0));
    });
    canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.scale(this.zoom * Math.exp(-event.deltaY / 300));
    }, { passive: false });
  }

  // With `whole` all cells fit the view; numbers that do not fit are left out.
  show(picture, whole) {
    const before = this.current;
    if (picture !== this.picture) this.bitmaps = new Map();
    Object.assign(this, { picture, whole });
    this.current = null;
    if (before && picture && before.linear < picture.size) {
      const [p, row, column] = [before.panel, before.row, before.column];
      if (p < picture.panels && row < picture.rows && column < picture.columns) this.current = picture.cell(p, row, column);
    }
    this.measure();
    this.draw();
  }

  // Moves the ring without a word to the listener: to the cell with a linear coordinate, or away.
  mark(linear) {
    const { picture } = this;
    const [p, row, column] = linear === null ? [-1] : picture.place(linear);
    this.current = p >= 0 && p < picture.panels && row < picture.rows && column < picture.columns ? picture.cell(p, row, column) : null;
    this.lay();
  }

  // Lights the cells for which `lit` is true, and fades the others. Null lights all.
  light(lit) {
    if (lit === null && this.lit === null) return;
    this.lit = lit;
    this.bitmaps.clear();
    this.draw();
  }

  scale(zoom) {
    this.zoom = Math.min(4, Math.max(0.1, zoom));
    this.measure();
    this.draw();
  }

  // The width of a panel of a picture with the largest cells that it grows to.
  needed({ widest: { text, row }, columns }) {
    const ink = this.canvas.getContext('2d');
    ink.font = FONT;
    const letter = ink.measureText('0').width;
    return row * letter + LABEL_GAP + 2 + columns * Math.max(MOST_WIDTH, text * letter + 12);
  }

  // Computes the sizes of cells and labels from their texts and the available space.
  measure() {
    const { picture } = this;
    const ink = this.canvas.getContext('2d');
    ink.font = FONT;
    const letter = ink.measureText('0').width;
    const { text = 0, row = 0, column = 0 } = picture?.widest ?? {};
    const { panels = 0, rows = 0, columns = 0, lines = 1 } = picture ?? {};
    const most = Math.max(1, columns);
    const [room, high] = [this.frame.clientWidth, this.share * globalThis.innerHeight];
    this.labels = row * letter + LABEL_GAP;
    const names = column * letter;
    const need = (size) => text * letter * size / 13 + size - 1;
    const natural = Math.max(LEAST_WIDTH, need(13), names < MOST_NAME ? names + LABEL_GAP : 0);
    const wide = this.wide?.() ?? (room - this.labels - 2) / most;
    // Smaller texts, if all columns fit with them; otherwise the grid scrolls.
    const small = natural <= wide ? natural : SIZES.map(need).find((width) => width <= wide) ?? natural;
    const cell = Math.max(small, Math.min(MOST_WIDTH, Math.floor(wide)));
    const fill = Math.floor((high - HEAD) / Math.max(1, rows * panels));
    const [line, least] = [HEIGHT + (lines - 1) * 12, LEAST_HEIGHT + (lines - 1) * LEAST_LINE];
    const height = fill < line ? (fill < least ? line : fill) : Math.max(line, Math.min(cell, MOST_HEIGHT, fill));
    [this.cell, this.height] = [cell * this.zoom, height * this.zoom];
    if (this.whole) {
      const fit = Math.min(HEIGHT, (room - this.labels - 2) / most, (high - panels * (HEAD + PANEL_GAP)) / Math.max(1, rows * panels));
      const side = fit >= 1 ? Math.floor(fit) : Math.max(0.25, fit);
      if (side < natural) [this.cell, this.height] = [side, side];
    }
    this.numbers = this.cell >= text * letter * SIZES.at(-1) / 13 + 2 && this.height >= 13 * lines;
    const fits = (this.cell - 4) * 13 / Math.max(1, text * letter);
    this.size = Math.max(SIZES.at(-1), Math.min(16, Math.floor(fits), Math.floor(13 * this.cell / LEAST_WIDTH), Math.floor(0.6 * this.height / lines)));
    this.font = FONT.replace('13px', `${this.size}px`);
    // Column labels that are wider than a column are turned upright.
    this.upright = this.numbers && names > this.cell - 4;
    this.named = this.numbers || this.cell >= 20;
    this.heads = this.upright ? names + LABEL_GAP : HEAD;
    this.width = columns * this.cell;
    this.depth = rows * this.height;
    // Panels stand side by side where they fit.
    const across = Math.max(1, Math.floor((room + PANEL_GAP) / (this.labels + this.width + PANEL_GAP)));
    const title = panels > 1 ? HEAD : 0;
    this.places = Array.from({ length: panels }, (_, p) => [
      this.labels + (p % across) * (this.labels + this.width + PANEL_GAP),
      title + this.heads + Math.floor(p / across) * (title + this.heads + this.depth + PANEL_GAP),
    ]);
    const last = Math.ceil(panels / across);
    this.view.resize(
      Math.min(across, Math.max(1, panels)) * (this.labels + this.width + PANEL_GAP) - PANEL_GAP,
      last * (title + this.heads + this.depth + PANEL_GAP) - PANEL_GAP + 2,
    );
  }

  draw() {
    if (!this.places) return;
    const [ink, seen] = this.view.begin();
    for (const p of this.places.keys()) this.panel(ink, p, seen);
    this.lay();
  }

  // Draws the visible part of a panel. Labels stay in view.
  panel(ink, p, seen) {
    const { rows, columns } = this.picture;
    const [x, y] = this.places[p];
    if (y - this.heads - HEAD > seen.top + seen.high || y + this.depth < seen.top) return;
    if (x - this.labels > seen.left + seen.wide || x + this.width < seen.left) return;
    const within = (from, step, most) => Math.max(0, Math.min(most, from / step));
    const row = [Math.floor(within(seen.top - y, this.height, rows)), Math.ceil(within(seen.top + seen.high - y, this.height, rows))];
    const column = [Math.floor(within(seen.left - x, this.cell, columns)), Math.ceil(within(seen.left + seen.wide - x, this.cell, columns))];
    if (this.numbers) this.cells(ink, p, row, column, seen);
    else this.bitmap(ink, p, row, column, seen);
    if (this.picture.borders) this.borders(ink, p, row, column);
    this.names(ink, p, seen, row, column);
  }

  cells(ink, p, [row, rows], [column, columns], seen) {
    ink.textAlign = 'center';
    ink.font = this.font;
    const gap = this.cell > 6 ? 1 : 0;
    for (let i = row; i < rows; i += 1) {
      for (let j = column; j < columns; j += 1) {
        const cell = this.picture.cell(p, i, j);
        const [x, y] = this.place(cell);
        const lit = !this.lit || this.lit(cell);
        ink.globalAlpha = lit ? 1 : DIM;
        ink.fillStyle = cell.fill;
        ink.fillRect(x, y, this.cell - gap, this.height - gap);
        ink.fillStyle = lit ? INK : seen.ink;
        this.write(ink, cell.text, x + this.cell / 2, y + this.height / 2 + 0.5);
      }
    }
    ink.globalAlpha = 1;
  }

  // A text with a blank is two lines where the picture has two.
  write(ink, text, x, y) {
    const lines = this.picture.lines > 1 ? text.split(' ') : [text];
    const step = Math.min(15, this.height / 2.4);
    for (const [k, line] of lines.entries()) ink.fillText(line, x, y + (k - (lines.length - 1) / 2) * step);
  }

  // Cells too small for numbers are the pixels of an image, which is drawn larger. Of large layouts it has the visible part.
  bitmap(ink, p, [row, rows], [column, columns], seen) {
    const { picture } = this;
    const whole = picture.complete;
    const [i, j, high, wide] = whole ? [0, 0, picture.rows, picture.columns] : [row, column, rows - row, columns - column];
    if (high < 1 || wide < 1) return;
    let image = whole ? this.bitmaps.get(p) : null;
    if (!image) {
      image = this.image(p, i, j, high, wide);
      this.bitmaps.set(p, image);
    }
    const [x, y] = this.places[p];
    ink.imageSmoothingEnabled = this.cell < 1;
    ink.drawImage(image, x + j * this.cell, y + i * this.height, wide * this.cell, high * this.height);
    if (this.cell < 7) return;
    ink.fillStyle = seen.paper;
    for (let k = row; k <= rows; k += 1) ink.fillRect(x + column * this.cell, y + k * this.height - 1, (columns - column) * this.cell, 1);
    for (let k = column; k <= columns; k += 1) ink.fillRect(x + k * this.cell - 1, y + row * this.height, 1, (rows - row) * this.height);
  }

  image(p, i, j, high, wide) {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [wide, high];
    const ink = canvas.getContext('2d');
    const pixels = ink.createImageData(wide, high);
    const words = new Uint32Array(pixels.data.buffer);
    // Pixels have red in the lowest byte.
    const pixel = (fill, alpha) => {
      const colour = Number.parseInt(fill.slice(1), 16);
      return ((alpha << 24) | ((colour & 0xff) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0;
    };
    const { picture } = this;
    if (picture.all && !picture.tint && !this.lit && i === 0 && j === 0 && high === picture.drawing.rows && wide === picture.drawing.columns) {
      const table = Array.from({ length: 256 }, (_, k) => pixel(picture.fills[k] ?? '#ffffff', 255));
      const { colours } = picture.all(p);
      for (let k = 0; k < words.length; k += 1) words[k] = table[colours[k]];
    } else {
      for (let k = 0; k < words.length; k += 1) {
        const cell = picture.cell(p, i + Math.floor(k / wide), j + k % wide);
        words[k] = pixel(cell.fill, !this.lit || this.lit(cell) ? 255 : 255 * DIM);
      }
    }
    ink.putImageData(pixels, 0, 0);
    return canvas;
  }

  // Lines between neighbours of different tiles, which are visible without colours.
  borders(ink, p, [row, rows], [column, columns]) {
    if (this.cell < 4) return;
    const [x, y] = this.places[p];
    ink.fillStyle = INK;
    for (let i = row; i < rows; i += 1) {
      for (let j = column; j < columns; j += 1) {
        const { group } = this.picture.cell(p, i, j);
        if (i > 0 && this.picture.cell(p, i - 1, j).group !== group) {
          ink.fillRect(x + j * this.cell - 1, y + i * this.height - 1.5, this.cell + 1, 2);
        }
        if (j > 0 && this.picture.cell(p, i, j - 1).group !== group) {
          ink.fillRect(x + j * this.cell - 1.5, y + i * this.height - 1, 2, this.height + 1);
        }
      }
    }
  }

  names(ink, p, seen, [row, rows], [column, columns]) {
    const { picture } = this;
    const [x, y] = this.places[p];
    // The gutter and the head stay at the edges of the visible part.
    const gutter = Math.max(x - this.labels, Math.min(seen.left, x + this.width - this.labels));
    const head = Math.max(y, Math.min(seen.top + this.heads, y + this.depth));
    ink.font = FONT;
    ink.fillStyle = seen.paper;
    ink.fillRect(gutter, y - 1, this.labels, this.depth + 2);
    ink.fillRect(x - this.labels, head - this.heads, this.labels + this.width + 1, this.heads - 1);
    ink.fillStyle = seen.faint;
    ink.textAlign = 'left';
    const heading = picture.heading(p);
    if (heading) ink.fillText(heading, gutter, y - this.heads - HEAD / 2);
    if (!this.named) return;
    ink.textAlign = 'right';
    for (let i = row; i < rows; i += 1) {
      const middle = y + (i + 0.5) * this.height;
      if (middle > head) ink.fillText(picture.row(i), gutter + this.labels - LABEL_GAP, middle);
    }
    for (let j = column; j < columns; j += 1) {
      const middle = x + (j + 0.5) * this.cell;
      if (middle < gutter + this.labels) continue;
      ink.save();
      ink.translate(middle, head - LABEL_GAP);
      if (this.upright) ink.rotate(-Math.PI / 2);
      ink.textAlign = this.upright ? 'left' : 'center';
      ink.fillText(picture.column(j), 0, this.upright ? 0 : -2);
      ink.restore();
    }
  }

  lay() {
    this.ring.hidden = !this.current;
    if (!this.current) return;
    const [x, y] = this.place(this.current);
    Object.assign(this.ring.style, {
      transform: `translate(${x - 2}px, ${y - 2}px)`, width: `${this.cell + 3}px`, height: `${this.height + 3}px`,
    });
  }

  place(cell) {
    const [x, y] = this.places[cell.panel];
    return [x + cell.column * this.cell, y + cell.row * this.height];
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    const other = [...this.fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (before && other) {
      // Two fingers zoom.
      const far = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      this.scale(this.zoom * Math.max(1, far(event)) / Math.max(1, far(before)));
      this.fingers.set(event.pointerId, event);
      return;
    }
    this.point(event);
  }

  // Selects the cell under the pointer. Whether there is one.
  point(event) {
    if (!this.picture) return false;
    const [x, y] = [event.offsetX + this.frame.scrollLeft, event.offsetY + this.frame.scrollTop];
    for (const [p, [left, top]] of this.places.entries()) {
      const [row, column] = [Math.floor((y - top) / this.height), Math.floor((x - left) / this.cell)];
      if (row >= 0 && row < this.picture.rows && column >= 0 && column < this.picture.columns) {
        this.select(this.picture.cell(p, row, column));
        return true;
      }
    }
    return false;
  }

  key(event) {
    const zoom = { '+': 1.25, '=': 1.25, '-': 0.8 }[event.key];
    if (zoom && !event.ctrlKey && !event.metaKey) {
      this.scale(this.zoom * zoom);
      return;
    }
    if (!this.picture?.size) return;
    const { panel: p, row, column } = this.current ?? this.picture.cell(0, 0, 0);
    const { panels, rows, columns } = this.picture;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.pinned(this.current);
      return;
    }
    const to = {
      ArrowLeft: [p, row, Math.max(0, column - 1)],
      ArrowRight: [p, row, Math.min(columns - 1, column + 1)],
      ArrowUp: [p, Math.max(0, row - 1), column],
      ArrowDown: [p, Math.min(rows - 1, row + 1), column],
      Home: [p, row, 0],
      End: [p, row, columns - 1],
      PageUp: [Math.max(0, p - 1), 0, 0],
      PageDown: [Math.min(panels - 1, p + 1), 0, 0],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.select(this.picture.cell(...to));
    this.reveal();
  }

  // Scrolls until the current cell is in view beside the labels.
  reveal() {
    const [x, y] = this.place(this.current);
    const { frame } = this;
    const into = (at, length, from, margin, room) => {
      if (at - margin < from) return at - margin;
      return Math.max(from, at + length - room);
    };
    frame.scrollLeft = into(x, this.cell, frame.scrollLeft, this.labels, frame.clientWidth);
    frame.scrollTop = into(y, this.height, frame.scrollTop, this.heads, frame.clientHeight);
  }

  select(cell) {
    const same = (a, b) => a && b && a.panel === b.panel && a.row === b.row && a.column === b.column;
    if (same(cell, this.current)) return;
    this.current = cell;
    this.lay();
    this.chosen(cell);
  }
}
