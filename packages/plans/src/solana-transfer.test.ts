// A planned transfer on Solana is exactly one message: dated by its nonce, paid for by the treasury, moving what the
// plan says; and signatures are read back from exactly that message.
import { associatedTokenAccount, readBase58, solanaAddressWithSeed } from '@kobogate/addresses';
import { findAsset } from '@kobogate/contract';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import {
  makeNonce,
  type SolanaPlanned,
  solanaCost,
  solanaMessage,
  solanaSignatures,
  solanaTransaction,
  solanaTransferMessage,
  SYSTEM_PROGRAM,
} from './index.ts';

const TREASURY = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const DEPOSIT = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
const PAYEE = '5UHnabSiy1ydj37Kpu5bJ3A3xENGTZmbm7hLx9RB29P3';
const NONCE = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
const VALUE = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const USDC = findAsset('USDC', 'solana')?.contract ?? '';
const treasury = { chain: 1, index: 0, address: TREASURY } as const;
const SWEEP: SolanaPlanned = {
  kind: 'solana',
  stage: 0,
  purpose: 'sweep',
  asset: 'SOL@solana',
  amount: 258n,
  from: { chain: 0, index: 5, address: DEPOSIT },
  payee: TREASURY,
  payeePlace: treasury,
  refundId: null,
  payer: treasury,
  nonceAccount: NONCE,
  nonce: VALUE,
  opensAccount: false,
  unitPrice: 10_000n,
};
const hex = (address: string): string => bytesToHex(readBase58(address));

test('SOL: two signers, the nonce used up first, then the budget and the transfer', () => {
  const { bytes, signers } = solanaTransferMessage(SWEEP);
  expect(signers).toEqual([TREASURY, DEPOSIT]);
  const system = hex(SYSTEM_PROGRAM);
  const budget = hex('ComputeBudget111111111111111111111111111111');
  const blockhashes = hex('SysvarRecentB1ockHashes11111111111111111111');
  expect(bytesToHex(bytes)).toBe(
    [
      '020003',
      '06',
      ...[TREASURY, DEPOSIT, NONCE].map(hex),
      blockhashes,
      system,
      budget,
      hex(VALUE),
      '04',
      '04030203000404000000',
      '05000502a0860100',
      '050009031027000000000000',
      '040201000c020000000201000000000000',
    ].join(''),
  );
});

test('a token moves between associated accounts, and the payee’s is opened only where the plan says so', () => {
  const refund: SolanaPlanned = { ...SWEEP, asset: 'USDC@solana', purpose: 'refund', from: treasury, payee: PAYEE };
  const [plain, opening] = [solanaTransferMessage(refund), solanaTransferMessage({ ...refund, opensAccount: true })];
  expect(plain.signers).toEqual([TREASURY]);
  for (const { bytes } of [plain, opening]) {
    expect(bytesToHex(bytes)).toMatch(/0a0c020100000000000006$/);
    for (const owner of [TREASURY, PAYEE]) {
      expect(bytesToHex(bytes)).toContain(hex(associatedTokenAccount(owner, USDC)));
    }
  }
  expect(bytesToHex(plain.bytes)).not.toContain(hex('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'));
  expect(() => solanaTransferMessage({ ...refund, asset: 'USDC@polygon' })).toThrow('no coin of Solana');
  expect(() => solanaTransferMessage({ ...refund, amount: 1n << 64n })).toThrow(RangeError);
});

test('its highest cost is signatures, priority rounded up, and the rent of an account that it opens', () => {
  expect(solanaCost(SWEEP)).toBe(11_000n);
  expect(solanaCost({ ...SWEEP, unitPrice: 1n })).toBe(10_001n);
  expect(solanaCost({ ...SWEEP, from: treasury, opensAccount: true })).toBe(6_000n + 2_039_280n);
});

test('signatures are read back from the transaction of that message, and from no other', () => {
  const message = solanaTransferMessage(SWEEP);
  const signatures = [new Uint8Array(64).fill(1), new Uint8Array(64).fill(2)];
  const raw = bytesToHex(solanaTransaction(message, signatures));
  expect(solanaSignatures(message, raw)).toEqual(signatures);
  const other = solanaTransferMessage({ ...SWEEP, amount: 259n });
  for (const text of [
    raw.slice(0, -2),
    `${raw}00`,
    `0x${raw}`,
    raw.toUpperCase(),
    bytesToHex(solanaTransaction(other, signatures)),
  ]) {
    expect(solanaSignatures(message, text), text.slice(0, 8)).toBeNull();
  }
});

test('nonce accounts are made five at a time within the 1,232 bytes that a transaction has', () => {
  const made = Array.from({ length: 5 }, (_, at) => {
    const seed = String(1_000 + at);
    const account = solanaAddressWithSeed(DEPOSIT, seed, SYSTEM_PROGRAM);
    return makeNonce({ payer: DEPOSIT, seed, account, authority: TREASURY }, 1_447_680n);
  });
  const message = solanaMessage(DEPOSIT, VALUE, made.flat());
  expect(message.signers).toEqual([DEPOSIT]);
  expect(solanaTransaction(message).length).toBeLessThanOrEqual(1_232);
});

test('a nonce account is made also where its address holds something: only what it lacks is added', () => {
  const place = { payer: DEPOSIT, seed: '1', account: NONCE, authority: TREASURY };
  const kinds = (lamports: bigint) => makeNonce(place, lamports).map(({ data }) => data[0]);
  // `Transfer`, `AllocateWithSeed` and `InitializeNonceAccount` of `SystemInstruction`; `CreateAccountWithSeed` refuses such an address.
  expect(kinds(1n)).toEqual([2, 9, 6]);
  expect(kinds(0n)).toEqual([9, 6]);
});
