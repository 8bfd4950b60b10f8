// The key tool signs what it shows: every address of ours is derived again, every signed byte does what the plan says,
// and a plan with any false statement is refused.
import { idSchema } from '@kobogate/contract';
import { bitcoinAddress, evmAddress } from '@kobogate/addresses';
import {
  type BitcoinPlanned,
  type EvmPlanned,
  formatFile,
  PLAN_FORMAT,
  type Planned,
  PLANS_FORMAT,
  readPlan,
  readSignedPlans,
  tokenTransferData,
} from '@kobogate/plans';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { prepareSigning } from '../commands/sign-plan.ts';
import { readWords } from '../derive/seed.ts';
import { spendingKeys } from '../derive/spending-keys.ts';
import { bytesOf, encodeRlp, joined, rlpNumber } from './rlp.ts';
import { signEvm } from './sign-evm.ts';

const keys = spendingKeys(readWords(`${'test '.repeat(11)}junk`));
const evmPlace = (chain: 0 | 1, index: number) => ({
  chain,
  index,
  address: evmAddress(keys.evm(chain, index).publicKey).address,
});
const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const treasury = evmPlace(1, 0);

const fileOf = (network: 'ethereum' | 'mainnet', transactions: Planned[]): string =>
  formatFile({ format: PLAN_FORMAT, id: idSchema('Plan').parse('sample'), network, madeAt: '', transactions });

const sweep: EvmPlanned = {
  kind: 'evm',
  stage: 1,
  purpose: 'sweep',
  asset: 'USDT@ethereum',
  amount: 40_000_000n,
  from: evmPlace(0, 5),
  payee: treasury.address,
  payeePlace: treasury,
  refundId: null,
  nonce: 3,
  to: USDT,
  value: 0n,
  data: tokenTransferData(treasury.address, 40_000_000n),
  gas: 60_000n,
  maxFeePerGas: 10n ** 10n,
  maxPriorityFeePerGas: 10n ** 9n,
};
const refund: EvmPlanned = {
  ...sweep,
  stage: 2,
  purpose: 'refund',
  asset: 'ETH@ethereum',
  amount: 10n ** 17n,
  from: treasury,
  payee: PAYEE,
  payeePlace: null,
  refundId: idSchema('Refund').parse('r'),
  to: PAYEE,
  value: 10n ** 17n,
  data: '0x',
  gas: 21_000n,
};

describe('RLP', () => {
  test('is written as the yellow paper has it', () => {
    const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
    expect(hex(encodeRlp(Buffer.from('dog')))).toBe('83646f67');
    expect(hex(encodeRlp([Buffer.from('cat'), Buffer.from('dog')]))).toBe('c88363617483646f67');
    expect(hex(encodeRlp(rlpNumber(0n)))).toBe('80');
    expect(hex(encodeRlp(rlpNumber(15n)))).toBe('0f');
    expect(hex(encodeRlp(rlpNumber(1024n)))).toBe('820400');
    expect(hex(encodeRlp([[], [[]], [[], [[]]]]))).toBe('c7c0c1c0c3c0c1c0');
    const long = Buffer.from('Lorem ipsum dolor sit amet, consectetur adipisicing elit');
    expect(hex(encodeRlp(long))).toBe(`b838${hex(long)}`);
  });
});

