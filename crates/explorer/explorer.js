'use strict';
// The page: evaluates the input with the engine, and shows the answer.

// Layouts worth knowing, by kind: a name, an expression, and the meaning of colours.
const EXAMPLES = {
  Layouts: [
    ['Nested modes', '(8,(2,2)):(2,(1,16))', 'offset'],
    ['Column-major', '(8,8):(1,8)', 'offset'],
    ['Row-major', '(8,8):(8,1)', 'offset'],
    ['Padded rows', '(8,8):(9,1)', 'bank=4'],
    ['Interleaved pairs', '(8,(2,4)):(2,(1,16))', 'offset'],
    ['Morton order', '((2,2,2),(2,2,2)):((1,4,16),(2,8,32))', 'offset'],
    ['Tiles stored whole', '((4,2),(4,3)):((1,48),(4,16))', 'tile=<4,4>'],
    ['Broadcast', '(4,6):(0,1)', 'offset'],
    ['Overlapping windows', '(3,6):(1,1)', 'offset'],
    ['Backwards', '(4,6):(-6,1)', 'offset'],
    ['Diagonal', '8:9', 'offset'],
    ['Three modes', '(3,4,2):(1,3,12)', 'offset'],
  ],
  Operations: [
    ['Coalesce', 'coalesce((2,(1,6)):(1,(6,2)))', 'offset'],
    ['Composition', '(6,2):(8,2) o (4,3):(3,1)', 'offset'],
    ['Every other row', '(8,6):(1,8) o <4:2,6>', 'offset'],
    ['Complement', 'complement((2,2):(1,6), 24)', 'offset'],
    ['Right inverse', 'right_inverse((4,8):(8,1))', 'offset'],
    ['Divide by mode', 'logical_divide((8,12):(12,1), <4,3>)', 'tile='],
    ['Divide, zipped', 'zipped_divide((8,12):(12,1), <4,3>)', 'tile='],
    ['Divide, tiled', 'tiled_divide((8,12):(12,1), <4,3>)', 'tile='],
    ['Product, blocked', 'blocked_product((2,3):(1,2), (3,2):(2,1))', 'tile='],
    ['Product, raked', 'raked_product((2,3):(1,2), (3,2):(2,1))', 'tile='],
    ['A slice', '(8,12):(12,1)(3,_)', 'offset'],
    ['Upcast', 'upcast((8,8):(1,8), 4)', 'offset'],
    ['Tiles of a matrix', '(8,12):(12,1)', 'tile=<4,3>'],
    ['Rows known at run time', 'zipped_divide((n{div=4},12):(12,1), <4,3>)', 'thread'],
  ],
  Machines: [
    ['Swizzle', 'Sw<3,0,3> o 0 o (8,8):(8,1)', 'bank=16'],
    ['No swizzle', '(8,8):(8,1)', 'bank=16'],
    ['Swizzle of 64 bytes', 'Sw<2,0,3> o 0 o (8,8):(8,1)', 'bank=16'],
    ['Accumulators of a warp', '((4,8),(2,2)):((32,1),(16,8))', 'thread'],
    ['Values of a thread', '((4,8),(2,2)):((32,1),(16,8))', 'value'],
    ['Threads along rows', '((8,4),(2,2)):((2,16),(1,64))', 'thread'],
    ['A million cells', '(1024,1024):(1024,1)', 'tile=<128,128>'],
  ],
};

const OTHER_EXAMPLES = [
  ['Tensor core, 16x8x16', Link.view('threads', { kind: 'atom', atom: 'SM80_16x8x16_F32F16F16F32_TN' })],
  ['Warp group, 64x64x16', Link.view('threads', { kind: 'atom', atom: 'SM90_64x64x16' })],
  ['AMX tiles', Link.view('threads', { kind: 'atom', atom: 'TDPBF16PS' })],
  ['Four tensor cores', Link.view('threads', { kind: 'atom', atom: 'SM80_16x8x16_F16', tiled: '(2,2)', repeat: '1x2x1' })],
  ['Tiled copy', Link.view('threads', { kind: 'copy', of: '(32,8):(8,1)', values: '(4,1)' })],
  ['Eight-way bank conflict', Link.view('access', { threads: '(8,8):(1,8)', memory: '(8,64):(64,1)', bytes: 2, width: 16, swizzle: 'Sw<3,3,3>' })],
  ['A puzzle, solved', Link.view('access', { threads: '(32,16):(16,1) and ((16,2),16):((1,16),32)', memory: '(16,32):(32,1)', bytes: 4, width: 4, swizzle: '', solve: 'yes' })],
  ['Matrix product', Link.view('product', { a: '(4,8):(8,1)', b: '(8,6):(6,1)', c: '(4,6):(6,1)' })],
  ['Swizzle as bits', Link.view('bits', { text: 'Sw<2,0,3> o 0 o (8,8):(8,1)' })],
  ['Registers and lanes', Link.view('bits', { text: '{register: (0,1) (8,0), lane: (0,2) (0,4) (1,0) (2,0) (4,0)} -> {row: 4, column: 3}' })],
  ['Column reads', Link.view('access', { threads: '32:1', memory: '(32,32):(32,1)', bytes: 4, width: 4, swizzle: '' })],
];

