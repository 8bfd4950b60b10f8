import { endpoints } from '@kobogate/contract';
import { proveActs } from '../../controls/index.ts';
import { verify } from '../../ledger/index.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { verifyQuotes } from '../../sales/index.ts';
import { listReconciliations, loadReconciliation } from './db.ts';
import { reconcileDay, type ReconciliationDependencies } from './reconcile-day.ts';

const { admin, reconciliations } = endpoints;

/**
 * The ledger's verification, and the daily comparisons: listed, read, and made on an administrator's request, one at a
 * time.
 */
export function reconciliationRoutes(dependencies: ReconciliationDependencies): Route[] {
  const { database, clock, quoteSigner, monthSealer } = dependencies;
  let isUnderWay = false;
  return [
    route(admin.verifyLedger, async () => {
      const report = await verify(database, monthSealer);
      const [quotes, acts] = [await verifyQuotes(database.patient, quoteSigner), await proveActs({ database })];
      const differences = [...report.differences, ...quotes, ...acts.found];
      return {
        data: { ...report, ok: differences.length === 0, differences, checkedAt: clock.now().toISOString() },
      };
    }),
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
