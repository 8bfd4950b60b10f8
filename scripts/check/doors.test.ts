// An export of a package's or a room's door that only tests use, or none, is named; one that product code uses is not.
import { expect, test } from 'vitest';
import { benchNameProblems, doorProblems, namesOf } from './doors.mjs';

const PLANS = 'packages/plans/src/index.ts';
const SALES = 'apps/server/src/sales/index.ts';

function problems(files: Readonly<Record<string, string>>): string[] {
  return doorProblems(namesOf(Object.entries(files).map(([path, source]) => ({ path, source }))));
}

const doors = {
  [PLANS]: `export { readPlan, type Plan } from './plan.ts';`,
  [SALES]: `export { listOrders } from './orders/list-orders.ts';`,
};
const taking = {
  'apps/keys/src/main.ts': `import { readPlan } from '@kobogate/plans'; import type { Plan } from '@kobogate/plans';`,
  'apps/server/src/books/reports.ts': `import { listOrders } from '../sales/index.ts';`,
};

test('a name that no product code takes is named with its door', () => {
  expect(problems({ ...doors, 'apps/keys/src/main.ts': `import { readPlan } from '@kobogate/plans';` })).toEqual([
    expect.stringContaining(`${PLANS} exports Plan,`),
    expect.stringContaining(`${SALES} exports listOrders,`),
  ]);
});

test.each(['apps/server/src/books/reports.test.ts', 'packages/testkit/src/sales/orders.ts', 'bench/orders.ts'])(
  'what %s takes does not count',
  (file) => {
    const tested = { ...doors, ...taking, [SALES]: `export { listOrders, sampleOrder } from './orders.ts';` };
    const uses = `import { sampleOrder } from '@kobogate/server/src/sales/index.ts'; import * as plans from '@kobogate/plans';`;
    expect(problems({ ...tested, [file]: uses })).toEqual([expect.stringContaining(`${SALES} exports sampleOrder,`)]);
  },
);

test('names that product code imports one by one, all at once or re-exports pass, and so does a file that is no door', () => {
  expect(problems({ ...doors, ...taking })).toEqual([]);
  const all = { 'apps/keys/src/main.ts': `import * as plans from '@kobogate/plans';` };
  const passed = {
    'apps/server/src/flow.ts': `export { listOrders } from './sales/index.ts';`,
    'apps/server/src/main.ts': `import { listOrders } from './flow.ts';`,
  };
  expect(problems({ ...doors, ...all, ...passed })).toEqual([]);
});

test('a name inside the server or a package that tests alone import is named, unless its file uses it too', () => {
  const inner = 'apps/server/src/ledger/db.ts';
  const tested = { 'apps/server/src/ledger/ledger.test.ts': `import { entries } from './db.ts';` };
  expect(problems({ ...tested, [inner]: `export function entries() {}` })).toEqual([
    expect.stringContaining(`${inner} exports entries,`),
  ]);
  expect(problems({ ...tested, [inner]: `export function entries() {}\nexports.all = entries;` })).not.toContain(
    'entries',
  );
  expect(problems({ 'packages/plans/src/fake-plan.ts': `export const plan = 1;` })).toHaveLength(1);
  const loading = { 'apps/server/src/ops/main.ts': `const load = () => import('../ledger/db.ts');` };
  expect(problems({ ...loading, [inner]: `export function entries() {}` })).toEqual([]);
});

test('the client’s door is for merchants, and money’s is whole', () => {
  expect(problems({ 'packages/client/src/index.ts': `export const verify = 1;` })).toEqual([]);
  expect(problems({ 'packages/money/src/index.ts': `export const add = 1;` })).toEqual([]);
});

test('a name that a bench imports is one that the product imports too, in a file that it reaches', () => {
  const ledger = 'apps/server/src/ledger/post.ts';
  const use = (from: string, name: string) => ({ from, to: ledger, name });
  const product = new Set(['apps/server/src/payouts/settle.ts']);
  const uses = [
    use('apps/server/src/payouts/settle.ts', 'post'),
    use('apps/server/src/payouts/unreached.ts', 'postFaster'),
    use('apps/server/src/ledger/ledger.test.ts', 'postFaster'),
  ];
  expect(benchNameProblems({ uses: [...uses, use('bench/ledger.ts', 'post')] }, product)).toEqual([]);
  expect(benchNameProblems({ uses: [...uses, use('bench/ledger.ts', 'postFaster')] }, product)).toEqual([
    expect.stringContaining(`bench/ledger.ts imports postFaster of ${ledger}, which the product does not`),
  ]);
});
