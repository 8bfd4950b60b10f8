import { endpoints, type OrderId, type UserId } from '@kobogate/contract';
import { ruleBroken } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/route.ts';
import { decideTransfer, type Verdict } from './decide-transfer.ts';
import { type LiftDependencies, liftFence } from './lift-fence.ts';
import { readFurther } from './read-further.ts';
import { type SettleDependencies, settleTransfer } from './settle-transfer.ts';
import { viewRecovery } from './view-recovery.ts';

const { recovery } = endpoints;

interface VerdictBody {
  readonly as: Verdict['as'];
  readonly orderId?: OrderId | undefined;
  readonly userId?: UserId | undefined;
  readonly reason?: string | undefined;
}

/** The recovery page's calls: what is stopped and why, what each transfer was, and that payouts may leave again. */
export function recoveryRoutes(dependencies: LiftDependencies & SettleDependencies): Route[] {
  return [
    route(recovery.read, async ({ caller }) => ({
      data: await viewRecovery(dependencies, { adminId: caller.userId }),
    })),
    route(recovery.decide, async ({ caller, params: { id }, body }) => ({
      message: await decideTransfer(dependencies, { id, adminId: caller.userId, verdict: readVerdict(body) }),
    })),
    route(recovery.settle, async ({ caller, params: { id }, body: { asset, amount, reason } }) => ({
      message: await settleTransfer(dependencies, {
        id,
        adminId: caller.userId,
        reason,
        coins: asset === undefined ? null : { asset, amount: amount ?? '' },
      }),
    })),
    route(recovery.readFurther, async ({ caller, body: { from } }) => {
      await readFurther(dependencies, { adminId: caller.userId, from });
      return { message: 'The banks’ lists are read from that moment on now.' };
    }),
    route(recovery.lift, async ({ caller }) => ({
      message: await liftFence(dependencies, { adminId: caller.userId }),
    })),
  ];
}

function readVerdict({ as, orderId, userId, reason }: VerdictBody): Verdict {
  if (as === 'payout') {
    if (orderId === undefined) throw ruleBroken('Please say which order it was the payout of.');
    return { as, orderId };
  }
  if (as === 'owed') {
    if (userId === undefined) throw ruleBroken('Please say which customer it went to.');
    return { as, userId };
  }
  return { as, reason: reason ?? '' };
}
