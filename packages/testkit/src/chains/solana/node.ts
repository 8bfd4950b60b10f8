import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { solanaAddress } from '@kobogate/addresses';

export interface TestAccount {
  readonly address: string;
  readonly isSigner?: boolean;
  readonly before?: number;
  readonly after?: number;
}
export interface TestHolding {
  /** The token account's place among the accounts. */
  readonly at: number;
  readonly mint: string;
  readonly owner: string;
  readonly before?: string;
  readonly after?: string;
}
export interface TestTransaction {
  readonly signature: string;
  readonly accounts: readonly TestAccount[];
  readonly tokens: readonly TestHolding[];
  readonly err: unknown;
}

interface TestBlock {
  readonly slot: number;
  readonly parentSlot: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly TestTransaction[];
}

/** A stand-in for a Solana node, with blocks that a test writes field by field. */
export interface TestNode {
  readonly url: string;
  /** Adds a block with these transactions, after so many skipped slots. Answers its slot. */
  extend(transactions: readonly TestTransaction[], skipped?: number): number;
  mine(blocks: number): void;
  /** Takes the newest blocks away; the first one stays. The next block may reuse one of their slots. */
  cut(depth: number): void;
  /** Makes only the blocks up to a slot final until told again; null: all, as from the start. */
  finalise(slot: number | null): void;
  slot(): number;
  /** Of the newest final block. */
  finalSlot(): number;
  stop(): Promise<void>;
}

const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
/** The signer of every transaction. */
export const PAYER = keyOf('payer');
let made = 0;

/** Some key, the same for the same name. */
export function keyOf(name: string): string {
  return solanaAddress(createHash('sha256').update(name).digest()).address;
}

/** A transaction of its own signature, signed by a stranger, with the stranger's account first. */
export function makeTransaction(
  accounts: readonly TestAccount[],
  { tokens = [], err = null }: { tokens?: readonly TestHolding[]; err?: unknown } = {},
): TestTransaction {
  made += 1;
  const signature = solanaAddress(createHash('sha512').update(`transaction ${made}`).digest()).address;
  const payer = { address: PAYER, isSigner: true, before: 9_000_000_000, after: 8_000_000_000 };
  return { signature, accounts: [payer, ...accounts], tokens, err };
}

function describe({ slot, parentSlot, hash, parentHash, transactions }: TestBlock, details: unknown): object {
  const header = {
    blockhash: hash,
    previousBlockhash: parentHash,
    parentSlot,
    blockHeight: slot,
    blockTime: 1_700_000_000,
  };
  return details === 'none' ? header : { ...header, transactions: transactions.map(describeTransaction) };
}

function describeTransaction({ signature, accounts, tokens, err }: TestTransaction): object {
  const balances = (amount: (holding: TestHolding) => string | undefined): object[] =>
    tokens.flatMap((holding) => {
      const units = amount(holding);
      if (units === undefined) return [];
      const { at, mint, owner } = holding;
      return { accountIndex: at, mint, owner, uiTokenAmount: { amount: units, decimals: 6 } };
    });
  return {
    transaction: {
      signatures: [signature],
      accountKeys: accounts.map(({ address, isSigner = false }) => ({ pubkey: address, signer: isSigner })),
    },
    meta: {
      err,
      preBalances: accounts.map(({ before = 0 }) => before),
      postBalances: accounts.map(({ before = 0, after = before }) => after),
      preTokenBalances: balances(({ before }) => before),
      postTokenBalances: balances(({ after }) => after),
    },
    version: 0,
  };
}

/** A node with the first block and nothing else. */
export async function startTestNode(): Promise<TestNode> {
  const first = { slot: 0, parentSlot: 0, hash: keyOf('first'), parentHash: '1'.repeat(32), transactions: [] };
  const blocks: TestBlock[] = [first];
  const bySlot = new Map<number, TestBlock>([[first.slot, first]]);
  let limit: number | null = null;
  const tip = (): TestBlock => blocks.at(-1) ?? first;
  // From the end: the requested blocks are the newest of thousands.
  const lastUpTo = (most: number | null): TestBlock =>
    most === null ? tip() : (blocks.findLast(({ slot }) => slot <= most) ?? first);
  const finalSlot = (): number => lastUpTo(limit).slot;
  function slotsFrom(from: number, count: number): number[] {
    const start = blocks.findLastIndex(({ slot }) => slot < from) + 1;
    const final = finalSlot();
    return blocks
      .slice(start, start + count)
      .map(({ slot }) => slot)
      .filter((slot) => slot <= final);
  }

  function extend(transactions: readonly TestTransaction[], skipped = 0): number {
    const { slot: parentSlot, hash: parentHash } = tip();
    const slot = parentSlot + 1 + skipped;
    made += 1;
    const block = { slot, parentSlot, hash: keyOf(`block ${made}`), parentHash, transactions };
    blocks.push(block);
    bySlot.set(slot, block);
    return slot;
  }

  function answer(method: string, [one, two]: readonly unknown[]): { result: unknown } | { error: object } {
    const found = Number(one) > finalSlot() ? undefined : bySlot.get(Number(one));
    const details = typeof two === 'object' && two !== null && 'transactionDetails' in two && two.transactionDetails;
    switch (method) {
      case 'getGenesisHash':
        return { result: GENESIS_HASH };
      case 'getSlot':
        return { result: finalSlot() };
      case 'getBlocksWithLimit':
        return { result: slotsFrom(Number(one), Number(two)) };
      case 'getBlock':
        if (found !== undefined) return { result: describe(found, details) };
        return Number(one) > finalSlot()
          ? { error: { code: -32_004, message: 'Block not available' } }
          : { error: { code: -32_007, message: `Slot ${String(one)} was skipped` } };
      default:
        return { error: { code: -32_601, message: 'Method not found' } };
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls: { id: number; method: string; params: unknown[] }[] = JSON.parse(Buffer.concat(chunks).toString());
      response.end(
        JSON.stringify(calls.map(({ id, method, params }) => Object.assign({ id }, answer(method, params)))),
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    extend,
    mine: (wanted) => {
      for (let left = wanted; left > 0; left -= 1) extend([]);
    },
    cut: (depth) => {
      for (const { slot } of blocks.splice(Math.max(1, blocks.length - depth))) bySlot.delete(slot);
    },
    finalise: (slot) => {
      limit = slot;
    },
    slot: () => tip().slot,
    finalSlot,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
