// A plan's transfers on TRON are, byte for byte, those that tronweb makes and signs (it shares no code with ours), and a
// plan that pays somebody else, or more than a transfer costs, is not signed.
import { idSchema } from '@kobogate/contract';
import { formatFile, PLAN_FORMAT, readSignedPlans, type TronPlanned, tronTransactionId } from '@kobogate/plans';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { prepareSigning } from '../commands/sign-plan.ts';
import { readWords } from '../derive/seed.ts';
import { openWallet } from '../derive/wallet.ts';

const PHRASES = [`${'abandon '.repeat(11)}about`, `${'test '.repeat(11)}junk`];
const PAYEE = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const refundId = idSchema('Refund').parse('r');

const keyOf = (phrase: string, chain: number, index: number) =>
  utils.accounts.generateAccountWithMnemonic(phrase, `m/44'/195'/0'/${chain}/${index}`);

function samples(phrase: string): { sweep: TronPlanned; refund: TronPlanned; gas: TronPlanned } {
  const place = (chain: 0 | 1, index: number) => ({ chain, index, address: keyOf(phrase, chain, index).address });
  const sweep: TronPlanned = {
    kind: 'tron',
    stage: 1,
    purpose: 'sweep',
    asset: 'USDT@tron',
    amount: 40_000_001n,
    from: place(0, 5),
    payee: place(1, 0).address,
    payeePlace: place(1, 0),
    refundId: null,
    refBlock: '00fe',
    refHash: '8f3a5d21b0c94e77',
    expiration: 1_790_000_086_400_000 / 1_000,
    timestamp: 1_790_000_000_001,
    feeLimit: 15_600_000n,
    fee: 15_945_000n,
  };
  const refund: TronPlanned = {
    ...sweep,
    stage: 2,
    purpose: 'refund',
    from: place(1, 0),
    payee: PAYEE,
    payeePlace: null,
    refundId,
  };
  const trx = { asset: 'TRX@tron', feeLimit: 0n, fee: 1_368_000n };
  const gas: TronPlanned = {
    ...sweep,
    ...trx,
    stage: 0,
    purpose: 'gas',
    amount: 300n,
    from: place(1, 0),
    payee: place(0, 5).address,
    payeePlace: place(0, 5),
  };
  return { sweep, refund, gas };
}

/** Has the key tool sign a plan, and answers its raw transactions. */
function sign(phrase: string, transactions: TronPlanned[], network: 'tron' | 'ethereum' = 'tron'): readonly string[] {
  const id = idSchema('Plan').parse('sample');
  const text = formatFile({ format: PLAN_FORMAT, id, network, madeAt: '', transactions });
  const { spending } = openWallet(readWords(phrase));
  return readSignedPlans(prepareSigning(text, spending).sign())?.[0]?.signed ?? [];
}

/** The same transfer as tronweb writes it. */
function oracle(planned: TronPlanned) {
  const isToken = planned.asset === 'USDT@tron';
  const owner_address = TronWeb.address.toHex(planned.from.address);
  const to = TronWeb.address.toHex(planned.payee);
  const [type, value] = isToken
    ? [
        'TriggerSmartContract',
        {
          owner_address,
          contract_address: TronWeb.address.toHex(USDT),
          data: 'a9059cbb' + utils.abi.encodeParams(['address', 'uint256'], [to, planned.amount.toString()]).slice(2),
        },
      ]
    : ['TransferContract', { owner_address, to_address: to, amount: Number(planned.amount) }];
  const raw_data = {
    contract: [{ type, parameter: { type_url: `type.googleapis.com/protocol.${type}`, value } }],
    ref_block_bytes: planned.refBlock,
    ref_block_hash: planned.refHash,
    expiration: planned.expiration,
    timestamp: planned.timestamp,
    ...(isToken ? { fee_limit: Number(planned.feeLimit) } : {}),
  };
  const made = utils.transaction.txJsonToPb({ raw_data });
  return {
    rawHex: utils.transaction.txPbToRawDataHex(made),
    id: utils.transaction.txPbToTxID(made).replace(/^0x/, ''),
  };
}

describe.each(PHRASES)('%s', (phrase) => {
  test('[H-1] addresses and treasury are those of the library, from the private and the public side', () => {
    const wallet = openWallet(readWords(phrase));
    for (const index of [0, 1, 255, 99_999]) {
      expect(wallet.tron.address(index).address).toBe(keyOf(phrase, 0, index).address);
    }
  });

  test('a sweep, a refund and TRX for fees are the bytes, ids and signatures of the library', () => {
    const planned = Object.values(samples(phrase));
    const signed = sign(phrase, planned);
    for (const [at, each] of planned.entries()) {
      const { rawHex, id } = oracle(each);
      expect(tronTransactionId(each)).toBe(id);
      const { privateKey } = keyOf(phrase, each.from.chain, each.from.index);
      const signature = utils.crypto.ECKeySign(
        utils.code.hexStr2byteArray(id),
        utils.code.hexStr2byteArray(privateKey.slice(2)),
      );
      const length = (hex: string): string => {
        const bytes = hex.length / 2;
        return bytes < 128
          ? bytes.toString(16).padStart(2, '0')
          : ((bytes & 0x7f) | 0x80).toString(16) + (bytes >> 7).toString(16).padStart(2, '0');
      };
      expect(signed[at]).toBe(`0a${length(rawHex)}${rawHex.toLowerCase()}1241${signature.toLowerCase()}`);
    }
  });
});

test('a plan that ends elsewhere, costs too much or is of another network is not signed', () => {
  const [phrase = ''] = PHRASES;
  const { sweep, refund } = samples(phrase);
  const refusals: readonly (readonly [TronPlanned, RegExp])[] = [
    [{ ...sweep, payee: PAYEE }, /does not end at an address of yours/],
    [{ ...sweep, payeePlace: { chain: 1, index: 0, address: PAYEE }, payee: PAYEE }, /your seed has T/],
    [{ ...sweep, from: { ...sweep.from, index: 6 } }, /your seed has T/],
    [{ ...sweep, fee: 60_000_001n }, /far more than it costs/],
    [{ ...sweep, feeLimit: sweep.fee + 1n }, /far more than it costs/],
    [{ ...sweep, amount: 0n }, /The plan moves/],
    [{ ...refund, payee: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYJ' }, /checksum does not fit/],
    [{ ...refund, payee: sweep.payee }, /your own treasury/],
  ];
  for (const [planned, words] of refusals) expect(() => sign(phrase, [planned])).toThrow(words);
  expect(() => sign(phrase, [sweep], 'ethereum')).toThrow(/another network than it says/);
});
