import type { Kobo } from '@kobogate/money';

const DAY = 86_400_000;

/** What else a careful administrator looks at, a sentence each. */
export interface RiskFacts {
  readonly nairaKobo: Kobo;
  readonly paidOrders: number;
  readonly paidOutKobo: Kobo;
  /** Since when naira goes to the customer's account; null where that is not known. */
  readonly accountSince: Date | null;
  readonly listedSenders: readonly string[];
  readonly isLate: boolean;
  readonly now: Date;
}

/** How much larger than the customer's usual order one has to be to be named. */
const UNUSUAL = 5n;
const NEW_ACCOUNT_DAYS = 2;

/** Signs of risk that do not decide by themselves: a first payout, a new account, an unusual amount, late coins. Pure. */
export function describeRisks(facts: RiskFacts): string[] {
  const { nairaKobo, paidOrders, paidOutKobo, accountSince, listedSenders, isLate, now } = facts;
  const isUnusual = paidOrders > 0 && nairaKobo * BigInt(paidOrders) > UNUSUAL * paidOutKobo;
  const isNewAccount = accountSince !== null && now.getTime() - accountSince.getTime() < NEW_ACCOUNT_DAYS * DAY;
  return [
    listedSenders.length > 0 ? 'Coins of it can be from a sender on the sanctions list.' : null,
    paidOrders === 0 ? 'It would be the customer’s first payout.' : null,
    isUnusual ? `It is more than ${UNUSUAL} times what an order of this customer usually is.` : null,
    isNewAccount ? `The payout account was set less than ${NEW_ACCOUNT_DAYS} days ago.` : null,
    isLate ? 'The coins came after the rate lock, so another rate counts.' : null,
  ].filter((reason) => reason !== null);
}
