import type { Sandbox } from './sandbox.ts';
import { eventually } from './wait.ts';

/** A few blocks for each look of the product's watchers: each block is read by it and kept by the sandbox. */
const PAUSE_MS = 500;
/** Between the blocks of many networks. */
const PAUSE_OF_MANY_MS = 1500;
/** How long twelve networks may take to be read and compared on a busy machine. */
const LIMIT_OF_MANY_MS = 420_000;

/** Makes blocks on these networks until there is an answer, and returns it; otherwise as `eventually`. */
export function mineUntil<Answer>(
  sandbox: Pick<Sandbox, 'mine'>,
  networks: readonly string[],
  what: string,
  ask: () => Promise<Answer | undefined | false>,
): Promise<Answer> {
  const mineAndAsk = async (): Promise<Answer | undefined | false> => {
    for (const network of networks) await sandbox.mine(network, 1);
    return ask();
  };
  const isMany = networks.length > 1;
  return eventually(
    what,
    mineAndAsk,
    isMany ? { pauseMs: PAUSE_OF_MANY_MS, limitMs: LIMIT_OF_MANY_MS } : { pauseMs: PAUSE_MS },
  );
}
