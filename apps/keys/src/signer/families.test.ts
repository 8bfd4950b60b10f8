// On every family's networks the signer signs sweeps to the one cold address, by what the signed bytes do, within limits that
// it counts before a signature leaves; a plan that goes elsewhere, takes more, or costs more is refused, over any crash.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BitcoinScript, bitcoinAddress, checkAddress } from '@kobogate/addresses';
import { idSchema, type NetworkId, NETWORKS } from '@kobogate/contract';
import {
  formatFile,
  type KeyPlace,
  PLAN_FORMAT,
  type Planned,
  readSignedPlans,
  tokenTransferData,
} from '@kobogate/plans';
import { Transaction } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWords } from '../derive/seed.ts';
import { spendingKeys } from '../derive/spending-keys.ts';
import { FAMILIES } from './families.ts';
import { type Journal, openJournal } from './journal.ts';
import type { NetworkSettings } from './settings.ts';
import { gasOf, signWithinLimits } from './sign-within-limits.ts';

const keys = spendingKeys(readWords(`${'test '.repeat(11)}junk`));
const ONE = { purpose: 'sweep', stage: 0, payeePlace: null, refundId: null } as const;
const NONCES = [
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  '5UHnabSiy1ydj37Kpu5bJ3A3xENGTZmbm7hLx9RB29P3',
  'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
];

function placeOn(kind: Planned['kind'], chain: 0 | 1, index: number): KeyPlace {
  const { address } = FAMILIES[kind].addressAt(keys, { chain, index, address: '' });
  return { chain, index, address };
}

interface Wanted {
  readonly units: bigint;
  readonly to: string;
  readonly from?: KeyPlace;
  /** Number of the transaction. */
  readonly at?: number;
  /** A fee that no transfer costs. */
  readonly isDear?: boolean;
}
interface Case {
  readonly kind: Planned['kind'];
  readonly network: NetworkId;
  readonly asset: string;
  readonly cold: string;
  readonly other: string;
  make(wanted: Wanted): Planned;
  /** The least that a transaction counts for as a fee, in smallest units of the network's coin. */
  readonly fee: bigint;
  /** A plan that says what is right, and whose bytes do something else. */
  readonly lies?: readonly [string, Planned, RegExp][];
}

const evmOf = ({ units, to, from = placeOn('evm', 0, 5), at = 0, isDear = false }: Wanted): Planned => ({
  ...ONE,
  kind: 'evm',
  asset: 'USDT@base',
  amount: units,
  from,
  payee: to,
  nonce: at,
  to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  value: 0n,
  data: tokenTransferData(to, units),
  gas: 60_000n,
  maxFeePerGas: isDear ? 10n ** 14n : 10n ** 8n,
  maxPriorityFeePerGas: 10n ** 6n,
});
const tronOf =
  (asset: 'USDT@tron' | 'TRX@tron') =>
  ({ units, to, from = placeOn('tron', 0, 5), at = 0, isDear = false }: Wanted): Planned => ({
    ...ONE,
    kind: 'tron',
    asset,
    amount: units,
    from,
    payee: to,
    refBlock: '00fe',
    refHash: '8f3a5d21b0c94e77',
    expiration: 1_790_000_086_400,
    timestamp: 1_790_000_000_001 + at,
    feeLimit: isDear ? 90_000_000n : asset === 'TRX@tron' ? 0n : 15_000_000n,
    fee: 1n,
  });
const solanaOf =
  (asset: 'USDT@solana' | 'SOL@solana') =>
  ({ units, to, from = placeOn('solana', 0, 5), at = 0, isDear = false }: Wanted): Planned => ({
    ...ONE,
    kind: 'solana',
    asset,
    amount: units,
    from,
    payee: to,
    payer: placeOn('solana', 1, 0),
    nonceAccount: NONCES[at] ?? '',
    nonce: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    opensAccount: asset !== 'SOL@solana',
    unitPrice: isDear ? 10n ** 9n : 10_000n,
  });