describe('a plan of an EVM network', () => {
  test('is shown in words, and signed by the keys of its addresses', () => {
    const signing = prepareSigning(fileOf('ethereum', [sweep, refund]), keys);
    expect(signing.words).toContain('2 transactions on Ethereum');
    expect(signing.words).toMatch(/own addresses.*\(2 of them\):\n {2}40 USDT\n/);
    expect(signing.words).toContain(`0.1 ETH  to ${PAYEE}`);
    expect(signing.words).toContain('takes 0.00081 ETH at most');
    expect(readSignedPlans(signing.sign())?.[0]?.signed).toHaveLength(2);
  });

  test('the signature is over what EIP-1559 says, and recovers to the sender', () => {
    const { privateKey, publicKey } = keys.evm(1, 0);
    const raw = bytesOf(signEvm(refund, 1, privateKey));
    expect(raw[0]).toBe(2);
    const fields = [1n, 3n, 10n ** 9n, 10n ** 10n, 21_000n].map(rlpNumber);
    const unsigned = encodeRlp([...fields, bytesOf(PAYEE), rlpNumber(10n ** 17n), new Uint8Array(), []]);
    const hash = keccak_256(joined([Uint8Array.of(2), unsigned]));
    const parity = raw.at(-67) ?? 0;
    const signature = joined([Uint8Array.of(parity === 0x80 ? 0 : parity), raw.subarray(-65, -33), raw.subarray(-32)]);
    const recovered = secp256k1.recoverPublicKey(signature, hash, { prehash: false });
    expect(Buffer.from(recovered).equals(Buffer.from(publicKey))).toBe(true);
  });

  test.each<[string, EvmPlanned, RegExp]>([
    [
      'a sweep to another address',
      { ...sweep, payee: PAYEE, data: tokenTransferData(PAYEE, sweep.amount) },
      /does not end at an address of yours/,
    ],
    [
      'a sweep whose call pays another address',
      { ...sweep, data: tokenTransferData(PAYEE, sweep.amount) },
      /something else than the plan says/,
    ],
    ['a call of another contract', { ...sweep, to: PAYEE }, /something else/],
    [
      'a larger amount in the call',
      { ...sweep, data: tokenTransferData(treasury.address, sweep.amount + 1n) },
      /something else/,
    ],
    ['coins beside the call', { ...sweep, value: 1n }, /something else/],
    ['an unknown coin', { ...sweep, asset: 'DOGE@ethereum' }, /moves DOGE/],
    ['a coin of another network', { ...sweep, asset: 'USDT@polygon' }, /moves USDT@polygon/],
    ['an address of another seed', { ...sweep, from: { ...sweep.from, address: PAYEE } }, /your seed has 0x/],
    [
      'a treasury of another seed',
      {
        ...sweep,
        payee: PAYEE,
        payeePlace: { ...treasury, address: PAYEE },
        data: tokenTransferData(PAYEE, sweep.amount),
      },
      /your seed has 0x/,
    ],
    [
      'a second treasury of the seed, which nothing looks at',
      {
        ...sweep,
        payee: evmPlace(1, 1).address,
        payeePlace: evmPlace(1, 1),
        data: tokenTransferData(evmPlace(1, 1).address, sweep.amount),
      },
      /another treasury/,
    ],
    ['a fee beyond reason', { ...sweep, maxFeePerGas: 10n ** 13n }, /far more than it costs/],
    ['gas beyond reason', { ...sweep, gas: 10n ** 8n }, /far more than it costs/],
    ['a refund to the treasury', { ...refund, payee: treasury.address, to: treasury.address }, /your own treasury/],
    [
      'a payee with a typing error',
      { ...refund, payee: PAYEE.replace('94', '95'), to: PAYEE.replace('94', '95') },
      /typing error/,
    ],
  ])('%s is refused', (_name, planned, words) => {
    expect(() => prepareSigning(fileOf('ethereum', [refund, planned]), keys)).toThrow(words);
  });
});

