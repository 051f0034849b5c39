'use strict';
// The view of threads and values: a matrix instruction as a product, a tiled copy, or a layout over a tile. The thread that
// is chosen is lit in all panels.

const FIRST_ATOM = 'SM80_16x8x16_F16';
// The height of what is above a product and of its labels, in pixels.
const ABOVE = 240;
// The width of a cell with thread and value in one line.
const ONE_LINE = 44;
// An operand that an instruction reads from shared memory.
const ABSENT = { rows: 0, columns: 0 };

class Threads {
  // `changed` is called after each change of the state.
  constructor(engine, section, changed) {
    Object.assign(this, { engine, section, changed, grids: [], thread: null, by: 'thread' });
    const names = engine.ask({ atoms: true }).atoms;
    this.rows = names;
    this.names = names.flat();
    const list = make('datalist', { id: 'atom-names' }, ...this.names.map((value) => make('option', { value })));
    const set = (name) => (value) => {
      this.state[name] = value;
      this.thread = null;
      this.show();
    };
    this.state = { atom: FIRST_ATOM, held: '((4,8),(2,2)):((32,1),(16,8))', tile: '16x8', of: '(32,8):(8,1)', values: '(4,1)', tiled: '', repeat: '' };
    this.kinds = {
      atom: [field('instruction', '', set('atom'), { id: 'atom', size: 30 }), field('atoms in M and N', '', set('tiled'), { id: 'tiled', size: 8, placeholder: '(2,2)' }),
        field('repeated in M, N, K', '', set('repeat'), { id: 'repeat', size: 6, placeholder: '1x1x1' })],
      tile: [field('thread-value layout', '', set('held'), { id: 'held', size: 34 }), field('tile', '', set('tile'), { id: 'tile', size: 8 })],
      copy: [field('threads', '', set('of'), { id: 'of', size: 16 }), field('values', '', set('values'), { id: 'values', size: 12 })],
    };
    this.kinds.atom[0].querySelector('input').setAttribute('list', 'atom-names');
    const choices = [['atom', 'instruction'], ['copy', 'tiled copy'], ['tile', 'layout over a tile']].map(([value, name]) => {
      const input = make('input', { type: 'radio', name: 'held-kind', value });
      input.addEventListener('change', () => {
        this.kind = value;
        this.thread = null;
        this.show();
      });
      return make('label', {}, input, ` ${name}`);
    });
    const colours = ['thread', 'value'].map((value) => {
      const input = make('input', { type: 'radio', name: 'held-by', value, checked: value === 'thread' });
      input.addEventListener('change', () => {
        this.by = value;
        this.show();
      });
      return make('label', {}, input, ` ${value}`);
    });
    this.form = make('div', { className: 'fields' });
    this.refused = make('pre', { className: 'refusal', role: 'alert', hidden: true });
    this.number = make('input', { type: 'number', min: 0, id: 'thread-number', 'aria-label': 'thread' });
    this.number.addEventListener('input', () => this.choose(this.number.value === '' ? null : Number(this.number.value)));
    const all = make('button', { type: 'button', textContent: 'all threads' });
    all.addEventListener('click', () => this.choose(null));
    this.said = make('p', { className: 'said', role: 'status', 'aria-live': 'polite' });
    this.title = make('h2', {});
    this.note = make('p', { className: 'hint' });
    this.words = make('div', { className: 'words' }, this.title, this.note, this.said);
    this.product = make('div', { className: 'product' }, this.words);
    const link = make('select', { 'aria-label': 'Choose an instruction', id: 'atom-list', title: 'all instructions' },
      ...names.map(([first, ...others]) => make('option', { value: first, textContent: others.length ? `${first} (${others[0]})` : first })));
    link.addEventListener('change', () => {
      this.state.atom = link.value;
      this.thread = null;
      this.show();
    });
    this.list = link;
    this.kinds.atom.splice(1, 0, link);
    section.append(
      make('div', { className: 'bar' }, make('div', { className: 'by', role: 'radiogroup', 'aria-label': 'What is shown' }, ...choices),
        make('div', { className: 'by', role: 'radiogroup', 'aria-label': 'Colours' }, make('span', { textContent: 'coloured by' }), ...colours),
        make('label', { className: 'field' }, make('span', { textContent: 'thread' }), this.number), all),
      this.form, list, this.refused, this.product,
    );
    this.kind = 'atom';
  }

  // Shows the state, of which `fields` may replace a part.
  open(fields) {
    Object.assign(this.state, { tiled: '', repeat: '' });
    for (const name of Object.keys(this.state)) if (fields[name] !== undefined) this.state[name] = fields[name];
    this.kind = fields.kind in this.kinds ? fields.kind : 'atom';
    this.by = fields.by === 'value' ? 'value' : 'thread';
    this.thread = fields.thread === undefined ? null : Number(fields.thread);
    this.show();
  }

  // The state for the address.
  get fields() {
    const { atom, held, tile, of, values, tiled, repeat } = this.state;
    const own = { atom: { atom, ...(tiled && { tiled }), ...(repeat && { repeat }) }, tile: { held, tile }, copy: { of, values } }[this.kind];
    return { kind: this.kind, ...own, by: this.by, ...(this.thread === null ? {} : { thread: this.thread }) };
  }

