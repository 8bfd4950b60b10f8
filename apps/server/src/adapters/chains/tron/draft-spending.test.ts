// A plan on TRON gives each address the TRX that its transfer takes, and no more: energy, bandwidth and a new account are
// counted, what is staked or free is deducted once, and what can't be paid for is left out in words.
import type { RefundId } from '@kobogate/contract';
import { type TronPlanned, tronSignedBytes } from '@kobogate/plans';
import { tronOwner } from '@kobogate/testkit/chains/tron/tron.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { Holding, SpendingWish } from '../../../custody/index.ts';
import { termsKey, type TokenTerms } from '../evm/token-terms.ts';
import { draftReplacement } from './draft-replacement.ts';
import { draftSpending, type Facts } from './draft-spending.ts';
import type { TronResources } from './read-tron.ts';

const treasury = tronOwner(1, 0);
const [first, second] = [tronOwner(0, 0), tronOwner(0, 1)];
const PAYEE = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const USDT = 'USDT@tron';
const TRX = 'TRX@tron';
const PRICES = { energy: 100n, byte: 1_000n, account: 1_100_000n };
const AN_ACCOUNT: TronResources = { isActive: true, energy: 0n, freeBytes: 0n, stakedBytes: 0n };
const holding = (address: Holding['address'], asset: Holding['asset'], amount: bigint): Holding => ({
  address,
  asset,
  amount,
});

function draft(
  holdings: readonly Holding[],
  {
    refunds = [],
    reserved = [],
    terms = {},
    resources = {},
  }: {
    refunds?: SpendingWish['refunds'];
    reserved?: readonly TronPlanned[];
    terms?: Partial<TokenTerms>;
    resources?: Readonly<Record<string, TronResources>>;
  } = {},
) {
  const sweeps = new Map(
    holdings
      .filter(({ address, asset }) => address.chain === 0 && asset === USDT)
      .map(({ address }) => [termsKey(address, USDT), 65_000n] as const),
  );
  const facts: Facts = {
    block: {
      height: 0x1_23_45n,
      id: `${(0x1_23_45).toString(16).padStart(16, '0')}${'ab'.repeat(24)}`,
      madeAt: 1_000_000,
    },
    prices: PRICES,
    resources: new Map(Object.entries({ [treasury.address]: AN_ACCOUNT, ...resources })),
    holdings,
    tokens: { sweeps, refunds: new Map(), refusals: new Map(), notes: [], ...terms },
  };
  const leastOf = () => 4_000_000n;
  const wish: SpendingWish = { treasury, deposits: [first, second], refunds, reserved, isSweep: true, leastOf };
  const { transactions, notes } = draftSpending(facts, wish);
  return { made: transactions.filter((planned): planned is TronPlanned => planned.kind === 'tron'), notes };
}

const bytesOf = (planned: TronPlanned | undefined): bigint =>
  planned === undefined ? 0n : (BigInt(tronSignedBytes(planned)) + 64n) * PRICES.byte;

test('two equal refunds that refer to one block are two transactions, also where they are in two plans', () => {
  const holdings = [holding(treasury, USDT, 20_000_000n), holding(treasury, TRX, 100_000_000n)];
  const refund = (name: string) =>
    ({ id: idFor<RefundId>(name), asset: USDT, amount: 5_000_000n, address: PAYEE }) as const;
  const paid = (name: string, reserved: readonly TronPlanned[] = []) =>
    draft(holdings, {
      refunds: [refund(name)],
      reserved,
      terms: { refunds: new Map([[idFor<RefundId>(name), 65_000n]]) },
    }).made;
  const one = paid('one');
  const two = paid('two', one);
  const timestamps = [...one, ...two].map(({ timestamp }) => timestamp);
  expect(timestamps).toHaveLength(2);
  expect(new Set(timestamps).size).toBe(2);
});

test('an address that is no account yet gets its energy and bandwidth, and the treasury pays for the account', () => {
  const { made, notes } = draft([holding(treasury, TRX, 20_000_000n), holding(first, USDT, 40_000_000n)]);
  const [gas, sweep] = made;
  expect(notes).toEqual([]);
  expect(made.map(({ purpose }) => purpose)).toEqual(['gas', 'sweep']);
  expect(sweep).toMatchObject({ feeLimit: 6_500_000n, amount: 40_000_000n, refBlock: '2345', refHash: 'ab'.repeat(8) });
  expect(gas).toMatchObject({ amount: 6_500_000n + bytesOf(sweep), fee: PRICES.account, feeLimit: 0n });
  expect(sweep?.fee).toBe(6_500_000n + bytesOf(sweep));
  expect((sweep?.expiration ?? 0) - 1_000_000).toBeLessThan(86_400_000);
  expect(gas?.timestamp).not.toBe(sweep?.timestamp);
});

