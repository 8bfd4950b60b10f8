// A replacement of a waiting transaction spends one of its coins, pays the same refunds, and pays a higher fee.
import type { RefundId } from '@kobogate/contract';
import { bitcoinAddressSource } from '@kobogate/addresses';
import { type BitcoinPlanned, mostBitcoinFee, type Planned } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { coinsOf, draftReplacement } from './draft-replacement.ts';
import { type Coin, draftSpending, sizeOf } from './draft-spending.ts';

const source = bitcoinAddressSource(
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  'segwit',
);
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const PAYEE = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
function coin(number: number, amount: bigint): Coin {
  const maker = new Transaction();
  maker.addInput({ txid: 'ab'.repeat(32), index: number });
  maker.addOutput({ script: Buffer.from(treasury.addressKey, 'hex'), amount });
  const raw = Buffer.from(maker.unsignedTx).toString('hex');
  return { address: treasury, transaction: maker.id, index: 0, raw, amount, isUnripe: false };
}
const refunds = [{ id: idFor<RefundId>('r'), asset: 'BTC@mainnet', amount: 50_000n, address: PAYEE }];
const wish = { treasury, deposits: [], refunds, isSweep: false, leastOf: () => 0n };
const required = (planned: Planned | undefined): BitcoinPlanned => {
  if (planned?.kind !== 'bitcoin') throw new Error('nothing was planned');
  return planned;
};
const first = (coins: readonly Coin[]) => required(draftSpending(coins, 4n, wish).transactions[0]);
const replace = (coins: readonly Coin[], ...tries: BitcoinPlanned[]) => {
  const waiting = tries.map((planned, at) => ({ planned, txid: `try ${at}` }));
  const made = draftReplacement({ treasury, coins, feeRate: 3n }, waiting);
  if ('refusal' in made) throw new Error(made.refusal);
  return required(made.transactions[0]);
};
const [one, other, third] = [coin(1, 60_000n), coin(2, 70_000n), coin(3, 80_000n)];

test('the same coins pay the same refund at a higher fee, and a third try is dearer still', () => {
  const old = first([one]);
  const next = replace([one, other], old);
  expect(coinsOf(next)).toEqual(coinsOf(old));
  expect(next.outputs[0]).toEqual({ address: PAYEE, amount: 50_000n, refundId: 'r' });
  expect(next.fee).toBeGreaterThan(old.fee);
  expect(replace([one, other], old, next).fee).toBeGreaterThan(next.fee);
});

test('what was swept to a cold address goes there still, of coins of deposit addresses alone: the signer signs no other', () => {
  const cold: OwnAddress = { chain: 1, index: 0, address: PAYEE, addressKey: `5120${'00'.repeat(32)}` };
  const swept = { ...one, address: { ...treasury, chain: 0 as const } };
  const sweeping = { ...wish, refunds: [], isSweep: true, sweepTo: cold };
  const old = required(draftSpending([swept], 4n, sweeping).transactions[0]);
  const waiting = [{ planned: old, txid: 'a sweep' }];
  const made = draftReplacement({ treasury, coins: [swept, other], feeRate: 9n, sweepTo: cold }, waiting);
  expect(made).toMatchObject({ transactions: [{ inputs: [{ place: { chain: 0 } }], outputs: [{ address: PAYEE }] }] });
});

test('where the coins are too few, or one of them is gone, others are added to what is left', () => {
  const large = {
    ...wish,
    refunds: [{ ...refunds[0], id: idFor<RefundId>('r'), asset: 'BTC@mainnet', amount: 120_000n, address: PAYEE }],
  };
  const old = required(draftSpending([one, other], 4n, large).transactions[0]);
  expect(old.inputs).toHaveLength(2);
  const next = replace([other, third], old);
  expect(coinsOf(next).filter((spent) => coinsOf(old).includes(spent))).toHaveLength(1);
  expect(next.inputs).toHaveLength(2);
});

test('every earlier attempt must be ruled out: one whose coins are all gone may have paid in a block', () => {
  const old = first([one]);
  expect(() => replace([other], old)).toThrow(/No coin of try 0/);
  const next = first([other]);
  expect(coinsOf(replace([one, other], old, next)).toSorted()).toEqual([...coinsOf(old), ...coinsOf(next)].toSorted());
  expect(() => replace([one], old, next)).toThrow(/No coin of try 1/);
});

test('a refund is not left out when coins are too few', () => {
  const tight = first([coin(4, 51_000n)]);
  expect(() => replace([coin(4, 51_000n)], { ...tight, fee: tight.fee * 3n })).toThrow(/not enough/);
});

test('where the fee leaves room for the coins of one try alone, that is reported, and the other can’t be mined as well', () => {
  const tries = [coin(5, 9_000_000n), coin(6, 9_000_000n)];
  const sweepOf = (only: Coin) =>
    required(
      draftSpending([{ ...only, address: { ...treasury, chain: 0 } }], 4n, { ...wish, refunds: [], isSweep: true })
        .transactions[0],
    );
  const waiting = tries.map((only, at) => ({ planned: sweepOf(only), txid: `try ${at}` }));
  // The highest fee for one coin, which is more than two may cost per coin.
  const feeRate = (mostBitcoinFee(1) - 330n) / sizeOf(1, 1);
  expect(draftReplacement({ treasury, coins: tries, feeRate }, waiting)).toEqual({
    refusal: expect.stringMatching(/no coin of try 1 fits/),
  });
  expect(draftReplacement({ treasury, coins: tries, feeRate: 9n }, waiting)).toMatchObject({
    transactions: [{ kind: 'bitcoin' }],
  });
});
