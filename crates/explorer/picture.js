'use strict';
// What a grid draws: panels of rows and columns, whose cells are computed when they are needed.

// The side of a block of cells that is computed at once.
const BLOCK = 64;
// The most rows, columns and panels of a sheet: browsers do not scroll much further.
const MOST_SIDE = 1 << 17;
const MOST_PANELS = 1024;
// The most cells that are all computed, for the memory and for a picture as a whole.
const MOST_CELLS = 1 << 20;

class Picture {
  constructor(engine, drawing) {
    Object.assign(this, { engine, drawing, blocks: new Map(), named: new Map(), from: [0, 0] });
    this.fills = drawing.palette.map((colour) => `#${colour}`);
    [this.panels, this.rows, this.columns] = [
      Math.min(MOST_PANELS, drawing.panels), Math.min(MOST_SIDE, drawing.rows), Math.min(MOST_SIDE, drawing.columns),
    ];
    this.size = drawing.panels * drawing.rows * drawing.columns;
    this.widest = { ...drawing.widest };
    this.borders = drawing.borders;
    this.lines = 1;
    this.kinds = ['offset'];
    // The cells of another picture by `key`, `offset` or `linear`, whose colours and groups replace its own.
    this.tint = null;
  }

  // Shows in each cell texts of several kinds: its offset, linear index, coordinate, its text in the picture `before` a
  // swizzle, or the datum at its offset.
  show(kinds, { data = [], before = null } = {}) {
    Object.assign(this, { kinds, data, before, lines: kinds.length });
    const { text, row, column } = this.drawing.widest;
    const widths = {
      offset: text,
      index: String(this.size - 1).length,
      coordinate: row + column + 3 + 2 * (this.drawing.rank - 2),
      before: before?.widest.text ?? 0,
      data: Math.max(1, ...data.map((datum) => datum.length)),
    };
    this.widest.text = Math.max(...kinds.map((kind) => widths[kind]));
  }

  coordinate(p, i, j) {
    const [row, column] = [this.row(i), this.column(j)];
    if (this.drawing.rank < 2) return column;
    return this.drawing.panels > 1 ? this.heading(p).replace('_,_', `${row},${column}`) : `(${row},${column})`;
  }

  // The rows, columns and panels that the sheet leaves out, in words; empty if there are none.
  get cut() {
    const { drawing } = this;
    const parts = [['rows', this.rows], ['columns', this.columns], ['panels', this.panels]]
      .filter(([name, shown]) => shown < drawing[name])
      .map(([name, shown]) => `${shown} of ${drawing[name]} ${name}`);
    return parts.length ? `Shows ${parts.join(', ')}.` : '';
  }

  // Begins at another row and column.
  begin(row, column) {
    const { rows, columns } = this.drawing;
    this.from = [Math.max(0, Math.min(row, rows - 1)), Math.max(0, Math.min(column, columns - 1))];
    [this.rows, this.columns] = [Math.min(MOST_SIDE, rows - this.from[0]), Math.min(MOST_SIDE, columns - this.from[1])];
    this.blocks.clear();
    this.named.clear();
  }

  // Whether cells have offsets; otherwise they have coordinates.
  get inMemory() {
    return this.size > 0 && this.drawing.numbers;
  }

  get complete() {
    return this.size <= MOST_CELLS && this.cut === '';
  }

  names(p, i, j) {
    const [row, column] = [i - i % BLOCK, j - j % BLOCK];
    const key = `${p},${row},${column}`;
    if (!this.named.has(key)) {
      this.named.set(key, this.engine.ask({
        labels: this.drawing.id, panel: p, row: this.from[0] + row, rows: BLOCK, column: this.from[1] + column, columns: BLOCK,
      }));
    }
    return this.named.get(key);
  }

  heading(p) {
    return this.drawing.panels > 1 ? this.names(p, 0, 0).heading : '';
  }

  row(i) {
    return this.names(0, i, 0).rows[i % BLOCK];
  }

  column(j) {
    return this.names(0, 0, j).columns[j % BLOCK];
  }

  block(p, i, j) {
    const [row, column] = [i - i % BLOCK, j - j % BLOCK];
    const key = `${p},${row},${column}`;
    let block = this.blocks.get(key);
    if (!block) {
      const columns = Math.min(BLOCK, this.columns - column);
      block = this.engine.window(this.drawing.id, p, this.from[0] + row, BLOCK, this.from[1] + column, columns);
      block.across = columns;
      this.blocks.set(key, block);
    }
    return block;
  }

