import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';

const Reply = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** The node's own refusal of a call, in the node's words. */
class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
}

/** Calls a JSON-RPC method and reads its result in the schema's shape. Throws `NodeRefusal`, or what fetch throws. */
export type Rpc = <Result>(schema: z.ZodType<Result>, method: string, params?: readonly unknown[]) => Promise<Result>;

/** A caller of the node at this address, or at the one that it has then. One call takes at most 30 seconds. */
export function createRpc(url: string | (() => string)): Rpc {
  let id = 0;
  return async (schema, method, params = []) => {
    id += 1;
    const response = await fetch(typeof url === 'string' ? url : url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(30_000),
    });
    const reply = Reply.parse(await response.json());
    if (reply.error) throw new NodeRefusal(`${method}: ${reply.error.message}`);
    return schema.parse(reply.result);
  };
}

export const Hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
export type Hex = z.infer<typeof Hex>;
export const Anything = z.unknown();

/** A number as JSON-RPC writes it, such as a block's. */
export const hexNumber = (number: number | bigint): Hex => `0x${number.toString(16)}`;

/** Bytes as JSON-RPC writes them. */
export const hexBytes = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`;

export const Block = z.object({
  number: Hex.transform(Number),
  hash: Hex,
  parentHash: Hex,
  timestamp: Hex,
  baseFeePerGas: Hex,
  miner: Hex,
  transactions: z.array(Hex),
});
export type Block = z.infer<typeof Block>;

/** A block by height or tag, its transactions by hash. Throws where the node has no such block. */
export function getBlock(rpc: Rpc, at: number | 'latest'): Promise<Block> {
  return rpc(Block, 'eth_getBlockByNumber', [at === 'latest' ? at : hexNumber(at), false]);
}
