// A signed transfer on Solana is sent only as it was planned, is booked at what the treasury really lost, and a node
// that reports another transaction, block or chain is not believed.
import type { RefundId } from '@kobogate/contract';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { associatedTokenAccount, readBase58, writeBase58 } from '@kobogate/addresses';
import {
  mintOfToken,
  type SolanaPlanned,
  solanaTransaction,
  solanaTransferMessage,
  SYSTEM_PROGRAM,
} from '@kobogate/plans';
import { keyOf } from '@kobogate/testkit/chains/solana/node.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { readNonce } from './read-accounts.ts';
import { createSolanaTreasuryWallet } from './solana-treasury-wallet.ts';

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const [TREASURY_KEY, DEPOSIT_KEY, OTHER_KEY] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
const addressOf = (key = new Uint8Array(32)): string => writeBase58(ed25519.getPublicKey(key));
const treasury = { chain: 1, index: 0, address: addressOf(TREASURY_KEY) } as const;
const SWEEP: SolanaPlanned = {
  kind: 'solana',
  stage: 0,
  purpose: 'sweep',
  asset: 'SOL@solana',
  amount: 1_000_000n,
  from: { chain: 0, index: 4, address: addressOf(DEPOSIT_KEY) },
  payee: treasury.address,
  payeePlace: treasury,
  refundId: null,
  payer: treasury,
  nonceAccount: keyOf('nonce'),
  nonce: keyOf('value'),
  opensAccount: false,
  unitPrice: 10_000n,
};
const REFUND: SolanaPlanned = {
  ...SWEEP,
  purpose: 'refund',
  asset: 'USDC@solana',
  from: treasury,
  payee: keyOf('payee'),
  payeePlace: null,
  refundId: idFor<RefundId>('r'),
  opensAccount: true,
};
function signedBy(planned: SolanaPlanned, ...keys: (Uint8Array | undefined)[]): string {
  const message = solanaTransferMessage(planned);
  const signatures = keys.map((key) => ed25519.sign(message.bytes, key ?? new Uint8Array(32)));
  return Buffer.from(solanaTransaction(message, signatures)).toString('hex');
}
const RAW = signedBy(SWEEP, TREASURY_KEY, DEPOSIT_KEY);
const NAME = writeBase58(Buffer.from(RAW, 'hex').subarray(1, 65));
const BLOCK = keyOf('block');

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

/** A node with these answers by method; a missing answer is a refusal. */
async function treasuryWalletAt(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls: { id: number; method: string }[] = JSON.parse(Buffer.concat(chunks).toString());
      asked.push(...calls.map(({ method }) => method));
      const told = calls.map(({ id, method }) =>
        method in answers
          ? { id, result: answers[method] }
          : { id, error: { code: -32_002, message: 'simulation failed: BlockhashNotFound' } },
      );
      response.end(JSON.stringify(told));
    });
  }).listen(0, '127.0.0.1');
  open.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { treasuryWallet: createSolanaTreasuryWallet({ rpcUrl: `http://127.0.0.1:${port}` }), asked };
}

test('a transfer is the planned one only with both signatures under exactly that message', async () => {
  const { treasuryWallet } = await treasuryWalletAt({});
  expect(await treasuryWallet.identify(SWEEP, RAW)).toBe(NAME);
  for (const [planned, raw] of [
    [{ ...SWEEP, amount: 1_000_001n }, RAW],
    [{ ...SWEEP, nonce: keyOf('another value') }, RAW],
    [SWEEP, signedBy(SWEEP, TREASURY_KEY)],
    [SWEEP, signedBy(SWEEP, TREASURY_KEY, OTHER_KEY)],
    [SWEEP, signedBy(SWEEP, DEPOSIT_KEY, TREASURY_KEY)],
    [REFUND, RAW],
    [SWEEP, ''],
  ] as const) {
    expect(await treasuryWallet.identify(planned, raw)).toBeNull();
  }
});

