import type { Provider } from './provider.ts';

export const BEHAVIOURS = [
  // Accepted as pending, soon paid: the default.
  'success',
  // Accepted as pending, soon failed.
  'fail',
  // The call is never answered and the transfer never happens.
  'timeout',
  // The call is never answered, yet the transfer happens.
  'timeout-then-success',
  // Paid, and later given back.
  'reverse',
  // Paid, and the callback comes three times.
  'duplicate-callback',
  // Paid, and answered late.
  'slow',
  // Accepted and soon paid, yet answered with a 500.
  'server-error',
  // Answered in a form that misleads: at Monnify a success around a transfer that fails, elsewhere a paid one's
  // success without the transfer in it.
  'wrong-envelope',
  // Paid, after a callback with a wrong signature said that it failed.
  'forged-callback',
  // Paid, and after the callback that says so comes an old one that says pending.
  'stale-callback',
  // Paid, and the provider reports half of it.
  'other-amount',
  // Paid, and the provider reports another account.
  'other-account',
  // Paid, later given back, and later reported as paid once more.
  'reverse-then-success',
  // Accepted, and pending for years.
  'never-ends',
  // Every call of any kind is answered with 503.
  'down',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** What each provider does next. */
export interface Behaviours {
  /** The next `times` transfers (for `down`: calls of any kind) behave this way; an earlier setting is replaced. */
  set(provider: Provider, next: Behaviour, times: number): void;
  /** Whether this call finds the provider down; counts it if so. */
  takeDown(provider: Provider): boolean;
  /** The behaviour for this transfer; counts it. */
  takeForTransfer(provider: Provider): Behaviour;
  current(provider: Provider): { next: Behaviour; times: number };
}

/** Every provider behaves well until told otherwise. */
export function createBehaviours(): Behaviours {
  const set = new Map<Provider, { next: Behaviour; times: number }>();
  const current: Behaviours['current'] = (provider) => set.get(provider) ?? { next: 'success', times: 0 };
  function take(provider: Provider): Behaviour {
    const { next, times } = current(provider);
    if (times <= 1) set.delete(provider);
    else set.set(provider, { next, times: times - 1 });
    return next;
  }
  return {
    set: (provider, next, times) => {
      set.set(provider, { next, times });
    },
    takeDown: (provider) => current(provider).next === 'down' && take(provider) === 'down',
    takeForTransfer: (provider) => (current(provider).next === 'down' ? 'success' : take(provider)),
    current,
  };
}
