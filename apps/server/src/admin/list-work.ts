import {
  type Endpoint,
  endpoints,
  mayCall,
  type StaffRole,
  type Work,
  WORK_KINDS,
  type WorkKind,
} from '@kobogate/contract';
import type { Database } from '../platform/database.ts';
import { countWork } from './db.ts';

/** The kinds of work that not every role may look into, with the call that shows them. */
const SHOWN_BY: Partial<Record<WorkKind, Endpoint>> = {
  differences: endpoints.reconciliations.list,
  'refunds-due': endpoints.treasury.read,
  plans: endpoints.treasury.read,
};

const { adminOrders, admin, recovery, refunds, reconciliations, suspense, foundPayments, treasury } = endpoints;

/** The call that each kind of work is done by: those whose role may make it have it to do. */
const DONE_BY: Readonly<Record<WorkKind, Endpoint>> = {
  fence: recovery.lift,
  recovery: recovery.decide,
  'payouts-unknown': adminOrders.takeAsPaid,
  'payouts-failed': adminOrders.retryPayout,
  orders: adminOrders.decide,
  sanctions: adminOrders.decide,
  refunds: refunds.decide,
  'refunds-due': treasury.ask,
  plans: treasury.handIn,
  vouching: admin.vouch,
  unclaimed: suspense.creditUnclaimed,
  late: suspense.settleLate,
  suspense: suspense.credit,
  found: foundPayments.explain,
  differences: reconciliations.run,
  networks: admin.resume,
  // The operator's own naira, and the sources that the server's variables name.
  floats: reconciliations.run,
  sources: endpoints.products.save,
  proposals: endpoints.settings.saveApprovals,
  // With the key tool, by the operator who has the seed.
  addresses: treasury.handIn,
};

export interface WorkDependencies {
  readonly database: Database;
  /** The supply of deposit addresses, by family. */
  readonly listSupplies: () => Promise<readonly { readonly isLow: boolean }[]>;
}

/**
 * Everything that waits for a person and that the role may look into: each kind once, the most urgent first, and
 * whether the role may do it.
 */
export async function listWork({ database, listSupplies }: WorkDependencies, role: StaffRole | null): Promise<Work[]> {
  const [counted, supplies] = await Promise.all([countWork(database), listSupplies()]);
  const low = supplies.filter(({ isLow }) => isLow).length;
  const found = [...counted, { kind: 'addresses' as const, count: low, oldest: null }];
  const kinds = WORK_KINDS.filter((kind) => mayCall(role, SHOWN_BY[kind] ?? admin.work));
  return kinds.map((kind) => {
    const { count = 0, oldest = null } = found.find((each) => each.kind === kind) ?? {};
    return { kind, count, oldest: oldest?.toISOString() ?? null, isYours: mayCall(role, DONE_BY[kind]) };
  });
}
