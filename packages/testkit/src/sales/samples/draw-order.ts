import { randomBytes } from 'node:crypto';
import type {
  AddressId,
  DepositId,
  FundingState,
  OrderId,
  OrderStatus,
  PayoutId,
  PayoutState,
} from '@kobogate/contract';
import { parseRate, type Rate } from '@kobogate/money';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { drawUpQuote, type OrderQuote } from '@kobogate/server/src/sales/quotes/order-quote.ts';
import { idAt } from '../../contract/ids.ts';
import type { Sample, SampleWallet } from './people.ts';

/** How far an order of a sample has come. */
export type SampleState = 'paid' | 'declined' | 'expired' | 'review' | 'awaiting';

interface Facts {
  readonly status: OrderStatus;
  readonly funding: FundingState;
  readonly payout: PayoutState;
  readonly version: number;
}

const FACTS: Readonly<Record<SampleState, Facts>> = {
  paid: { status: 'approved', funding: 'funded', payout: 'paid', version: 5 },
  declined: { status: 'declined', funding: 'funded', payout: 'none', version: 3 },
  expired: { status: 'pending', funding: 'expired', payout: 'none', version: 2 },
  review: { status: 'pending', funding: 'funded', payout: 'none', version: 2 },
  awaiting: { status: 'pending', funding: 'awaiting', payout: 'none', version: 1 },
};

/** An order of a sample, with the ids of what it leaves behind. */
export interface SampleOrder extends Facts {
  readonly id: OrderId;
  readonly kind: 'conversion' | 'payment';
  readonly state: SampleState;
  readonly at: Date;
  readonly sample: Sample;
  readonly wallet: SampleWallet;
  /** Where its coins come: the wallet's, or for a payment one of its own, with its text. */
  readonly addressId: AddressId;
  readonly address: string;
  readonly depositId: DepositId;
  readonly payoutId: PayoutId;
  readonly quote: OrderQuote;
}

function rateOf(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(`not a rate: ${text}`);
  return parsed.value;
}

const DOLLAR = { rate: rateOf('1600'), marketRate: rateOf('1608'), cents: 100n };
/** Naira for one coin to the customer and at the market, and how many cents of a dollar it is. */
const OFFERS: Readonly<Record<string, typeof DOLLAR>> = {
  ETH: { rate: rateOf('4800000'), marketRate: rateOf('4824000'), cents: 300_000n },
};
/** For how long an order's rate is held. */
export const LOCK_MS = 15 * 60_000;

/** Draws an order of a sample, worth so many dollar cents. */
export function drawOrder(terms: {
  readonly sample: Sample;
  readonly wallet: SampleWallet;
  readonly kind: SampleOrder['kind'];
  readonly state: SampleState;
  readonly cents: bigint;
  readonly at: Date;
}): SampleOrder {
  const { sample, wallet, kind, state, at } = terms;
  const id = idAt<OrderId>(at);
  const { cents: each, ...offer } = OFFERS[wallet.asset.currency] ?? DOLLAR;
  const quote = drawUpQuote({
    orderId: id,
    heldQuoteId: null,
    reason: 'order',
    asset: wallet.asset,
    amount: (terms.cents * 10n ** BigInt(wallet.asset.decimals)) / each,
    offer: { ...offer, evidence: 'sample' },
    madeAt: at,
    expiresAt: new Date(at.getTime() + LOCK_MS),
  });
  const facts = FACTS[state];
  return {
    ...facts,
    // A payment by link is cleared by policy when it is opened.
    status: kind === 'payment' && facts.status === 'pending' ? 'processing' : facts.status,
    id,
    kind,
    state,
    at,
    sample,
    wallet,
    addressId: kind === 'payment' ? newId<AddressId>() : wallet.addressId,
    address: `0x${randomBytes(20).toString('hex')}`,
    depositId: newId<DepositId>(),
    payoutId: newId<PayoutId>(),
    quote,
  };
}

/** Whether coins have come for it. Pure. */
export const isCovered = ({ funding }: SampleOrder): boolean => funding === 'funded';
