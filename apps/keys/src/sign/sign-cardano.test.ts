// The key tool signs a Cardano plan by the keys of the coins' addresses, shows where everything goes, and refuses a
// plan that gives away what is not a refund.
import { idSchema } from '@kobogate/contract';
import { cardanoAddress } from '@kobogate/addresses';
import {
  type CardanoPlanned,
  cardanoBody,
  cardanoSignatures,
  formatFile,
  PLAN_FORMAT,
  readSignedPlans,
} from '@kobogate/plans';
import { cardanoAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { expect, test } from 'vitest';
import { prepareSigning } from '../commands/sign-plan.ts';
import { cardanoKeys } from '../derive/cardano.ts';
import { readWords } from '../derive/seed.ts';
import { spendingKeys } from '../derive/spending-keys.ts';

const seed = readWords(`${'test '.repeat(11)}junk`);
const keys = spendingKeys(seed);
const place = (chain: 0 | 1, index: number) => ({
  chain,
  index,
  address: cardanoAddress(keys.cardano(chain, index).publicKey).address,
});
const PAYEE = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const UNIT = `${'07'.repeat(28)}4b6f626f`;
const home = place(1, 0).address;
const input = (chain: 0 | 1, index: number, amount: bigint) => ({
  place: place(chain, index),
  transaction: 'ab'.repeat(32),
  index,
  amount,
});
const PLANNED: CardanoPlanned = {
  kind: 'cardano',
  stage: 0,
  inputs: [input(0, 4, 5_000_000n), input(1, 0, 3_000_000n)],
  outputs: [
    { address: PAYEE, amount: 6_000_000n, tokens: [], refundId: idSchema('Refund').parse('r') },
    { address: home, amount: 1_800_000n, tokens: [{ unit: UNIT, amount: 7n }], refundId: null },
  ],
  fee: 200_000n,
  invalidHereafter: 150_000_000,
};
const [paid, change] = PLANNED.outputs;
if (paid === undefined || change === undefined) throw new Error('a plan without its outputs');
const fileOf = (planned: CardanoPlanned): string =>
  formatFile({
    format: PLAN_FORMAT,
    id: idSchema('Plan').parse('sample'),
    network: 'cardano',
    madeAt: '',
    transactions: [planned],
  });

test('the treasury and the deposit addresses are those that the server derives', () => {
  const source = cardanoAddressSource(cardanoKeys(seed).accountKey);
  expect(source.treasury?.().address).toBe(home);
  expect(source.derive(4).address).toBe(place(0, 4).address);
});

test('a plan is shown in words, and every address that it spends from has signed its body', () => {
  const signing = prepareSigning(fileOf(PLANNED), keys);
  expect(signing.words).toContain(`6 ADA  to ${PAYEE}`);
  expect(signing.words).toMatch(/own addresses.*\(2 of them\):\n {2}1\.8 ADA\n {2}7 of 07/);
  expect(signing.words).toContain('takes 0.2 ADA at most');
  const [raw = ''] = readSignedPlans(signing.sign())?.[0]?.signed ?? [];
  const body = cardanoBody(PLANNED);
  const signatures = cardanoSignatures(body, raw, 2) ?? [];
  expect(signatures.map(({ publicKey }) => cardanoAddress(publicKey).address)).toEqual([place(0, 4).address, home]);
  for (const { publicKey, signature } of signatures) {
    expect(ed25519.verify(signature, blake2b(body, { dkLen: 32 }), publicKey)).toBe(true);
  }
});

test.each<[string, Partial<CardanoPlanned>, RegExp]>([
  ['change to another address', { outputs: [paid, { ...change, address: PAYEE }] }, /not your treasury/],
  [
    'change to a deposit address',
    { outputs: [paid, { ...change, address: place(0, 4).address }] },
    /not your treasury/,
  ],
  ['tokens for a payee', { outputs: [{ ...paid, tokens: change.tokens }, change] }, /not your treasury/],
  [
    'a payee with a typing error',
    { outputs: [{ ...paid, address: `${PAYEE.slice(0, -1)}9` }, change] },
    /typing error/,
  ],
  [
    'a coin of another seed',
    { inputs: [{ ...input(0, 4, 8_000_000n), place: { ...place(0, 5), index: 4 } }] },
    /your seed/,
  ],
  ['a refund to the treasury', { outputs: [{ ...paid, address: home }, change] }, /your own treasury/],
  ['one coin twice', { inputs: [input(0, 4, 5_000_000n), input(0, 4, 3_000_000n)] }, /one coin twice/],
  ['sums that do not fit', { fee: 199_999n }, /sums/],
  ['a fee beyond reason', { fee: 2_000_000n, outputs: [paid] }, /far more than it costs/],
])('%s is refused', (_name, changes, words) => {
  expect(() => prepareSigning(fileOf({ ...PLANNED, ...changes }), keys)).toThrow(words);
});
