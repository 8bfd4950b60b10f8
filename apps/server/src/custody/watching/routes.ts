import type { AddressSource } from '@kobogate/addresses';
import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { type Route, route } from '../../platform/route.ts';
import { addressSupplies } from '../wallets/address-supply.ts';
import { resumeNetwork } from '../found/resume-network.ts';
import { describeNetworks } from './describe-networks.ts';
import { vouchInPerson, worthOfVouched } from './vouch-in-person.ts';

interface NetworkRouteDependencies {
  readonly database: Database;
  readonly currentRates: CurrentRates;
  readonly addressSources: readonly AddressSource[];
}

/**
 * The watchers' state for administrators: how far each network is read and how its providers do, the deposits that wait
 * for a word, and how many addresses are left.
 */
export function networkRoutes({ database, currentRates, addressSources }: NetworkRouteDependencies): Route[] {
  return [
    route(endpoints.admin.networks, async () => ({
      data: await describeNetworks(database, await currentRates()),
      addresses: await addressSupplies(database, addressSources),
    })),
    route(
      endpoints.admin.vouch,
      async ({ caller, params, body }) => {
        const outcome = await vouchInPerson({ database, currentRates }, { ...params, ...body, adminId: caller.userId });
        return {
          message:
            outcome === 'credited'
              ? 'Recorded. The deposit is credited within seconds.'
              : 'Recorded. This amount needs two people: it is credited once another reviewer or administrator vouches for it too.',
        };
      },
      ({ params }) => worthOfVouched({ database, currentRates }, params.id),
    ),
    route(endpoints.admin.resume, async ({ caller, params, body }) => {
      await resumeNetwork({ database }, { ...params, ...body, adminId: caller.userId });
      return { message: 'Recorded. The network goes on within seconds.' };
    }),
  ];
}
