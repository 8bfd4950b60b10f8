import { chainlessWorld } from '@kobogate/sandbox/src/chainless-world.ts';
import { listen, type Server } from '@kobogate/sandbox/src/server.ts';
import type { World } from '@kobogate/sandbox/src/world.ts';
import { temporaryFolder } from './files.ts';

export interface ChainlessSandbox {
  readonly server: Server;
  readonly world: World;
  readonly folder: string;
  close(): Promise<void>;
}

const quiet = (): void => undefined;

/** A sandbox on a free port with everything but chains and mail, whose start would only slow a test of the rest. */
export async function startChainless({
  folder = temporaryFolder(),
  settleMs = 60,
  callbackUrl = 'http://127.0.0.1:9/none',
}: { folder?: string; settleMs?: number; callbackUrl?: string } = {}): Promise<ChainlessSandbox> {
  const server = await listen(0, quiet);
  const world = chainlessWorld({ folder, transferMs: settleMs, callbackUrl }, quiet);
  server.open(world);
  const close = async (): Promise<void> => {
    await world.close();
    await server.close();
  };
  return { server, world, folder, close };
}
