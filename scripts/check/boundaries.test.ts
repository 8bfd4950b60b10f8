// Every import rule catches the import that breaks it and lets the allowed neighbour through; each rule has an
// example here.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benchProblems, boundaryProblems, cycles, ROOMS, RULES, unusedArrows, WINGS } from './boundaries.mjs';
import { COMPUTED, importedBy, importsOf, readSources, target } from './imports.mjs';

const SERVER = 'apps/server/src';
const TESTKIT = 'packages/testkit/src';
const CATCHES: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['money-alone', 'packages/money/src/amount.ts', 'npm:zod'],
  ['money-alone', 'packages/money/src/amount.ts', 'packages/contract/src/index.ts'],
  ['contract-below', 'packages/contract/src/orders.ts', 'npm:micro-eth-signer'],
  ['contract-below', 'packages/contract/src/orders.ts', `${SERVER}/ledger/post.ts`],
  ['addresses-below', 'packages/addresses/src/index.ts', 'npm:micro-eth-signer'],
  ['addresses-below', 'packages/addresses/src/index.ts', `${SERVER}/main.ts`],
  ['substrate-alone', 'packages/substrate/src/index.ts', 'packages/money/src/index.ts'],
  ['substrate-apart', 'apps/sandbox/src/main.ts', 'packages/substrate/src/index.ts'],
  ['plans-below', 'packages/plans/src/index.ts', 'npm:micro-eth-signer'],
  ['plans-below', 'packages/plans/src/index.ts', 'packages/substrate/src/index.ts'],
  ['packages-one-door', `${SERVER}/pricing/products/save-product.ts`, 'packages/contract/src/products.ts'],
  ['packages-one-door', 'packages/plans/src/index.ts', 'packages/addresses/src/cardano/address-source.ts'],
  ['paths-written-out', `${SERVER}/sales/orders/order.ts`, COMPUTED],
  ['client-alone', 'packages/client/src/request.ts', 'npm:zod'],
  ['client-alone', 'packages/client/src/client.ts', 'packages/contract/src/index.ts'],
  ['client-apart', 'apps/web/src/main.tsx', 'packages/client/src/index.ts'],
  ['testkit-apart', `${SERVER}/api.ts`, `${TESTKIT}/sales/orders.ts`],
  ['testkit-apart', 'apps/sandbox/src/main.ts', `${TESTKIT}/sandbox/files.ts`],
  ['testkit-apart', 'packages/money/src/amount.ts', `${TESTKIT}/platform/clock.ts`],
  ['testkit-alone', `${SERVER}/sales/orders/order-fixtures.ts`, 'npm:zod'],
  ['testkit-alone', `${SERVER}/sales/orders/order.test.ts`, `${SERVER}/sales/orders/test-orders.ts`],
  ['testkit-alone', 'apps/sandbox/src/main.test.ts', 'apps/sandbox/src/testing.ts'],
  ['testkit-alone', 'apps/web/src/payer/fixtures/page.ts', 'npm:react'],
  ['web-apart', 'apps/web/src/main.tsx', `${SERVER}/api.ts`],
  ['wings-listed', 'apps/web/src/payer/payment-page.tsx', 'apps/web/src/account/routes.tsx'],
  ['parts-below', 'apps/web/src/lib/client.ts', 'apps/web/src/app/guard.tsx'],
  ['sandbox-apart', 'apps/sandbox/src/main.ts', `${SERVER}/ledger/post.ts`],
  ['server-apart', `${SERVER}/main.ts`, 'apps/sandbox/src/world.ts'],
  ['keys-apart', 'apps/keys/src/main.ts', `${SERVER}/main.ts`],
  ['keys-apart', `${SERVER}/main.ts`, 'apps/keys/src/derive/seed.ts'],
  ['tests-outside', 'tests/http/orders.spec.ts', `${SERVER}/sales/orders/order.ts`],
  ['platform-lowest', `${SERVER}/platform/queue.ts`, `${SERVER}/ledger/post.ts`],
  ['configuration-low', `${SERVER}/configuration/rails.ts`, `${SERVER}/payouts/index.ts`],
  ['events-low', `${SERVER}/events.ts`, `${SERVER}/sales/index.ts`],
  ['rooms-below', `${SERVER}/sales/orders/routes.ts`, `${SERVER}/api.ts`],
  ['rooms-below', `${SERVER}/sales/orders/routes.ts`, `${SERVER}/configuration/configuration.ts`],
  ['rooms-below', `${SERVER}/sales/orders/routes.ts`, `${SERVER}/adapters/mail/smtp.ts`],
  ['rooms-one-way', `${SERVER}/ledger/post.ts`, `${SERVER}/sales/index.ts`],
  ['rooms-one-way', `${SERVER}/sales/orders/order.ts`, `${SERVER}/payouts/index.ts`],
  ['rooms-one-way', `${SERVER}/identity/accounts/routes.ts`, `${SERVER}/sales/index.ts`],
  ['rooms-one-door', `${SERVER}/payouts/create-payout.ts`, `${SERVER}/sales/orders/order.ts`],
  ['rooms-one-door', `${SERVER}/main.ts`, `${SERVER}/payouts/routes.ts`],
  ['rooms-one-door', `${SERVER}/adapters/banks/budpay/budpay.ts`, `${SERVER}/payouts/bank-rail.ts`],
  ['rooms-one-door', `${SERVER}/payouts/create-payout.ts`, `${SERVER}/payouts/index.ts`],
  ['adapters-ports', `${SERVER}/adapters/banks/budpay/budpay.ts`, `${SERVER}/ledger/index.ts`],
  ['adapters-ports', `${SERVER}/adapters/banks/budpay/budpay.ts`, `${SERVER}/sales/index.ts`],
  ['adapters-ports', `${SERVER}/adapters/banks/budpay/budpay.ts`, `${SERVER}/adapters/mail/smtp.ts`],
  ['adapters-from-main', `${SERVER}/api.ts`, `${SERVER}/adapters/mail/smtp.ts`],
  ['main-on-top', `${SERVER}/api.ts`, `${SERVER}/main.ts`],
  ['tests-unimported', `${SERVER}/api.ts`, `${SERVER}/api.test.ts`],
  ['tests-unimported', `${SERVER}/sales/orders/order.test.ts`, `${SERVER}/api.test.ts`],
];
const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  ['packages/money/src/money.test.ts', 'npm:fast-check'],
  ['packages/contract/src/orders.ts', 'npm:zod'],
  ['packages/client/src/contract.ts', 'packages/contract/src/index.ts'],
  ['packages/contract/src/assets.ts', 'packages/money/src/index.ts'],
  ['packages/addresses/src/index.ts', 'packages/contract/src/index.ts'],
  ['packages/substrate/src/trie.ts', 'npm:@polkadot-api/substrate-bindings'],
  ['apps/sandbox/src/chains/polkadot/state.ts', 'packages/substrate/src/index.ts'],
  ['apps/keys/src/main.ts', 'packages/addresses/src/index.ts'],
  ['apps/web/src/main.tsx', 'npm:react'],
  ['apps/web/src/main.tsx', 'packages/contract/src/index.ts'],
  [`${SERVER}/payouts/create-payout.ts`, `${SERVER}/sales/index.ts`],
  [`${SERVER}/payouts/create-payout.ts`, `${SERVER}/events.ts`],
  [`${SERVER}/payouts/bank-accounts/save.ts`, `${SERVER}/payouts/bank-rail.ts`],
  [`${SERVER}/custody/watching/watcher.test.ts`, `${TESTKIT}/pricing/products.ts`],
  [`${SERVER}/custody/watching/watcher.test.ts`, `${SERVER}/pricing/products/save-product.ts`],
  [`${TESTKIT}/pricing/products.ts`, `${SERVER}/pricing/products/save-product.ts`],
  [`${TESTKIT}/chains/polkadot/polkadot.ts`, 'packages/substrate/src/index.ts'],
  ['bench/ledger.ts', `${TESTKIT}/platform/log.ts`],
  ['tests/screens/public.ts', `${TESTKIT}/payer/samples.ts`],
  [`${SERVER}/adapters/banks/budpay/budpay.ts`, `${SERVER}/payouts/index.ts`],
  [`${SERVER}/adapters/banks/budpay/budpay.ts`, `${SERVER}/configuration/rails.ts`],
  [`${SERVER}/adapters/mail/smtp.ts`, `${SERVER}/platform/errors.ts`],
  [`${SERVER}/main.ts`, `${SERVER}/adapters/mail/smtp.ts`],
  [`${SERVER}/main.ts`, `${SERVER}/sales/index.ts`],
  [`${SERVER}/ops/treasury.ts`, `${SERVER}/adapters/chains/open-treasury-wallet.ts`],
  [`${SERVER}/ops/reconcile.ts`, `${SERVER}/adapters/banks/rails.ts`],
  ['bench/ledger.ts', `${SERVER}/ledger/post.ts`],
  [`${TESTKIT}/contract/states.ts`, 'packages/contract/src/payments.ts'],
  ['packages/contract/src/index.ts', 'packages/contract/src/payments.ts'],
  [`${SERVER}/web/serve-site.ts`, COMPUTED],
];
const found = (from: string, to: string) => boundaryProblems([{ from, to, isThere: true }]);

