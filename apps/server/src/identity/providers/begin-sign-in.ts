import { providerAnswerPath, type SignInProvider } from '@kobogate/contract';
import { consumeRateLimit } from '../../platform/throttle.ts';
import type { Visitor } from '../accounts/device.ts';
import { fromAddress } from '../accounts/limits.ts';
import { makeToken } from '../accounts/secrets.ts';
import type { ProviderDependencies } from './dependencies.ts';
import { notConnected } from './failures.ts';
import type { Attempt, OpenIdProvider } from './provider.ts';
import { expiryFrom, type Flow } from './sealed.ts';

/**
 * Begins a sign-in by a provider: the address that the browser goes to, and what the same browser has to give back with
 * the provider's answer, sealed. Throws 404 where the provider is not connected, 429, 503.
 */
export async function beginSignIn(
  { database, clock, providers, seals, publicOrigin }: ProviderDependencies,
  { provider: id, visitor }: { provider: SignInProvider; visitor: Visitor },
): Promise<{ url: string; flow: string }> {
  const now = clock.now();
  await consumeRateLimit(database, [fromAddress('provider', visitor.address)], now);
  const provider = findProvider(providers, id);
  const flow: Flow = {
    provider: id,
    state: makeToken(),
    nonce: makeToken(),
    verifier: makeToken(),
    device: visitor.device,
    expiresAt: expiryFrom(now),
  };
  return { url: await provider.addressFor(attemptOf(flow, publicOrigin)), flow: seals.sealFlow(flow) };
}

/** A connected provider. Throws 404 for any other. */
export function findProvider(providers: readonly OpenIdProvider[], id: SignInProvider): OpenIdProvider {
  const provider = providers.find((each) => each.id === id);
  if (provider === undefined) throw notConnected(id);
  return provider;
}

/** What the provider is asked with: it answers to our configured origin, whatever host a request named. Pure. */
export const attemptOf = ({ provider, state, nonce, verifier }: Flow, publicOrigin: string): Attempt => ({
  redirectUri: publicOrigin + providerAnswerPath(provider),
  state,
  nonce,
  verifier,
});
