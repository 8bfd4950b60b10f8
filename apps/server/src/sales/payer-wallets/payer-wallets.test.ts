// A payer's wallet gets a transaction to sign only while the payment accepts coins at a rate that holds, learns before
// what its account lacks, and we submit only signed transactions for this very payment.
import { findAsset, type Payment, type OrderId } from '@kobogate/contract';
import { samplePayment } from '@kobogate/testkit/payer/samples.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { type PayerNode, PayerNodeDown, type SolanaHoldings } from './payer-node.ts';
import { prepareSolanaTransfer } from './prepare-solana-transfer.ts';
import { sendSolanaTransfer } from './send-solana-transfer.ts';
import { isTooLittle, needsOf } from './solana-needs.ts';
import { transferTransaction } from './solana-transfer.ts';

const PAYER = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const ADDRESS = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
const BLOCKHASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const RICH: SolanaHoldings = {
  blockhash: BLOCKHASH,
  payerLamports: 9_000_000_000n,
  receiverLamports: 0n,
  payerTokens: 50_000_000n,
  isReceiverOpen: false,
};
const sol = findAsset('SOL', 'solana') ?? null;
const usdc = findAsset('USDC', 'solana') ?? null;

const PAYMENT = samplePayment({
  currency: 'USDC',
  network: 'solana',
  networkName: 'Solana',
  amount: '12.5',
  missing: '12.5',
  address: ADDRESS,
  uri: null,
  lockExpiresAt: '2026-03-01T12:00:01.000Z',
});

function world(changes: Partial<Payment> = {}, answers: Partial<PayerNode> = {}) {
  const handedIn: string[] = [];
  const node: PayerNode = {
    look: async () => RICH,
    send: async (transaction) => {
      handedIn.push(transaction);
      return 'taken';
    },
    ...answers,
  };
  const readPayment = async () => ({ ...PAYMENT, ...changes });
  return { handedIn, dependencies: { clock: { now: () => NOW }, readPayment, node } };
}

const down = async (): Promise<never> => {
  throw new PayerNodeDown('silent');
};
const signed = (currency: 'SOL' | 'USDC', to = ADDRESS): string => {
  const asset = currency === 'SOL' ? sol : usdc;
  if (asset === null) throw new Error('no such asset');
  const bytes = transferTransaction({ asset, payer: PAYER, to, units: 5n, reference: PAYER }, BLOCKHASH);
  return Buffer.from(bytes.fill(7, 1, 65)).toString('base64');
};

describe('preparing a transfer', () => {
  const prepare = (changes: Partial<Payment>, answers: Partial<PayerNode> = {}, payer = PAYER) =>
    prepareSolanaTransfer(world(changes, answers).dependencies, { id: idFor<OrderId>('payment'), payer });

  it('answers what to sign, and the account’s balances that are needed', async () => {
    const transfer = await prepare({});
    expect(Buffer.from(transfer.transaction, 'base64').includes(Buffer.from('0c20bcbe0000000000', 'hex'))).toBe(true);
    expect(transfer.tokens).toEqual({ held: '50000000', needed: '12500000' });
    expect(transfer.coins).toEqual({ held: '9000000000', needed: '2935160' });
  });

  it.each([
    ['the lock ended this moment', { lockExpiresAt: NOW.toISOString() }, 409],
    ['it expired', { state: 'expired' }, 409],
    ['coins are on their way', { state: 'seen' }, 409],
    ['nothing is missing', { missing: '0' }, 409],
    ['it is on another network', { network: 'bsc' }, 422],
  ] as const)('is refused where %s', async (_what, changes, status) => {
    await expect(prepare(changes)).rejects.toMatchObject({ status });
  });

  it.each(['', 'x', ADDRESS, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '1'.repeat(32)])(
    'is refused to %s, which can’t sign',
    async (payer) => {
      await expect(prepare({}, {}, payer)).rejects.toMatchObject({ status: 422 });
    },
  );

  it('is refused in SOL where a new address would hold too little to stay, and taken where it holds some', async () => {
    const little = { currency: 'SOL', missing: '0.0005' };
    await expect(prepare(little)).rejects.toMatchObject({ status: 422, code: 'too-small' });
    const look = async () => ({ ...RICH, receiverLamports: 890_880n });
    await expect(prepare(little, { look })).resolves.toMatchObject({ tokens: null });
  });

  it('says that nothing was sent where the node does not answer', async () => {
    await expect(prepare({}, { look: down })).rejects.toMatchObject({ status: 503 });
  });
});

describe('submitting a transaction', () => {
  const send = (given: ReturnType<typeof world>, transaction: string) =>
    sendSolanaTransfer(given.dependencies, { id: idFor<OrderId>('payment'), transaction });

  it('answers its signature, each time it is submitted', async () => {
    const given = world();
    const first = await send(given, signed('USDC'));
    expect(await send(given, signed('USDC'))).toEqual(first);
    expect(given.handedIn).toEqual([signed('USDC'), signed('USDC')]);
  });

  it.each([
    ['for another address', signed('USDC', PAYER)],
    ['for the address itself instead of its token account', signed('SOL')],
    ['of no bytes', ''],
    ['that is none', Buffer.from('hello').toString('base64')],
  ])('refuses one %s', async (_what, transaction) => {
    const given = world();
    await expect(send(given, transaction)).rejects.toMatchObject({ status: 422 });
    expect(given.handedIn).toEqual([]);
  });

  it('submits nothing once the rate has ended', async () => {
    const given = world({ lockExpiresAt: NOW.toISOString() });
    await expect(send(given, signed('USDC'))).rejects.toMatchObject({ status: 409 });
    expect(given.handedIn).toEqual([]);
  });

  it('distinguishes a refusal from an unknown outcome', async () => {
    await expect(send(world({}, { send: async () => 'refused' }), signed('USDC'))).rejects.toMatchObject({
      status: 422,
      code: 'refused',
    });
    await expect(send(world({}, { send: down }), signed('USDC'))).rejects.toMatchObject({ status: 503 });
  });
});

describe('what a payment costs its payer', () => {
  it('lets an account be emptied or keep its least balance, and pays rent only for an account that it opens', () => {
    if (sol === null || usdc === null) throw new Error('no such asset');
    const held = (payerLamports: bigint) => needsOf(sol, 1_000_000n, { ...RICH, payerLamports }).coins.needed;
    expect(held(1_005_000n)).toBe(1_005_000n);
    expect(held(1_005_001n)).toBe(1_895_880n);
    expect(needsOf(usdc, 1n, { ...RICH, isReceiverOpen: true }).coins.needed).toBe(895_880n);
    expect(isTooLittle(usdc, 1n, RICH)).toBe(false);
    expect(isTooLittle(sol, 890_879n, RICH)).toBe(true);
    expect(isTooLittle(sol, 890_880n, RICH)).toBe(false);
  });
});
