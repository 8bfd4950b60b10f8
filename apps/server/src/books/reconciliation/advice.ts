import type { DifferenceKind } from '@kobogate/contract';

/** How the two states differ. */
export type StateCase = 'unclear' | 'paid-after-failure' | 'not-paid' | 'later';

const BY_STATE: Readonly<Record<StateCase, string>> = {
  unclear:
    'The provider reports a state that we do not know. Look the payout up there; nothing is sent again automatically.',
  'paid-after-failure':
    'Do not retry this payout: the provider says that it may have arrived. Ask the provider in writing; if a retry was paid as well, the customer has the naira twice.',
  'not-paid':
    'We told the customer that it arrived. Ask the bank about the payout on its order’s page, and call the provider if this continues.',
  later: 'The provider knows more than we do. Ask the bank about the payout on its order’s page.',
};

const BY_KIND: Readonly<Record<Exclude<DifferenceKind, 'other-state'>, string>> = {
  'missing-at-bank':
    'Do not send it again. Ask the bank about the payout on its order’s page; if it says that it knows nothing, call the provider.',
  'unknown-to-us':
    'We did not send this payout. Ask the provider who did, and rotate the API key if it wasn’t your team.',
  doubled:
    'The provider has two bookings for one payout of ours. Ask it for the naira of the second one back, in writing.',
  'other-amount': 'Ask the provider for both bookings of this reference. The customer was promised our amount.',
  'other-fee': 'The fee changed after it was booked. Compare it with your contract, and ask the provider why.',
  float:
    'If you put naira in or took some out since the last comparison, or the provider takes fees that its list does not show, that explains it. If not, ask the provider for the account’s history.',
  chain:
    'Check the network’s node, and compare again once nothing is under way. If the treasury has more because you put coins in, book that with npm run ops -- treasury top-up. If coins are missing, stop moving any and look for the transaction that took them.',
  ledger:
    'The books were changed outside the program. Stop payouts, keep a copy of the database, and find out who did it.',
};

/** What an administrator does about a difference, as text. Pure. */
export function adviceFor(kind: 'other-state', state: StateCase): string;
export function adviceFor(kind: DifferenceKind): string;
export function adviceFor(kind: DifferenceKind, state: StateCase = 'unclear'): string {
  return kind === 'other-state' ? BY_STATE[state] : BY_KIND[kind];
}
