import type { Connection } from '../../platform/database.ts';
import type { LinkFigures } from './link-figures.ts';

type Counts = Omit<LinkFigures, 'medianPayoutSeconds'>;

const COVERED = `status <> 'declined' and funding in ('funded', 'overpaid', 'late')`;
const COUNTS = `count(*)::integer as payments, (count(*) filter (where ${COVERED}))::integer as paid,
  coalesce(sum(naira_kobo) filter (where ${COVERED}), 0)::text as kobo`;
interface CountsRow {
  payments: number;
  paid: number;
  kobo: string;
}
const readCounts = ({ payments, paid, kobo }: CountsRow): Counts => ({ payments, paid, nairaKobo: BigInt(kobo) });

/** What has been paid by each of the links; one without a payment is left out. */
export async function countPayments(connection: Connection, linkIds: readonly string[]): Promise<Map<string, Counts>> {
  const rows = await connection.query<CountsRow & { link: string }>(
    `select payment_link_id as link, ${COUNTS} from customer_order where payment_link_id = any($1::uuid[]) group by 1`,
    [linkIds],
    'payment-link-figures',
  );
  return new Map(rows.map((row) => [row.link, readCounts(row)]));
}

/** What has been paid by all links of one person. */
export async function sumPayments(connection: Connection, userId: string): Promise<Counts> {
  const [row] = await connection.query<CountsRow>(
    `select ${COUNTS} from customer_order where user_id = $1 and kind = 'payment'`,
    [userId],
    'payment-links-figures-all',
  );
  return readCounts(row ?? { payments: 0, paid: 0, kobo: '0' });
}

const MOST_MEASURED = 50;

/**
 * Seconds from the confirmation of the last coins that a payment needed to the handing over of its first payout to the
 * bank, of each link's latest payments, at most 50; one without any is left out.
 */
export async function measurePayouts(
  connection: Connection,
  linkIds: readonly string[],
): Promise<Map<string, number[]>> {
  const rows = await connection.query<{ link: string; seconds: number[] }>(
    `select link, array_agg(seconds) as seconds
     from unnest($1::uuid[]) link cross join lateral (
       select extract(epoch from p.sent_at - d.confirmed_at)::float8 as seconds
       from customer_order o
       join payout p on p.order_id = o.id and p.attempt = 1 and p.status = 'paid'
       cross join lateral (
         select max(confirmed_at) as confirmed_at from deposit
         where address_id = o.address_id and confirmed_at <= p.sent_at) d
       where o.payment_link_id = link and o.payout = 'paid' and d.confirmed_at is not null
       order by o.id desc limit $2) measured
     group by link`,
    [linkIds, MOST_MEASURED],
    'payment-link-speed',
  );
  return new Map(rows.map(({ link, seconds }) => [link, seconds]));
}