// The meanings of colours, and the parameter of each. Without a tiler, the tiles are those that the operation makes.
const COLOURS = {
  offset: null,
  thread: null,
  value: null,
  bank: { label: 'bytes of an element', value: '4' },
  tile: { label: 'tiler', value: '' },
  layout: { label: 'layout of the colours', value: '(8,8):(1,0)' },
  none: null,
};

// In pixels: the least width in which operands are beside the picture, and of the picture, whose choices need it; the width
// of what surrounds a grid.
const LEAST_ROOM = 1080;
const LEAST_PICTURE = 622;
const FRAME = 36;

const TEXTS = { offset: 'offset', index: 'index', coordinate: 'coordinate', before: 'before the swizzle', data: 'data' };

function element(id) {
  return document.getElementById(id);
}

class Explorer {
  constructor(engine) {
    this.engine = engine;
    this.view = 'layout';
    this.views = {
      threads: new Threads(engine, element('threads-view'), () => this.remember()),
      product: new Products(engine, element('product-view'), () => this.remember()),
      access: new Accesses(engine, element('access-view'), () => this.remember()),
      bits: new Bits(engine, element('bits-view'), () => this.remember()),
    };
    for (const button of element('views').children) {
      button.addEventListener('click', () => this.go(button.dataset.view, {}));
    }
    this.text = element('expression');
    this.detail = element('detail');
    this.whole = element('whole');
    this.memory = new Memory({
      section: element('memory-section'),
      canvas: element('memory'),
      sheet: element('memory-sheet'),
      frame: element('memory-frame'),
      hint: element('memory-hint'),
      chosen: (linear) => {
        this.grid.select(this.grid.picture.cell(...this.grid.picture.place(linear)));
        this.grid.reveal();
      },
    });
    this.grid = new Grid({
      canvas: element('grid'),
      sheet: element('sheet'),
      frame: element('grid-frame'),
      ring: element('ring'),
      chosen: (cell) => this.tell(cell),
      pinned: (cell) => this.pin(cell),
    });
    this.steps = new Steps(element('steps-section'), element('steps'), element('step-count'), element('step-back'),
      element('step-on'), () => this.look());
    this.operands = new Operands(engine, element('operands-section'), element('operands'), (text) => this.answerTo(text, this.by === 'tile=' ? 'none' : this.by), (text) => {
      this.text.value = text;
      this.step = null;
      this.ask();
    }, (linear) => this.grid.mark(linear));
    for (const [id, by] of [['zoom-in', 1.25], ['zoom-out', 0.8]]) {
      element(id).addEventListener('click', () => this.grid.scale(this.grid.zoom * by));
    }
    element('from').addEventListener('change', () => {
      const [row = 0, column = 0] = element('from').value.split(',').map((text) => Number.parseInt(text, 10) || 0);
      this.grid.picture.begin(row, column);
      this.grid.show(this.grid.picture, this.whole.checked);
    });
    this.stage = element('stage');
    // On a phone the list would hide the memory.
    element('examples').open = matchMedia('(min-width: 40rem)').matches;
    const rows = '.views, .by, #facts';
    document.addEventListener('scroll', ({ target }) => target.matches?.(rows) && this.more(target), true);
    const all = new ResizeObserver((seen) => seen.forEach(({ target }) => this.more(target)));
    for (const row of document.querySelectorAll(rows)) all.observe(row);
    const grids = () => (this.view === 'layout' ? [this.grid] : this.views[this.view].grids);
    Saved.connect(grids, (words) => {
      element('saved').textContent = words;
    });
    this.gallery();
    element('notation').addEventListener('toggle', () => this.operationsList(), { once: true });
    this.colours();
    this.texts();
    element('full').addEventListener('click', () => element('picture-section').requestFullscreen?.());
    this.text.addEventListener('input', () => {
      this.step = null;
      this.ask();
    });
    this.text.addEventListener('keydown', (event) => {
      // Enter would add a line; Shift+Enter does.
      if (event.key === 'Enter' && !event.shiftKey) event.preventDefault();
    });
    this.detail.addEventListener('input', () => this.ask());
    this.whole.addEventListener('change', () => this.look());
    globalThis.addEventListener('hashchange', () => this.open());
    const again = () => {
      if (this.view !== 'layout') {
        this.views[this.view].look();
        return;
      }
      this.look();
      this.operands.look();
    };
    globalThis.addEventListener('resize', again);
    document.addEventListener('fullscreenchange', again);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
    this.open();
  }

