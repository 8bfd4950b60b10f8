import type { AddressSource } from '@kobogate/addresses';
import { NETWORK_IDS, NETWORKS, type DepositId, type LinkId, type OrderId, type UserId } from '@kobogate/contract';
import { custody, customer, held, post } from '@kobogate/server/src/ledger/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import {
  createPaymentOpening,
  type OpenPaymentDependencies,
  type OpenPaymentInput,
} from '@kobogate/server/src/sales/payments/open-payment.ts';
import { createTestGate } from '../controls/fence.ts';
import { createTestSettings } from '../controls/settings.ts';
import { createTestProducts } from '../pricing/products.ts';
import { createTestRates, testQuoteSigner } from './orders.ts';

/** For tests: endless addresses of every family, which no chain knows. */
export function createTestAddressSources(name: string = newId()): AddressSource[] {
  return [...new Set(NETWORK_IDS.map((network) => NETWORKS[network].family))].map((family) => ({
    family,
    keyFingerprint: `${family} ${name}`,
    size: 2 ** 31 - 1,
    derive: (index) => ({ address: `${family}-${name}-${index}`, addressKey: `${family}-${name}-${index}` }),
  }));
}

/** For tests: an active link of a merchant's; what is left out asks for ₦25,000 in any coin. */
export async function insertLink(
  database: Database,
  userId: UserId,
  { amount = '25000', isOnce = false, name = 'Sample shop' }: { amount?: string; isOnce?: boolean; name?: string } = {},
): Promise<LinkId> {
  const id = newId<LinkId>();
  await database.query(
    `insert into payment_link (id, user_id, name, purpose, amount, coins) values ($1, $2, $3, 'Bread', $4, $5)`,
    [id, userId, name, amount, ['BTC', 'ETH', 'USDT', 'USDC', 'BNB', 'ADA', 'SOL', 'DOT']],
  );
  if (isOnce) await database.query(`update payment_link set is_once = true where id = $1`, [id]);
  return id;
}

/** For tests: coins at a payment's address, as custody leaves them. */
export async function insertArrival(
  database: Database,
  paymentId: OrderId,
  arrival: { amount: bigint; asset?: string; status?: 'seen' | 'confirming' | 'confirmed'; seenAt?: Date },
): Promise<DepositId> {
  const id = newId<DepositId>();
  const [address] = await database.query<{ id: string; user_id: UserId; payment_asset: string }>(
    `select a.id, a.user_id, a.payment_asset from deposit_address a join customer_order o on o.address_id = a.id
     where o.id = $1`,
    [paymentId],
  );
  if (address === undefined) throw new Error('no such payment');
  const { status = 'confirmed', amount, asset = address.payment_asset, seenAt = new Date() } = arrival;
  await database.query(
    `insert into deposit (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id,
       amount, status, confirmations, confirmations_needed, seen_at)
     values ($1, $2, $3, $3, $3, 1, $4, $5, $6, $7, $8, 1, 3, $9)`,
    [id, asset.split('@')[1], `0x${id}`, asset, address.id, address.user_id, amount, 'seen', seenAt],
  );
  if (status === 'confirmed') await confirmArrival(database, id);
  else await database.query(`update deposit set status = $2 where id = $1`, [id, status]);
  return id;
}

/** For tests: such coins become final, and are credited as custody does it. */
export async function confirmArrival(database: Database, depositId: DepositId): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx.query<{ user_id: UserId; asset: string; amount: string; payment_asset: string | null }>(
      `update deposit d set status = 'confirmed', confirmations = 3 from deposit_address a
       where d.id = $1 and a.id = d.address_id returning d.user_id, d.asset, d.amount, a.payment_asset`,
      [depositId],
    );
    if (row === undefined) throw new Error('no such deposit');
    const place = row.payment_asset === row.asset ? held : customer;
    const transfers = [
      { debit: custody(row.asset), credit: place(row.user_id, row.asset), amount: BigInt(row.amount) },
    ];
    await post(tx, [{ source: 'deposit', sourceId: depositId, description: 'Deposit confirmed', transfers }]);
  });
}

/**
 * For tests: the dependencies of opening, funding and pricing payments; what is left out is the product's own or a
 * sample.
 */
export function createPaymentDependencies(
  database: Database,
  more: Partial<OpenPaymentDependencies> = {},
): OpenPaymentDependencies & { readonly publicOrigin: string } {
  return {
    publicOrigin: 'https://pay.example',
    database,
    clock: systemClock,
    currentRates: createTestRates({ USDT: '1600' }).currentRates,
    settings: createTestSettings(database),
    products: createTestProducts(database),
    quoteSigner: testQuoteSigner,
    addressSources: createTestAddressSources(),
    gate: createTestGate(database),
    networks: ['ethereum', 'bsc', 'mainnet', 'solana'],
    lockSeconds: 900,
    ...more,
  };
}

/** For tests: the input of a payer who pays a link in USDT on Ethereum. */
export function openingBy(linkId: LinkId): OpenPaymentInput {
  return {
    linkId,
    currency: 'USDT',
    network: 'ethereum',
    amount: undefined,
    idempotencyKey: undefined,
    reference: null,
    by: { visitor: '192.0.2.1', browser: 'sample' },
  };
}

/** For tests: a payment of ₦25,000 in USDT on Ethereum at ₦1,600 that was opened by a merchant's link. */
export async function insertOpenedPayment(
  database: Database,
  merchantId: UserId,
): Promise<{ orderId: OrderId; linkId: LinkId }> {
  const linkId = await insertLink(database, merchantId);
  const dependencies = createPaymentDependencies(database);
  const orderId = await createPaymentOpening(dependencies)({ ...openingBy(linkId), by: { merchantId } });
  return { orderId, linkId };
}
