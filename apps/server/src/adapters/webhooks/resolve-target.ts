import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from './public-address.ts';

/** Looks up a host's addresses; throws, or returns none, where there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Where a request may go: the addresses that were checked; only they are connected to. */
export type Target = { readonly addresses: readonly string[] } | { readonly refusal: string };

const NOT_FOUND = 'The address could not be found. Please check its host name.';
const INSIDE = 'The address leads into a private network, so nothing is sent there. Please use one on the internet.';

/**
 * Looks hosts up by asking name servers directly: the system's resolver uses a pool of four threads that everything
 * else needs, and a name server that hangs would block it.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  };
}

/**
 * Reads an address and looks its host up: only https, and only if every one of its addresses is on the public internet.
 * With `allowPrivate`, for a sandbox on one machine, this machine's own addresses too, and http to them. Never throws.
 */
export async function resolveTarget(
  text: string,
  { resolve, allowPrivate }: { resolve: Resolve; allowPrivate: boolean },
): Promise<Target> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { refusal: 'Please enter a whole address, such as https://shop.example/webhooks.' };
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return { refusal: 'Please use an address that begins with https://.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { refusal: 'Please leave the user name and the password out of the address.' };
  }
  if (url.hash !== '') return { refusal: 'Please leave out what follows the # in the address.' };
  const addresses = await addressesOf(url.hostname.replaceAll(/^\[|\]$/g, ''), { resolve, allowPrivate });
  if (addresses.length === 0) return { refusal: NOT_FOUND };
  const isAllowed = (address: string): boolean =>
    (allowPrivate && isLoopback(address)) || (url.protocol === 'https:' && isPublicAddress(address));
  // One private address is enough to refuse: we don't choose which of them is connected to.
  return addresses.every(isAllowed) ? { addresses } : { refusal: INSIDE };
}

async function addressesOf(
  host: string,
  { resolve, allowPrivate }: { resolve: Resolve; allowPrivate: boolean },
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  // Name servers have no record of it.
  if (allowPrivate && host === 'localhost') return ['127.0.0.1'];
  return resolve(host).catch(() => []);
}
