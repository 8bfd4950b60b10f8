import type { Rolldown } from 'vite';

/**
 * Which modules share a file, so that a page takes a few requests and loads only its own code: the frame of
 * every page, the API client, and small parts that many pages share. Everything else is left to the
 * bundler, which puts code of several pages into files of its own. Large modules are not shared parts.
 */
export const SHARED_FILES: NonNullable<Rolldown.OutputOptions['codeSplitting']> = {
  groups: [
    {
      name: 'frame',
      // With our texts: the first picture needs them, and must not wait until every endpoint is set up.
      test: /node_modules\/(?:react|react-dom|scheduler|react-router)\/|contract\/src\/(?:texts|constants|sign-in-pages)\./,
      priority: 7,
    },
    {
      name: 'contract',
      // With the definitions of coins and calls in general, which the parts below need; of the calls only a session's
      // own. Not what reads typed naira: forms alone do.
      test: /contract\/src\/(?:endpoint|roles|amount-words|accounts|two-factor|states|assets|charges|explorers|formats|live|link-currencies|payment-uri)\.|packages\/money\/src\/(?!plain-naira)|node_modules\/zod\/|src\/lib\/client/,
      priority: 6,
    },
    // The calls of both dashboards and shells, and then all others: setting up all at once takes a phone too long.
    {
      name: 'first-calls',
      test: /contract\/src\/(?:dashboard|orders|order-dates|decline-reasons|bank-accounts|isolated|settings|notifications)\./,
      priority: 5,
    },
    { name: 'first-admin-calls', test: /contract\/src\/(?:admin|admin-orders|payouts|sanctions)\./, priority: 5 },
    // What no account's page asks for.
    {
      name: 'desk-calls',
      test: /contract\/src\/(?:evidence|audit|recovery|reconciliations|treasury|explorer-addresses)\./,
      priority: 5,
    },
    // Two pages' own: how one signs in, and linking a provider.
    { name: 'sign-in-calls', test: /contract\/src\/(?:sign-in-(?:providers|texts)|lost-factor)\./, priority: 5 },
    // Of a payout that did not go through: few pages have one.
    { name: 'payee-calls', test: /contract\/src\/payees\./, priority: 5 },
    { name: 'calls', test: /packages\/contract\//, priority: 4 },
    { name: 'start', test: /web\/src\/(?:app\/router|ui\/(?:theme|next-step)\.|lib\/focus-place\.)/, priority: 4 },
    {
      name: 'data',
      test: /node_modules\/@tanstack\/|src\/lib\/(?:queries|return-path|session-context)/,
      minShareCount: 4,
      priority: 3,
    },
    { name: 'icons', test: /virtual:lucide\/|web\/src\/ui\/icon\./, minShareCount: 2, priority: 2 },
    {
      name: 'parts',
      test: /web\/src\/(?!ui\/(?:dialog|form|draft)|lib\/(?:use-(?:contract-)?form|use-draft|is-like|complete-proof|passkey-(?:words|refusal)))|react-hot-toast/,
      minShareCount: 12,
      priority: 1,
    },
    { name: 'desk-parts', test: /web\/src\/admin\/(?:for-role|named-row)\./, priority: 2 },
    // The shell fetches these early, and forms after them: set up in one, the two block a phone for too long.
    { name: 'dialogs', test: /web\/src\/ui\/dialog\./, priority: 1 },
    // The code of forms: most dashboards have none, and a first visit opens a dashboard.
    {
      name: 'forms',
      test: /node_modules\/react-hook-form\/|web\/src\/(?:ui\/(?:form|draft)|lib\/(?:use-(?:contract-)?form|use-draft|is-like|complete-proof|passkey-(?:words|refusal)))/,
      priority: 0,
    },
  ],
};
