// Guarantee: each address gets exactly the files that its page and the frames around it load, without those in
// the start document, and a word in an address goes before a parameter.
import { describe, expect, it } from 'vitest';
import { routeFiles } from './route-files.ts';

// Vite's output for `lazy: () => import(...)` has the address in its text.
const lazily = (address: string) => ({
  lazy: Object.assign(async () => ({}), { toString: () => `() => fetched("/${address}")` }),
});
const MANIFEST = {
  'index.html': { file: 'assets/index.js', imports: ['_frame'] },
  _frame: { file: 'assets/frame.js' },
  _parts: { file: 'assets/parts.js', imports: ['_frame'] },
  'src/shell.tsx': { file: 'assets/shell.js', imports: ['_parts', 'index.html'] },
  'src/order.tsx': { file: 'assets/order.js', imports: ['_parts'] },
  'src/history.tsx': { file: 'assets/history.js' },
  'src/lost.tsx': { file: 'assets/lost.js' },
};

describe('the files of an address', () => {
  it('are those of its page and of the frames around it, once, without those named already', () => {
    const routes = [
      { path: '*', ...lazily('src/lost.tsx') },
      {
        path: '/orders',
        ...lazily('src/shell.tsx'),
        children: [
          { path: ':id', ...lazily('src/order.tsx') },
          { path: 'history', ...lazily('src/history.tsx') },
        ],
      },
    ];
    expect(routeFiles(routes, MANIFEST)).toEqual([
      { path: '/orders/history', files: ['/assets/shell.js', '/assets/parts.js', '/assets/history.js'] },
      { path: '/orders/:id', files: ['/assets/shell.js', '/assets/parts.js', '/assets/order.js'] },
      { path: '/*', files: ['/assets/lost.js'] },
    ]);
  });

  it('fail where the page was not built, or where its module is not known', () => {
    expect(() => routeFiles([{ path: '/a', ...lazily('src/gone.tsx') }], MANIFEST)).toThrow(/not built/);
    expect(() => routeFiles([{ path: '/a', lazy: async () => ({}) }], MANIFEST)).toThrow(/can't be seen/);
  });
});
