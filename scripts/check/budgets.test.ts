// Guarantee: a page above its budget is named with the excess, shared code is counted once, and a renamed page
// fails the check.
import { describe, expect, it } from 'vitest';
import {
  documentWeights,
  embedWeight,
  loadedEarly,
  loadedWith,
  overweight,
  payerWeight,
  scriptWeights,
  signInWeights,
  walletWeight,
} from './budgets.mjs';

const FRAMES = {
  'index.html': { file: 'index.js', imports: ['_react'] },
  _react: { file: 'react.js' },
  'src/app/session-layout.tsx': { file: 'session.js', isDynamicEntry: true, imports: ['_react'] },
  'src/account/account-shell.tsx': { file: 'account.js', isDynamicEntry: true },
  'src/admin/admin-shell.tsx': { file: 'admin.js', isDynamicEntry: true },
  'src/account/dashboard/dashboard-page.tsx': {
    file: 'dashboard.js',
    isDynamicEntry: true,
    imports: ['_table', '_dialog'],
  },
  _shell: { file: 'shell.js', name: 'shell', dynamicImports: ['_dialog'] },
  _dialog: { file: 'dialog.js' },
  _table: { file: 'table.js', imports: ['_react'] },
};
const weigh = (sizes: Record<string, number>) => scriptWeights(FRAMES, (file) => sizes[file] ?? 0);
const bytesOf = (sizes: Record<string, number>, what: string) =>
  weigh(sizes).find((weight) => weight.what === what)?.bytes;

describe('budgets', () => {
  it('count what loads together, shared code once', () => {
    expect(loadedWith(FRAMES, ['index.html', 'src/account/dashboard/dashboard-page.tsx'])).toEqual(
      new Set(['index.html', '_react', 'src/account/dashboard/dashboard-page.tsx', '_table', '_dialog']),
    );
    const sizes = { 'react.js': 60_000, 'index.js': 1000, 'session.js': 2000, 'dashboard.js': 4000, 'table.js': 500 };
    expect(bytesOf(sizes, 'the account, first visit')).toBe(67_500);
  });

  it('count of a later page only what the frame has not loaded', () => {
    const sizes = { 'react.js': 60_000, 'dialog.js': 20_000, 'dashboard.js': 4000, 'table.js': 500 };
    expect(bytesOf(sizes, 'src/account/dashboard/dashboard-page.tsx, later')).toBe(4500);
  });

  it('name each weight above its limit, with the excess', () => {
    expect(overweight(weigh({ 'dashboard.js': 45_300 }))).toEqual([
      'src/account/dashboard/dashboard-page.tsx, later: 45.3 kB, 0.3 kB above 45.0 kB',
    ]);
    expect(overweight(documentWeights([{ path: '/', bytes: 19_000 }], 1200))).toEqual([
      'the page /: 20.2 kB, 0.2 kB above 20.0 kB',
    ]);
    expect(overweight(documentWeights([{ path: '/', bytes: 18_800 }], 1200))).toEqual([]);
    expect(overweight([payerWeight('waiting', 17_300), payerWeight('paid', 17_200)])).toEqual([
      "the payer's page, waiting: 17.3 kB, 0.1 kB above 17.2 kB",
    ]);
    expect(overweight([walletWeight(20_100)])).toEqual(['connecting a wallet: 20.1 kB, 0.1 kB above 20.0 kB']);
    expect(overweight([embedWeight(5100), embedWeight(5000)])).toEqual(['embed.js: 5.1 kB, 0.1 kB above 5.0 kB']);
  });

  it('name a sign-in page whose document is too heavy, or that loads any file before it is painted', () => {
    expect(overweight(signInWeights([{ path: '/login', bytes: 12_100 }], 10_200))).toEqual([
      '/login before the first paint: 12.1 kB, 0.1 kB above 12.0 kB',
      'the script of the sign-in pages: 10.2 kB, 0.2 kB above 10.0 kB',
    ]);
    const page = '<link rel="icon" href="/mark.svg"/><script data-module="/assets/sign-in.js">later()</script>';
    expect(loadedEarly('/login', page)).toEqual([]);
    expect(loadedEarly('/login', `${page}<link rel="modulepreload" href="/assets/app.js"/>`)).toEqual([
      '/login loads /assets/app.js before its first paint',
    ]);
    expect(loadedEarly('/login', '<script type="module" src="/assets/app.js"></script>')).toHaveLength(1);
  });

  it('fail where a page does not exist under its name', () => {
    expect(() => loadedWith(FRAMES, ['src/account/dashboard/start-page.tsx'])).toThrow(/another name/);
  });
});
