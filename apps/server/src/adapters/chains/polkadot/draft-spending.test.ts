// A plan keeps every account alive, pays refunds from what was swept before, and never promises more than there is.
import type { RefundId } from '@kobogate/contract';
import { polkadotAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { draftSpending, type OwnAccount } from './draft-spending.ts';

const PAYEE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const source = polkadotAddressSource(PAYEE);
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const deposit = (index: number): OwnAddress => ({ chain: 0, index, ...source.derive(index) });
const account = (address: OwnAddress, free: bigint, nonce = 0): OwnAccount => ({ address, free, nonce });
const TERMS = { fee: 15_000_000n, specVersion: 7, transactionVersion: 15 };
const KEPT = 100_000_000n + 2n * TERMS.fee;
const DOT = 10_000_000_000n;
const refund = (id: RefundId, amount: bigint) => ({ id, asset: 'DOT@polkadot', amount, address: PAYEE });
const draft = (
  accounts: readonly OwnAccount[],
  { refunds = [] as ReturnType<typeof refund>[], isSweep = true, fee = TERMS.fee } = {},
) =>
  draftSpending(accounts, { ...TERMS, fee }, { treasury, deposits: [], refunds, isSweep, leastOf: () => 400_000_000n });

test('a sweep leaves what keeps an account alive and its fee, and coins that are not worth their fee stay', () => {
  const { transactions } = draft([
    account(treasury, 0n),
    account(deposit(0), 5n * DOT, 4),
    account(deposit(1), KEPT + 399_999_999n),
    account(deposit(2), 0n),
  ]);
  expect(transactions).toMatchObject([
    { purpose: 'sweep', amount: 5n * DOT - KEPT, from: { index: 0 }, payee: treasury.address, nonce: 4, stage: 0 },
  ]);
});

test('refunds follow the sweeps that bring their coins, numbered one after the other', () => {
  const accounts = [account(treasury, DOT, 7), account(deposit(0), 5n * DOT)];
  const { transactions, notes } = draft(accounts, {
    refunds: [refund(idFor<RefundId>('a'), 3n * DOT), refund(idFor<RefundId>('b'), 2n * DOT)],
  });
  expect(transactions.slice(1)).toMatchObject([
    { purpose: 'refund', refundId: 'a', nonce: 7, stage: 1, payee: PAYEE, amount: 3n * DOT },
    { purpose: 'refund', refundId: 'b', nonce: 8, stage: 1, payee: PAYEE, amount: 2n * DOT },
  ]);
  expect(notes).toEqual([]);
});

test('a refund that the treasury can not pay and stay alive, or that no account can hold, is left out and named', () => {
  const refunds = [
    refund(idFor<RefundId>('large'), DOT - KEPT + 1n),
    refund(idFor<RefundId>('small'), 99_999_999n),
    refund(idFor<RefundId>('fits'), DOT - KEPT),
  ];
  const { transactions, notes } = draft([account(treasury, DOT)], { refunds });
  expect(transactions).toMatchObject([{ refundId: 'fits' }]);
  expect(notes).toEqual([expect.stringMatching(/large .* lacks DOT/), expect.stringMatching(/small .* Decline it/)]);
});

test('nothing is planned for a fee that the key tool would not sign', () => {
  const { transactions, notes } = draft([account(deposit(0), 5n * DOT)], { fee: 250_000_001n });
  expect(transactions).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/Please wait/)]);
});
