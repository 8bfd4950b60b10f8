import {
  isolated,
  type KycTier,
  type Priority,
  priorityOf,
  RISK_RULES,
  type RiskReason,
  type RiskRule,
  type Settings,
} from '@kobogate/contract';
import { formatNaira, type Kobo, toKobo } from '@kobogate/money';
import { needsTwo } from '../../controls/index.ts';
import type { NameVerdict, Order } from '../orders/order.ts';
import { forPayments } from '../payments/clear-payment.ts';

const DAY = 86_400_000;

/** Naira from which an amount is large, and from which it is sizeable. In kobo. */
const LARGE_FROM_KOBO = 500_000_000n;
const SIZEABLE_FROM_KOBO = 100_000_000n;
/** How much larger than the customer's usual order one has to be to be named. */
const UNUSUAL = 5n;
/** For so long a customer counts as new, and a changed payout account as just changed. */
const NEW_CUSTOMER_DAYS = 7;
const CHANGED_DAYS = 2;
/** More conversions than this within a day are named. */
export const MANY_A_DAY = 10;

/** The settings that decide clearing. */
export type ClearingSettings = Pick<Settings, 'clearing' | 'approvals' | 'tiers' | 'risk'>;

/** What a customer did before. */
export interface CustomerHistory {
  /** Their newest paid orders, at most 20, and the naira of these. */
  readonly paidOrders: number;
  readonly paidKobo: Kobo;
  /** Their conversions within the last day, counted up to one more than `MANY_A_DAY`. */
  readonly ordersToday: number;
  /** When they last changed their payout account; null: they have not. */
  readonly accountChangedAt: Date | null;
}

/** The facts that an order is judged by. */
export interface RiskFacts {
  readonly kind: Order['kind'];
  readonly nairaKobo: Kobo;
  readonly bankAccount: NameVerdict | null;
  readonly customerSince: Date;
  readonly tier: KycTier;
  readonly history: CustomerHistory;
  readonly isLate: boolean;
  /** Its coins can be from a sender on the sanctions list. */
  readonly isListed: boolean;
  readonly now: Date;
}

/** What the signs of risk of an order come to. */
export interface Weighed {
  readonly risk: number;
  readonly riskRules: readonly RiskRule[];
  readonly priority: Priority;
}

type Sign = Pick<RiskReason, 'text'> & { readonly rule: RiskRule | null; readonly holds?: boolean };

/** Whether the operator's policy clears an order of this amount automatically, judged by the amount alone. */
export function isBelowThreshold(
  nairaKobo: Kobo,
  { clearing, approvals }: Pick<ClearingSettings, 'clearing' | 'approvals'>,
): boolean {
  const { automaticBelowKobo } = clearing;
  return automaticBelowKobo !== null && nairaKobo < BigInt(automaticBelowKobo) && !needsTwo(nairaKobo, approvals);
}

/**
 * THE list of why an order waits for an administrator or is looked at closely, the heaviest first. Why `holds` prevents it from
 * being cleared automatically: an amount that is not below the operator's threshold, an account that is too young, a tier that
 * is too low, a name that the bank has not confirmed. The rest are signs of risk, each weighed by the operator: the sum decides
 * how urgent it is, and from `waitsFrom` on it waits too. Pure.
 */
export function describeRisks(facts: RiskFacts, settings: ClearingSettings): RiskReason[] {
  return [...policySigns(facts, settings), ...nameSigns(facts.bankAccount), ...otherSigns(facts, settings)]
    .flatMap(({ rule, text, holds = false }) => {
      const weight = weightOf(rule, settings);
      return weight === 0 && !holds ? [] : [{ rule, weight, text, holds }];
    })
    .toSorted((left, right) => right.weight - left.weight);
}

/** Cleared by policy where nothing keeps it and the sum of its risks is below the operator's; else it waits. Pure. */
export function decideClearing(facts: RiskFacts, settings: ClearingSettings): 'processing' | 'pending' {
  const reasons = describeRisks(facts, settings);
  return reasons.some(({ holds }) => holds) || isTooRisky(weigh(reasons).risk, settings) ? 'pending' : 'processing';
}

/** Whether the sum of an order's risks alone makes it wait. Pure. */
export const isTooRisky = (risk: number, { risk: { waitsFrom } }: Pick<Settings, 'risk'>): boolean =>
  waitsFrom !== null && risk >= waitsFrom;

/** The sum of the reasons, and what it makes of an order. Pure. */
export function weigh(reasons: readonly RiskReason[]): Weighed {
  const risk = reasons.reduce((sum, { weight }) => sum + weight, 0);
  return {
    risk,
    riskRules: reasons.flatMap(({ rule, weight }) => (weight === 0 || rule === null ? [] : [rule])),
    priority: priorityOf(risk),
  };
}

/** Whether a new order, or one that is priced again, is cleared, and how risky it is. Pure. */
export function judgeNew(
  {
    kind,
    context,
    nairaKobo,
    now,
  }: Pick<RiskFacts, 'kind' | 'nairaKobo' | 'now'> & {
    readonly context: Pick<RiskFacts, 'bankAccount' | 'customerSince' | 'tier' | 'history'>;
  },
  settings: ClearingSettings,
): Weighed & { readonly status: 'processing' | 'pending' } {
  const policy = kind === 'payment' ? forPayments(settings) : settings;
  const { bankAccount, customerSince, tier, history } = context;
  // It is itself one of this day.
  const counted = { ...history, ordersToday: history.ordersToday + 1 };
  const known = { kind, nairaKobo, bankAccount, customerSince, tier, now };
  const facts = { ...known, history: counted, isLate: false, isListed: false };
  return { status: decideClearing(facts, policy), ...weigh(describeRisks(facts, policy)) };
}

