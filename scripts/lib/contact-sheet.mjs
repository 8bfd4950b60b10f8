const FORMS = ['390-light', '390-dark', '1440-light', '1440-dark'];

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
  body { margin: 2rem; }
  nav { display: flex; gap: 1rem; flex-wrap: wrap; }
  section { display: grid; grid-template-columns: 1fr 1fr 3fr 3fr; gap: 1rem; align-items: start; margin-block: 1rem 3rem; }
  h3 { grid-column: 1 / -1; margin: 0; }
  img { width: 100%; max-height: 60rem; object-fit: cover; object-position: top; border: 1px solid #8888; }
`;

/** @type {(name: string) => string} */
const picture = (name) => `<a href="${name}.png"><img src="${name}.png" alt="${name}" loading="lazy"></a>`;

/**
 * A page with every picture, each screen a row of its four forms. Pure.
 * @param {readonly string[]} pictures paths such as `admin/orders-390-dark.png`
 * @returns {string}
 */
export function contactSheet(pictures) {
  const screens = new Set(pictures.map((path) => path.replace(/-\d+-(?:light|dark)\.png$/, '')));
  const known = new Set(pictures);
  /** @type {Map<string, string[]>} */
  const areas = new Map();
  for (const screen of [...screens].toSorted()) {
    const area = screen.split('/')[0] ?? '';
    areas.set(area, [...(areas.get(area) ?? []), screen]);
  }
  const rowOf = (/** @type {string} */ screen) => {
    const forms = FORMS.map((form) => `${screen}-${form}`).filter((name) => known.has(`${name}.png`));
    return `<section id="${screen}"><h3>${screen}</h3>${forms.map(picture).join('')}</section>`;
  };
  const parts = [...areas].map(([area, names]) => `<h2 id="${area}">${area}</h2>${names.map(rowOf).join('\n')}`);
  const links = [...areas.keys()].map((area) => `<a href="#${area}">${area}</a>`).join(' ');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${STYLE}</style>
<h1>Every screen</h1><nav>${links}</nav>${parts.join('\n')}</html>\n`;
}
