import { endpoints, findLedgerAsset, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { listHits, loadList } from './db.ts';
import { isStale } from './load-list.ts';

/** The list, and the deposits with hits, for administrators. */
export function sanctionsRoutes({ database, clock }: { readonly database: Database; readonly clock: Clock }): Route[] {
  return [
    route(endpoints.sanctions.read, async () => {
      const list = await loadList(database);
      const hits = await listHits(database);
      return {
        data: {
          list:
            list === null
              ? null
              : {
                  listedOn: list.listedOn,
                  loadedAt: list.loadedAt.toISOString(),
                  addresses: list.addresses,
                  unread: list.unread,
                  isStale: isStale(list, clock.now()),
                },
          hits: hits.map(({ asset: code, amount, foundAt, ...hit }) => {
            const asset = findLedgerAsset(code);
            return Object.assign(hit, {
              currency: asset?.currency ?? code,
              networkName: asset === undefined ? '' : NETWORKS[asset.network].name,
              amount: formatUnits(amount, asset?.decimals ?? 0),
              foundAt: foundAt.toISOString(),
            });
          }),
        },
      };
    }),
  ];
}
