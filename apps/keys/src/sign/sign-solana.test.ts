// The key tool signs transfers on Solana by the keys of the treasury and of the address that is emptied, the same way
// each time, and refuses a plan that lies.
import { idSchema } from '@kobogate/contract';
import { readKeyExport, solanaAddress } from '@kobogate/addresses';
import {
  formatFile,
  PLAN_FORMAT,
  readSignedPlans,
  type SolanaPlanned,
  solanaSignatures,
  solanaTransferMessage,
} from '@kobogate/plans';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { exportKeys } from '../commands/export-keys.ts';
import { prepareSigning } from '../commands/sign-plan.ts';
import { readWords } from '../derive/seed.ts';
import { openWallet } from '../derive/wallet.ts';

const wallet = openWallet(readWords(`${'test '.repeat(11)}junk`));
const keys = wallet.spending;
const place = (chain: 0 | 1, index: number) => ({
  chain,
  index,
  address: solanaAddress(keys.solana(chain, index).publicKey).address,
});
const PAYEE = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const [NONCE, OTHER_NONCE, VALUE] = [
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  '5UHnabSiy1ydj37Kpu5bJ3A3xENGTZmbm7hLx9RB29P3',
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
];
const treasury = place(1, 0);
const sweep: SolanaPlanned = {
  kind: 'solana',
  stage: 0,
  purpose: 'sweep',
  asset: 'USDC@solana',
  amount: 25_000_000n,
  from: place(0, 5),
  payee: treasury.address,
  payeePlace: treasury,
  refundId: null,
  payer: treasury,
  nonceAccount: NONCE,
  nonce: VALUE,
  opensAccount: false,
  unitPrice: 10_000n,
};
const refund: SolanaPlanned = {
  ...sweep,
  stage: 1,
  purpose: 'refund',
  asset: 'SOL@solana',
  amount: 1_500_000_000n,
  from: treasury,
  payee: PAYEE,
  payeePlace: null,
  refundId: idSchema('Refund').parse('r'),
  nonceAccount: OTHER_NONCE,
};
const fileOf = (transactions: SolanaPlanned[], network: 'solana' | 'polkadot' = 'solana'): string =>
  formatFile({ format: PLAN_FORMAT, id: idSchema('Plan').parse('sample'), network, madeAt: '', transactions });

test('the treasury and the deposit addresses are those that the server reads in the export', () => {
  const { text, signer } = exportKeys(wallet, { bitcoinScript: 'segwit', solana: 6, onProgress: () => {} });
  const source = readKeyExport(Buffer.from(text), signer).sources.find(({ family }) => family === 'solana');
  expect(source?.treasury?.().address).toBe(treasury.address);
  expect(source?.derive(5).address).toBe(place(0, 5).address);
  expect(wallet.solana.address(5).address).toBe(place(0, 5).address);
});

test('a plan is shown in words, and each transfer has the signatures that it needs, with the same bytes each time', () => {
  const signing = prepareSigning(fileOf([sweep, refund]), keys);
  expect(signing.words).toMatch(/own addresses.*\(2 of them\):\n {2}25 USDC\n/);
  expect(signing.words).toContain(`1.5 SOL  to ${PAYEE}`);
  expect(signing.words).toContain('takes 0.000017 SOL at most');
  const text = signing.sign();
  expect(prepareSigning(fileOf([sweep, refund]), keys).sign()).toBe(text);
  const signed = readSignedPlans(text)?.[0]?.signed ?? [];
  for (const [at, signers] of [[0, [treasury, sweep.from]] as const, [1, [treasury]] as const]) {
    const message = solanaTransferMessage([sweep, refund][at] ?? sweep);
    const signatures = solanaSignatures(message, signed[at] ?? '') ?? [];
    expect(message.signers).toEqual(signers.map(({ address }) => address));
    for (const [which, { chain, index }] of signers.entries()) {
      const { publicKey } = keys.solana(chain, index);
      expect(ed25519.verify(signatures[which] ?? new Uint8Array(64), message.bytes, publicKey)).toBe(true);
    }
  }
});

test('the account that a refund opens is counted in the network’s fee', () => {
  const opening = { ...refund, asset: 'USDT@solana', amount: 9_500_000n, opensAccount: true };
  expect(prepareSigning(fileOf([opening]), keys).words).toContain('takes 0.00204528 SOL at most');
});

test.each<[string, SolanaPlanned, RegExp]>([
  ['a sweep to another address', { ...sweep, payee: PAYEE }, /does not end at an address of yours/],
  [
    'a sweep to a deposit address',
    { ...sweep, payee: place(0, 1).address, payeePlace: place(0, 1) },
    /does not end at/,
  ],
  ['another treasury', { ...sweep, payee: place(1, 1).address, payeePlace: place(1, 1) }, /another treasury/],
  ['an address of another seed', { ...sweep, from: { ...sweep.from, address: PAYEE } }, /your seed has/],
  ['fees that a deposit address pays', { ...sweep, payer: sweep.from }, /not paid for by your treasury/],
  ['a treasury of another seed', { ...sweep, payer: { ...treasury, address: PAYEE } }, /your seed has/],
  ['a refund from a deposit address', { ...refund, from: place(0, 1) }, /not paid from your treasury/],
  ['a coin of another network', { ...sweep, asset: 'USDC@polygon' }, /moves USDC@polygon/],
  ['nothing', { ...sweep, amount: 0n }, /moves USDC/],
  ['a fee beyond reason', { ...sweep, unitPrice: 100_000_000n }, /far more than it costs/],
  ['a nonce that is none', { ...sweep, nonceAccount: '1'.repeat(43) }, /has no nonce/],
  ['a refund to the treasury', { ...refund, payee: treasury.address }, /your own treasury/],
  ['a payee that is no address', { ...refund, payee: PAYEE.slice(0, 30) }, /Nothing was signed/],
])('%s is refused', (_name, planned, words) => {
  expect(() => prepareSigning(fileOf([planned]), keys)).toThrow(words);
});

test('two transactions with one nonce, of which the network takes one, are refused', () => {
  expect(() => prepareSigning(fileOf([sweep, { ...refund, nonceAccount: NONCE }]), keys)).toThrow(/one nonce/);
});

test('transfers on Solana in the plan of another network are refused', () => {
  expect(() => prepareSigning(fileOf([sweep], 'polkadot'), keys)).toThrow(/another network than it says/);
});
