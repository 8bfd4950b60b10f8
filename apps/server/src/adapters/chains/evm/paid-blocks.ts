import { NodeFault } from '../../../custody/index.ts';
import type { Pace } from '../pace.ts';
import type { RpcCall } from '../rpc.ts';
import { readTransfers, TRANSFER_TOPIC } from './read-logs.ts';
import { quantityOf } from '../fields.ts';

/** Recipients named in one filter. */
const AT_ONCE = 100;

interface PaidSource {
  /** Asks one batch of calls of a provider that is on the right chain. Throws `NodeFault` where it refuses one. */
  readonly ask: (calls: readonly RpcCall[]) => Promise<unknown[]>;
  readonly range: Pace;
}

const topicOf = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

/**
 * The heights above `from`, up to `to`, of blocks in which tokens were sent to these addresses, by the provider's index of
 * logs, which may be wrong: the blocks themselves have to be read. A refused range is halved, down to one block; throws
 * `NodeFault` where that one is refused.
 */
export async function readPaidBlocks(
  { ask, range }: PaidSource,
  tokens: readonly string[],
  addresses: readonly string[],
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<bigint[]> {
  const heights = new Set<bigint>();
  if (tokens.length === 0) return [];
  for (let first = 0; first < addresses.length; first += AT_ONCE) {
    const topics = [TRANSFER_TOPIC, null, addresses.slice(first, first + AT_ONCE).map(topicOf)];
    for (let start = from + 1n; start <= to;) {
      const size = range.size();
      const last = start + BigInt(size) - 1n;
      const end = last < to ? last : to;
      const filter = { address: tokens, topics, fromBlock: quantityOf(start), toBlock: quantityOf(end) };
      try {
        const [answer] = await ask([{ method: 'eth_getLogs', params: [filter] }]);
        for (const { blockHeight } of readTransfers(answer)) heights.add(blockHeight);
        range.done(size);
        start = end + 1n;
      } catch (error) {
        if (end === start || !(error instanceof NodeFault)) throw error;
        range.refused(Number(end - start) + 1);
      }
    }
  }
  return [...heights];
}