  show() {
    for (const [name, value] of Object.entries(this.state)) {
      const input = this.kinds[{ atom: 'atom', tiled: 'atom', repeat: 'atom', of: 'copy', values: 'copy' }[name] ?? 'tile'].map((label) => label.querySelector?.(`#${name}`)).find(Boolean);
      if (input && input !== document.activeElement) input.value = value;
    }
    this.list.value = this.rows.find((row) => row.includes(this.state.atom))?.[0] ?? '';
    for (const [name, value] of [['held-kind', this.kind], ['held-by', this.by]]) {
      this.section.querySelector(`input[name="${name}"][value="${value}"]`).checked = true;
    }
    if (this.form.dataset.kind !== this.kind) this.form.replaceChildren(...this.kinds[this.kind]);
    this.form.dataset.kind = this.kind;
    this.changed();
    const { kind, by, thread, ...question } = this.fields;
    const answer = this.engine.ask({ threads: question });
    this.refused.hidden = !answer.refused;
    this.refused.textContent = answer.refused ?? '';
    this.product.classList.toggle('faded', Boolean(answer.refused));
    if (answer.refused) return;
    this.answer = answer;
    this.title.textContent = answer.title;
    const names = answer.operands.map(({ name }) => name);
    const isProduct = names.includes('C');
    this.note.textContent = [isProduct ? PRODUCT : '', answer.note].filter(Boolean).join(' ');
    this.product.classList.toggle('corner', isProduct);
    const figures = answer.operands.map((operand) => {
      const caption = make('span', {}, make('strong', { textContent: `${operand.name} ` }), `${operand.modes} ${operand.rows}x${operand.columns} `, make('code', { textContent: operand.held }));
      const figure = gridFigure(caption, `Threads of ${operand.name || answer.title}.`);
      figure.figure.dataset.operand = operand.name;
      return figure;
    });
    this.product.replaceChildren(this.words, ...figures.map(({ figure }) => figure));
    const beside = answer.operands.reduce((all, { name, columns }) => all + (name === 'B' ? 0 : columns), 0);
    const lines = isProduct ? this.lines(answer.operands) : 2;
    this.grids = answer.operands.map((operand, k) => {
      const { told, parts } = figures[k];
      const picture = fragment(operand, answer.palette, this.by, lines);
      const grid = new Grid({
        ...parts,
        wide: isProduct ? () => productWidth(this.section, beside) : null,
        share: isProduct ? this.share(operand, answer.operands) : 0.6,
        chosen: (cell) => {
          told.textContent = picture.sentence(cell);
        },
        pinned: (cell) => this.choose(cell.holders[0] === this.thread ? null : cell.holders[0] ?? null),
      });
      grid.show(picture, false);
      return grid;
    });
    this.choose(this.thread);
  }

  // The lines of a cell: one, if the product fits the window with one and not with two.
  lines(operands) {
    const [a, b, c] = ['A', 'B', 'C'].map((name) => operands.find((one) => one.name === name) ?? ABSENT);
    const tall = (b.rows + c.rows) * (LEAST_HEIGHT + LEAST_LINE) > globalThis.innerHeight - ABOVE;
    return tall && (a.columns + c.columns) * ONE_LINE < globalThis.innerWidth - 160 ? 1 : 2;
  }

  // The part of the window's height for an operand of a product: all of it below the fields, divided by rows.
  share(operand, operands) {
    const [b, c] = ['B', 'C'].map((name) => operands.find((one) => one.name === name) ?? ABSENT);
    return Math.max(0.25, (globalThis.innerHeight - ABOVE) / globalThis.innerHeight * operand.rows / (b.rows + c.rows));
  }

  // Draws the grids again, for another size of the window.
  look() {
    for (const grid of this.grids) grid.show(grid.picture, false);
  }

  // Lights a thread in all panels, and lists its elements. Null lights all threads.
  choose(thread) {
    this.thread = thread;
    if (document.activeElement !== this.number) this.number.value = thread ?? '';
    const holds = ({ holders }) => holders.some((holder, k) => k % 2 === 0 && holder === thread);
    const parts = [];
    for (const grid of this.grids) {
      grid.light(thread === null ? null : holds);
      if (thread === null) continue;
      const all = grid.picture.cells.filter(holds).map((cell) => {
        const at = cell.holders.findIndex((holder, k) => k % 2 === 0 && holder === thread);
        return [cell.holders[at + 1], `${cell.coordinate} V${cell.holders[at + 1]}`];
      }).sort(([a], [b]) => a - b).map(([, text]) => text);
      parts.push(`${grid.picture.operand.name} ${all.slice(0, 32).join(', ') || 'nothing'}${all.length > 32 ? ', ..' : ''}`);
    }
    this.said.textContent = thread === null ? 'Click a cell, or give a number, to see one thread in all panels.' : `Thread ${thread} holds: ${parts.join('; ')}`;
    this.changed();
  }
}
