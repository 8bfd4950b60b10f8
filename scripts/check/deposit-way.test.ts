// The way of a deposit to its naira is counted by the functions that are called on it, through doors, and too many
// files fail `npm run check`.
import { expect, test } from 'vitest';
import { depositWay, depositWayProblems } from './deposit-way.mjs';

const SERVER = 'apps/server/src';
const file = (path: string, ...lines: string[]) => ({ path: `${SERVER}/${path}`, source: lines.join('\n') });
const watcher = (...lines: string[]) => file('custody/deposits/watch-network.ts', ...lines);
const way = (...sources: ReturnType<typeof file>[]) => depositWay(sources).map((path) => path.slice(SERVER.length + 1));

test('a door is no step of the way: the file that declares the function is', () => {
  expect(
    way(
      watcher(`import { post } from '../../ledger/index.ts';`, `export const watchNetwork = () => { post(); };`),
      file('ledger/index.ts', `export { post } from './post.ts';`, `export { verify } from './verify.ts';`),
      file('ledger/post.ts', `import { write } from './db.ts';`, `export function post() { return write(); }`),
      file('ledger/db.ts', `export const write = () => 1;`),
      file('ledger/verify.ts', `export const verify = () => 1;`),
    ),
  ).toEqual(['custody/deposits/watch-network.ts', 'ledger/db.ts', 'ledger/post.ts']);
});

test('what another function of an opened file uses is not on it, nor are types, the platform and tests', () => {
  expect(
    way(
      watcher(
        `import { other } from './other.ts';`,
        `import { type Shape, shape } from './shape.ts';`,
        `import { query } from '../../platform/database.ts';`,
        `export const watchNetwork = (given: Shape) => query(given.shape);`,
        `export const stop = () => other(shape);`,
      ),
      file('custody/deposits/other.ts', `export const other = () => 1;`),
      file('custody/deposits/shape.ts', `export interface Shape { shape: string }`, `export const shape = () => 1;`),
      file('platform/database.ts', `export const query = () => 1;`),
      file('custody/deposits/watch-network.test.ts', `export const watchNetwork = () => 1;`),
    ),
  ).toEqual(['custody/deposits/watch-network.ts']);
});

test('an event on the way leads to its handler, with what is made for it only; other events and messaging do not', () => {
  expect(
    way(
      watcher(`export const watchNetwork = () => 1;`),
      file(
        'payouts/handlers.ts',
        `import { create } from './create.ts';`,
        `import { makeWriter } from './writer.ts';`,
        `import { makeTeller } from './teller.ts';`,
        `import { callBack } from './call-back.ts';`,
        `export function payoutHandlers(dependencies) {`,
        `  const writer = makeWriter(dependencies);`,
        `  const teller = makeTeller(dependencies);`,
        `  return { 'order.payable': (payload) => create(writer, payload), 'payout.callback': () => callBack(teller) };`,
        `}`,
      ),
      file('payouts/create.ts', `export const create = () => 1;`),
      file('payouts/writer.ts', `export const makeWriter = () => 1;`),
      file('payouts/teller.ts', `export const makeTeller = () => 1;`),
      file('payouts/call-back.ts', `export const callBack = () => 1;`),
      file('messaging/handlers.ts', `export const handlers = { 'payout.paid': () => 1 };`),
    ),
  ).toEqual(['custody/deposits/watch-network.ts', 'payouts/create.ts', 'payouts/handlers.ts', 'payouts/writer.ts']);
});

test('too many files are named, and a way without its entry is reported', () => {
  const steps = (count: number) => [
    watcher(
      ...Array.from({ length: count }, (_, index) => `import { step${index} } from './step${index}.ts';`),
      `export const watchNetwork = () => [${Array.from({ length: count }, (_, index) => `step${index}`).join(', ')}];`,
    ),
    ...Array.from({ length: count }, (_, index) =>
      file(`custody/deposits/step${index}.ts`, `export const step${index} = 1;`),
    ),
  ];
  expect(depositWayProblems(steps(69))).toEqual([]);
  expect(depositWayProblems(steps(70))).toEqual([expect.stringMatching(/goes through 71 files, and 70 at most/)]);
  expect(depositWayProblems([])).toEqual([
    `${SERVER}/custody/deposits/watch-network.ts has no watchNetwork, where a deposit begins`,
  ]);
});
