import { type AdminOrder, canApproveTogether, type OrderId, type UserId } from '@kobogate/contract';
import { Failure } from '../../platform/errors.ts';
import { presentOrderForAdmin } from '../order-views/view-orders.ts';
import type { Database } from '../../platform/database.ts';
import type { Approval } from './approve-order.ts';
import { decidedStatus, type Order } from './order.ts';

/** What became of one of several approvals. */
export interface ApprovedOne {
  readonly id: OrderId;
  readonly isApproved: boolean;
  /** Why it was not approved; empty otherwise. */
  readonly message: string;
  /** The order as it is now; null where there is none. */
  readonly order: AdminOrder | null;
}

const NOT_CLEAN = 'It is not a clean order of low risk. Please look at it by itself.';
const NEEDS_SECOND = 'Your approval is recorded. Another reviewer or administrator has to approve this order too.';

/**
 * Approves clean orders of low risk, each as the administrator saw it and in a transaction of its own. One that is not clean,
 * has changed since, or may not be approved is refused with the reason, and the others are approved all the same.
 */
export async function approveMany(
  { database, approve }: { database: Database; approve: (approval: Approval) => Promise<Order> },
  {
    orders,
    adminId,
    dueAt,
  }: {
    orders: readonly { readonly id: OrderId; readonly version: number }[];
    adminId: UserId;
    dueAt: (() => Date) | null;
  },
): Promise<ApprovedOne[]> {
  const results: ApprovedOne[] = [];
  for (const { id, version } of orders) {
    const refused = await refusalOf(async () => {
      const before = await presentOrderForAdmin(database, id);
      // One that is decided on is refused in its own words.
      if (before.status === 'pending' && before.version === version && !canApproveTogether(before)) return NOT_CLEAN;
      const order = await approve({ orderId: id, adminId, version, dueAt });
      return decidedStatus(order) === 'pending' ? NEEDS_SECOND : null;
    });
    const order = await presentOrderForAdmin(database, id).catch(() => null);
    results.push({ id, isApproved: refused === null, message: refused ?? '', order });
  }
  return results;
}

async function refusalOf(act: () => Promise<string | null>): Promise<string | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
