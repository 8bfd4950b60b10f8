// Everything that a key has sealed and signed in a database opens and matches with that key alone, for each kind.
import type { EndpointId, UserId } from '@kobogate/contract';
import { randomBytes } from 'node:crypto';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrderCreation } from './sales/orders/create-order.ts';
import { createQuoteSigner } from './sales/quotes/order-quote.ts';
import { opensTotpSecrets, resealTotpSecrets, totpPlace } from './identity/two-factor/accept-code.ts';
import { opensEndpointSecrets, resealEndpointSecrets } from './messaging/webhooks/create-endpoint.ts';
import { secretPlace } from './messaging/webhooks/webhook.ts';
import { matchesSignedQuotes } from './sales/quotes/verify-quotes.ts';
import type { Database } from './platform/database.ts';
import { newId } from './platform/identifiers.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { refuseOtherKey, requireSameKey, resealWord } from './platform/secrets-key.ts';

const withKey = (key: Buffer, ...others: Buffer[]) => ({
  secretBox: createSecretBox(key, others),
  quoteSigner: createQuoteSigner(key, others),
});
const rightKey = randomBytes(32);
const right = withKey(rightKey);
const wrong = withKey(randomBytes(32));
async function opensWhatIsKept(database: Database, { secretBox, quoteSigner }: typeof right): Promise<boolean[]> {
  const kept = [opensTotpSecrets(secretBox), opensEndpointSecrets(secretBox), matchesSignedQuotes(quoteSigner)];
  return (await Promise.all(kept.map((opens) => opens(database)))).flat();
}
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('[O10] nothing, then a quote, an app’s secret and an endpoint’s each tell the right key from another', async () => {
  const { database } = db;
  expect(await opensWhatIsKept(database, right)).toEqual([]);
  const { userId } = await insertCustomer(database);
  const rates = createTestRates({});
  rates.set('USDT', '1584', '1600');
  const create = createOrderCreation({
    database,
    clock: createTestClock(),
    currentRates: rates.currentRates,
    products: createTestProducts(database),
    settings: createTestSettings(database),
    quoteSigner: right.quoteSigner,
    lockSeconds: 900,
  });
  const input = { userId, fromCurrency: 'USDT', fromAmount: '12', network: 'ethereum' };
  await create({ ...input, quoteId: undefined, idempotencyKey: undefined });
  expect(await opensWhatIsKept(database, right)).toEqual([true]);
  expect(await opensWhatIsKept(database, wrong)).toEqual([false]);

  const secret = Buffer.from('secret');
  const endpoint = newId<EndpointId>();
  await database.query(`insert into totp (user_id, sealed_secret, enabled_at, last_step) values ($1, $2, now(), 0)`, [
    userId,
    right.secretBox.seal(secret, totpPlace(userId)),
  ]);
  await database.query(
    `insert into webhook_endpoint (id, user_id, url, events, secret, created_at) values ($1, $2, 'https://x', '{a}', $3, now())`,
    [endpoint, userId, right.secretBox.seal(secret, secretPlace(endpoint))],
  );
  expect(await opensWhatIsKept(database, right)).toEqual([true, true, true]);
  expect(await opensWhatIsKept(database, wrong)).toEqual([false, false, false]);
});

test('[O10] a change of keys seals everything again, once; until then both keys open it, and quotes stay genuine by the former one', async () => {
  const { database } = db;
  const newKey = randomBytes(32);
  const [both, alone] = [withKey(newKey, rightKey), withKey(newKey)];
  await requireSameKey(database, right.secretBox, []);
  const starts = (box: typeof right.secretBox): Promise<boolean> =>
    refuseOtherKey(database, box).then(
      () => true,
      () => false,
    );
  // An app that is being set up, and the secret that a webhook had before.
  const [user] = await database.query<{ id: UserId }>(`select user_id as id from totp`);
  const userId = user?.id ?? newId<UserId>();
  const secret = Buffer.from('another');
  await database.query(`insert into totp_enrolment (user_id, sealed_secret, expires_at) values ($1, $2, now())`, [
    userId,
    right.secretBox.seal(secret, totpPlace(userId)),
  ]);
  await database.query(`update webhook_endpoint set former_secret = secret`);
  expect(await opensWhatIsKept(database, both)).toEqual([true, true, true]);
  expect([await starts(both.secretBox), await starts(alone.secretBox)]).toEqual([true, false]);

  const rotate = async () => [
    await resealTotpSecrets(database, both.secretBox),
    await resealEndpointSecrets(database, both.secretBox),
    await resealWord(database, both.secretBox),
  ];
  expect(await rotate()).toEqual([2, 2, true]);
  expect(await rotate()).toEqual([0, 0, false]);
  expect(await opensWhatIsKept(database, alone)).toEqual([true, true, false]);
  expect(await opensWhatIsKept(database, right)).toEqual([false, false, true]);
  expect([await starts(alone.secretBox), await starts(right.secretBox)]).toEqual([true, false]);
  const [enrolment] = await database.query<{ sealed: Buffer }>(`select sealed_secret as sealed from totp_enrolment`);
  expect(alone.secretBox.open(enrolment?.sealed ?? Buffer.alloc(0), totpPlace(userId))).toEqual(secret);
});
