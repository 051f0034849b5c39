'use strict';
// Shows a derivation one step at a time. The layout that a step finds replaces the answer.

class Steps {
  constructor(section, list, count, back, on, chosen) {
    Object.assign(this, { section, list, count, chosen, steps: [], current: null });
    back.addEventListener('click', () => this.go((this.current ?? this.steps.length) - 1));
    on.addEventListener('click', () => this.go((this.current ?? -1) + 1));
    this.buttons = [back, on];
  }

  show(steps, current) {
    this.steps = steps;
    this.section.hidden = steps.length === 0;
    this.list.replaceChildren(...steps.map((step, k) => this.item(step, k)));
    this.mark(current !== null && current < steps.length ? current : null);
  }

  item(step, k) {
    const button = make('button', { type: 'button' }, ...(step.found === null ? [step.text] : [`${step.text} → `, make('code', {}, step.found)]));
    button.style.marginLeft = `${step.depth * 1.4}rem`;
    button.addEventListener('click', () => this.go(k));
    return make('li', {}, button);
  }

  // Before the first step and after the last one the answer is shown.
  go(k) {
    this.mark(k >= 0 && k < this.steps.length ? k : null);
    this.chosen(this.current);
  }

  mark(current) {
    this.current = current;
    for (const [k, item] of [...this.list.children].entries()) {
      item.classList.toggle('current', k === current);
      item.firstChild.setAttribute('aria-current', k === current ? 'step' : 'false');
    }
    this.count.textContent = current === null ? `${this.steps.length} steps` : `${current + 1} of ${this.steps.length}`;
    this.buttons[0].disabled = this.steps.length === 0;
    this.buttons[1].disabled = this.steps.length === 0;
  }
}
