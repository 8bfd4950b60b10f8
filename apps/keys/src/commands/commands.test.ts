// An export holds what the seed's private keys give; an address is proved only where it is the seed's.
import { readFile } from 'node:fs/promises';
import { associatedTokenAccount, readKeyExport } from '@kobogate/addresses';
import { findAsset } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { readWords } from '../derive/seed.ts';
import { openWallet } from '../derive/wallet.ts';
import { Refusal } from '../refusal.ts';
import { exportKeys } from './export-keys.ts';
import { layOut, newWords } from './new-words.ts';
import { proveAddress } from './prove-address.ts';

const wallet = openWallet(readWords(newWords()));
const other = openWallet(readWords(newWords()));
const sample = openWallet(readWords(`${'test '.repeat(11)}junk`));
const quiet = { onProgress: () => {} };
const prove = (address: string, upTo = 12) => proveAddress(wallet, address, { upTo, ...quiet });

test('[H-1] each family’s addresses are the same from the export as from the private keys', () => {
  for (const bitcoinScript of ['segwit', 'taproot'] as const) {
    const { text, signer } = exportKeys(wallet, { bitcoinScript, solana: 5, ...quiet });
    const { sources, isSample } = readKeyExport(Buffer.from(text), signer);
    expect(isSample).toBe(false);
    const keys = { ...wallet, bitcoin: wallet.bitcoin[bitcoinScript] };
    expect(sources).toHaveLength(6);
    for (const source of sources) expect(source.derive(4)).toEqual(keys[source.family].address(4));
  }
});

test('[H-1] the export of a published phrase is a sample', () => {
  const { text, signer } = exportKeys(sample, { bitcoinScript: 'segwit', solana: 0, ...quiet });
  expect(readKeyExport(Buffer.from(text), signer).isSample).toBe(true);
});

test('[H-1] the sandbox’s sample is what this tool makes from the public phrase, to the byte', async () => {
  const file = await readFile(new URL('../../../sandbox/data/sample-keys.txt', import.meta.url), 'utf8');
  expect(exportKeys(sample, { bitcoinScript: 'segwit', solana: 1_000, ...quiet }).text).toBe(file);
});

test('an export holds no word and no private key', () => {
  // Of BIP-39's own examples, so that no run draws a word that is also a field's name, or keys that happen to spell
  // one.
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const { text } = exportKeys(openWallet(readWords(words)), { bitcoinScript: 'segwit', solana: 3, ...quiet });
  expect(text).not.toMatch(/[xz]prv|xsk/);
  const found = new Set(text.split(/[^A-Za-z]+/));
  expect(words.split(' ').filter((word) => found.has(word))).toEqual([]);
});

test('[H-1] an address of each family is proved with its path, and another seed’s is not', () => {
  const families = [
    wallet.bitcoin.segwit,
    wallet.bitcoin.taproot,
    wallet.evm,
    wallet.cardano,
    wallet.polkadot,
    wallet.solana,
    wallet.tron,
  ];
  for (const keys of families) {
    const { address } = keys.address(11);
    expect(prove(address)).toEqual({ family: keys.family, path: keys.path(11), address, token: null });
    expect(prove(address, 11)).toBeNull();
  }
  expect(prove(other.evm.address(0).address)).toBeNull();
});

test('[H-1] the token account of a Solana address is proved too', () => {
  const { address } = wallet.solana.address(3);
  const account = associatedTokenAccount(address, findAsset('USDC', 'solana')?.contract ?? '');
  expect(prove(account)).toEqual({ family: 'solana', path: "m/44'/501'/3'/0'", address, token: 'USDC' });
  expect(prove(associatedTokenAccount(address, findAsset('USDT', 'solana')?.contract ?? ''))).toMatchObject({
    token: 'USDT',
  });
});

test('a text that is no address is refused', () => {
  expect(() => prove('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv')).toThrow(Refusal);
});

test('new words are 24, never the same, and laid out to be copied in their order', () => {
  const words = newWords();
  expect(words.split(' ')).toHaveLength(24);
  expect(newWords()).not.toBe(words);
  const numbered = [...layOut(words).matchAll(/(\d+)\. (\w+)/g)].map(
    ([, place, word]) => [Number(place), word] as const,
  );
  expect(
    numbered
      .toSorted(([one], [two]) => one - two)
      .map(([, word]) => word)
      .join(' '),
  ).toBe(words);
});
