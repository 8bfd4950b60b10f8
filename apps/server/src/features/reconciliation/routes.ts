import { endpoints } from '@kobogate/contract';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { listReconciliations, loadReconciliation } from './db.ts';
import { reconcileDay, type ReconciliationDependencies } from './reconcile-day.ts';

const { reconciliations } = endpoints;

/** The daily comparisons: listed, read, and made when an administrator asks, one at a time. */
export function reconciliationRoutes(dependencies: ReconciliationDependencies): Route[] {
  const { database } = dependencies;
  let isUnderWay = false;
  return [
    route(reconciliations.list, async () => ({ data: await listReconciliations(database) })),
    route(reconciliations.read, async ({ params: { id } }) => {
      const found = isId(id) ? await loadReconciliation(database, id) : null;
      if (found === null) throw notFound('There is no such comparison.');
      return { data: found };
    }),
    route(reconciliations.run, async ({ caller, body: { day } }) => {
      if (isUnderWay) throw conflict('A comparison is under way. Please look at it in a minute.');
      isUnderWay = true;
      try {
        const made = await reconcileDay(dependencies, { day, isScheduled: false, adminId: caller.userId });
        if (made === null) throw new Error('a comparison that was asked for was not kept');
        return { data: made };
      } finally {
        isUnderWay = false;
      }
    }),
  ];
}
