'use strict';
// The view of accesses: bank conflicts and transactions of threads in a memory layout, and the cells that conflict.

class Accesses {
  constructor(engine, section, changed) {
    Object.assign(this, { engine, section, changed, find: false, chosen: null });
    this.state = { threads: '(8,8):(1,8)', memory: '(8,64):(64,1)', bytes: '2', width: '16', swizzle: '' };
    const names = { threads: 'threads', memory: 'memory', bytes: 'bytes of an element', width: 'bytes of an access', swizzle: 'swizzle' };
    this.inputs = {};
    const fields = Object.entries(names).map(([name, label]) => {
      const one = field(label, this.state[name], (value) => {
        this.state[name] = value;
        Object.assign(this, { find: false, chosen: null });
        this.show();
      }, { id: `access-${name}`, size: { bytes: 3, width: 3, swizzle: 12 }[name] ?? 22 });
      this.inputs[name] = one.querySelector('input');
      return one;
    });
    this.number = make('input', { type: 'number', min: 0, id: 'access-thread' });
    this.number.addEventListener('input', () => this.choose(this.number.value === '' ? null : Number(this.number.value)));
    this.held = make('p', { className: 'said', role: 'status', id: 'access-held' });
    const find = make('button', { type: 'button', textContent: 'Find a swizzle', id: 'find' });
    find.addEventListener('click', () => {
      this.find = true;
      this.show();
    });
    this.found = make('p', { className: 'verdict free', role: 'status', id: 'found' });
    this.refused = make('pre', { className: 'refusal', role: 'alert', hidden: true });
    this.list = make('div', { className: 'verdicts' });
    // A screen reader reads the verdicts alone, not the grids and the requests between them.
    this.spoken = make('p', { className: 'spoken', role: 'status', id: 'access-verdicts' });
    section.append(make('div', { className: 'fields' }, ...fields, find, make('label', { className: 'field' }, make('span', { textContent: 'light thread' }), this.number)),
      make('p', { className: 'hint', textContent: 'threads maps (thread, value) to the linear coordinate of the element that the thread accesses; memory maps it to an offset.' }),
      this.found, this.held, this.refused, this.spoken, this.list);
  }

  open(fields) {
    for (const name of Object.keys(this.state)) if (fields[name] !== undefined) this.state[name] = fields[name];
    Object.assign(this, { find: false, chosen: null });
    this.show();
  }

  get fields() {
    return { ...this.state };
  }

  show() {
    for (const [name, input] of Object.entries(this.inputs)) if (input !== document.activeElement) input.value = this.state[name];
    const { bytes, width, ...texts } = this.state;
    const number = (text, other) => (/^\d+$/.test(text.trim()) ? Number(text) : other);
    const of = number(bytes, 0);
    const answer = this.engine.ask({ access: { ...texts, bytes: of, width: number(width, of), find: this.find } });
    if (this.find && answer.found?.needed) {
      this.state.swizzle = answer.found.swizzle;
      this.find = false;
      this.show();
      const { swizzle, bytes: inBytes, after, xors } = answer.found;
      this.found.textContent = `${swizzle} of elements, ${inBytes} of bytes: ${after}. `;
      this.found.classList.toggle('free', after.startsWith('no '));
      if (xors) {
        this.found.append(make('span', { className: 'other' }, `No swizzle has fewer than ${xors.count} xors of bits of a word address: ${xors.words.join(', ')}. `,
          make('a', { textContent: 'As bits', href: Link.view('bits', { text: xors.bits }) })));
      }
      return;
    }
    this.found.textContent = answer.found ? 'No swizzle is needed.' : '';
    this.changed();
    this.refused.hidden = !answer.refused;
    this.refused.textContent = answer.refused ?? '';
    this.list.classList.toggle('faded', Boolean(answer.refused));
    if (answer.refused) return;
    this.answer = answer;
    // With a swizzle, the memory that has it comes first; the other one is what it is compared with.
    const figures = answer.memories.map((memory, k) => this.figure(memory, of, k < answer.memories.length - 1)).reverse();
    this.list.replaceChildren(...figures.map(({ figure }) => figure));
    this.spoken.textContent = answer.memories.toReversed().map((memory) => `${memory.text}: ${memory.banks}; ${memory.lines}.`).join(' ');
    this.grids = figures.map(({ grid }) => grid());
    this.held.textContent = '';
    if (this.number.value !== '') this.choose(Number(this.number.value));
  }

