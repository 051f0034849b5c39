'use strict';
// The view of a product: A (M,K) left of C (M,N), and B (K,N) above it. A cell of C lights its row of A and its column of B.

class Products {
  constructor(engine, section, changed) {
    Object.assign(this, { engine, section, changed, grids: [] });
    this.state = { a: '(4,8):(8,1)', b: '(8,6):(1,8)', c: '(4,6):(6,1)', 'data-a': '', 'data-b': '' };
    const names = { a: 'A (M,K)', b: 'B (K,N)', c: 'C (M,N)', 'data-a': 'data of A', 'data-b': 'data of B' };
    this.inputs = {};
    const fields = Object.entries(names).map(([name, label]) => {
      const one = field(label, this.state[name], (value) => {
        this.state[name] = value;
        this.show();
      }, { id: `product-${name}`, size: 22 });
      this.inputs[name] = one.querySelector('input');
      return one;
    });
    this.refused = make('pre', { className: 'refusal', role: 'alert', hidden: true });
    this.product = make('div', { className: 'product corner' });
    section.append(make('div', { className: 'fields' }, ...fields), this.refused, this.product);
  }

  open(fields) {
    for (const name of Object.keys(this.state)) if (fields[name] !== undefined) this.state[name] = fields[name];
    this.show();
  }

  get fields() {
    return Object.fromEntries(Object.entries(this.state).filter(([, value]) => value !== ''));
  }

  // The answers for A, B and C.
  ask() {
    const { a, b, c } = this.state;
    const asked = [[a, 'thread'], [b, 'value'], [c, 'offset']].map(([expression, by]) => this.engine.ask({ expression, by }));
    const wrong = asked.find(({ refused, drawing }) => refused || !drawing || drawing.rank !== 2 || !drawing.numbers);
    if (wrong) return { refused: wrong.refused ?? `${wrong.text} is no matrix: a layout of two modes is needed` };
    const [A, B, C] = asked.map(({ drawing }) => drawing);
    for (const [one, name, other, otherName, extent] of [
      [A.columns, 'columns of A', B.rows, 'rows of B', 'K'], [A.rows, 'rows of A', C.rows, 'rows of C', 'M'], [B.columns, 'columns of B', C.columns, 'columns of C', 'N'],
    ]) {
      if (one !== other) return { refused: `${one} ${name} and ${other} ${otherName}: both are ${extent}` };
    }
    if (Math.max(A.rows * A.columns, B.rows * B.columns, C.rows * C.columns) > MOST_OPERAND) return { refused: `a matrix has at most ${MOST_OPERAND} elements here` };
    return { drawings: { A, B, C }, texts: { A: asked[0].text, B: asked[1].text, C: asked[2].text } };
  }

  show() {
    for (const [name, input] of Object.entries(this.inputs)) if (input !== document.activeElement) input.value = this.state[name];
    this.answer = this.ask();
    this.changed();
    const { refused, drawings, texts } = this.answer;
    this.refused.hidden = !refused;
    this.refused.textContent = refused ?? '';
    this.product.classList.toggle('faded', Boolean(refused));
    if (refused) return;
    const numbers = (text) => text.split(/[\s,]+/).filter(Boolean);
    const [dataA, dataB] = [numbers(this.state['data-a']), numbers(this.state['data-b'])];
    const modes = { A: '(M,K)', B: '(K,N)', C: '(M,N)' };
    const figures = Object.keys(drawings).map((name) => {
      const caption = make('span', {}, make('strong', { textContent: `${name} ` }), `${modes[name]} `, make('code', { textContent: texts[name] }));
      const figure = gridFigure(caption, `Offsets of ${name}.`);
      figure.figure.dataset.operand = name;
      return figure;
    });
    const words = make('div', { className: 'words hint', textContent: `${PRODUCT} Click a cell of C to light its row of A and its column of B.` });
    this.product.replaceChildren(words, ...figures.map(({ figure }) => figure));
    const pictures = Object.values(drawings).map((drawing) => new Picture(this.engine, drawing));
    const [a, b, c] = pictures;
    const [hasA, hasB] = [dataA.length > 0, dataB.length > 0];
    if (hasA) a.show(['offset', 'data'], { data: dataA });
    if (hasB) b.show(['offset', 'data'], { data: dataB });
    if (hasA && hasB) {
      const sum = ({ row, column }) => {
        let all = 0;
        for (let k = 0; k < a.columns; k += 1) all += Number(dataA[a.cell(0, row, k).offset] ?? 0) * Number(dataB[b.cell(0, k, column).offset] ?? 0);
        return String(all);
      };
      const data = [];
      for (const cell of c.cells) data[cell.offset] = sum(cell);
      c.show(['offset', 'data'], { data });
    }
    this.grids = pictures.map((picture, k) => {
      const { told, parts } = figures[k];
      const grid = new Grid({ ...parts, share: 0.45, wide: () => productWidth(this.section, a.columns + c.columns), chosen: (cell) => {
        told.textContent = picture.sentence(cell);
        if (k === 2) this.light(cell);
      } });
      grid.show(picture, false);
      return grid;
    });
  }

  // Lights the row of A and the column of B that a cell of C sums.
  light({ row, column }) {
    this.grids[0].light((cell) => cell.row === row);
    this.grids[1].light((cell) => cell.column === column);
  }

  look() {
    for (const grid of this.grids) grid.show(grid.picture, false);
  }
}
