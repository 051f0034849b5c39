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
    ['Divide by mode', 'logical_divide((8,12):(12,1), <4,3>)', 'offset'],
    ['Divide, zipped', 'zipped_divide((8,12):(12,1), <4,3>)', 'thread'],
    ['Divide, tiled', 'tiled_divide((8,12):(12,1), <4,3>)', 'offset'],
    ['Product, blocked', 'blocked_product((2,3):(1,2), (3,2):(2,1))', 'tile=<2,3>'],
    ['Product, raked', 'raked_product((2,3):(1,2), (3,2):(2,1))', 'offset'],
    ['Upcast', 'upcast((8,8):(1,8), 4)', 'offset'],
    ['Tiles of a matrix', '(8,12):(12,1)', 'tile=<4,3>'],
  ],
  Machines: [
    ['Swizzle', 'Sw<3,0,3> o 0 o (8,8):(8,1)', 'bank=16'],
    ['No swizzle', '(8,8):(8,1)', 'bank=16'],
    ['Swizzle of 64 bytes', 'Sw<2,0,3> o 0 o (8,8):(8,1)', 'bank=16'],
    ['Accumulators of a warp', '((4,8),(2,2)):((32,1),(16,8))', 'thread'],
    ['Values of a thread', '((4,8),(2,2)):((32,1),(16,8))', 'value'],
    ['Threads along rows', '((8,4),(2,2)):((2,16),(1,64))', 'thread'],
  ],
};

// The meanings of colours, and the parameter of each.
const COLOURS = {
  offset: null,
  thread: null,
  value: null,
  bank: { label: 'bytes of an element', value: '4' },
  tile: { label: 'tiler', value: '<4,4>' },
  none: null,
};

function element(id) {
  return document.getElementById(id);
}

class Explorer {
  constructor(engine) {
    this.engine = engine;
    this.text = element('expression');
    this.detail = element('detail');
    this.whole = element('whole');
    this.memory = new Memory({
      section: element('memory-section'),
      canvas: element('memory'),
      sheet: element('memory-sheet'),
      frame: element('memory-frame'),
      hint: element('memory-hint'),
    });
    this.grid = new Grid({
      canvas: element('grid'),
      sheet: element('sheet'),
      frame: element('grid-frame'),
      ring: element('ring'),
      chosen: (cell) => this.tell(cell),
    });
    this.steps = new Steps(element('steps-section'), element('steps'), element('step-count'), element('step-back'),
      element('step-on'), () => this.look());
    this.operands = new Operands(element('operands-section'), element('operands'), (text) => this.answerTo(text), (text) => {
      this.text.value = text;
      this.step = null;
      this.ask();
    });
    Saved.connect(this.grid, (words) => {
      element('saved').textContent = words;
    });
    this.gallery();
    this.colours();
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
    globalThis.addEventListener('resize', () => this.look());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.look());
    this.open();
  }

  // Shows the state of the address.
  open() {
    const { expression, by, whole, step } = Link.read();
    const [[, first, coloured]] = EXAMPLES.Layouts;
    element('examples').open = expression === null;
    this.text.value = expression ?? first;
    this.choose(by ?? coloured);
    this.whole.checked = whole;
    this.step = step;
    this.ask();
  }

  gallery() {
    const links = (examples) => examples.map(([name, expression, by]) => {
      const link = document.createElement('a');
      link.href = Link.of({ expression, by });
      link.textContent = name;
      link.title = expression;
      return link;
    });
    element('gallery').replaceChildren(...Object.entries(EXAMPLES).map(([kind, examples]) => {
      const [row, name] = [document.createElement('div'), document.createElement('span')];
      name.textContent = kind;
      row.append(name, ...links(examples));
      return row;
    }));
  }

  colours() {
    const choices = Object.keys(COLOURS).map((by) => {
      const label = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, { type: 'radio', name: 'by', value: by });
      input.addEventListener('change', () => {
        this.choose(by);
        this.ask();
      });
      label.append(input, ` ${by}`);
      return label;
    });
    element('by').append(...choices);
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

  // The answer of the engine to an expression.
  answerTo(expression) {
    const bank = this.kind === 'bank';
    const bytes = Number.parseInt(this.detail.value, 10) || 1;
    return this.engine.ask({ expression, by: bank ? 'bank' : this.by, element: bank ? bytes : 4 });
  }

  // Evaluates the input, and shows the answer.
  ask() {
    this.answer = this.answerTo(this.text.value);
    this.text.rows = this.text.value.split('\n').length;
    const refused = this.answer.refused ?? '';
    element('refusal').hidden = refused === '';
    element('refusal').textContent = refused;
    this.text.setAttribute('aria-invalid', String(refused !== ''));
    this.steps.show(this.answer.steps ?? [], this.step);
    this.look();
    this.operands.show(this.answer.operands ?? []);
  }

  // The answer, or the answer to the layout that the current step found.
  get shown() {
    const found = this.answer.steps?.[this.step]?.found ?? null;
    if (found === null) return this.answer;
    const answer = this.answerTo(found);
    return answer.refused ? this.answer : answer;
  }

  look() {
    this.step = this.steps.current;
    // Replaces the history entry, so that typing adds none.
    const place = { expression: this.text.value, by: this.by, whole: this.whole.checked, step: this.step };
    history.replaceState(null, '', Link.of(place));
    const { shown } = this;
    // The previous picture stays, faded, while the input is incomplete.
    document.body.classList.toggle('refused', Boolean(shown.refused));
    if (shown.refused) return;
    element('answer').textContent = shown.text;
    element('facts').replaceChildren(...shown.facts.map(([name, value]) => {
      const [pair, term, description] = ['div', 'dt', 'dd'].map((tag) => document.createElement(tag));
      term.textContent = name;
      description.textContent = value;
      pair.append(term, description);
      return pair;
    }));
    const why = shown.undrawn ?? shown.uncoloured ?? '';
    element('uncoloured').hidden = why === '';
    element('uncoloured').textContent = why;
    const picture = shown.panels ? new Picture(shown) : null;
    element('picture-section').hidden = picture === null && why === '';
    this.memory.show(picture?.inMemory ? picture : null);
    this.grid.show(picture, this.whole.checked);
    element('cell').textContent = '';
  }

  tell(cell) {
    this.memory.draw(cell);
    element('cell').textContent = cell
      ? `${cell.coordinate} → ${cell.text}, linear coordinate ${cell.linear}`
      : '';
  }
}

Engine.load().then((engine) => {
  globalThis.explorer = new Explorer(engine);
  document.documentElement.dataset.ready = 'yes';
}, (error) => {
  element('refusal').hidden = false;
  element('refusal').textContent = `The engine did not start: ${error.message}`;
});