test('what an address has staked for, or has free, is not given to it, and is counted once', () => {
  const rich = { isActive: true, energy: 65_000n, freeBytes: 600n, stakedBytes: 0n };
  const { made } = draft([holding(first, USDT, 40_000_000n)], { resources: { [first.address]: rich } });
  expect(made.map(({ purpose }) => purpose)).toEqual(['sweep']);
  // The day's free bytes are used up by the first transfer: the second is paid for.
  const both = draft([holding(first, USDT, 40_000_000n), holding(first, TRX, 9_000_000n)], {
    resources: { [first.address]: rich },
  });
  expect(both.made.map(({ asset }) => asset)).toEqual([USDT, TRX]);
  const trx = both.made[1];
  expect(9_000_000n - (trx?.amount ?? 0n)).toBe(bytesOf(trx));
});

test('a treasury without enough TRX leaves tokens where they are, and says how much is lacking', () => {
  const { made, notes } = draft([
    holding(treasury, TRX, 9_000_000n),
    holding(first, USDT, 40_000_000n),
    holding(second, USDT, 40_000_000n),
  ]);
  expect(made.map(({ payee }) => payee)).toEqual([first.address, treasury.address]);
  expect(notes).toEqual([
    expect.stringMatching(/^Put at least \d+\.?\d* TRX into the treasury .*: one address is not swept/),
    expect.stringMatching(`${second.address} keeps its tokens: .* lacks TRX .*7\\.9`),
  ]);
});

test('a frozen address is left out and named, and so is a transfer that costs more than the key tool signs for', () => {
  const refusals = new Map([[termsKey(first, USDT), 'its issuer has frozen it']]);
  const held = [holding(treasury, TRX, 90_000_000n), holding(first, USDT, 40_000_000n)];
  expect(draft(held, { terms: { sweeps: new Map(), refusals } })).toMatchObject({
    made: [],
    notes: [expect.stringMatching('was left there: its issuer has frozen it')],
  });
  const dear = new Map([[termsKey(first, USDT), 600_000n]]);
  expect(draft(held, { terms: { sweeps: dear } })).toMatchObject({
    made: [],
    notes: [expect.stringMatching('more than the key tool signs for')],
  });
});

test('refunds are paid from what was swept; the payee of TRX is opened where it is none, and what is lacking is said', () => {
  const refunds = [USDT, TRX, USDT].map((asset, at) => ({
    id: idFor<RefundId>(String(at)),
    asset,
    amount: 30_000_000n,
    address: PAYEE,
  }));
  const energy = new Map([refunds[0], refunds[2]].map((refund) => [refund?.id ?? '', 130_000n]));
  const { made, notes } = draft([holding(treasury, TRX, 90_000_000n), holding(first, USDT, 40_000_000n)], {
    refunds,
    terms: { refunds: energy },
  });
  expect(made.map(({ purpose, asset }) => `${purpose} ${asset}`)).toEqual([
    `gas ${TRX}`,
    `sweep ${USDT}`,
    `refund ${USDT}`,
    `refund ${TRX}`,
  ]);
  expect(made[2]).toMatchObject({ feeLimit: 13_000_000n, payeePlace: null });
  expect(made[3]).toMatchObject({ fee: PRICES.account, feeLimit: 0n });
  expect(notes).toEqual([
    expect.stringMatching(`refund ${refunds[2]?.id} is not in the plan: the treasury .* lacks USDT`),
  ]);
});

test('what waits is written off only when no block may have it any more, and none has', () => {
  const { made } = draft([holding(treasury, TRX, 20_000_000n), holding(first, USDT, 40_000_000n)]);
  const waiting = made.map((planned, at) => ({ planned, txid: String(at), isKnown: false }));
  const expiration = made[0]?.expiration ?? 0;
  for (const settledAt of [null, expiration - 1, expiration]) {
    expect(draftReplacement(settledAt, waiting)).toMatchObject({ refusal: expect.stringMatching('until 1970-01-02') });
  }
  const known = waiting.map((each, at) => ({ ...each, isKnown: at === 1 }));
  expect(draftReplacement(expiration + 1, known)).toMatchObject({ refusal: expect.stringMatching('The node has 1') });
  expect(draftReplacement(expiration + 1, waiting)).toMatchObject({
    transactions: [],
    impossible: new Set(['0', '1']),
  });
});
