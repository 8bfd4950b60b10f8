import type { AddressSource } from '@kobogate/addresses';
import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { addressSupplies } from '../wallets/address-supply.ts';
import { describeNetworks } from './describe-networks.ts';
import { vouchInPerson } from './vouch-in-person.ts';

export interface NetworkRouteDependencies {
  readonly database: Database;
  readonly addressSources: readonly AddressSource[];
}

/**
 * The watchers' state for administrators: how far each network is read and how its providers do, the deposits that wait
 * for a word, and how many addresses are left.
 */
export function networkRoutes({ database, addressSources }: NetworkRouteDependencies): Route[] {
  return [
    route(endpoints.admin.networks, async () => ({
      data: await describeNetworks(database),
      addresses: await addressSupplies(database, addressSources),
    })),
    route(endpoints.admin.vouch, async ({ caller, params, body }) => {
      await vouchInPerson(database, { ...params, ...body, adminId: caller.userId });
      return { message: 'Recorded. It is credited with the next block.' };
    }),
  ];
}