const polkadotOf = ({ units, to, from = placeOn('polkadot', 0, 5), at = 0, isDear = false }: Wanted): Planned => ({
  ...ONE,
  kind: 'polkadot',
  asset: 'DOT@polkadot',
  amount: units,
  from,
  payee: to,
  nonce: at,
  specVersion: 2_000_006,
  transactionVersion: 15,
  fee: isDear ? 10n ** 10n : 0n,
});
const cardanoOf = ({ units, to, from = placeOn('cardano', 0, 5), at = 0, isDear = false }: Wanted): Planned => {
  const fee = isDear ? 5_000_000n : 200_000n;
  return {
    kind: 'cardano',
    stage: 0,
    inputs: [{ place: from, transaction: 'ab'.repeat(32), index: at, amount: units + fee }],
    outputs: [{ address: to, amount: units, tokens: [], refundId: null }],
    fee,
    invalidHereafter: 150_000_000,
  };
};

const scriptOf = (address: string): Buffer => {
  const checked = checkAddress('bitcoin', address, 'Bitcoin');
  if ('problem' in checked) throw new Error(checked.problem);
  return Buffer.from(checked.addressKey, 'hex');
};
const taproot: KeyPlace = {
  chain: 0,
  index: 5,
  address: bitcoinAddress(keys.bitcoin.taproot(0, 5).publicKey, 'taproot' satisfies BitcoinScript).address,
};
function bitcoinOf({ units, to, from = placeOn('bitcoin', 0, 5), at = 0, isDear = false }: Wanted): Planned {
  const fee = isDear ? 5_000_000n : 1_000n;
  const maker = new Transaction();
  maker.addInput({ txid: 'ab'.repeat(32), index: at });
  maker.addOutput({ script: scriptOf(from.address), amount: units + fee });
  const made = Transaction.fromRaw(maker.toBytes(true, false), { allowUnknownOutputs: true });
  const transaction = new Transaction();
  const witnessUtxo = { script: scriptOf(from.address), amount: units + fee };
  transaction.addInput({ txid: made.id, index: 0, nonWitnessUtxo: maker.toBytes(true, false), witnessUtxo });
  transaction.addOutput({ script: scriptOf(to), amount: units });
  return {
    kind: 'bitcoin',
    stage: 0,
    psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
    inputs: [{ place: from, amount: units + fee }],
    outputs: [{ address: to, amount: units, refundId: null }],
    fee,
  };
}

const TRON_COLD = { cold: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH', other: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
const SOLANA_COLD = { cold: NONCES[2] ?? '', other: NONCES[1] ?? '' };
const BITCOIN_COLD = {
  cold: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  other: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
};
const CASES: readonly Case[] = [
  {
    kind: 'evm',
    network: 'base',
    asset: 'USDC@base',
    cold: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    other: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    make: evmOf,
    fee: 60_000n * 10n ** 8n,
  },
  { kind: 'tron', network: 'tron', asset: 'USDT@tron', ...TRON_COLD, make: tronOf('USDT@tron'), fee: 15_000_000n },
  { kind: 'tron', network: 'tron', asset: 'TRX@tron', ...TRON_COLD, make: tronOf('TRX@tron'), fee: 1_100_000n },
  {
    kind: 'solana',
    network: 'solana',
    asset: 'USDT@solana',
    ...SOLANA_COLD,
    make: solanaOf('USDT@solana'),
    fee: 2_039_280n + 10_000n + 1_000n,
  },
  {
    kind: 'solana',
    network: 'solana',
    asset: 'SOL@solana',
    ...SOLANA_COLD,
    make: solanaOf('SOL@solana'),
    fee: 11_000n,
  },
  {
    kind: 'polkadot',
    network: 'polkadot',
    asset: 'DOT@polkadot',
    cold: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    other: '13UVJyLnbVp9RBZYFwFGyDvVd1y27Tt8tkntv6Q7JVPhFsTB',
    make: polkadotOf,
    fee: 50_000_000n,
  },
  {
    kind: 'cardano',
    network: 'cardano',
    asset: 'ADA@cardano',
    cold: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
    other: placeOn('cardano', 0, 99).address,
    make: cardanoOf,
    fee: 200_000n,
  },
  {
    kind: 'bitcoin',
    network: 'mainnet',
    asset: 'BTC@mainnet',
    ...BITCOIN_COLD,
    make: bitcoinOf,
    fee: 1_000n,
    lies: [
      [
        'a PSBT that pays another than its plan says',
        Object.assign(bitcoinOf({ units: 90_000n, to: BITCOIN_COLD.cold }), {
          psbt: Object(bitcoinOf({ units: 90_000n, to: BITCOIN_COLD.other })).psbt,
        }),
        /another address, and only/,
      ],
    ],
  },
];

let folder: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kobogate-signer-'));
  journal = openJournal(folder);
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true });
});

