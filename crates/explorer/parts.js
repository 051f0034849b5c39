'use strict';
// Elements of the page that its views share.

// A new element with properties; `aria` and `data` attributes are those that contain a hyphen, and `role`.
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-') || key === 'role') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

// A figure with a caption, a grid and a line about the current cell: its element, and the parts of its grid.
function gridFigure(caption, label) {
  const canvas = make('canvas', { tabIndex: 0, role: 'application', 'aria-roledescription': 'layout grid', 'aria-label': `${label} Arrow keys go from cell to cell.` });
  const ring = make('div', { className: 'ring', hidden: true });
  const sheet = make('div', { className: 'sheet' }, canvas, ring);
  const frame = make('div', { className: 'grid' }, sheet);
  const told = make('p', { className: 'hint', role: 'status' });
  const figure = make('figure', {}, make('figcaption', {}, caption), frame, told);
  return { figure, told, parts: { canvas, sheet, frame, ring } };
}

// What stands left of B and above A.
const PRODUCT = 'C = A B: C(m,n) is the sum of A(m,k) B(k,n) over k.';

// The width of a cell with which A and C of a product fit beside each other; null where they are below each other.
function productWidth(section, columns) {
  const room = section.clientWidth - 160;
  return room < 520 ? null : room / columns;
}

// A labelled text field that calls `changed` with each edit.
function field(label, value, changed, properties = {}) {
  const input = make('input', { value, spellcheck: false, autocomplete: 'off', ...properties });
  input.addEventListener('input', () => changed(input.value));
  return make('label', { className: 'field' }, make('span', { textContent: label }), input);
}
