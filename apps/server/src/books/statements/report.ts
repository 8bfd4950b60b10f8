import {
  findAssetByCode,
  NETWORKS,
  ORDER_STATUSES,
  type OrderStatus,
  PAYOUT_STATES,
  type PayoutState,
  type Report,
} from '@kobogate/contract';
import { formatUnits, type Kobo } from '@kobogate/money';
import type { ReportRange } from '../../platform/files/report-range.ts';
import { groupBy } from '../../platform/group-by.ts';

/** What the ledger booked of one kind on one day, for the orders of one asset (null: no asset). */
export interface Movement {
  readonly day: string;
  readonly measure: 'coins' | 'volume' | 'fees' | 'paid' | 'returned';
  readonly asset: string | null;
  readonly count: number;
  /** Kobo; for `coins` the asset's smallest units. */
  readonly amount: bigint;
}

/** Orders made on one day that are in the same state now. */
export interface OrdersMade {
  readonly day: string;
  readonly status: OrderStatus;
  readonly payout: PayoutState;
  readonly orders: number;
  readonly kobo: Kobo;
}

const amountOf = (movements: readonly Movement[], measure: Movement['measure']): bigint =>
  movements.reduce((sum, each) => (each.measure === measure ? sum + each.amount : sum), 0n);

const countOf = (movements: readonly Movement[], measure: Movement['measure']): number =>
  movements.reduce((sum, each) => (each.measure === measure ? sum + each.count : sum), 0);

const ordersIn = (made: readonly OrdersMade[]): number => made.reduce((sum, { orders }) => sum + orders, 0);

function figuresOf(movements: readonly Movement[]) {
  return {
    conversions: countOf(movements, 'volume'),
    volumeKobo: String(amountOf(movements, 'volume')),
    feesKobo: String(amountOf(movements, 'fees')),
    payouts: countOf(movements, 'paid'),
    paidOutKobo: String(amountOf(movements, 'paid')),
    returnedKobo: String(amountOf(movements, 'returned')),
  };
}

/** A report from the rows of the database: every sum uses the same rows, so they agree. Pure. */
export function drawUp(range: ReportRange, movements: readonly Movement[], made: readonly OrdersMade[]): Report {
  const movementsByDay = groupBy(movements, ({ day }) => day);
  const madeByDay = groupBy(made, ({ day }) => day);
  return {
    from: range.from,
    to: range.to,
    totals: { orders: ordersIn(made), ...figuresOf(movements) },
    days: range.days.map((day) => ({
      day,
      orders: ordersIn(madeByDay.get(day) ?? []),
      ...figuresOf(movementsByDay.get(day) ?? []),
    })),
    assets: assetsOf(movements),
    statuses: statusesOf(made),
  };
}

function assetsOf(movements: readonly Movement[]): Report['assets'] {
  const parts = [...groupBy(movements, ({ asset }) => asset)].map(([code, ofAsset]) => ({
    code: code ?? '',
    volume: amountOf(ofAsset, 'volume'),
    row: { ...describeAsset(code, amountOf(ofAsset, 'coins')), ...figuresOf(ofAsset) },
  }));
  return parts
    .toSorted((left, right) => {
      if (left.volume !== right.volume) return left.volume < right.volume ? 1 : -1;
      return left.code < right.code ? -1 : 1;
    })
    .map(({ row }) => row);
}

function describeAsset(code: string | null, units: bigint) {
  const asset = code === null ? undefined : findAssetByCode(code);
  // Bookings without an order, or in an asset that has left the table since, are still part of the total.
  if (asset === undefined) return { currency: code ?? 'None', network: '', networkName: '', amount: String(units) };
  return {
    currency: asset.currency,
    network: asset.network,
    networkName: NETWORKS[asset.network].name,
    amount: formatUnits(units, asset.decimals),
  };
}

function statusesOf(made: readonly OrdersMade[]): Report['statuses'] {
  return ORDER_STATUSES.flatMap((status) =>
    PAYOUT_STATES.map((payout) => {
      const same = made.filter((each) => each.status === status && each.payout === payout);
      const kobo = same.reduce((sum, each) => sum + each.kobo, 0n);
      return { status, payout, orders: ordersIn(same), nairaKobo: String(kobo) };
    }),
  ).filter(({ orders }) => orders > 0);
}
