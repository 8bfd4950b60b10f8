// A room exports its maker and what others ask, not its parts; main.ts stays short; a bag of dependencies is not handed far.
import { expect, test } from 'vitest';
import { bagProblems, makerProblems } from './makers.mjs';

const door = (source: string) => makerProblems([{ path: 'apps/server/src/sales/index.ts', source }]);
const main = (lines: number) => makerProblems([{ path: 'apps/server/src/main.ts', source: 'a();\n'.repeat(lines) }]);

test('a door that hands out routes, handlers or a bag of dependencies is named, and one with its maker is not', () => {
  expect(
    door(`export { createSales } from './create-sales.ts';\nexport { type Order, isCovered } from './order.ts';`),
  ).toEqual([]);
  expect(door(`export { type OrderDependencies as Needs } from './order.ts';`)).toHaveLength(1);
  expect(door(`export interface OrderDependencies { readonly a: 1 }`)).toHaveLength(1);
  expect(door(`export * from './order.ts';`)).toEqual([
    'apps/server/src/sales/index.ts exports all of a file: name what others ask',
  ]);
  expect(
    door(
      `export {\n  type OrderDependencies,\n  orderRoutes,\n} from './a.ts';\nexport { orderHandlers } from './b.ts';`,
    ),
  ).toHaveLength(3);
});

test('main.ts has 120 lines at most', () => {
  expect(main(120)).toEqual([]);
  expect(main(121)).toHaveLength(1);
});

test('a bag of dependencies goes through four functions, and not through a fifth', () => {
  const hand = (from: string, to: string) =>
    `export async function ${from}(dependencies: Bag) {\n  await ${to}(dependencies, 1);\n}\n`;
  const last = 'function e({ database }: Bag) {\n  return database;\n}\n';
  const four = hand('b', 'c') + hand('c', 'd') + hand('d', 'e') + last;
  const file = (source: string) => [{ path: 'apps/server/src/sales/a.ts', source }];
  expect(bagProblems(file(four))).toEqual([]);
  expect(bagProblems(file(hand('a', 'b') + four))).toEqual([
    'apps/server/src/sales/a.ts: dependencies are handed through a → b → c → d → e',
  ]);
  expect(bagProblems(file(hand('a', 'b').replace('(dependencies, 1)', '(dependencies.clock)') + four))).toEqual([]);
  const anyWay = [
    'function a(deps: OrderDependencies) { b(tx, deps); }',
    "const b = (tx, needs: Pick<OrderDependencies, 'clock'>) => c({ ...needs, tx });",
    'export const c = (dependencies) => [1].map(() => d(dependencies));',
    'async function d(bag: A & PayoutDependencies) { await e(bag); }',
    'function e({ database }) {}',
  ];
  expect(bagProblems(file(anyWay.join('\n')))).toHaveLength(1);
});
