import {
  OTP_LENGTH,
  PROVIDER_NAMES,
  type SignInProvider,
  type StaffRole,
  TEXTS,
  type UserId,
} from '@kobogate/contract';
import { emit } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { isEmail } from '../accounts/account.ts';
import { loadAccountForUpdate, recordAccountChange, verifyAs } from '../accounts/db.ts';
import { placeOf, type Visitor } from '../accounts/device.ts';
import { fromAddress, verifyAccount } from '../accounts/limits.ts';
import { openedByProviderMail } from '../accounts/mails.ts';
import { providerTaken } from '../providers/failures.ts';
import { insertLink } from '../sessions/db.ts';
import { openSession } from '../sessions/open-session.ts';
import {
  countTries,
  deleteSignUps,
  findCode,
  type FoundCode,
  loadCode,
  loadSignUp,
  recordTry,
  replaceCodes,
} from './db.ts';
import { codeRefused, judgeTry } from './one-time-code.ts';
import { idOfUnproven, requestLinks } from './request-code.ts';
import { nilId } from '../../platform/identifiers.ts';

const CODE = new RegExp(`^[0-9]{${OTP_LENGTH}}$`);

const DAY_MS = 86_400_000;

/** No account has this id: a query about an unknown address costs the same. */
const NO_ACCOUNT = nilId<UserId>();

export interface SignedIn {
  readonly token: string;
  readonly role: StaffRole | null;
}

type Outcome = SignedIn | 'refused' | 'mixed' | { readonly taken: SignInProvider };

/**
 * Proves an e-mail address with its code and signs in. The account gets the names, phone and password of the calling place's
 * own sign-up, to which the code belongs; or, without a password, the provider that it was signed up by. Tries are counted
 * under the account's lock, so that at most three of a burst are compared. Throws 422 with one sentence for every reason why a
 * code is refused; 422, and mails a link, if two users signed up from one network address; 409 if the provider signs in to
 * another account by now; 429 for too many.
 */
export async function verifyEmail(
  dependencies: { database: Database; clock: Clock; publicOrigin: string },
  { email, otp, visitor }: { email: string; otp: string; visitor: Visitor },
): Promise<SignedIn> {
  const { database, clock } = dependencies;
  if (email === '' || otp === '') throw ruleBroken(TEXTS.fillRequired);
  if (!isEmail(email)) throw ruleBroken(TEXTS.invalidEmail);
  if (!CODE.test(otp)) throw ruleBroken(`Please enter the ${OTP_LENGTH}-digit code from your e-mail.`);
  const now = clock.now();
  const place = placeOf(visitor);
  await consumeRateLimit(database, [fromAddress('verify', visitor.address), verifyAccount(email, place)], now);
  // Outside of the lock: tries from places without a code hold up no other call.
  const code = await findCode(database, email, place);
  // A refusal is thrown after the commit: inside, it would roll back the count of the try.
  const outcome = await database.transaction((tx) => tryCode(tx, dependencies, { code, otp, visitor }, now));
  if (outcome === 'refused') throw codeRefused();
  if (outcome === 'mixed') throw passwordNeeded();
  if ('taken' in outcome) throw providerTaken(outcome.taken, 'it signs in to another account here.');
  return outcome;
}

const passwordNeeded = () =>
  ruleBroken(
    'This address was signed up more than once, with different passwords. We sent you a link to choose the one that counts.',
    'password-needed',
  );

async function tryCode(
  tx: Transaction,
  { publicOrigin }: { publicOrigin: string },
  { code, otp, visitor }: { code: FoundCode | null; otp: string; visitor: Visitor },
  now: Date,
): Promise<Outcome> {
  const account = await loadAccountForUpdate(tx, code?.userId ?? NO_ACCOUNT);
  const stored = await loadCode(tx, code?.id ?? null);
  const triesToday = await countTries(tx, code?.userId ?? null, new Date(now.getTime() - DAY_MS));
  const isForeign = code?.isForeign ?? false;
  const outcome = judgeTry(idOfUnproven(account) === null ? null : stored, { typed: otp, isForeign, triesToday }, now);
  const isRight = outcome === 'right';
  const triedId = outcome === 'not-evaluated' ? null : (code?.id ?? null);
  await recordTry(tx, triedId, { isForeign, usedAt: isRight ? now : null });
  if (!isRight || account === null || code === null) return 'refused';
  const signUp = await loadSignUp(tx, code.signUpId);
  if (signUp === null) return 'refused';
  if (signUp.isMixed) {
    await requestLinks(tx, { userIds: [account.id], laterFor: null }, now);
    return 'mixed';
  }
  const { link } = signUp;
  // Since the sign-up it was linked elsewhere: who has it is signed in there.
  if (link !== null && !(await insertLink(tx, { ...link, userId: account.id }, now))) return { taken: link.provider };
  await verifyAs(tx, account.id, { ...signUp, ...(link === null ? {} : { passwordHash: '' }) }, now);
  await replaceCodes(tx, account.id, null, now);
  await deleteSignUps(tx, account.id);
  if (link !== null) {
    await recordAccountChange(tx, { userId: account.id, change: `${link.provider}-linked`, now });
    const terms = {
      provider: PROVIDER_NAMES[link.provider],
      proof: 'The code that we sent to this address was typed in.',
    };
    await emit(tx, { type: 'mail.send', payload: { to: signUp.email, ...openedByProviderMail(publicOrigin, terms) } });
  }
  const by = link?.provider ?? 'code';
  const token = await openSession(tx, { ...account, by }, { visitor, publicOrigin, now });
  return { token, role: account.role };
}
