import type { Database, Transaction } from '@kobogate/server/src/platform/database.ts';
import { countDays } from '@kobogate/server/src/sales/order-views/count-days.ts';
import type { QuoteSigner } from '@kobogate/server/src/sales/quotes/order-quote.ts';
import { drawOrder, LOCK_MS, type SampleOrder, type SampleState } from './draw-order.ts';
import type { Sample } from './people.ts';
import { postOrders } from './post-orders.ts';
import { writeOrders, writeTraces } from './write-orders.ts';

/** How many orders are written and posted in one transaction: few enough for the longest that a statement may take. */
const AT_ONCE = 5000;
const DAY_MS = 24 * 60 * 60_000;
/** Settled orders are this old: the days that are compared with banks and chains every day have none. */
const YOUNGEST_DAYS = 4;
const OLDEST_DAYS = 730;
/** Of all, the newest are open: as many as an officer has before them on a busy morning. */
const MOST_OPEN = 400;
const OPEN_MS = 6 * 60 * 60_000;

export interface Seeding {
  readonly count: number;
  readonly signer: QuoteSigner;
  /** Without their timelines, deposits, payouts, notices and postings only the orders are written: for what reads nothing else, on a database whose superuser we are. */
  readonly withBooks: boolean;
  /** How old the oldest is: two years unless said. */
  readonly days?: number;
  readonly onProgress?: (written: number) => void;
}

/**
 * Writes so many orders of samples, as a product has them that has run for two years: conversions of three coins, and
 * every fifth a payment by link; most paid, some declined or expired, and the newest open. The books balance after it;
 * their postings carry the time of the seeding, as the ledger is written once and in order.
 */
export async function seedOrders(
  database: Database,
  samples: readonly Sample[],
  { count, signer, withBooks, days = OLDEST_DAYS, onProgress }: Seeding,
): Promise<void> {
  const now = Date.now();
  await database.transaction(forgetCounts);
  for (let written = 0; written < count; written += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - written) }, (_, index) => written + index);
    await database.transaction(async (tx) => {
      // Checking each reference and each kept count takes longer than all else: only a superuser may leave it out.
      if (!withBooks) await tx.query(`set local session_replication_role = replica`);
      const orders = places.map((place) => orderAt(samples, place, { count, now, days }));
      await writeOrders(tx, orders, signer);
      if (!withBooks) return;
      await writeTraces(tx);
      await postOrders(tx, orders);
    });
    onProgress?.(written + places.length);
  }
  // Autovacuum, which so many rows have called, has the lock for seconds.
  while (!(await countDays({ database })));
  for (const table of SEEDED.split(/\s+/)) await database.patient.query(`vacuum analyze ${table}`);
}

/** Statistics for the database's plans: by itself the database knows nothing of new rows for a while. */
const SEEDED = `customer_order order_quote order_event payment settled_payment deposit deposit_address order_deposit payout
  notification ledger_transfer ledger_account app_user wallet order_day order_month order_paid`;

/** Kept counts would be written again with each of the orders: all days are counted again after them. */
async function forgetCounts(tx: Transaction): Promise<void> {
  await tx.query(`lock table customer_order in share mode`);
  for (const counts of ['order_day', 'order_month', 'settled_day']) await tx.query(`delete from ${counts}`);
  await tx.query(`update order_counted set until = '-infinity', settled_until = '-infinity'`);
}

/** The order at a place among all, the oldest first. */
function orderAt(
  samples: readonly Sample[],
  place: number,
  { count, now, days }: { readonly count: number; readonly now: number; readonly days: number },
): SampleOrder {
  const sample = samples[place % samples.length];
  const wallet = sample?.wallets[Math.floor(place / samples.length) % sample.wallets.length];
  if (sample === undefined || wallet === undefined) throw new Error('orders need samples');
  const open = Math.min(MOST_OPEN, Math.ceil(count / 10));
  const settled = count - open;
  const isOpen = place >= settled;
  const age = isOpen
    ? (OPEN_MS * (count - place)) / open
    : DAY_MS * (days - ((days - YOUNGEST_DAYS) * place) / settled);
  // Spread evenly over samples and coins, whatever their numbers divide by (Knuth's multiplicative hash).
  const draw = Math.imul(place, 0x9e3779b1) >>> 8;
  const kind = draw % 5 === 0 && !isOpen ? 'payment' : 'conversion';
  return drawOrder({
    sample,
    wallet,
    kind,
    state: isOpen ? openState(age) : settledState(draw, kind),
    cents: 500n + ((BigInt(place) * 7919n) % 120_000n),
    at: new Date(now - age),
  });
}

/** Of the open ones the youngest wait for their coins, and the others for an administrator. Pure. */
const openState = (age: number): SampleState => (age < LOCK_MS ? 'awaiting' : 'review');

function settledState(draw: number, kind: SampleOrder['kind']): SampleState {
  if (draw % 100 < 2) return 'expired';
  return draw % 100 === 51 && kind === 'conversion' ? 'declined' : 'paid';
}
