// Guarantee: what takes two people is decided by who approved before and by nothing that one person can repeat.
import { expect, test } from 'vitest';
import { decideApproval } from './approval.ts';

const facts = {
  thing: 'order' as const,
  nairaKobo: 101n,
  adminId: 'one',
  approvals: { secondAboveKobo: '100' },
  firstApprover: null,
  isNewAdmin: false,
};
test.each([
  ['one is enough where nothing is decided', { approvals: { secondAboveKobo: null } }, 'alone'],
  ['one is enough at the threshold itself', { nairaKobo: 100n }, 'alone'],
  ['the first of two', {}, 'first'],
  ['another is the second', { firstApprover: 'other' }, 'second'],
  ['the same again is not', { firstApprover: 'one' }, 'refused'],
  ['a new administrator is neither', { isNewAdmin: true, firstApprover: 'other' }, 'refused'],
  ['what nobody knows the worth of takes two', { nairaKobo: null }, 'first'],
  [
    'what nobody knows the worth of takes one where nothing takes two',
    { nairaKobo: null, approvals: { secondAboveKobo: null } },
    'alone',
  ],
  ['a new administrator approves what takes one', { isNewAdmin: true, nairaKobo: 1n }, 'alone'],
])('[C3] %s', (_name, change, kind) => {
  expect(decideApproval({ ...facts, ...change }).kind).toBe(kind);
});
