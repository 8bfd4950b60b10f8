// Everything that a key has sealed and signed in a database opens and matches with that key alone, for each kind.
import type { EndpointId } from '@kobogate/contract';
import { randomBytes } from 'node:crypto';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrderCreation } from './sales/orders/create-order.ts';
import { createQuoteSigner } from './sales/quotes/order-quote.ts';
import { opensTotpSecrets, totpPlace } from './identity/two-factor/accept-code.ts';
import { opensEndpointSecrets } from './messaging/webhooks/create-endpoint.ts';
import { secretPlace } from './messaging/webhooks/webhook.ts';
import { matchesSignedQuotes } from './sales/quotes/verify-quotes.ts';
import type { Database } from './platform/database.ts';
import { newId } from './platform/identifiers.ts';
import { createSecretBox } from './platform/secret-box.ts';

const withKey = (key: Buffer) => ({ secretBox: createSecretBox(key), quoteSigner: createQuoteSigner(key) });
const right = withKey(randomBytes(32));
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
