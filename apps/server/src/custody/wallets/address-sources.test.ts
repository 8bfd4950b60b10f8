// The server starts only with an export that the key tool made for it, of the seed that the operator named, and says in time
// when a pool of addresses runs out.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddressSource, formatKeyExport } from '@kobogate/addresses';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigurationError } from '../../platform/errors.ts';
import { addressSupplies, warnOfLowSupply } from './address-supply.ts';
import { takeIndexes } from './db.ts';
import { loadAddressSources } from './load-address-sources.ts';

const seed = HDKey.fromMasterSeed(new Uint8Array(32).fill(5));
const own = HDKey.fromMasterSeed(new Uint8Array(32).fill(6)).derive("m/44'/60'/0'").publicExtendedKey;
const secret = new Uint8Array(32).fill(4);
const publicKey = ed25519.getPublicKey(secret);
const signer = Buffer.from(publicKey).toString('hex');

let sample: TestDatabase;
let folder: string;
beforeAll(async () => {
  sample = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kobogate-export-'));
});
afterAll(async () => {
  await sample.drop();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, isSample: boolean, change = (text: string) => text): Promise<string> {
  const text = formatKeyExport(
    {
      isSample,
      bitcoinScript: 'segwit',
      bitcoin: seed.derive("m/84'/0'/0'").publicExtendedKey,
      evm: seed.derive("m/44'/60'/0'").publicExtendedKey,
      cardano:
        'acct_xvk1eame4ge0x5yrwpuqs5eyw89kfmjpgfkfh02xzdx6c2k9k2swcr5clf0u634tm82x6nv2j750x3j7938g70ya4k0lv6pr59s7etw2vpqgfmule',
      polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk', 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
      solanaTreasury: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
      tron: seed.derive("m/44'/195'/0'").publicExtendedKey,
    },
    { publicKey, sign: (message) => ed25519.sign(message, secret) },
  );
  const file = join(folder, name);
  await writeFile(file, change(text));
  return file;
}
const load = (file: string | null, more: Partial<Parameters<typeof loadAddressSources>[0]> = {}) =>
  loadAddressSources({
    keyExport: file === null ? undefined : { file, signer },
    evmXpub: undefined,
    isProduction: true,
    networks: ['ethereum', 'bsc'],
    ...more,
  });
const families = (sources: readonly AddressSource[]) => sources.map(({ family }) => family).toSorted();

test('[H-1] an export gives addresses of every family, and EVM_XPUB goes before its EVM key', async () => {
  const file = await write('whole.txt', false);
  const all = ['bitcoin', 'cardano', 'evm', 'polkadot', 'solana', 'tron'];
  const [exported, overridden] = await Promise.all([load(file), load(file, { evmXpub: own })]);
  expect(families(exported)).toEqual(all);
  expect(families(overridden)).toEqual(all);
  const evm = (sources: readonly AddressSource[]) => sources.find(({ family }) => family === 'evm')?.derive(0);
  expect(evm(overridden)).not.toEqual(evm(exported));
  expect(evm(overridden)).toEqual(evm(await load(null, { evmXpub: own })));
});

test('[H-1] a changed export, another seed’s, a sample in production, and one that is not there stop the start in words', async () => {
  const whole = await write('whole.txt', false);
  const changed = await write('changed.txt', false, (text) => text.replace('HAgk', 'HAgj'));
  const play = await write('sample.txt', true);
  const stops: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
    [() => load(changed), /^KEYS_FILE can't be used\. .*checksum does not fit/],
    [() => load(null, { keyExport: { file: whole, signer: 'ab'.repeat(32) } }), /made from another seed/],
    [() => load(play), /KEYS_FILE is a sample whose private keys are public/],
    [() => load(join(folder, 'nowhere.txt')), /KEYS_FILE can't be read/],
    [() => load(null, { evmXpub: `${own.slice(0, -1)}1` }), /^EVM_XPUB can't be used\. .*typing error/],
    [() => load(null, { evmXpub: own, networks: ['ethereum', 'solana'] }), /^Solana is watched and has no account key/],
  ];
  for (const [loading, words] of stops) {
    const error: unknown = await loading().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ message: expect.stringMatching(words) });
  }
  expect(families(await load(play, { isProduction: false }))).toHaveLength(6);
});

test('[H-1] a pool is low when a fifth of it is left, and then a warning names it', async () => {
  const derive = () => ({ address: '', addressKey: '' });
  const source = (family: 'solana' | 'evm', size: number) =>
    ({ family, keyFingerprint: 'supply', size, derive }) as const;
  const sources = [source('solana', 10), source('evm', 1_000)];
  const said: unknown[] = [];
  const log = { ...silentLog, warn: (fields: unknown) => said.push(fields) };
  const watch = () => warnOfLowSupply({ database: sample.database, addressSources: sources, log });
  for (let taken = 0; taken < 7; taken += 1) {
    await sample.database.transaction((tx) => takeIndexes(tx, source('solana', 10), 1));
  }
  await watch();
  expect(said).toEqual([]);
  await sample.database.transaction((tx) => takeIndexes(tx, source('solana', 10), 1));
  expect(await addressSupplies(sample.database, sources)).toEqual([
    { family: 'solana', size: 10, taken: 8, isLow: true },
    { family: 'evm', size: 1_000, taken: 0, isLow: false },
  ]);
  await watch();
  expect(said).toEqual([{ family: 'solana', left: 2, size: 10 }]);
});
