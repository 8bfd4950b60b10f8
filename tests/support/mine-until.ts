import type { Sandbox } from './sandbox.ts';
import { eventually } from './wait.ts';

/** A few blocks for each look of the product's watchers: each block is read by it and kept by the sandbox. */
const PAUSE_MS = 500;
/** Between the blocks of many networks. */
const PAUSE_OF_MANY_MS = 1500;

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
  return eventually(what, mineAndAsk, { pauseMs: networks.length > 1 ? PAUSE_OF_MANY_MS : PAUSE_MS });
}