describe('a plan of Bitcoin', () => {
  const at = (script: 'segwit' | 'taproot', chain: 0 | 1, index: number) => {
    const { address, addressKey } = bitcoinAddress(keys.bitcoin[script](chain, index).publicKey, script);
    return { place: { chain, index, address }, script: Buffer.from(addressKey, 'hex') };
  };
  // Not the treasury: to the tool an address like any other.
  const payee = at('segwit', 0, 99);

  /** A transaction that made a coin at each script. */
  function maker(scripts: readonly Uint8Array[], amount: bigint) {
    const transaction = new Transaction();
    transaction.addInput({ txid: 'ab'.repeat(32), index: 0 });
    for (const script of scripts) transaction.addOutput({ script, amount });
    return { txid: transaction.id, raw: transaction.unsignedTx };
  }

  function planned(
    script: 'segwit' | 'taproot',
    { fee = 2_000n, home = at(script, 1, 0), hasMaker = true } = {},
  ): BitcoinPlanned {
    const inputs = [at(script, 0, 4), at(script, 1, 0)];
    const transaction = new Transaction();
    const made = maker(
      inputs.map((input) => input.script),
      5_000_000n,
    );
    for (const [index, input] of inputs.entries()) {
      const witnessUtxo = { script: input.script, amount: 5_000_000n };
      const proof = hasMaker ? { nonWitnessUtxo: made.raw } : {};
      transaction.addInput({ txid: made.txid, index, witnessUtxo, ...proof });
    }
    transaction.addOutput({ script: payee.script, amount: 600_000n });
    transaction.addOutput({ script: home.script, amount: 9_400_000n - fee });
    return {
      kind: 'bitcoin',
      stage: 0,
      psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
      inputs: inputs.map(({ place }) => ({ place, amount: 5_000_000n })),
      outputs: [
        { address: payee.place.address, amount: 600_000n, refundId: idSchema('Refund').parse('r') },
        { address: home.place.address, amount: 9_400_000n - fee, refundId: null },
      ],
      fee,
    };
  }
  /** The same, with the maker's amounts changed: its id is another one then. */
  function lying(): BitcoinPlanned {
    const honest = planned('segwit');
    const from = maker([at('segwit', 0, 4).script, at('segwit', 1, 0).script], 5_000_000n).raw;
    const to = maker([at('segwit', 0, 4).script, at('segwit', 1, 0).script], 4_000_000n).raw;
    const bytes = Buffer.from(honest.psbt, 'base64').toString('hex');
    const hex = (raw: Uint8Array): string => Buffer.from(raw).toString('hex');
    const amounts = [5_000_000n, 4_000_000n].map((amount) => hex(joined([rlpNumber(amount)]).toReversed()));
    const changed = bytes.replaceAll(hex(from), hex(to)).replaceAll(amounts[0] ?? '', amounts[1] ?? '');
    return {
      ...honest,
      psbt: Buffer.from(changed, 'hex').toString('base64'),
      inputs: honest.inputs.map(({ place }) => ({ place, amount: 4_000_000n })),
    };
  }
  const [input, ...otherInputs] = planned('segwit').inputs;
  const [paid, change] = planned('segwit').outputs;
  if (input === undefined || paid === undefined || change === undefined) throw new Error('a plan without its parts');

  test.each(['segwit', 'taproot'] as const)('of %s addresses is shown in words and signed whole', (script) => {
    const signing = prepareSigning(fileOf('mainnet', [planned(script)]), keys);
    expect(signing.words).toContain(`0.006 BTC  to ${payee.place.address}`);
    expect(signing.words).toContain('takes 0.00002 BTC at most');
    const [raw = ''] = readSignedPlans(signing.sign())?.[0]?.signed ?? [];
    const signed = Transaction.fromRaw(Buffer.from(raw, 'hex'));
    expect(signed.isFinal).toBe(true);
    expect([signed.getOutput(0).amount, signed.getOutput(1).amount]).toEqual([600_000n, 9_398_000n]);
  });

  test.each<[string, BitcoinPlanned, RegExp]>([
    [
      'another payee than the PSBT has',
      { ...planned('segwit'), outputs: [{ ...paid, address: input.place.address }, change] },
      /pays another address/,
    ],
    [
      'another amount than the PSBT has',
      { ...planned('segwit'), outputs: [{ ...paid, amount: 1n }, change] },
      /pays another address/,
    ],
    [
      'another amount than the coin has',
      { ...planned('segwit'), inputs: [{ ...input, amount: 1n }, ...otherInputs] },
      /not locked to the address/,
    ],
    ['change that leaves the seed’s treasury', planned('segwit', { home: at('segwit', 1, 1) }), /not your treasury/],
    [
      'a refund to the treasury',
      { ...planned('segwit'), outputs: [paid, { ...change, refundId: idSchema('Refund').parse('r') }] },
      /your own treasury/,
    ],
    ['a fee beyond reason', planned('segwit', { fee: 1_000_000n }), /far more than it costs/],
    ['a coin without the transaction that made it', planned('segwit', { hasMaker: false }), /can’t be checked/],
    [
      'a coin with less than the transaction that made it gave it',
      lying(),
      /another transaction than the one that made/,
    ],
    ['no PSBT', { ...planned('segwit'), psbt: 'bm8=' }, /no PSBT/],
    ['an input less', { ...planned('segwit'), inputs: otherInputs }, /other inputs or outputs/],
  ])('%s is refused', (_name, made, words) => {
    expect(() => prepareSigning(fileOf('mainnet', [made]), keys)).toThrow(words);
  });
});

