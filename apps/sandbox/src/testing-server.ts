import type { Server } from './server.ts';
import { listen } from './server.ts';
import { temporaryFolder } from './testing.ts';
import { openBankWorld } from './banks/bank-world.ts';
import { readBanks } from './banks/bank-names.ts';
import { createBehaviours } from './banks/behaviour.ts';
import { createCallbacks } from './banks/budpay/callbacks.ts';
import { createMailbox } from './mail/mailbox.ts';
import { createPriceBook } from './rates/price-book.ts';
import type { World } from './world.ts';

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
  const banks = openBankWorld(folder, readBanks(new URL('../data/ngn-banks.json', import.meta.url)), settleMs);
  const callbacks = createCallbacks(callbackUrl, quiet);
  for (const transfer of banks.transfers()) callbacks.schedule(transfer);
  const world: World = {
    chains: new Map(),
    evmChains: new Map(),
    mailbox: createMailbox(),
    smtpPort: 0,
    banks,
    behaviours: createBehaviours(),
    callbacks,
    prices: createPriceBook(),
    close: async () => callbacks.stop(),
  };
  server.open(world);
  const close = async (): Promise<void> => {
    await world.close();
    await server.close();
  };
  return { server, world, folder, close };
}
