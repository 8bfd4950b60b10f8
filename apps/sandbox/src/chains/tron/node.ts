import { hexToBytes } from '@noble/hashes/utils.js';
import { Decoder, events, type ParsedABI } from 'micro-eth-signer/abi.js';
import { z } from 'zod';
import { callData } from '../evm/contract-messages.ts';
import { keccak } from '../evm/keccak.ts';
import { Anything, hexBytes, hexNumber, Hex, type Rpc } from '../evm/rpc.ts';
import { LEDGER } from './network.ts';
import { readTransaction, type TronTransaction } from './read-transaction.ts';

const EXECUTED = keccak('Executed(bytes32,bool,uint256,uint256)');

/** A block as TRON names it: its id begins with its height. */
export interface TronBlock {
  readonly height: number;
  readonly id: Hex;
  readonly parentId: Hex;
  /** Seconds since 1970. */
  readonly time: number;
  readonly done: readonly Done[];
}

/** A transaction in a block, and what the ledger of accounts says of it. */
export interface Done {
  readonly transaction: TronTransaction;
  /** Of the transaction on the chain underneath. */
  readonly hash: Hex;
  readonly blockNumber: number;
  readonly hasSucceeded: boolean;
  readonly fee: number;
  readonly energy: number;
}

const Block = z.object({
  number: Hex.transform(Number),
  hash: Hex,
  parentHash: Hex,
  timestamp: Hex.transform(Number),
});
export const Log = z.looseObject({
  address: Hex,
  topics: z.array(Hex),
  data: Hex,
  blockNumber: Hex.transform(Number),
  transactionHash: Hex,
  logIndex: Hex,
});
export type Log = z.infer<typeof Log>;
const Sent = z.object({ input: Hex });
const Execute = z.object({ name: z.literal('execute'), value: z.object({ signed: z.instanceof(Uint8Array) }) });
const Executed = z.object({ succeeded: z.boolean(), fee: z.bigint(), energy: z.bigint() });

/** TRON's id of a block: the height in its first eight bytes. */
const idOf = (height: number, hash: Hex): Hex =>
  `0x${Math.max(height, 0).toString(16).padStart(16, '0')}${hash.slice(18)}`;

/** What this chain is, read from the one underneath. */
export interface TronReader {
  height(): Promise<number>;
  finalHeight(): Promise<number>;
  /** Null where there is none. */
  block(height: number): Promise<TronBlock | null>;
  /** Null where no block has it. */
  find(id: Hex): Promise<Done | null>;
  logs(filter: object): Promise<Log[]>;
  transactionOf(hash: Hex): Promise<TronTransaction | null>;
  /** A view of the ledger of accounts, or of a token. */
  view<Result>(schema: z.ZodType<Result>, name: string, args: readonly unknown[]): Promise<Result>;
}

/** Reads TRON's blocks from the chain underneath, whose calls of the ledger of accounts are TRON's transactions. */
export function createReader(rpc: Rpc, abi: ParsedABI): TronReader {
  const decoder = new Decoder();
  decoder.add(LEDGER, abi);
  const executedEvent = events(abi)['Executed'];

  async function transactionOf(hash: Hex): Promise<TronTransaction | null> {
    const { input } = await rpc(Sent, 'eth_getTransactionByHash', [hash]);
    try {
      const { value } = Execute.parse(decoder.decode(LEDGER, hexToBytes(input.slice(2))));
      return readTransaction(hexBytes(value.signed));
    } catch {
      // What stands in for a transaction that a reorganisation has dropped calls nothing.
      return null;
    }
  }

  async function doneBy(log: Log): Promise<Done | null> {
    const transaction = await transactionOf(log.transactionHash);
    if (transaction === null) return null;
    const { succeeded, fee, energy } = Executed.parse(executedEvent?.decode([...log.topics], log.data));
    return {
      transaction,
      hash: log.transactionHash,
      blockNumber: log.blockNumber,
      hasSucceeded: succeeded,
      fee: Number(fee),
      energy: Number(energy),
    };
  }

  const logs = (filter: object): Promise<Log[]> => rpc(z.array(Log), 'eth_getLogs', [filter]);
  const numberOf = async (tag: string): Promise<number> =>
    (await rpc(Block, 'eth_getBlockByNumber', [tag, false])).number;

  return {
    height: () => numberOf('latest'),
    finalHeight: () => numberOf('finalized'),
    block: async (height) => {
      const found = await rpc(Block.nullable(), 'eth_getBlockByNumber', [hexNumber(height), false]);
      if (found === null) return null;
      const executed = await logs({ blockHash: found.hash, address: LEDGER, topics: [EXECUTED] });
      const done: Done[] = [];
      for (const log of executed) {
        const each = await doneBy(log);
        if (each !== null) done.push(each);
      }
      const { number, hash, parentHash, timestamp } = found;
      return { height, id: idOf(number, hash), parentId: idOf(number - 1, parentHash), time: timestamp, done };
    },
    find: async (id) => {
      const [log] = await logs({ fromBlock: '0x0', address: LEDGER, topics: [EXECUTED, id] });
      return log === undefined ? null : doneBy(log);
    },
    logs,
    transactionOf,
    view: async (schema, functionName, args) => {
      const data = callData(abi, functionName, args);
      return schema.parse(await rpc(Anything, 'eth_call', [{ to: LEDGER, data }, 'latest']));
    },
  };
}
