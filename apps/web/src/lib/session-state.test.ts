// Guarantee: a user is shown only with the token that they were loaded with, and the loading state always ends.
import type { User, UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, it } from 'vitest';
import { INITIAL_STATE, isLoading, nextState } from './session-state.ts';

const user: User = {
  id: idFor<UserId>('1'),
  first_name: 'Sample',
  last_name: 'Person',
  name: 'Sample Person',
  email: 'sample@example.test',
  phone: '+2348000000000',
  gender: '',
  isVerified: true,
  isAdmin: false,
  createdAt: '2026-11-01T00:00:00Z',
};

it('loads from the moment a token is there until its profile has come or failed', () => {
  expect(isLoading(INITIAL_STATE, null)).toBe(false);
  expect(isLoading(INITIAL_STATE, 'a')).toBe(true);
  const loaded = nextState(INITIAL_STATE, { type: 'profile-loaded', token: 'a', user });
  expect(isLoading(loaded, 'a')).toBe(false);
  expect(isLoading(loaded, 'b')).toBe(true);
  const failed = nextState(INITIAL_STATE, { type: 'profile-failed', token: 'a', message: 'No' });
  expect(isLoading(failed, 'a')).toBe(false);
  expect(failed.error).toBe('No');
});

it('forgets the user with the token, and the path only after a logout', () => {
  const loaded = nextState(INITIAL_STATE, { type: 'profile-loaded', token: 'a', user });
  expect(nextState(loaded, { type: 'token-changed' })).toMatchObject({ user: null, hasLoggedOut: false });
  expect(nextState(loaded, { type: 'logged-out' })).toMatchObject({ user: null, hasLoggedOut: true });
});

it('sets the loading flag and clears the error before a call, and clears the flag after it', () => {
  const failedBefore = { ...INITIAL_STATE, error: 'Old' };
  const started = nextState(failedBefore, { type: 'call-started' });
  expect(started.error).toBeNull();
  expect(isLoading(started, null)).toBe(true);
  const ended = nextState(started, { type: 'call-ended', error: 'New' });
  expect(isLoading(ended, null)).toBe(false);
  expect(ended.error).toBe('New');
});
