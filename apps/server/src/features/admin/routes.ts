import type { AddressSource } from '@kobogate/addresses';
import { endpoints, isNetwork, NETWORKS } from '@kobogate/contract';
import { verify } from '../../ledger/verify.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import type { QuoteSigner } from '../orders/order-quote.ts';
import { verifyQuotes } from '../orders/verify-quotes.ts';
import { addressSupplies } from '../wallets/address-supply.ts';
import { listWatchers } from './db.ts';

const { admin } = endpoints;

export interface AdminDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly addressSources: readonly AddressSource[];
  readonly quoteSigner: QuoteSigner;
}

/** What only an operator may see: the ledger's proof, the watchers. */
export function adminRoutes({ database, clock, addressSources, quoteSigner }: AdminDependencies): Route[] {
  return [
    route(admin.verifyLedger, async () => {
      const report = await verify(database);
      const differences = [...report.differences, ...(await verifyQuotes(database.patient, quoteSigner))];
      return {
        data: { ...report, ok: differences.length === 0, differences, checkedAt: clock.now().toISOString() },
      };
    }),
    route(admin.networks, async () => ({
      data: (await listWatchers(database)).map(({ network, height, headHeight, checkedAt, stalled, secondsLeft }) => ({
        network,
        name: isNetwork(network) ? NETWORKS[network].name : network,
        height: height === null ? null : Number(height),
        headHeight: headHeight === null ? null : Number(headHeight),
        checkedAt: checkedAt?.toISOString() ?? null,
        stalled,
        secondsLeft,
      })),
      addresses: await addressSupplies(database, addressSources),
    })),
  ];
}
