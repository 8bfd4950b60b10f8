import { HAS_BEGUN } from '../sales/index.ts';

/** Lines of one kind in the timeline of an account: where they come from and what they say. All is SQL. */
interface Source {
  readonly from: string;
  readonly where: string;
  readonly at: string;
  /** SQL of a text that is unique within the account. */
  readonly id: string;
  /** Arguments of `jsonb_build_object`. */
  readonly fact: string;
  readonly by?: string;
  readonly reason?: string;
  readonly order?: string;
}

/** A part of a statement: the newest lines of a source before the place, by its own index. */
export const linesOf = ({ from, where, at, id, fact, by = 'null', reason = 'null', order = 'null' }: Source): string =>
  `(select (${id}) collate "C" as id, ${at} as at, jsonb_build_object(${fact}) as fact,
      (${by})::text as by, (${reason})::text as reason, (${order})::uuid as order_id
    from ${from}, place
    where ${where} and (place.at is null or (${at} <= place.at and (${at}, (${id}) collate "C") < (place.at, place.id)))
    order by 2 desc, 1 desc limit $4)`;

export const SOURCES: readonly Source[] = [
  { from: 'app_user u', where: 'u.id = $1', at: 'u.created_at', id: `'signed-up'`, fact: `'kind', 'signed-up'` },
  {
    from: 'app_user u',
    where: 'u.id = $1 and u.verified_at is not null',
    at: 'u.verified_at',
    id: `'verified'`,
    fact: `'kind', 'verified'`,
  },
  {
    from: 'session s',
    where: 's.user_id = $1',
    at: 's.created_at',
    id: `'session-' || s.id`,
    fact: `'kind', 'signed-in', 'address', s.address`,
  },
  {
    from: 'bank_account_change b',
    where: 'b.user_id = $1',
    at: 'b.at',
    id: `'bank-account-' || b.id`,
    fact: `'kind', 'payout-account', 'bankName', b.bank_name, 'accountNumber', b.account_number`,
  },
  {
    from: 'account_change c',
    where: 'c.user_id = $1',
    at: 'c.at',
    id: `'account-' || c.id`,
    fact: `'kind', 'account', 'change', c.change, 'fields', c.fields`,
  },
  {
    from: 'deposit d',
    where: 'd.user_id = $1',
    at: 'd.seen_at',
    id: `'deposit-' || d.id`,
    fact: `'kind', 'deposit', 'asset', d.asset, 'amount', d.amount::text, 'status', d.status`,
  },
  {
    from: 'customer_order o join order_event e on e.order_id = o.id',
    // Deposits, and administrators' acts, have their own lines and are not repeated here.
    where: `o.user_id = $1 and ${HAS_BEGUN} and e.type not in ('deposit-seen', 'deposit-dropped', 'approved', 'first-approved', 'approval-undone', 'declined', 'payout-rerouted')`,
    at: 'e.at',
    id: `'order-' || e.id`,
    fact: `'kind', case when e.type like 'payout-%' then 'payout' else 'order' end, 'text', e.text`,
    order: 'o.id',
  },
  {
    from: 'admin_action x join app_user a on a.id = x.admin_id',
    where: 'x.user_id = $1',
    at: 'x.at',
    id: `'admin-' || x.id`,
    fact: `'kind', 'admin', 'action', x.action`,
    by: `trim(a.first_name || ' ' || a.last_name)`,
    reason: 'x.reason',
    order: 'x.order_id',
  },
];
