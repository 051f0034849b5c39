'use strict';
// The picture of a layout: panels with a cell for each coordinate. Only the visible part is drawn, so that a layout of 256 by
// 256 costs no more than what is on the screen.

const LEAST_WIDTH = 34;
const HEIGHT = 30;
const LEAST_CELL = 3;
// The width in pixels up to which labels widen a column.
const MOST_NAME = 56;
const LABEL_GAP = 9;
const HEAD = 24;
const PANEL_GAP = 24;


// The picture that the engine sends. Each cell gets its panel, row, column and linear coordinate.
class Picture {
  constructor({ panels, palette }) {
    const fills = palette.map((colour) => `#${colour}`);
    this.panels = panels;
    this.cells = [];
    // The index of the first cell of a panel.
    this.starts = [];
    for (const [p, panel] of panels.entries()) {
      this.starts.push(this.cells.length);
      const [rows, columns] = [panel.rows.length, panel.columns.length];
      for (let k = 0; k < panel.texts.length; k += 1) {
        const [row, column] = [Math.floor(k / columns), k % columns];
        this.cells.push({
          panel: p,
          row,
          column,
          linear: row + rows * (column + columns * p),
          text: panel.texts[k],
          offset: panel.offsets[k],
          coordinate: panel.coordinates[k],
          fill: fills[panel.colours[k]],
        });
      }
    }
  }

  // Whether cells have offsets; otherwise they have coordinates.
  get inMemory() {
    return this.cells.length > 0 && this.cells.every((cell) => cell.offset !== null);
  }

  at(panel, row, column) {
    return this.cells[this.starts[panel] + row * this.panels[panel].columns.length + column];
  }
}

class Grid {
  // `ring` marks the current cell. `chosen` is called with the cell whenever it changes.
  constructor({ canvas, sheet, frame, ring, chosen }) {
    Object.assign(this, { canvas, frame, ring, chosen, picture: null, current: null });
    this.view = new View({ canvas, sheet, frame, draw: () => this.draw() });
    canvas.addEventListener('pointermove', (event) => this.point(event));
    canvas.addEventListener('pointerdown', (event) => this.point(event));
    canvas.addEventListener('keydown', (event) => this.key(event));
    canvas.addEventListener('focus', () => this.select(this.current ?? this.picture?.cells[0] ?? null));
  }

  // With `whole` all cells fit the view; numbers that do not fit are left out.
  show(picture, whole) {
    const before = this.current;
    Object.assign(this, { picture, whole });
    this.current = before && picture ? picture.cells.find((cell) => cell.linear === before.linear) ?? null : null;
    this.measure();
    this.draw();
  }

  // Computes the sizes of cells and labels from their texts and the available space.
  measure() {
    const ink = this.canvas.getContext('2d');
    ink.font = FONT;
    const letter = ink.measureText('0').width;
    const wide = (texts) => texts.reduce((most, text) => Math.max(most, text.length), 0) * letter;
    const panels = this.picture?.panels ?? [];
    const most = (length) => panels.reduce((longest, panel) => Math.max(longest, length(panel)), 0);
    this.labels = most((panel) => wide(panel.rows)) + LABEL_GAP;
    const names = most((panel) => wide(panel.columns));
    this.cell = Math.max(LEAST_WIDTH, most((panel) => wide(panel.texts)) + 12, names < MOST_NAME ? names + LABEL_GAP : 0);
    this.height = HEIGHT;
    const columns = Math.max(1, most((panel) => panel.columns.length));
    const rows = panels.reduce((sum, panel) => sum + panel.rows.length, 0);
    this.numbers = true;
    if (this.whole) {
      const room = [this.frame.clientWidth - this.labels, 0.7 * globalThis.innerHeight - panels.length * (HEAD + PANEL_GAP)];
      const cell = Math.max(LEAST_CELL, Math.min(HEIGHT, Math.floor(room[0] / columns), Math.floor(room[1] / rows)));
      this.numbers = cell >= this.cell;
      if (!this.numbers) [this.cell, this.height] = [cell, cell];
    }
    // Column labels that are wider than a column are turned upright.
    this.upright = this.numbers && names > this.cell - 4;
    this.heads = this.numbers && this.upright ? names + LABEL_GAP : HEAD;
    let y = 0;
    this.tops = panels.map((panel) => {
      const top = y + (panel.title ? HEAD : 0) + this.heads;
      y = top + panel.rows.length * this.height + PANEL_GAP;
      return top;
    });
    this.view.resize(this.labels + columns * this.cell, Math.max(0, y - PANEL_GAP));
  }

  draw() {
    const [ink, seen] = this.view.begin();
    for (const p of this.picture?.panels.keys() ?? []) this.panel(ink, p, seen);
    this.lay();
  }

