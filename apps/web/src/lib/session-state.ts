import type { User } from '@kobogate/contract';

/**
 * What is known of the signed-in user. `profileOf` is the token whose profile load has ended, in success or failure.
 */
export interface SessionState {
  user: User | null;
  profileOf: string | null;
  /** Running auth calls. */
  calls: number;
  error: string | null;
  hasLoggedOut: boolean;
}

export const INITIAL_STATE: SessionState = {
  user: null,
  profileOf: null,
  calls: 0,
  error: null,
  hasLoggedOut: false,
};

export type SessionEvent =
  | { type: 'token-changed' }
  | { type: 'profile-loaded'; token: string; user: User }
  | { type: 'profile-failed'; token: string; message: string }
  | { type: 'call-started' }
  | { type: 'call-ended'; error: string | null }
  | { type: 'logged-out' };

/** The next state of the session. A user never outlives the token that it was loaded with. */
export function nextState(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'token-changed':
      return { ...state, user: null, profileOf: null, error: null };
    case 'profile-loaded':
      return { ...state, user: event.user, profileOf: event.token, error: null, hasLoggedOut: false };
    case 'profile-failed':
      return { ...state, profileOf: event.token, error: event.message };
    case 'call-started':
      return { ...state, calls: state.calls + 1, error: null };
    case 'call-ended':
      return { ...state, calls: state.calls - 1, error: event.error };
    case 'logged-out':
      return { ...state, user: null, profileOf: null, error: null, hasLoggedOut: true };
  }
}

/** Loading: an auth call is running, or a token is stored whose profile load has not ended. */
export function isLoading(state: SessionState, token: string | null): boolean {
  return state.calls > 0 || (token !== null && state.profileOf !== token);
}
