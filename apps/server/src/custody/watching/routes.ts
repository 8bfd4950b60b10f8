import type { AddressSource } from '@kobogate/addresses';
import { endpoints, isNetwork, NETWORKS } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { addressSupplies } from '../wallets/address-supply.ts';
import { listWatchers } from './db.ts';

export interface DepositRouteDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
}

/** The watchers' state for administrators: how far each network is read, and how many addresses are left. */
export function depositRoutes({ database, addressSources }: DepositRouteDependencies): Route[] {
  return [
    route(endpoints.admin.networks, async () => ({
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