  // Draws the visible part of a panel. Labels stay in view.
  panel(ink, p, seen) {
    const panel = this.picture.panels[p];
    const [rows, columns] = [panel.rows.length, panel.columns.length];
    const first = this.tops[p];
    const last = first + rows * this.height;
    if (first - this.heads - HEAD > seen.top + seen.high || last < seen.top) return;
    const [row, column] = [Math.max(0, Math.floor((seen.top - first) / this.height)), Math.floor(seen.left / this.cell)];
    const end = [
      Math.min(rows, Math.ceil((seen.top + seen.high - first) / this.height)),
      Math.min(columns, Math.ceil((seen.left + seen.wide - this.labels) / this.cell)),
    ];
    this.cells(ink, p, [row, end[0]], [column, end[1]]);
    const head = Math.min(Math.max(first, seen.top + this.heads), last);
    this.names(ink, panel, { ...seen, head, first }, [row, end[0]], [column, end[1]]);
  }

  cells(ink, p, [row, rows], [column, columns]) {
    const gap = this.cell > 6 ? 1 : 0;
    ink.textAlign = 'center';
    for (let i = row; i < rows; i += 1) {
      for (let j = column; j < columns; j += 1) {
        const cell = this.picture.at(p, i, j);
        const [x, y] = this.place(cell);
        ink.fillStyle = cell.fill;
        ink.fillRect(x, y, this.cell - gap, this.height - gap);
        if (this.numbers) {
          ink.fillStyle = INK;
          ink.fillText(cell.text, x + this.cell / 2, y + this.height / 2 + 0.5);
        }
      }
    }
  }

  names(ink, panel, { left, wide, paper, faint, head, first }, [row, rows], [column, columns]) {
    ink.fillStyle = paper;
    ink.fillRect(left, first, this.labels, panel.rows.length * this.height);
    ink.fillRect(left, head - this.heads, wide, this.heads - 1);
    ink.fillStyle = faint;
    ink.textAlign = 'left';
    if (panel.title) ink.fillText(panel.title, left, first - this.heads - HEAD / 2);
    if (!this.numbers) return;
    ink.textAlign = 'right';
    for (let i = row; i < rows; i += 1) {
      const y = first + (i + 0.5) * this.height;
      if (y > head) ink.fillText(panel.rows[i], left + this.labels - LABEL_GAP, y);
    }
    for (let j = column; j < columns; j += 1) {
      const x = this.labels + (j + 0.5) * this.cell;
      if (x < left + this.labels) continue;
      ink.save();
      ink.translate(x, head - LABEL_GAP);
      if (this.upright) ink.rotate(-Math.PI / 2);
      ink.textAlign = this.upright ? 'left' : 'center';
      ink.fillText(panel.columns[j], 0, this.upright ? 0 : -2);
      ink.restore();
    }
  }

  // Moves the ring to the current cell.
  lay() {
    this.ring.hidden = !this.current;
    if (!this.current) return;
    const [x, y] = this.place(this.current);
    Object.assign(this.ring.style, {
      transform: `translate(${x - 1}px, ${y - 1}px)`, width: `${this.cell + 1}px`, height: `${this.height + 1}px`,
    });
  }

  place(cell) {
    return [this.labels + cell.column * this.cell, this.tops[cell.panel] + cell.row * this.height];
  }

  point(event) {
    if (!this.picture) return;
    const [x, y] = [event.offsetX + this.frame.scrollLeft, event.offsetY + this.frame.scrollTop];
    const column = Math.floor((x - this.labels) / this.cell);
    for (const [p, panel] of this.picture.panels.entries()) {
      const row = Math.floor((y - this.tops[p]) / this.height);
      if (row >= 0 && row < panel.rows.length && column >= 0 && column < panel.columns.length) {
        this.select(this.picture.at(p, row, column));
        return;
      }
    }
  }

  key(event) {
    if (!this.picture || this.picture.cells.length === 0) return;
    const { panel: p, row, column } = this.current ?? this.picture.cells[0];
    const panel = this.picture.panels[p];
    const [rows, columns] = [panel.rows.length, panel.columns.length];
    const to = {
      ArrowLeft: [p, row, Math.max(0, column - 1)],
      ArrowRight: [p, row, Math.min(columns - 1, column + 1)],
      ArrowUp: [p, Math.max(0, row - 1), column],
      ArrowDown: [p, Math.min(rows - 1, row + 1), column],
      Home: [p, row, 0],
      End: [p, row, columns - 1],
      PageUp: [Math.max(0, p - 1), 0, 0],
      PageDown: [Math.min(this.picture.panels.length - 1, p + 1), 0, 0],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.select(this.picture.at(...to));
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
    if (cell === this.current) return;
    this.current = cell;
    this.lay();
    this.chosen(cell);
  }
}
