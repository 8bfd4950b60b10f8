import type { Currency, OwnPaymentLink } from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forbidden, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { takeTurns } from '../../platform/throttle.ts';
import type { OperatorSettings } from '../settings/operator-settings.ts';
import { insertLink } from './db.ts';

const KOBO_DECIMALS = 2;
/** ₦1 billion: more is a slip of the keyboard. */
const LARGEST_KOBO = 100_000_000_000n;

export interface NewLink {
  readonly name: string;
  readonly purpose: string;
  /** Naira as it was typed. */
  readonly amount: string;
  readonly coins: readonly Currency[];
}

export interface CreateLinkDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: OperatorSettings;
}

/**
 * Makes an active link. Throws 403 while the operator has links switched off and the caller is no administrator, 422 in
 * words for an amount that is none, 429 for too many links an hour.
 */
export async function createLink(
  { database, clock, settings }: CreateLinkDependencies,
  { caller, link }: { caller: { userId: string; isAdmin: boolean }; link: NewLink },
): Promise<OwnPaymentLink> {
  const { switches } = await settings.current();
  if (!switches.paymentLinks && !caller.isAdmin) {
    throw forbidden('Payment links are not offered here yet. Nothing was made.');
  }
  const amount = readAmount(link.amount);
  const now = clock.now();
  const turn = { thing: 'payment-link-user', subject: caller.userId, most: 60, windowSeconds: 3600 };
  await takeTurns(database, [turn], now, 'You have made very many links.');
  const made = {
    id: newId(),
    name: link.name,
    purpose: link.purpose,
    amount,
    coins: [...new Set(link.coins)],
  };
  await insertLink(database, { ...made, userId: caller.userId, createdAt: now });
  return { ...made, bannerImage: null, profileImage: null, active: true, createdAt: now.toISOString() };
}

function readAmount(text: string): string {
  const parsed = parseAmount(text, KOBO_DECIMALS);
  if (!parsed.ok || parsed.value === 0n) {
    throw ruleBroken('Please enter an amount in naira above zero, with two decimals at most.');
  }
  if (parsed.value > LARGEST_KOBO) throw ruleBroken('Please enter an amount of ₦1,000,000,000 at most.');
  return formatUnits(parsed.value, KOBO_DECIMALS);
}
