// Coins of a refund request are set aside once, for an address that their owner gave with a proof.
import type { RefundId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { createTestProof, SESSION_ENDS, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestRates, insertCustomer, insertDeposit, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance, custody, customer, post, refunding, suspense } from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Caller } from '../../platform/route.ts';
import { newId } from '../../platform/identifiers.ts';
import { type RefundInput, requestRefund } from './request-refund.ts';
import { noteTreasuries } from '../treasury/coins/db.ts';
import { viewAllRefunds, viewRefundForAdmin, viewRefunds } from './view-refunds.ts';

const PASSWORD = 'correct horse 42';
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Of the test vectors of CIP-19: a payment key and a stake key. */
const CARDANO_PAYEE =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
const POLKADOT_PAYEE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const SOLANA_PAYEE = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const TEN = 10_000_000n;
const { currentRates } = createTestRates({ USDT: '1500' });
let sample: TestDatabase;
let owner: TestCustomer;
let caller: Caller;

beforeAll(async () => {
  sample = await createTestDatabase();
});
afterAll(() => sample.drop());
beforeEach(async () => {
  owner = await insertCustomer(sample.database);
  caller = await signIn(sample.database, owner.userId);
  await insertDeposit(sample.database, owner, { amount: TEN });
});

const ask = (changes: Partial<RefundInput> = {}, proveOwner = createTestProof(PASSWORD)) =>
  requestRefund(
    {
      database: sample.database,
      clock: systemClock,
      proveOwner,
    },
    {
      caller,
      asset: 'USDT@ethereum',
      amount: '5',
      address: PAYEE,
      password: PASSWORD,
      code: '',
      idempotencyKey: undefined,
      ...changes,
    },
  );
const free = () => balance(sample.database, customer(owner.userId, 'USDT@ethereum'));
const aside = () => balance(sample.database, refunding(owner.userId, 'USDT@ethereum'));

