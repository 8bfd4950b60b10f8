import { z } from 'zod';
import { Anything, Hex, hexNumber, type Rpc } from '../evm/rpc.ts';
import { LEDGER, TRON_NETWORK } from './network.ts';
import type { Log, TronBlock, TronReader } from './node.ts';

const Call = z.looseObject({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
export const Calls = z.union([z.array(Call), Call]);
type Call = z.infer<typeof Call>;

const Filter = z.looseObject({ blockHash: Hex.optional() });
const EMPTY_BLOOM = `0x${'0'.repeat(512)}`;

/** Answers one call of Ethereum's JSON-RPC as a TRON node does: in its own ids, and with sun for a unit of value. */
export async function answerCall(rpc: Rpc, reader: TronReader, call: Call): Promise<object> {
  try {
    const result = await resultOf(rpc, reader, call);
    return { jsonrpc: '2.0', id: call.id, result };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    const code = error instanceof UnknownMethod ? -32601 : -32000;
    return { jsonrpc: '2.0', id: call.id, error: { code, message } };
  }
}

class UnknownMethod extends Error {
  override readonly name = 'UnknownMethod';
}

async function resultOf(rpc: Rpc, reader: TronReader, { method, params }: Call): Promise<unknown> {
  switch (method) {
    case 'eth_chainId':
      return hexNumber(TRON_NETWORK.chainId);
    case 'eth_blockNumber':
      return hexNumber(await reader.height());
    case 'eth_getBlockByNumber': {
      const block = await reader.block(await heightOf(reader, params[0]));
      return block === null ? null : describeBlock(block, params[1] === true);
    }
    case 'eth_getLogs':
      return describeLogs(reader, Filter.parse(params[0]));
    case 'eth_getTransactionReceipt':
      return describeReceipt(reader, Hex.parse(params[0]));
    case 'eth_getBalance':
      return BigIntHex.parse(await reader.view(Hex, 'balanceOf', [params[0]]));
    case 'eth_call':
      return rpc(Anything, method, params);
    default:
      throw new UnknownMethod(`the method ${method} does not exist/is not available`);
  }
}

const BigIntHex = Hex.transform((text) => `0x${BigInt(text).toString(16)}`);

async function heightOf(reader: TronReader, at: unknown): Promise<number> {
  if (at === 'latest') return reader.height();
  if (at === 'finalized') return reader.finalHeight();
  return Number(Hex.parse(at));
}

function describeBlock({ height, id, parentId, time, done }: TronBlock, isFull: boolean): object {
  const energy = done.reduce((sum, each) => sum + each.energy, 0);
  return {
    number: hexNumber(height),
    hash: id,
    parentHash: parentId,
    timestamp: hexNumber(time),
    gasUsed: hexNumber(energy),
    // A node of TRON keeps no filter, and shows an empty one.
    logsBloom: EMPTY_BLOOM,
    baseFeePerGas: '0x0',
    transactions: done.map(({ transaction }, at) =>
      isFull
        ? {
            hash: transaction.id,
            from: transaction.from,
            to: transaction.to,
            value: `0x${transaction.value.toString(16)}`,
            input: '0x',
            nonce: null,
            blockHash: id,
            blockNumber: hexNumber(height),
            transactionIndex: hexNumber(at),
          }
        : transaction.id,
    ),
  };
}

async function describeLogs(reader: TronReader, { blockHash, ...filter }: z.infer<typeof Filter>): Promise<object[]> {
  if (blockHash === undefined) return inOurIds(reader, await reader.logs(filter));
  const height = Number(blockHash.slice(0, 18));
  const block = await reader.block(height);
  if (block?.id !== blockHash) throw new Error('block hash not found');
  const at = hexNumber(height);
  return inOurIds(reader, await reader.logs({ ...filter, fromBlock: at, toBlock: at }));
}

/** Logs of the chain underneath as those of TRON's transactions; the ledger's own are none. */
async function inOurIds(reader: TronReader, logs: readonly Log[]): Promise<object[]> {
  const found: object[] = [];
  for (const log of logs.filter(({ address }) => address !== LEDGER)) {
    const [transaction, block] = [await reader.transactionOf(log.transactionHash), await reader.block(log.blockNumber)];
    if (transaction === null || block === null) continue;
    found.push({
      address: log.address,
      topics: log.topics,
      data: log.data,
      logIndex: log.logIndex,
      removed: false,
      transactionHash: transaction.id,
      transactionIndex: hexNumber(block.done.findIndex((done) => done.transaction.id === transaction.id)),
      blockHash: block.id,
      blockNumber: hexNumber(block.height),
    });
  }
  return found;
}

async function describeReceipt(reader: TronReader, id: Hex): Promise<object | null> {
  const done = await reader.find(id);
  const block = done === null ? null : await reader.block(done.blockNumber);
  if (done === null || block === null) return null;
  const at = hexNumber(block.height);
  const logs = await reader.logs({ fromBlock: at, toBlock: at });
  const own = logs.filter(({ transactionHash }) => transactionHash === done.hash);
  return {
    transactionHash: id,
    transactionIndex: hexNumber(block.done.findIndex(({ transaction }) => transaction.id === id)),
    blockHash: block.id,
    blockNumber: at,
    from: done.transaction.from,
    to: done.transaction.to,
    status: done.hasSucceeded ? '0x1' : '0x0',
    gasUsed: hexNumber(done.energy),
    effectiveGasPrice: hexNumber(100),
    logs: await inOurIds(reader, own),
  };
}
