'use strict';
// Reads and writes the state in the address of the page: `#e=EXPRESSION&by=COLOURS&whole=yes&step=NUMBER`, or
// `#view=threads&..` and `#view=access&..` with the fields of these views.

const Link = {
  read() {
    const fields = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    return {
      fields,
      view: fields.view ?? 'layout',
      expression: fields.e ?? null,
      by: fields.by ?? null,
      whole: 'whole' in fields,
      step: 'step' in fields ? Number.parseInt(fields.step, 10) : null,
    };
  },

  of({ expression, by, whole = false, step = null }) {
    const fields = new URLSearchParams({ e: expression, by });
    if (whole) fields.set('whole', 'yes');
    if (step !== null) fields.set('step', step);
    return `#${fields}`;
  },

  // The address of another view.
  view(view, fields) {
    return `#${new URLSearchParams({ view, ...fields })}`;
  },
};