test('sending it again is no error where the network has it, and a refusal is reported where it has not', async () => {
  const refusing = { getGenesisHash: GENESIS };
  const known = await treasuryWalletAt({
    ...refusing,
    getSignatureStatuses: { value: [{ confirmationStatus: 'confirmed', err: null }] },
  });
  await known.treasuryWallet.broadcast(RAW);
  const unknown = await treasuryWalletAt({ ...refusing, getSignatureStatuses: { value: [null] } });
  await expect(unknown.treasuryWallet.broadcast(RAW)).rejects.toThrow(/simulation failed/);
  const elsewhere = await treasuryWalletAt({ getGenesisHash: keyOf('test network'), sendTransaction: NAME });
  await expect(elsewhere.treasuryWallet.broadcast(RAW)).rejects.toThrow(NodeFault);
  expect(elsewhere.asked).not.toContain('sendTransaction');
});

const CLOSING: SolanaPlanned = { ...SWEEP, purpose: 'close', amount: 2_039_280n, closes: 'USDC@solana' };
const CLOSED = associatedTokenAccount(SWEEP.from.address, mintOfToken('USDC@solana'));

const told = (
  before: unknown,
  after: unknown,
  { err = null, payer = treasury.address, name = NAME }: { err?: unknown; payer?: string; name?: string } = {},
) => ({
  getGenesisHash: GENESIS,
  getTransaction: {
    slot: 7,
    meta: { err, preBalances: [before, 1], postBalances: [after, 1] },
    transaction: { signatures: [name], message: { accountKeys: [payer, keyOf('other')] } },
  },
  getBlock: { blockhash: BLOCK, previousBlockhash: keyOf('parent'), parentSlot: 6, blockTime: 1 },
});
const outcomeOf = async (planned: SolanaPlanned, answers: Readonly<Record<string, unknown>>, block = BLOCK) => {
  const { treasuryWallet } = await treasuryWalletAt(answers);
  return treasuryWallet.outcome(planned, NAME, block);
};

test('its cost is what the treasury lost besides the amount moved, the rent of a new account included', async () => {
  expect(await outcomeOf(SWEEP, told(5_000_000, 5_989_000))).toEqual({ isSuccess: true, fee: 11_000n });
  expect(await outcomeOf(REFUND, told(5_000_000, 2_954_720))).toEqual({ isSuccess: true, fee: 2_045_280n });
  const paid = { ...REFUND, asset: 'SOL@solana', amount: 2_000_000n };
  expect(await outcomeOf(paid, told(5_000_000, 2_994_000))).toEqual({ isSuccess: true, fee: 6_000n });
  const failed = told(5_000_000, 4_989_000, { err: { InstructionError: [3, { Custom: 1 }] } });
  expect(await outcomeOf(SWEEP, failed)).toEqual({ isSuccess: false, fee: 11_000n });
});

test('a closed account gives back what it held in the block, which is booked apart from the cost', async () => {
  const closing = (held: number, left: number, after: number) => {
    const answers = told(5_000_000, after);
    const { transaction, ...rest } = answers.getTransaction;
    const message = { accountKeys: [treasury.address, CLOSED] };
    const meta = { err: null, preBalances: [5_000_000, held], postBalances: [after, left] };
    return { ...answers, getTransaction: { ...rest, meta, transaction: { ...transaction, message } } };
  };
  expect(await outcomeOf(CLOSING, closing(2_039_280, 0, 7_028_280))).toEqual({
    isSuccess: true,
    returned: 2_039_280n,
    fee: 11_000n,
  });
  // Somebody has sent lamports there since it was planned.
  expect(await outcomeOf(CLOSING, closing(2_039_290, 0, 7_028_290))).toMatchObject({
    returned: 2_039_290n,
    fee: 11_000n,
  });
  const failed = told(5_000_000, 4_989_000, { err: { InstructionError: [3, { Custom: 11 }] } });
  expect(await outcomeOf(CLOSING, failed)).toEqual({ isSuccess: false, fee: 11_000n });
  await expect(outcomeOf(CLOSING, closing(2_039_280, 1, 7_028_280))).rejects.toThrow(NodeFault);
  await expect(outcomeOf(CLOSING, told(5_000_000, 7_028_280))).rejects.toThrow(NodeFault);
});