const planText = (id: string, network: NetworkId, transactions: Planned[]): string =>
  formatFile({ format: PLAN_FORMAT, id: idSchema('Plan').parse(id), network, madeAt: '', transactions });
const rawsIn = (text: string): readonly string[] => readSignedPlans(text)?.[0]?.signed ?? [];

describe.each(CASES.map((each) => [each.asset, each] as const))('%s', (asset, each) => {
  const { kind, network, cold, other, make, fee, lies = [] } = each;
  // Two transactions of the most, and their fees, are a day.
  const settings: NetworkSettings = {
    cold: coldOf(network, cold),
    limits: new Map([[asset, { transaction: 100_000n, day: 200_000n }]]),
    gasADay: 3n * fee,
  };
  const ask = (text: string, changes: Partial<NetworkSettings> = {}, into = journal): string =>
    signWithinLimits(text, {
      keys,
      settings: { networks: new Map([[network, { ...settings, ...changes }]]) },
      journal: into,
    });
  const sweep = (units: bigint, more: Partial<Wanted> = {}): Planned => make({ units, to: cold, ...more });

  test('a sweep to the cold address is signed, and counted by its bytes', () => {
    expect(rawsIn(ask(planText('one', network, [sweep(60_000n)])))).toHaveLength(1);
    expect(journal.today(asset)).toBe(60_000n);
    const counted = journal.today(gasOf(network));
    expect(counted >= fee && counted < 2n * fee, String(counted)).toBe(true);
  });

  test('what goes elsewhere, takes more, costs more, or is not this seed’s is refused, and counts for nothing', () => {
    const stranger = { ...placeOn(kind, 0, 5), address: other };
    const refusals: [string, string, RegExp][] = [
      ['another address', planText('a', network, [sweep(1_000n, { to: other })]), /another address, and only/],
      ['more than a transaction may', planText('a', network, [sweep(100_001n)]), /is the most/],
      [
        'coins of the treasury',
        planText('a', network, [sweep(1_000n, { from: placeOn(kind, 1, 0) })]),
        /of the treasury/,
      ],
      ['an address of another seed', planText('a', network, [sweep(1_000n, { from: stranger })]), /your seed has/],
      ['a fee beyond reason', planText('a', network, [sweep(1_000n, { isDear: true })]), /far more than it costs/],
      ['nothing at all', planText('a', network, [sweep(0n)]), /moves nothing|plain transfer/],
      [
        'another family’s',
        planText('a', network, [
          kind === 'polkadot' ? cardanoOf({ units: 1n, to: cold }) : polkadotOf({ units: 1n, to: cold }),
        ]),
        /another network than it says/,
      ],
      ...lies.map(([name, planned, words]): [string, string, RegExp] => [
        name,
        planText('a', network, [planned]),
        words,
      ]),
    ];
    for (const [name, text, words] of refusals) expect(() => ask(text), name).toThrow(words);
    expect(() => ask(planText('a', 'ethereum', [sweep(1_000n)]))).toThrow(/moves nothing on ethereum/);
    expect(() => ask(planText('a', network, [sweep(1_000n)]), { limits: new Map() })).toThrow(/No limit is set/);
    expect(() => ask(planText('a', network, [sweep(1_000n)]), { gasADay: fee - 1n })).toThrow(/coins for gas of/);
    expect([journal.today(asset), journal.today(gasOf(network))]).toEqual([0n, 0n]);
  });

  test('limits of a day hold over plans, for coins and for fees', () => {
    const wide = { gasADay: 100n * fee };
    ask(planText('one', network, [sweep(100_000n), sweep(60_000n, { at: 1 })]), wide);
    expect(() => ask(planText('two', network, [sweep(40_001n, { at: 2 })]), wide)).toThrow(/limit of/);
    ask(planText('three', network, [sweep(40_000n, { at: 2 })]), wide);
    const used = journal.today(gasOf(network));
    expect(used >= 3n * fee).toBe(true);
    const more = { limits: new Map([[asset, { transaction: 100_000n, day: 10n ** 9n }]]) };
    expect(() => ask(planText('four', network, [sweep(1_000n)]), { ...more, gasADay: used + fee - 1n })).toThrow(
      /gas of/,
    );
  });

  test('a plan that was counted when the signer died is signed when it is asked for again, and counts once', () => {
    const text = planText('one', network, [sweep(90_000n)]);
    const dying: Journal = {
      ...journal,
      add: (...given) => {
        journal.add(...given);
        throw new Error('killed');
      },
    };
    expect(() => ask(text, {}, dying)).toThrow('killed');
    journal.close();
    journal = openJournal(folder);
    const [first, again] = [ask(text), ask(text)].map(rawsIn);
    expect(first).toHaveLength(1);
    // Polkadot's signatures hold chance: 64 bytes after the head, the sender and the kind of signature.
    const withoutChance = (raw: string): string =>
      kind === 'polkadot' ? raw.replace(/^(0x.{74})(.{128})/, '$1') : raw;
    expect(again?.map(withoutChance)).toEqual(first?.map(withoutChance));
    expect(journal.today(asset)).toBe(90_000n);
    expect(() => ask(planText('one', network, [sweep(90_001n)]))).toThrow(/Another plan of this name/);
  });

  test('bytes that are cut off, or followed by others, are no transfer', () => {
    const planned = sweep(60_000n);
    const [raw = ''] = rawsIn(ask(planText('one', network, [planned])));
    // One family’s reader reads its own plans alone.
    const read = (bytes: string): unknown =>
      FAMILIES[kind].read(bytes, { network, planned: planned as never, cold: settings.cold });
    expect(read(raw)).toMatchObject({ moves: [{ to: settings.cold.addressKey, amount: 60_000n }] });
    for (const wrong of [raw.slice(0, -2), `${raw}00`, raw.slice(0, raw.length / 2)])
      expect(() => read(wrong)).toThrow(/./);
  });
});