const OF_AMOUNT: ReadonlySet<RiskRule> = new Set(['large', 'sizeable', 'late']);

/** The order weighed again after its amount has changed or its coins came late; its other signs stay. Pure. */
export function reweigh<Some extends Pick<Order, 'nairaKobo' | 'riskRules'>>(
  order: Some,
  { isLate }: { isLate: boolean },
  settings: Pick<Settings, 'risk'>,
): Some & Weighed {
  const kept = order.riskRules.filter((rule) => !OF_AMOUNT.has(rule));
  const changed = amountSigns(order.nairaKobo, isLate).flatMap(({ rule }) => rule ?? []);
  const rules = [...kept, ...changed].toSorted((left, right) => RISK_RULES.indexOf(left) - RISK_RULES.indexOf(right));
  const reasons = rules.map((rule) => ({ rule, weight: weightOf(rule, settings), text: '', holds: false }));
  return { ...order, ...weigh(reasons.toSorted((left, right) => right.weight - left.weight)) };
}

/** What a sign weighs: nothing while it is switched off. Pure. */
export const weightOf = (rule: RiskRule | null, { risk: { rules } }: Pick<Settings, 'risk'>): number =>
  rule === null ? 0 : rules[rule];

function policySigns({ nairaKobo, tier }: RiskFacts, { clearing, approvals, tiers }: ClearingSettings): Sign[] {
  const kept = (text: string): Sign => ({ rule: null, text, holds: true });
  return [
    ...(isBelowThreshold(nairaKobo, { clearing, approvals })
      ? []
      : [kept(describeAmount(nairaKobo, clearing, approvals))]),
    ...(tier >= tiers.minimumForAutomatic
      ? []
      : [kept(`The customer has tier ${tier}; orders clear automatically from tier ${tiers.minimumForAutomatic} on.`)]),
  ];
}

function describeAmount(
  nairaKobo: Kobo,
  { automaticBelowKobo }: ClearingSettings['clearing'],
  approvals: ClearingSettings['approvals'],
): string {
  if (automaticBelowKobo === null) return 'Automatic clearing is off: every order waits.';
  return needsTwo(nairaKobo, approvals)
    ? 'The amount needs the approvals of two people.'
    : `The amount is not below ${formatNaira(toKobo(automaticBelowKobo))}, up to which orders clear automatically.`;
}

function nameSigns(bankAccount: NameVerdict | null): Sign[] {
  if (bankAccount === null) return [{ rule: null, text: 'No payout account was saved.', holds: true }];
  switch (bankAccount.nameResolution) {
    case 'resolved':
      return [];
    case 'mismatch': {
      const name = isolated(bankAccount.resolvedName ?? '');
      return [{ rule: 'name-denied', text: `The bank has the account under another name: ${name}.`, holds: true }];
    }
    case 'unresolved':
      return [{ rule: 'name-unconfirmed', text: 'The bank has not confirmed the name on the account.', holds: true }];
  }
}

function amountSigns(nairaKobo: Kobo, isLate: boolean): Sign[] {
  const signs: Sign[] = [];
  if (nairaKobo >= LARGE_FROM_KOBO) {
    signs.push({ rule: 'large', text: `The amount is large: ${formatNaira(toKobo(LARGE_FROM_KOBO))} or more.` });
  } else if (nairaKobo >= SIZEABLE_FROM_KOBO) {
    signs.push({ rule: 'sizeable', text: `The amount is ${formatNaira(toKobo(SIZEABLE_FROM_KOBO))} or more.` });
  }
  if (isLate) signs.push({ rule: 'late', text: 'The coins came after the rate lock, so another rate counts.' });
  return signs;
}

function otherSigns(facts: RiskFacts, { clearing }: ClearingSettings): Sign[] {
  const { kind, nairaKobo, history, isLate, isListed, now, customerSince } = facts;
  const { paidOrders, paidKobo, ordersToday, accountChangedAt } = history;
  // The database's clock may be ahead of ours: a brand-new account still counts as zero days old.
  const age = Math.floor(Math.max(now.getTime() - customerSince.getTime(), 0) / DAY);
  const isTooYoung = age < clearing.minimumAccountDays;
  const isChanged = accountChangedAt !== null && now.getTime() - accountChangedAt.getTime() < CHANGED_DAYS * DAY;
  const signs = amountSigns(nairaKobo, isLate);
  const name = (isSo: boolean, sign: Sign): void => void (isSo && signs.push(sign));
  name(isListed, { rule: 'listed-sender', text: 'Coins of it can be from a sender on the sanctions list.' });
  name(paidOrders === 0, { rule: 'first-payout', text: 'It would be the customer’s first payout.' });
  name(paidOrders > 0 && nairaKobo * BigInt(paidOrders) > UNUSUAL * paidKobo, {
    rule: 'unusual',
    text: `It is more than ${UNUSUAL} times what an order of this customer usually is.`,
  });
  name(isChanged, {
    rule: 'changed-account',
    text: `The payout account was changed less than ${CHANGED_DAYS} days ago.`,
  });
  name(kind === 'conversion' && ordersToday > MANY_A_DAY, {
    rule: 'velocity',
    text: `The customer has made more than ${MANY_A_DAY} orders within a day.`,
  });
  name(isTooYoung || age < NEW_CUSTOMER_DAYS, {
    rule: 'new-account',
    text: `The account is ${age} ${age === 1 ? 'day' : 'days'} old${isTooYoung ? `; orders clear automatically from ${clearing.minimumAccountDays} days on` : ''}.`,
    holds: isTooYoung,
  });
  return signs;
}