  cell(p, i, j) {
    const block = this.block(p, i, j);
    const k = (i % BLOCK) * block.across + j % BLOCK;
    const { rows, columns, numbers } = this.drawing;
    const colour = block.colours[k];
    const cell = {
      panel: p,
      row: i,
      column: j,
      linear: this.from[0] + i + rows * (this.from[1] + j + columns * p),
      offset: numbers ? Offset.number(block.words, k) : null,
      text: numbers ? Offset.text(block.words, k) : this.names(p, i, j).texts[(i % BLOCK) * block.across + j % BLOCK],
      group: block.groups[k],
      fill: this.fills[colour] ?? '#ffffff',
    };
    cell.image = cell.text;
    if (this.tint) {
      const { fill = '#ffffff', group = -1 } = this.tint.cells.get(cell[this.tint.key]) ?? {};
      Object.assign(cell, { fill, group });
    }
    if (this.kinds.length !== 1 || this.kinds[0] !== 'offset') cell.text = this.kinds.map((kind) => this.said(kind, cell)).join(' ');
    return cell;
  }

  said(kind, cell) {
    const { panel, row, column } = cell;
    if (kind === 'index') return String(cell.linear);
    if (kind === 'coordinate') return this.coordinate(panel, row, column);
    if (kind === 'before') return this.before?.cell(panel, row, column).image ?? '';
    return kind === 'data' ? this.data[cell.offset] ?? '·' : cell.image;
  }

  place(linear) {
    const { rows, columns } = this.drawing;
    const rest = Math.floor(linear / rows);
    return [Math.floor(rest / columns), linear % rows - this.from[0], rest % columns - this.from[1]];
  }

  // Offsets, groups and colours of a whole panel, row by row.
  all(p) {
    return this.engine.window(this.drawing.id, p, 0, this.drawing.rows, 0, this.drawing.columns);
  }

  get cells() {
    return Array.from({ length: this.panels * this.rows * this.columns }, (_, k) => {
      const rest = Math.floor(k / this.columns);
      return this.cell(Math.floor(rest / this.rows), rest % this.rows, k % this.columns);
    });
  }

  sentence(cell) {
    const { coordinate } = this.engine.ask({ cell: this.drawing.id, linear: cell.linear });
    return `${coordinate} → ${cell.image}, linear coordinate ${cell.linear}`;
  }
}

// A picture of one panel, of which `cellOf(row, column)` returns text, group, colour and more. A text of several lines has
// blanks between them.
class Plain {
  constructor(rows, columns, cellOf, { row = String, column = String, sentence, cut = '', borders = false, fills = [], lines = 1 }) {
    Object.assign(this, { rows, columns, cellOf, row, column, sentence, cut, borders, fills, lines, panels: 1, complete: true, inMemory: false });
    this.size = rows * columns;
    const widest = (texts) => Math.max(1, ...texts.map((text) => text.length));
    const indices = (count) => [...Array(count).keys()];
    const words = new Set(this.cells.flatMap(({ text }) => (lines > 1 ? text.split(' ') : text)));
    this.widest = { text: widest([...words]), row: widest(indices(rows).map(row)), column: widest(indices(columns).map(column)) };
  }

  heading() {
    return '';
  }

  cell(p, row, column) {
    return { panel: 0, row, column, linear: row + this.rows * column, ...this.cellOf(row, column) };
  }

  get cells() {
    return Array.from({ length: this.size }, (_, k) => this.cell(0, Math.floor(k / this.columns), k % this.columns));
  }
}

// An operand of a thread-value layout: each cell names the thread and the value that hold it, in a line each or in one.
function fragment(operand, palette, by, lines) {
  const picture = new Plain(operand.rows, operand.columns, (row, column) => {
    const k = row * operand.columns + column;
    const [holders, colours] = [operand.holders[k], operand.colours[k]];
    const more = holders.length > 2 ? `+${holders.length / 2 - 1}` : '';
    return {
      coordinate: `(${row},${column})`,
      text: holders.length ? `T${holders[0]} V${holders[1]}${more}` : '',
      holders,
      group: holders[0],
      fill: colours ? `#${palette[colours[by === 'value' ? 1 : 0]]}` : '#ffffff',
    };
  }, {
    lines,
    sentence: ({ coordinate, holders }) => {
      const pairs = [];
      for (let k = 0; k < holders.length; k += 2) pairs.push(`thread ${holders[k]}, value ${holders[k + 1]}`);
      return `${operand.name} ${coordinate}: ${pairs.join('; ') || 'no thread'}`;
    },
  });
  return Object.assign(picture, { operand });
}
