'use strict';
// Draws the operands of the last operation beside each other, or the layout before a swizzle, and the values of the statements
// before the last.

// The largest operand that is drawn, in cells.
const MOST_OPERAND = 1 << 14;
// The width for labels and gaps of operands, in pixels.
const ROOM = 120;
// The operations whose result has other offsets than their operand.
const ELSEWHERE = /^(complement|\w*inverse|upcast|downcast|recast\w*|difference)\(/;

class Operands {
  // `answerTo` evaluates an expression; `chosen` is called with the text of an operand that the user picks, `pointed` with
  // the linear coordinate of the result that belongs to the current cell of an operand.
  constructor(engine, section, list, answerTo, chosen, pointed) {
    Object.assign(this, { engine, section, list, answerTo, chosen, pointed, grids: [], key: null });
  }

  // Shows the layouts of an answer, whose colours mean `by`. The first operand has the colours of `result` at the offsets, or, before a swizzle, at
  // the coordinates that both have.
  show({ operands = [], beside = [], steps = [], swizzled = null }, result, by) {
    const shown = [...operands, ...beside].map((text) => [text, this.answerTo(text)])
      .filter(([, { drawing }]) => drawing && drawing.panels * drawing.rows * drawing.columns <= MOST_OPERAND);
    this.section.hidden = shown.length === 0;
    const figures = shown.map(([text]) => this.figure(text));
    this.list.replaceChildren(...figures.map(({ figure }) => figure));
    const operation = steps.findLast(({ depth }) => depth === 0)?.text ?? '';
    this.key = operation ? 'offset' : 'linear';
    if (operands.length === 0 || ELSEWHERE.test(operation) || !result?.inMemory || result.size > MOST_OPERAND) this.key = null;
    const before = swizzled && operation === '';
    // The banks of a layout before a swizzle are what the swizzle changes.
    const own = before && by === 'bank';
    document.getElementById('operands-title').textContent = before ? 'Before the swizzle' : 'Operands and other layouts';
    const cells = this.key ? result.cells : [];
    this.inResult = new Map(cells.map((cell) => [cell[this.key], cell.linear]));
    // A grid measures its frame, which has a size only in the document.
    this.grids = shown.map(([, { drawing }], k) => {
      const { told, parts } = figures[k];
      const picture = new Picture(this.engine, drawing);
      if (k === 0 && this.key && !own && result.fills.length) {
        picture.tint = { key: this.key, cells: new Map(cells.map((cell) => [cell[this.key], cell])) };
        picture.borders = result.borders;
      }
      // Two operands stand beside each other if their cells are not too narrow for it.
      const wide = () => {
        const each = (this.list.clientWidth - ROOM) / picture.columns;
        return shown.length > 1 && each / 2 >= LEAST_WIDTH ? each / 2 : each;
      };
      const grid = new Grid({ ...parts, share: 0.4, wide, chosen: (cell) => {
        told.textContent = picture.sentence(cell);
        const linear = k === 0 ? this.inResult.get(cell[this.key]) : cell.linear;
        if (this.key && (k === 0 || this.follows(k, result))) this.pointed(linear ?? null);
      } });
      grid.show(picture, false);
      return grid;
    });
    this.inFirst = this.key && this.grids.length ? new Map(this.grids[0].picture.cells.map((cell) => [cell[this.key], cell.linear])) : new Map();
    this.result = result;
  }

  // Whether the coordinates of operand `k` are those of the result: b in a o b.
  follows(k, result) {
    return k === 1 && this.grids[1]?.picture.size === result?.size;
  }

  // Rings the cells of operands that belong to a cell of the result.
  mark(cell) {
    if (!this.key) return;
    this.grids[0]?.mark(this.inFirst.get(cell?.[this.key]) ?? null);
    if (this.follows(1, this.result)) this.grids[1].mark(cell?.linear ?? null);
  }

  look() {
    for (const grid of this.grids) grid.show(grid.picture, false);
  }

  // Lights cells of the first operand, whose offsets are those of the result.
  light(lit) {
    this.grids[0]?.light(lit);
  }

  figure(text) {
    const name = make('button', { type: 'button', textContent: text, title: 'Show this layout alone' });
    name.addEventListener('click', () => this.chosen(text));
    return gridFigure(name, `Offsets of ${text}.`);
  }
}
