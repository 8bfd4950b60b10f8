// The addresses that the words' private keys give are those of common wallets, and those that the server
// derives from the exported public keys.
import { bitcoinAddressSource, evmAddressSource, textJunction } from '@kobogate/addresses';
import { cardanoAddressSource, polkadotAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { getPublicKey, HDKD } from '@scure/sr25519';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { polkadotAddress } from '@kobogate/addresses';
import { polkadotRoot } from './polkadot.ts';
import { readWords, WordsError } from './seed.ts';
import { openWallet } from './wallet.ts';

const ABANDON = `${'abandon '.repeat(11)}about`;
const JUNK = `${'test '.repeat(11)}junk`;
const CIP19 = 'test walk nut penalty hip pave soap entry language right filter choice';
const SUBSTRATE = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk';
const open = (words: string) => openWallet(readWords(words));

test('[H-1] BIP-84, BIP-86, BIP-44: the known keys and addresses of "abandon … about"', () => {
  const { bitcoin, evm } = open(ABANDON);
  expect(bitcoin.segwit.accountKey).toBe(
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  );
  expect(bitcoin.segwit.address(0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(bitcoin.segwit.path(7)).toBe("m/84'/0'/0'/0/7");
  expect(bitcoin.taproot.address(1).address).toBe('bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh');
  expect(evm.address(0).address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
});

test('[H-1] SLIP-10: Solana’s known addresses, and the known EVM account, of two sample phrases', () => {
  expect(open(ABANDON).solana.address(0).address).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk');
  const { solana, evm } = open(JUNK);
  expect(solana.address(0).address).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96');
  expect(solana.path(5)).toBe("m/44'/501'/5'/0'");
  expect(evm.accountKey).toBe(
    'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  );
});

test('[H-1] CIP-1852: the address of CIP-19', () => {
  const { cardano } = open(CIP19);
  expect(cardano.address(0).address).toBe('addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8');
  expect(cardano.path(3)).toBe("m/1852'/1815'/0'/0/3");
});

test('[H-1] Substrate: //Alice and //Alice/0 of the development phrase', () => {
  const alice = HDKD.secretHard(polkadotRoot(readWords(SUBSTRATE)), textJunction('Alice'));
  expect(polkadotAddress(getPublicKey(alice)).address).toBe('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5');
  const child = HDKD.secretSoft(alice, new Uint8Array(32));
  expect(polkadotAddress(getPublicKey(child)).address).toBe('14GFzffQsqqAnVd6NJMRC4C7DBgjNmeN8h7Y8ygjrS1iQDGK');
  expect(open(SUBSTRATE).polkadot.path(9)).toBe('//kobogate/9');
});

/**
 * The entropy 01 23 … ef, twice, at index 123456: Cardano by Emurgo's cardano-serialization-lib 15.0.3, Polkadot by
 * @polkadot/util-crypto 14.0.3.
 */
test('[H-1] Cardano and Polkadot agree with other libraries far from the first address', () => {
  const entropy = Buffer.from('0123456789abcdef'.repeat(4), 'hex');
  const { cardano, polkadot } = open(entropyToMnemonic(entropy, wordlist));
  expect(cardano.address(123_456).address).toBe('addr1vx84m2c2qucmh4aslg43qk0huh8yc49s0cyp28wzmfql5zqv2hcer');
  expect(polkadot.address(123_456).address).toBe('16UWBDceKT9Avf9zEaS381mAQGXgmzRBfhJkqQ5akyyuT2UQ');
});

test('[H-1] for any seed and index the public side gives the address of the private key', () => {
  const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(seeds, fc.nat({ max: 2 ** 31 - 2 }), (entropy, index) => {
      const { bitcoin, evm, cardano, polkadot } = open(entropyToMnemonic(entropy, wordlist));
      const pairs = [
        [bitcoin.segwit, bitcoinAddressSource(bitcoin.segwit.accountKey, 'segwit')],
        [bitcoin.taproot, bitcoinAddressSource(bitcoin.taproot.accountKey, 'taproot')],
        [evm, evmAddressSource(evm.accountKey)],
        [cardano, cardanoAddressSource(cardano.accountKey)],
        [polkadot, polkadotAddressSource(polkadot.accountKey)],
      ] as const;
      for (const [keys, source] of pairs) expect(source.derive(index)).toEqual(keys.address(index));
    }),
    { numRuns: 8 },
  );
});

test('words are read in any case and spacing, and a sample phrase is recognised', () => {
  expect(readWords(`  ${JUNK.toUpperCase().replaceAll(' ', '\n\t ')}\n`)).toEqual(readWords(JUNK));
  expect(readWords(JUNK).isPublic).toBe(true);
  expect(readWords(entropyToMnemonic(new Uint8Array(32).fill(9), wordlist)).isPublic).toBe(false);
});

test.each([
  ['', /these are 0/],
  [JUNK.replace('junk', ''), /these are 11/],
  [`${JUNK} ${JUNK} junk`, /these are 25/],
  [JUNK.replace('junk', 'junkk'), /Word 12 is not in the list of BIP-39\. It may be jungle, junior or junk\./],
  [JUNK.replace('junk', 'test'), /do not belong together/],
])('words that are no seed are refused without repeating them: %j', (words, sentence) => {
  const read = (): unknown => readWords(words);
  expect(read).toThrow(WordsError);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow('junkk');
});
