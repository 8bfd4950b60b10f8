// Only coins moved by a successful extrinsic or by the block itself are a payment; an event list that can't be a whole
// block's is refused.
import type { EventRecord } from '@kobogate/substrate';
import { EVENTS, inExtrinsic, outsideExtrinsics } from '@kobogate/testkit/chains/polkadot/node.ts';
import { expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { findPayers, findPayments } from './payments.ts';

const OURS = `0x${'11'.repeat(32)}`;
const THEIRS = `0x${'22'.repeat(32)}`;
const time = inExtrinsic(0, EVENTS.succeeded());
const paid = EVENTS.transfer(THEIRS, OURS, 5n);

test('a successful extrinsic counts, and a failed one beside it does not', () => {
  const records = [
    ...time,
    ...inExtrinsic(1, paid, EVENTS.failed()),
    ...inExtrinsic(2, EVENTS.feePaid(THEIRS, 1n), paid, EVENTS.succeeded()),
    ...outsideExtrinsics('Finalization', EVENTS.minted(OURS, 3n)),
  ];
  expect(findPayments(records)).toEqual([
    { place: 4, account: '11'.repeat(32), from: '22'.repeat(32), token: null, amount: 5n, extrinsic: 2 },
    { place: 6, account: '11'.repeat(32), from: null, token: null, amount: 3n, extrinsic: null },
  ]);
});

test('[K1] one movement with two events counts once, and two movements of the same amount count twice', () => {
  const amounts = (...events: readonly ReturnType<typeof EVENTS.minted>[]) =>
    findPayments([...time, ...outsideExtrinsics('Finalization', ...events)]).map(({ amount }) => amount);
  const [minted, deposited] = [EVENTS.minted(OURS, 5n), EVENTS.deposit(OURS, 5n)];
  expect(amounts(minted, deposited)).toEqual([5n]);
  expect(amounts(deposited, EVENTS.endowed(OURS, 5n), minted)).toEqual([5n]);
  expect(amounts(paid, deposited)).toEqual([5n]);
  expect(amounts(EVENTS.tokenIssued(1984, OURS, 5n), EVENTS.tokenDeposited(1984, OURS, 5n))).toEqual([5n]);
  expect(amounts(deposited, deposited)).toEqual([5n, 5n]);
  expect(amounts(minted, deposited, deposited)).toEqual([5n, 5n]);
  expect(amounts(minted, deposited, minted, deposited)).toEqual([5n, 5n]);
  expect(amounts(minted, EVENTS.messageProcessed(OURS, 1), deposited)).toEqual([5n, 5n]);
  expect(amounts(minted, EVENTS.deposit(THEIRS, 5n), deposited)).toEqual([5n, 5n, 5n]);
  expect(amounts(deposited, EVENTS.tokenDeposited(1984, OURS, 5n), EVENTS.deposit(OURS, 6n))).toEqual([5n, 5n, 6n]);
  const apart = [...inExtrinsic(1, minted, EVENTS.succeeded()), ...inExtrinsic(2, deposited, EVENTS.succeeded())];
  expect(findPayments([...time, ...apart])).toHaveLength(2);
});

test('[K1] the rest of a fee is no payment, whether its extrinsic succeeded or not', () => {
  const fee = [EVENTS.withdraw(OURS, 9n), EVENTS.deposit(OURS, 4n), EVENTS.feePaid(OURS, 5n)];
  for (const end of [EVENTS.succeeded(), EVENTS.failed()]) {
    expect(findPayments([...time, ...inExtrinsic(1, ...fee, end)])).toEqual([]);
  }
});

test('[D3] an event of the same name and form from another pallet is no payment', () => {
  const value = { type: 'Transfer', value: { from: THEIRS, to: OURS, amount: 5n } };
  const records = (pallet: string) => [...time, ...inExtrinsic(1, { type: pallet, value }, EVENTS.succeeded())];
  expect(findPayments(records('Balances'))).toHaveLength(1);
  for (const pallet of ['Assets', 'ForeignAssets', 'PoolAssets', 'balances']) {
    expect(findPayments(records(pallet))).toEqual([]);
  }
});

test('[D3] coins under a vesting schedule can’t be sold, and do not count', () => {
  const vesting = (account: string) => ({
    type: 'Vesting',
    value: { type: 'VestingUpdated', value: { account, unvested: 5n } },
  });
  const records = (account: string) => [...time, ...inExtrinsic(1, paid, vesting(account), EVENTS.succeeded())];
  expect(findPayments(records(OURS))).toEqual([]);
  expect(findPayments(records(THEIRS))).toHaveLength(1);
  const beside = [
    ...time,
    ...inExtrinsic(1, vesting(OURS), EVENTS.succeeded()),
    ...inExtrinsic(2, paid, EVENTS.succeeded()),
  ];
  expect(findPayments(beside)).toHaveLength(1);
});

test('the sender of an extrinsic is the account that paid its fee, whether it succeeded or not', () => {
  const failed = inExtrinsic(1, EVENTS.feePaid(OURS, 1n), EVENTS.failed());
  const done = inExtrinsic(2, EVENTS.feePaid(THEIRS, 1n), paid, EVENTS.succeeded());
  expect(findPayers([...time, ...failed, ...done])).toEqual([
    { account: '11'.repeat(32), extrinsic: 1 },
    { account: '22'.repeat(32), extrinsic: 2 },
  ]);
});

test('a token is identified by its id in the Assets pallet alone', () => {
  const events = [EVENTS.tokenTransferred(1984, THEIRS, OURS, 5n), EVENTS.tokenIssued(7, OURS, 6n), EVENTS.succeeded()];
  expect(findPayments([...time, ...inExtrinsic(1, ...events)])).toMatchObject([
    { token: '1984', amount: 5n },
    { token: '7', amount: 6n },
  ]);
});

const withFields = (fields: object): EventRecord[] =>
  inExtrinsic(1, { type: 'Balances', value: { type: 'Transfer', value: fields } }, EVENTS.succeeded());

const impossible: [string, readonly EventRecord[]][] = [
  ['nothing at all', []],
  ['no outcome', inExtrinsic(0, paid)],
  ['a payment of an extrinsic without an outcome', [...time, ...inExtrinsic(1, paid)]],
  ['a gap between extrinsics', [...time, ...inExtrinsic(2, paid, EVENTS.succeeded())]],
  ['two outcomes of one extrinsic', [...time, ...inExtrinsic(1, EVENTS.failed(), paid, EVENTS.succeeded())]],
  ['an amount that is none', [...time, ...withFields({ from: THEIRS, to: OURS, amount: '5' })]],
  ['no receiver', [...time, ...withFields({ from: THEIRS, amount: 5n })]],
  ['a receiver of another length', [...time, ...withFields({ from: THEIRS, to: OURS.slice(0, -2), amount: 5n })]],
  [
    'a transfer without fields',
    [...time, ...inExtrinsic(1, { type: 'Balances', value: { type: 'Transfer', value: null } }, EVENTS.succeeded())],
  ],
];

test.each(impossible)('[D9] a list of events with %s is refused', (_, records) => {
  expect(() => findPayments(records)).toThrow(NodeFault);
});
