'use strict';
// Saves the picture as SVG or PNG, and copies the address of the page.

const Saved = {
  // The whole grid as SVG, in the light colours that pages and papers have.
  svg(grid) {
    const { picture, labels, heads, cell, height, places, upright, numbers, named } = grid;
    if (picture.size > MOST_CELLS) throw new Error(`at most ${MOST_CELLS} cells are saved`);
    const small = grid.size < 13 ? ` font-size="${grid.size}"` : '';
    const escape = (text) => text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter]);
    const text = (x, y, anchor, words, turn = '') => `<text x="${x}" y="${y}" text-anchor="${anchor}"${turn}>${escape(words)}</text>`;
    const parts = [];
    for (const [p, [left, top]] of places.entries()) {
      const heading = picture.heading(p);
      if (heading) parts.push(text(left - labels, top - heads - HEAD / 2, 'start', heading));
      if (!named) continue;
      for (let i = 0; i < picture.rows; i += 1) parts.push(text(left - LABEL_GAP, top + (i + 0.5) * height, 'end', picture.row(i)));
      for (let j = 0; j < picture.columns; j += 1) {
        const [x, y] = [left + (j + 0.5) * cell, top - LABEL_GAP];
        parts.push(upright ? text(x, y, 'start', picture.column(j), ` transform="rotate(-90 ${x} ${y})"`) : text(x, y, 'middle', picture.column(j)));
      }
    }
    for (const one of picture.cells) {
      const [x, y] = grid.place(one);
      const dim = grid.lit && !grid.lit(one) ? ` opacity="${DIM}"` : '';
      parts.push(`<rect x="${x}" y="${y}" width="${cell}" height="${height}" fill="${one.fill}" stroke="#ffffff"${dim}/>`);
      if (numbers) parts.push(text(x + cell / 2, y + height / 2, 'middle', one.text, small + dim));
    }
    const [wide, high] = grid.view.size.map(Math.ceil);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}"`,
      ' font-family="monospace" font-size="13" fill="#17222d" dominant-baseline="middle">',
      `<rect width="${wide}" height="${high}" fill="#ffffff"/>`, ...parts, '</svg>',
    ].join('');
  },

  // Several grids below each other in one SVG.
  svgOf(grids) {
    if (grids.length === 1) return Saved.svg(grids[0]);
    let y = 0;
    let wide = 0;
    const parts = grids.map((grid) => {
      const one = Saved.svg(grid).replace('<svg ', `<svg y="${y}" `);
      y += Math.ceil(grid.view.size[1]) + PANEL_GAP;
      wide = Math.max(wide, Math.ceil(grid.view.size[0]));
      return one;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${y}" viewBox="0 0 ${wide} ${y}">${parts.join('')}</svg>`;
  },

  // The SVG drawn at twice its size.
  async png(grids) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(Saved.svgOf(grids))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, 'image/png'));
  },

  // Offers a file to the user.
  offer(blob, name) {
    const link = make('a', { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },

  // Connects the buttons: `grids` returns the grids of the view, `said` shows a word about what happened.
  connect(grids, said) {
    const act = {
      'save-svg': async () => Saved.offer(new Blob([Saved.svgOf(grids())], { type: 'image/svg+xml' }), 'layout.svg'),
      'save-png': async () => Saved.offer(await Saved.png(grids()), 'layout.png'),
      'copy-link': async () => {
        const [address, words] = Link.sent();
        await navigator.clipboard.writeText(address);
        said(words);
      },
    };
    for (const [id, action] of Object.entries(act)) {
      document.getElementById(id).addEventListener('click', () => action().catch((error) => said(error.message)));
    }
  },
};
