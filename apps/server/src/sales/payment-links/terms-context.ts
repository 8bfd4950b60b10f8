import { ASSETS, isCurrency, type LinkCurrency, type StaffRole, type UserId } from '@kobogate/contract';
import type { Rate } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { forbidden } from '../../platform/errors.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import type { TermsContext } from './link-terms.ts';

export interface LinkDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: OperatorSettings;
  readonly currentRates: CurrentRates;
  /** The gateway's own address: one without TLS is a developer's, whose payers may be redirected to localhost. */
  readonly publicOrigin: string;
}

/** Who creates or changes a link. */
export interface LinkOwner {
  readonly userId: UserId;
  readonly role: StaffRole | null;
}

/** Throws 403 while the operator has links switched off, except for an administrator, who may try them. */
export async function requireLinksOn(
  { settings }: Pick<LinkDependencies, 'settings'>,
  owner: LinkOwner,
): Promise<void> {
  const { switches } = await settings.current();
  if (!switches.paymentLinks && owner.role !== 'administrator') {
    throw forbidden('Payment links are not offered here yet. Nothing was changed.', 'links-off');
  }
}

const ONE: Rate = { digits: 1n, scale: 0 };

/** What the terms of a link in `currency` are checked against at this moment. */
export async function readTermsContext(
  { clock, settings, currentRates, publicOrigin }: LinkDependencies,
  {
    currency,
    ...former
  }: { currency: LinkCurrency } & Pick<TermsContext, 'formerEnd' | 'formerMetadata' | 'formerFields'>,
): Promise<TermsContext> {
  const { limits } = await settings.current();
  return {
    currency,
    nairaRate: currency === 'NGN' ? ONE : await findNairaRate(currentRates, currency),
    limits,
    now: clock.now(),
    allowsLocalhost: publicOrigin.startsWith('http://'),
    ...former,
  };
}

/** The market's naira for one whole unit; dollars count as USDT. Null while no rate can be trusted. */
async function findNairaRate(currentRates: CurrentRates, currency: LinkCurrency): Promise<Rate | null> {
  const coin = isCurrency(currency) ? currency : 'USDT';
  const rates = await currentRates();
  const known = ASSETS.filter((asset) => asset.currency === coin).map(({ code }) => rates.get(code)?.marketRate);
  return known.find((rate) => rate !== undefined) ?? null;
}
