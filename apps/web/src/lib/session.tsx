import { endpoints, TEXTS, type AnswerOf, type Endpoint } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useReducer, useSyncExternalStore, type ReactNode } from 'react';
import { call, CallError, callOrThrow, isUnreachable, messageFor, onSessionDropped, type CallInput } from './client.ts';
import { keepOnlyDraftsOf } from './drafts.ts';
import { returnState } from './return-path.ts';
import { onUntoldActivity } from './activity.ts';
import { SessionContext, type Session } from './session-context.ts';
import { INITIAL_STATE, isLoading, nextState, type SessionEvent } from './session-state.ts';
import { hasLeft, leave, storedToken, subscribeToToken } from './token.ts';

/**
 * Holds the session: reads the token at start-up, loads the profile whenever a token exists or changes (in this tab or
 * another), and clears both when it goes. Data fetched for one user is never shown to the next.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(subscribeToToken, storedToken);
  const [state, dispatch] = useReducer(nextState, INITIAL_STATE);
  const queryClient = useQueryClient();

  const act = useMemo(() => actions(dispatch), []);

  // A page that needs a session navigates there itself.
  useLayoutEffect(() => onSessionDropped(() => returnState(window.location) ?? window.location.replace('/login')), []);

  // A user who reads or types for long keeps the session although no call is made.
  useEffect(() => {
    if (token === null) return undefined;
    return onUntoldActivity(() => void call(endpoints.accounts.getUser).catch(() => undefined));
  }, [token]);

  // Before anything is drawn: no frame may show the next user the data of the one before.
  useLayoutEffect(() => {
    dispatch({ type: 'token-changed' });
    queryClient.clear();
    if (token === null) {
      if (hasLeft()) keepOnlyDraftsOf(null);
      return undefined;
    }
    const stop = new AbortController();
    void loadProfile(token, stop.signal, dispatch);
    return () => stop.abort();
  }, [token, queryClient]);

  const session = useMemo<Session>(
    () => ({
      token,
      user: state.user,
      isAuthenticated: token !== null,
      loading: isLoading(state, token),
      error: state.error,
      hasLoggedOut: state.hasLoggedOut,
      ...act,
    }),
    [token, state, act],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

type Dispatch = (event: SessionEvent) => void;

async function loadProfile(token: string, signal: AbortSignal, dispatch: Dispatch): Promise<void> {
  try {
    const answer = await callOrThrow(endpoints.accounts.getUser, { signal });
    if (signal.aborted) return;
    keepOnlyDraftsOf(answer.data.id);
    dispatch({ type: 'profile-loaded', token, user: answer.data });
  } catch (failure) {
    if (signal.aborted) return;
    dispatch({ type: 'profile-failed', token, message: messageFor(failure, TEXTS.profileLoadFailed) });
  }
}

async function flagged<E extends Endpoint>(
  dispatch: Dispatch,
  endpoint: E,
  input: CallInput<E>,
  fallback: string | ((failure: unknown) => string),
): Promise<AnswerOf<E>> {
  dispatch({ type: 'call-started' });
  let error: string | null = null;
  try {
    return await callOrThrow(endpoint, input);
  } catch (failure) {
    error = messageFor(failure, typeof fallback === 'string' ? fallback : fallback(failure));
    throw new Error(error, { cause: failure });
  } finally {
    dispatch({ type: 'call-ended', error });
  }
}

// For this call only, the answer's `error` is shown too, where there is no `message`.
const profileFallback = (failure: unknown): string =>
  failure instanceof CallError && failure.error !== '' ? failure.error : TEXTS.profileUpdateFailed;

function actions(dispatch: Dispatch): Pick<Session, 'refreshUser' | 'updateProfile' | 'logout'> {
  return {
    async refreshUser() {
      const token = storedToken();
      const answer = await flagged(dispatch, endpoints.accounts.getUser, {}, TEXTS.profileRefreshFailed);
      if (token !== null) dispatch({ type: 'profile-loaded', token, user: answer.data });
    },
    async updateProfile(body) {
      const token = storedToken();
      const answer = await flagged(dispatch, endpoints.accounts.updateUser, { body }, profileFallback);
      if (token !== null) dispatch({ type: 'profile-loaded', token, user: answer.data });
      return answer;
    },
    async logout() {
      const token = storedToken();
      dispatch({ type: 'logged-out' });
      leave();
      if (token === null) return true;
      // After the token is removed here: a server that never answers must not keep a user signed in.
      const answer = await call(endpoints.accounts.logout, { token, keepalive: true }).catch(() => null);
      return !isUnreachable(answer);
    },
  };
}
