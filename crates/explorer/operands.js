'use strict';
// Draws the operands of the last operation beside each other, or the layout before a swizzle.

// The largest operand that is drawn, in cells.
const MOST_OPERAND = 4096;

class Operands {
  // `answerTo` evaluates an expression; `chosen` is called with the text of an operand that the user picks.
  constructor(section, list, answerTo, chosen) {
    Object.assign(this, { section, list, answerTo, chosen, grids: [] });
  }

  show(texts) {
    const shown = texts.map((text) => [text, this.answerTo(text)])
      .filter(([, answer]) => answer.panels && answer.panels.reduce((sum, panel) => sum + panel.texts.length, 0) <= MOST_OPERAND);
    this.section.hidden = shown.length === 0;
    const figures = shown.map(([text]) => this.figure(text));
    this.list.replaceChildren(...figures.map(({ figure }) => figure));
    // A grid measures its frame, which has a size only in the document.
    this.grids = shown.map(([, answer], k) => {
      const grid = new Grid({ ...figures[k].parts, chosen: (cell) => figures[k].tell(cell) });
      grid.show(new Picture(answer), false);
      return grid;
    });
  }

  figure(text) {
    const make = (name, properties = {}) => Object.assign(document.createElement(name), properties);
    const [figure, caption] = [make('figure'), make('figcaption')];
    const name = make('button', { type: 'button', textContent: text, title: 'Show this layout alone' });
    name.addEventListener('click', () => this.chosen(text));
    const frame = make('div', { className: 'grid' });
    const sheet = make('div', { className: 'sheet' });
    const canvas = make('canvas', { tabIndex: 0 });
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', `Offsets of ${text}. Arrow keys go from cell to cell.`);
    const ring = make('div', { className: 'ring', hidden: true });
    const told = make('p', { className: 'hint' });
    told.setAttribute('role', 'status');
    sheet.append(canvas, ring);
    frame.append(sheet);
    caption.append(name);
    figure.append(caption, frame, told);
    const tell = (cell) => {
      told.textContent = cell ? `${cell.coordinate} → ${cell.text}` : '';
    };
    return { figure, parts: { canvas, sheet, frame, ring }, tell };
  }
}
