import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../platform/queue.ts';
import { takeTurns } from '../../platform/throttle.ts';
import { type Registration, refuseRegistration } from './account.ts';
import { saveRegistration } from './db.ts';
import { codesADay, fromAddress } from './limits.ts';
import { alreadyRegisteredMail } from './mails.ts';
import type { PasswordHasher } from './password-hash.ts';
import { refusePassword } from './password-rules.ts';
import { requestCode } from './request-code.ts';

/** Said when codes were asked for too often. */
export const TOO_MANY_CODES = 'You have asked for too many codes.';

/**
 * Signs somebody up and asks for the code that proves the address. Where the address has a verified account the answer
 * and the work are the same, and its owner gets a mail. Throws 422 for a broken rule and 429 for too many.
 */
export async function registerAccount(
  dependencies: { database: Database; clock: Clock; hasher: PasswordHasher; publicOrigin: string },
  input: Registration & { address: string },
): Promise<void> {
  const { database, clock, hasher, publicOrigin } = dependencies;
  const refusal = refuseRegistration(input) ?? refusePassword(input.password, input);
  if (refusal !== null) throw refusal;
  const now = clock.now();
  await takeTurns(database, [fromAddress('register', input.address)], now);
  await takeTurns(database, [codesADay(input.email)], now, TOO_MANY_CODES);
  const passwordHash = await hasher.hash(input.password);
  await database.transaction(async (tx) => {
    const isOpen = await saveRegistration(tx, newId(), input, passwordHash);
    const account = await requestCode(tx, input.email, now);
    if (isOpen || account === null) return;
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...alreadyRegisteredMail(publicOrigin) } });
  });
}
