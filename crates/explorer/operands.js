'use strict';
// Draws the operands of the last operation beside each other, or the layout before a swizzle.

// The largest operand that is drawn, in cells.
const MOST_OPERAND = 1 << 14;

class Operands {
  // `answerTo` evaluates an expression; `chosen` is called with the text of an operand that the user picks.
  constructor(engine, section, list, answerTo, chosen) {
    Object.assign(this, { engine, section, list, answerTo, chosen, grids: [] });
  }

  show(texts) {
    const shown = texts.map((text) => [text, this.answerTo(text)])
      .filter(([, { drawing }]) => drawing && drawing.panels * drawing.rows * drawing.columns <= MOST_OPERAND);
    this.section.hidden = shown.length === 0;
    const figures = shown.map(([text]) => this.figure(text));
    this.list.replaceChildren(...figures.map(({ figure }) => figure));
    // A grid measures its frame, which has a size only in the document.
    this.grids = shown.map(([, { drawing }], k) => {
      const { told, parts } = figures[k];
      const picture = new Picture(this.engine, drawing);
      const grid = new Grid({ ...parts, share: 0.4, chosen: (cell) => {
        told.textContent = picture.sentence(cell);
      } });
      grid.show(picture, false);
      return grid;
    });
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
