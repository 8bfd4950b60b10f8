import type { UserDetail, UserId } from '@kobogate/contract';
import type { Connection, Database } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/identifiers.ts';
import { type Account, findOpenReset, presentResetDetail } from '../identity/index.ts';
import { findTier, listOrdersOfUser, type Market, withTodaysRates } from '../sales/index.ts';
import { findClosed } from './closing/db.ts';
import { listDebts } from './debts.ts';
import { countSessions, findDisabling, findUser } from './db.ts';
import { presentUser } from './list-users.ts';

const ORDERS_SHOWN = 20;

/** The dependencies of the view of one user, with the data of custody and payouts. */
export interface ViewUserDependencies extends Market {
  readonly database: Database;
  readonly listWallets: (userId: UserId) => Promise<UserDetail['wallets']>;
  readonly findPayoutAccount: (connection: Connection, userId: UserId) => Promise<UserDetail['payoutAccount']>;
}

/** Everything about one user except the timeline. Throws 404 where there is none. */
export async function viewUser(dependencies: ViewUserDependencies, userId: UserId): Promise<UserDetail> {
  const { database, clock } = dependencies;
  const view = isId(userId) ? await findUser(database, userId) : null;
  if (view === null) throw notFound('There is no such account.');
  const { account } = view;
  const [tier, closed, disabled, owes, reset, sessions, wallets, payoutAccount, orders] = await Promise.all([
    findTier(database, userId),
    findClosed(database, userId),
    describeDisabled(database, account),
    listDebts(database, userId),
    findOpenReset(database, userId),
    countSessions(database, userId, clock.now()),
    dependencies.listWallets(userId),
    dependencies.findPayoutAccount(database, userId),
    listOrdersOfUser(database, userId, ORDERS_SHOWN),
  ]);
  return {
    ...presentUser(view),
    gender: account.gender,
    verifiedAt: account.verifiedAt?.toISOString() ?? null,
    kycTier: tier ?? 0,
    disabled: closed === null ? disabled : null,
    closed:
      closed === null
        ? null
        : {
            at: closed.at.toISOString(),
            by: closed.by,
            eraseFrom: closed.eraseFrom.toISOString(),
            erasedAt: closed.erasedAt?.toISOString() ?? null,
          },
    owes,
    factorReset: reset === null ? null : presentResetDetail(reset),
    // A token of a disabled account opens nothing, whatever the table has.
    sessions: account.disabledAt === null ? sessions : 0,
    wallets,
    payoutAccount,
    orders: await withTodaysRates(dependencies, orders),
  };
}

async function describeDisabled(database: Database, { id, disabledAt }: Account): Promise<UserDetail['disabled']> {
  if (disabledAt === null) return null;
  const disabling = await findDisabling(database, id);
  return { at: disabledAt.toISOString(), by: disabling?.by ?? null, reason: disabling?.reason ?? null };
}
