import type { AnswerOf, BodyInputOf, endpoints, User } from '@kobogate/contract';
import { createContext, use } from 'react';

type Accounts = typeof endpoints.accounts;

/** The session, and the calls that change it. Every action rejects with an error whose message is for users. */
export interface Session {
  token: string | null;
  user: User | null;
  /** A token is stored. */
  isAuthenticated: boolean;
  /** An auth call or the profile's load is running. */
  loading: boolean;
  /** The failure of the last auth call or profile load; null while one is running and after a success. */
  error: string | null;
  /** The user logged out: the guard then does not remember the path. */
  hasLoggedOut: boolean;
  /** Fetches the profile again; where that fails the current one stays. */
  refreshUser: () => Promise<void>;
  /** Changes the profile; every part of the page shows the new one at once. */
  updateProfile: (body: BodyInputOf<Accounts['updateUser']>) => Promise<AnswerOf<Accounts['updateUser']>>;
  /** Ends the session here at once and on the server; resolves to false where the server could not be told. */
  logout: () => Promise<boolean>;
}

export const SessionContext = createContext<Session | null>(null);

/** The session of the surrounding provider; throws outside one. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider around it');
  return session;
}
