// Nothing that is named as an id is declared as plain text, and nothing that is named as kobo as a plain bigint.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inRoot } from '../lib/paths.mjs';
import { BRANDS, brandProblems } from './brands.mjs';

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

test('a schema that reads an id as plain text is named, and a cast to an id or to kobo is, but for where they are made', () => {
  expect(read('const body = z.object({ orderId: z.string() });')).toHaveLength(1);
  expect(read('const body = z.object({ userIds: z.array(z.nullable(z.string())) });')).toHaveLength(1);
  expect(read("const body = z.object({ orderId: idSchema('Order'), linkId: z.string().brand('Link') });")).toEqual([]);
  expect(read('find(text as UserId); pay(amount as Kobo);')).toEqual([
    'apps/server/src/sales/order.ts casts to UserId, which readId, newId, a schema or toKobo makes',
    'apps/server/src/sales/order.ts casts to Kobo, which readId, newId, a schema or toKobo makes',
  ]);
  expect(read('list(texts as readonly UserId[]);')).toHaveLength(1);
  expect(read('const isOrder = (text: string): text is OrderId => true;')).toHaveLength(1);
  expect(read('find(<UserId>text);')).toHaveLength(1);
  expect(read('const made = amount as Kobo;', 'packages/money/src/kobo.ts')).toEqual([]);
});

test('each kind of id that there is has its rule', async () => {
  const kinds = (await readFile(inRoot('packages/contract/src/ids.ts'), 'utf8')).matchAll(/export type (\w+Id) = Id</g);
  expect([...kinds].map(([, name = '']) => name).filter((name) => !BRANDS.has(name))).toEqual([]);
});

test('an id of its type, another text, an adapter and a test are not', () => {
  expect(read('interface Order { userId: UserId; walletIds: readonly WalletId[]; reference: string }')).toEqual([]);
  expect(read('let userId: string;', 'apps/server/src/adapters/banks/one.ts')).toEqual([]);
  expect(read('let userId: string;', 'apps/server/src/sales/one.test.ts')).toEqual([]);
});

test('what is named as kobo and declared as a bigint or a number is named: a field, a parameter, a list, an answer and a row’s column', () => {
  expect(read('interface Order { readonly nairaKobo: bigint }')).toEqual([
    'apps/server/src/sales/order.ts calls a bigint nairaKobo, which is of the type Kobo',
  ]);
  expect(read('const text = (kobo: bigint | null) => String(kobo);', 'packages/money/src/text.ts')).toHaveLength(1);
  expect(read('let byUserKobo: ReadonlyMap<string, bigint>;')).toHaveLength(1);
  expect(read('interface Row { fee_kobo: bigint; naira_kobo: readonly bigint[] }')).toHaveLength(2);
  expect(read('interface Rail { floatKobo?(): Promise<bigint | null> }')).toHaveLength(1);
  expect(read('interface Rail { floatKobo: () => Promise<bigint> }')).toHaveLength(1);
  expect(read('function dutyKobo(): bigint { return 0n }')).toHaveLength(1);
  expect(read('interface Fee { feeKobo: number }')).toEqual([
    'apps/server/src/sales/order.ts calls a number feeKobo, which is of the type Kobo',
  ]);
  expect(read('const dutyKobo = (): bigint => 0n;', 'apps/server/src/adapters/banks/one.ts')).toHaveLength(1);
});

test('kobo of their type, an amount of coins, what makes kobo of a bigint, and a test are not', () => {
  expect(read('interface Order { nairaKobo: Kobo; feeKobo: Kobo | null; amount: bigint }')).toEqual([]);
  expect(read('interface Rate { toKobo: (amount: bigint) => Kobo }')).toEqual([]);
  expect(
    read(
      'type Kobo = bigint & Brand; const toKobo = (amount: bigint | string): Kobo => BigInt(amount) as Kobo;',
      'packages/money/src/kobo.ts',
    ),
  ).toEqual([]);
  expect(read('let kobo: bigint;', 'apps/server/src/sales/one.test.ts')).toEqual([]);
  expect(read('let kobo: bigint;', 'apps/sandbox/src/one.ts')).toEqual([]);
});