test('gas of TRON’s treasury reaches the address that is swept, and no other coin and no other place', () => {
  const deposit = placeOn('tron', 0, 5);
  const treasury = placeOn('tron', 1, 0);
  const gas = (changes: object = {}): Planned =>
    Object.assign(tronOf('TRX@tron')({ units: 20_000_000n, to: deposit.address, from: treasury }), {
      purpose: 'gas',
      payeePlace: deposit,
      ...changes,
    });
  const networks = new Map([
    ['tron' as const, { cold: coldOf('tron', TRON_COLD.cold), limits: new Map(), gasADay: 30_000_000n }],
  ]);
  const ask = (planned: Planned): string =>
    signWithinLimits(planText(`gas ${Math.random()}`, 'tron', [planned]), { keys, settings: { networks }, journal });
  expect(() => ask(gas({ payee: TRON_COLD.other }))).toThrow(/does not go to the address/);
  expect(() => ask(gas({ payee: TRON_COLD.cold }))).toThrow(/does not go to the address/);
  expect(() => ask(gas({ payeePlace: { ...deposit, index: 6 } }))).toThrow(/your seed has/);
  expect(() => ask(gas({ asset: 'USDT@tron', feeLimit: 1n }))).toThrow(/takes USDT of the treasury/);
  expect(() => ask(gas({ payeePlace: treasury, payee: treasury.address }))).toThrow(/of the treasury/);
  ask(gas());
  expect(() => ask(gas())).toThrow(/gas of tron is 30/);
});

test('coins at a taproot address are swept too', () => {
  const planned = bitcoinOf({ units: 50_000n, to: BITCOIN_COLD.cold, from: taproot });
  const limits = new Map([['BTC@mainnet', { transaction: 50_000n, day: 50_000n }]]);
  const networks = new Map([
    ['mainnet' as const, { cold: coldOf('mainnet', BITCOIN_COLD.cold), limits, gasADay: 2_000n }],
  ]);
  const [raw = ''] = rawsIn(
    signWithinLimits(planText('one', 'mainnet', [planned]), { keys, settings: { networks }, journal }),
  );
  expect(Transaction.fromRaw(Buffer.from(raw, 'hex')).getOutput(0)).toMatchObject({ amount: 50_000n });
});

function coldOf(network: NetworkId, text: string) {
  const checked = checkAddress(NETWORKS[network].family, text, NETWORKS[network].name);
  if ('problem' in checked) throw new Error(checked.problem);
  return checked;
}
