'use strict';
// Saves the picture as SVG or PNG, and copies the address of the page.

const Saved = {
  // The whole grid as SVG, in the light colours that pages and papers have.
  svg(grid) {
    const { picture, labels, heads, cell, height, tops, upright, numbers } = grid;
    const escape = (text) => text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter]);
    const text = (x, y, anchor, words, turn = '') => `<text x="${x}" y="${y}" text-anchor="${anchor}"${turn}>${escape(words)}</text>`;
    const parts = [];
    for (const [p, panel] of picture.panels.entries()) {
      const top = tops[p];
      if (panel.title) parts.push(text(0, top - heads - HEAD / 2, 'start', panel.title));
      if (!numbers) continue;
      for (const [i, name] of panel.rows.entries()) parts.push(text(labels - LABEL_GAP, top + (i + 0.5) * height, 'end', name));
      for (const [j, name] of panel.columns.entries()) {
        const [x, y] = [labels + (j + 0.5) * cell, top - LABEL_GAP];
        parts.push(upright ? text(x, y, 'start', name, ` transform="rotate(-90 ${x} ${y})"`) : text(x, y, 'middle', name));
      }
    }
    for (const one of picture.cells) {
      const [x, y] = grid.place(one);
      parts.push(`<rect x="${x}" y="${y}" width="${cell}" height="${height}" fill="${one.fill}" stroke="#ffffff"/>`);
      if (numbers) parts.push(text(x + cell / 2, y + height / 2, 'middle', one.text));
    }
    const [wide, high] = grid.view.size.map(Math.ceil);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}"`,
      ' font-family="monospace" font-size="13" fill="#17222d" dominant-baseline="middle">',
      `<rect width="${wide}" height="${high}" fill="#ffffff"/>`, ...parts, '</svg>',
    ].join('');
  },

  // The SVG drawn at twice its size.
  async png(grid) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(Saved.svg(grid))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = grid.view.size.map((length) => 2 * Math.ceil(length));
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, 'image/png'));
  },

  // Offers a file to the user.
  offer(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },

  // Connects the buttons: `said` shows a word about what happened.
  connect(grid, said) {
    const act = {
      'save-svg': async () => Saved.offer(new Blob([Saved.svg(grid)], { type: 'image/svg+xml' }), 'layout.svg'),
      'save-png': async () => Saved.offer(await Saved.png(grid), 'layout.png'),
      'copy-link': async () => {
        await navigator.clipboard.writeText(location.href);
        said('link copied');
      },
    };
    for (const [id, action] of Object.entries(act)) {
      document.getElementById(id).addEventListener('click', () => action().catch((error) => said(error.message)));
    }
  },
};