test.each(CATCHES)('%s: %s may not import %s', (rule, from, to) => {
  expect(found(from, to).join('\n')).toContain(`(${rule})`);
});

test.each(ALLOWED)('%s may import %s', (from, to) => {
  expect(found(from, to)).toEqual([]);
});

test('every rule is broken once above', () => {
  expect(RULES.map(({ name }) => name).filter((name) => !CATCHES.some(([rule]) => rule === name))).toEqual([]);
});

test('rooms ask only those before them, by at most 24 arrows', () => {
  const order = Object.keys(ROOMS);
  const arrows = Object.entries(ROOMS).flatMap(([here, rooms]) => rooms.map((there) => [here, there] as const));
  expect(arrows.filter(([here, there]) => order.indexOf(there) >= order.indexOf(here))).toEqual([]);
  expect(arrows.length).toBeLessThanOrEqual(24);
});

test('an arrow that no import of the product needs is named, so that none is left over', () => {
  const needs = (folder: string, table: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(table).flatMap(([here, others]) =>
      others.map((there) => ({ from: `${folder}/${here}/a.ts`, to: `${folder}/${there}/index.ts`, isThere: true })),
    );
  const all = [...needs(SERVER, ROOMS), ...needs('apps/web/src', WINGS)];
  expect(unusedArrows(all)).toEqual([]);
  const without = all.filter(({ from }) => !from.startsWith(`${SERVER}/admin/`));
  const tested = { from: `${SERVER}/admin/a.test.ts`, to: `${SERVER}/sales/index.ts`, isThere: true };
  expect(unusedArrows([...without, tested])).toEqual(
    ROOMS['admin']?.map((there) => `admin imports nothing of ${there}: take it from its table`),
  );
});

test('imports of every form are seen: values, types, re-exports, at run time', () => {
  const source = `import a from './a.ts';
    import type { B } from './b.ts';
    import './c.css';
    export * from './d.ts';
    export type { E } from './e.ts';
    export const load = () => import('./f.tsx');
    export const view = <p>{a}</p>;
    export type G = import('./g.ts').G;
    export const loadH = () => import(\`./h.ts\`);
    export const loadAny = (name) => import(\`./\${name}.ts\`);
    new Worker(new URL('./i.ts', import.meta.url));
    import.meta.resolve('./j.ts');
    require('./k.ts');
    new URL('./picture.png', import.meta.url);`;
  expect(importedBy({ path: 'x.tsx', source }).toSorted()).toEqual([
    './a.ts',
    './b.ts',
    './c.css',
    './d.ts',
    './e.ts',
    './f.tsx',
    './g.ts',
    './h.ts',
    './i.ts',
    './j.ts',
    './k.ts',
    COMPUTED,
  ]);
});

test.each([
  ['../../../node_modules/@kobogate/keys/src/main.ts', 'apps/keys/src/main.ts'],
  ['@kobogate/server/src/sales/orders/db.ts', `${SERVER}/sales/orders/db.ts`],
  ['@kobogate/money/../../keys/src/main.ts', 'packages/keys/src/main.ts'],
  ['@kobogate/plans', 'packages/plans/src/index.ts'],
])('%s is the file %s, whichever way it is reached', (request, file) => {
  expect(target(`${SERVER}/api.ts`, request)).toBe(file);
});

test('a cycle is found from every entry, and once', () => {
  const edge = (from: string, to: string) => ({ from, to, isThere: true });
  expect(cycles([edge('z', 'a'), edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('c', 'npm:x')])).toEqual([
    ['a', 'b', 'c', 'a'],
  ]);
  expect(cycles([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toEqual([]);
});

test('a bench measures nothing that the product does not run: neither directly, nor through the testkit', () => {
  const edge = ([from, to]: readonly [string, string]) => ({ from, to, isThere: true });
  const product = [
    [`${SERVER}/main.ts`, `${SERVER}/ledger/index.ts`],
    [`${SERVER}/ledger/index.ts`, `${SERVER}/ledger/post.ts`],
    [`${SERVER}/ops/main.ts`, `${SERVER}/ledger/verify.ts`],
    [`${SERVER}/ledger/ledger.test.ts`, `${SERVER}/ledger/faster.ts`],
    [`${TESTKIT}/ledger/books.ts`, `${SERVER}/ledger/faster.ts`],
  ] as const;
  const fine = [
    ['bench/ledger.ts', `${SERVER}/ledger/post.ts`],
    ['bench/ledger.ts', `${SERVER}/ledger/verify.ts`],
  ] as const;
  expect(benchProblems([...product, ...fine].map(edge))).toEqual([]);
  expect(benchProblems([...product, ['bench/ledger.ts', `${SERVER}/ledger/faster.ts`] as const].map(edge))).toEqual([
    expect.stringContaining(`bench/ledger.ts imports ${SERVER}/ledger/faster.ts, which no program`),
  ]);
  expect(benchProblems([...product, ['bench/lib/books.ts', `${TESTKIT}/ledger/books.ts`] as const].map(edge))).toEqual([
    expect.stringContaining(`${TESTKIT}/ledger/books.ts imports ${SERVER}/ledger/faster.ts, which no program`),
  ]);
});

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kobogate-boundaries-'));
  const files = {
    'apps/server/src/platform/clock.ts': `import { post } from '../ledger/index.ts'; export const now = post;`,
    'apps/server/src/ledger/index.ts': `import type { Amount } from '@kobogate/money'; export const post = (a: Amount) => a;`,
    'apps/server/src/api.ts': `import './not-there.ts';`,
    'packages/testkit/src/clock.ts': `import { now } from '@kobogate/server/src/platform/clock.ts'; export const stopped = now;`,
    'apps/server/src/main.ts': `import { stopped } from '@kobogate/testkit/clock.ts'; stopped();`,
    'packages/money/src/index.ts': `export type Amount = bigint;`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});
afterAll(() => rm(root, { recursive: true }));

test('a tree of real files that breaks a rule and imports what is not there is caught at both places, and nowhere else', async () => {
  const problems = boundaryProblems(importsOf(root, await readSources(root, ['apps', 'packages'])));
  expect(problems.toSorted()).toEqual([
    expect.stringContaining('api.ts imports apps/server/src/not-there.ts, which is not there'),
    expect.stringContaining('main.ts imports packages/testkit/src/clock.ts: fakes'),
    expect.stringContaining('(platform-lowest)'),
  ]);
});