test('a plan that spends a coin in two of its transactions is refused', () => {
  // Each alone leaves the miners a sane fee; a part of one and a part of the other together need not.
  const { bitcoin } = keys;
  const { address, addressKey } = bitcoinAddress(bitcoin.segwit(1, 0).publicKey, 'segwit');
  const script = Buffer.from(addressKey, 'hex');
  const maker = new Transaction();
  maker.addInput({ txid: 'ab'.repeat(32), index: 0 });
  maker.addOutput({ script, amount: 5_000_000n });
  const transaction = new Transaction();
  transaction.addInput({ txid: maker.id, index: 0, nonWitnessUtxo: maker.unsignedTx });
  transaction.addOutput({ script, amount: 4_998_000n });
  const planned: BitcoinPlanned = {
    kind: 'bitcoin',
    stage: 0,
    psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
    inputs: [{ place: { chain: 1, index: 0, address }, amount: 5_000_000n }],
    outputs: [{ address, amount: 4_998_000n, refundId: null }],
    fee: 2_000n,
  };
  expect(prepareSigning(fileOf('mainnet', [planned]), keys).words).toContain('0.00002 BTC at most');
  expect(() => prepareSigning(fileOf('mainnet', [planned, planned]), keys)).toThrow(/one coin twice/);
});

test('gas for an address that no public key gives, so that nothing would ever find it again, is refused', () => {
  const hidden = evmPlace(0, 2 ** 31);
  const gas = {
    ...refund,
    stage: 0,
    purpose: 'gas' as const,
    payee: hidden.address,
    to: hidden.address,
    refundId: null,
  };
  expect(() => prepareSigning(fileOf('ethereum', [{ ...gas, payeePlace: hidden }]), keys)).toThrow(/no plan of this/);
});

test('a file that is no plan, an empty one, and one of two kinds are refused', () => {
  expect(() => prepareSigning('{}', keys)).toThrow(/no plan of this version/);
  expect(() => prepareSigning(fileOf('ethereum', []), keys)).toThrow(/no transactions/);
  expect(() => prepareSigning(fileOf('mainnet', [sweep]), keys)).toThrow(/another network than it says/);
});

test('one file has the plans of several networks: all are shown, and signed as each alone would be', () => {
  const other = { ...sweep, asset: 'ETH@base', amount: 5n, to: treasury.address, value: 5n, data: '0x' as const };
  const texts = [fileOf('ethereum', [sweep]), fileOf('ethereum', [refund]).replace('"sample"', '"other"')];
  const plans = texts.flatMap((text) => readPlan(text) ?? []);
  const base = { ...plans[0], id: idSchema('Plan').parse('third'), network: 'base', transactions: [other] };
  const file = formatFile({ format: PLANS_FORMAT, plans });
  const both = file.replace(
    /\n {2}\]\n\}\n$/,
    `,\n${JSON.stringify(base, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n  ]\n}\n`,
  );
  const signing = prepareSigning(both, keys);
  expect(signing.words).toContain('on Ethereum');
  expect(signing.words).toContain('on Base');
  const signed = readSignedPlans(signing.sign()) ?? [];
  expect(signed.map(({ plan }) => plan.network)).toEqual(['ethereum', 'ethereum', 'base']);
  const alone = readSignedPlans(prepareSigning(texts[0] ?? '', keys).sign())?.[0];
  expect(signed[0]).toEqual(alone);
  expect(() => prepareSigning(formatFile({ format: PLANS_FORMAT, plans: [...plans, ...plans] }), keys)).toThrow(
    /twice/,
  );
});