describe('requesting a refund', () => {
  test('[D10] they are set aside at once, the fee is stated, and the owner is notified', async () => {
    const before = await viewRefunds(sample, owner.userId);
    expect(before.refundable).toMatchObject([
      { asset: 'USDT@ethereum', available: '10', fee: '2', savedAddress: null },
    ]);
    const refund = await ask();
    expect(refund).toMatchObject({ status: 'requested', amount: 5_000_000n, fee: 2_000_000n, address: PAYEE });
    expect([await free(), await aside()]).toEqual([5_000_000n, 5_000_000n]);
    const told = await sample.database.query(`select type from event where payload->>'refundId' = $1`, [refund.id]);
    expect(told).toEqual([{ type: 'refund.requested' }]);
    expect((await viewRefunds(sample, owner.userId)).refunds).toMatchObject([{ amount: '5', networkName: 'Ethereum' }]);
  });

  test('[S8] one refund is read by its id as the list of all has it, and one that is not there is not found', async () => {
    const { id } = await ask();
    const view = { database: sample.database, currentRates };
    const listed = (await viewAllRefunds(view)).find((refund) => refund.id === id);
    // With its worth today and whose it is: what a person decides on.
    expect(listed).toMatchObject({ nairaKobo: '750000', userId: owner.userId });
    expect(await viewRefundForAdmin(view, id)).toEqual(listed);
    // A person's own, for their page: not those of others.
    expect((await viewAllRefunds(view, owner.userId)).map((refund) => refund.id)).toEqual([id]);
    expect(await viewAllRefunds(view, (await insertCustomer(sample.database)).userId)).toEqual([]);
    await expect(viewRefundForAdmin(view, newId())).rejects.toMatchObject({ status: 404 });
    await expect(viewRefundForAdmin(view, idFor<RefundId>('no id'))).rejects.toMatchObject({ status: 404 });
  });

  test('[L2] the same request twice, at once or later, sets the coins aside once; and never more than the balance', async () => {
    const idempotencyKey = newId();
    const [first, second] = await Promise.all([ask({ idempotencyKey }), ask({ idempotencyKey })]);
    const third = await ask({ idempotencyKey });
    expect(new Set([first.id, second.id, third.id]).size).toBe(1);
    const tries = await Promise.allSettled([ask(), ask(), ask()]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await free(), await aside()]).toEqual([0n, TEN]);
  });

  test('[L2] a key of one refund makes no other, and another request with it is refused', async () => {
    const idempotencyKey = newId();
    await ask({ idempotencyKey });
    const others = [{ amount: '4' }, { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }];
    for (const change of others) {
      await expect(ask({ idempotencyKey, ...change })).rejects.toMatchObject({ status: 409, message: /in your list/ });
    }
    const key = newId();
    const both = await Promise.allSettled([ask({ idempotencyKey: key }), ask({ idempotencyKey: key, amount: '4' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await viewRefunds(sample, owner.userId)).refunds).toHaveLength(2);
  });

  test('at most five of a coin are open, also with simultaneous requests, so that no customer fills the administrators’ list', async () => {
    await insertDeposit(sample.database, owner, { amount: 100_000_000n });
    const tries = await Promise.allSettled(Array.from({ length: 7 }, () => ask()));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(ask()).rejects.toMatchObject({ status: 409 });
    expect(await aside()).toBe(25_000_000n);
  });

  test('[D10] coins that are not on offer come back from suspense', async () => {
    await sample.database.transaction((tx) =>
      post(tx, [
        {
          source: 'deposit',
          sourceId: newId(),
          description: 'Deposit confirmed',
          transfers: [
            { debit: custody('POL@polygon'), credit: suspense(owner.userId, 'POL@polygon'), amount: 10n ** 18n },
          ],
        },
      ]),
    );
    expect(await ask({ asset: 'POL@polygon', amount: '1' })).toMatchObject({ place: 'suspense', fee: 10n ** 17n });
    expect(await balance(sample.database, suspense(owner.userId, 'POL@polygon'))).toBe(0n);
  });

  test('the saved address of the pair, else of another network of its kind, is offered', async () => {
    const save = (network: string, address: string) =>
      sample.database.query(
        `insert into refund_address (user_id, currency, network, address, updated_at) values ($1, 'USDT', $2, $3, now())`,
        [owner.userId, network, address],
      );
    const offered = async () => (await viewRefunds(sample, owner.userId)).refundable[0]?.savedAddress;
    await save('solana', 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk');
    expect(await offered()).toBeNull();
    await save('bsc', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    expect(await offered()).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    await save('ethereum', PAYEE);
    expect(await offered()).toBe(PAYEE);
  });

  test.each<[string, Partial<RefundInput>, RegExp]>([
    ['a wrong password', { password: 'no' }, /not proven/],
    ['an unknown coin', { asset: 'DOGE@mainnet' }, /do not know this coin/],
    ['a coin without a signer', { asset: 'USDT@polkadot' }, /yet. Your coins stay/],
    ['nothing', { amount: '0' }, /above zero/],
    ['a negative amount', { amount: '-1' }, /above zero/],
    ['an exponent', { amount: '1e1' }, /above zero/],
    ['an amount below the fee', { amount: '2' }, /next to nothing/],
    ['an amount of which the fee leaves dust', { amount: '2.009' }, /next to nothing/],
    ['more than is there', { amount: '10.000001' }, /less than that/],
    ['a broken checksum', { address: PAYEE.replace('C8', 'c8') }, /checksum/],
    ['an address of another chain', { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }, /not an address/],
    ["a token's contract", { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, /token, not of a wallet/],
  ])('%s is refused with a message, and nothing is set aside', async (_name, changes, words) => {
    await expect(ask(changes)).rejects.toThrow(words);
    expect([await free(), await aside()]).toEqual([TEN, 0n]);
  });

  test.each([
    ['ADA@cardano', CARDANO_PAYEE, '1.278369', '1.27837', 'Cardano carries at least 0.97837 ADA'],
    ['DOT@polkadot', POLKADOT_PAYEE, '0.0299999999', '0.03', 'Polkadot carries at least 0.01 DOT'],
    ['SOL@solana', SOLANA_PAYEE, '0.000990879', '0.00099088', 'Solana carries at least 0.00089088 SOL'],
  ])(
    '[D4] no %s is asked for of which less would be left than its network carries',
    async (asset, address, ...rest) => {
      const [lacking, enough, words] = rest;
      const moved = { debit: custody(asset), credit: customer(owner.userId, asset), amount: 10n ** 12n };
      await sample.database.transaction((tx) =>
        post(tx, [{ source: 'deposit', sourceId: newId(), description: 'Deposit confirmed', transfers: [moved] }]),
      );
      const message = expect.stringContaining(words);
      await expect(ask({ asset, address, amount: lacking })).rejects.toMatchObject({ status: 422, message });
      expect(await balance(sample.database, refunding(owner.userId, asset))).toBe(0n);
      expect(await ask({ asset, address, amount: enough })).toMatchObject({ status: 'requested' });
    },
  );

  test.each(SESSION_ENDS)('[A7] nothing is set aside where %s after the proof', async (_what, end) => {
    const ending = createTestProof(PASSWORD, ({ userId }) => sample.database.transaction((tx) => end(tx, userId)));
    await expect(ask({}, ending)).rejects.toMatchObject({ status: 401, message: /signed out in the meantime/ });
    expect([await free(), await aside()]).toEqual([TEN, 0n]);
    expect((await viewRefunds(sample, owner.userId)).refunds).toEqual([]);
  });

  test('[D4] an address of our own is refused', async () => {
    await sample.database.query(`update deposit_address set address_key = $1 where id = $2`, [
      PAYEE.toLowerCase(),
      owner.addressId,
    ]);
    await expect(ask()).rejects.toThrow(/come back to us/);
    await sample.database.query(`update deposit_address set address_key = id::text where id = $1`, [owner.addressId]);
  });

  test('[D4] an address of the treasury is refused, and one of its nonce accounts', async () => {
    const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
    const derive = () => ({ address, addressKey: address.toLowerCase() });
    const source = { family: 'evm' as const, keyFingerprint: 'sample', size: 1, derive };
    for (let start = 0; start < 2; start += 1) {
      await noteTreasuries(sample.database, [{ ...source, treasury: derive }, source]);
    }
    await expect(ask({ address })).rejects.toThrow(/come back to us/);
    const nonce = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
    await sample.database.query(`insert into nonce_account (address, network) values ($1, 'solana')`, [nonce]);
    await expect(ask({ asset: 'SOL@solana', address: nonce })).rejects.toThrow(/come back to us/);
    expect(await aside()).toBe(0n);
  });
});
