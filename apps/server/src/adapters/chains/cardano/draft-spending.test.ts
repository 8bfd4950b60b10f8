// A plan spends each coin once, pays every refund in full, leaves no token behind, and every sum fits.
import type { RefundId } from '@kobogate/contract';
import type { CardanoPlanned, Planned } from '@kobogate/plans';
import { cardanoAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { type Coin, draftSpending } from './draft-spending.ts';

const source = cardanoAddressSource(
  'xpub1eame4ge0x5yrwpuqs5eyw89kfmjpgfkfh02xzdx6c2k9k2swcr5clf0u634tm82x6nv2j750x3j7938g70ya4k0lv6pr59s7etw2vpqmkkuux',
);
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const deposit = (index: number): OwnAddress => ({ chain: 0, index, ...source.derive(index) });
const TERMS = {
  feePerByte: 44n,
  feeAtLeast: 155_381n,
  coinsPerByte: 4_310n,
  mostBytes: 16_384,
  invalidHereafter: 1_000,
};
const PAYEE = 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
const KOBO = `${'07'.repeat(28)}4b6f626f`;

let made = 0;
function coin(address: OwnAddress, lovelace: bigint, rest: Partial<Coin> = {}): Coin {
  made += 1;
  const transaction = made.toString(16).padStart(64, '0');
  return { address, transaction, index: 1, lovelace, tokens: new Map(), isUnripe: false, ...rest };
}
const refund = (id: RefundId, amount: bigint) => ({ id, asset: 'ADA@cardano', amount, address: PAYEE });
const isCardano = (planned: Planned): planned is CardanoPlanned => planned.kind === 'cardano';
function draft(coins: readonly Coin[], { refunds = [] as ReturnType<typeof refund>[], isSweep = true } = {}) {
  const wish = { treasury, deposits: [], refunds, isSweep, leastOf: () => 0n };
  const { transactions, notes } = draftSpending(coins, TERMS, wish);
  return { notes, transactions: transactions.filter(isCardano) };
}
const sum = (parts: readonly { amount: bigint }[]): bigint => parts.reduce((all, { amount }) => all + amount, 0n);

test('a sweep takes every final coin of deposit addresses, and all of it but the fee is the treasury’s', () => {
  const { transactions, notes } = draft([
    coin(deposit(0), 5_000_000n),
    coin(deposit(0), 3_000_000n),
    coin(deposit(1), 2_000_000n, { isUnripe: true }),
    coin(treasury, 9_000_000n),
  ]);
  const [swept] = transactions;
  expect(transactions).toHaveLength(1);
  expect(swept?.inputs.map(({ amount }) => amount)).toEqual([5_000_000n, 3_000_000n]);
  expect(swept?.outputs).toEqual([
    { address: treasury.address, amount: 8_000_000n - (swept?.fee ?? 0n), tokens: [], refundId: null },
  ]);
  expect(notes).toEqual([]);
});

test('tokens that came along go where the coin goes', () => {
  const { transactions } = draft([
    coin(deposit(0), 2_000_000n, { tokens: new Map([[KOBO, 7n]]) }),
    coin(deposit(1), 2_000_000n, { tokens: new Map([[KOBO, 5n]]) }),
  ]);
  expect(transactions[0]?.outputs[0]?.tokens).toEqual([{ unit: KOBO, amount: 12n }]);
});

test('a coin whose ADA does not cover its own fee stays, and that is reported', () => {
  const tokens = new Map(Array.from({ length: 40 }, (_, at) => [`${'07'.repeat(28)}${(at + 16).toString(16)}`, 1n]));
  const { transactions, notes } = draft([coin(deposit(0), 1_200_000n, { tokens })]);
  expect(transactions).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/^1 coins stay/)]);
});

test('refunds are paid in full from the treasury first, and deposit addresses help out', () => {
  const coins = [coin(deposit(0), 6_000_000n), coin(treasury, 5_000_000n)];
  const { transactions } = draft(coins, { refunds: [refund(idFor<RefundId>('r'), 8_000_000n)], isSweep: false });
  expect(transactions[0]?.inputs.map(({ place }) => place.chain)).toEqual([1, 0]);
  expect(transactions[0]?.outputs[0]).toEqual({ address: PAYEE, amount: 8_000_000n, tokens: [], refundId: 'r' });
});

test('a refund that nothing covers, or that is less than an output holds, is left out and named', () => {
  const coins = [coin(treasury, 5_000_000n)];
  const refunds = [
    refund(idFor<RefundId>('large'), 5_000_000n),
    refund(idFor<RefundId>('small'), 900_000n),
    refund(idFor<RefundId>('fits'), 2_000_000n),
  ];
  const { transactions, notes } = draft(coins, { refunds });
  expect(transactions.flatMap(({ outputs }) => outputs.flatMap(({ refundId }) => refundId ?? []))).toEqual(['fits']);
  expect(notes).toEqual([
    expect.stringContaining('large'),
    expect.stringMatching(/small is less than Cardano carries/),
  ]);
});

test('worthless tokens that strangers sent along hold no refund back: coins whose kinds do not fit are passed over', () => {
  const kinds = (from: number) =>
    new Map(Array.from({ length: 30 }, (_, at) => [`${'07'.repeat(28)}${(from + at).toString(16)}`, 1n] as const));
  const coins = [
    coin(treasury, 9_000_000n, { tokens: kinds(16) }),
    coin(treasury, 8_000_000n, { tokens: kinds(56) }),
    coin(deposit(0), 7_000_000n),
  ];
  const { transactions } = draft(coins, { refunds: [refund(idFor<RefundId>('r'), 12_000_000n)], isSweep: false });
  expect(transactions[0]?.inputs.map(({ amount }) => amount)).toEqual([9_000_000n, 7_000_000n]);
  expect(transactions[0]?.outputs[0]).toMatchObject({ address: PAYEE, amount: 12_000_000n });
  // Each of them alone is spent still.
  const alone = draft(coins.slice(1, 2), { refunds: [refund(idFor<RefundId>('s'), 2_000_000n)], isSweep: false });
  expect(alone.transactions[0]?.outputs[1]?.tokens).toHaveLength(30);
});

test('a token of which strangers send more than one output can hold stops no plan: its coins go apart', () => {
  // As much as one minting makes.
  const most = () => new Map([[KOBO, 2n ** 63n - 1n]]);
  const coins = Array.from({ length: 3 }, (_, at) => coin(deposit(at), 3_000_000n + BigInt(at), { tokens: most() }));
  const { transactions } = draft([...coins, coin(treasury, 20_000_000n)], {
    refunds: [refund(idFor<RefundId>('r'), 4_000_000n)],
  });
  expect(transactions.map(({ inputs }) => inputs.length)).toEqual([1, 2, 1]);
});

test('hundreds of coins become transactions that each fit, spend nothing twice, and whose sums are right', () => {
  const coins = Array.from({ length: 150 }, (_, at) =>
    coin(deposit(at % 70), 1_500_000n + BigInt(at), at % 7 === 0 ? { tokens: new Map([[KOBO, 1n]]) } : {}),
  );
  const { transactions } = draft(coins, { refunds: [refund(idFor<RefundId>('r'), 40_000_000n)] });
  expect(transactions).toHaveLength(4);
  const spent = transactions.flatMap(({ inputs }) => inputs.map(({ transaction }) => transaction));
  expect(new Set(spent).size).toBe(150);
  expect(spent).toHaveLength(150);
  for (const { inputs, outputs, fee } of transactions) expect(sum(inputs)).toBe(sum(outputs) + fee);
});
