// Nothing that is named as an id is declared as plain text.
import { expect, test } from 'vitest';
import { brandProblems } from './brands.mjs';

const read = (source: string, path = 'apps/server/src/sales/order.ts') => brandProblems([{ path, source }]);

test('a field, a parameter, a variable, a list or a row’s column that is named as an id and declared as text is named', () => {
  expect(read('interface Order { readonly userId: string }')).toEqual([
    'apps/server/src/sales/order.ts calls text userId, which is of the type UserId',
  ]);
  expect(read('export function load(orderId: string) {}')).toHaveLength(1);
  expect(read('const load = ({ depositId }: { depositId?: string | null }) => depositId;')).toHaveLength(1);
  expect(read('let payoutId: string;')).toHaveLength(1);
  expect(read('class One { linkIds: readonly string[] = [] }')).toHaveLength(1);
  expect(read('interface Row { user_id: string; wallet_id: string | null }')).toHaveLength(2);
  expect(read('const a = (userId: string) => userId;', 'packages/plans/src/plan.ts')).toHaveLength(1);
});

test('an id of its type, another text, an adapter and a test are not', () => {
  expect(read('interface Order { userId: UserId; walletIds: readonly WalletId[]; reference: string }')).toEqual([]);
  expect(read('let userId: string;', 'apps/server/src/adapters/banks/one.ts')).toEqual([]);
  expect(read('let userId: string;', 'apps/server/src/sales/one.test.ts')).toEqual([]);
});
