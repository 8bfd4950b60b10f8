import {
  PROVIDER_NAMES,
  providerStartPath,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  type SignInView,
} from '@kobogate/contract';
import { classes } from '../ui/classes.ts';
import { ProviderMark } from './provider-mark.tsx';

const HOME = '/account/dashboard';
const BOX = 'flex min-h-12 items-center justify-center gap-2.5 rounded-card border px-3';
const OPEN = `${BOX} border-edge bg-surface font-semibold hover:bg-sunk aria-busy:opacity-60`;
const CLOSED = `${BOX} border-hairline text-ink-soft`;
const NOTE = 'other-ways-note';

/**
 * Sign-in by Google and Apple: a link to each that the operator has connected, which works without a script; the others
 * are there and marked unavailable.
 */
export function OtherWaysIn({ view: { providers, next } }: { view: SignInView }) {
  const closed = SIGN_IN_PROVIDERS.filter((provider) => !providers.includes(provider));
  const names = closed.map((provider) => PROVIDER_NAMES[provider]);
  return (
    <div className="mt-8 border-t border-hairline pt-6">
      <div className={classes('grid gap-3', providers.length === 0 && 'sm:grid-cols-2')}>
        {SIGN_IN_PROVIDERS.map((provider) =>
          providers.includes(provider) ? (
            <a key={provider} href={startOf(provider, next)} data-provider rel="nofollow" className={OPEN}>
              <ProviderMark of={provider} className="size-5 shrink-0" />
              Continue with {PROVIDER_NAMES[provider]}
            </a>
          ) : (
            <button key={provider} type="button" disabled aria-describedby={NOTE} className={CLOSED}>
              <ProviderMark of={provider} className="size-5 shrink-0" />
              {PROVIDER_NAMES[provider]}
            </button>
          ),
        )}
      </div>
      {closed.length > 0 && (
        <p id={NOTE} className="mt-3 text-sm text-ink-soft">
          {names.join(' and ')} {closed.length === 1 ? 'is' : 'are'} not available here yet. Please use the form above
          {providers.length === 0 ? '.' : ', or the other button.'}
        </p>
      )}
    </div>
  );
}

const startOf = (provider: SignInProvider, next: string): string =>
  next === HOME
    ? providerStartPath(provider)
    : `${providerStartPath(provider)}?${new URLSearchParams({ from: next }).toString()}`;
