import {
  ASSETS,
  FUNDING_STATES,
  idSchema,
  NETWORKS,
  ORDER_STATUSES,
  PRIORITIES,
  type AdminOrder,
  type OrderStatus,
} from '@kobogate/contract';
import { formatUnits, nairaForRoundedDown, parseRate } from '@kobogate/money';

const COUNT = 23;
const DAY_MS = 86_400_000;
const LOCK_MS = 900_000;
// One rate for all samples, so only coins that are worth about a dollar are drawn.
const SAMPLE_RATE = '1500';
const SAMPLE_ASSETS = ASSETS.filter(({ currency }) => currency === 'USDT' || currency === 'USDC');

/** Sample orders, shown while the real ones can't be loaded; always marked as sample there. */
export function sampleOrders(random: () => number, now: number): AdminOrder[] {
  return Array.from({ length: COUNT }, (_, index) => sampleOrder(index + 1, random, now)).toSorted((left, right) =>
    right.date.localeCompare(left.date),
  );
}

function sampleOrder(number: number, random: () => number, now: number): AdminOrder {
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0];
  const [firstAsset, ...otherAssets] = SAMPLE_ASSETS;
  if (firstAsset === undefined) throw new Error('no asset is known');
  const asset = pick([firstAsset, ...otherAssets]);
  const whole = BigInt(1 + Math.floor(random() * 4000));
  const rate = parseRate(SAMPLE_RATE);
  if (!rate.ok) throw new Error('the sample rate is not a rate');
  const kobo = nairaForRoundedDown(whole, 0, rate.value);
  const status = pick(ORDER_STATUSES);
  const made = now - Math.floor(random() * 40 * DAY_MS);
  const date = new Date(made).toISOString();
  const naira = formatUnits(kobo, 2);
  return {
    id: idSchema('Order').parse(`sample-${number}`),
    kind: 'conversion',
    paymentLinkId: null,
    fromCurrency: asset.currency,
    network: asset.network,
    networkName: NETWORKS[asset.network].name,
    fromAmount: String(whole),
    rate: SAMPLE_RATE,
    naira,
    nairaKobo: String(kobo),
    lockExpiresAt: new Date(made + LOCK_MS).toISOString(),
    lockEnded: false,
    rateMove: null,
    depositAddress: 'sample address',
    status,
    funding: status === 'pending' ? pick(FUNDING_STATES) : 'funded',
    payout: SAMPLE_PAYOUT[status],
    missingAmount: '0',
    summary: 'A sample order, not a real one.',
    priority: pick(PRIORITIES),
    declineReason: null,
    bankAccount: {
      bankName: 'Sample Bank',
      accountNumber: '0000000000',
      accountName: `Sample customer ${number}`,
      nameResolution: 'resolved',
      resolvedName: `Sample customer ${number}`,
      nameScore: 100,
    },
    version: number,
    heldReason: null,
    risk: 0,
    riskRules: [],
    createdAt: date,
    updatedAt: date,
    customerId: idSchema('User').parse(`sample-customer-${number}`),
    customerName: `Sample customer ${number}`,
    customerEmail: `sample${number}@example.test`,
    // Display only, as the contract has it; the amount itself is `nairaKobo`.
    amount: Number(naira),
    date,
    itemCount: 1,
    payoutNeedsPerson: false,
    payoutDoubt: null,
    payoutClaim: null,
    payoutRail: null,
    formerPayee: null,
    declineCode: null,
    firstApproval: null,
    listedSenders: [],
  };
}

const SAMPLE_PAYOUT: Readonly<Record<OrderStatus, AdminOrder['payout']>> = {
  pending: 'none',
  processing: 'queued',
  approved: 'paid',
  declined: 'none',
};
