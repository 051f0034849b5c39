'use strict';
// Reads and writes the state in the address of the page: `#e=EXPRESSION&by=COLOURS&whole=yes&step=NUMBER&show=KINDS&data=..`,
// or `#view=threads&..` and so on with the fields of the other views.

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
      show: fields.show ?? 'offset',
      data: fields.data ?? '',
    };
  },

  of({ expression, by, whole = false, step = null, show = 'offset', data = '' }) {
    const fields = new URLSearchParams({ e: expression, by });
    if (whole) fields.set('whole', 'yes');
    if (step !== null) fields.set('step', step);
    if (show !== 'offset') fields.set('show', show);
    if (data) fields.set('data', data);
    return `#${fields}`;
  },

  // The address to send. A page on this machine names the hosted one, if it knows its address.
  sent() {
    const isLocal = location.protocol === 'file:' || /^(localhost|127\.|\[::1)/.test(location.hostname);
    const { content } = document.querySelector('meta[name="hosted"]');
    const words = isLocal && !content ? 'copied: a link that only this machine opens' : 'link copied';
    return [(isLocal && content || location.href.split('#')[0]) + location.hash, words];
  },

  // The address of another view.
  view(view, fields) {
    return `#${new URLSearchParams({ view, ...fields })}`;
  },
};
