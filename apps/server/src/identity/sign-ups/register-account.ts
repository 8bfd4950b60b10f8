import type { SignUpId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { refuseRegistration, type Registration } from '../accounts/account.ts';
import { openAccount } from '../accounts/db.ts';
import { placeOf, type Visitor } from '../accounts/device.ts';
import { codesADay, fromAddress, mayMailAtOnce } from '../accounts/limits.ts';
import type { PasswordHasher } from '../accounts/password-hash.ts';
import { type OwnWords, refusePassword } from '../accounts/password-rules.ts';
import type { NamedSubject } from '../providers/provider.ts';
import { findEarlierPassword, saveSignUp } from './db.ts';
import { idOfUnproven, requestCodeOrTell } from './request-code.ts';

/** The message where codes were requested too often. */
export const TOO_MANY_CODES = 'You have asked for too many codes.';

/**
 * Signs a user up and requests the code that proves the address, to be typed at the same place. The entered data waits beside
 * the account until then, so that another sign-up with the same address does not change it. If the address has a verified
 * account the answer and the work are the same, and its owner gets a mail. Only the password is kept, so that a login with it
 * answers as for any sign-up, and opens no session. Throws 422 for a broken rule and 429 for too many.
 */
export async function registerAccount(
  dependencies: {
    database: Database;
    clock: Clock;
    hasher: PasswordHasher;
    publicOrigin: string;
    ownWords: OwnWords;
  },
  { visitor, ...input }: Registration & { visitor: Visitor },
): Promise<void> {
  const refusal = refuseRegistration(input) ?? refusePassword(input.password, input, await dependencies.ownWords());
  if (refusal !== null) throw refusal;
  await beginSignUp(dependencies, { ...input, visitor, link: null });
}

/**
 * The same for data that keeps the rules. With `link` the account is linked to whom a provider has named once the sign-up's own code has
 * proven the address. Throws 429 for too many.
 */
export async function beginSignUp(
  {
    database,
    clock,
    hasher,
    publicOrigin,
  }: {
    database: Database;
    clock: Clock;
    hasher: PasswordHasher;
    publicOrigin: string;
  },
  { visitor, link, ...input }: Registration & { visitor: Visitor; link: NamedSubject | null },
): Promise<void> {
  const now = clock.now();
  const { email } = input;
  const { address } = visitor;
  const place = placeOf(visitor);
  await consumeRateLimit(database, [fromAddress('register', address)], now);
  await consumeRateLimit(database, [codesADay(email, place)], now, TOO_MANY_CODES);
  const isCrowded = !(await mayMailAtOnce(database, { emailOrPhone: email, address }, now));
  const earlier = await findEarlierPassword(database, email, place);
  const fits = (await hasher.verify(earlier, input.password)) ? earlier : null;
  const passwordHash = await hasher.hash(input.password);
  await database.transaction(async (tx) => {
    const { account, isNew } = await openAccount(tx, newId(), input);
    const isTaken = idOfUnproven(account) === null;
    const typed = isTaken ? { ...input, firstName: '', lastName: '', phone: '', link: null } : { ...input, link };
    const userId = account?.id ?? null;
    const signUp = { ...typed, id: newId<SignUpId>(), userId, place, passwordHash, fits, isFirst: isNew, now };
    const signUpId = await saveSignUp(tx, signUp);
    await requestCodeOrTell(tx, { email, account, signUpId, place, isCrowded, publicOrigin }, now);
  });
}
