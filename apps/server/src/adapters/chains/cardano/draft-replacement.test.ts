// What takes the place of a waiting transaction spends a coin of each attempt at the same payments, so that the chain takes
// one of them alone; nothing is written while the node still offers the old one, and only what has expired in final
// blocks, with its coins gone, is given up.
import type { RefundId } from '@kobogate/contract';
import type { CardanoPlanned } from '@kobogate/plans';
import { cardanoAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { isSafeReplacement } from '../../../custody/treasury/safe-replacement.ts';
import { coinsOf, draftReplacement, type ReplacementFacts, type WaitingSpending } from './draft-replacement.ts';
import { type Coin, draftSpending } from './draft-spending.ts';

const source = cardanoAddressSource(
  'xpub1eame4ge0x5yrwpuqs5eyw89kfmjpgfkfh02xzdx6c2k9k2swcr5clf0u634tm82x6nv2j750x3j7938g70ya4k0lv6pr59s7etw2vpqmkkuux',
);
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const deposit: OwnAddress = { chain: 0, index: 0, ...source.derive(0) };
const TERMS = {
  feePerByte: 44n,
  feeAtLeast: 155_381n,
  coinsPerByte: 4_310n,
  mostBytes: 16_384,
  invalidHereafter: 1_000,
};
const LATER = { ...TERMS, feePerByte: 60n, invalidHereafter: 5_000 };
const PAYEE = 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
const REFUND = { id: idFor<RefundId>('r'), asset: 'ADA@cardano', amount: 4_000_000n, address: PAYEE };

const coin = (address: OwnAddress, name: number, lovelace = 5_000_000n): Coin => ({
  address,
  transaction: name.toString(16).padStart(64, '0'),
  index: 0,
  lovelace,
  tokens: new Map(),
  isUnripe: false,
});
const COINS = [coin(treasury, 1), coin(treasury, 2), coin(deposit, 3), coin(deposit, 4)];
const facts = (given: Partial<ReplacementFacts> = {}): ReplacementFacts => ({
  treasury,
  coins: COINS,
  terms: LATER,
  taken: new Set(),
  slot: 2_000,
  settledSlot: 1_900,
  ...given,
});

/** A plan with a refund and a sweep, both sent and in no block. */
function sent(): WaitingSpending[] {
  const wish = { treasury, deposits: [], refunds: [REFUND], isSweep: true, leastOf: () => 0n };
  const { transactions } = draftSpending(COINS, TERMS, wish);
  return transactions.map((planned, at) => {
    if (planned.kind !== 'cardano') throw new Error('not of Cardano');
    return { planned, txid: `tx${at}`, place: null };
  });
}
const planned = (transactions: readonly { kind: string }[]): CardanoPlanned[] =>
  transactions.filter((each): each is CardanoPlanned => each.kind === 'cardano');
function drafted(given: ReplacementFacts, waiting: readonly WaitingSpending[]) {
  const found = draftReplacement(given, waiting);
  if ('refusal' in found) throw new Error(found.refusal);
  return { ...found, transactions: planned(found.transactions) };
}

test('each waiting transaction is written again with its coins, its refund and the present fee, and says what it replaces', () => {
  const waiting = sent();
  const { transactions, notes, impossible } = drafted(facts(), waiting);
  expect(transactions).toHaveLength(2);
  expect(impossible.size).toBe(0);
  for (const [at, next] of transactions.entries()) {
    const old = waiting[at]?.planned;
    expect(coinsOf(next)).toEqual(expect.arrayContaining(old === undefined ? ['none'] : coinsOf(old)));
    expect(next.fee).toBeGreaterThan(old?.fee ?? 0n);
    expect(next.invalidHereafter).toBe(5_000);
  }
  expect(transactions[0]?.outputs).toContainEqual({ address: PAYEE, amount: 4_000_000n, tokens: [], refundId: 'r' });
  expect(notes.join(' ')).toMatch(/In place of tx0, tx1/);
  expect(
    isSafeReplacement(
      coinsOf,
      waiting.map((each) => each.planned),
      transactions,
    ),
  ).toBe(true);
});

test('all attempts at one payment are excluded together, and no coin is spent twice or taken from another plan', () => {
  const [refund, sweep] = sent();
  if (refund === undefined || sweep === undefined) throw new Error('not planned');
  const [second] = drafted(facts(), [refund]).transactions;
  if (second === undefined) throw new Error('not planned');
  const again = { planned: second, txid: 'tx2', place: null };
  const waiting = [refund, sweep, again];
  const { transactions } = drafted(facts({ taken: new Set(coinsOf(sweep.planned)) }), waiting);
  expect(transactions).toHaveLength(2);
  expect(
    isSafeReplacement(
      coinsOf,
      waiting.map((each) => each.planned),
      transactions,
    ),
  ).toBe(true);
  const spent = transactions.flatMap(coinsOf);
  expect(new Set(spent).size).toBe(spent.length);
});

test('nothing is written while a block has one, the node still offers one, or coins are gone and it could have been taken', () => {
  const waiting = sent();
  const refusal = (given: Partial<ReplacementFacts>, place: WaitingSpending['place'] = null) =>
    draftReplacement(
      facts(given),
      waiting.map(({ planned: each, txid }) => ({ planned: each, txid, place })),
    );
  expect(refusal({}, 'block')).toEqual({ refusal: expect.stringContaining('is in a block') });
  expect(refusal({ slot: 999 }, 'mempool')).toEqual({ refusal: expect.stringContaining('expires in 1 hour') });
  // The slot at which it expires is the first one that can't have it.
  expect(refusal({ slot: 1_000 }, 'mempool')).toMatchObject({ impossible: new Set() });
  const gone = COINS.slice(2);
  expect(refusal({ coins: gone, settledSlot: 999 })).toEqual({ refusal: expect.stringContaining('is there any more') });
  expect(refusal({ coins: gone, settledSlot: null })).toEqual({
    refusal: expect.stringContaining('is there any more'),
  });
  const poor = [coin(treasury, 1, 4_100_000n), ...COINS.slice(2)];
  expect(refusal({ coins: poor })).toEqual({
    refusal: expect.stringContaining('not enough final ADA'),
  });
});

test('what has expired in final blocks and whose coins are gone is given up; what never expires is not', () => {
  const waiting = sent();
  const coins = COINS.slice(2);
  const { transactions, impossible, notes } = drafted(facts({ coins, settledSlot: 1_000 }), waiting);
  expect([...impossible]).toEqual(['tx0']);
  expect(transactions).toHaveLength(1);
  expect(notes.join(' ')).toMatch(/tx0 has expired/);
  for (const { planned: each } of waiting) Reflect.deleteProperty(each, 'invalidHereafter');
  expect(draftReplacement(facts({ coins, settledSlot: 9_999 }), waiting)).toEqual({
    refusal: expect.stringContaining('It never expires'),
  });
});

test('what was swept to a cold address goes there still, and no coin of the treasury with it: the signer signs no other', () => {
  const cold: OwnAddress = { chain: 1, index: 0, address: PAYEE, addressKey: PAYEE };
  const wish = { treasury, deposits: [], refunds: [], isSweep: true, sweepTo: cold, leastOf: () => 0n };
  const [old] = planned(draftSpending(COINS, TERMS, wish).transactions);
  if (old === undefined) throw new Error('nothing was planned');
  const waiting: WaitingSpending[] = [{ planned: old, txid: 'a sweep', place: null }];
  const { transactions } = drafted(facts({ sweepTo: cold }), waiting);
  expect(transactions.flatMap(({ outputs }) => outputs.map(({ address }) => address))).toEqual([PAYEE]);
  // Too little for the fee of now: the treasury's coins do not help out.
  const dear = facts({ sweepTo: cold, terms: { ...LATER, feeAtLeast: 9_900_000n } });
  expect(draftReplacement(dear, waiting)).toMatchObject({ refusal: expect.stringMatching(/not enough final ADA/) });
});
