// After a runtime's end the same transfers are drafted for the next one, with the same nonces and no others.
import type { RefundId } from '@kobogate/contract';
import type { PolkadotPlanned } from '@kobogate/plans';
import { polkadotAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { cancelling, draftReplacement, numberOf, type WaitingTransfer } from './draft-replacement.ts';
import type { OwnAccount, Terms } from './draft-spending.ts';

const PAYEE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const source = polkadotAddressSource(PAYEE);
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const deposit: OwnAddress = { chain: 0, index: 0, ...source.derive(0) };
const DOT = 10_000_000_000n;
const FEE = 15_000_000n;
const terms = { fee: FEE, specVersion: 8, transactionVersion: 16 };
const placeOf = ({ chain, index, address }: OwnAddress) => ({ chain, index, address });
const refund: PolkadotPlanned = {
  kind: 'polkadot',
  stage: 1,
  purpose: 'refund',
  asset: 'DOT@polkadot',
  amount: 2n * DOT,
  from: placeOf(treasury),
  payee: PAYEE,
  payeePlace: null,
  refundId: idFor<RefundId>('r'),
  nonce: 4,
  specVersion: 7,
  transactionVersion: 15,
  fee: FEE,
};
const sweep: PolkadotPlanned = {
  ...refund,
  stage: 0,
  purpose: 'sweep',
  amount: 3n * DOT,
  from: placeOf(deposit),
  payee: treasury.address,
  payeePlace: placeOf(treasury),
  refundId: null,
  nonce: 0,
};
const accounts = (nonce = 4, free = DOT) => [
  { address: treasury, nonce, free },
  { address: deposit, nonce: 0, free: 3n * DOT + FEE },
];
const waits = (...planned: PolkadotPlanned[]) => planned.map((each) => ({ planned: each, txid: `0x${each.purpose}` }));
const now = { specVersion: 8, transactionVersion: 16, fee: 2n * FEE };

const draft = (
  newest: readonly OwnAccount[],
  present: Terms,
  tries: readonly WaitingTransfer[],
  settled: readonly OwnAccount[] = newest,
) => draftReplacement({ accounts: newest, settled }, present, tries);

test('nonce, payee and amount stay; a sweep shrinks to what it can pay', () => {
  const made = draft(accounts(), terms, waits(sweep, refund));
  const amount = 3n * DOT + FEE - 100_000_000n - 2n * FEE;
  expect(made).toMatchObject({
    transactions: [
      { ...sweep, ...now, amount },
      { ...refund, ...now },
    ],
    notes: [],
  });
});

test('while its runtime runs, once its nonce is used, or where there is too little, nothing is replaced', () => {
  expect(draft(accounts(), { ...terms, specVersion: 7 }, waits(refund))).toEqual({
    refusal: expect.stringMatching(/still runs/),
  });
  expect(draft(accounts(5), terms, waits(refund), accounts())).toEqual({
    refusal: expect.stringMatching(/number 4 .* wait until the watcher has read it/),
  });
  expect(draft(accounts(5), terms, waits(refund), [])).toEqual({ refusal: expect.stringMatching(/number 4/) });
  expect(draft(accounts(), terms, waits(refund))).toEqual({ refusal: expect.stringMatching(/lacks DOT/) });
  expect(draft(accounts(), { ...terms, fee: DOT }, waits(refund))).toEqual({
    refusal: expect.stringMatching(/asks for more/),
  });
});

test('one whose number another has used in a block that the watcher has read is impossible, and the others are replaced', () => {
  const later = { ...refund, nonce: 5, refundId: idFor<RefundId>('later') };
  const tries = [...waits(refund), { planned: later, txid: '0xlater' }];
  expect(draft(accounts(5, 3n * DOT), terms, tries)).toMatchObject({
    transactions: [{ ...later, ...now }],
    notes: [expect.stringMatching(/^1 of them can no longer be included/)],
    impossible: new Set(['0xrefund']),
  });
  // Also while the runtime that they were signed for still runs.
  expect(draft(accounts(5), { ...terms, specVersion: 7 }, waits(refund))).toMatchObject({
    transactions: [],
    impossible: new Set(['0xrefund']),
  });
});

test('a sweep that can’t pay its fee is left out and has ended, as its runtime has ended', () => {
  const rich = [
    { address: treasury, nonce: 4, free: 3n * DOT },
    { address: deposit, nonce: 0, free: FEE },
  ];
  const made = draft(rich, terms, waits(sweep, refund));
  expect(made).toMatchObject({ transactions: [{ purpose: 'refund' }], impossible: new Set(['0xsweep']) });
  // A node that is behind may have yet to see the transfer's own runtime.
  const early = draft(rich, { ...terms, specVersion: 6 }, waits(sweep, refund));
  expect(early).toMatchObject({ transactions: [{ purpose: 'refund' }], impossible: new Set() });
});

test('a refund, and nothing else, is cancelled by a transfer of the treasury to itself with its nonce', () => {
  const made = cancelling(refund, treasury);
  expect(made).toMatchObject({ amount: 1n, payee: treasury.address, payeePlace: placeOf(treasury), refundId: null });
  expect(made === null ? null : numberOf(made)).toBe(numberOf(refund));
  expect(cancelling(sweep, treasury)).toBeNull();
});
