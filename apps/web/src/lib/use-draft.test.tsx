// Guarantee: what was typed outlives the end of a session, for the same user on the same page and in this tab; it is
// deleted by a save, a cancel, a logout or another user's login.
import type { User } from '@kobogate/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDraft, keepOnlyDraftsOf, readDraft } from './drafts.ts';
import { isLike } from './is-like.ts';
import { SessionContext, type Session } from './session-context.ts';
import { leave, storeToken } from './token.ts';
import { type Draft, useDraft, useHasDraft } from './use-draft.ts';

interface Typed {
  readonly name: string;
  readonly pairs: readonly string[];
}
const EMPTY: Typed = { name: '', pairs: [] };
const TYPED: Typed = { name: 'A sample shop', pairs: ['USDT@bsc'] };

let draft: Draft<Typed>;
let isKept: boolean;
let root: Root;

const session = (id: string): Session => ({
  token: 'a token',
  // Only the user's id matters here.
  user: { id } as User,
  isAuthenticated: true,
  loading: false,
  error: null,
  hasLoggedOut: false,
  refreshUser: vi.fn<Session['refreshUser']>(),
  updateProfile: vi.fn<Session['updateProfile']>(),
  logout: vi.fn<Session['logout']>(),
});

function Form({ name, onDraw }: { name: string; onDraw: (isKept: boolean, draft: Draft<Typed>) => void }) {
  onDraw(useHasDraft(name), useDraft(name, EMPTY));
  return null;
}
const look = (isFound: boolean, drawn: Draft<Typed>): void => {
  isKept = isFound;
  draft = drawn;
};

/** A user is on a page with the form. */
async function open({ user = 'one', path = '/account/page', form = 'form' } = {}): Promise<void> {
  window.history.replaceState(null, '', path);
  storeToken('a token');
  await draw({ user, form });
}
const draw = ({ user = 'one', form = 'form' } = {}) =>
  act(async () =>
    root.render(
      <SessionContext value={session(user)}>
        <Form key={user} name={form} onDraw={look} />
      </SessionContext>,
    ),
  );
const type = (value: Typed) => act(async () => draft.setValue(value));
const close = () => act(async () => root.render(null));
const endSession = async (): Promise<void> => {
  storeToken(null);
  await close();
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

describe('a form whose session ends', () => {
  beforeEach(async () => {
    await open();
    await type(TYPED);
  });

  it('has what was typed when the same user comes back to the page, and says so', async () => {
    await endSession();
    await open();
    expect(draft.value).toEqual(TYPED);
    expect(draft.isRestored).toBe(true);
    expect(isKept).toBe(true);
  });

  it('still has it after a reload, and after a second end of the session', async () => {
    await endSession();
    await open();
    expect(readDraft('one', '/account/page form')).toEqual(TYPED);
    await endSession();
    await open();
    expect(draft.value).toEqual(TYPED);
  });

  it('keeps it where another tab has lost the token, or has a new one already', async () => {
    storeToken('a newer token');
    await close();
    await open();
    expect(draft.isRestored).toBe(true);
  });

  it('shows it on no other page, in no other form, and to no other user', async () => {
    await endSession();
    await open({ path: '/account/other' });
    expect(draft.value).toEqual(EMPTY);
    await close();
    await open({ form: 'other' });
    expect(draft.value).toEqual(EMPTY);
    await close();
    await open({ user: 'two' });
    expect(draft.value).toEqual(EMPTY);
    expect(isKept).toBe(false);
  });

  it('deletes it when another user logs in', async () => {
    await endSession();
    keepOnlyDraftsOf('one');
    expect(readDraft('one', '/account/page form')).toEqual(TYPED);
    keepOnlyDraftsOf('two');
    expect(readDraft('one', '/account/page form')).toBeNull();
  });

  it('starts over when asked to, and deletes what was typed', async () => {
    await endSession();
    await open();
    await act(async () => draft.startOver());
    expect(draft.value).toEqual(EMPTY);
    expect(draft.isRestored).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });

  it('deletes it once the user closes the form, by a cancel or after a save', async () => {
    await endSession();
    await open();
    await close();
    expect(sessionStorage).toHaveLength(0);
  });

  it('deletes it once it was saved where the form stays', async () => {
    await endSession();
    await open();
    await act(async () => draft.settle(TYPED));
    expect(sessionStorage).toHaveLength(0);
    await endSession();
    expect(sessionStorage).toHaveLength(0);
  });

  it('deletes it where the form shows another version', async () => {
    await endSession();
    await open();
    await draw({ form: 'form 2' });
    expect(draft.value).toEqual(TYPED);
    expect(draft.isRestored).toBe(false);
    await endSession();
    expect(sessionStorage).toHaveLength(0);
  });
});

it('keeps nothing of a logout', async () => {
  await open();
  await type(TYPED);
  leave();
  await close();
  expect(sessionStorage).toHaveLength(0);
});

it('keeps nothing where nothing was typed', async () => {
  await open();
  await endSession();
  expect(sessionStorage).toHaveLength(0);
});

it('is a form like any other where the browser keeps nothing', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await open();
  await type(TYPED);
  await endSession();
  await open();
  expect(draft.value).toEqual(EMPTY);
});

describe('a stored draft', () => {
  it('is used only where it has the form’s current shape', async () => {
    keepDraft('one', '/account/page form', { name: 'kept', pairs: 'USDT@bsc' });
    await open();
    expect(draft.value).toEqual(EMPTY);
  });

  it.each([
    [{ name: 'a', pairs: [] }, true],
    [{ name: 'a', pairs: ['x'], more: 1 }, true],
    [{ name: 1, pairs: [] }, false],
    [{ name: 'a' }, false],
    [null, false],
    ['text', false],
    [[], false],
  ])('%j', (kept, isFit) => {
    expect(isLike(kept, { name: '', pairs: [] })).toBe(isFit);
    expect(isLike({ list: [kept] }, { list: [{ name: '', pairs: [''] }] })).toBe(isFit);
  });

  it('is null where the storage holds something else', () => {
    keepDraft('one', 'form', EMPTY);
    for (const name of Object.keys(sessionStorage)) sessionStorage.setItem(name, '{');
    expect(readDraft('one', 'form')).toBeNull();
  });
});
