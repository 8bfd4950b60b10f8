// An export is read whole and unchanged or not at all: a changed byte, another seed's signature, a truncated file, and
// a key of another network are each refused in words.
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { AccountKeyError } from '../address-source.ts';
import { formatKeyExport, type PublicKeys, seal } from './format.ts';
import { readKeyExport } from './read-export.ts';

const signerOf = (byte: number) => {
  const key = new Uint8Array(32).fill(byte);
  return { publicKey: ed25519.getPublicKey(key), sign: (message: Uint8Array) => ed25519.sign(message, key) };
};
const SIGNER = signerOf(1);
const SIGNER_HEX = bytesToHex(SIGNER.publicKey);
const seed = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
const KEYS: PublicKeys = {
  isSample: false,
  bitcoinScript: 'taproot',
  bitcoin: seed.derive("m/86'/0'/0'").publicExtendedKey,
  evm: seed.derive("m/44'/60'/0'").publicExtendedKey,
  cardano:
    'acct_xvk1eame4ge0x5yrwpuqs5eyw89kfmjpgfkfh02xzdx6c2k9k2swcr5clf0u634tm82x6nv2j750x3j7938g70ya4k0lv6pr59s7etw2vpqgfmule',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
  solanaTreasury: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  tron: seed.derive("m/44'/195'/0'").publicExtendedKey,
};
const made = (keys: Partial<PublicKeys> = {}): Uint8Array => Buffer.from(formatKeyExport({ ...KEYS, ...keys }, SIGNER));
/** Why a file is refused, in the words for the operator; an empty text where it is taken. */
function refusal(file: Uint8Array, signer = SIGNER_HEX): string {
  try {
    readKeyExport(file, signer);
    return '';
  } catch (error) {
    if (error instanceof AccountKeyError) return error.message;
    throw error;
  }
}

test('[H-1] what was written is read: six families, the pool in its order, the purpose', () => {
  const { isSample, sources } = readKeyExport(made(), SIGNER_HEX.toUpperCase());
  expect(isSample).toBe(false);
  expect(sources.map(({ family }) => family)).toEqual(['bitcoin', 'evm', 'cardano', 'polkadot', 'solana', 'tron']);
  expect(sources[0]?.derive(0).address).toMatch(/^bc1p/);
  expect(sources[4]).toMatchObject({ size: 2, keyFingerprint: SIGNER_HEX });
  expect([0, 1].map((index) => sources[4]?.derive(index).address)).toEqual(KEYS.solana);
  expect(sources[4]?.treasury?.().address).toBe(KEYS.solanaTreasury);
  expect(readKeyExport(made({ isSample: true, solana: [] }), SIGNER_HEX)).toMatchObject({ isSample: true });
});

test('[H-1] a longer pool of the same seed goes on where the shorter one ended', () => {
  const more = readKeyExport(
    made({ solana: [...KEYS.solana, '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'] }),
    SIGNER_HEX,
  );
  const fewer = readKeyExport(made(), SIGNER_HEX);
  expect(more.sources[4]?.keyFingerprint).toBe(fewer.sources[4]?.keyFingerprint);
});

test('[H-1] no byte can be changed, removed or added', () => {
  const file = made();
  for (let at = 0; at < file.length - 1; at += 1) {
    const changed = Uint8Array.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(refusal(changed), `byte ${at}`).not.toBe('');
  }
  for (const length of [0, 1, file.length - 2, Math.floor(file.length / 2)]) {
    expect(refusal(file.subarray(0, length))).toMatch(/cut off, or is no key export/);
  }
  expect(refusal(Buffer.concat([Buffer.from('x'), file]))).toMatch(/checksum does not fit/);
  expect(refusal(Buffer.from(Buffer.from(file).toString().replaceAll('\n', '\r\n')))).toMatch(/cut off|checksum/);
});

test('[H-1] a file of another seed is refused, also when it is whole', () => {
  const other = signerOf(2);
  expect(refusal(Buffer.from(formatKeyExport(KEYS, other)))).toMatch(/signed by another key .* made from another seed/);
  const forged = { publicKey: SIGNER.publicKey, sign: other.sign };
  expect(refusal(Buffer.from(formatKeyExport(KEYS, forged)))).toMatch(/signature is not good/);
  expect(refusal(made(), 'ff'.repeat(32))).toMatch(/signed by another key/);
});

test.each<[string, Partial<PublicKeys>, RegExp]>([
  [
    'a Bitcoin key of a test network',
    { bitcoin: `tpub${KEYS.bitcoin.slice(4)}` },
    /Bitcoin account key is one of a test/,
  ],
  ['a private EVM key', { evm: seed.derive("m/44'/60'/0'").privateExtendedKey }, /EVM account key is a private key/],
  ['a zpub as EVM key', { evm: `zpub${KEYS.evm.slice(4)}` }, /EVM account key must begin with xpub/],
  ['a Kusama key', { polkadot: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F' }, /SS58 prefix 2 instead of 0/],
  ['an address as Cardano key', { cardano: 'addr1' }, /Cardano account key has a typing error/],
  ['a treasury that is no address', { solanaTreasury: '0' }, /treasury on Solana is not an address/],
  [
    'a pool with an empty line',
    { solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk\n'] },
    /should have 1 addresses and has 2/,
  ],
])('[H-1] a signed export with %s is refused in words', (_name, keys, words) => {
  expect(refusal(made(keys))).toMatch(words);
});

const retitled = (change: (text: string) => string): Uint8Array => {
  const text = Buffer.from(made()).toString();
  const body = change(text.slice(0, text.indexOf('sha256 ')));
  return Buffer.from(seal(body, SIGNER));
};

test('[H-1] an export from before Solana had a treasury is read as it is, without one', () => {
  const { sources } = readKeyExport(
    retitled((body) => body.replace(/solana-treasury .*\n/, '')),
    SIGNER_HEX,
  );
  expect(sources[4]?.treasury).toBeUndefined();
  expect(sources[4]?.derive(1).address).toBe(KEYS.solana[1]);
  expect(refusal(retitled((body) => body.replace("/501'/0'/1'", "/501'/0'/2'")))).toMatch(/Line 8 .*solana-treasury/);
});

test('[H-1] an export from before TRON was added is read as it is, without its addresses', () => {
  const { sources } = readKeyExport(
    retitled((body) => body.replace(/tron .*\n/, '')),
    SIGNER_HEX,
  );
  expect(sources.map(({ family }) => family)).not.toContain('tron');
  expect(sources[4]?.derive(1).address).toBe(KEYS.solana[1]);
  expect(sources[4]?.treasury?.().address).toBe(KEYS.solanaTreasury);
  const old = retitled((body) => body.replace(/solana-treasury .*\n/, ''));
  expect(readKeyExport(old, SIGNER_HEX).sources[5]?.family).toBe('tron');
  expect(refusal(retitled((body) => body.replace("/195'/0'", "/195'/1'")))).toMatch(/Line 9 .*tron/);
});

test('[H-1] a signed text of another kind or version is refused in words', () => {
  expect(refusal(retitled((body) => body.replace('export 1', 'export 2')))).toMatch(
    /not of the kind that this version reads/,
  );
  expect(refusal(retitled((body) => body.replace('purpose production', 'purpose play')))).toMatch(
    /production or a sample/,
  );
  expect(refusal(retitled((body) => body.replace("m/44'/60'", "m/44'/61'")))).toMatch(
    /Line 4 .* should begin with “evm m\/44'\/60'/,
  );
});
