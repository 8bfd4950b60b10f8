// A TRON wallet signs what our server prepared and nothing else is sent: a refusal, a locked wallet and a changed
// transaction each end with nothing sent, and the payer is told what the account lacks.
import { samplePayment } from '@kobogate/testkit/payer/samples.ts';
import { expect, test } from 'vitest';
import { openTronWallet } from './open-tron-wallet.ts';
import type { TronPaymentCalls } from './payment-calls.ts';
import { readTronLink } from './tron-link.ts';

const PAYER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const SIGNATURE = 'ab'.repeat(65);
const payment = samplePayment({ currency: 'USDT', network: 'tron', networkName: 'TRON', missing: '12.5' });
const transaction = { txID: 'aa', raw_data_hex: '0a02' };

function world({
  code = 200,
  address = PAYER,
  sign = async (asked: object): Promise<unknown> => ({ ...asked, signature: [SIGNATURE] }),
  held = 20_000_000n,
} = {}) {
  const sent: string[] = [];
  const page = {
    tronLink: {
      request: async ({ method }: { method: string }) => (method === 'tron_requestAccounts' ? { code } : null),
      tronWeb: { defaultAddress: { base58: address }, trx: { sign } },
    },
  };
  const calls: TronPaymentCalls = {
    prepare: async () => ({
      transaction,
      coins: { held, needed: 15_945_000n },
      tokens: { held: 12_500_000n, needed: 12_500_000n },
    }),
    send: async (_id, rawData, signature) => {
      sent.push(`${rawData} ${signature}`);
      return 'aa';
    },
  };
  const link = readTronLink(page);
  if (link === null) throw new Error('the wallet was not found');
  const open = () => openTronWallet(link, calls, { payment, tell: () => undefined });
  const pay = async () => (await open()).pay(payment, () => undefined);
  return { open, pay, sent };
}

test('an account is connected, and what was prepared is signed and sent once', async () => {
  const { open, pay, sent } = world();
  const session = await open();
  expect(session.account).toBe(PAYER);
  expect(await session.findShortfall(payment)).toBeNull();
  expect(await pay()).toBe('aa');
  expect(sent).toEqual([`0a02 ${SIGNATURE}`]);
});

test('an account without enough TRX for energy and bandwidth is told so', async () => {
  const session = await world({ held: 3n }).open();
  expect(await session.findShortfall(payment)).toEqual({
    kind: 'fee',
    coin: 'TRX',
    held: '0.000003',
    needed: '15.945',
  });
});

const declines = async (): Promise<never> => {
  throw new Error('Confirmation declined by user');
};

test.each<[string, Parameters<typeof world>[0], string]>([
  ['a refused connection', { code: 4001 }, 'rejected'],
  ['a question that is open already', { code: 4000 }, 'pending'],
  ['a locked wallet', { address: '' }, 'disconnected'],
  ['a declined signature', { sign: declines }, 'rejected'],
  ['another transaction', { sign: async () => ({ txID: 'bb', signature: [SIGNATURE] }) }, 'failed'],
  ['no signature', { sign: async (asked) => ({ ...asked, signature: [] }) }, 'failed'],
])('%s ends with nothing sent', async (_name, changes, problem) => {
  const { pay, sent } = world(changes);
  await expect(pay()).rejects.toMatchObject({ problem });
  expect(sent).toEqual([]);
});

test('a page without a TRON wallet has none', () => {
  for (const page of [{}, { tronLink: null }, { tronLink: {} }, { tronWeb: {} }]) expect(readTronLink(page)).toBeNull();
});
