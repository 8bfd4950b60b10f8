import { messageOf } from '../platform/refusal.ts';

/** While idle, a block comes this often: enough to show that the chain is alive, without growing it. */
const HEARTBEAT_SECONDS = 30;
// Confirmations of the last payment must keep coming: for this many blocks after a transaction mining is at full pace.
const BLOCKS_AFTER_ACTIVITY = 30;

export interface ChainActivity {
  /** Transactions waiting. */
  readonly pending: number;
  /** Blocks mined since the last one that held a transaction. */
  readonly blocksSinceTransaction: number;
  readonly secondsSinceBlock: number;
}

/** Whether to mine at this tick, which comes every `SANDBOX_BLOCK_SECONDS`; while idle, every `heartbeatSeconds`. */
export function shouldMine(
  { pending, blocksSinceTransaction, secondsSinceBlock }: ChainActivity,
  heartbeatSeconds = HEARTBEAT_SECONDS,
): boolean {
  return pending > 0 || blocksSinceTransaction < BLOCKS_AFTER_ACTIVITY || secondsSinceBlock >= heartbeatSeconds;
}

/** What makes a chain's blocks, until it is stopped. */
export interface Miner {
  stop(): void;
}

/** Has a chain look every `blockSeconds` whether it is time for a block; never with 0. A look that fails is logged, and the next one comes. */
export function startMiner(
  network: string,
  { blockSeconds, log }: { readonly blockSeconds: number; readonly log: (line: string) => void },
  look: () => void,
): Miner {
  if (blockSeconds === 0) return { stop: () => undefined };
  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      log(`${network}: no block was mined: ${messageOf(error)}`);
    }
  }, blockSeconds * 1_000);
  return { stop: () => clearInterval(timer) };
}
