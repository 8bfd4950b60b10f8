// The key tool signs DOT transfers by the keys of their senders, the same way each time, and refuses a plan that lies.
import { idSchema } from '@kobogate/contract';
import { polkadotAddress } from '@kobogate/addresses';
import {
  dotTransferOf,
  dotTransferPayload,
  dotTransferSignature,
  formatFile,
  PLAN_FORMAT,
  type PolkadotPlanned,
  readSignedPlans,
} from '@kobogate/plans';
import { polkadotAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { verify } from '@scure/sr25519';
import { expect, test } from 'vitest';
import { prepareSigning } from '../commands/sign-plan.ts';
import { polkadotKeys } from '../derive/polkadot.ts';
import { readWords } from '../derive/seed.ts';
import { spendingKeys } from '../derive/spending-keys.ts';

const seed = readWords(`${'test '.repeat(11)}junk`);
const keys = spendingKeys(seed);
const place = (chain: 0 | 1, index: number) => ({
  chain,
  index,
  address: polkadotAddress(keys.polkadot(chain, index).publicKey).address,
});
const PAYEE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const treasury = place(1, 0);
const sweep: PolkadotPlanned = {
  kind: 'polkadot',
  stage: 0,
  purpose: 'sweep',
  asset: 'DOT@polkadot',
  amount: 40_000_000_000n,
  from: place(0, 5),
  payee: treasury.address,
  payeePlace: treasury,
  refundId: null,
  nonce: 3,
  specVersion: 2_000_006,
  transactionVersion: 15,
  fee: 30_000_000n,
};
const refund: PolkadotPlanned = {
  ...sweep,
  stage: 1,
  purpose: 'refund',
  amount: 15_000_000_000n,
  from: treasury,
  payee: PAYEE,
  payeePlace: null,
  refundId: idSchema('Refund').parse('r'),
};
const fileOf = (transactions: PolkadotPlanned[]): string =>
  formatFile({
    format: PLAN_FORMAT,
    id: idSchema('Plan').parse('sample'),
    network: 'polkadot',
    madeAt: '',
    transactions,
  });

test('the treasury and the deposit addresses are those that the server derives', () => {
  const source = polkadotAddressSource(polkadotKeys(seed).accountKey);
  expect(source.treasury?.().address).toBe(treasury.address);
  expect(source.derive(5).address).toBe(place(0, 5).address);
});

test('a plan is shown in words, and each transfer is signed by its sender, to the same bytes each time', () => {
  const signing = prepareSigning(fileOf([sweep, refund]), keys);
  expect(signing.words).toMatch(/own addresses.*\(2 of them\):\n {2}4 DOT\n/);
  expect(signing.words).toContain(`1.5 DOT  to ${PAYEE}`);
  expect(signing.words).toContain('takes 0.006 DOT at most');
  const text = signing.sign();
  expect(prepareSigning(fileOf([sweep, refund]), keys).sign()).toBe(text);
  const signed = readSignedPlans(text)?.[0]?.signed ?? [];
  for (const [at, planned] of [sweep, refund].entries()) {
    const transfer = dotTransferOf(planned);
    const signature = dotTransferSignature(transfer, signed[at] ?? '');
    expect(signature && verify(dotTransferPayload(transfer), signature, transfer.from)).toBe(true);
  }
});

test.each<[string, PolkadotPlanned, RegExp]>([
  ['a sweep to another address', { ...sweep, payee: PAYEE }, /does not end at an address of yours/],
  [
    'a sweep to a deposit address',
    { ...sweep, payee: place(0, 1).address, payeePlace: place(0, 1) },
    /does not end at/,
  ],
  ['another treasury', { ...sweep, payeePlace: { ...treasury, index: 1 } }, /another treasury/],
  ['an address of another seed', { ...sweep, from: { ...sweep.from, address: PAYEE } }, /your seed has 1/],
  ['another coin', { ...sweep, asset: 'DOT@kusama' }, /moves DOT@kusama/],
  ['a fee beyond reason', { ...sweep, fee: 600_000_000n }, /far more than it costs/],
  ['a refund to the treasury', { ...refund, payee: treasury.address }, /your own treasury/],
  ['a payee with a typing error', { ...refund, payee: PAYEE.replace('Hr6', 'Hr7') }, /typing error/],
])('%s is refused', (_name, planned, words) => {
  expect(() => prepareSigning(fileOf([planned]), keys)).toThrow(words);
});
