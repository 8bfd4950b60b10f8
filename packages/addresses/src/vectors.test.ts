// Each family's addresses follow from the public account key alone, and are the ones that common wallets derive.
// Sources: BIP-84, BIP-86, CIP-19, the development phrase of Substrate. "abandon … about" is BIP-39's own sample
// phrase.
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { AccountKeyError } from './address-source.ts';
import { bitcoinAddressSource } from './bitcoin/address-source.ts';
import { cardanoAddressSource } from './cardano/address-source.ts';
import { polkadotAddressSource } from './polkadot/address-source.ts';
import { evmAddress, evmAddressSource } from './evm/address-source.ts';
import { formatSs58 } from './polkadot/ss58.ts';
import { solanaAddressSource } from './solana/pool.ts';
import { associatedTokenAccount } from './solana/token-account.ts';

/** BIP-39's seed of "abandon … about" with an empty passphrase, from its own vectors. */
const SEED = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const CIP19_ACCOUNT =
  'xpub1eame4ge0x5yrwpuqs5eyw89kfmjpgfkfh02xzdx6c2k9k2swcr5clf0u634tm82x6nv2j750x3j7938g70ya4k0lv6pr59s7etw2vpqmkkuux';
const ALICE = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const XPUB = HDKey.fromMasterSeed(SEED).derive("m/84'/0'/0'").publicExtendedKey;
const refusal = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    return error instanceof AccountKeyError ? error.message : error;
  }
};

test('[H-1] BIP-84: the account key gives the addresses of the proposal, written as zpub or as xpub', () => {
  for (const key of [ZPUB, XPUB]) {
    const { derive } = bitcoinAddressSource(key, 'segwit');
    expect(derive(0)).toEqual({
      address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      addressKey: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2',
    });
    expect(derive(1).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  }
});

test('[H-1] keys at any index are those of the library that the key tool derives with', () => {
  const account = HDKey.fromMasterSeed(SEED).derive("m/44'/60'/0'");
  const receiving = HDKey.fromExtendedKey(account.publicExtendedKey).deriveChild(0);
  const { derive } = evmAddressSource(account.publicExtendedKey);
  const indexes = [
    0,
    1,
    255,
    256,
    65_535,
    16_777_216,
    2 ** 31 - 2,
    ...Array.from({ length: 40 }, (_, at) => at * 48_611),
  ];
  for (const index of indexes) {
    const { publicKey } = receiving.deriveChild(index);
    if (publicKey === null) throw new Error('the library gave no key');
    expect([index, derive(index)]).toEqual([index, evmAddress(publicKey)]);
  }
});

test('[H-1] BIP-86: taproot addresses, whose key is the output script', () => {
  const xpub = HDKey.fromMasterSeed(SEED).derive("m/86'/0'/0'").publicExtendedKey;
  const { derive } = bitcoinAddressSource(xpub, 'taproot');
  expect(derive(0)).toEqual({
    address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    addressKey: '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
  });
  expect(derive(1).address).toBe('bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh');
});

test('[H-1] CIP-1852: the account key gives the enterprise address of CIP-19', () => {
  const address = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
  expect(cardanoAddressSource(CIP19_ACCOUNT).derive(0)).toEqual({ address, addressKey: address });
});

test('[H-1] Substrate: a soft child of the development account, derived in public', () => {
  expect(polkadotAddressSource(ALICE).derive(0).address).toBe('14GFzffQsqqAnVd6NJMRC4C7DBgjNmeN8h7Y8ygjrS1iQDGK');
});

test('[H-1] SPL: the token account of a Solana address’s USDC', () => {
  expect(
    associatedTokenAccount(
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    ),
  ).toBe('5N3f1tj9v1vc5TUZ8S7mCAnVmjVKrfnzXWhxLaxyZAgt');
});

test('[H-1] a Solana pool gives each line once, in order, and nothing beyond its end', () => {
  const lines = ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'];
  const named = { keyFingerprint: 'seed', treasury: null };
  for (const end of ['', '\n']) {
    const pool = solanaAddressSource(Buffer.from(lines.join('\n') + end), { ...named, size: 2 });
    expect([0, 1].map((index) => pool.derive(index).address)).toEqual(lines);
    expect(() => pool.derive(2)).toThrow(RangeError);
  }
  expect(() => solanaAddressSource(Buffer.from(lines.join('\n')), { ...named, size: 3 })).toThrow(
    'should have 3 addresses and has 2',
  );
  const broken = solanaAddressSource(Buffer.from('not an address'), { ...named, size: 1 });
  expect(() => broken.derive(0)).toThrow('Line 1 of the Solana pool is not an address');
});

test('[H-1] an index is a whole number from 0; each gives another address, and each key another fingerprint', () => {
  const sources = [
    bitcoinAddressSource(ZPUB, 'segwit'),
    cardanoAddressSource(CIP19_ACCOUNT),
    polkadotAddressSource(ALICE),
  ];
  for (const { derive } of sources) {
    for (const index of [-1, 0.5, 2 ** 31 - 1, Number.NaN]) expect(() => derive(index)).toThrow(RangeError);
    expect(new Set(Array.from({ length: 20 }, (_, index) => derive(index).addressKey)).size).toBe(20);
  }
  expect(new Set(sources.map(({ keyFingerprint }) => keyFingerprint)).size).toBe(3);
});

test.each([
  [
    'a private Bitcoin key',
    () => bitcoinAddressSource(HDKey.fromMasterSeed(SEED).privateExtendedKey, 'segwit'),
    /private key.*seen by others/,
  ],
  ['a Bitcoin test network', () => bitcoinAddressSource(`vpub${ZPUB.slice(4)}`, 'segwit'), /test network \(vpub…\)/],
  [
    'a Bitcoin typing error',
    () => bitcoinAddressSource(`${ZPUB.slice(0, -1)}t`, 'segwit'),
    /typing error or is cut off/,
  ],
  ['a zpub for taproot', () => bitcoinAddressSource(ZPUB, 'taproot'), /must begin with xpub\./],
  [
    'a Bitcoin key of another level',
    () => bitcoinAddressSource(HDKey.fromMasterSeed(SEED).publicExtendedKey, 'segwit'),
    /m\/84'\/0'\/0'.*0 levels deep/,
  ],
  ['a private Cardano key', () => cardanoAddressSource('acct_xsk1hs0'), /private key.*seen by others/],
  ['a Cardano typing error', () => cardanoAddressSource(`${CIP19_ACCOUNT.slice(0, -1)}y`), /checksum does not fit/],
  [
    'a Cardano address as key',
    () => cardanoAddressSource('addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'),
    /another kind of key/,
  ],
  [
    'a Polkadot key of another network',
    () => polkadotAddressSource('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'),
    /SS58 prefix 42 instead of 0/,
  ],
  ['a Polkadot typing error', () => polkadotAddressSource(ALICE.replace('F4u', 'F4v')), /checksum does not fit/],
  ['no Polkadot key at all', () => polkadotAddressSource('alice'), /not a Polkadot address/],
  [
    'a point that is on no curve (Polkadot)',
    () => polkadotAddressSource(formatSs58(new Uint8Array(32).fill(0xff))),
    /not a point of the curve/,
  ],
  [
    'the empty point (Polkadot)',
    () => polkadotAddressSource(formatSs58(new Uint8Array(32))),
    /not a point of the curve/,
  ],
])('[H-1] %s is refused in words', (_name, make, words) => {
  expect(refusal(make)).toMatch(words);
});
