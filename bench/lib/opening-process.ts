import { evmAddressSource } from '@kobogate/addresses';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import type { Sample } from '@kobogate/testkit/sales/samples/people.ts';
import { createDepartureGate } from '../../apps/server/src/controls/index.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../../apps/server/src/platform/database.ts';
import { createPaymentOpening } from '../../apps/server/src/sales/payments/open-payment.ts';
import { createQuoteSigner } from '../../apps/server/src/sales/quotes/order-quote.ts';
import { BENCH_KEY } from './books.ts';
import { load } from './load.ts';
import { BENCH_XPUB } from './product.ts';

/** What a process that opens payments is told once, before it is asked for rounds. */
export interface Opener {
  readonly address: DatabaseAddress;
  /** The merchants by whose links payments are opened. */
  readonly samples: readonly Pick<Sample, 'userId' | 'linkId'>[];
  /** With a file on the disk, as the product has one. */
  readonly epochFile: string;
}

/** One round: payers who open one payment after the other. */
export interface Round {
  readonly callers: number;
  readonly seconds: number;
}

/** What a process did in a round. */
export interface Opened {
  readonly perSecond: number;
  readonly p99: number;
  readonly opened: number;
  /** Milliseconds of its processor. */
  readonly ownMs: number;
}

const openingOn = (database: Database, epochFile: string) =>
  createPaymentOpening({
    database,
    clock: systemClock,
    currentRates: createTestRates({ USDT: '1600' }).currentRates,
    settings: createTestSettings(database),
    products: createTestProducts(database),
    quoteSigner: createQuoteSigner(BENCH_KEY),
    addressSources: [evmAddressSource(BENCH_XPUB)],
    gate: createDepartureGate({ database, log: silentLog, path: epochFile, endSessions: async () => undefined }),
    networks: ['ethereum'],
    lockSeconds: 900,
  });

async function createOpener({ address, samples, epochFile }: Opener): Promise<(round: Round) => Promise<Opened>> {
  const database = await openDatabase({ url: address, maxConnections: 12, log: silentLog });
  const open = openingOn(database, epochFile);
  let turn = 0;
  return async ({ callers, seconds }) => {
    const own = process.cpuUsage();
    let opened = 0;
    const { perSecond, p99 } = await load(callers, seconds, async () => {
      turn += 1;
      const sample = samples[turn % samples.length];
      if (sample === undefined) throw new Error('openings need merchants');
      const asked = { currency: 'USDT', network: 'ethereum', amount: undefined, reference: null };
      const by = { merchantId: sample.userId };
      await open({ ...asked, linkId: sample.linkId, idempotencyKey: undefined, by });
      opened += 1;
    });
    const { user, system } = process.cpuUsage(own);
    return { perSecond, p99, opened, ownMs: (user + system) / 1000 };
  };
}

let opener: Promise<(round: Round) => Promise<Opened>> | undefined;
process.on('message', (asked: Opener | Round) => {
  const answer = async (): Promise<Opened | 'ready'> => {
    if ('callers' in asked) {
      if (opener === undefined) throw new Error('a round came before its database');
      return (await opener)(asked);
    }
    opener = createOpener(asked);
    await opener;
    return 'ready';
  };
  void answer().then((said) => process.send?.(said));
});
