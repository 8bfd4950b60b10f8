import { endpoints, isNetwork, NETWORKS } from '@kobogate/contract';
import { verify } from '../../ledger/verify.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { loadClearingThreshold, setClearingThreshold } from '../orders/clearing-policy.ts';
import { listWatchers } from './db.ts';

const { admin } = endpoints;

const presentPolicy = (threshold: bigint | null) => ({
  automaticBelowKobo: threshold === null ? null : String(threshold),
});

/** What only an operator may see or set: the clearing policy, the ledger's proof, the watchers. */
export function adminRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route(admin.getClearingPolicy, async () => ({ data: presentPolicy(await loadClearingThreshold(database)) })),
    route(admin.setClearingPolicy, async ({ caller, body }) => {
      const threshold = await setClearingThreshold(database, caller.userId, body.automaticBelowKobo);
      return { message: 'Clearing policy saved', data: presentPolicy(threshold) };
    }),
    route(admin.verifyLedger, async () => ({
      data: { ...(await verify(database)), checkedAt: clock.now().toISOString() },
    })),
    route(admin.networks, async () => ({
      data: (await listWatchers(database)).map(({ network, height, headHeight, checkedAt, stalled }) => ({
        network,
        name: isNetwork(network) ? NETWORKS[network].name : network,
        height: height === null ? null : Number(height),
        headHeight: headHeight === null ? null : Number(headHeight),
        checkedAt: checkedAt?.toISOString() ?? null,
        stalled,
      })),
    })),
  ];
}
