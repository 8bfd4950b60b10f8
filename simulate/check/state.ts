import type { Books } from '../world/books.ts';

/** What the books say now, read in one statement. */
export interface State {
  /** Accounts whose balance is not the sum of their postings. */
  readonly unbalanced: readonly string[];
  /** Addresses that two people were given, or one of them twice. */
  readonly sharedAddresses: readonly string[];
  readonly orders: readonly OrderState[];
  readonly payouts: readonly PayoutState[];
  readonly deposits: readonly DepositState[];
  readonly notices: readonly {
    readonly id: string;
    readonly source: string;
    readonly user: string;
    readonly message: string;
    readonly page: string | null;
    readonly at: string;
  }[];
  /** What administrators decided on orders, and took back, oldest first. */
  readonly decisions: readonly DecisionState[];
  readonly deadEvents: readonly string[];
  /** What waits to be handled now, or came back and waits to be tried again, by its type. */
  readonly dueEvents: readonly string[];
  readonly isFenced: boolean;
  /** The newest block that was read, by network. */
  readonly read: Readonly<Record<string, number>>;
}

export interface OrderState {
  readonly id: string;
  readonly user: string;
  readonly kind: string;
  readonly status: string;
  readonly funding: string;
  readonly payout: string;
  readonly naira: string;
  readonly rateAnswer: string | null;
  /** The naira that was agreed on last: what an administrator approved, or the customer accepted. */
  readonly agreed: string | null;
  /** Decided on, and that can be taken back yet. */
  readonly isWaiting: boolean;
}

export interface DecisionState {
  readonly id: string;
  readonly order: string;
  readonly action: 'order-approved' | 'order-declined' | 'order-approval-undone' | 'order-decline-undone';
  readonly at: string;
}

export interface PayoutState {
  readonly id: string;
  readonly order: string;
  readonly attempt: number;
  readonly rail: string;
  readonly reference: string;
  readonly amount: string;
  readonly status: string;
  readonly needsPerson: boolean;
}

export interface DepositState {
  readonly id: string;
  readonly user: string | null;
  /** Arrived at the address of a payment by link, of which its merchant hears otherwise. */
  readonly isForPayment: boolean;
  readonly network: string;
  readonly identity: string;
  readonly address: string;
  readonly asset: string;
  readonly amount: string;
  readonly status: string;
}

const READ = `select json_build_object(
  'unbalanced', (select coalesce(json_agg(code), '[]') from (
     select a.code from ledger_account a left join (
       select account, sum(amount) as net from (
         select debit_account as account, amount from ledger_transfer union all select credit_account, -amount from ledger_transfer
       ) t group by account) p on p.account = a.id
     where a.balance <> case a.normal_side when 'debit' then coalesce(p.net, 0) else -coalesce(p.net, 0) end) wrong),
  'sharedAddresses', (select coalesce(json_agg(address_key), '[]') from (
     select address_key from deposit_address group by address_key having count(*) > 1) shared),
  'orders', (select coalesce(json_agg(json_build_object('id', id, 'user', user_id, 'kind', kind, 'status', status, 'funding', funding,
     'payout', payout, 'naira', naira_kobo::text, 'rateAnswer', rate_answer, 'agreed', agreed_kobo::text,
     'isWaiting', status = 'pending' and decision_due_at is not null) order by id), '[]') from customer_order),
  'payouts', (select coalesce(json_agg(json_build_object('id', id, 'order', order_id, 'attempt', attempt, 'rail', rail,
     'reference', reference, 'amount', amount_kobo::text, 'status', status, 'needsPerson', needs_person) order by id), '[]') from payout),
  'deposits', (select coalesce(json_agg(json_build_object('id', d.id, 'user', d.user_id, 'network', d.network,
     'isForPayment', exists (select 1 from customer_order o where o.address_id = d.address_id and o.payment_link_id is not null), 'identity', d.identity,
     'address', a.address_key, 'asset', d.asset, 'amount', d.amount::text, 'status', d.status) order by d.id), '[]')
     from deposit d join deposit_address a on a.id = d.address_id),
  'notices', (select coalesce(json_agg(json_build_object('id', id, 'source', source, 'user', user_id, 'message', message, 'page', page, 'at', created_at) order by id), '[]') from notification),
  'decisions', (select coalesce(json_agg(json_build_object('order', order_id, 'action', action, 'id', id, 'at', at)
     order by right(id::text, 12)), '[]') from admin_action
     where action in ('order-approved', 'order-declined', 'order-approval-undone', 'order-decline-undone')),
  'deadEvents', (select coalesce(json_agg(type || ': ' || coalesce(last_error, '')), '[]') from event where dead_at is not null),
  'dueEvents', (select coalesce(json_agg(distinct type), '[]') from event
     where dead_at is null and (run_at is null or run_at <= now() or attempts > 0 or put_backs > 0)),
  'read', (select coalesce(json_object_agg(network, height), '{}') from (select network, max(height) as height from block group by network) newest),
  'isFenced', exists (select 1 from fence where lifted_at is null)
)::text as state`;

/** Reads the books. */
export async function readState(books: Books): Promise<State> {
  const [row] = await books.query<{ state: string }>(READ, [], 'read-state');
  return JSON.parse(row?.state ?? '{}') as State;
}
