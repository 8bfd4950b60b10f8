import type { UserDetail } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Account } from '../accounts/account.ts';
import { type BankAccount, scoreName } from '../bank-accounts/bank-account.ts';
import { findBankAccount } from '../bank-accounts/db.ts';
import { withTodaysRates } from '../orders/todays-rate.ts';
import { listOrdersOfUser } from '../orders/view-orders.ts';
import type { CurrentRates } from '../rates/current-rates.ts';
import { listWallets } from '../wallets/list-wallets.ts';
import { findTier } from '../orders/db-customer-tiers.ts';
import { countSessions, findDisabling, findUser } from './db-users.ts';
import { presentUser } from './list-users.ts';

const ORDERS_SHOWN = 20;

/** Everything about one person but the timeline. Throws 404 where there is none. */
export async function viewUser(
  dependencies: { database: Database; clock: Clock; currentRates: CurrentRates },
  userId: string,
): Promise<UserDetail> {
  const { database, clock } = dependencies;
  const view = isId(userId) ? await findUser(database, userId) : null;
  if (view === null) throw notFound('There is no such account.');
  const { account } = view;
  const [tier, disabled, sessions, wallets, bankAccount, orders] = await Promise.all([
    findTier(database, userId),
    describeDisabled(database, account),
    countSessions(database, userId, clock.now()),
    listWallets(dependencies, userId),
    findBankAccount(database, userId),
    listOrdersOfUser(database, userId, ORDERS_SHOWN),
  ]);
  return {
    ...presentUser(view),
    gender: account.gender,
    verifiedAt: account.verifiedAt?.toISOString() ?? null,
    kycTier: tier ?? 0,
    disabled,
    // A token of a disabled account opens nothing, whatever is in the table.
    sessions: disabled === null ? sessions : 0,
    wallets,
    payoutAccount: bankAccount === null ? null : presentPayoutAccount(bankAccount),
    orders: await withTodaysRates(dependencies, orders),
  };
}

async function describeDisabled(database: Database, { id, disabledAt }: Account): Promise<UserDetail['disabled']> {
  if (disabledAt === null) return null;
  const disabling = await findDisabling(database, id);
  return { at: disabledAt.toISOString(), by: disabling?.by ?? null, reason: disabling?.reason ?? null };
}

function presentPayoutAccount(account: BankAccount): UserDetail['payoutAccount'] {
  const { bankName, accountNumber, accountName, nameResolution, resolvedName, updatedAt } = account;
  return {
    bankName,
    accountNumberEnd: accountNumber.slice(-4),
    accountName,
    nameResolution,
    resolvedName,
    nameScore: scoreName(account),
    updatedAt: updatedAt.toISOString(),
  };
}
