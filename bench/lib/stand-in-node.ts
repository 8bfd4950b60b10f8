import { findAssetByCode } from '@kobogate/contract';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** First topic of ERC-20's Transfer: keccak-256 of `Transfer(address,address,uint256)` (EIP-20). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const CONTRACT = (findAssetByCode('USDT@ethereum')?.contract ?? '').toLowerCase();
const SENDER = `0x${'5e'.repeat(20)}`;
const CHAIN_ID = '0x1';
/** The chain's first block here, and how many there are: watchers begin some blocks below the newest one. */
const FIRST = 1000;
const OLD_BLOCKS = 100;

interface Block {
  readonly addresses: readonly string[];
  readonly units: bigint;
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const word = (digits: string): string => `0x${digits.padStart(64, '0')}`;
/** Of a block or a transaction: different for each, as nothing recomputes it. */
const hashOf = (kind: number, ...parts: readonly number[]): string =>
  word([kind, ...parts].map((part) => part.toString(16).padStart(8, '0')).join(''));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The calls of a batch of JSON-RPC. */
function readCalls(text: string): { id: unknown; method: unknown; params: unknown[] }[] {
  const batch: unknown = JSON.parse(text);
  if (!Array.isArray(batch)) throw new TypeError('not a batch');
  return batch
    .filter(isObject)
    .map(({ id, method, params }) => ({ id, method, params: Array.isArray(params) ? params : [] }));
}

/** A node of Ethereum that answers at once, for measuring what reads it. */
export interface StandInNode {
  readonly url: string;
  /** Adds a block in which these addresses get so many smallest units of USDT each, and so many empty ones on top. */
  pay(addresses: readonly string[], units: bigint, more: number): void;
  stop(): Promise<void>;
}

/** Starts the node, with empty blocks. */
export async function startStandInNode(): Promise<StandInNode> {
  const empty = (count: number): Block[] => Array.from({ length: count }, () => ({ addresses: [], units: 0n }));
  const blocks = empty(OLD_BLOCKS);
  const madeAt = hex(Math.floor(Date.now() / 1000));

  const logOf = (place: number, index: number) => ({
    blockNumber: hex(FIRST + place),
    blockHash: hashOf(1, place),
    transactionHash: hashOf(2, place, index),
    logIndex: hex(index),
    address: CONTRACT,
    topics: [TRANSFER, word(SENDER.slice(2)), word((blocks[place]?.addresses[index] ?? '').slice(2))],
    data: word((blocks[place]?.units ?? 0n).toString(16)),
    removed: false,
  });

  function blockAt(place: number, isFull: boolean) {
    const block = blocks[place];
    if (block === undefined) return null;
    const hash = hashOf(1, place);
    const transactions = block.addresses.map((_, index) => ({
      hash: hashOf(2, place, index),
      from: SENDER,
      to: CONTRACT,
      value: '0x0',
      blockHash: hash,
      transactionIndex: hex(index),
    }));
    return {
      number: hex(FIRST + place),
      hash,
      parentHash: place === 0 ? hashOf(3) : hashOf(1, place - 1),
      timestamp: madeAt,
      gasUsed: hex(transactions.length),
      logsBloom: `0x${(transactions.length > 0 ? 'ff' : '00').repeat(256)}`,
      transactions: isFull ? transactions : [],
    };
  }

  const placeOf = (height: unknown): number =>
    height === 'latest' || height === 'finalized' ? blocks.length - 1 : Number(height) - FIRST;

  function answer(method: unknown, [first, second]: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return CHAIN_ID;
    if (method === 'eth_getBlockByNumber') return blockAt(placeOf(first), second === true);
    if (method === 'trace_block') return [];
    if (method === 'eth_getTransactionReceipt') {
      const [place, index] = [String(first).slice(-16, -8), String(first).slice(-8)].map((part) => Number(`0x${part}`));
      if (place === undefined || index === undefined) return null;
      const log = logOf(place, index);
      const { transactionHash, blockHash } = log;
      return { transactionHash, blockHash, from: SENDER, status: '0x1', logs: [log] };
    }
    if (method !== 'eth_getLogs') return undefined;
    if (!isObject(first) || first['fromBlock'] === undefined) return [];
    const [from, to] = [placeOf(first['fromBlock']), placeOf(first['toBlock'])];
    return blocks.flatMap(({ addresses }, place) =>
      place < from || place > to ? [] : addresses.map((_, index) => logOf(place, index)),
    );
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answers = readCalls(await readAll(request)).map(({ id, method, params }) => {
      const result = answer(method, params);
      const error = { code: -32601, message: 'method not found' };
      return result === undefined ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result };
    });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers));
  }

  const server = createServer((request, response) => {
    void respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pay: (addresses, units, more) => {
      blocks.push({ addresses, units }, ...empty(more));
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return text;
}
