import type { AdminRefund, Refund, Refundable, RefundState, SuspenseItem } from '@kobogate/contract';

function refund(id: string, status: RefundState, reason: string | null = null): Refund {
  return {
    id,
    asset: 'USDT@polygon',
    currency: 'USDT',
    networkName: 'Polygon',
    place: 'balance',
    amount: '250.75',
    fee: '0.1',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    status,
    reason,
    transaction: null,
    requestedAt: '2026-01-05T09:30:00.000Z',
  };
}

const REFUNDABLE: readonly Refundable[] = [
  {
    asset: 'POL@polygon',
    currency: 'POL',
    network: 'polygon',
    networkName: 'Polygon',
    place: 'suspense',
    available: '41.5',
    fee: '0.1',
    savedAddress: null,
  },
];

/** Sample refunds as their owner sees them, with a coin that is kept apart. */
export const OWN_REFUNDS = {
  refunds: [
    refund('a', 'requested'),
    refund('b', 'seen'),
    refund('c', 'final'),
    refund('d', 'declined', 'The address belongs to an exchange that closed.'),
  ],
  refundable: REFUNDABLE,
};

const owner = { customerName: 'Sample Person', customerEmail: 'sample-person@example.test' };

/** Sample refunds as admins see them. */
export const ALL_REFUNDS: readonly AdminRefund[] = [
  refund('e', 'requested'),
  refund('g', 'planned'),
  ...OWN_REFUNDS.refunds,
].map((each) =>
  Object.assign({}, each, owner, {
    version: 1,
    listed: {
      isAddress: false,
      senders: each.id === 'e' || each.id === 'g' ? ['0x8589427373D6D84E98730D7795D8f6f8731FDA16'] : [],
      isNew: each.id === 'g',
    },
    firstApproval: each.id === 'e' ? { adminId: 'other', by: 'Sample Admin', at: '2026-01-05T10:00:00.000Z' } : null,
  }),
);

/** Sample coins that are not on offer. */
export const SUSPENSE: readonly SuspenseItem[] = [
  {
    userId: 'u',
    ...owner,
    asset: 'USDC.e@polygon',
    currency: 'USDC.e',
    networkName: 'Polygon',
    amount: '120',
    creditedAs: 'USDC@polygon',
    arrivedAt: '2026-01-04T18:00:00.000Z',
  },
  {
    userId: 'u',
    ...owner,
    asset: 'POL@polygon',
    currency: 'POL',
    networkName: 'Polygon',
    amount: '41.5',
    creditedAs: null,
    arrivedAt: '2026-01-03T11:20:00.000Z',
  },
];
