import type { OrderId } from '@kobogate/contract';
import { drawOrder } from '@kobogate/testkit/sales/samples/draw-order.ts';
import type { Sample } from '@kobogate/testkit/sales/samples/people.ts';
import { seedOrders } from '@kobogate/testkit/sales/samples/seed-orders.ts';
import { writeOrders } from '@kobogate/testkit/sales/samples/write-orders.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { createQuoteSigner } from '../../apps/server/src/sales/quotes/order-quote.ts';

/** The SECRETS_KEY of the servers that benches start. */
export const BENCH_KEY = Buffer.alloc(32);
const signer = createQuoteSigner(BENCH_KEY);

/** A payment that waits for its coins. */
export interface OpenedPayment {
  readonly orderId: OrderId;
  readonly address: string;
  /** What it asks for, in smallest units. */
  readonly units: bigint;
}

/** Some ₦25,000. */
const CENTS = 1563n;

/** Sets the most that an operator may allow: a bench locks more rates, and is paid more, within a minute than a shop. */
export async function allowPlenty(database: Database): Promise<void> {
  const mostKobo = '10000000000000';
  const most = { most: 100_000_000, mostKobo };
  const holds = { hour: most, day: most, newHour: most, newDay: most, newAccountHours: 0, coolingOffKobo: mostKobo };
  await database.query(
    `insert into setting_change (subject, version, before, after) values ('holds', 1, '{}', $1), ('exposure', 1, '{}', $2)`,
    [JSON.stringify(holds), JSON.stringify({ userKobo: mostKobo, totalKobo: mostKobo })],
  );
}

/** Opens payments by the samples' links in turn, as the product would have, with addresses that it watches. */
export async function openPayments(
  database: Database,
  samples: readonly Sample[],
  count: number,
): Promise<OpenedPayment[]> {
  const orders = Array.from({ length: count }, (_, place) => {
    const sample = samples[place % samples.length];
    const wallet = sample?.wallets[0];
    if (sample === undefined || wallet === undefined) throw new Error('payments need samples');
    return drawOrder({ sample, wallet, kind: 'payment', state: 'awaiting', cents: CENTS, at: new Date() });
  });
  await database.transaction((tx) => writeOrders(tx, orders, signer));
  return orders.map(({ id, address, quote }) => ({ orderId: id, address, units: quote.amount }));
}

/**
 * Writes so many orders of the last two years: with all that they left behind, or, for benches that read orders only,
 * without.
 */
export async function fillBooks(
  database: Database,
  samples: readonly Sample[],
  { count, withBooks }: { readonly count: number; readonly withBooks: boolean },
): Promise<void> {
  if (count === 0) return;
  await seedOrders(database, samples, { count, signer, withBooks });
  await database.patient.query('checkpoint');
}