  // Lights the cells of a thread, and tells how many consecutive elements its values are.
  choose(thread) {
    const cells = this.answer.held[thread] ?? [];
    const lit = new Set(cells);
    const bytes = Number(this.state.bytes);
    const words = this.grids.map((grid) => {
      grid.light(thread === null ? null : (cell) => lit.has(cell.linear));
      const offsets = cells.map((linear) => grid.picture.cell(...grid.picture.place(linear)).offset);
      let most = offsets.length ? 1 : 0;
      while (most < offsets.length && offsets[most] === offsets[most - 1] + 1) most += 1;
      return `${offsets.slice(0, 16).join(', ')}${offsets.length > 16 ? ', ..' : ''}: ${most} consecutive elements, ${most * bytes} bytes at once`;
    });
    this.held.textContent = thread === null ? '' : `Thread ${thread} accesses ${cells.length ? words.join('; ') : 'nothing'}`;
  }

  look() {
    for (const grid of this.grids ?? []) grid.show(grid.picture, false);
  }

  figure(memory, bytes, isOther) {
    const caption = make('code', { textContent: memory.text });
    const { figure, told, parts } = gridFigure(caption, `Banks of ${memory.text}.`);
    const verdict = make('p', { className: isOther ? 'verdict before' : memory.free ? 'verdict free' : 'verdict', textContent: `${isOther ? 'without the swizzle, ' : memory.free ? '✓ ' : '✗ '}shared memory: ${memory.banks}` });
    const lines = make('p', { className: 'verdict other', textContent: `global memory: ${memory.lines}` });
    const legend = make('p', { className: 'hint legend', textContent: 'Cells show offsets of elements; a colour is a bank of 4 bytes.' });
    figure.insertBefore(verdict, figure.children[1]);
    figure.insertBefore(lines, figure.children[2]);
    figure.insertBefore(legend, figure.children[3]);
    let grid = null;
    const light = (cells, words) => {
      const lit = cells && new Set(cells);
      grid.light(lit && ((cell) => lit.has(cell.linear)));
      told.textContent = words;
    };
    const buttons = [];
    const button = (text, cells, words) => {
      const one = make('button', { type: 'button', textContent: text, 'aria-pressed': 'false' });
      one.addEventListener('click', () => {
        const pressed = one.getAttribute('aria-pressed') === 'true';
        for (const other of buttons) other.setAttribute('aria-pressed', String(other === one && !pressed));
        if (pressed) light(null, '');
        else light(cells, words);
      });
      buttons.push(one);
      return one;
    };
    const { conflict } = memory;
    const rows = make('div', { className: 'requests' });
    if (conflict) {
      const of = (word) => `word ${word.word} of ${word.threads.length > 1 ? 'threads' : 'thread'} ${word.threads.slice(0, 8).join(', ')}`;
      rows.append(button(`bank ${conflict.bank}: ${conflict.words.length} words at once`, conflict.words.flatMap((word) => word.cells),
        `Lit: the ${conflict.words.length} words of bank ${conflict.bank} that one access reads. A button lights one of them, or another access.`));
      rows.append(...conflict.words.slice(0, 8).map((word) => button(of(word), word.cells, `bank ${conflict.bank}: ${of(word)}`)));
    }
    rows.append(...memory.requests.map((request) => button(`${request.name}: ${request.banks}`, request.cells, `${request.name}: ${request.banks}; ${request.lines}`)));
    if (memory.more) rows.append(make('span', { className: 'hint', textContent: `and ${memory.more} more` }));
    figure.append(rows);
    const start = () => {
      const answer = this.engine.ask({ expression: memory.text, by: 'bank', element: bytes });
      grid = new Grid({ ...parts, share: 0.45, chosen: (cell) => {
        const bank = Math.floor(cell.offset * bytes / 4) % 32;
        told.textContent = `${grid.picture.sentence(cell)}, bank ${bank}`;
      } });
      grid.show(new Picture(this.engine, answer.drawing), false);
      // The conflict is lit at first, the worst access being what one looks for.
      if (conflict) buttons[0].click();
      return grid;
    };
    return { figure, grid: start };
  }
}
