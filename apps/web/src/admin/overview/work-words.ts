import type { Work, WorkKind } from '@kobogate/contract';

const ORDERS = '/admin/dashboard?tab=orders';

interface WorkWords {
  readonly one: string;
  readonly many: string;
  /** Where it is done. */
  readonly to: string;
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
  fence: {
    one: 'stop of all payouts: two administrators end it',
    many: 'stops of all payouts: two administrators end them',
    to: '/admin/recovery',
    page: '/admin/recovery',
  },
  recovery: {
    one: 'transfer that the restored books do not know',
    many: 'transfers that the restored books do not know',
    to: '/admin/recovery',
    page: '/admin/recovery',
  },
  'payouts-unknown': {
    one: 'payout that the bank does not settle: ask it, then decide',
    many: 'payouts that the bank does not settle: ask it, then decide',
    to: `${ORDERS}&payout=undecided&sort=oldest`,
    page: '/admin/dashboard',
  },
  'payouts-failed': {
    one: 'payout failed or came back: retry it once the cause is fixed',
    many: 'payouts failed or came back: retry them once the cause is fixed',
    to: `${ORDERS}&payout=failed&sort=oldest`,
    page: '/admin/dashboard',
  },
  orders: {
    one: 'order to review',
    many: 'orders to review',
    to: `${ORDERS}&status=pending&coins=arrived&sort=oldest`,
    page: '/admin/dashboard',
  },
  sanctions: {
    one: 'of them with a sender on the sanctions list',
    many: 'of them with a sender on the sanctions list',
    to: '#sanctions',
    page: '/admin/dashboard',
  },
  refunds: { one: 'refund to approve', many: 'refunds to approve', to: '/admin/refunds', page: '/admin/refunds' },
  'refunds-due': {
    one: 'approved refund to put into a plan',
    many: 'approved refunds to put into a plan',
    to: '/admin/treasury',
    page: '/admin/treasury',
  },
  plans: {
    one: 'plan of the treasury to sign, or refused',
    many: 'plans of the treasury to sign, or refused',
    to: '/admin/treasury',
    page: '/admin/treasury',
  },
  vouching: {
    one: 'deposit that no second provider confirms',
    many: 'deposits that no second provider confirms',
    to: '/admin/networks',
    page: '/admin/networks',
  },
  unclaimed: {
    one: 'deposit without a known owner',
    many: 'deposits without a known owner',
    to: '/admin/refunds',
    page: '/admin/refunds',
  },
  late: {
    one: 'deposit for a closed account',
    many: 'deposits for closed accounts',
    to: '/admin/refunds',
    page: '/admin/refunds',
  },
  suspense: {
    one: 'balance of coins that we do not convert',
    many: 'balances of coins that we do not convert',
    to: '/admin/refunds',
    page: '/admin/refunds',
  },
  found: {
    one: 'payment from our addresses to explain',
    many: 'payments from our addresses to explain',
    to: '/admin/refunds',
    page: '/admin/refunds',
  },
  differences: {
    one: 'day whose books differ',
    many: 'days whose books differ',
    to: '/admin/reconciliation',
    page: '/admin/reconciliation',
  },
  networks: { one: 'network stopped', many: 'networks stopped', to: '/admin/networks', page: '/admin/networks' },
  floats: {
    one: 'rail with little naira',
    many: 'rails with little naira',
    to: '#rails',
    page: '/admin/dashboard',
  },
  sources: {
    one: 'source of rates does not answer',
    many: 'sources of rates do not answer',
    to: '#sources',
    page: '/admin/dashboard',
  },
  proposals: {
    one: 'change of a setting that a second administrator confirms',
    many: 'changes of settings that a second administrator confirms',
    to: '/admin/settings#approvals',
    page: '/admin/settings',
  },
  addresses: {
    one: 'pool of deposit addresses that runs out',
    many: 'pools of deposit addresses that run out',
    to: '/admin/networks',
    page: '/admin/networks',
  },
};

/** Counted with other work, or a warning: not a decision of its own. */
const NOT_COUNTED: ReadonlySet<WorkKind> = new Set(['sanctions', 'suspense', 'floats', 'sources', 'addresses']);

/** How much waits for this person at a page of the sidebar. Pure. */
export const countAt = (work: readonly Work[], page: string): number =>
  work
    .filter(({ kind, isYours }) => isYours && WORK_WORDS[kind].page === page && !NOT_COUNTED.has(kind))
    .reduce((sum, { count }) => sum + count, 0);
