import type { UserState } from '@kobogate/contract';
import { Link } from 'react-router';
import { classes } from '../../ui/classes.ts';
import type { StateWords } from '../../ui/status.tsx';
import { QuietStatus } from '../overview/quiet-status.tsx';

/** The words of each state of an account, with the tone it is shown in. */
export const USER_STATE_WORDS: Readonly<Record<UserState, StateWords>> = {
  unverified: { tone: 'waiting', text: 'Unverified' },
  active: { tone: 'success', text: 'Active' },
  disabled: { tone: 'danger', text: 'Disabled' },
  closed: { tone: 'neutral', text: 'Closed' },
};

/** The state of an account in words; one that is not active stands out. */
export function UserStatus({ state }: { state: UserState }) {
  const { tone, text } = USER_STATE_WORDS[state];
  return <QuietStatus tone={tone}>{text}</QuietStatus>;
}

/** A user's name as typed: isolated from the line around it, whichever way its letters run. */
export function PersonName({ name }: { name: string }) {
  return <bdi className="wrap-anywhere">{name === '' ? 'No name' : name}</bdi>;
}

/**
 * A person’s name as a link to their page, alone or within a sentence; in a dialog it opens a new tab, so that what was typed
 * stays.
 */
export function PersonLink({
  id,
  name,
  inSentence = false,
  inNewTab = false,
}: {
  /** Null: the server does not say who it is. */
  id: string | null;
  name: string;
  inSentence?: boolean;
  inNewTab?: boolean;
}) {
  if (id === null) return <PersonName name={name} />;
  return (
    <Link
      to={`/admin/users/${id}`}
      {...(inNewTab ? { target: '_blank' } : {})}
      className={classes('font-medium text-primary-text underline', !inSentence && 'inline-flex min-h-11 items-center')}
    >
      <PersonName name={name} />
      {inNewTab && <span className="sr-only"> (opens in a new tab)</span>}
    </Link>
  );
}
