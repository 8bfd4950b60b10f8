import type { NetworkId, UserId } from '@kobogate/contract';
import type { Limit } from '../../platform/throttle.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * What a merchant's own program may use, within a day, of a pool of addresses that can run out. Strangers' use does not
 * count against it. Pure.
 */
export const ownPlaces = (merchantId: UserId): Limit => ({
  thing: 'payment-pool',
  subject: merchantId,
  most: 200,
  windowSeconds: DAY,
});

/**
 * What strangers may use of a pool by a merchant's links; a paid payment gives its place back. Counted over four hours and not
 * over a day: strangers from very many network addresses who use up all places close the network to that merchant's payers for
 * four hours at most, and need as many fresh addresses to do it again. Pure.
 */
export const strangersPlaces = (merchantId: UserId, network: NetworkId): Limit => ({
  thing: 'payment-pool-strangers',
  subject: `${merchantId} ${network}`,
  most: 100,
  windowSeconds: 4 * HOUR,
});

/**
 * The waiting time of a stranger before they get an address of a limited pool. The first five come at once; then each wait is
 * longer, first for the same browser, then for all of its network address, so that one origin uses up no merchant's day and no
 * pool. In the order in which they are taken. Pure.
 */
export function strangerWaits(
  { visitor, browser }: { readonly visitor: string; readonly browser: string },
  merchantId: UserId,
): readonly Limit[] {
  const atBrowser = `${visitor} ${browser} ${merchantId}`;
  const atOrigin = `${visitor} ${merchantId}`;
  return [
    { thing: 'pool-browser', subject: atBrowser, most: 5, windowSeconds: HOUR / 6 },
    { thing: 'pool-browser-hour', subject: atBrowser, most: 12, windowSeconds: HOUR },
    { thing: 'pool-browser-day', subject: atBrowser, most: 30, windowSeconds: DAY },
    { thing: 'pool-origin', subject: atOrigin, most: 20, windowSeconds: HOUR / 6 },
    { thing: 'pool-origin-hour', subject: atOrigin, most: 40, windowSeconds: HOUR },
    { thing: 'pool-origin-day', subject: atOrigin, most: 80, windowSeconds: DAY },
    { thing: 'pool-visitor-day', subject: visitor, most: 400, windowSeconds: DAY },
  ];
}
