// The transaction that a payer's wallet signs pays exactly the requested amount to the payment's address, and a signed
// transaction is read correctly. The bytes are those that @solana/kit 8.4.0 makes of the same instructions, except for
// the order in which it names accounts.
import { associatedTokenAccount } from '@kobogate/addresses';
import { findAsset, type NetworkAsset, type OrderId } from '@kobogate/contract';
import { solanaMessage, solanaTransaction } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../payments/solana-reference.ts';
import { readSignedTransaction } from './solana-message.ts';
import { transferTransaction } from './solana-transfer.ts';

const PAYER = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const ADDRESS = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
const BLOCKHASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const REFERENCE = referenceOf(idFor<OrderId>('01890000-0000-7000-8000-000000000001'));
const SOL =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAIE8DYnYkanW53jNJ7UKxXiMvZRj8IPX81PHWToH5vSWPcL8yufDbCWcgOP6jYTmxj5il8BSe9M4DMuRLmnfoPCLUJsaMxzdjQRV7ZcOgt5BFxgNg0KuxxUDrZe0pZDAGBmAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABFKWmYpvjip4TbXZ+V4Y/CP3BEGhA5RGgBCJh5sIx+8AEDAwABAgwCAAAAFc1bBwAAAAA=';
const USDC =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAYJ8DYnYkanW53jNJ7UKxXiMvZRj8IPX81PHWToH5vSWPdv1AsF7FrGx2a3vOsLAQyiZFavcN/agOYBbcBR0/1cW0DS8nxGHynp/roauKzTlJapxlsK5ipxPwH5QamTv1XtC/Mrnw2wlnIDj+o2E5sY+YpfAUnvTOAzLkS5p36Dwi3G+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKlCbGjMc3Y0EVe2XDoLeQRcYDYNCrscVA62XtKWQwBgZoyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZRSlpmKb44qeE212fleGPwj9wRBoQOURoAQiYebCMfvACCAYAAQMEBQYBAQYFAgQBAAcKDCC8vgAAAAAABg==';

function assetOf(currency: string): NetworkAsset {
  const asset = findAsset(currency, 'solana');
  if (asset === undefined) throw new Error(`no ${currency} on Solana`);
  return asset;
}
const made = (currency: string, units: bigint): Uint8Array =>
  transferTransaction({ asset: assetOf(currency), payer: PAYER, to: ADDRESS, units, reference: REFERENCE }, BLOCKHASH);
const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const signed = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes).fill(7, 1, 65);

describe('a transaction that pays', () => {
  it('in SOL is one transfer that names the reference', () => {
    expect(inBase64(made('SOL', 123_456_789n))).toBe(SOL);
  });

  it('in a token opens the receiving account where it is missing, then transfers with the decimals checked', () => {
    expect(inBase64(made('USDC', 12_500_000n))).toBe(USDC);
  });

  it('has no room for an amount that eight bytes do not hold', () => {
    expect(() => made('SOL', 1n << 64n)).toThrow(RangeError);
    expect(Buffer.from(made('SOL', (1n << 64n) - 1n)).toString('hex')).toMatch(/0c02000000f{16}$/);
  });

  it('has a separate reference for each payment', () => {
    expect(REFERENCE).toBe('5UHnabSiy1ydj37Kpu5bJ3A3xENGTZmbm7hLx9RB29P3');
    expect(referenceOf(idFor<OrderId>('01890000-0000-7000-8000-000000000002'))).not.toBe(REFERENCE);
  });
});

describe('a signed transaction', () => {
  it('is read for its id and its accounts', () => {
    const read = readSignedTransaction(signed(made('USDC', 1n)));
    const { contract } = assetOf('USDC');
    expect(read?.signature).toHaveLength(87);
    expect(read?.accounts.has(PAYER)).toBe(true);
    expect(read?.accounts.has(associatedTokenAccount(ADDRESS, contract ?? ''))).toBe(true);
    expect(read?.accounts.has(BLOCKHASH)).toBe(false);
  });

  it('of the later form, as wallets may send it back, is read likewise', () => {
    const legacy = signed(made('SOL', 5n));
    const later = Uint8Array.from([...legacy.subarray(0, 65), 0x80, ...legacy.subarray(65), 0]);
    expect(readSignedTransaction(later)).toEqual(readSignedTransaction(legacy));
  });

  it('is none without a signature, without its end, or of any other bytes', () => {
    const bytes = made('SOL', 5n);
    expect(readSignedTransaction(bytes)).toBeNull();
    expect(readSignedTransaction(signed(bytes).subarray(0, 130))).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        const read = readSignedTransaction(noise);
        expect(read === null || !read.accounts.has(ADDRESS)).toBe(true);
      }),
    );
  });

  it('with more than 127 accounts is read too', () => {
    const keys = Array.from({ length: 200 }, (_, index) => ({ address: referenceOf(idFor(String(index))) }));
    const many = solanaTransaction(
      solanaMessage(PAYER, BLOCKHASH, [{ program: ADDRESS, accounts: keys, data: new Uint8Array() }]),
    );
    expect(readSignedTransaction(signed(many))?.accounts.size).toBe(202);
  });
});
