// A room exports its maker and what others ask, not its parts; main.ts stays short.
import { expect, test } from 'vitest';
import { makerProblems } from './makers.mjs';

const door = (source: string) => makerProblems([{ path: 'apps/server/src/sales/index.ts', source }]);
const main = (lines: number) => makerProblems([{ path: 'apps/server/src/main.ts', source: 'a();\n'.repeat(lines) }]);

test('a door that hands out routes, handlers or a bag of dependencies is named, and one with its maker is not', () => {
  expect(
    door(`export { createSales } from './create-sales.ts';\nexport { type Order, isCovered } from './order.ts';`),
  ).toEqual([]);
  expect(
    door(
      `export {\n  type OrderDependencies,\n  orderRoutes,\n} from './a.ts';\nexport { orderHandlers } from './b.ts';`,
    ),
  ).toHaveLength(3);
});

test('main.ts has 130 lines at most', () => {
  expect(main(130)).toEqual([]);
  expect(main(131)).toHaveLength(1);
});
