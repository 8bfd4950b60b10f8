import { endpoints, type Recovery } from '@kobogate/contract';
import pg from 'pg';
import { mineUntil } from '../mine-until.ts';
import { adminToken, fromNewAddress, PASSWORD, signUp } from '../people.ts';
import { ADMIN, type Product } from '../product.ts';
import { eventually } from '../wait.ts';

/** The administrator who signs in here. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What the team knows without the books: from mails, and from customers who write. */
export interface Memory {
  /** The owner of a deposit address, where their account is in the restored books. */
  ownerOf(address: string): string | undefined;
  /** The customer to whose address coins were sent back. */
  payeeOf(address: string): string | undefined;
}

/** What was found and decided before payouts left again. */
export interface Walked {
  readonly transfers: Readonly<Record<string, number>>;
  readonly foundPayments: number;
  readonly unclaimed: number;
}

const WHY = 'As the bank’s list and our mails say';

/** A user who has been an administrator for two days. */
export async function secondAdministrator({ call, sandbox, environment }: Product): Promise<Credentials> {
  const { email, token } = await signUp({ call, sandbox });
  const { data: user } = await call(endpoints.accounts.getUser, { token });
  await call(endpoints.adminUsers.setRole, {
    token: await adminToken(call),
    params: { id: user.id },
    body: { role: 'administrator', reason: 'Joins the desk', password: ADMIN.password },
  });
  const client = new pg.Client({ connectionString: environment['DATABASE_URL'] });
  await client.connect();
  await client.query(`update app_user set admin_since = admin_since - interval '2 days' where id = $1`, [user.id]);
  await client.end();
  return { email, password: PASSWORD };
}

/** A token of an administrator who signs in now. */
export async function signIn({ call }: Product, { email, password }: Credentials): Promise<string> {
  const { data } = await call(endpoints.accounts.login, { body: { email, password }, headers: fromNewAddress() });
  if (data.token === undefined) throw new Error('the administrator got no token');
  return data.token;
}

/**
 * Goes through the recovery as an administrator does by docs/recovery.md: waits for the comparisons, decides on every
 * transfer, every payment of our own and every coin without an owner, and settles what is owed.
 */
export async function decideAll(product: Product, admin: Credentials, memory: Memory): Promise<Walked> {
  const { call, sandbox } = product;
  const token = await signIn(product, admin);
  const read = async (): Promise<Recovery> => (await call(endpoints.recovery.read, { token })).data;
  await mineUntil(sandbox, NETWORKS, 'every list and every chain was compared', async () => {
    const { checks } = await read();
    const open = checks.filter(({ state }) => state !== 'done');
    if (open.length === 0 && checks.length > 0) return true;
    throw new Error(open.map(({ title, detail }) => `${title}: ${detail}`).join('; '));
  });
  const unclaimed = await creditUnclaimed(product, token, memory);
  const foundPayments = await explainFound(product, token, memory);
  await eventually('nothing is left to decide', async () => {
    const { transfers, left } = await read();
    for (const transfer of transfers.filter(({ status }) => status === 'open')) await decide(product, token, transfer);
    if (left.length === 0) return true;
    throw new Error(left.join(' '));
  });
  for (const transfer of (await read()).transfers.filter(({ status }) => status === 'owed')) {
    await settle(product, token, transfer);
  }
  const { transfers } = await read();
  return { transfers: countBy(transfers.map(({ status }) => status)), foundPayments, unclaimed };
}

/** Two administrators say that payouts may leave again. */
export async function lift(product: Product, admins: readonly [Credentials, Credentials]): Promise<void> {
  const { call } = product;
  for (const admin of admins) await call(endpoints.recovery.lift, { token: await signIn(product, admin) });
}

/** Why payouts are stopped; null where the fence is not up. */
export async function fenceOf(product: Product, admin: Credentials): Promise<string | null> {
  const { data } = await product.call(endpoints.recovery.read, { token: await signIn(product, admin) });
  return data.fence?.reason ?? null;
}

/** Those whose chains stand still until a block is asked for. */
export const NETWORKS = ['bsc', 'polygon', 'ethereum', 'mainnet', 'cardano', 'polkadot', 'solana'];

type RecoveredTransfer = Recovery['transfers'][number];

async function decide({ call }: Product, token: string, transfer: RecoveredTransfer): Promise<void> {
  const order = transfer.orders.find(({ problem }) => problem === null);
  const waits = transfer.orders.find(({ isByReference }) => isByReference);
  const [customer] = transfer.customers;
  // Its coins are not booked yet.
  if (order === undefined && waits?.problem?.includes('may still be read') === true) return;
  // As no payout it is booked only once the bank has ended it.
  if (order === undefined && transfer.bankState === 'pending') return;
  const body =
    order !== undefined
      ? { as: 'payout' as const, orderId: order.id }
      : customer !== undefined
        ? { as: 'owed' as const, userId: customer.userId }
        : { as: 'noted' as const, reason: WHY };
  await call(endpoints.recovery.decide, { token, params: { id: transfer.id }, body });
}

async function settle({ call }: Product, token: string, { id, free }: RecoveredTransfer): Promise<void> {
  const [coins] = free;
  const from = coins === undefined ? {} : { asset: coins.asset, amount: coins.amount };
  await call(endpoints.recovery.settle, { token, params: { id }, body: { ...from, reason: WHY } });
}

async function creditUnclaimed({ call }: Product, token: string, memory: Memory): Promise<number> {
  const { data } = await call(endpoints.suspense.listUnclaimed, { token });
  for (const { id, address } of data) {
    const email = memory.ownerOf(address);
    if (email === undefined) continue;
    await call(endpoints.suspense.creditUnclaimed, { token, params: { id }, body: { email, reason: WHY } });
  }
  return data.length;
}

async function explainFound({ call }: Product, token: string, memory: Memory): Promise<number> {
  const { data } = await call(endpoints.foundPayments.list, { token });
  const open = data.filter(({ explained }) => explained === null);
  for (const { id, address, candidates } of open) {
    const email = memory.payeeOf(address);
    const [refund] = candidates;
    const what =
      refund !== undefined
        ? { kind: 'refund' as const, refundId: refund.refundId }
        : email !== undefined
          ? { kind: 'customer' as const, email }
          : { kind: 'operator' as const };
    await call(endpoints.foundPayments.explain, { token, params: { id }, body: { ...what, reason: WHY } });
  }
  return data.length;
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
