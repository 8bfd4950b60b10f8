// Nonces are made from coins that are sent for them: the key that pays stays sealed, an order that waits for coins goes on
// with the same key, and a later order adds to what that key has made.
import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretBox } from '../../platform/secret-box.ts';
import { listNonceAccounts } from './db.ts';
import { makeOrderedNonces, resealNonceKeys } from './order-nonces.ts';
import type { NonceMakerOptions } from './treasury-wallet.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('[D14] nonces wait for their coins with one sealed key, are made once, and more are made by the same key', async () => {
  const [key, next] = [randomBytes(32), randomBytes(32)];
  const opened: NonceMakerOptions[] = [];
  let lacking = 40_000_000n;
  let made = 0;
  const nonces = {
    newSecret: () => randomBytes(32).toString('hex'),
    open: (options: NonceMakerOptions) => {
      opened.push(options);
      return {
        address: 'PayerAddress',
        accounts: Array.from({ length: options.count }, (_, at) => `account-${at}`),
        lacking: async () => lacking,
        make: async () => {
          made += 1;
        },
        passOn: async () => undefined,
      };
    },
  };
  const order = (count: number, box = createSecretBox(key)) =>
    makeOrderedNonces(
      { database: db.database, secretBox: box },
      { treasuryWallet: { network: 'solana', nonces }, treasury: 'TreasuryAddress', count },
    );

  const waiting = await order(20);
  expect(waiting.isDone).toBe(false);
  expect(waiting.words[0]).toContain('0.04 SOL');
  expect(waiting.words[0]).toContain('PayerAddress');
  expect(made).toBe(0);
  const [kept] = await db.database.query<{ text: string }>(
    `select encode(sealed_secret, 'escape') as text from nonce_order`,
  );
  expect(kept?.text).not.toContain(opened[0]?.secret);

  // Asked again it is the same order, of the same size.
  lacking = 0n;
  expect(await order(5)).toMatchObject({ isDone: true });
  expect(opened.map(({ count }) => count)).toEqual([20, 20]);
  expect(await listNonceAccounts(db.database, 'solana')).toHaveLength(20);

  expect(await resealNonceKeys(db.database, createSecretBox(next, [key]))).toBe(1);
  expect(await resealNonceKeys(db.database, createSecretBox(next, [key]))).toBe(0);
  expect(await order(5, createSecretBox(next, [key]))).toMatchObject({ isDone: true });
  expect(opened.at(-1)?.count).toBe(25);
  expect(new Set(opened.map(({ secret }) => secret)).size).toBe(1);
  expect(await listNonceAccounts(db.database, 'solana')).toHaveLength(25);
});
