// The second approval can't come from the first administrator, however often they repeat it.
import { endpoints, type UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { decideApproval } from './approval.ts';

const facts = {
  thing: 'order' as const,
  nairaKobo: toKobo(101n),
  adminId: idFor<UserId>('one'),
  approvals: { secondAboveKobo: '100' },
  firstApprover: null,
  isNewAdmin: false,
};
test.each([
  ['one is enough without a threshold', { approvals: { secondAboveKobo: null } }, 'alone'],
  ['one is enough at the threshold itself', { nairaKobo: toKobo(100n) }, 'alone'],
  ['the first of two', {}, 'first'],
  ['another is the second', { firstApprover: 'other' }, 'second'],
  ['the same administrator again is not', { firstApprover: 'one' }, 'refused'],
  ['a new administrator is neither', { isNewAdmin: true, firstApprover: 'other' }, 'refused'],
  ['an unknown value needs two', { nairaKobo: null }, 'first'],
  [
    'an unknown value needs one where there is no threshold',
    { nairaKobo: null, approvals: { secondAboveKobo: null } },
    'alone',
  ],
  ['a new administrator approves where one suffices', { isNewAdmin: true, nairaKobo: toKobo(1n) }, 'alone'],
])('[C3] %s', (_name, change, kind) => {
  expect(decideApproval({ ...facts, ...change }).kind).toBe(kind);
});

test.each([
  ['order', endpoints.adminOrders.decide],
  ['refund', endpoints.refunds.decide],
  ['payout', endpoints.adminOrders.takeAsPaid],
  ['deposit', endpoints.admin.vouch],
  ['coins', endpoints.suspense.creditUnclaimed],
  ['transfer', endpoints.recovery.decide],
  ['fence', endpoints.recovery.lift],
  ['rule', endpoints.settings.saveApprovals],
] as const)(
  '[C3] the dialog of a first approval names who may give the second, by the roles of the call: %s',
  (thing, { roles }) => {
    const refused = decideApproval({ ...facts, thing, nairaKobo: 'always', firstApprover: facts.adminId });
    const words = refused.kind === 'refused' ? refused.failure.message : '';
    expect(words).toMatch(/Another .*administrator has to/);
    for (const role of ['reviewer', 'finance'] as const) expect(words.includes(role)).toBe(roles.includes(role));
  },
);
