import type { LinkId, OrderId, UserId } from '@kobogate/contract';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/identifiers.ts';
import { countDays } from '../../apps/server/src/sales/order-views/count-days.ts';

/** How many orders one statement writes: few enough for the longest that a statement may take. */
const CHUNK = 20_000;

/** A merchant who can be paid by a link, ₦25,000 for 15.625 USDT on Ethereum each time. */
export interface Merchant {
  readonly userId: UserId;
  readonly linkId: LinkId;
}

/** A payment that waits for its coins. */
export interface OpenedPayment {
  readonly orderId: OrderId;
  readonly address: string;
}

/** What one payment asks for, in smallest units. */
export const UNITS = 15_625_000n;

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

/** Writes merchants, verified for long, each with a payout account and a link. */
export async function insertMerchants(database: Database, count: number): Promise<Merchant[]> {
  const merchants = Array.from({ length: count }, () => ({ userId: newId<UserId>(), linkId: newId<LinkId>() }));
  const [users, links] = [merchants.map(({ userId }) => userId), merchants.map(({ linkId }) => linkId)];
  await database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, verified_at, created_at)
     select id, id || '@kobogate.test', id || '@kobogate.test', 'Sample', 'Person', '08000000000', '08000000000', 'none',
       now() - interval '1 year', now() - interval '1 year' from unnest($1::uuid[]) as id`,
    [users],
  );
  await database.query(
    `insert into bank_account (user_id, account_number, bank_code, bank_name, account_name, name_resolution, updated_at)
     select id, '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', 'resolved', now() - interval '1 year'
     from unnest($1::uuid[]) as id`,
    [users],
  );
  await database.query(
    `insert into payment_link (id, user_id, name, purpose, amount, coins)
     select id, user_id, 'Bench', 'Bread', '25000', '{USDT}' from unnest($1::uuid[], $2::uuid[]) as link (id, user_id)`,
    [links, users],
  );
  // The mail server is not measured.
  await database.query(
    `insert into notification_choice (user_id, event, by_email, by_sms)
     select id, event, false, false from unnest($1::uuid[]) as id cross join unnest('{deposit,payout}'::text[]) as event`,
    [users],
  );
  return merchants;
}

/** Opens payments by the merchants' links in turn, as the product would have, with addresses that it watches. */
export async function openPayments(
  database: Database,
  merchants: readonly Merchant[],
  count: number,
): Promise<OpenedPayment[]> {
  return insertPayments(database, merchants, count, { isPaid: false });
}

/** Writes payments that were paid out long ago, with all that they left behind. */
export async function fillBooks(database: Database, merchants: readonly Merchant[], count: number): Promise<void> {
  // Days that are counted would be counted again with each of these orders.
  await database.query(`update order_counted set until = '-infinity'`);
  for (let left = count; left > 0; left -= CHUNK) {
    await insertPayments(database, merchants, Math.min(left, CHUNK), { isPaid: true });
  }
  await countDays({ database });
  await database.patient.query('vacuum analyze');
  await database.patient.query('checkpoint');
}

async function insertPayments(
  database: Database,
  merchants: readonly Merchant[],
  count: number,
  { isPaid }: { readonly isPaid: boolean },
): Promise<OpenedPayment[]> {
  const payments = Array.from({ length: count }, () => ({
    orderId: newId<OrderId>(),
    addressId: newId(),
    quoteId: newId(),
    address: `0x${randomBytes(20).toString('hex')}`,
  }));
  await database.transaction(async (tx) => {
    await tx.query(
      `create temporary table made on commit drop as
      select p.*, m.*, case when $7 then now() - interval '40 days' else now() end as at from
        unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) with ordinality as p (id, address_id, quote_id, address, position)
        join unnest($5::uuid[], $6::uuid[]) with ordinality as m (user_id, link_id, number)
        on m.number = p.position % ${merchants.length} + 1`,
      [
        payments.map(({ orderId }) => orderId),
        payments.map(({ addressId }) => addressId),
        payments.map(({ quoteId }) => quoteId),
        payments.map(({ address }) => address),
        merchants.map(({ userId }) => userId),
        merchants.map(({ linkId }) => linkId),
        isPaid,
      ],
    );
    // Counted as the product counts them, so that its watcher finds them.
    const [row] = await tx.query<{ last: bigint }>(
      `insert into address_sequence (family, last) values ('evm', $1)
       on conflict (family) do update set last = address_sequence.last + excluded.last returning last`,
      [count],
    );
    const first = Number(row?.last ?? count) - count;
    for (const statement of isPaid ? [...OPENED, ...PAID] : OPENED) {
      await tx.query(statement.replaceAll('$first', String(first)).replaceAll('$paid', String(isPaid)));
    }
  });
  return payments;
}

const OPENED = [
  `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id, payment_asset)
   select address_id, 'evm', address, address, $first + position, 'flow', $first + position, user_id, 'USDT@ethereum' from made`,
  `insert into customer_order (id, kind, user_id, address_id, payment_link_id, currency, network, asset, amount, rate,
     naira_kobo, lock_expires_at, status, funding, payout, received, priority, account_number, bank_code, bank_name,
     account_name, name_resolution, order_quote_id, created_at, updated_at)
   select id, 'payment', user_id, address_id, link_id, 'USDT', 'ethereum', 'USDT@ethereum', 15625000, 1600, 2500000,
     at + interval '15 minutes', case when $paid then 'approved' else 'processing' end,
     case when $paid then 'funded' else 'awaiting' end, case when $paid then 'paid' else 'none' end,
     case when $paid then 15625000 else 0 end, 'low', '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', 'resolved',
     quote_id, at, at from made`,
  `insert into order_quote (id, order_id, reason, asset, decimals, amount, rate, market_rate, gross_kobo, naira_kobo,
     fee_kobo, vat_kobo, stamp_duty_kobo, made_at, expires_at, evidence, signature)
   select quote_id, id, 'order', 'USDT@ethereum', 6, 15625000, 1600, 1600, 2500000, 2500000, 0, 0, 0, at,
     at + interval '15 minutes', 'bench', decode(repeat('00', 32), 'hex') from made`,
  `insert into payment (order_id, name, purpose, amount_currency, amount, open_until)
   select id, 'Bench', 'Bread', 'NGN', '25000', at + interval '1 day' from made`,
];

/** What the way to the bank leaves behind. */
const PAID = [
  `insert into deposit (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id, amount,
     status, confirmations, confirmations_needed, seen_at, confirmed_at, updated_at)
   select address_id, 'ethereum', address, address, address, 1, 'USDT@ethereum', address_id, user_id, 15625000,
     'confirmed', 12, 12, at, at, at from made`,
  `insert into deposit_value (deposit_id, rate, naira_kobo, valued_at) select address_id, 1600, 2500000, at from made`,
  `insert into deposit_sender (deposit_id, address_key) select address_id, address from made`,
  `insert into order_deposit (deposit_id, order_id) select address_id, id from made`,
  `insert into order_event (id, order_id, at, type, text)
   select gen_random_uuid(), id, at, type, '15.625 USDT arrived.' from made
   cross join unnest('{deposit-seen,funded,queued,sent,paid}'::text[]) as type`,
  `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
     account_name, status, created_at, sent_at, settled_at, updated_at, order_quote_id, sends)
   select quote_id, id, 1, 'budpay', 'kg-' || id, 2500000, '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', 'paid',
     at, at, at, at, quote_id, 1 from made`,
  `insert into notification (id, user_id, source, type, message, sender_name, created_at)
   select gen_random_uuid(), user_id, gen_random_uuid(), 'payment', '15.625 USDT arrived.', 'Kobogate', at from made
   cross join unnest('{1,2}'::int[])`,
  `insert into ledger_account (id, code, asset, kind, normal_side, may_go_negative) overriding system value
   select -number, 'bench:' || side || ':' || user_id, 'USDT@ethereum', 'custody', side, true
   from (select distinct on (user_id, side) user_id, side, number * 2 + case side when 'debit' then 0 else 1 end as number
     from made cross join unnest('{debit,credit}'::text[]) as side) as account on conflict do nothing`,
  `insert into ledger_batch (id, posted_at, hash) overriding system value
   select -$first - 1, now() - interval '40 days', decode(repeat('00', 32), 'hex')`,
  `insert into ledger_transfer (batch_id, debit_sequence, credit_sequence, debit_account, credit_account, position, line,
     amount, debit_balance, credit_balance, source, source_id, description)
   select -$first - 1, ($first + position) * 6 + line, ($first + position) * 6 + line, -number * 2, -number * 2 - 1,
     position * 6 + line, line, 15625000, 0, 0, 'bench', id, case line when 0 then 'Bench' end
   from made cross join generate_series(0, 5) as line`,
];
