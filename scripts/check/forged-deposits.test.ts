// The table of forged deposits lists existing tests, of every family, at least sixty of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const LEAST = 60;
const FAMILIES = ['EVM', 'Bitcoin', 'Cardano', 'Solana', 'Polkadot', 'TRON'];
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const rows = [...read('docs/forged-deposits.md').matchAll(/^\| (\w+) +\| (.+?) +\| `(\S+\.test\.ts)` +\|$/gm)].map(
  ([, family = '', what = '', file = '']) => ({ family, what: what.replace(/^a node that /, ''), file }),
);

test('there are enough of them, of each family, and none is named twice', () => {
  expect(rows.length).toBeGreaterThanOrEqual(LEAST);
  expect(new Set(rows.map(({ family, what }) => `${family} ${what}`)).size).toBe(rows.length);
  expect([...new Set(rows.map(({ family }) => family))].toSorted()).toEqual(FAMILIES.toSorted());
});

test('each is in the test that the table names', () => {
  const missing = rows.filter(({ what, file }) => !read(`apps/server/src/adapters/chains/${file}`).includes(what));
  expect(missing).toEqual([]);
});
