'use strict';
// The view of accesses: bank conflicts and transactions of threads in a memory layout, the cells that conflict, and the search
// for a layout that costs less.

// The fields of a search, which a link may leave out.
const SEARCH = { machine: 'nvidia', maps: 'swizzles', padding: '0', orders: '', solve: '' };
// The steps that a search begins with, and the milliseconds after which it stops.
const [FIRST_STEPS, MOST_TIME] = [64, 1000];

class Accesses {
  constructor(engine, section, changed) {
    Object.assign(this, { engine, section, changed, turn: 0 });
    this.state = { threads: '(8,8):(1,8)', memory: '(8,64):(64,1)', bytes: '2', width: '16', swizzle: '', ...SEARCH };
    const names = { threads: 'threads', memory: 'memory', bytes: 'bytes of an element', width: 'bytes of an access', swizzle: 'swizzle', padding: 'padding' };
    const edited = (name, value) => {
      Object.assign(this.state, { solve: '', [name]: value });
      this.show();
    };
    this.inputs = {};
    const text = (name) => {
      const one = field(names[name], '', (value) => edited(name, value), { id: `access-${name}`, size: { threads: 40, memory: 22, swizzle: 12 }[name] ?? 3 });
      this.inputs[name] = one.querySelector('input');
      return one;
    };
    const choice = (name, all) => {
      const one = make('select', { id: `access-${name}` }, ...all.map((value) => make('option', { value, textContent: value })));
      one.addEventListener('input', () => edited(name, one.value));
      this.inputs[name] = one;
      return make('label', { className: 'field' }, make('span', { textContent: name }), one);
    };
    const orders = make('input', { type: 'checkbox', id: 'access-orders' });
    orders.addEventListener('input', () => edited('orders', orders.checked ? 'yes' : ''));
    this.inputs.orders = orders;
    this.number = make('input', { type: 'number', min: 0, id: 'access-thread' });
    this.number.addEventListener('input', () => this.choose(this.number.value === '' ? null : Number(this.number.value)));
    this.held = make('p', { className: 'said', role: 'status', id: 'access-held' });
    const solve = make('button', { type: 'button', textContent: 'Solve', id: 'solve' });
    solve.addEventListener('click', () => edited('solve', 'yes'));
    this.found = make('div', { className: 'verdict free found', role: 'status', id: 'found' });
    this.refused = make('pre', { className: 'refusal', role: 'alert', hidden: true });
    this.list = make('div', { className: 'verdicts' });
    // A screen reader reads the verdicts alone, not the grids and the requests between them.
    this.spoken = make('p', { className: 'spoken', role: 'status', id: 'access-verdicts' });
    const { machines } = engine.ask({ machines: true });
    section.append(make('div', { className: 'fields' }, ...['threads', 'memory', 'bytes', 'width', 'swizzle'].map(text), choice('machine', machines),
      make('label', { className: 'field' }, make('span', { textContent: 'light thread' }), this.number)),
    make('div', { className: 'fields' }, solve, choice('maps', ['identity', 'swizzles', 'tma', 'linear']), text('padding'), make('label', {}, orders, ' any order of the modes')),
    make('p', { className: 'hint', textContent: 'threads maps (thread, value) to the linear coordinate of the element that the thread accesses; memory maps it to an offset. More accesses: and 32:1 width 16 times 4.' }),
    this.found, this.proof(), this.held, this.refused, this.spoken, this.list);
  }

  // The certificate, which is written when it is opened.
  proof() {
    const text = make('pre', { id: 'certificate', tabIndex: 0 });
    const copy = make('button', { type: 'button', textContent: 'Copy' });
    copy.addEventListener('click', () => navigator.clipboard.writeText(text.textContent));
    this.certificate = make('details', { hidden: true }, make('summary', { textContent: 'Certificate' }), copy, text);
    this.certificate.addEventListener('toggle', () => {
      if (!this.certificate.open) return;
      const { found } = this.ask(this.steps, true);
      text.textContent = found.certificate ?? found.unproven;
    });
    return this.certificate;
  }

  open(fields) {
    Object.assign(this.state, SEARCH);
    for (const name of Object.keys(this.state)) if (fields[name] !== undefined) this.state[name] = fields[name];
    this.show();
  }

  get fields() {
    return { ...this.state };
  }

