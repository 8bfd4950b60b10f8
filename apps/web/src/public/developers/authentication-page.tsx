import { API_KEY_PREFIX, API_KEYS_MOST, SCOPES, type Scope } from '@kobogate/contract';
import { Example } from './example.tsx';
import { LIST_LINKS, PUBLIC_LINK } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

const MEANINGS: Readonly<Record<Scope, string>> = {
  'links:read': 'List your links and read one.',
  'links:write': 'Make, change, switch on and off links.',
  'payments:read': 'List the payments by your links, export them, and read one.',
  'payments:write': 'Open payments by your links.',
  'payments:refund':
    'Offer coins of a payment back to its payer, and withdraw that. You confirm a refund yourself, with your password.',
  'webhooks:read': 'Read your webhook endpoints, their events and deliveries.',
  'webhooks:write': 'Send deliveries again, and sample events.',
  'webhooks:manage':
    'Make, change and remove endpoints, and replace their secrets, without a password. Give this scope only to a program that sets itself up. You get a mail about each change.',
};

/** How a program authenticates, and what it may do. */
export function AuthenticationPage() {
  return (
    <GuidePage
      title="API keys"
      lead="A key says whose program calls, and what it may do. It can never touch your money."
    >
      <Part id="making" title="Making a key">
        <p>
          In Settings, choose a name and the scopes that the program needs, and confirm with your password and your
          second step. The key is shown once. We keep only its hash, so that not even we can read it back. You may have{' '}
          {API_KEYS_MOST}, each with an end if you like; you get a mail when one is made or revoked.
        </p>
      </Part>
      <Part id="using" title="Using it">
        <p>
          Send it as a Bearer token. It begins with <Code>{API_KEY_PREFIX}</Code>, so that a scanner finds one that was
          published by mistake.
        </p>
        <Example example={LIST_LINKS} />
        <p>
          Keep it on your server, out of your repository and out of every page and app: anyone who has it can act with
          its scopes. A revoked key ends at once.
        </p>
      </Part>
      <Part id="paused" title="When a key is paused">
        <p>
          A new password may follow a theft, so it pauses every key, as does disabling the account. Calls answer 401 and
          say so, and you get a mail. Look at the keys in Settings: resume those that only you can have, and revoke the
          others. Signing out of every other device leaves keys as they are.
        </p>
      </Part>
      <Part id="scopes" title="Scopes">
        <Terms terms={SCOPES.map((scope) => [scope, MEANINGS[scope]] as const)} />
        <p>
          No key, whatever its scopes, changes your account, your payout bank account or who may sign in, and none moves
          coins. Such a call answers 403.
        </p>
      </Part>
      <Part id="without" title="Without a key">
        <p>
          What a payer does needs no key: reading a link, opening a payment by it, and following that payment. A page of
          any origin may make these calls.
        </p>
        <Example example={PUBLIC_LINK} />
      </Part>
      <Part id="refusals" title="Refusals">
        <Terms
          terms={[
            [
              '401',
              'There is no such key; it was revoked, has ended or is paused; or its owner’s account is disabled.',
            ],
            ['403', 'The key lacks the scope. The sentence in the answer names it.'],
            ['429', 'Too many calls. Retry-After says for how many seconds to wait.'],
          ]}
        />
        <p>
          All statuses are under <To href="/developers/errors">Errors</To>.
        </p>
      </Part>
    </GuidePage>
  );
}
