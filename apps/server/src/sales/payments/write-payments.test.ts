// Payments that are opened at the same moment share a transaction: each has an address of its own, the rates held for them
// never pass the operator's limit, and one that fails leaves nothing and takes no other with it.
import type { OrderId, UserId } from '@kobogate/contract';
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { decideTerms } from '@kobogate/testkit/pricing/products.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertLink, openingBy } from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { expect, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { createPaymentOpening, type OpenPaymentInput } from './open-payment.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

/** Of ₦25,000 each, by a link of the shop's merchant or another's, in the merchant's own words. */
const asked = (changes: Partial<OpenPaymentInput> = {}, merchantId: UserId = shop.merchantId): OpenPaymentInput => ({
  ...openingBy(shop.linkId),
  by: { merchantId },
  ...changes,
});
const opening = (database: Database = shop.database) => createPaymentOpening({ ...shop.dependencies, database });
const times = <Result>(count: number, work: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => work(index));

/** Counts the transactions, and the statements within and outside of them. */
function counting(): {
  readonly database: Database;
  readonly counts: Record<'transactions' | 'statements' | 'outside', number>;
} {
  const counts = { transactions: 0, statements: 0, outside: 0 };
  const database: Database = {
    ...shop.database,
    query: (...statement) => {
      counts.outside += 1;
      return shop.database.query(...statement);
    },
    transaction: (work) => {
      counts.transactions += 1;
      return shop.database.transaction((tx) =>
        work({
          ...tx,
          query: (...statement) => {
            counts.statements += 1;
            return tx.query(...statement);
          },
        }),
      );
    },
  };
  return { database, counts };
}

const addressesOf = (ids: readonly OrderId[]) =>
  shop.database.query<{ id: string; sequence: bigint; index: number; asset: string; owner: UserId }>(
    `select o.id, a.sequence, a.derivation_index as index, a.payment_asset as asset, a.user_id as owner
     from customer_order o join deposit_address a on a.id = o.address_id where o.id = any($1::uuid[])`,
    [ids],
  );

test('[R2] sixty payers of one moment, through three processes, hold as many rates as the limit has room for, each at its own address', async () => {
  const admin = await insertCustomer(shop.database, { isAdmin: true });
  // Payments may lock half of it: ten of ₦25,000, and a little for what is rounded up.
  const totalKobo = String(2 * (10 * 2_500_000 + 100_000));
  await decideSetting(shop.database, admin.userId, 'exposure', {
    userKobo: totalKobo,
    totalKobo,
    newcomersKobo: totalKobo,
  });
  const merchants = await Promise.all(times(6, () => insertCustomer(shop.database)));
  const links = await Promise.all(merchants.map(({ userId }) => insertLink(shop.database, userId)));
  const processes = times(3, () => opening());
  const ids = await Promise.all(
    times(60, async (index) => {
      const linkId = links[index % 6] ?? shop.linkId;
      const merchantId = merchants[index % 6]?.userId ?? shop.merchantId;
      const network = index % 4 === 0 ? 'mainnet' : 'ethereum';
      const currency = index % 4 === 0 ? 'BTC' : 'USDT';
      const open = processes[index % 3] ?? opening();
      return open(asked({ linkId, network, currency }, merchantId));
    }),
  );
  const held = await shop.database.query(
    `select from customer_order where id = any($1::uuid[]) and lock_expires_at > $2`,
    [ids, shop.clock.now()],
  );
  expect(held).toHaveLength(10);
  const addresses = await addressesOf(ids);
  expect(addresses).toHaveLength(60);
  const distinct = (read: (row: (typeof addresses)[number]) => unknown): number => new Set(addresses.map(read)).size;
  expect([
    distinct(({ index, asset }) => `${asset} ${index}`),
    distinct(({ sequence, asset }) => `${asset} ${sequence}`),
  ]).toEqual([60, 60]);
  const ownerOf = new Map(ids.map((id, index) => [id as string, merchants[index % 6]?.userId]));
  for (const { id, owner } of addresses) expect(owner).toBe(ownerOf.get(id));
});

