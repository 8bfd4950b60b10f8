import type {
  AdminRefund,
  DepositId,
  FoundPaymentId,
  FoundPaymentView,
  LateItem,
  Refund,
  Refundable,
  RefundId,
  RefundState,
  SuspenseItem,
  TakenItem,
  UnclaimedId,
  UnclaimedItem,
  UserId,
} from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { COLLEAGUE } from './screen.ts';

function refund(id: RefundId, status: RefundState, reason: string | null = null): Refund {
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

/** Sample refunds as their owner sees them, with a coin in suspense. */
export const OWN_REFUNDS = {
  refunds: [
    refund(idFor<RefundId>('a'), 'requested'),
    refund(idFor<RefundId>('b'), 'seen'),
    refund(idFor<RefundId>('c'), 'final'),
    refund(idFor<RefundId>('d'), 'declined', 'The address belongs to an exchange that closed.'),
  ],
  refundable: REFUNDABLE,
};

const owner = { customerName: 'Sample Person', customerEmail: 'sample-person@example.test' };

/** Sample refunds as admins see them. */
export const ALL_REFUNDS: readonly AdminRefund[] = [
  refund(idFor<RefundId>('e'), 'requested'),
  refund(idFor<RefundId>('g'), 'planned'),
  ...OWN_REFUNDS.refunds,
].map((each) =>
  Object.assign({}, each, owner, {
    version: 1,
    userId: idFor<UserId>('u'),
    nairaKobo: '40120000',
    listed: {
      isAddress: false,
      senders: each.id === 'e' || each.id === 'g' ? ['0x8589427373D6D84E98730D7795D8f6f8731FDA16'] : [],
      isNew: each.id === 'g',
    },
    firstApproval:
      each.id === 'e' ? { adminId: idFor<UserId>('other'), by: 'Sample Admin', at: '2026-01-05T10:00:00.000Z' } : null,
  }),
);

const arrival = (amount: string, arrivedAt: string): SuspenseItem['payments'][number] => ({
  network: 'polygon',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  transaction: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  amount,
  arrivedAt,
});

/** Sample coins that are not on offer. */
export const SUSPENSE: readonly SuspenseItem[] = [
  {
    userId: idFor<UserId>('u'),
    ...owner,
    asset: 'USDC.e@polygon',
    currency: 'USDC.e',
    networkName: 'Polygon',
    amount: '120',
    creditedAs: 'USDC@polygon',
    nairaKobo: '19200000',
    arrivedAt: '2026-01-04T18:00:00.000Z',
    payments: [arrival('80', '2026-01-04T18:00:00.000Z'), arrival('40', '2026-01-04T17:20:00.000Z')],
  },
  {
    userId: idFor<UserId>('u'),
    ...owner,
    asset: 'POL@polygon',
    currency: 'POL',
    networkName: 'Polygon',
    amount: '41.5',
    creditedAs: null,
    nairaKobo: null,
    arrivedAt: '2026-01-03T11:20:00.000Z',
    payments: [arrival('41.5', '2026-01-03T11:20:00.000Z')],
  },
];

/** Sample coins without a known owner, one of them named by a first administrator, one not final yet. */
export const UNCLAIMED: readonly UnclaimedItem[] = [
  {
    id: idFor<UnclaimedId>('x'),
    currency: 'USDT',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '13030.25',
    nairaKobo: '2084840000',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    derivationIndex: 1042,
    transaction: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    arrivedAt: '2026-01-05T09:30:00.000Z',
    isFinal: true,
    surplus: null,
    kept: null,
    firstApproval: {
      adminId: COLLEAGUE,
      by: 'Sample Admin',
      at: '2026-01-05T10:00:00.000Z',
      owner: 'customer',
      customerEmail: 'sample-person@example.test',
      reason: 'They showed the payment.',
      amount: null,
      transaction: null,
      sender: null,
      address: null,
    },
  },
  {
    id: idFor<UnclaimedId>('y'),
    currency: 'BTC',
    network: 'mainnet',
    networkName: 'Bitcoin',
    amount: '0.0125',
    nairaKobo: '187500000',
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    derivationIndex: 77,
    transaction: 'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d',
    arrivedAt: '2026-01-05T11:30:00.000Z',
    isFinal: false,
    surplus: null,
    kept: null,
    firstApproval: null,
  },
];

/** Sample coins that no known payment explains: some at known addresses, and some that stay where they are for a reason. */
export const SURPLUSES: readonly UnclaimedItem[] = [
  {
    id: idFor<UnclaimedId>('s'),
    currency: 'ETH',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '1.75',
    nairaKobo: '875000000',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    derivationIndex: 12,
    transaction: '',
    arrivedAt: '2026-01-05T09:30:00.000Z',
    isFinal: true,
    surplus: {
      explanation: 'Withdrawals of a validator, which came with the last upgrade.',
      alone: '0',
      places: [
        {
          address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
          amount: '1.5',
          customerEmail: 'sample-person@example.test',
        },
        { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: '0.25', customerEmail: null },
      ],
    },
    kept: null,
    firstApproval: null,
  },
  {
    id: idFor<UnclaimedId>('t'),
    currency: 'SOL',
    network: 'solana',
    networkName: 'Solana',
    amount: '0.002',
    nairaKobo: '40000',
    address: '',
    derivationIndex: 0,
    transaction: '',
    arrivedAt: '2026-01-04T09:30:00.000Z',
    isFinal: true,
    surplus: { explanation: 'Rent that was given back.', alone: '0', places: [] },
    kept: { by: 'Sample Admin', at: '2026-01-04T10:00:00.000Z', reason: 'Too little to look for.' },
    firstApproval: null,
  },
];

/** Sample coins that were booked as the operator's own: a part of some that no payment explains, and a deposit of which one said that it is not. */
export const TAKEN: readonly TakenItem[] = [
  {
    id: idFor<UnclaimedId>('taken'),
    currency: 'ETH',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '0.25',
    nairaKobo: '125000000',
    address: '',
    transaction: '',
    by: 'Sample Admin',
    at: '2026-01-04T10:00:00.000Z',
    reason: 'Our own test payment.',
    firstReturn: null,
  },
  {
    id: idFor<UnclaimedId>('taken-deposit'),
    currency: 'USDT',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '13030.25',
    nairaKobo: '2084840000',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    transaction: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    by: 'Sample Person',
    at: '2026-01-04T09:00:00.000Z',
    reason: 'We moved them here.',
    firstReturn: { adminId: COLLEAGUE, by: 'Sample Admin', at: '2026-01-05T10:00:00.000Z', reason: 'They showed it.' },
  },
];

/**
 * Sample payments that the books did not know: one that seems to be a refund, and one that an administrator has
 * explained.
 */
export const FOUND_PAYMENTS: readonly FoundPaymentView[] = [
  {
    id: idFor<FoundPaymentId>('p'),
    currency: 'USDT',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '250.65',
    nairaKobo: '40104000',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    transaction: '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
    foundAt: '2026-01-05T12:00:00.000Z',
    candidates: [{ refundId: idFor<RefundId>('r'), customerEmail: 'sample-person@example.test' }],
    explained: null,
  },
  {
    id: idFor<FoundPaymentId>('q'),
    currency: 'DOT',
    network: 'polkadot',
    networkName: 'Polkadot',
    amount: '40',
    nairaKobo: '48000000',
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    transaction: '0x3d9f54b0bb3f0fb2e49b46a7541a8c35231379ef83d9e739423f9f8b8d9d0c11',
    foundAt: '2026-01-05T12:05:00.000Z',
    candidates: [],
    explained: {
      kind: 'operator',
      customerEmail: null,
      reason: 'Moved to the cold store before the night.',
      by: 'Sample Admin',
      at: '2026-01-05T13:00:00.000Z',
    },
  },
];

export const LATE: readonly LateItem[] = [
  {
    id: idFor<DepositId>('late-x'),
    userId: idFor<UserId>('closed-x'),
    customerName: 'Sample Person',
    customerEmail: 'sample-person@example.test',
    currency: 'USDT',
    network: 'ethereum',
    networkName: 'Ethereum',
    amount: '13.03',
    nairaKobo: '2084800',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    transaction: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
    arrivedAt: '2026-01-05T09:30:00.000Z',
    closedAt: '2026-01-02T08:00:00.000Z',
    fee: '2.5',
  },
  {
    id: idFor<DepositId>('late-y'),
    userId: idFor<UserId>('closed-y'),
    customerName: 'Erased account',
    customerEmail: 'erased-sample@erased.invalid',
    currency: 'DOT',
    network: 'polkadot',
    networkName: 'Polkadot',
    amount: '0.5',
    nairaKobo: '600000',
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    transaction: '0x3d9f54b0bb3f0fb2e49b46a7541a8c35231379ef83d9e739423f9f8b8d9d0c11',
    arrivedAt: '2026-01-05T12:05:00.000Z',
    closedAt: '2025-11-02T08:00:00.000Z',
    fee: null,
  },
];
