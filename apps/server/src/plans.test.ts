// None of the product's own statements reads a big table from end to end, whatever it is called for: with many rows each is found by
// an index. Asked of the database while the product runs, so that functions, triggers and references are among them.
import { createHash, randomBytes } from 'node:crypto';
import { endpoints } from '@kobogate/contract';
import { type WatchedDatabase, watchReads } from '@kobogate/testkit/platform/watch-reads.ts';
import { testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { insertSamples, type Sample } from '@kobogate/testkit/sales/samples/people.ts';
import { seedOrders } from '@kobogate/testkit/sales/samples/seed-orders.ts';
import { startTestProduct, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { fillPath, makeTenant } from '@kobogate/testkit/server/tenant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewRetention } from './admin/index.ts';
import { newId } from './platform/identifiers.ts';
import { ERASED_ELSEWHERE } from './rooms.ts';

const ORDERS = 14_000;
const PEOPLE = 1000;
const SEEDING_MS = 600_000;
/** So many rows of a table that grows with the orders may a statement read; each has twice as many here, and more. */
const FEW = 1500;
const MOST = {
  ...Object.fromEntries(
    `order_quote order_event order_deposit order_month payment settled_payment deposit deposit_value deposit_sender
     payout notification ledger_transfer ledger_account`
      .split(/\s+/)
      .map((table) => [table, FEW]),
  ),
  // Watchers read all of them once, page by page.
  deposit_address: 10_000,
  // Risk is weighed for some hundred orders at a time, each beside its customer's newest.
  customer_order: 7000,
};

let watched: WatchedDatabase;
let product: TestProduct;
let samples: readonly Sample[];
beforeAll(async () => {
  product = await startTestProduct({
    isAboutPlans: true,
    through: (database) => {
      watched = watchReads(database, MOST);
      return watched.database;
    },
  });
  samples = await insertSamples(product.database, PEOPLE);
  await seedOrders(product.database, samples, { count: ORDERS, signer: testQuoteSigner, withBooks: true, days: 30 });
  watched.start();
}, SEEDING_MS);
afterAll(() => product.close());

test('[F-12] a person’s sign-up, wallet, links, payments, conversion and payout read no big table whole', async () => {
  await makeTenant(product);
  await product.work();
  expect(watched.found()).toEqual([]);
});

/** A token of the sample with the most to read. */
async function signInSample(): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await product.database.query(
    `insert into session (token_hash, user_id, expires_at, last_seen_at) values ($1, $2, $3::timestamptz + interval '1 day', $3)`,
    [createHash('sha256').update(token).digest(), samples[0]?.userId, product.clock.now()],
  );
  return token;
}

/** The path of every call that only reads, about these things; about one that there is not where none is named. */
const readsOf = (ids: Readonly<Record<string, string | undefined>>): string[] =>
  Object.values(endpoints)
    .flatMap((area) => Object.values(area))
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => {
      const of = path.slice(0, path.indexOf('/{'));
      return fillPath(path, { [of]: ids[of] ?? newId() });
    });

test('[F-12] nor does any list of an account or of the desk, however it is narrowed', async () => {
  const [deep] = await product.database.query<{ id: string }>(
    `select id from customer_order where kind = 'conversion' order by created_at offset 3000 limit 1`,
  );
  const newestOwn = async (kind: 'conversion' | 'payment'): Promise<string | undefined> => {
    const [order] = await product.database.query<{ id: string }>(
      `select id from customer_order where kind = $1 and user_id = $2 order by payout = 'paid' desc, id desc limit 1`,
      [kind, samples[0]?.userId],
    );
    return order?.id;
  };
  const [conversion, payment] = [await newestOwn('conversion'), await newestOwn('payment')];
  const [own, staff] = [await signInSample(), (await product.signUpAdmin()).token];
  const id = deep?.id ?? '';
  const narrowed = [
    'status=approved',
    'status=pending&coins=arrived&order=oldest',
    'coins=awaited',
    'date=week',
    'payout=unknown',
    'payout=moving',
    'payout=none',
    'payout=undecided&order=oldest',
    'payout=paid',
    'currency=BTC&network=mainnet',
    'bank=000013',
    'from=100000000',
    'to=100000',
    'from=100000&to=200000',
    'age=hour',
    'age=week&status=pending',
    'priority=high',
    'held=yes',
    'held=no',
    'priority=low&order=riskiest',
    'order=riskiest',
    'search=sample',
    'search=0123456785',
    `search=${id}`,
    'skip=5000',
    `after=${id}`,
    `status=approved&after=${id}`,
    `order=riskiest&after=${id}`,
    'status=approved&order=oldest&skip=4000',
  ];
  const ids: Readonly<Record<string, string | undefined>> = {
    '/admin/users': samples[0]?.userId,
    '/payment-links/user': samples[0]?.linkId,
    '/payment-links': samples[0]?.linkId,
    '/payments': payment,
    '/rates': 'BTC',
    '/order': id,
    ...Object.fromEntries(['/conversion', '/bank-account/orders', '/receipts'].map((of) => [of, conversion])),
  };
  expect(Object.values(ids)).not.toContain(undefined);
  const paths = [
    ...readsOf(ids),
    ...narrowed.flatMap((query) => [`/order/admin?${query}`, `/order/admin/counts?${query}`]),
    '/admin/users?search=sample',
    '/admin/queue?kind=orders',
    '/admin/queue?after=1.0.orders:',
    `/conversion?before=${id}`,
    '/conversion?state=paid',
  ];
  const answered = new Map<string, number>();
  for (const path of paths) {
    for (const token of [own, staff]) {
      const answer = await product.send({
        method: 'GET',
        path: `/api${path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.status === 200) answered.set(path, 200);
      expect([path, answer.status]).not.toEqual([path, 500]);
    }
  }
  // Where nothing is answered, nothing was read. A transfer is drawn up only for a payment on that network.
  const about = paths.filter((path) => Object.keys(ids).some((of) => path.startsWith(`${of}/${ids[of]}`)));
  expect(about.filter((path) => !answered.has(path) && !path.endsWith('-transfer'))).toEqual([]);
  expect(answered.size).toBeGreaterThan(paths.length / 2);
  expect(watched.found()).toEqual([]);
});

test('nor does the operator’s look at what is past its time, however much that is', async () => {
  const inTenYears = new Date(product.clock.now().getTime() + 10 * 366 * 86_400_000);
  const most = 100;
  await product.database.query(
    `update app_user set closed_at = now(), disabled_at = now(), erase_from = now() where id in (select id from app_user where not is_admin limit 300)`,
  );
  const { kinds } = await viewRetention(
    { ...ERASED_ELSEWHERE, database: watched.database, clock: { now: () => inTenYears } },
    most,
  );
  const counts = Object.fromEntries(kinds.map(({ kind, past: { count } }) => [kind, count]));
  expect(counts['books']).toBe(most);
  expect(counts['closed']).toBeGreaterThan(0);
  expect(watched.found()).toEqual([]);
});