test('thirty payers of one process take as many statements as two, their keys, limits and link included', async () => {
  const payer = (index: number) =>
    asked({ by: { visitor: `192.0.2.${index}`, browser: 'sample' }, idempotencyKey: `payer ${index}` });
  const few = counting();
  const open = opening(few.database);
  await Promise.all(times(2, (index) => open(payer(index))));
  const many = counting();
  const openMany = opening(many.database);
  await Promise.all(times(30, (index) => openMany(payer(100 + index))));
  // One of them may have come too early for the first transaction, of the limits and of the payments.
  expect(many.counts.transactions).toBeLessThanOrEqual(3 * 4);
  expect(many.counts.statements).toBeLessThanOrEqual(3 * few.counts.statements);
  expect(many.counts.outside).toBeLessThanOrEqual(3 * 4);
});

test('[I2] one that fails takes no other with it, and its key may be used again', async () => {
  const gone = await insertCustomer(shop.database);
  const linkId = await insertLink(shop.database, gone.userId);
  const open = opening();
  const failing = () => open(asked({ linkId, idempotencyKey: 'failing' }, gone.userId));
  const disable = (at: string) =>
    shop.database.query(`update app_user set disabled_at = ${at} where id = $1`, [gone.userId]);
  await disable('now()');
  const [failed, ...others] = await Promise.allSettled([
    failing(),
    ...times(8, (index) => open(asked({ idempotencyKey: `other ${index}` }))),
  ]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'not-payable' } });
  expect(others.map(({ status }) => status)).toEqual(times(8, () => 'fulfilled'));
  await disable('null');
  expect(await addressesOf([await failing()])).toHaveLength(1);
});

test('[I2] a key that comes five times at one moment through one process opens one payment, and not for another request', async () => {
  const open = opening();
  let repeats = 0;
  const onRepeat = () => void (repeats += 1);
  const ids = await Promise.all(times(5, () => open(asked({ idempotencyKey: 'twice', onRepeat }))));
  expect(new Set(ids).size).toBe(1);
  const differing = await Promise.allSettled(
    times(2, (index) => open(asked({ idempotencyKey: 'once', reference: `${index}` }))),
  );
  expect(differing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(differing.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, code: 'idempotency-key-used' },
  });
  expect(repeats).toBe(4);
});

test('a database that fails in the middle leaves no payment, and each that is asked for again gets another address', async () => {
  let isBroken = true;
  const database: Database = {
    ...shop.database,
    transaction: (work) =>
      shop.database.transaction((tx) =>
        work({
          ...tx,
          query: (text, values, name) => {
            if (isBroken && name === 'payments-insert') throw new Error('the disk is full');
            return tx.query(text, values, name);
          },
        }),
      ),
  };
  const open = opening(database);
  const attempt = () => Promise.allSettled(times(4, (index) => open(asked({ idempotencyKey: `again ${index}` }))));
  expect((await attempt()).map(({ status }) => status)).toEqual(times(4, () => 'rejected'));
  expect(await shop.database.query(`select from customer_order where user_id = $1`, [shop.merchantId])).toEqual([]);
  isBroken = false;
  const opened = (await attempt()).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const indexes = (await addressesOf(opened)).map(({ index }) => index);
  expect(new Set(indexes).size).toBe(4);
});

test('a coin that was taken off offer since its terms were looked at is promised to nobody, and takes no address', async () => {
  const { products } = shop.dependencies;
  const before = await products.current();
  const open = createPaymentOpening({ ...shop.dependencies, products: { ...products, current: async () => before } });
  const admin = await insertCustomer(shop.database, { isAdmin: true });
  await decideTerms(shop.database, admin.userId, 'USDT@ethereum', { isOffered: false });
  // With or without an owner: one that is taken has none before its payment is written.
  const addresses = () => shop.database.query(`select 1 from deposit_address`);
  const known = await addresses();
  for (const by of [{ merchantId: shop.merchantId }, { visitor: '192.0.2.9', browser: 'sample' }]) {
    await expect(open(asked({ by }))).rejects.toMatchObject({ status: 422, code: 'pair-gone' });
  }
  expect(await addresses()).toHaveLength(known.length);
  await decideTerms(shop.database, admin.userId, 'USDT@ethereum', {});
  await expect(open(asked())).resolves.toEqual(expect.any(String));
});
