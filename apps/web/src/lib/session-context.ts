import type { AnswerOf, BodyInputOf, endpoints, User } from '@kobogate/contract';
import { createContext, use } from 'react';

type Accounts = typeof endpoints.accounts;

/** Who is here, and the calls that change it. Every action rejects with an error whose message is for people. */
export interface Session {
  token: string | null;
  user: User | null;
  /** A token is stored. */
  isAuthenticated: boolean;
  /** An auth call or the profile's load is under way. */
  loading: boolean;
  /** What the last auth call or profile load failed with; null while one is under way and after a success. */
  error: string | null;
  /** The person chose to leave: the guard then forgets the path. */
  hasLoggedOut: boolean;
  /** Fetches the profile again; the one at hand stays where that fails. */
  refreshUser: () => Promise<void>;
  /** Changes the profile; whatever shows the user shows the new one at once. */
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
