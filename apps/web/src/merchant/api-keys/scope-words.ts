import type { ApiKey, Scope } from '@kobogate/contract';

/** What each scope lets a key do, in the order in which they are offered. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly label: string; readonly detail: string }>> = {
  'links:read': { label: 'Read payment links', detail: 'See your links and their totals.' },
  'links:write': { label: 'Make and change payment links', detail: 'Also turn them on and off.' },
  'payments:read': { label: 'Read payments', detail: 'See and export who paid what, and how far each payment is.' },
  'payments:write': { label: 'Open payments', detail: 'Ask for an address to show to a payer.' },
  'payments:refund': { label: 'Offer coins back', detail: 'You confirm each refund yourself, with your password.' },
  'webhooks:read': { label: 'Read webhooks', detail: 'Fetch events that your program has missed.' },
  'webhooks:write': { label: 'Send webhooks again', detail: 'Replay deliveries and send sample events.' },
  'webhooks:manage': {
    label: 'Manage webhooks',
    detail:
      'Add, change and remove the addresses that events are sent to, and make new secrets. You get a mail each time.',
  },
};

/** How long a key may last, as choices of days; the empty one has no end. */
export const EXPIRY_OPTIONS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'No end' },
];

/** Whether a key has ended at a moment (milliseconds since 1970). Pure. */
export const hasEnded = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;

/** What a key may do, as one sentence. Pure. */
export const describeScopes = (scopes: readonly Scope[]): string =>
  scopes
    .map((scope, index) => {
      const { label } = SCOPE_WORDS[scope];
      return index === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1);
    })
    .join(', ');