  // Fades the end of a row that scrolls on.
  more(row) {
    row.classList.toggle('more', row.scrollLeft + row.clientWidth < row.scrollWidth - 2);
  }

  // Shows a view, whose state `fields` may replace in part.
  go(view, fields) {
    this.view = view in this.views ? view : 'layout';
    for (const button of element('views').children) {
      button.setAttribute('aria-current', button.dataset.view === this.view ? 'page' : 'false');
      element(`${button.dataset.view}-view`).hidden = button.dataset.view !== this.view;
    }
    if (this.view === 'layout') this.ask();
    else this.views[this.view].open({ ...this.views[this.view].fields, ...fields });
  }

  // Writes the state of the view to the address. It replaces the history entry, so that typing adds none.
  remember() {
    if (this.view === 'layout') {
      const place = { expression: this.text.value, by: this.by, whole: this.whole.checked, step: this.step, show: this.kinds.join(), data: element('data').value };
      history.replaceState(null, '', Link.of(place));
    } else if (this.views?.[this.view]) {
      history.replaceState(null, '', Link.view(this.view, this.views[this.view].fields));
    }
  }

  open() {
    const { view, fields, expression, by, whole, step, show, data } = Link.read();
    const [[, first, coloured]] = EXAMPLES.Layouts;
    this.text.value = expression ?? first;
    this.choose(by ?? coloured);
    this.whole.checked = whole;
    this.step = step;
    element('data').value = data;
    for (const [kind, box] of Object.entries(this.boxes)) box.checked = show.split(',').includes(kind);
    this.go(view, fields);
  }

  gallery() {
    const row = (kind, links) => make('div', {}, make('span', {}, kind), ...links);
    element('gallery').replaceChildren(...Object.entries(EXAMPLES).map(([kind, examples]) => row(kind, examples.map(
      ([name, title, by]) => make('a', { href: Link.of({ expression: title, by }), title }, name),
    ))), row('Views', OTHER_EXAMPLES.map(([name, href]) => make('a', { href }, name))));
  }

  // The table of operations, when it is first opened.
  operationsList() {
    element('operations-list').replaceChildren(...this.engine.ask({ operations: true }).flatMap(({ title, rows }) => [
      make('h2', { textContent: title }),
      make('dl', {}, ...rows.map(([name, help]) => make('div', {}, make('dt', {}, make('code', { textContent: name })), make('dd', { textContent: help })))),
    ]));
  }

  colours() {
    const choices = Object.keys(COLOURS).map((by) => {
      const input = make('input', { type: 'radio', name: 'by', value: by });
      input.addEventListener('change', () => {
        this.choose(by);
        this.ask();
      });
      return make('label', {}, input, ` ${by}`);
    });
    element('by').append(...choices);
  }

  // The boxes of what cells show.
  texts() {
    this.boxes = {};
    const boxes = Object.entries(TEXTS).map(([kind, name]) => {
      this.boxes[kind] = make('input', { type: 'checkbox', value: kind });
      this.boxes[kind].addEventListener('change', () => this.look());
      return make('label', {}, this.boxes[kind], ` ${name}`);
    });
    element('texts').append(...boxes);
    element('data').addEventListener('input', () => this.look());
  }

  // The texts of a cell; its offset if none is chosen.
  get kinds() {
    const chosen = Object.keys(this.boxes).filter((kind) => this.boxes[kind].checked);
    return chosen.length ? chosen : ['offset'];
  }

  // Sets the meaning of colours: `offset`, `bank=2`, `tile=<4,8>`.
  choose(text) {
    const [by, ...detail] = text.split('=');
    this.kind = by in COLOURS ? by : 'offset';
    element('by').querySelector(`input[value="${this.kind}"]`).checked = true;
    const more = COLOURS[this.kind];
    element('detail-label').hidden = more === null;
    element('detail-name').textContent = more?.label ?? '';
    this.detail.value = detail.join('=') || (more?.value ?? '');
  }

  // The meaning of colours in the form of the address.
  get by() {
    return COLOURS[this.kind] === null ? this.kind : `${this.kind}=${this.detail.value}`;
  }

  answerTo(expression, by = this.by) {
    const bank = this.kind === 'bank';
    const bytes = Number.parseInt(this.detail.value, 10) || 1;
    return this.engine.ask({ expression, by: bank ? 'bank' : by, element: bank ? bytes : 4 });
  }

  ask() {
    this.answer = this.answerTo(this.text.value);
    this.text.rows = this.text.value.split('\n').length;
    // Nothing typed is no mistake: the line below the box says what to type.
    const refused = this.text.value.trim() === '' ? '' : this.answer.refused ?? '';
    element('refusal').hidden = refused === '';
    element('refusal').textContent = refused;
    this.text.setAttribute('aria-invalid', String(refused !== ''));
    this.pinned = null;
    this.steps.show(this.answer.steps ?? [], this.step);
    this.look();
    this.operands.show(this.answer, this.answer.refused ? null : this.grid.picture, this.kind);
    this.light();
  }

