import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { displayed, hash256, merkleRoot } from '@kobogate/server/src/adapters/chains/bitcoin/hash.ts';

/** The first block's header of the real main network. */
const GENESIS_HEADER = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
  'hex',
);

export interface TestOutput {
  readonly script: string;
  readonly amount: bigint;
}

export interface TestTransaction {
  readonly raw: Buffer;
  readonly hash: Buffer;
  readonly id: string;
}

interface TestBlock {
  readonly header: Buffer;
  readonly name: string;
  readonly transactions: readonly TestTransaction[];
}

/** A stand-in for Bitcoin Core, with blocks that a test writes byte by byte. */
export interface TestNode {
  readonly url: string;
  /** Adds a block with a coinbase of `reward` and these transactions. */
  extend(transactions: readonly TestTransaction[], reward?: readonly TestOutput[]): void;
  /** Adds so many empty blocks. */
  mine(blocks: number): void;
  /** Takes the newest blocks away. */
  cut(depth: number): void;
  height(): number;
  /**
   * From now on it says that each input spends an output with this script, as newer nodes do; null: it leaves that out.
   */
  showSpent(script: string | null): void;
  stop(): Promise<void>;
}

let made = 0;
const little = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const counted = (bytes: Buffer): Buffer => Buffer.concat([count(bytes.length), bytes]);
const count = (value: number): Buffer =>
  value < 0xfd ? little(1, value) : Buffer.concat([Buffer.from([0xfd]), little(2, value)]);

function outputBytes({ script, amount }: TestOutput): Buffer {
  const value = Buffer.alloc(8);
  value.writeBigUInt64LE(amount);
  return Buffer.concat([value, counted(Buffer.from(script, 'hex'))]);
}

/** A transaction with these outputs; every one differs, as if it spent other coins. Its signature is invalid. */
export function makeTransaction(
  outputs: readonly TestOutput[],
  { isCoinbase = false, hasWitness = true, isTaproot = false } = {},
): TestTransaction {
  made += 1;
  const spent = isCoinbase
    ? Buffer.concat([Buffer.alloc(32), Buffer.alloc(4, 0xff)])
    : Buffer.concat([hash256(little(4, made)), little(4, 0)]);
  const version = little(4, 2);
  const body = Buffer.concat([
    count(1),
    spent,
    counted(isCoinbase ? little(6, made) : Buffer.alloc(0)),
    Buffer.alloc(4, 0xff),
    count(outputs.length),
    ...outputs.map(outputBytes),
  ]);
  const locked = little(4, 0);
  const hash = hash256(Buffer.concat([version, body, locked]));
  const witness = isTaproot
    ? Buffer.concat([count(1), counted(Buffer.alloc(64, 1))])
    : Buffer.concat([count(2), counted(Buffer.alloc(71, 1)), counted(Buffer.alloc(33, 2))]);
  const raw = hasWitness
    ? Buffer.concat([version, Buffer.from([0, 1]), body, witness, locked])
    : Buffer.concat([version, body, locked]);
  return { raw, hash, id: displayed(hash) };
}

/** A block's bytes in hexadecimal. */
export function blockHex(header: Buffer, transactions: readonly TestTransaction[]): string {
  return Buffer.concat([header, count(transactions.length), ...transactions.map(({ raw }) => raw)]).toString('hex');
}

/** A header over these transactions. */
export function makeHeader(parent: Buffer, transactions: readonly TestTransaction[]): Buffer {
  const root = merkleRoot(transactions.map(({ hash }) => hash)) ?? Buffer.alloc(32);
  return Buffer.concat([little(4, 2), hash256(parent), root, little(4, 1_700_000_000), Buffer.alloc(8)]);
}

/** A node with the first block and nothing else. */
export async function startTestNode(): Promise<TestNode> {
  let blocks: TestBlock[] = [{ header: GENESIS_HEADER, name: displayed(hash256(GENESIS_HEADER)), transactions: [] }];
  let shown: string | null = null;
  const tip = (): Buffer => blocks.at(-1)?.header ?? GENESIS_HEADER;

  function extend(transactions: readonly TestTransaction[], reward: readonly TestOutput[] = []): void {
    const all = [makeTransaction(reward, { isCoinbase: true }), ...transactions];
    const header = makeHeader(tip(), all);
    blocks = [...blocks, { header, name: displayed(hash256(header)), transactions: all }];
  }

  function answer(method: unknown, [first, second]: readonly unknown[]): unknown {
    const named = blocks.find(({ name }) => name === first);
    switch (method) {
      case 'getblockchaininfo':
        return {
          chain: 'main',
          blocks: blocks.length - 1,
          bestblockhash: blocks.at(-1)?.name,
          initialblockdownload: false,
        };
      case 'getblockhash':
        return blocks[Number(first)]?.name;
      case 'getblockheader':
        return second === false ? named?.header.toString('hex') : undefined;
      case 'getblock':
        return named === undefined || second !== 0 ? undefined : blockHex(named.header, named.transactions);
      case 'getrawtransaction':
        return second === 2
          ? { vin: [shown === null ? {} : { prevout: { scriptPubKey: { hex: shown } } }] }
          : undefined;
      default:
        return undefined;
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const calls: { id: number; method: string; params: unknown[] }[] = JSON.parse(Buffer.concat(chunks).toString());
      const answers = calls.map(({ id, method, params }) => {
        const result = answer(method, params) ?? null;
        const error = result === null ? { code: -8, message: 'Block height out of range' } : null;
        return { id, result, error };
      });
      response.end(JSON.stringify(answers));
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
      blocks = blocks.slice(0, Math.max(1, blocks.length - depth));
    },
    height: () => blocks.length - 1,
    showSpent: (script) => {
      shown = script;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
