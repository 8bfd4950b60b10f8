import type { Activity, OrderId, UserId } from '@kobogate/contract';
import { listUsers } from '@kobogate/server/src/admin/list-users.ts';
import { setUserState } from '@kobogate/server/src/admin/set-user-state.ts';
import { viewTimeline } from '@kobogate/server/src/admin/view-timeline.ts';
import { createTestSettings } from '../controls/settings.ts';
import { createTestAccounts, PASSWORD } from '../identity/accounts.ts';
import { signIn } from '../identity/sessions.ts';
import { silentLog } from '../platform/log.ts';
import { createTestProducts } from '../pricing/products.ts';
import { createTestRates, insertCustomer, type TestCustomer, testQuoteSigner } from '../sales/orders.ts';
import { withdrawPayoutsOf } from '@kobogate/server/src/payouts/withdraw-payout.ts';
import type { Transaction } from '@kobogate/server/src/platform/database.ts';
import { settleLateOf } from '@kobogate/server/src/custody/suspense/db.ts';
import { createWalletList } from '@kobogate/server/src/custody/wallets/list-wallets.ts';
import { viewPayoutAccount } from '@kobogate/server/src/payouts/bank-accounts/view-payout-account.ts';
import { createOrderCreation } from '@kobogate/server/src/sales/orders/create-order.ts';
import { idFor } from '../contract/ids.ts';

export const REASON = 'A sample reason that only administrators read';

/** Accounts over HTTP with an administrator who looks at them, and orders of theirs at ₦1,600 a dollar. */
export async function createTestUsers() {
  const accounts = await createTestAccounts();
  const { database } = accounts;
  const admin = await insertCustomer(database, { isAdmin: true });
  const { currentRates } = createTestRates({ USDT: '1600' });
  const dependencies = {
    database,
    clock: accounts.clock,
    currentRates,
    listWallets: createWalletList({ database, currentRates }),
    findPayoutAccount: viewPayoutAccount,
    publicOrigin: 'https://kobogate.test',
    settings: createTestSettings(database),
    quoteSigner: testQuoteSigner,
    settleLateOf,
    withdrawPayoutsOf: (tx: Transaction, userId: UserId) =>
      withdrawPayoutsOf(tx, { clock: accounts.clock, log: silentLog }, userId),
  };
  const find = (search: string, more = {}) => listUsers({ database }, { search, ...more });
  return {
    accounts,
    database,
    admin,
    dependencies,
    find,
    idOf: async (email: string): Promise<UserId> => (await find(email)).data[0]?.id ?? idFor<UserId>(''),
    set: async (userId: UserId, state: 'active' | 'disabled', by = admin.userId, reason = REASON) =>
      setUserState(dependencies, {
        userId,
        caller: await signIn(database, by),
        state,
        reason,
      }),
    timeline: async (userId: UserId, limit = '100'): Promise<Activity[]> =>
      (await viewTimeline({ database }, { userId, before: undefined, limit })).data,
    logIn: async (email: string): Promise<string> => {
      const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
      return String(body.data?.['token']);
    },
    /** An order of 10 USDT that waits for its coins where the balance does not cover it. */
    placeOrder: async (owner: TestCustomer): Promise<OrderId> => {
      const create = createOrderCreation({ ...dependencies, lockSeconds: 900, products: createTestProducts(database) });
      const input = { userId: owner.userId, fromCurrency: 'USDT', fromAmount: '10', network: 'ethereum' };
      const { order } = await create({ ...input, quoteId: undefined, idempotencyKey: undefined });
      return order.id;
    },
  };
}

export type TestUsers = Awaited<ReturnType<typeof createTestUsers>>;