  // The answer; while the expression is refused, the answer to the layout that the current step found.
  get shown() {
    const found = this.answer.steps?.[this.step]?.found ?? null;
    if (found === null || !this.answer.refused) return this.answer;
    const answer = this.answerTo(found);
    return answer.refused ? this.answer : answer;
  }

  look() {
    this.step = this.steps.current;
    this.remember();
    const { shown } = this;
    // The previous picture stays, faded, while the input is incomplete.
    document.body.classList.toggle('refused', Boolean(shown.refused));
    if (shown.refused) return;
    element('answer').textContent = shown.text;
    element('facts').replaceChildren(...shown.facts.map(([name, value]) => make('div', {}, make('dt', { textContent: name }), make('dd', { textContent: value }))));
    this.more(element('facts'));
    this.detail.placeholder = shown.made ? 'its own' : '<4,4>';
    const why = shown.undrawn ?? shown.uncoloured ?? '';
    element('uncoloured').hidden = why === '';
    element('uncoloured').textContent = why;
    const picture = shown.drawing ? new Picture(this.engine, shown.drawing) : null;
    element('picture-section').hidden = picture === null && why === '';
    const before = picture && shown.swizzled ? this.answerTo(shown.swizzled).drawing : null;
    this.boxes.before.parentElement.hidden = !before;
    element('data').hidden = !this.boxes.data.checked;
    picture?.show(this.kinds.filter((kind) => before || kind !== 'before'), {
      data: element('data').value.split(/[\s,]+/).filter(Boolean), before: before && new Picture(this.engine, before),
    });
    this.arrange(picture);
    this.grid.show(picture, this.whole.checked);
    this.memory.show(picture?.inMemory ? picture : null);
    element('cut').hidden = !picture?.cut;
    element('cut-words').textContent = picture?.cut ?? '';
    element('cell').textContent = '';
    this.light();
  }

  // Puts operands and steps beside a picture that leaves room for them, and below one that does not.
  arrange(picture) {
    this.stage.classList.remove('wide');
    const room = this.stage.clientWidth;
    const need = picture ? this.grid.needed(picture) + FRAME : 0;
    const wide = Boolean(picture && !this.whole.checked) && room >= LEAST_ROOM && need <= 0.6 * room;
    this.stage.classList.toggle('wide', wide);
    this.stage.style.setProperty('--picture', `${Math.max(need, LEAST_PICTURE)}px`);
  }

  // Lights the cells of the current step, or of the group that was clicked, in all panels.
  light() {
    const step = this.answer.steps?.[this.step];
    const offsets = step ? this.litOffsets(this.step) : null;
    if (offsets) {
      const lit = (cell) => offsets.has(cell.offset);
      this.grid.light(lit);
      this.operands.light(lit);
      this.memory.light((offset) => offsets.has(offset));
      return;
    }
    const { pinned } = this;
    this.grid.light(pinned === null ? null : (cell) => cell.group === pinned);
    this.memory.light(pinned === null ? null : (offset, group) => group === pinned);
    if (pinned === null || !this.operands.key) {
      this.operands.light(null);
      return;
    }
    const { key } = this.operands;
    const lit = new Set(this.grid.picture.cells.filter((cell) => cell.group === pinned).map((cell) => cell[key]));
    this.operands.light((cell) => lit.has(cell[key]));
  }

  // The offsets of the layout that a step finds, or, where it finds none, of those that the steps below it find.
  litOffsets(k) {
    const { steps } = this.answer;
    if (k === 0) return null;
    const found = [];
    if (steps[k].found !== null) found.push(steps[k].found);
    else for (let i = k + 1; i < steps.length && steps[i].depth > steps[k].depth; i += 1) found.push(steps[i].found);
    const offsets = new Set(found.filter((text) => text !== null && text.includes(':')).flatMap((text) => this.engine.ask({ offsets: text })));
    return offsets.size ? offsets : null;
  }

  // Lights the group of a clicked cell; a second click lights all.
  pin(cell) {
    this.pinned = this.pinned === cell.group ? null : cell.group;
    this.light();
  }

  tell(cell) {
    this.memory.draw(cell);
    this.operands.mark(cell);
    element('cell').textContent = cell ? this.grid.picture.sentence(cell) : '';
  }
}

Engine.load().then((engine) => {
  globalThis.explorer = new Explorer(engine);
  document.documentElement.dataset.ready = 'yes';
}, (error) => {
  element('refusal').hidden = false;
  element('refusal').textContent = `The engine did not start: ${error.message}`;
});
