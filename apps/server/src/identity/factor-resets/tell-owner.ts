import type { FactorResetId, UserId } from '@kobogate/contract';
import { emitMany } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { readId } from '../../platform/identifiers.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { WrittenMail } from '../accounts/mails.ts';
import type { FactorReset } from './factor-reset.ts';
import { resetAskedMail, resetDoneMail, resetGrantedMail, resetRefusedMail, resetStoppedMail } from './mails.ts';

/** What a mail about a request needs. */
export interface TellDependencies {
  readonly secretBox: SecretBox;
  readonly publicOrigin: string;
}

type Told =
  | { readonly what: 'asked'; readonly reset: Omit<FactorReset, 'first' | 'grantedAt'> }
  | { readonly what: 'granted'; readonly reset: Pick<FactorReset, 'id' | 'dueAt'>; readonly now: Date }
  | { readonly what: 'refused'; readonly reason: string }
  | { readonly what: 'stopped' | 'done' };

const STOPS = 'stops a factor reset';

/** Reads which request the token of a stop link is about; null for any other text. */
export function openStopToken(box: SecretBox, token: string): FactorResetId | null {
  try {
    return readId<FactorResetId>(box.open(Buffer.from(token, 'base64url'), STOPS).toString());
  } catch {
    return null;
  }
}

/**
 * Has the owner of an account told of a request, in all open sessions and by a mail that can't be turned off, if and only if the
 * transaction commits. A link that stops one is sealed, so that each mail's works as long as the request is open: all it can do is to
 * leave everything as it is.
 */
export async function tellOfReset(
  tx: Transaction,
  { secretBox, publicOrigin }: TellDependencies,
  owner: { readonly id: UserId; readonly email: string },
  told: Told,
): Promise<void> {
  const stopUrl = (id: FactorResetId): string =>
    `${publicOrigin}/lost-second-step?token=${secretBox.seal(Buffer.from(id), STOPS).toString('base64url')}`;
  await emitMany(tx, [
    {
      type: 'account.factor-reset',
      payload: { userId: owner.id, what: told.what, ...(told.what === 'refused' ? { reason: told.reason } : {}) },
    },
    { type: 'mail.send', payload: { to: owner.email, ...mailOf(told, publicOrigin, stopUrl) } },
  ]);
}

function mailOf(told: Told, publicOrigin: string, stopUrl: (id: FactorResetId) => string): WrittenMail {
  switch (told.what) {
    case 'asked':
      return resetAskedMail(stopUrl(told.reset.id), told.reset);
    case 'granted':
      return resetGrantedMail(stopUrl(told.reset.id), { dueAt: told.reset.dueAt, now: told.now });
    case 'refused':
      return resetRefusedMail(publicOrigin, told.reason);
    case 'stopped':
      return resetStoppedMail(publicOrigin);
    case 'done':
      return resetDoneMail(publicOrigin);
  }
}
