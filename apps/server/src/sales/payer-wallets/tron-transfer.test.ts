// A payer's wallet on TRON gets a transaction that pays exactly what is missing, as tronweb's form and bytes of it agree,
// learns before what its account lacks, and we submit only signed transactions for this very payment.
import type { OrderId, Payment } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { samplePayment } from '@kobogate/testkit/payer/samples.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { PayerNodeDown } from './payer-node.ts';
import { prepareTronTransfer } from './prepare-tron-transfer.ts';
import { sendTronTransfer } from './send-tron-transfer.ts';
import type { TronPayerNode } from './tron-node.ts';

const PAYER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const ADDRESS = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const ADDRESS_DIGITS = '78c842ee63b253f8f0d2955bbc582c661a078c9d';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const id = idFor<OrderId>('payment');
const SIGNATURE = 'ab'.repeat(65);

const PAYMENT = samplePayment({
  currency: 'USDT',
  network: 'tron',
  networkName: 'TRON',
  amount: '12.5',
  missing: '12.5',
  address: ADDRESS,
  uri: null,
  lockExpiresAt: '2026-03-01T12:00:01.000Z',
});

function world(changes: Partial<Payment> = {}, answers: Partial<TronPayerNode> = {}) {
  const handedIn: string[] = [];
  const tronNode: TronPayerNode = {
    look: async () => ({
      block: { refBlock: '00fe', refHash: '8f3a5d21b0c94e77' },
      now: NOW.getTime() - 60_000,
      feeLimit: 15_600_000n,
      fee: 15_945_000n,
      payerSun: 3n,
      payerTokens: 50_000_000n,
    }),
    send: async (transaction) => {
      handedIn.push(transaction);
      return 'taken';
    },
    ...answers,
  };
  const readPayment = async () => ({ ...PAYMENT, ...changes });
  return { handedIn, dependencies: { clock: { now: () => NOW }, readPayment, tronNode } };
}
const prepare = (changes: Partial<Payment> = {}, answers: Partial<TronPayerNode> = {}, payer = PAYER) =>
  prepareTronTransfer(world(changes, answers).dependencies, { id, payer });
const down = async (): Promise<never> => {
  throw new PayerNodeDown('silent');
};

test('what to sign pays exactly what is missing to the payment’s address, and its id is that of its bytes', async () => {
  const { transaction, coins, tokens } = await prepare();
  expect(transaction.txID).toBe(bytesToHex(sha256(hexToBytes(transaction.raw_data_hex))));
  const [call] = transaction.raw_data.contract;
  expect(call?.parameter.value).toEqual({
    owner_address: '41c8599111f29c1e1e061265b4af93ea1f274ad78a',
    contract_address: '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    data: `a9059cbb${ADDRESS_DIGITS.padStart(64, '0')}${(12_500_000).toString(16).padStart(64, '0')}`,
  });
  expect(transaction.raw_data_hex).toContain(call?.parameter.value.data ?? 'nothing');
  expect(transaction.raw_data.expiration - transaction.raw_data.timestamp).toBe(540_000);
  expect(coins).toEqual({ held: '3', needed: '15945000' });
  expect(tokens).toEqual({ held: '50000000', needed: '12500000' });
});

test.each<[string, Partial<Payment>, Partial<TronPayerNode>, string, number]>([
  ['the lock has ended', { lockExpiresAt: NOW.toISOString() }, {}, PAYER, 409],
  ['it expired', { state: 'expired' }, {}, PAYER, 409],
  ['it is made on another network', { network: 'ethereum' }, {}, PAYER, 422],
  ['the payer’s address has a wrong checksum', {}, {}, `${PAYER.slice(0, -1)}J`, 422],
  ['the payer is the payment’s own address', {}, {}, ADDRESS, 422],
  ['the node does not answer', {}, { look: down }, PAYER, 503],
])('nothing is prepared where %s', async (_name, changes, answers, payer, status) => {
  await expect(prepare(changes, answers, payer)).rejects.toMatchObject({ status });
});

test('a signed transaction for this payment is handed in whole, and its id is answered', async () => {
  const { transaction } = await prepare();
  const { handedIn, dependencies } = world();
  const sent = await sendTronTransfer(dependencies, {
    id,
    rawData: transaction.raw_data_hex,
    signature: `0x${SIGNATURE}`,
  });
  expect(sent).toEqual({ transaction: transaction.txID });
  expect(handedIn).toEqual([
    expect.stringMatching(new RegExp(`^0a\\w{2,4}${transaction.raw_data_hex}1241${SIGNATURE}$`)),
  ]);
});

test('nothing else is handed in, and a refusal and an unknown end are told apart', async () => {
  const { transaction } = await prepare();
  const { handedIn, dependencies } = world();
  const ours = { id, rawData: transaction.raw_data_hex, signature: SIGNATURE };
  const theirs = transaction.raw_data_hex.replaceAll(ADDRESS_DIGITS, '11'.repeat(20));
  for (const strange of [{ rawData: theirs }, { rawData: 'xyz' }, { signature: '' }, { signature: 'ab'.repeat(64) }]) {
    await expect(sendTronTransfer(dependencies, { ...ours, ...strange })).rejects.toMatchObject({ status: 422 });
  }
  expect(handedIn).toEqual([]);
  const refusing = world({}, { send: async () => 'refused' });
  await expect(sendTronTransfer(refusing.dependencies, ours)).rejects.toMatchObject({ status: 422 });
  await expect(sendTronTransfer(world({}, { send: down }).dependencies, ours)).rejects.toMatchObject({ status: 503 });
});
