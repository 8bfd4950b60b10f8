import path from 'node:path';

/**
 * What runs in the browser in the place of React: Preact, which speaks React's API at a tenth of its weight. The
 * sources and the libraries are written for React and know nothing of it.
 */
export const RENDERER_ALIASES = [
  { find: /^react$/, replacement: path.join(import.meta.dirname, '../src/renderer/react.mjs') },
  { find: /^react\/jsx(?<dev>-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
];
