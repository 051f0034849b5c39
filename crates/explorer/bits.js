'use strict';
// The view of bits: a layout as a matrix over the field of two elements, and as a grid. A bit of the matrix lights the cells of
// the grid whose coordinate has it.

// The most cells of the grid.
const MOST_IMAGES = 1 << 12;

class Bits {
  constructor(engine, section, changed) {
    Object.assign(this, { engine, section, changed, grids: [], bit: null });
    this.state = { text: 'Sw<2,0,3> o 0 o (8,8):(8,1)', to: '' };
    const names = { text: 'layout', to: 'converted to' };
    this.inputs = {};
    const fields = Object.entries(names).map(([name, label]) => {
      const one = field(label, this.state[name], (value) => {
        this.state[name] = value;
        this.show();
      }, { id: `bits-${name}`, size: name === 'text' ? 44 : 22 });
      this.inputs[name] = one.querySelector('input');
      return one;
    });
    this.refused = make('pre', { className: 'refusal', role: 'alert', hidden: true });
    this.said = make('p', { className: 'said', role: 'status', 'aria-live': 'polite', id: 'bits-said' });
    this.list = make('div', { className: 'beside' });
    const hint = 'shape:stride with powers of two and with or without a swizzle, or {lane: (1) (2)} -> {x: 2}. Click a bit to light the coordinates that have it.';
    section.append(make('div', { className: 'fields' }, ...fields), make('p', { className: 'hint', textContent: hint }), this.refused, this.said, this.list);
  }

  open(fields) {
    for (const name of Object.keys(this.state)) if (fields[name] !== undefined) this.state[name] = fields[name];
    this.show();
  }

  get fields() {
    return Object.fromEntries(Object.entries(this.state).filter(([, value]) => value !== ''));
  }

  show() {
    for (const [name, input] of Object.entries(this.inputs)) if (input !== document.activeElement) input.value = this.state[name];
    this.answer = this.engine.ask({ bits: this.state });
    this.changed();
    const { refused, inputs, outputs, columns, rank, kind, layout, none, text, vector, shuffles } = this.answer;
    this.refused.hidden = !refused;
    this.refused.textContent = refused ?? '';
    this.list.classList.toggle('faded', Boolean(refused));
    if (refused) return;
    this.bit = null;
    const words = [`rank ${rank} of ${columns.length} bits, ${kind}`, layout ? `as a layout ${layout}` : `no layout: ${none}`, vector, shuffles];
    this.said.textContent = words.filter(Boolean).join('; ');
    const figures = [gridFigure(make('code', { textContent: text }), 'The matrix of bits.'), gridFigure(make('span', { textContent: 'the image of each coordinate' }), 'The image of each coordinate.')];
    this.list.replaceChildren(...figures.map(({ figure }) => figure));
    const pictures = [this.matrix(inputs, outputs, columns), this.images(inputs, outputs, columns)];
    this.grids = pictures.map((picture, k) => {
      const { told, parts } = figures[k];
      const grid = new Grid({ ...parts, share: 0.6, chosen: (cell) => {
        told.textContent = picture.sentence(cell);
      }, pinned: (cell) => {
        if (k === 0) this.light(cell.column);
      } });
      grid.show(picture, false);
      return grid;
    });
  }

  // The bits of named groups in order: the number of the group, and of the bit in it.
  bitsOf(dims) {
    return dims.flatMap(([name, width], group) => Array.from({ length: width }, (_, bit) => ({ name, group, bit })));
  }

  // A row for each bit of the image, and a column for each bit of the coordinate.
  matrix(inputs, outputs, columns) {
    const [across, down] = [this.bitsOf(inputs), this.bitsOf(outputs)];
    const fills = ['#ffffff', '#77aadd', '#ee8866', '#eedd88', '#ffaabb', '#44bb99', '#bbcc33', '#99ddff', '#dddddd'];
    const is = (row, column) => Math.floor(columns[column][down[row].group] / 2 ** down[row].bit) % 2;
    const label = ({ name, bit }) => `${name} ${bit}`;
    return new Plain(down.length, across.length, (row, column) => ({
      text: is(row, column) ? '1' : '·',
      group: down[row].group * 16 + across[column].group,
      fill: fills[is(row, column) * (1 + across[column].group % 8)],
    }), {
      row: (k) => label(down[k]),
      column: (k) => label(across[k]),
      borders: true,
      fills,
      sentence: ({ column }) => `${label(across[column])} → ${this.image(columns[column])}`,
    });
  }

  image(parts) {
    return parts.length === 1 ? String(parts[0]) : `(${parts.join(',')})`;
  }

  // The first group of bits runs down, the others to the right.
  images(inputs, outputs, columns) {
    const [high, rest] = inputs.length > 1 ? [inputs[0][1], inputs.slice(1)] : [0, inputs];
    const bits = rest.reduce((all, [, width]) => all + width, 0);
    const rows = Math.min(MOST_IMAGES, 2 ** high);
    const wide = Math.max(1, Math.min(2 ** bits, MOST_IMAGES / rows));
    const xor = (a, b) => a.map((part, k) => Number(BigInt(part) ^ BigInt(b[k])));
    const at = (row, column) => {
      let image = outputs.map(() => 0);
      for (let k = 0; k < high; k += 1) if (row >> k & 1) image = xor(image, columns[k]);
      for (let k = 0; k < bits; k += 1) if (column >> k & 1) image = xor(image, columns[high + k]);
      return image;
    };
    const coordinate = (column) => {
      let left = column;
      const parts = rest.map(([, width]) => {
        const part = left % 2 ** width;
        left = Math.floor(left / 2 ** width);
        return part;
      });
      return parts.length > 1 ? `(${parts.join(',')})` : String(parts[0] ?? 0);
    };
    const names = inputs.map(([name]) => name).join(',');
    const cut = rows * wide < 2 ** (high + bits) ? `The first ${rows * wide} of ${2 ** (high + bits)} coordinates.` : '';
    const fills = this.answer.palette.map((colour) => `#${colour}`);
    return new Plain(rows, wide, (row, column) => {
      const image = at(row, column);
      return { text: this.image(image), input: row + 2 ** high * column, group: image[0] % 32, fill: fills[image[0] % 32] };
    }, {
      column: coordinate,
      cut,
      fills,
      sentence: ({ row, column, text }) => `(${names}) = (${high ? `${row},` : ''}${coordinate(column).replace(/[()]/g, '')}) → ${text}. ${cut}`,
    });
  }

  // Lights the coordinates that have a bit; the bit again lights all.
  light(bit) {
    this.bit = this.bit === bit ? null : bit;
    this.grids[0].light(this.bit === null ? null : (cell) => cell.column === bit);
    this.grids[1].light(this.bit === null ? null : (cell) => Math.floor(cell.input / 2 ** bit) % 2 === 1);
  }

  look() {
    for (const grid of this.grids) grid.show(grid.picture, false);
  }
}