test('there is no outcome while the node does not have it in that block', async () => {
  expect(await outcomeOf(SWEEP, { ...told(1, 1), getTransaction: null })).toBeNull();
  expect(await outcomeOf(SWEEP, told(5_000_000, 5_989_000), keyOf('another block'))).toBeNull();
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['is on another chain', { ...told(5_000_000, 5_989_000), getGenesisHash: keyOf('test network') }],
  ['tells of another transaction', told(5_000_000, 5_989_000, { name: writeBase58(readBase58(NAME).toReversed()) })],
  ['says that another account paid', told(5_000_000, 5_989_000, { payer: keyOf('stranger') })],
  ['has it cost less than nothing', told(5_000_000, 6_000_001)],
  ['leaves out how it ended', { ...told(1, 1), getTransaction: { ...told(1, 1).getTransaction, meta: {} } }],
  ['gives balances in decimals', told(5_000_000, 1.5)],
])('[D9] nothing is booked by a node that %s', async (_name, answers) => {
  await expect(outcomeOf(SWEEP, answers)).rejects.toThrow(NodeFault);
});

test('a nonce of another authority, an invalid one or one that was never initialised is not used', () => {
  const nonce = (version: number, state: number, authority: string, program = SYSTEM_PROGRAM) => {
    const bytes = Buffer.alloc(80);
    bytes.writeUInt32LE(version, 0);
    bytes.writeUInt32LE(state, 4);
    bytes.set(readBase58(authority), 8);
    bytes.set(readBase58(keyOf('value')), 40);
    return readNonce({ lamports: 1n, program, bytes }, treasury.address);
  };
  expect(nonce(1, 1, treasury.address)).toBe(keyOf('value'));
  expect(nonce(0, 1, treasury.address)).toBeNull();
  expect(nonce(1, 0, treasury.address)).toBeNull();
  expect(nonce(1, 1, keyOf('stranger'))).toBeNull();
  expect(nonce(1, 1, treasury.address, keyOf('program'))).toBeNull();
  expect(readNonce(null, treasury.address)).toBeNull();
});

const nonceIs = (slot: number) => ({ getMultipleAccounts: { context: { slot }, value: [null] } });

/** Looks at a waiting refund whose nonce a node says is gone, by a slot. */
async function lookingAtNonce(slot: number) {
  const answers: Record<string, unknown> = {
    getGenesisHash: GENESIS,
    ...nonceIs(slot),
    getSignatureStatuses: { value: [null] },
    getMinimumBalanceForRentExemption: 890_880,
    getRecentPrioritizationFees: [],
  };
  const { treasuryWallet } = await treasuryWalletAt(answers);
  const waiting = [{ planned: REFUND, txid: NAME }];
  const look = async (readTo: bigint | null) => {
    const wish = { treasury: { ...treasury, addressKey: treasury.address }, deposits: [], confirmations: 1, readTo };
    const ended = await treasuryWallet.replacing?.impossible?.(waiting, wish);
    return { ended, drafted: await treasuryWallet.replacing?.draft(waiting, wish) };
  };
  return { answers, look };
}

test('a nonce that another has used up ends what waits for it, once the watcher has read up to where that was first seen', async () => {
  const { answers, look } = await lookingAtNonce(90);
  const NOT_YET = { ended: new Set(), drafted: { refusal: expect.stringMatching(/wait until the watcher has read/) } };
  expect(await look(89n)).toEqual(NOT_YET);
  expect(await look(null)).toEqual(NOT_YET);
  // The chain has gone on since.
  Object.assign(answers, nonceIs(120));
  expect(await look(89n)).toEqual(NOT_YET);
  expect(await look(90n)).toMatchObject({
    ended: new Set([NAME]),
    drafted: { transactions: [], impossible: new Set([NAME]) },
  });
  Object.assign(answers, { getSignatureStatuses: { value: [{ confirmationStatus: 'finalized', err: null }] } });
  expect(await look(200n)).toEqual({
    ended: new Set(),
    drafted: { refusal: expect.stringMatching(/A block has one/) },
  });
});

test('a node behind what the watcher has read ends nothing, as it may tell of the value before ours; one that has caught up does', async () => {
  const { answers, look } = await lookingAtNonce(89);
  await expect(look(90n)).rejects.toThrow(NodeFault);
  await expect(look(200n)).rejects.toThrow(NodeFault);
  // Beyond where the watcher was at the first look, and behind where it is now, as a node that always lags a little.
  Object.assign(answers, nonceIs(150));
  expect(await look(200n)).toMatchObject({ ended: new Set([NAME]) });
});
