import type { AddressSource } from '@kobogate/addresses';
import type { NetworkId } from '@kobogate/contract';
import { accountHandlers, forgetOld, forgetOldSteps, type Mailer } from './identity/index.ts';
import {
  depositHandlers,
  listCoinsOnOffer,
  recoverChains,
  refundHandlers,
  settleNetworks,
  warnOfLowSupply,
  type WatchedTreasuryWallet,
} from './custody/index.ts';
import { forgetOldEvents, notificationHandlers, type Texter, webhookHandlers } from './messaging/index.ts';
import {
  type DepartureGate,
  fenceHandlers,
  type OperatorSettings,
  refreshList,
  sanctionsHandlers,
} from './controls/index.ts';
import {
  type AskName,
  expireOrders,
  forgetPictures,
  type QuoteSigner,
  returnUnanswered,
  salesHandlers,
} from './sales/index.ts';
import {
  type BankRail,
  createPayoutWriter,
  payoutHandlers,
  type RailRouter,
  resumePayouts,
  watchFloats,
} from './payouts/index.ts';
import {
  type CurrentRates,
  type MarketPolicy,
  type OfferedProducts,
  type RateSource,
  refreshRates,
} from './pricing/index.ts';
import { createDailyReconciliation, readLists } from './books/index.ts';
import { type EventType, everyEvent } from './events.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { forgetOldAnswers } from './platform/idempotency.ts';
import type { Log } from './platform/log.ts';
import type { EventHandler } from './platform/queue.ts';
import type { Timer } from './platform/timers.ts';

export interface FlowDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  /** Null: the operator sends no text messages. */
  readonly texter: Texter | null;
  readonly rails: readonly BankRail[];
  readonly router: RailRouter;
  readonly gate: DepartureGate;
  /** Asks a bank whose name is on an account. */
  readonly askName: AskName;
  readonly lowFloatKobo: bigint;
  readonly rateSources: readonly RateSource[];
  readonly marketPolicy: MarketPolicy;
  readonly rateRefreshSeconds: number;
  readonly currentRates: CurrentRates;
  readonly quoteSigner: QuoteSigner;
  readonly settings: OperatorSettings;
  readonly addressSources: readonly AddressSource[];
  /** How many addresses of each account key are kept back after a restore; null: by how many were given out before. */
  readonly gap: number | null;
  /** The networks that are watched. */
  readonly networks: readonly NetworkId[];
  readonly products: OfferedProducts;
  readonly treasuryWallets: readonly WatchedTreasuryWallet[];
  readonly publicOrigin: string;
  /** The operator's lists of sanctioned addresses, as files. */
  readonly sanctionsFiles: readonly string[];
}

/** What each room does by events, in order; `events.ts` is the map. An event that none of them handles does not compile. */
export function createHandlers(dependencies: FlowDependencies): Readonly<Record<string, EventHandler>> {
  return everyEvent([
    accountHandlers(dependencies),
    fenceHandlers(dependencies),
    salesHandlers(dependencies),
    refundHandlers(dependencies),
    sanctionsHandlers(dependencies),
    depositHandlers(dependencies),
    payoutHandlers(dependencies),
    notificationHandlers(dependencies),
    webhookHandlers({ ...dependencies, listCoins: () => listCoinsOnOffer(dependencies) }),
  ]);
}

type Pace = Readonly<Record<string, EventHandler>>;

/**
 * The handlers by who works them off: each kind that waits for a bank has a worker of its own, so that one that answers
 * late, or not at all, holds up neither mail nor deposits, and payouts that are asked about hold up none that leave.
 */
export function splitByPace(handlers: Pace): { readonly banks: readonly Pace[]; readonly others: Pace } {
  const isOfBanks = ([type]: [string, EventHandler]): boolean => WAITS_FOR_BANKS.has(type);
  const all = Object.entries(handlers);
  return {
    banks: all.filter(isOfBanks).map((entry) => Object.fromEntries([entry])),
    others: Object.fromEntries(all.filter((entry) => !isOfBanks(entry))),
  };
}

const WAITS_FOR_BANKS: ReadonlySet<string> = new Set<EventType>([
  'payout.due',
  'payout.check',
  'payout.callback',
  'order.name-due',
]);

/** What is done again and again, whatever happens. */
export function createTimerList(dependencies: FlowDependencies): readonly Timer[] {
  return [
    {
      name: 'refresh-rates',
      everySeconds: dependencies.rateRefreshSeconds,
      run: () =>
        refreshRates({ ...dependencies, sources: dependencies.rateSources, policy: dependencies.marketPolicy }),
    },
    { name: 'expire-orders', everySeconds: 5, run: () => expireOrders(dependencies) },
    { name: 'return-unanswered', everySeconds: 60, run: () => returnUnanswered(dependencies) },
    { name: 'compare-departures', everySeconds: 10, run: () => dependencies.gate.compare() },
    {
      name: 'read-bank-lists',
      everySeconds: 15,
      run: () => readLists({ ...dependencies, writer: createPayoutWriter(dependencies) }),
    },
    { name: 'resume-payouts', everySeconds: 60, run: () => resumePayouts(dependencies) },
    { name: 'refresh-sanctions', everySeconds: 60, run: () => refreshList(dependencies) },
    { name: 'watch-floats', everySeconds: 300, run: () => watchFloats(dependencies) },
    { name: 'settle-outgoing', everySeconds: 5, run: () => settleNetworks(dependencies, dependencies.treasuryWallets) },
    { name: 'recover-chains', everySeconds: 5, run: () => recoverChains(dependencies) },
    { name: 'reconcile-yesterday', everySeconds: 600, run: createDailyReconciliation(dependencies) },
    { name: 'warn-of-low-supply', everySeconds: 3600, run: () => warnOfLowSupply(dependencies) },
    { name: 'forget-old', everySeconds: 3600, run: () => forgetOld(dependencies) },
    {
      name: 'forget-old-answers',
      everySeconds: 3600,
      run: () => forgetOldAnswers(dependencies.database, dependencies.clock.now()),
    },
    { name: 'forget-pictures', everySeconds: 3600, run: () => forgetPictures(dependencies) },
    { name: 'forget-old-events', everySeconds: 3600, run: () => forgetOldEvents(dependencies) },
    { name: 'forget-old-steps', everySeconds: 3600, run: () => forgetOldSteps(dependencies) },
  ];
}
