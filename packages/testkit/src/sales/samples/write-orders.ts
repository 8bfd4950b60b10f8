import { formatRate } from '@kobogate/money';
import type { Transaction } from '@kobogate/server/src/platform/database.ts';
import { insertOrderQuotes } from '@kobogate/server/src/sales/quotes/db.ts';
import type { QuoteSigner } from '@kobogate/server/src/sales/quotes/order-quote.ts';
import type { SampleOrder } from './draw-order.ts';
import { takeNumbers } from './people.ts';

/** Writes orders with their quotes and addresses, as the product has them, in sets. */
export async function writeOrders(tx: Transaction, orders: readonly SampleOrder[], signer: QuoteSigner): Promise<void> {
  await stage(tx, orders);
  for (const statement of ORDERS) await tx.query(statement);
  await insertOrderQuotes(
    tx,
    signer,
    orders.map(({ quote }) => quote),
  );
}

/** The same orders, as rows of the temporary table `made` that the statements read. */
async function stage(tx: Transaction, orders: readonly SampleOrder[]): Promise<void> {
  const payments = orders.filter(({ kind }) => kind === 'payment').length;
  const first = await takeNumbers(tx, payments);
  await tx.query('drop table if exists made');
  await tx.query(
    `create temporary table made on commit drop as
     select *, case kind when 'payment' then $22::bigint + count(*) filter (where kind = 'payment') over (order by position) end as number
     from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[],
       $9::text[], $10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::text[], $15::numeric[], $16::numeric[],
       $17::numeric[], $18::numeric[], $19::text[], $20::text[], $21::text[], $23::int[])
       with ordinality as made (id, kind, state, at, user_id, link_id, wallet_id, address_id, address, deposit_id,
         payout_id, quote_id, currency, network, amount, rate, naira_kobo, spread_kobo, status, funding, payout, version,
         position)`,
    [
      orders.map(({ id }) => id),
      orders.map(({ kind }) => kind),
      orders.map(({ state }) => state),
      orders.map(({ at }) => at.toISOString()),
      orders.map(({ sample }) => sample.userId),
      orders.map(({ sample }) => sample.linkId),
      orders.map(({ wallet }) => wallet.walletId),
      orders.map(({ addressId }) => addressId),
      orders.map(({ address }) => address),
      orders.map(({ depositId }) => depositId),
      orders.map(({ payoutId }) => payoutId),
      orders.map(({ quote }) => quote.id),
      orders.map(({ wallet }) => wallet.asset.currency),
      orders.map(({ wallet }) => wallet.asset.network),
      orders.map(({ quote }) => String(quote.amount)),
      orders.map(({ quote }) => formatRate(quote.rate)),
      orders.map(({ quote }) => String(quote.nairaKobo)),
      orders.map(({ quote }) => String(quote.feeKobo + quote.vatKobo)),
      orders.map(({ status }) => status),
      orders.map(({ funding }) => funding),
      orders.map(({ payout }) => payout),
      first,
      orders.map(({ version }) => version),
    ],
  );
}

/** What is due a little after an order was made: its coins, and later its naira. */
const COINS_AT = `at + interval '2 minutes'`;
const NAIRA_AT = `at + interval '4 minutes'`;

const ORDERS = [
  `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id, payment_asset)
   select address_id, 'evm', address, address, number, 'sample', number, user_id, currency || '@' || network
   from made where kind = 'payment'`,
  `insert into customer_order (id, kind, user_id, wallet_id, address_id, payment_link_id, currency, network, asset, amount,
     rate, naira_kobo, spread_kobo, lock_expires_at, status, funding, payout, received, priority, risk, account_number,
     bank_code, bank_name, account_name, name_resolution, order_quote_id, version, decline_reason, created_at, updated_at)
   select id, kind, user_id, case kind when 'conversion' then wallet_id end, case kind when 'payment' then address_id end,
     case kind when 'payment' then link_id end, currency, network, currency || '@' || network, amount, rate, naira_kobo,
     spread_kobo, at + interval '15 minutes', status, funding, payout, case funding when 'funded' then amount else 0 end,
     case when state <> 'review' then 'low' when position % 7 = 0 then 'high' when position % 3 = 0 then 'medium' else 'low' end,
     case when state <> 'review' then 0 when position % 7 = 0 then 60 when position % 3 = 0 then 30 else 10 end,
     '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', 'resolved', quote_id, version,
     case state when 'declined' then 'A sample of a declined order.' end, at,
     case state when 'paid' then ${NAIRA_AT} when 'awaiting' then at else ${COINS_AT} end from made`,
  `insert into payment (order_id, name, purpose, amount_currency, amount, open_until, reference)
   select id, 'Sample shop', 'Bread', 'NGN', trim_scale(naira_kobo / 100)::text, at + interval '1 day', 'sample-' || id
   from made where kind = 'payment'`,
  `insert into settled_payment (order_id, user_id, payment_link_id, reference, settled_at, naira_kobo)
   select id, user_id, link_id, 'sample-' || id, ${NAIRA_AT}, naira_kobo
   from made where kind = 'payment' and payout = 'paid'`,
];

/** Writes what covered and paid orders left behind: timelines, deposits, payouts and notices. After `writeOrders`. */
export async function writeTraces(tx: Transaction): Promise<void> {
  for (const statement of TRACES) await tx.query(statement);
}

const TRACES = [
  `insert into order_event (id, order_id, at, type, text)
   select gen_random_uuid(), id, at, case kind when 'payment' then 'opened' else 'created' end, 'A sample was made.' from made
   union all
   select gen_random_uuid(), id, ${COINS_AT}, 'funded', 'The coins of a sample arrived.' from made where funding = 'funded'
   union all
   select gen_random_uuid(), id, ${NAIRA_AT}, 'payout-paid', 'The naira of a sample was paid.' from made where payout = 'paid'`,
  `insert into deposit (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id, amount,
     status, confirmations, confirmations_needed, seen_at, confirmed_at, updated_at)
   select deposit_id, network, 'sample-' || deposit_id, 'sample-' || deposit_id, 'sample', 1, currency || '@' || network,
     address_id, user_id, amount, 'confirmed', 12, 12, at, ${COINS_AT}, ${COINS_AT} from made where funding = 'funded'`,
  `insert into deposit_value (deposit_id, rate, naira_kobo, valued_at)
   select deposit_id, rate, naira_kobo, ${COINS_AT} from made where funding = 'funded'`,
  `insert into deposit_sender (deposit_id, address_key) select deposit_id, address from made where funding = 'funded'`,
  `insert into order_deposit (deposit_id, order_id, decided_at)
   select deposit_id, id, ${COINS_AT} from made where funding = 'funded'`,
  `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
     account_name, status, created_at, sent_at, settled_at, updated_at, order_quote_id, sends)
   select payout_id, id, 1, 'budpay', 'kg-' || replace(payout_id::text, '-', ''), naira_kobo, '0123456785', '000013',
     'GTBANK', 'SAMPLE PERSON', 'paid', ${COINS_AT}, ${COINS_AT}, ${NAIRA_AT}, ${NAIRA_AT}, quote_id, 1
   from made where payout = 'paid'`,
  `insert into notification (id, user_id, source, type, message, sender_name, created_at)
   select gen_random_uuid(), user_id, deposit_id, 'payment', 'The coins of a sample arrived.', 'Kobogate', ${COINS_AT}
   from made where funding = 'funded'
   union all
   select gen_random_uuid(), user_id, payout_id, 'payment', 'The naira of a sample was paid.', 'Kobogate', ${NAIRA_AT}
   from made where payout = 'paid'`,
];
