import { createMailbox } from './mail/mailbox.ts';
import { openBanking } from './open-banking.ts';
import type { Log } from './platform/log.ts';
import { createPriceBook } from './rates/price-book.ts';
import { createOpenIds } from './sign-in/open-id.ts';
import { createPhones } from './sms/termii.ts';
import type { World } from './world.ts';

/** A world of banks and prices, without the chains and the mail whose start takes most of the time. */
export function chainlessWorld(options: Parameters<typeof openBanking>[0], log: Log): World {
  const banking = openBanking(options, log);
  return {
    chains: new Map(),
    providers: { environment: () => ({}), urls: () => [], behave: () => ({}), close: () => Promise.resolve() },
    evmChains: new Map(),
    bitcoinChains: new Map(),
    cardanoChains: new Map(),
    polkadotChains: new Map(),
    mailbox: createMailbox(),
    phones: createPhones(),
    openIds: createOpenIds(),
    smtpPort: 0,
    ...banking,
    prices: createPriceBook(),
    close: async () => banking.callbacks.stop(),
  };
}
