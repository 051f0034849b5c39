'use strict';
// Reads and writes the state in the address of the page: `#e=EXPRESSION&by=COLOURS&whole=yes&step=NUMBER`.

const Link = {
  read() {
    const fields = new URLSearchParams(location.hash.slice(1));
    return {
      expression: fields.get('e'),
      by: fields.get('by'),
      whole: fields.has('whole'),
      step: fields.has('step') ? Number.parseInt(fields.get('step'), 10) : null,
    };
  },

  of({ expression, by, whole = false, step = null }) {
    const fields = new URLSearchParams({ e: expression, by });
    if (whole) fields.set('whole', 'yes');
    if (step !== null) fields.set('step', step);
    return `#${fields}`;
  },
};
