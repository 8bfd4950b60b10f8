import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cardanoAddressBytes } from '@kobogate/addresses';
import { blake2b } from '@noble/hashes/blake2.js';
import { encode, Tagged } from 'cborg';

export interface TestOutput {
  readonly address: string;
  readonly lovelace: bigint;
  /** One token comes along. */
  readonly hasToken?: boolean;
}

export interface TestTransaction {
  readonly hash: string;
  readonly cbor: string;
  readonly isValid: boolean;
  readonly outputs: readonly TestOutput[];
  readonly back: TestOutput | null;
  readonly inputs: readonly TestInput[];
}

/** Whose coin a transaction names: to spend it, to lose it where it fails, or only to read it. */
export interface TestInput {
  readonly address: string;
  readonly collateral: boolean;
  readonly reference: boolean;
}

interface TestBlock {
  readonly hash: string;
  readonly parentHash: string | null;
  readonly transactions: readonly TestTransaction[];
}

/** The input of a lie: the path asked, without its base, and what the honest API answers (undefined for a 404). */
export type Lie = (path: string, answer: unknown) => unknown;

/** A stand-in for Blockfrost, with blocks that a test writes byte by byte, which lies when told to. */
export interface TestNode {
  readonly url: string;
  /** Null: honest. */
  lie: Lie | null;
  /** Answers every request with this instead. */
  answer: { status: number; text: string } | null;
  /** Never answers. */
  isSilent: boolean;
  /** The keys of the calls so far. */
  readonly keys: Set<string | undefined>;
  extend(transactions: readonly TestTransaction[]): void;
  /** Adds so many empty blocks. */
  mine(blocks: number): void;
  /** Takes the newest blocks away. */
  cut(depth: number): void;
  height(): number;
  stop(): Promise<void>;
}

let made = 0;
const hashOf = (bytes: Uint8Array): Buffer => Buffer.from(blake2b(bytes, { dkLen: 32 }));
const newHash = (): string => hashOf(Buffer.from(`test ${(made += 1)}`)).toString('hex');

const TOKEN = new Map([[Buffer.alloc(28, 7), new Map([[Buffer.from('Kobo'), 5]])]]);
/** Conway's tag of a set. */
const SET = 258;

/** An output: a map, or a list as before the Babbage era. */
function outputOf({ address, lovelace, hasToken = false }: TestOutput, isList = false): unknown {
  const value = hasToken ? [lovelace, TOKEN] : lovelace;
  const parts = [cardanoAddressBytes(address), value];
  return isList ? parts : new Map(parts.entries());
}

/** A transaction with these outputs; every one differs, as if it spent other coins. */
export function makeTransaction(
  outputs: readonly TestOutput[],
  {
    fails = false,
    back = null,
    isList = false,
    inputs = [],
  }: { fails?: boolean; back?: TestOutput | null; isList?: boolean; inputs?: readonly TestInput[] } = {},
): TestTransaction {
  const body = new Map<number, unknown>([
    [0, new Tagged(SET, [[Buffer.from(newHash(), 'hex'), 0]])],
    [1, outputs.map((output) => outputOf(output, isList))],
    [2, 200_000],
  ]);
  if (back !== null) body.set(16, outputOf(back));
  return {
    hash: hashOf(encode(body)).toString('hex'),
    cbor: Buffer.from(encode([body, new Map(), !fails, null])).toString('hex'),
    isValid: !fails,
    outputs,
    back,
    inputs,
  };
}

/** A node with its first block and nothing else. */
export async function startTestNode(): Promise<TestNode> {
  let blocks: TestBlock[] = [{ hash: newHash(), parentHash: null, transactions: [] }];

  function extend(transactions: readonly TestTransaction[]): void {
    blocks = [...blocks, { hash: newHash(), parentHash: blocks.at(-1)?.hash ?? null, transactions }];
  }

  const server = createServer((request, response) => {
    const key = request.headers['project_id'];
    node.keys.add(typeof key === 'string' ? key : undefined);
    if (node.isSilent) return;
    const path = request.url ?? '';
    const honest = answerTo(blocks, new URL(path, 'http://localhost'));
    const told = node.lie === null ? honest : node.lie(path, honest);
    const { status, text } = node.answer ?? {
      status: told === undefined ? 404 : 200,
      text: JSON.stringify(told ?? (told === null ? null : NOT_FOUND)),
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  const node: TestNode = {
    url: `http://127.0.0.1:${port}`,
    lie: null,
    answer: null,
    isSilent: false,
    keys: new Set(),
    extend,
    mine: (wanted) => {
      for (let left = wanted; left > 0; left -= 1) extend([]);
    },
    cut: (depth) => {
      blocks = blocks.slice(0, Math.max(1, blocks.length - depth));
    },
    height: () => blocks.length - 1,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}

const NOT_FOUND = { status_code: 404, error: 'Not Found', message: 'The requested component has not been found.' };

function answerTo(blocks: readonly TestBlock[], { pathname, searchParams }: URL): unknown {
  const [, kind, name = '', ...rest] = pathname.split('/');
  if (kind === 'genesis') return { network_magic: 764_824_073, system_start: 1_506_203_091 };
  const what = rest.join('/');
  if (kind === 'blocks') {
    const height =
      name === 'latest' ? blocks.length - 1 : blocks.findIndex(({ hash }, at) => hash === name || String(at) === name);
    const block = blocks[height];
    if (block === undefined) return undefined;
    const { hash, parentHash, transactions } = block;
    const count = Number(searchParams.get('count'));
    const start = (Number(searchParams.get('page')) - 1) * count;
    const page = transactions.slice(start, start + count);
    if (what === 'txs') return page.map((transaction) => transaction.hash);
    if (what === 'txs/cbor') return page.map((transaction) => ({ tx_hash: transaction.hash, cbor: transaction.cbor }));
    return { height, hash, previous_block: parentHash, time: 1_700_000_000 + height, tx_count: transactions.length };
  }
  const block = blocks.find(({ transactions }) => transactions.some(({ hash }) => hash === name));
  const transaction = block?.transactions.find(({ hash }) => hash === name);
  if (block === undefined || transaction === undefined) return undefined;
  const { hash, outputs, isValid, back, inputs } = transaction;
  if (what === '') return { hash, block: block.hash, valid_contract: isValid };
  const listed = outputs.map((output, index) => describe(output, index, false));
  return { hash, inputs, outputs: back === null ? listed : [...listed, describe(back, outputs.length, true)] };
}

const describe = (
  { address, lovelace, hasToken = false }: TestOutput,
  index: number,
  isCollateral: boolean,
): object => ({
  address,
  output_index: index,
  collateral: isCollateral,
  amount: [
    { unit: 'lovelace', quantity: lovelace.toString() },
    ...(hasToken ? [{ unit: `${'07'.repeat(28)}4b6f626f`, quantity: '5' }] : []),
  ],
});
