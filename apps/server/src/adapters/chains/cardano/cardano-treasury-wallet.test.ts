// A coin that can't be moved at the fee of a plain one holds back no other.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cardanoAddressSource } from '@kobogate/testkit/custody/address-sources.ts';
import { expect, test } from 'vitest';
import type { OwnAddress } from '../../../custody/index.ts';
import { createCardanoTreasuryWallet } from './cardano-treasury-wallet.ts';

const source = cardanoAddressSource(
  'xpub1eame4ge0x5yrwpuqs5eyw89kfmjpgfkfh02xzdx6c2k9k2swcr5clf0u634tm82x6nv2j750x3j7938g70ya4k0lv6pr59s7etw2vpqmkkuux',
);
const treasury: OwnAddress = { chain: 1, index: 0, ...(source.treasury?.() ?? source.derive(0)) };
const deposit: OwnAddress = { chain: 0, index: 0, ...source.derive(0) };
const hash = (digit: string): string => digit.repeat(64);

const block = (height: number) => ({
  height,
  hash: hash('b'),
  previous_block: hash('a'),
  time: 1_790_000_000,
  slot: 1_000,
  tx_count: 0,
});
const coin = (digit: string, script: string | null) => ({
  address: deposit.address,
  tx_hash: hash(digit),
  output_index: 0,
  amount: [{ unit: 'lovelace', quantity: '5000000' }],
  block: hash('b'),
  data_hash: null,
  inline_datum: null,
  reference_script_hash: script,
});
/** Of Blockfrost's API what drafting asks for. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/genesis': { network_magic: 764_824_073, system_start: 1_506_203_091 },
  [`/addresses/${deposit.address}/utxos`]: [coin('1', null), coin('2', 'c'.repeat(56))],
  [`/addresses/${treasury.address}/utxos`]: [],
  [`/blocks/${hash('b')}`]: block(100),
  '/blocks/latest': block(200),
  '/epochs/latest/parameters': {
    min_fee_a: 44,
    min_fee_b: 155_381,
    coins_per_utxo_size: '4310',
    max_tx_size: 16_384,
    min_fee_ref_script_cost_per_byte: 15,
  },
};

test('a coin with a script, whose fee is by the script’s size, stays and is named; the others are swept', async () => {
  const server = createServer((request, response) => {
    response.end(JSON.stringify(ANSWERS[String(request.url).split('?')[0] ?? '']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const treasuryWallet = createCardanoTreasuryWallet({
      rpcUrl: `http://127.0.0.1:${port}`,
      projectId: undefined,
      confirmations: 3,
    });
    const wish = { treasury, deposits: [deposit], refunds: [], isSweep: true, leastOf: () => 0n };
    const { transactions, notes } = await treasuryWallet.draft(wish);
    expect(transactions).toMatchObject([{ inputs: [{ transaction: hash('1') }] }]);
    expect(notes).toEqual([expect.stringContaining(`${hash('2')}#0 at ${deposit.address}`)]);
    // It is there all the same.
    expect(await treasuryWallet.holdings([deposit])).toMatchObject([{ amount: 10_000_000n }]);
  } finally {
    server.close();
  }
});
