// A replacement of a waiting transaction has its nonce and pays the same, and no address is asked for coins that it
// does not have.
import type { RefundId } from '@kobogate/contract';
import type { EvmPlanned, Planned } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { isSafeReplacement } from '../../../custody/treasury/safe-replacement.ts';
import {
  cancelling,
  draftReplacement,
  numberOf,
  type ReplacementFacts,
  type WaitingPayment,
} from './draft-replacement.ts';

const GAS = 21_000n;
const [TREASURY, DEPOSIT, PAYEE] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`];
const treasury = { chain: 1 as const, index: 0, address: TREASURY };
const deposit = { chain: 0 as const, index: 7, address: DEPOSIT };
const base = { kind: 'evm', gas: GAS, maxFeePerGas: 80n, maxPriorityFeePerGas: 8n, data: '0x' } as const;
const refund: EvmPlanned = {
  ...base,
  stage: 2,
  purpose: 'refund',
  asset: 'ETH@ethereum',
  amount: 500n,
  value: 500n,
  refundId: idFor<RefundId>('r'),
  from: treasury,
  payee: PAYEE,
  payeePlace: null,
  nonce: 4,
  to: PAYEE,
};
const gas: EvmPlanned = { ...refund, stage: 0, purpose: 'gas', refundId: null, payee: DEPOSIT, to: DEPOSIT, nonce: 3 };
const sweep: EvmPlanned = {
  ...refund,
  stage: 1,
  purpose: 'sweep',
  refundId: null,
  from: deposit,
  payee: TREASURY,
  payeePlace: treasury,
  to: TREASURY,
  nonce: 0,
};
const tokenSweep: EvmPlanned = { ...sweep, asset: 'USDT@ethereum', data: '0xa9059cbb', value: 0n };
const waits = (planned: EvmPlanned, rest: Partial<WaitingPayment> = {}): WaitingPayment => ({
  planned,
  txid: `0x${planned.purpose}`,
  mined: planned.nonce,
  final: 0,
  isKnown: false,
  ...rest,
});
const facts: ReplacementFacts = {
  network: 'ethereum',
  balances: new Map([
    [TREASURY, 10n ** 9n],
    [DEPOSIT, 10n ** 9n],
  ]),
  maxFeePerGas: 50n,
  maxPriorityFeePerGas: 20n,
  reserve: 0n,
  treasury: {
    address: { ...treasury, addressKey: TREASURY },
    native: 'ETH@ethereum',
    gas: GAS,
    promised: 0n,
    nonce: 4,
    taken: new Set([4, 6]),
  },
};
const draft = (waiting: readonly WaitingPayment[], rest: Partial<ReplacementFacts> = {}) => {
  const made = draftReplacement({ ...facts, ...rest }, waiting);
  if ('refusal' in made) throw new Error(made.refusal);
  return made;
};
const poor = (address: string, amount: bigint) => ({ balances: new Map([...facts.balances, [address, amount]]) });

test('the number, the payee and the amount stay; each price is an eighth higher, or what the network asks for', () => {
  const { transactions, impossible } = draft([waits(refund)]);
  expect(transactions).toEqual([{ ...refund, maxFeePerGas: 91n, maxPriorityFeePerGas: 20n }]);
  expect(transactions.map((each) => numberOf(each as EvmPlanned))).toEqual([numberOf(refund)]);
  expect(impossible.size).toBe(0);
});

test('a second replacement is dearer than the first, and still the only one with its number', () => {
  const [first] = draft([waits(refund)]).transactions;
  const { transactions } = draft([waits(refund), waits(first as EvmPlanned)]);
  expect(transactions).toEqual([{ ...refund, maxFeePerGas: 103n, maxPriorityFeePerGas: 23n }]);
});

test('while a block that is not final has the number nothing is replaced; once another is final there, it is impossible', () => {
  const used = { mined: 5, final: 4 };
  expect(() => draft([waits(refund, used)])).toThrow(/wait until that is final/);
  // The node has it: in a block that the watcher has yet to read.
  expect(() => draft([waits(refund, { mined: 5, final: 5, isKnown: true })])).toThrow(/wait until that is final/);
  const { transactions, impossible } = draft([waits(refund, { mined: 5, final: 5 }), waits({ ...gas, nonce: 6 })]);
  expect(impossible).toEqual(new Set(['0xrefund']));
  expect(transactions.map(({ stage }) => stage)).toEqual([0]);
});

test('a gas payment that is not mined yet grows with the price of the transaction that it is for', () => {
  const { transactions } = draft([waits(tokenSweep), waits(gas)], poor(DEPOSIT, GAS * 80n - 500n));
  expect(transactions).toMatchObject([
    { purpose: 'gas', amount: 500n + GAS * 11n, value: 500n + GAS * 11n },
    { purpose: 'sweep', maxFeePerGas: 91n },
  ]);
});

test('where the gas of a sweep was sent already and is too little by now, the treasury sends the rest', () => {
  const short = poor(DEPOSIT, GAS * 80n);
  const lacking = GAS * 11n;
  const { transactions, notes } = draft([waits(tokenSweep)], short);
  expect(transactions).toMatchObject([
    { purpose: 'gas', stage: 0, from: treasury, payee: DEPOSIT, amount: lacking, value: lacking, nonce: 5, gas: GAS },
    { purpose: 'sweep', stage: 1, nonce: 0, maxFeePerGas: 91n },
  ]);
  expect(notes).toEqual([]);
  // Beside those that take the place of others nothing but such gas is sent.
  const uses = (planned: Planned) => (planned.kind === 'evm' ? [numberOf(planned)] : []);
  expect(isSafeReplacement(uses, [tokenSweep], transactions)).toBe(true);
  expect(isSafeReplacement(uses, [tokenSweep], [...transactions, { ...sweep, nonce: 9 }])).toBe(false);
  const two = { ...tokenSweep, from: { ...deposit, address: PAYEE } };
  const both = { balances: new Map([...short.balances, [PAYEE, 0n]]) };
  expect(draft([waits(tokenSweep), waits(two)], both).transactions).toMatchObject(
    [5, 7, 0, 0].map((nonce) => ({ nonce })),
  );
  // What it promised elsewhere is not there for it, nor what its own transactions take.
  const promised = { ...facts.treasury, promised: 10n ** 9n - lacking - GAS * 50n };
  expect(draft([waits(tokenSweep)], { ...short, treasury: promised }).transactions).toHaveLength(2);
  const less = { ...promised, promised: promised.promised + 1n };
  expect(draft([waits(tokenSweep)], { ...short, treasury: less }).transactions).toEqual([]);
});

test('a sweep of the own coin pays for its own price; one that can not is left, unless a refund waits for it', () => {
  const shrunk = draft([waits({ ...sweep, amount: 10n ** 9n, value: 10n ** 9n })], poor(DEPOSIT, 10n ** 9n));
  expect(shrunk.transactions).toMatchObject([{ amount: 10n ** 9n - GAS * 91n, value: 10n ** 9n - GAS * 91n }]);
  const poorBoth = { ...poor(DEPOSIT, GAS * 80n), treasury: { ...facts.treasury, promised: 10n ** 9n } };
  const left = draft([waits(tokenSweep), waits(refund)], poorBoth);
  expect(left.transactions).toMatchObject([{ purpose: 'refund' }]);
  expect(left.notes).toEqual([expect.stringMatching(/left as they are/)]);
  const needed = { ...refund, asset: 'USDT@ethereum' };
  expect(() => draft([waits(tokenSweep), waits(needed)], poorBoth)).toThrow(/a refund waits for it/);
  expect(() => draft([waits(refund)], poor(TREASURY, 500n))).toThrow(/Put some in/);
});

test('nothing is drafted that the key tool would not sign', () => {
  expect(() => draft([waits(refund)], { maxFeePerGas: 10n ** 12n })).toThrow(/more than the key tool signs for/);
});

test('a refund, and nothing else, is cancelled by a payment of the treasury to itself with its nonce', () => {
  const own = { ...treasury, addressKey: TREASURY };
  const made = cancelling({ ...refund, asset: 'USDT@ethereum', data: '0xa9059cbb', value: 0n }, own, 'ETH@ethereum');
  const self = { to: TREASURY, payee: TREASURY, payeePlace: treasury, refundId: null, value: 1n, data: '0x' };
  expect(made).toMatchObject({ ...self, asset: 'ETH@ethereum', amount: 1n });
  expect(made === null ? null : numberOf(made)).toBe(numberOf(refund));
  expect(cancelling(sweep, own, 'ETH@ethereum')).toBeNull();
});
