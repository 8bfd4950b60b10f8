import { PROVIDER_NAMES, type StaffRole, type UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { refuseRegistration } from '../accounts/account.ts';
import { openAccount, recordAccountChange, verifyAs } from '../accounts/db.ts';
import type { Visitor } from '../accounts/device.ts';
import { fromAddress } from '../accounts/limits.ts';
import { makeToken } from '../accounts/secrets.ts';
import { openedByProviderMail } from '../accounts/mails.ts';
import { insertLink } from '../sessions/db.ts';
import { openSession } from '../sessions/open-session.ts';
import { deleteSignUps, replaceCodes } from '../sign-ups/db.ts';
import { beginSignUp } from '../sign-ups/register-account.ts';
import type { ProviderDependencies } from './dependencies.ts';
import { providerTaken, signInEnded } from './failures.ts';

/**
 * Creates the account of a person whom a provider has named, and signs in. The provider has proven the address as a code
 * does: what others typed in a sign-up with it, and their passwords, do not become the account's. Where it has not, this is a
 * sign-up as by the form: a code goes to the address, and what is answered tells nobody whether it has an account. The account has no
 * password until its owner asks for one by mail. Throws 422 for a ticket that is over and for what is missing, 409 where the
 * address has an account or the subject signs in to another one, 429.
 */
export async function joinByProvider(
  dependencies: ProviderDependencies,
  input: { ticket: string; firstName: string; lastName: string; phone: string; visitor: Visitor },
): Promise<{ token: string; role: StaffRole | null } | 'code-sent'> {
  const { database, clock, seals, publicOrigin } = dependencies;
  const now = clock.now();
  const { visitor, firstName, lastName, phone } = input;
  await consumeRateLimit(database, [fromAddress('provider', visitor.address)], now);
  const ticket = seals.openTicket(input.ticket, now);
  if (ticket === null) throw signInEnded();
  const { provider, email } = ticket;
  const owner = { firstName, lastName, email, phone };
  const refusal = refuseRegistration(owner);
  if (refusal !== null) throw refusal;
  if (!ticket.isEmailVerified) {
    // A password that nobody knows: no login fits it.
    await beginSignUp(dependencies, { ...owner, password: makeToken(), link: ticket, visitor });
    return 'code-sent';
  }
  return database.transaction(async (tx) => {
    const { account } = await openAccount(tx, newId<UserId>(), owner);
    if (account === null || account.verifiedAt !== null || account.disabledAt !== null) {
      throw conflict('Your e-mail address has an account here already. Please log in with its password.');
    }
    const { id, role } = account;
    await verifyAs(tx, id, { ...owner, passwordHash: '' }, now);
    await deleteSignUps(tx, id);
    await replaceCodes(tx, id, null, now);
    if (!(await insertLink(tx, { ...ticket, userId: id }, now))) {
      throw providerTaken(provider, 'it signs in to another account here.');
    }
    await recordAccountChange(tx, { userId: id, change: `${provider}-linked`, now });
    const proof = `${PROVIDER_NAMES[provider]} confirmed that this address is yours.`;
    const mail = openedByProviderMail(publicOrigin, { provider: PROVIDER_NAMES[provider], proof });
    await emit(tx, { type: 'mail.send', payload: { to: email, ...mail } });
    const token = await openSession(tx, { id, email, by: provider }, { visitor, publicOrigin, now });
    return { token, role };
  });
}
