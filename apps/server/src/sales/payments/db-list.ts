import type { PaymentState, PaymentTotals } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { complete, type PaymentView, VIEW, type ViewRow } from './db-views.ts';

/** What a merchant's payments are narrowed down by; null: by nothing. */
export interface PaymentSearch {
  readonly linkId: string | null;
  /** A part of the reference, the payer's e-mail or a transaction, or the payment's whole id; any case. */
  readonly search: string | null;
}

/** What a page of a list is narrowed down by. */
export interface PaymentFilter extends PaymentSearch {
  readonly state: PaymentState | null;
  /** Only payments that are older than this one. */
  readonly before: string | null;
}

/** How the database says `stateOf`. */
const STATE = `case when o.status = 'declined' then 'declined' when o.funding in ('funded', 'overpaid', 'late') then 'paid'
  when o.funding = 'confirming' then case when exists (select 1 from deposit d where d.address_id = o.address_id
    and d.status = 'confirming') then 'confirming' else 'seen' end
  when o.funding in ('underpaid', 'expired') then o.funding else 'waiting' end`;

/** A merchant's own, $1; of the link $2, and with the text $3 in it. */
const FOUND = `o.user_id = $1 and o.kind = 'payment' and ($2::uuid is null or o.payment_link_id = $2)
  and ($3::text is null or o.id::text = lower($3) or strpos(lower(p.reference), lower($3)) > 0
    or strpos(lower(p.payer_email), lower($3)) > 0 or exists (select 1 from deposit d
      where d.address_id = o.address_id and strpos(lower(d.transaction), lower($3)) > 0))`;

/** At most `limit` of a merchant's payments, newest first. */
export async function listPaymentViews(
  connection: Connection,
  merchantId: string,
  { linkId, search, state, before, limit }: PaymentFilter & { limit: number },
): Promise<PaymentView[]> {
  const rows = await connection.query<ViewRow>(
    `${VIEW} where ${FOUND} and ($4::text is null or ${STATE} = $4) and ($5::uuid is null or o.id < $5)
     order by o.id desc limit $6`,
    [merchantId, linkId, search, state, before, limit],
    'payments-of-merchant',
  );
  return complete(connection, rows);
}

/** At most `limit` of a merchant's payments that were opened from `start` up to `end`, oldest first, after `after`. */
export async function listPaymentsOpened(
  connection: Connection,
  merchantId: string,
  filter: PaymentSearch & { state: PaymentState | null; start: Date; end: Date; after: string | null; limit: number },
): Promise<PaymentView[]> {
  const { linkId, search, state, start, end, after, limit } = filter;
  const rows = await connection.query<ViewRow>(
    `${VIEW} where ${FOUND} and ($4::text is null or ${STATE} = $4) and ($5::uuid is null or o.id > $5)
       and o.created_at >= $6 and o.created_at < $7
     order by o.id limit $8`,
    [merchantId, linkId, search, state, after, start, end, limit],
    'payments-opened',
  );
  return complete(connection, rows);
}

/** How many payments are in each state, and what the paid ones come to. */
export async function countPayments(
  connection: Connection,
  merchantId: string,
  { linkId, search }: PaymentSearch,
): Promise<PaymentTotals> {
  const rows = await connection.query<{ state: string; count: number; kobo: string }>(
    `select state, count(*)::int as count, coalesce(sum(naira_kobo), 0)::text as kobo
     from (select ${STATE} as state, o.naira_kobo from customer_order o join payment p on p.order_id = o.id
       where ${FOUND}) found
     group by state`,
    [merchantId, linkId, search],
    'payments-counted',
  );
  const countOf = (state: PaymentState) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    byState: {
      waiting: countOf('waiting'),
      seen: countOf('seen'),
      confirming: countOf('confirming'),
      underpaid: countOf('underpaid'),
      paid: countOf('paid'),
      expired: countOf('expired'),
      declined: countOf('declined'),
    },
    nairaKobo: rows.find(({ state }) => state === 'paid')?.kobo ?? '0',
  };
}