  ask(steps, certificate = false) {
    const { bytes, width, maps, padding, orders, solve, ...texts } = this.state;
    const number = (text, other) => (/^\d+$/.test(text.trim()) ? Number(text) : other);
    const of = number(bytes, 0);
    const search = solve ? { maps, padding: number(padding, 0), orders: Boolean(orders), steps, certificate } : null;
    return this.engine.ask({ access: { ...texts, bytes: of, width: number(width, of), solve: search } });
  }

  show() {
    for (const [name, input] of Object.entries(this.inputs)) if (input !== document.activeElement) input.value = this.state[name];
    this.inputs.orders.checked = Boolean(this.state.orders);
    this.turn += 1;
    this.search(this.turn, FIRST_STEPS, 0);
  }

  // Asks, and with four times as many steps until the space of the search is exhausted or the time is over. The page lives between.
  search(turn, steps, spent) {
    const start = performance.now();
    const answer = this.ask(steps);
    const now = spent + performance.now() - start;
    if (answer.found?.exhausted !== false || now + 4 * (now - spent) > MOST_TIME) {
      this.steps = steps;
      this.answered(answer);
      return;
    }
    this.found.textContent = 'Searching ..';
    setTimeout(() => {
      if (turn === this.turn) this.search(turn, 4 * steps, now);
    });
  }

  answered(answer) {
    const { found, refused } = answer;
    this.tell(found);
    this.changed();
    this.refused.hidden = !refused;
    this.refused.textContent = refused ?? '';
    this.list.classList.toggle('faded', Boolean(refused));
    if (refused) return;
    this.answer = answer;
    // The memory with a swizzle, or that the search found, comes first; the other one is what it is compared with.
    const figures = answer.memories.map((memory, k) => this.figure(memory, Number(this.state.bytes), k < answer.memories.length - 1)).reverse();
    this.list.replaceChildren(...figures.map(({ figure }) => figure));
    this.spoken.textContent = answer.memories.toReversed().map((memory) => `${memory.text}: ${memory.banks}${memory.lines && '; '}${memory.lines}.`).join(' ');
    this.grids = figures.map(({ grid }) => grid());
    this.held.textContent = '';
    if (this.number.value !== '') this.choose(Number(this.number.value));
  }

  // Shows the lines about a search, and offers its certificate.
  tell(found) {
    const lines = (found?.result ?? '').trimEnd().split('\n').map((line) => make('p', { textContent: line }));
    const { xors, bits } = found ?? {};
    if (xors) lines.push(make('p', { className: 'other', textContent: `No swizzle has fewer than ${xors.count} xors of bits of a word address: ${xors.words.join(', ')}. ` }));
    const shown = bits ?? xors?.bits;
    if (shown) lines.push(make('a', { textContent: 'As bits', href: Link.view('bits', { text: shown }) }));
    this.found.replaceChildren(...lines);
    this.found.classList.toggle('free', Boolean(found?.exhausted));
    this.certificate.open = false;
    this.certificate.hidden = !found?.exhausted;
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
    const verdict = make('p', { className: isOther ? 'verdict before' : memory.free ? 'verdict free' : 'verdict', textContent: `${isOther ? (this.state.solve ? 'before, ' : 'without the swizzle, ') : memory.free ? '✓ ' : '✗ '}shared memory: ${memory.banks}` });
    const lines = make('p', { className: 'verdict other', textContent: `global memory: ${memory.lines}`, hidden: !memory.lines });
    const { banks } = this.answer;
    const legend = make('p', { className: 'hint legend', textContent: `Cells show offsets of elements; a colour is a bank of 4 bytes${this.state.threads.includes(' and ') ? ' of the first access' : ''}${banks > 32 ? `, or two of the ${banks}` : ''}.` });
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
    rows.append(...memory.requests.map((request) => button(`${request.name}: ${request.banks}`, request.cells, `${request.name}: ${request.banks}${request.lines}`)));
    if (memory.more) rows.append(make('span', { className: 'hint', textContent: `and ${memory.more} more` }));
    figure.append(rows);
    const start = () => {
      const answer = this.engine.ask({ expression: memory.text, by: 'bank', element: bytes });
      grid = new Grid({ ...parts, share: 0.45, chosen: (cell) => {
        const bank = Math.floor(cell.offset * bytes / 4) % banks;
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
