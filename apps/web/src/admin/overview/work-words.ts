import { type NameResolution, railTitle, type Work, type WorkItem, type WorkKind } from '@kobogate/contract';

/** An order on the desk, in the list that it waits in. */
const orderIn =
  (list: string) =>
  (id: string): string =>
    `/admin/dashboard?tab=orders&${list}&sort=oldest&order=${id}`;
/** The row of a table of a page. */
const rowOf =
  (page: string) =>
  (id: string): string =>
    `${page}#${encodeURIComponent(id)}`;

interface WorkWords {
  /** In a row of the queue and among its filters. */
  readonly short: string;
  /** What it is decided on in, beside the queue: an order's panel, or what its page has of one record; null: only on its page. */
  readonly opens: 'order' | 'record' | null;
  /** Its page, or where it is on that. */
  readonly at: (id: string) => string;
  /** The page of the sidebar that it counts at. */
  readonly page:
    | '/admin/dashboard'
    | '/admin/refunds'
    | '/admin/treasury'
    | '/admin/reconciliation'
    | '/admin/recovery'
    | '/admin/networks'
    | '/admin/settings';
}

/** How each kind of work reads, and where it is done. */
export const WORK_WORDS: Readonly<Record<WorkKind, WorkWords>> = {
  fence: { opens: null, short: 'Payouts are stopped', at: () => '/admin/recovery', page: '/admin/recovery' },
  recovery: { opens: 'record', short: 'Unknown transfer', at: rowOf('/admin/recovery'), page: '/admin/recovery' },
  owed: { opens: 'record', short: 'Naira to settle', at: rowOf('/admin/recovery'), page: '/admin/recovery' },
  'payouts-unknown': {
    opens: 'order',
    short: 'Unclear payout',
    at: orderIn('payout=undecided'),
    page: '/admin/dashboard',
  },
  'payouts-failed': { opens: 'order', short: 'Failed payout', at: orderIn('payout=failed'), page: '/admin/dashboard' },
  orders: { opens: 'order', short: 'To review', at: orderIn('status=pending&coins=arrived'), page: '/admin/dashboard' },
  sanctions: {
    opens: 'order',
    short: 'Sanctions list',
    at: orderIn('coins=arrived'),
    page: '/admin/dashboard',
  },
  'factor-resets': {
    opens: 'record',
    short: 'Lost second step',
    at: (id) => `/admin/users/${id}#factor-reset`,
    page: '/admin/dashboard',
  },
  refunds: { opens: 'record', short: 'Refund to approve', at: rowOf('/admin/refunds'), page: '/admin/refunds' },
  'refunds-due': { opens: 'record', short: 'Refund for a plan', at: () => '/admin/treasury', page: '/admin/treasury' },
  plans: { opens: null, short: 'Plan to sign', at: (id) => `/admin/treasury/${id}`, page: '/admin/treasury' },
  'plans-stuck': {
    opens: null,
    short: 'Plan is held up',
    at: (id) => `/admin/treasury/${id}`,
    page: '/admin/treasury',
  },
  vouching: { opens: 'record', short: 'Deposit to vouch for', at: rowOf('/admin/networks'), page: '/admin/networks' },
  unclaimed: { opens: 'record', short: 'No known owner', at: rowOf('/admin/refunds'), page: '/admin/refunds' },
  late: { opens: 'record', short: 'Closed account', at: rowOf('/admin/refunds'), page: '/admin/refunds' },
  suspense: { opens: 'record', short: 'In suspense', at: rowOf('/admin/refunds'), page: '/admin/refunds' },
  found: { opens: 'record', short: 'Payment to explain', at: rowOf('/admin/refunds'), page: '/admin/refunds' },
  differences: {
    opens: null,
    short: 'Books differ',
    at: (id) => `/admin/reconciliation/${id}`,
    page: '/admin/reconciliation',
  },
  networks: { opens: 'record', short: 'Network stopped', at: () => '/admin/networks', page: '/admin/networks' },
  floats: { opens: null, short: 'Little naira', at: () => '#rails', page: '/admin/dashboard' },
  debts: {
    opens: 'record',
    short: 'Coins owed to us',
    at: (id) => `/admin/users/${id.split(' ')[0]}`,
    page: '/admin/dashboard',
  },
  sources: { opens: null, short: 'Silent source', at: () => '#sources', page: '/admin/dashboard' },
  proposals: {
    opens: 'record',
    short: 'Setting to confirm',
    at: () => '/admin/settings#approvals',
    page: '/admin/settings',
  },
  addresses: { opens: null, short: 'Addresses run out', at: () => '/admin/networks', page: '/admin/networks' },
};

/** What the bank says of the name on the account that an order goes to, and how it is coloured. */
export const NAME_VERDICTS: Readonly<Record<NameResolution, { readonly text: string; readonly colour: string }>> = {
  resolved: { text: 'name confirmed', colour: 'text-ink-soft' },
  mismatch: { text: 'name differs', colour: 'text-danger' },
  unresolved: { text: 'name not confirmed', colour: 'text-warning' },
};

/** Counted with other work, or a warning: not a decision of its own. */
const NOT_COUNTED: ReadonlySet<WorkKind> = new Set([
  'sanctions',
  'suspense',
  'floats',
  'debts',
  'sources',
  'addresses',
]);

/** How much waits for this person at a page of the sidebar. Pure. */
export const countAt = (work: readonly Work[], page: string): number =>
  work
    .filter(({ kind, isYours }) => isYours && WORK_WORDS[kind].page === page && !NOT_COUNTED.has(kind))
    .reduce((sum, { count }) => sum + count, 0);

/** What an item of the queue is about, in words. Pure. */
export function aboutText({ kind, about, networkName }: WorkItem): string {
  if (kind === 'floats') return railTitle(about ?? '');
  if (about !== null) return about;
  return kind === 'unclaimed' ? 'Owner not known' : (networkName ?? 'Our own addresses');
}
